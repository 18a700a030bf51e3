// Catch it: a game with the lazy partner without any code. It decides no rule. The kernel says in
// `form` how an example is made, which words it has and what is chosen of it, and sends the whole game
// as one `state`, whose `turn` counts its replies; the page sends
//   {kind: "test", words, result}   {kind: "hint"}   {kind: "again"}
// Only the example that is being made lives here, so that nothing is lost when the kernel is busy or
// gone. keys.js, parts.js, colours.js and example.js stand before this text.

const WAIT_MS = 1500; // how long a request may go unanswered before the player is told
const SQUARES = { "🟩": "green", "🟨": "yellow", "⬜": "grey" };
const DICE =
  '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><path d="M20 5v5h-5M20 10a8.5 8.5 0 1 0 .5 4"/></svg>';

const PARTNER =
  "Your partner is honest, quick and very lazy: it writes the smallest program it knows that passes all your tests.";
const VERDICTS =
  "GREEN means that the program agrees with you, so it learns nothing. RED means that you've caught it: your example becomes a test, and your partner has to write another program.";
const KEYS = {
  tiles:
    "By keyboard: Enter goes on from the words. On a tile, Space changes its colour, 1 paints it grey, 2 yellow and 3 green, and the arrows move.",
  choices: "By keyboard: Enter goes on from a field, Tab to the choices, and Space chooses.",
};

// What explains a game, by the task whose programs are caught.
const TEXTS = {
  3.1: {
    intro:
      "Your partner writes the program that paints the tiles of a Wordle guess, and does as little as it can. You're the tester: find a guess that it paints wrongly.",
    rules:
      "Choose an answer and a guess that it would get wrong, and paint the tiles as they should be: green for a right letter in its place, yellow for one that belongs elsewhere in the answer, grey for the others.",
    how: "Tap a tile to paint it: grey, yellow, green.",
    firstHow:
      "Here are two words to begin with. Tap a tile to paint it: grey, yellow, green. Are they as they should be? Then test it.",
    end: "That's the program most people write. Is it right? You'll go on from here in lesson 03, with the tests you've just made.",
  },
  3.3: {
    intro:
      "In Bulls and Cows a secret number has four digits, all different, and so has each guess. Your partner writes the program that answers a guess, and does as little as it can. You're the tester: find a guess that it answers wrongly.",
    rules:
      "Choose a secret number and a guess that it would get wrong, and say what the answer should be. A digit of the guess that's right and in its place is a bull. One that the secret number has in another place is a cow.",
    how: "How many bulls are there, and how many cows?",
    firstHow:
      "Here are two numbers to begin with. How many bulls are there, and how many cows? Then test it.",
    end: "That's a program many people write. Is it right? It's a kata of lesson 03, where you write your own, test by test.",
  },
  8.1: {
    intro:
      "In hard mode each guess must use what was found before. Your partner writes the program that says whether a guess may be played, and does as little as it can. You're the tester: find a guess for which it's wrong.",
    rules:
      "Choose an answer, a guess that was played before, and another guess, and say whether that one may be played. It must have each green letter of the guess before in its place, and each letter that was green or yellow as often as it was found.",
    how: "May the guess be played, after the one before it?",
    firstHow:
      "Here are three words to begin with. May the guess be played, after the one before it? Then test it.",
    end: "That's the program most people write. Is it right? In lesson 08 you find out, and write the test that shows it.",
  },
};

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
  const told = describeTiles(word, marks);
  const said = { role: "img", "aria-label": told, "data-told": told }; // see paintNames
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

// What the player says should come of an example: the colours of the guess's tiles. The board asks it
// for its `rows`, its `value`, what is `missing`, and what `first` takes the keys.
class TilesToPaint {
  constructor(view) {
    this.view = view;
    this.marks = Array(5).fill("grey");
    this.tiles = this.marks.map((_, place) => {
      const tile = view.button("wordle-tile", "", () =>
        this.mark(place, nextPaint(this.marks[place])),
      );
      tile.addEventListener("keydown", (event) => this.onKey(event, place));
      return tile;
    });
    const board = element("div", "catch-tiles", { role: "group", "aria-label": "Your tiles" });
    board.append(...this.tiles);
    this.rows = [rowOf("Tiles", board)];
  }

