"""Run notebooks and store their outputs: `python tools/rerun_notebooks.py FILE…`.

What differs from run to run is not stored: counts, times, widget models. A notebook in which a cell
fails keeps its old outputs.
"""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from clean_notebooks import clean, refuse_twice, run_mark
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

# Where others read the book, and where it's tested, a machine may be half as fast as an author's.
# So a test that comes near to its five seconds gets `seconds=` before anybody else meets it.
HALF_THE_TIME = "import redfirst.runs; redfirst.runs.SECONDS /= 2"


def rerun(file: Path) -> str:
    """Run one notebook in its own folder and write it back; says what went wrong, if anything."""
    *_, above, folder, name = file.absolute().parts
    if folder == "exercises" and above != "authors":
        author = f"authors/exercises/{name}"
        return f"{file} is made by `make export`: rerun {author}, which proves its tasks."
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=600,
        store_widget_state=False,
        extra_arguments=[
            "--IPKernelApp.log_level=ERROR",  # it warns of TCP in each run
            f"--IPKernelApp.exec_lines={HALF_THE_TIME}",
        ],
        coalesce_streams=True,
        resources={"metadata": {"path": str(file.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        [*_, failed] = [
            cell.id
            for cell in notebook.cells
            if any(output.output_type == "error" for output in cell.get("outputs", []))
        ]
        return f"{file} keeps its old outputs, because the cell {failed!r} failed: {error.evalue}"
    for cell in notebook.cells:
        for output in list(cell.get("outputs", [])):
            if output.get("data", {}).pop(WIDGET_VIEW, None) and not output.data:
                cell.outputs.remove(output)
    nbformat.write(notebook, file)
    clean(file)
    run_mark(file).touch()
    return ""


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:]]
    if absent := [str(file) for file in files if not file.is_file()]:
        sys.exit(f"No notebook was run, because there is no {' and no '.join(absent)}.")
    refuse_twice(files)
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(max_workers=2) as pool:
        os.environ["PYWORDLE_HOME"] = home  # nobody's own progress gets into the outputs
        os.environ["LITERATE_STRICT"] = "1"  # a wrong colour stops the run
        problems = [problem for problem in pool.map(rerun, files) if problem]
    sys.exit("\n".join(problems) or 0)
