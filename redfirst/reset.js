// A button that brings a notebook back as it came. The page saves it first, so that the kernel keeps all that was
// written, and reads it anew afterwards: else Jupyter would ask which of the two versions to write over.

function render({ model, el }) {
  const context = model.widget_manager?.context; // JupyterLab and Notebook have it
  const button = document.createElement("button");
  button.className = "jupyter-button mod-warning";
  button.style.width = "auto";
  button.textContent = "Bring this notebook back as it came";
  button.disabled = !context;
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = context
    ? "What you have written in it is kept, in a copy in the folder “mine”."
    : "This page can't do that. Type the notebook's name into the brackets, as in reset_lesson(\"nbs/00_start_here.ipynb\").";
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await saved(context)) {
      model.send({ notebook: context.path });
      return;
    }
    button.disabled = false;
    note.textContent =
      "It couldn't be saved, so it stays as it is. Save it, and press the button again.";
  });
  const hear = async ({ problem }) => {
    if (problem) note.textContent = problem;
    else await context.revert();
    button.disabled = false;
  };
  // After a restart nobody hears the button.
  const disconnect = () => {
    button.disabled = true;
    note.textContent = "The kernel was stopped or restarted: run this cell again.";
  };
  model.on("comm_live_update", disconnect);
  model.on("msg:custom", hear);
  el.append(button, note);
  const endKeys = keepKeys(el);
  return () => {
    endKeys();
    model.off("comm_live_update", disconnect);
    model.off("msg:custom", hear);
  };
}

export default { render };