  get value() {
    return [...this.marks];
  }

  get first() {
    return this.tiles[0];
  }

  missing() {
    return "";
  }

  clear() {
    this.marks.fill("grey");
    this.paint();
  }

  paint() {
    const word = this.view.fields.guess.value;
    for (const [place, tile] of this.tiles.entries()) {
      const letter = word[place] ?? "";
      const said = letter ? this.view.named(describeTile(word, this.marks, place)) : "empty";
      paintTile(tile, letter, letter ? this.marks[place] : "", said);
      tile.disabled = !letter;
    }
  }

  mark(place, mark) {
    this.marks[place] = mark;
    this.paint();
    this.view.onChosen(this.tiles[place].getAttribute("aria-label"));
  }

  onKey(event, place) {
    const mark = paintOf(event.key);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (belongsToNotebook(event) || (!mark && !step)) return;
    event.preventDefault();
    if (mark) this.mark(place, mark);
    const next = this.tiles[place + (step ?? 1)];
    if (next && !next.disabled) next.focus();
    else if (mark) this.view.testButton.focus();
  }

  // RED: the player's tiles and the program's, one below the other.
  compare({ words, result }, its) {
    const differing = differingPlaces(result, its);
    return [
      rowOf("You", pictureOf(words.guess, result, differing)),
      rowOf("Program", pictureOf(words.guess, its, differing)),
    ];
  }

  describe({ words, result }, { its }, test) {
    return this.view.named(describeRed({ guess: words.guess, marks: result, its, test }));
  }
}

// The same, where one thing of each row is chosen: a number, or yes or no.
class Choices {
  constructor(view) {
    this.view = view;
    this.chosen = [];
    this.buttons = view.form.choices.map(([label, options], row) =>
      options.map(([value, name]) =>
        view.button("wordle-button catch-choice", name, () => this.choose(row, value, label, name)),
      ),
    );
    this.rows = view.form.choices.map(([label], row) => {
      const given = { role: "group", "aria-label": label };
      return rowOf(label, element("div", "catch-choices", given, ...this.buttons[row]));
    });
  }

  get value() {
    return [...this.chosen];
  }

  get first() {
    return this.buttons[0][0];
  }

  missing() {
    const row = this.buttons.findIndex((_, place) => this.chosen[place] === undefined);
    return row < 0 ? "" : `Choose first what it should say: ${this.view.texts.how}`;
  }

  clear() {
    this.chosen = [];
    this.paint();
  }

  paint() {
    for (const [row, [, options]] of this.view.form.choices.entries()) {
      for (const [place, [value]] of options.entries()) {
        this.buttons[row][place].setAttribute("aria-pressed", String(this.chosen[row] === value));
      }
    }
  }

  choose(row, value, label, name) {
    this.chosen[row] = value;
    this.paint();
    this.view.onChosen(`${label} ${name}`);
  }

  compare({ shown, picture }, _its, itsShown) {
    const before = picture ? [rowOf("Before", pictureOf(...picture))] : [];
    const said = (text) => element("b", "", {}, text);
    return [...before, rowOf("You", said(shown)), rowOf("Program", said(itsShown))];
  }

  describe({ shown }, { shown: itsShown }, test) {
    return `RED. ${shoutFor(test)} The program says: ${itsShown}. You say: ${shown}.`;
  }
}

function rowOf(label, ...parts) {
  return element("div", "catch-row", {}, element("span", "catch-label", {}, label), ...parts);
}

