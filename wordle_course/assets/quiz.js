// A question before a run. The page does it all: the kernel only brings the texts. keys.js stands
// before this text.

// What was chosen, by notebook and question: running a cell again does not forget it.
window.courseQuizChoices ??= new Map();

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

  // JupyterLab would take Enter and letters for commands of the notebook.
  let hasArrived = false; // by itself: Shift+Enter goes on to the next cell
  const endGuard = guardKeys(
    root,
    () => root,
    (event) => {
      if (hasArrived) goOn(el, event);
      hasArrived &&= event.key === "Shift";
    },
  );

  // Who has just run the cell finds the focus on the first choice.
  const arrive = () => {
    for (const text of chosen()) choosers.get(text)?.();
    if (!isAwaited(el, ".wordle, .course-quiz")) return;
    hasArrived = true;
    group.firstElementChild.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => whenConnected(el, arrive));
  root.addEventListener("keydown", (event) => {
    if (belongsToNotebook(event) && event.key === " ") event.preventDefault(); // no answer
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
  return endGuard;
}

export default { render };
