// Catch it: a game with the lazy partner without any code. It decides no rule. The kernel sends the
// whole game as one `state`, whose `turn` counts its replies; the page sends
//   {kind: "test", answer, guess, marks}   {kind: "hint"}   {kind: "again"}
// Only the example that is being made (two words and five marks) lives here, so that nothing is lost
// when the kernel is busy or gone. keys.js, parts.js and example.js stand before this text.

const WAIT_MS = 1500; // how long a request may go unanswered before the player is told
const SQUARES = { "🟩": "green", "🟨": "yellow", "⬜": "grey" };
const DICE =
  '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><path d="M20 5v5h-5M20 10a8.5 8.5 0 1 0 .5 4"/></svg>';

const INTRO =
  "Your partner writes the program that paints the tiles of a Wordle guess, and does as little as " +
  "it can. You're the tester: find a guess that it paints wrongly.";
const HOW = "Tap a tile to paint it: grey, yellow, green.";
const FIRST_HOW = `Here are two words to begin with. ${HOW} Are they as they should be? Then test it.`;
const HELP = [
  "Your partner is honest, quick and very lazy: it writes the smallest program it knows that passes all your tests.",
  "Read what the program does. Choose an answer and a guess that it would get wrong, and paint the tiles as they should be: green for a right letter in its place, yellow for one that belongs elsewhere in the answer, grey for the others. Then press Test it.",
  "GREEN means that the program paints it like you, so it learns nothing. RED means that you've caught it: your example becomes a test, and your partner has to write another program.",
  "By keyboard: Enter goes on from the words. On a tile, Space changes its colour, 1 paints it grey, 2 yellow and 3 green, and the arrows move.",
];
const THE_END =
  "That's the program most people write. Is it right? You'll go on from here in lesson 03, with the tests you've just made.";

// What the board says about where it is. A page that is no notebook says it in its own words.
const AT_HOME = {
  silence:
    "The kernel is busy, or was stopped. Your example waits here. If the kernel was stopped, run this cell again.",
  stopped:
    "The kernel was stopped or restarted, so nothing can be tested. Run this cell again: your tests are kept.",
  address: "",
  links: [],
};

function headingOf(text = "") {
  return element("div", "catch-heading", { role: "heading", "aria-level": "2" }, text);
}

// Squares are drawn, because some machines have no font with them. The text stays, to be copied.
function withSquares(text) {
  return text.split(/("?(?:🟩|🟨|⬜)+"?)/u).map((part, place) => {
    if (place % 2 === 0) return part;
    const drawn = [...part].map((sign) => {
      const mark = SQUARES[sign];
      return mark ? element("span", "catch-square", { "data-mark": mark }, sign) : sign;
    });
    return element("span", "catch-string", {}, ...drawn);
  });
}

function pictureOf(word, marks, differing = []) {
  const tiles = [...word].map((letter, place) => {
    const tile = element("span", "wordle-tile", { "data-mark": marks[place] }, capitals(letter));
    tile.toggleAttribute("data-differs", Boolean(differing[place]));
    return tile;
  });
  const said = { role: "img", "aria-label": describeTiles(word, marks) };
  return element("div", "catch-tiles", said, ...tiles);
}

// Who comes to a field writes another word. Safari would take the selection away when the button of
// the mouse comes up again.
function selectOnFocus(field) {
  let hasJustCome = false;
  field.addEventListener("focus", () => {
    hasJustCome = true;
    field.select();
  });
  field.addEventListener("mouseup", (event) => {
    if (hasJustCome) event.preventDefault();
    hasJustCome = false;
  });
  field.addEventListener("keydown", () => {
    hasJustCome = false;
  });
}

function rowOf(label, ...parts) {
  return element("div", "catch-row", {}, element("span", "catch-label", {}, label), ...parts);
}

class CatchView {
  constructor(model, el, sayings) {
    this.model = model;
    this.el = el;
    this.sayings = { ...AT_HOME, ...sayings };
    this.marks = Array(5).fill("grey");
    this.asked = ""; // the kind of the request that waits for its reply
    this.build();
    this.listen();
    this.beginExample();
    this.paint();
    this.paintContrast();
    requestAnimationFrame(() => whenConnected(this.el, () => this.arrive()));
  }

