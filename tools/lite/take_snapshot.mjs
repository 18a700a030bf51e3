// Node: take_snapshot.mjs PYODIDE MODULES SNAPSHOT CODE: what Python's memory is when this code has
// run, which may give a text to write out. start_python.mjs begins with it.
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [folder, modules, snapshot, code] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const { unpackInto } = await import(`${folder}/start_python.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
unpackInto(python, gunzipSync(readFileSync(modules)));
const told = python.runPython(code);
// An archive that Python had open could not be closed in the page.
python.runPython("import gc, importlib; importlib.invalidate_caches(); gc.collect()");
writeFileSync(snapshot, python.makeMemorySnapshot());
// All of it, although a pipe takes only so much at a time.
process.stdout.write(told ?? "", () => process.exit());
