// Whose keys are they? This text stands before that of each widget (widget.py sees to it).

// Key presses that stay the notebook's: Ctrl+S, Shift+Enter, F1 and the like. AltGr makes letters, and
// Ctrl+V must not paste a cell: the browser makes a paste event of it.
export function belongsToNotebook(event) {
  if (makesLetter(event) || isPaste(event)) return false;
  if (/^F\d+$/.test(event.key)) return true;
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

// A widget whose keys don't reach the notebook, unless they are the notebook's. JupyterLab is told by
// an attribute (guardKeys); VS Code's webview knows none, and forwards each key that bubbles to window.
// So a key ends where the widget ends, or the game or the panel that it is a part of: there are
// buttons and fields of ipywidgets, too. That is looked up when a key comes, because a part is made
// before it is put into its place.
export function ownKeys(widget) {
  return {
    ...widget,
    render(context) {
      const endHold = holdKeys(context.el);
      const remove = widget.render(context);
      return () => {
        endHold();
        remove?.();
      };
    },
  };
}

function holdKeys(el) {
  let held = null;
  const hold = (event) => {
    if (belongsToNotebook(event) || event.key === "Tab") return;
    event.stopPropagation();
    if (event.key === "Escape" && !event.defaultPrevented) leave(el);
  };
  const findOut = (event) => {
    const whole = el.closest(".wordle-game, .wordle-panel") ?? el;
    if (whole === held || !whole.contains(event.target)) return;
    held?.removeEventListener("keydown", hold);
    whole.addEventListener("keydown", hold);
    held = whole;
  };
  window.addEventListener("keydown", findOut, { capture: true });
  return () => {
    held?.removeEventListener("keydown", hold);
    window.removeEventListener("keydown", findOut, { capture: true });
  };
}

// A click leaves the keys with `root`, in any host: some keep the browser from moving the focus. A part
// that was clicked and takes keys itself has them, and a text that is being marked stays marked.
export function focusOnClick(root) {
  root.addEventListener("click", () => {
    if (root.contains(document.activeElement) || !window.getSelection().isCollapsed) return;
    root.focus({ preventScroll: true });
  });
}

// Give the keys back to the notebook.
export function leave(el) {
  const cell = el.closest(".jp-Cell");
  if (cell) cell.focus();
  else document.activeElement.blur();
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