  get state() {
    return this.model.get("state");
  }

  // --- The page ---------------------------------------------------------------------------

  build() {
    this.helpButton = this.button("wordle-button", "?", () => this.showHelp(this.help.hidden), {
      "aria-label": "How it goes",
      "aria-expanded": "false",
    });
    const again = this.button("wordle-button", "Start again", () => this.send({ kind: "again" }));
    const title = element("span", "wordle-title", {}, "Catch it");
    this.buildHelp();
    this.intro = element("p", "catch-intro", {}, INTRO);
    this.announcer = newAnnouncer();
    this.root = element(
      "div",
      "wordle catch",
      { role: "group", "aria-label": "Catch it: find what a program gets wrong" },
      element("div", "wordle-header", {}, title, this.helpButton, again),
      this.help,
      this.intro,
      element("div", "catch-main", {}, this.buildPartner(), this.buildWork()),
      this.buildTests(),
      this.announcer,
    );
    this.el.append(this.root);
  }

  button(className, label, onClick, attributes = {}) {
    const node = button(className, label, attributes);
    node.addEventListener("click", onClick);
    return node;
  }

  buildHelp() {
    this.contrast = this.button("wordle-button", "High contrast", () => this.changeContrast());
    const close = this.button("wordle-button wordle-button-main", "Go on", () =>
      this.showHelp(false),
    );
    this.help = element(
      "div",
      "wordle-help",
      { role: "region", "aria-label": "How it goes", hidden: "" },
      ...HELP.map((text) => element("p", "", {}, text)),
      element("div", "wordle-actions", {}, close, this.contrast),
    );
  }

  buildPartner() {
    this.title = headingOf();
    this.title.tabIndex = -1; // it has the focus when there's a new program to read
    this.says = element("p", "catch-says");
    this.code = element("code", "catch-code");
    this.legend = element("p", "catch-note", {}, "What's new is marked.");
    const program = element("pre", "catch-program", {}, this.code);
    return element("div", "catch-partner", {}, this.title, this.says, program, this.legend);
  }

  buildWork() {
    this.fields = {};
    const rows = [this.buildWord("answer", "Answer"), this.buildWord("guess", "Guess")];
    this.tiles = this.marks.map((_, place) => {
      const tile = this.button("wordle-tile", "", () =>
        this.mark(place, nextPaint(this.marks[place])),
      );
      tile.addEventListener("keydown", (event) => this.onTileKey(event, place));
      return tile;
    });
    const board = element("div", "catch-tiles", { role: "group", "aria-label": "Your tiles" });
    board.append(...this.tiles);
    this.how = element("p", "catch-note");
    this.message = element("div", "catch-message", { hidden: "" });
    this.testButton = this.button("wordle-button wordle-button-main", "Test it", () => this.test());
    this.hintButton = this.button("wordle-button", "Hint", () => this.send({ kind: "hint" }));
    this.composer = element(
      "div",
      "catch-composer",
      {},
      headingOf("Your example: what does it get wrong?"),
      ...rows,
      rowOf("Tiles", board),
      this.how,
      this.message,
      element("div", "wordle-actions", {}, this.testButton, this.hintButton),
    );
    this.verdict = element("div", "catch-verdict", { hidden: "" });
    return element("div", "catch-work", {}, this.composer, this.verdict);
  }

