// What a widget has to do with the notebook around it. This text stands before that of each widget
// (scripts.py sees to it). First its keys: in a notebook a letter may be a command.

// Ctrl+S, Shift+Enter, F1 and the like stay the notebook's. AltGr, or Option on a Mac, makes letters, and
// Ctrl+V must not paste a cell: the browser makes a paste event of it.
function isNotebooks(event) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isAltAlone = altKey && !ctrlKey && !metaKey;
  const makesLetter = event.getModifierState("AltGraph") || (isAltAlone && /^[^ -~]$/u.test(key));
  const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === "v";
  if (makesLetter || isPaste) return false;
  if (ctrlKey || metaKey || altKey) return true;
  return (shiftKey && key === "Enter") || /^(Tab|Shift|F\d+)$/.test(key);
}

// JupyterLab hears a key on document as it bubbles up, VS Code on window, and Notebook 7 as it goes
// down: an attribute on what has the focus tells that one, and only window comes before it. Returns
// what ends all this.
export function keepKeys(el) {
  const tell = (event) => {
    if (!el.contains(event.target)) return;
    for (const node of [el, event.target]) {
      node.toggleAttribute("data-lm-suppress-shortcuts", !isNotebooks(event));
    }
  };
  const stop = (event) => {
    if (!isNotebooks(event)) event.stopPropagation();
  };
  window.addEventListener("keydown", tell, { capture: true });
  el.addEventListener("keydown", stop);
  return () => {
    window.removeEventListener("keydown", tell, { capture: true });
    el.removeEventListener("keydown", stop);
  };
}

// JupyterLab and Notebook can save the notebook of a widget. Returns whether they could: the disk may be
// full, or the learner may say no when asked whether to write over a newer file.
export async function saved(context) {
  try {
    await context.save();
    return true;
  } catch {
    return false;
  }
}
