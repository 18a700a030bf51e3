// A question before a run. The page does it all: the kernel only brings the texts.

function belongsToNotebook(event) {
  return (
    event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key === "Enter")
  );
}

function fill(node, text) {
  text.split("`").forEach((part, index) => {
    const piece = document.createElement(index % 2 ? "code" : "span");
    piece.textContent = part;
    node.append(piece);
  });
}

function make(tag, className, parent) {
  const node = document.createElement(tag);
  node.className = className;
  parent.append(node);
  return node;
}

function render({ model, el }) {
  const root = make("div", "course-quiz", el);
  const question = make("p", "course-quiz-question", root);
  fill(question, model.get("question"));
  const group = make("div", "course-quiz-choices", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", question.textContent);
  const said = make("div", "course-quiz-said", root);
  said.setAttribute("role", "status");
  const misses = new Set();

  for (const choice of model.get("choices")) {
    const button = make("button", "course-quiz-choice", group);
    button.type = "button";
    fill(button, choice.text);
    button.addEventListener("click", () => {
      button.dataset.result = choice.right ? "right" : "wrong";
      if (choice.right) root.dataset.solved = "yes";
      else if (!root.dataset.solved) misses.add(choice.text); // later, it is only curiosity
      said.replaceChildren();
      fill(make("p", "", said), `${choice.right ? "✓ Yes." : "✗ No."} ${choice.says}`);
      const hint = model.get("hint");
      if (root.dataset.solved || misses.size < 2 || !hint) return;
      fill(make("p", "course-quiz-hint", said), `A hint: ${hint}`);
    });
  }

  // JupyterLab would take Enter and letters for commands of the notebook (see wordle.js).
  const guard = (event) => {
    if (!root.contains(event.target)) return;
    for (const node of [root, event.target]) {
      node.toggleAttribute("data-lm-suppress-shortcuts", !belongsToNotebook(event));
    }
  };
  window.addEventListener("keydown", guard, true);
  root.addEventListener("keydown", (event) => {
    if (belongsToNotebook(event) || event.key === "Tab") return;
    event.stopPropagation();
    if (event.key === "Escape") {
      el.closest(".jp-Cell")?.focus(); // the keys are the notebook's again
      return;
    }
    const buttons = [...group.children];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) {
      const at = buttons.indexOf(document.activeElement) + step;
      buttons[(at + buttons.length) % buttons.length].focus();
      event.preventDefault();
    }
  });
  return () => window.removeEventListener("keydown", guard, true);
}

export default { render };
