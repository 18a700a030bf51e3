// A question before a run. The page does it all: the kernel only brings the texts.

// What was chosen, by notebook and question: running a cell again does not forget it.
window.courseQuizChoices ??= new Map();

function belongsToNotebook(event) {
  if (event.getModifierState("AltGraph")) return false; // it makes letters, as in wordle.js
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
  const choosers = new Map();
  const chosen = () => {
    const name = `${el.closest(".jp-NotebookPanel")?.id} ${model.get("question")}`;
    if (!window.courseQuizChoices.has(name)) window.courseQuizChoices.set(name, []);
    return window.courseQuizChoices.get(name);
  };

  for (const choice of model.get("choices")) {
    const button = make("button", "course-quiz-choice", group);
    button.type = "button";
    fill(button, choice.text);
    const choose = () => {
      button.dataset.result = choice.right ? "right" : "wrong";
      if (choice.right) root.dataset.solved = "yes";
      else if (!root.dataset.solved) misses.add(choice.text); // later, it is only curiosity
      said.replaceChildren();
      fill(make("p", "", said), `${choice.right ? "✓ Yes." : "✗ No."} ${choice.says}`);
      const hint = model.get("hint");
      if (root.dataset.solved || misses.size < 2 || !hint) return;
      fill(make("p", "course-quiz-hint", said), `A hint: ${hint}`);
    };
    button.addEventListener("click", () => {
      choose();
      chosen().push(choice.text);
    });
    choosers.set(choice.text, choose);
  }

  // JupyterLab would take Enter and letters for commands of the notebook (see wordle.js).
  let hasArrived = false; // by itself: Shift+Enter goes on to the next cell
  const guard = (event) => {
    if (!root.contains(event.target)) return;
    if (hasArrived && event.shiftKey && event.key === "Enter") {
      el.closest(".jp-Cell")?.nextElementSibling?.focus();
    }
    hasArrived &&= event.key === "Shift";
    for (const node of [root, event.target]) {
      node.toggleAttribute("data-lm-suppress-shortcuts", !belongsToNotebook(event));
    }
  };
  window.addEventListener("keydown", guard, true);

  // Who has just run the cell finds the focus on the first choice (see `isAwaited` in wordle.js).
  const arrive = (framesLeft) => {
    if (!el.isConnected && framesLeft) {
      requestAnimationFrame(() => arrive(framesLeft - 1));
      return;
    }
    for (const text of chosen()) choosers.get(text)?.();
    const cell = el.closest(".jp-Cell");
    const isActive = (other) => Boolean(other?.classList.contains("jp-mod-active"));
    const busy = "input, textarea, [contenteditable=true], .jp-Dialog, .wordle, .course-quiz";
    if (!cell || document.activeElement.closest(busy)) return;
    if (!isActive(cell) && !isActive(cell.nextElementSibling)) return;
    hasArrived = true;
    group.firstElementChild.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => arrive(60));
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