class CatchView {
  constructor(model, el, sayings) {
    this.model = model;
    this.el = el;
    this.sayings = { ...AT_HOME, ...sayings };
    this.form = model.get("form");
    this.texts = TEXTS[this.form.task];
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
    const title = element("span", "wordle-title", {}, this.form.name);
    this.buildHelp();
    this.intro = element("p", "catch-intro", {}, this.texts.intro);
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
    const keys = this.form.choices.length ? KEYS.choices : KEYS.tiles;
    this.helpTexts = [
      PARTNER,
      `Read what the program does. ${this.texts.rules} Then press Test it.`,
      VERDICTS,
      keys,
    ].map((text) => [element("p", ""), text]);
    this.help = element(
      "div",
      "wordle-help",
      { role: "region", "aria-label": "How it goes", hidden: "" },
      ...this.helpTexts.map(([part]) => part),
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
    const rows = this.form.fields.map((field, place) => this.buildWord(field, place));
    this.answer = this.form.choices.length ? new Choices(this) : new TilesToPaint(this);
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
      ...this.answer.rows,
      this.how,
      this.message,
      element("div", "wordle-actions", {}, this.testButton, this.hintButton),
    );
    this.verdict = element("div", "catch-verdict", { hidden: "" });
    return element("div", "catch-work", {}, this.composer, this.verdict);
  }

