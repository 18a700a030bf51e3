// Whose keys are they? This text stands before the game's.

// Key presses that stay the notebook's: Ctrl+S, Shift+Enter and the like. AltGr makes letters, and
// Ctrl+V must not paste a cell: the browser makes a paste event of it.
export function belongsToNotebook(event) {
  if (makesLetter(event) || isPaste(event)) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Shift") return true;
  return event.shiftKey && event.key === "Enter";
}

// AltGr, or Option on a Mac, which the browser calls Alt: then the key is no plain character.
function makesLetter(event) {
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
  return event.getModifierState("AltGraph") || (isAlt && /^[^ -~]$/u.test(event.key));
}

export function isPaste(event) {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
}

// JupyterLab hears keys on document when they bubble up, Notebook 7 when they go down: only
// window, on the way down, comes before both. The attribute that tells them to keep out must
// be on the focused element itself, and gone for the shortcuts that are theirs.
// `root` is asked for nothing outside of `area()`; returns what ends the guard.
export function guardKeys(root, area, onKey) {
  const guard = (event) => {
    if (!area().contains(event.target)) return;
    onKey(event);
    for (const node of [root, event.target]) {
      node.toggleAttribute("data-lm-suppress-shortcuts", !belongsToNotebook(event));
    }
  };
  window.addEventListener("keydown", guard, { capture: true });
  return () => window.removeEventListener("keydown", guard, { capture: true });
}

// Whether `el` is in the cell that was run: the notebook stands on it, or on the one below. Not
// when all cells were run, nor when somebody is busy elsewhere, in an element like `busy`.
export function isAwaited(el, busy) {
  const cell = el.closest(".jp-Cell");
  const active = document.activeElement;
  if (!cell || active.closest(`.jp-Dialog, input, textarea, [contenteditable=true], ${busy}`)) {
    return false;
  }
  const isActive = (other) => Boolean(other?.classList.contains("jp-mod-active"));
  return isActive(cell) || isActive(cell.nextElementSibling);
}

// Calls `arrived` when the page has taken `el` in, some frames after it was made.
export function whenConnected(el, arrived, framesLeft = 60) {
  if (el.isConnected || !framesLeft) arrived();
  else requestAnimationFrame(() => whenConnected(el, arrived, framesLeft - 1));
}

// Who goes through a lesson with Shift+Enter goes on, and does not run the same cell again and again.
export function goOn(el, event) {
  if (event.shiftKey && event.key === "Enter") {
    el.closest(".jp-Cell")?.nextElementSibling?.focus();
  }
}
