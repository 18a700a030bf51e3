// Python comes seconds after JupyterLab. Until it is there, a cell that was run says so, and what
// stood below it stays in sight.
const SAYING =
  "Python is loading, which takes a few seconds. This cell runs as soon as it is there.";
const BEFORE_PYTHON = ["unknown", "starting", "initializing", "connecting"];
const shown = new WeakMap(); // what stood below a cell before it was run

function isLoading() {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  return BEFORE_PYTHON.includes(session?.kernelDisplayStatus);
}

function noteFor(cell) {
  const note = document.createElement("div");
  note.className = "python-loading";
  note.style.padding = "8px 8px 8px calc(var(--jp-cell-prompt-width) + 8px)";
  const saying = document.createElement("p");
  saying.setAttribute("role", "status");
  saying.textContent = SAYING;
  note.append(saying, ...(shown.get(cell) ?? []));
  return note;
}

function paint(cell) {
  const waits = cell.querySelector(".jp-InputPrompt")?.textContent.startsWith("[*]");
  const hasOutput = cell.querySelector(".jp-OutputArea .jp-OutputArea-child");
  const note = cell.querySelector(":scope > .python-loading");
  if (!note && waits && !hasOutput && isLoading()) cell.append(noteFor(cell));
  else if (note && (!waits || hasOutput)) note.remove();
}

new MutationObserver((records) => {
  if (!isLoading() && !document.querySelector(".python-loading")) return;
  for (const { target, removedNodes } of records) {
    const cell = target.parentElement?.closest(".jp-CodeCell");
    const outputs = [...removedNodes].filter((node) => node.matches?.(".jp-OutputArea-child"));
    if (cell && outputs.length)
      shown.set(
        cell,
        outputs.map((node) => node.cloneNode(true)),
      );
  }
  for (const cell of document.querySelectorAll(".jp-CodeCell")) paint(cell);
}).observe(document, { childList: true, subtree: true, characterData: true });
