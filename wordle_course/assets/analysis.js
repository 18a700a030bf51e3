// The analysis board: the line that was played, the guesses that may come next, and the groups of one.
// It knows nothing but what the kernel sends as one `state`, and asks for another position:
//   page -> kernel   {kind: "go", at}, {kind: "choose", word}, {kind: "enter", score} or {kind: "order", aim}
// keys.js and colours.js stand before this text.

const MARKS = { "🟩": "green", "🟨": "yellow", "⬜": "grey" };

function made(tag, className, attributes = {}, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function squares(score, names, letters = []) {
  const marks = Array.from(score, (mark) => MARKS[mark]);
  const tiles = marks.map((mark, place) =>
    made(
      "span",
      letters.length ? "wordle-tile" : "wordle-square",
      { "data-mark": mark },
      letters[place] ?? "",
    ),
  );
  const told = `${letters.join("")} ${marks.map((mark) => names[mark]).join(", ")}`.trim();
  return made("span", "wordle-squares", { role: "img", "aria-label": told }, ...tiles);
}

class AnalysisView {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.root = made("section", "wordle-analysis", {
      "aria-label": "Analysis board",
      tabindex: "-1", // a click on it gives it the keys, Tab goes to its buttons
    });
    this.told = made("p", "wordle-told", { role: "status" });
    this.line = made("ol", "wordle-line", { "aria-label": "The line played" });
    this.word = made("input", "wordle-word", {
      "aria-label": "Try any word",
      autocapitalize: "none",
      autocomplete: "off",
      placeholder: "try any word",
      spellcheck: "false",
    });
    this.choices = made("table", "wordle-choices");
    this.heading = made("p", "wordle-heading");
    this.groups = made("div", "wordle-groups", { role: "group", "aria-label": "Groups" });
    const guesses = made("div", "wordle-part", {}, this.word, this.choices);
    const groups = made("div", "wordle-part", {}, this.heading, this.groups);
    this.root.append(this.line, this.told, made("div", "wordle-parts", {}, guesses, groups));
    this.endGuard = guardKeys(
      this.root,
      () => this.root,
      (event) => this.onKey(event),
    );
    focusOnClick(this.root);
    this.word.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey)
        this.ask({ kind: "choose", word: this.word.value });
    });
    el.append(this.root);
    this.draw();
  }

  ask(request) {
    try {
      this.model.send(request);
    } catch {
      this.disconnect();
    }
  }

  // Beside a board, the board says so.
  disconnect() {
    this.told.textContent = "The kernel was stopped or restarted: run this cell again.";
    this.root.dataset.status = "disconnected";
  }

  // Up and down go from button to button, Backspace takes a guess back.
  onKey(event) {
    if (belongsToNotebook(event) || event.target === this.word) return;
    const buttons = [...this.root.querySelectorAll("button")];
    const place = buttons.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && place >= 0) buttons[place + step]?.focus();
    else if (event.key === "Backspace") this.ask({ kind: "go", at: this.state.at - 1 });
    else return;
    event.preventDefault();
  }

  // A button that asks, and finds its focus again when the board is drawn anew.
  button(className, key, request, attributes, ...children) {
    const node = made(
      "button",
      className,
      { type: "button", "data-key": key, ...attributes },
      ...children,
    );
    node.addEventListener("click", () => this.ask(request));
    return node;
  }

  draw() {
    this.state = this.model.get("state");
    const {
      line = [],
      left = [],
      at = 0,
      told,
      head = [],
      aim,
      caption,
      choices = [],
      chosen,
      heading,
      groups = [],
    } = this.state;
    const had = this.root.contains(document.activeElement) && document.activeElement.dataset.key;
    this.root.hidden = !choices.length;
    this.root.classList.toggle("wordle", !this.root.hidden); // a page looks for its game by that
    const isHigh = Boolean(this.model.get("high_contrast"));
    this.root.dataset.contrast = isHigh ? "high" : "normal";
    const looks = lookNames(isHigh, window.matchMedia(FORCED_COLOURS).matches);
    if (this.root.hidden) {
      for (const part of [this.line, this.choices, this.groups]) part.replaceChildren();
      return;
    }
    this.told.textContent = told;
    const steps = left.map((count, place) => {
      const current = place === at ? { "aria-current": "step" } : {};
      const [letters, score] = line[place - 1] ?? [];
      const guess = place ? squares(score, looks, letters) : "start";
      const said = made("span", "wordle-left", {}, `${count} left`);
      const go = { kind: "go", at: place };
      return this.button("wordle-step", `at ${place}`, go, current, guess, " ", said);
    });
    this.line.replaceChildren(...steps.map((step) => made("li", "", {}, step)));
    const names = head.map((name, place) => {
      if (!aim || !place) return made("th", "", { scope: "col" }, name);
      const up = ["largest", "at least"].includes(name) ? "ascending" : "descending";
      const order = this.button("wordle-aim", `by ${name}`, { kind: "order", aim: name }, {}, name);
      return made("th", "", { scope: "col", "aria-sort": name === aim ? up : "none" }, order);
    });
    const rows = choices.map(([word, ...cells]) => {
      const name = word.replace("*", "").toLowerCase();
      const pressed = { "aria-pressed": String(name === chosen) };
      const pick = this.button(
        "wordle-pick",
        `word ${name}`,
        { kind: "choose", word: name },
        pressed,
        word,
      );
      return made(
        "tr",
        "",
        {},
        made("th", "", { scope: "row" }, pick),
        ...cells.map((cell) => made("td", "", {}, cell)),
      );
    });
    this.choices.replaceChildren(
      made("caption", "", {}, caption),
      made("thead", "", {}, made("tr", "", {}, ...names)),
      made("tbody", "", {}, ...rows),
    );
    this.heading.textContent = heading;
    this.groups.replaceChildren(
      ...groups.map(([score, count, words]) =>
        this.button(
          "wordle-group",
          `score ${score}`,
          { kind: "enter", score },
          {},
          squares(score, looks),
          made("span", "", {}, count),
          made("span", "wordle-few", {}, words),
        ),
      ),
    );
    if (had)
      (
        this.root.querySelector(`[data-key="${had}"]`) ?? this.root.querySelector("[aria-current]")
      ).focus();
  }
}

function render({ model, el }) {
  const view = new AnalysisView(model, el);
  const listeners = {
    "change:state": () => view.draw(),
    "change:high_contrast": () => view.draw(),
    comm_live_update: () => view.disconnect(), // the kernel was restarted
  };
  const colours = window.matchMedia(FORCED_COLOURS);
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  colours.addEventListener("change", listeners["change:high_contrast"]);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    colours.removeEventListener("change", listeners["change:high_contrast"]);
    view.endGuard();
  };
}

export const widget = { render };