  buildWord(name, label) {
    const field = element("input", "", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "none",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      "aria-label": `${label}, five letters`,
    });
    const next = () => (name === "answer" ? this.fields.guess : this.tiles[0]).focus();
    field.addEventListener("input", () => {
      field.value = lettersTyped(field.value);
      this.changeWords();
      if (name === "answer" && field.value.length === 5 && !this.fields.guess.value) next();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      next();
    });
    selectOnFocus(field);
    this.fields[name] = field;
    const dice = this.button("catch-pick", "", () => this.pick(name, label), {
      "aria-label": `Another ${name}`,
      title: `Another ${name}`,
    });
    dice.innerHTML = DICE;
    return rowOf(label, element("span", "catch-word", {}, field), dice);
  }

  buildTests() {
    this.count = headingOf();
    this.list = element("ol", "");
    this.tests = element("div", "catch-tests", {}, this.count, this.list);
    return this.tests;
  }

  showHelp(isShown) {
    this.help.hidden = !isShown;
    this.helpButton.setAttribute("aria-expanded", String(isShown));
    if (!isShown) this.helpButton.focus();
  }

  changeContrast() {
    this.model.set("high_contrast", !this.model.get("high_contrast"));
    this.model.save_changes();
  }

  paintContrast() {
    const isHigh = Boolean(this.model.get("high_contrast"));
    this.root.dataset.contrast = isHigh ? "high" : "normal";
    this.contrast.setAttribute("aria-pressed", String(isHigh));
  }

  // --- The example ------------------------------------------------------------------------

  // At first two words stand there; later the answer stays, for another guess.
  beginExample() {
    const { first, tests } = this.state;
    if (!tests.length) this.fill(first);
    else this.fill({ answer: tests.at(-1).answer, guess: "" });
    this.isBegun = false; // by the player
  }

  fill({ answer, guess }) {
    this.fields.answer.value = answer;
    this.fields.guess.value = guess;
    this.changeWords();
  }

  pick(name, label) {
    const field = this.fields[name];
    const words = this.model.get("words").filter((word) => word !== field.value);
    field.value = words[Math.floor(Math.random() * words.length)];
    this.changeWords();
    this.announce(`${label}: ${field.value}`);
  }

  // Other words are another example: its tiles are grey, and what was said of the last one goes.
  changeWords() {
    this.isBegun = true;
    this.marks.fill("grey");
    this.tell("");
    this.paintTiles();
  }

  paintTiles() {
    const word = this.fields.guess.value;
    for (const [place, tile] of this.tiles.entries()) {
      const letter = word[place] ?? "";
      const said = letter ? describeTile(word, this.marks, place) : "empty";
      paintTile(tile, letter, letter ? this.marks[place] : "", said);
      tile.disabled = !letter;
    }
  }

  mark(place, mark) {
    this.isBegun = true;
    this.marks[place] = mark;
    this.tell("");
    this.paintTiles();
    this.announce(this.tiles[place].getAttribute("aria-label"));
  }

  onTileKey(event, place) {
    const mark = paintOf(event.key);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (belongsToNotebook(event) || (!mark && !step)) return;
    event.preventDefault();
    if (mark) this.mark(place, mark);
    const next = this.tiles[place + (step ?? 1)];
    if (next && !next.disabled) next.focus();
    else if (mark) this.testButton.focus();
  }

  // --- Talking ----------------------------------------------------------------------------

  test() {
    const answer = this.fields.answer.value;
    const guess = this.fields.guess.value;
    const missing = whatIsMissing(answer, guess);
    if (missing) {
      this.tell(missing, "refused");
      (answer.length < 5 ? this.fields.answer : this.fields.guess).focus();
      return;
    }
    this.send({ kind: "test", answer, guess, marks: [...this.marks] });
  }

  // One request at a time. A reply is a state with another turn.
  send(content) {
    if (this.isWaiting) return;
    this.asked = content.kind;
    this.wait(true);
    try {
      this.model.send(content);
    } catch {
      this.disconnect(); // the kernel was shut down
    }
  }

  wait(isWaiting) {
    this.isWaiting = isWaiting;
    this.root.toggleAttribute("data-waiting", isWaiting);
    clearTimeout(this.patience);
    if (!isWaiting) return;
    const tellOfSilence = () => this.warn(this.sayings.silence);
    this.patience = setTimeout(tellOfSilence, WAIT_MS);
  }

  disconnect() {
    this.wait(false);
    this.warn(this.sayings.stopped);
  }

  // Where the player looks: below the tiles, or below what came of the last test.
  warn(text) {
    if (!this.composer.hidden) {
      this.tell(text, "refused");
      return;
    }
    this.verdict.querySelector(".catch-message")?.remove();
    this.verdict.append(element("div", "catch-message", { "data-kind": "refused" }, text));
    this.announce(text);
  }

  announce(text) {
    announceIn(this.announcer, text);
  }

  // Below the tiles, and aloud.
  tell(text, kind = "refused", ...more) {
    this.message.hidden = !text;
    this.message.dataset.kind = kind;
    this.message.replaceChildren(...(text ? [element("span", "", {}, text), ...more] : []));
    if (!text) return;
    this.announce(text);
    this.message.scrollIntoView({ block: "nearest" });
  }

  // --- Showing the game -------------------------------------------------------------------

  onState() {
    this.wait(false);
    const { verdict, hint } = this.state;
    if (verdict?.kind === "red") this.showRed(verdict);
    else if (verdict) this.showVerdict(verdict);
    else if (hint) this.showHint(hint);
    else this.showAnew();
    this.asked = "";
  }

  // A new game, or the one that was kept. That one may come late, from a kernel that has just begun:
  // then the example that the player is making stays.
  showAnew() {
    if (this.asked === "again" || !this.isBegun) this.beginExample();
    this.paint();
    if (!this.state.tests.length) this.announce(`A new game. ${this.goal.textContent}`);
  }

  showVerdict({ kind, text }) {
    const { offers_hint: offersHint } = this.state;
    const hint = this.button("wordle-button", "Give me a hint", () => this.send({ kind: "hint" }));
    this.tell(text, kind, ...(offersHint ? [hint] : []));
    if (kind !== "green") return;
    this.message.prepend(element("b", "catch-bar", { "data-kind": "green" }, "GREEN"));
    this.announce(`GREEN. ${text}`);
  }

  showHint({ text, words }) {
    const take = () => {
      this.fill(words);
      this.tiles[0].focus();
    };
    const ask = () => this.send({ kind: "hint" });
    const more = words
      ? this.button("wordle-button", "Fill these in", take)
      : this.button("wordle-button", "Two words, please", ask);
    const hadFocus = this.message.contains(document.activeElement);
    this.tell(text, "hint", more);
    if (hadFocus) more.focus(); // the button that asked is gone
  }

  showRed({ its }) {
    const { tests, over } = this.state;
    const { answer, guess, marks } = tests.at(-1);
    const test = tests.length;
    const differing = differingPlaces(marks, its);
    const label = over ? "What does it say now?" : "Its next program";
    const next = this.button("wordle-button wordle-button-main", label, () => this.goOn());
    const bar = element("b", "catch-bar", { "data-kind": "red" }, "RED");
    this.verdict.replaceChildren(
      element("p", "catch-told", {}, bar, ` ${shoutFor(test)}`),
      element("p", "", {}, `When the answer is ${capitals(answer)}:`),
      rowOf("You", pictureOf(guess, marks, differing)),
      rowOf("Program", pictureOf(guess, its, differing)),
      element("p", "", {}, `That's test ${test} on your list. Your partner has to think again.`),
      element("div", "wordle-actions", {}, next),
    );
    this.composer.hidden = true;
    this.verdict.hidden = false;
    this.paintTests({ isNewest: true });
    this.announce(describeRed({ guess, marks, its, test }));
    next.focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  // The next program is read first, at its top.
  goOn() {
    const { over, says } = this.state;
    this.beginExample();
    this.paint();
    this.announce(over ? this.verdict.textContent : `The next program. ${says}`);
    const main = this.title.closest(".catch-main");
    if (main.getBoundingClientRect().top < 0) main.scrollIntoView({ block: "start" });
    this.title.focus({ preventScroll: true });
  }

  paint() {
    const { step, program, says, over, best, complaint } = this.state;
    this.title.textContent = `Your partner's program, No. ${step}`;
    this.says.textContent = says;
    this.code.replaceChildren(...program.map(([text, isNew]) => this.buildLine(text, isNew)));
    this.legend.hidden = step === 1;
    this.goal = element("p", "", {}, goalOf(best));
    this.intro.hidden = step > 1;
    this.intro.replaceChildren(best ? this.goal.textContent : INTRO);
    this.how.textContent = step > 1 ? HOW : FIRST_HOW;
    this.composer.hidden = over;
    this.verdict.hidden = !over;
    this.root.toggleAttribute("data-over", over);
    if (over) this.showEnd();
    this.paintTests({ isNewest: false });
    if (complaint) this.warn(complaint);
  }

  buildLine(text, isNew) {
    const indent = text.length - text.trimStart().length;
    const shown = withSquares(text.trimStart());
    const node = isNew ? element("ins", "", {}, ...shown) : element("span", "", {}, ...shown);
    const line = element("span", "catch-line", {}, node, "\n");
    line.style.setProperty("--catch-indent", indent);
    line.toggleAttribute("data-new", isNew);
    return line;
  }

  showEnd() {
    const [needed, ...more] = endSentences(this.state);
    const result = { text: [this.state.share, this.sayings.address].join("\n").trim() };
    const shared = this.button(
      "wordle-button",
      canShare() ? "Share result" : "Copy result",
      async () => {
        const told = await share(result);
        shared.textContent = told;
        this.announce(told);
      },
    );
    const again = this.button("wordle-button wordle-button-main", "Again, with fewer tests", () =>
      this.send({ kind: "again" }),
    );
    const links = this.sayings.links.map(([label, href]) =>
      element("li", "", {}, element("a", "", { href }, label)),
    );
    this.verdict.replaceChildren(
      element("p", "catch-told", {}, needed),
      ...(more.length ? [element("p", "", {}, more.join(" "))] : []),
      element("p", "", {}, THE_END),
      ...(links.length ? [element("ul", "", {}, ...links)] : []),
      element("p", "", {}, goalOf(this.state.best)),
      element("div", "wordle-actions", {}, again, shared),
    );
  }

  paintTests({ isNewest }) {
    const { tests, over } = this.state;
    this.tests.hidden = !tests.length;
    this.count.textContent = `Your tests: ${tests.length}`;
    const items = tests.map(({ answer, guess, marks, line, enough }, number) => {
      const told = element("span", "catch-note", {}, `answer ${capitals(answer)} `);
      const isTagged = over && enough && !isNewest && tests.some((test) => !test.enough);
      const tag = isTagged ? [element("span", "catch-enough", {}, "enough")] : [];
      const code = element("code", "catch-line", {}, ...withSquares(line));
      const item = element("li", "", {}, pictureOf(guess, marks), told, ...tag, code);
      item.toggleAttribute("data-newest", isNewest && number === tests.length - 1);
      return item;
    });
    this.list.replaceChildren(...items);
  }

  // --- The notebook around it -------------------------------------------------------------

  listen() {
    this.modelListeners = {
      "change:state": () => this.onState(),
      "change:high_contrast": () => this.paintContrast(),
      comm_live_update: () => this.disconnect(), // the kernel was restarted
    };
    for (const [name, listener] of Object.entries(this.modelListeners)) {
      this.model.on(name, listener);
    }
    this.endGuard = guardKeys(
      this.root,
      () => this.root,
      (event) => this.onAnyKey(event),
    );
    this.root.addEventListener("keydown", (event) => this.onKeyDown(event));
  }

  // A letter that is typed beside the fields is the guess's.
  onKeyDown(event) {
    if (belongsToNotebook(event) || this.composer.hidden) return;
    if (event.target.closest("input, button, a")) return;
    if (event.key === "Enter") this.testButton.click();
    if (/^[a-z]$/i.test(event.key)) this.fields.guess.focus(); // and the letter goes there
  }

  // Who has just run this cell wants to play; who only goes through the lesson goes on.
  arrive() {
    if (!isAwaited(this.el, ".wordle")) return;
    this.title.focus({ preventScroll: true });
    this.isUntouched = true;
    this.root.scrollIntoView({ block: "nearest" });
  }

  onAnyKey(event) {
    if (this.isUntouched) goOn(this.el, event);
    if (event.key !== "Shift") this.isUntouched = false;
  }

  remove() {
    clearTimeout(this.patience);
    this.endGuard();
    for (const [name, listener] of Object.entries(this.modelListeners)) {
      this.model.off(name, listener);
    }
  }
}

function render({ model, el, sayings }) {
  const view = new CatchView(model, el, sayings);
  return () => view.remove();
}

export const widget = { render, share, canShare };