  buildWord(of, place) {
    const { name, label, length } = of;
    const field = element("input", "", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "none",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      "aria-label": `${label}, ${lengthOf(of)}`,
    });
    if (of.of === "digits") field.inputMode = "numeric";
    const next = () => {
      const following = this.form.fields[place + 1];
      (following ? this.fields[following.name] : this.answer.first).focus();
    };
    field.addEventListener("input", () => {
      field.value = charactersTyped(field.value, of);
      this.changeWords();
      const following = this.form.fields[place + 1];
      const isNextEmpty = following && !this.fields[following.name].value;
      if (field.value.length === length && isNextEmpty) next();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      next();
    });
    selectOnFocus(field);
    this.fields[name] = field;
    const dice = this.button("catch-pick", "", () => this.pick(of), {
      "aria-label": `Another: ${label}`,
      title: `Another: ${label}`,
    });
    dice.innerHTML = DICE;
    const word = element("span", "catch-word", {}, field);
    word.style.setProperty("--catch-length", length);
    return rowOf(label, word, dice);
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
    this.paintNames();
  }

  // A text in the names of the colours that are shown.
  named(text) {
    return inColoursShown(text, lookNames(Boolean(this.model.get("high_contrast"))));
  }

  // All that stays there when the colours change.
  paintNames() {
    const { step, says } = this.state;
    this.says.textContent = this.named(says);
    this.how.textContent = this.named(step > 1 ? this.texts.how : this.texts.firstHow);
    for (const [part, text] of this.helpTexts) part.textContent = this.named(text);
    for (const picture of this.root.querySelectorAll("[data-told]")) {
      picture.setAttribute("aria-label", this.named(picture.dataset.told));
    }
    this.answer.paint();
  }

  // --- The example ------------------------------------------------------------------------

  // At first some words stand there; later all but the guess stay, for another guess.
  beginExample() {
    const { first, tests } = this.state;
    if (!tests.length) this.fill(first);
    else this.fill({ ...tests.at(-1).words, guess: "" });
    this.isBegun = false; // by the player
  }

  fill(words) {
    for (const [name, field] of Object.entries(this.fields)) field.value = words[name];
    this.changeWords();
  }

  pick({ name, label }) {
    const field = this.fields[name];
    const words = this.model.get("words").filter((word) => word !== field.value);
    field.value = words[Math.floor(Math.random() * words.length)];
    this.changeWords();
    this.announce(`${label}: ${field.value}`);
  }

  // Other words are another example: nothing is chosen yet, and what was said of the last one goes.
  changeWords() {
    this.isBegun = true;
    this.tell("");
    this.answer.clear();
  }

  onChosen(said) {
    this.isBegun = true;
    this.tell("");
    this.announce(said);
  }

  // --- Talking ----------------------------------------------------------------------------

  test() {
    const words = Object.fromEntries(
      Object.entries(this.fields).map(([name, field]) => [name, field.value]),
    );
    const lacking = this.form.fields.find(({ name, length }) => words[name].length < length);
    const missing = lacking ? whatIsMissing(lacking, words[lacking.name]) : this.answer.missing();
    if (missing) {
      this.tell(missing, "refused");
      (lacking ? this.fields[lacking.name] : this.answer.first).focus();
      return;
    }
    this.send({ kind: "test", words, result: this.answer.value });
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
      this.answer.first.focus();
    };
    const ask = () => this.send({ kind: "hint" });
    const more = words
      ? this.button("wordle-button", "Fill these in", take)
      : this.button("wordle-button", "An example, please", ask);
    const hadFocus = this.message.contains(document.activeElement);
    this.tell(words ? text : this.named(text), "hint", more); // not in words to play
    if (hadFocus) more.focus(); // the button that asked is gone
  }

  showRed(verdict) {
    const { tests, over } = this.state;
    const caught = tests.at(-1);
    const test = tests.length;
    const label = over ? "What does it say now?" : "Its next program";
    const next = this.button("wordle-button wordle-button-main", label, () => this.goOn());
    const bar = element("b", "catch-bar", { "data-kind": "red" }, "RED");
    this.verdict.replaceChildren(
      element("p", "catch-told", {}, bar, ` ${shoutFor(test)}`),
      element("p", "", {}, `${caught.asked}:`),
      ...this.answer.compare(caught, verdict.its, verdict.shown),
      element("p", "", {}, `That's test ${test} on your list. Your partner has to think again.`),
      element("div", "wordle-actions", {}, next),
    );
    this.composer.hidden = true;
    this.verdict.hidden = false;
    this.paintTests({ isNewest: true });
    this.paintNames();
    this.announce(this.answer.describe(caught, verdict, test));
    next.focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  // The next program is read first, at its top.
  goOn() {
    const { over, says } = this.state;
    this.beginExample();
    this.paint();
    this.announce(over ? this.verdict.textContent : `The next program. ${this.named(says)}`);
    const main = this.title.closest(".catch-main");
    if (main.getBoundingClientRect().top < 0) main.scrollIntoView({ block: "start" });
    this.title.focus({ preventScroll: true });
  }

  paint() {
    const { step, program, over, best, complaint } = this.state;
    this.title.textContent = `Your partner's program, No. ${step}`;
    this.code.replaceChildren(...program.map(([text, isNew]) => this.buildLine(text, isNew)));
    this.legend.hidden = step === 1;
    this.goal = element("p", "", {}, goalOf(best));
    this.intro.hidden = step > 1;
    this.intro.replaceChildren(best ? this.goal.textContent : this.texts.intro);
    this.composer.hidden = over;
    this.verdict.hidden = !over;
    this.root.toggleAttribute("data-over", over);
    if (over) this.showEnd();
    this.paintTests({ isNewest: false });
    this.paintNames();
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
    const [count, ...more] = endSentences(this.state);
    const result = { text: [this.state.share, this.sayings.address].join("\n").trim() };
    const byHand = fieldToCopy();
    const where = element("p", "", { hidden: "" });
    const shared = this.button(
      "wordle-button",
      canShare() ? "Share result" : "Copy result",
      async () => {
        const told = await shareOrShow(result, byHand);
        const isBelow = !byHand.hidden;
        (isBelow ? where : shared).textContent = told;
        where.hidden = !isBelow;
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
      element("p", "catch-told", {}, count),
      ...(more.length ? [element("p", "", {}, more.join(" "))] : []),
      element("p", "", {}, this.texts.end),
      ...(links.length ? [element("ul", "", {}, ...links)] : []),
      element("p", "", {}, goalOf(this.state.best)),
      element("div", "wordle-actions", {}, again, shared),
      where,
      byHand,
    );
  }

  paintTests({ isNewest }) {
    const { tests, over } = this.state;
    this.tests.hidden = !tests.length;
    this.count.textContent = `Your tests: ${tests.length}`;
    const items = tests.map(({ asked, shown, picture, line, enough }, number) => {
      const seen = picture ? [pictureOf(...picture)] : [];
      const given = asked.replace(/^When (the )?/, ""); // short, beside the tiles
      const said = shown ? `${given}: ${shown} ` : `${given} `;
      const told = element("span", "catch-note", {}, said);
      const isTagged = over && enough && !isNewest && tests.some((test) => !test.enough);
      const tag = isTagged ? [element("span", "catch-enough", {}, "enough")] : [];
      const code = element("code", "catch-line", {}, ...withSquares(line));
      const item = element("li", "", {}, ...seen, told, ...tag, code);
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
    if (/^[a-z0-9]$/i.test(event.key)) this.fields.guess.focus(); // and the character goes there
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
