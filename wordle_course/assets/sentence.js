// A sentence that screen readers tell when it changes: the element stays, its text is new.

function render({ model, el }) {
  el.classList.add("wordle-sentence");
  el.setAttribute("role", "status");
  const tell = () => {
    el.textContent = model.get("value");
  };
  model.on("change:value", tell);
  tell();
}

export const widget = { render };
