// What a widget has to do with the notebook around it. This text stands before that of each widget,
// below keys.js (scripts.py sees to it). First its keys: in a notebook a letter may be a command.

// JupyterLab hears a key on document as it bubbles up, VS Code on window, so the widget's own keys end
// here; guardKeys tells Notebook 7, which hears them as they go down. Returns what ends all this.
export function keepKeys(el) {
  const stop = (event) => {
    if (!belongsToNotebook(event) && event.key !== "Tab") event.stopPropagation();
  };
  const endGuard = guardKeys(
    el,
    () => el,
    () => {},
  );
  el.addEventListener("keydown", stop);
  return () => {
    endGuard();
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
