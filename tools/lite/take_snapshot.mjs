// Node: take_snapshot.mjs PYODIDE MODULES SNAPSHOT "module, module": what Python's memory is
// when these modules have been imported. start_python.mjs begins with it.
import { readFileSync, writeFileSync } from "node:fs";

const [folder, modules, snapshot, imported] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
const extractDir = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(modules)), "gztar", { extractDir });
python.runPython(`import ${imported}`);
writeFileSync(snapshot, python.makeMemorySnapshot());
process.exit();
