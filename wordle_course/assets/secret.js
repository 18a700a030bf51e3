// A field for a word that a friend is to find, or for its code. What is typed goes to the kernel as a message and is
// kept in no trait, so that a notebook saved meanwhile does not have it.

const SHOWN = ["label", "is_hidden"];

function render({ model, el }) {
  el.classList.add("wordle-secret");
  const field = document.createElement("input");
  field.autocomplete = "off";
  field.addEventListener("input", () => model.send({ typed: field.value }));
  const label = document.createElement("label");
  const name = document.createElement("span");
  label.append(name, " ", field);
  el.append(label);
  const show = () => {
    name.textContent = model.get("label");
    field.type = model.get("is_hidden") ? "password" : "text";
  };
  for (const name of SHOWN) model.on(`change:${name}`, show);
  show();
  const clear = (message) => {
    if (message?.clear) field.value = "";
  };
  model.on("msg:custom", clear);
  model.send({ typed: "" }); // a field that is drawn anew is empty
  // Whoever chooses this field by a click goes on by typing the word; arrow keys may only pass it.
  let wasShown = false;
  const observer = new ResizeObserver(() => {
    const isShown = el.offsetHeight > 0;
    const active = document.activeElement;
    const isNear = active.closest(".wordle-game")?.contains(el);
    if (isShown && !wasShown && isNear && !active.matches(":focus-visible")) field.focus();
    wasShown = isShown;
  });
  observer.observe(el);
  return () => {
    observer.disconnect();
    model.off("msg:custom", clear);
    for (const name of SHOWN) model.off(`change:${name}`, show);
  };
}

export const widget = { render };
