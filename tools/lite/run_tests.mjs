// Node: run_tests.mjs PYODIDE PROJECT OPTION…: pytest in the browser edition's Python, on the
// project's own tests. It ends with pytest's exit code.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [folder, project, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const { unpackInto } = await import(`${folder}/start_python.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/` });
unpackInto(python, gunzipSync(readFileSync(`${folder}/course.modules`)));
python.FS.mkdirTree("/project");
python.FS.mount(python.FS.filesystems.NODEFS, { root: project }, "/project");
python.globals.set("options", python.toPy(options));
const code = `
import os
import sys

os.chdir("/project")
# What's tested is what the browser has, from its archive: only the tests come from the project.
# So both packages are imported before pytest puts the project's folder in front.
import redfirst
import wordle_course

sys.path.append("/project")
sys.dont_write_bytecode = True
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

import pytest

int(pytest.main(options))
`;
process.exit(python.runPython(code));
