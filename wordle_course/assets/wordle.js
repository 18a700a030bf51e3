// The inline game: what a player sees and touches. It decides no rule. The kernel sends the whole
// public game as one `state`; the page sends requests and waits for the reply that bears their id:
//   page -> kernel   {kind: "guess", id, word}   or   {kind: "new-game", id}
//   kernel -> page   {kind: "reply", id, reason}      reason: null, or why the guess did not count
// Only the word being typed (the draft) lives here, so that typing never waits for the kernel.
// keys.js, parts.js, colours.js and board.js, what needs no page, stand before this text.

const FLIP_MS = 500; // one tile turning over
const STAGGER_MS = 220; // from one tile to the next
const TOAST_MS = 2200;
const PATIENCE_MS = 1500; // how long a request may go unanswered before the player is told
const BOUNCE_MS = 700; // the tiles of a word that was found, each
const SETTLE_MS = 300; // how long a notebook may still move cells after one of them has run

// Drawn, because some machines have no font with ⌫.
const BACKSPACE_ICON = `
  <svg class="wordle-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">
    <path d="M8 5h13v14H8l-6-7zM11 9.5l5 5M16 9.5l-5 5" />
  </svg>`;

const RULES = {
  green: "the letter is in the word, in this place",
  yellow: "it is in the word, in another place",
  grey: "it is not in the word, or not as often as you guessed it",
};
const SIGNS = { green: "with a tick", yellow: "with a ring" };

// By their signs, which are the same in all colours.
const HARD_MODE =
  "Hard mode, in the settings: each guess uses all that was found, letters with a tick in their " +
  "places and those with a ring anywhere.";

const FOR_SCREEN_READERS =
  "Up and down read a guess aloud to screen readers, left and right its letters.";

// What the game says about where it is. A page that is no notebook says it in its own words, and
// has no keys that the game could give back.
const IN_A_NOTEBOOK = {
  leave: "Press Esc to leave the game",
  silence:
    "The kernel is busy, or was stopped. Your guess waits. " +
    "If the kernel was stopped, run this cell again.",
  stopped: "The kernel was stopped or restarted: run this cell again",
};

function isTextField(node) {
  return node.matches("input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]");
}

function wantsNoMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// A phone or a tablet has the keys on the board, or those of its own screen.
function hasNoKeys() {
  return window.matchMedia("(hover: none)").matches;
}

class WordleView {
  constructor(model, el, sayings) {
    this.model = model;
    this.el = el;
    this.sayings = sayings;
    this.draft = [];
    this.requests = new Requests();
    this.shown = null; // the state on the screen
    this.timers = {};
    this.build();
    this.listen();
    this.paintContrast();
    this.paintState();
    this.countDown();
    requestAnimationFrame(() => whenConnected(this.el, () => this.arrive()));
  }

  get state() {
    return this.model.get("state");
  }

  // What takes the keys.
  get home() {
    return this.field ?? this.root;
  }

  // The game with its settings and statistics, where it has some.
  get area() {
    return this.el.closest(".wordle-game") ?? this.root;
  }

  // --- The page ---------------------------------------------------------------------------

  build() {
    this.newButton = button("wordle-button", "New game");
    this.hardMode = element("span", "wordle-tag", {}, "Hard mode");
    this.label = element("span", "wordle-label");
    this.helpButton = button("wordle-button", "?", {
      "aria-label": "How to play",
      "aria-expanded": "false",
    });
    this.buildHelp();
    this.toast = element("div", "wordle-toast", { "aria-hidden": "true" });
    this.board = element("div", "wordle-board", { role: "group", "aria-label": "Board" });
    this.keyboard = element("div", "wordle-keyboard", { role: "group", "aria-label": "Keyboard" });
    this.keys = new Map();
    this.field = null; // for words that need an input method
    this.buildEndPanel();
    this.announcer = newAnnouncer();
    this.root = element(
      "div",
      "wordle",
      {
        tabindex: "0",
        role: "application",
        "aria-label": `Wordle. Type a word. ${this.keysHelp()}`,
      },
      element(
        "div",
        "wordle-header",
        {},
        element("span", "wordle-title", {}, "Wordle"),
        this.hardMode,
        this.helpButton,
        this.newButton,
        this.label,
      ),
      this.help,
      element(
        "div",
        "wordle-stage",
        {},
        this.board,
        element("div", "wordle-notice", {}, this.toast), // below the board: it covers no row
      ),
      this.keyboard,
      this.endPanel,
      element(
        "div",
        "wordle-hint",
        { "aria-hidden": "true" },
        element("span", "wordle-hint-outside", {}, "Click the game to type with your keyboard"),
        element("span", "wordle-hint-inside", {}, this.sayings.leave ?? ""),
      ),
      this.announcer,
    );
    this.root.style.setProperty("--wordle-flip", `${FLIP_MS}ms`);
    this.root.style.setProperty("--wordle-stagger", `${STAGGER_MS}ms`);
    this.root.style.setProperty("--wordle-bounce", `${BOUNCE_MS}ms`);
    this.el.append(this.root);
  }

  buildEndPanel() {
    this.verdict = element("div", "wordle-verdict");
    this.squares = element("div", "wordle-squares", { role: "img" });
    this.countdown = element("div", "wordle-countdown", { role: "timer", "aria-live": "off" });
    this.byHand = fieldToCopy();
    this.copyButton = button("wordle-button", canShare() ? "Share result" : "Copy result");
    this.againButton = button("wordle-button wordle-button-main", "New game");
    this.endPanel = element(
      "div",
      "wordle-end",
      { role: "group", "aria-label": "Result" },
      this.verdict,
      this.squares,
      element("div", "wordle-actions", {}, this.copyButton, this.againButton),
      this.byHand,
      this.countdown,
    );
  }

  buildHelp() {
    this.ruleTexts = new Map(); // of each mark: it names the colour that is shown
    const marks = Object.keys(RULES).map((mark) => {
      const tile = element(
        "span",
        "wordle-example",
        { "data-mark": mark, "aria-hidden": "true" },
        "A",
      );
      const told = element("span", "");
      this.ruleTexts.set(mark, told);
      return element("li", "", {}, tile, told);
    });
    this.goal = element("p", "");
    this.helpClose = button("wordle-button wordle-button-main", "Play");
    this.help = element(
      "div",
      "wordle-help",
      { role: "region", "aria-label": "How to play", hidden: "" },
      this.goal,
      element("ul", "", {}, ...marks),
      element("p", "", {}, HARD_MODE),
      element("p", "", {}, this.keysHelp(), hasNoKeys() ? "" : ` ${FOR_SCREEN_READERS}`),
      this.helpClose,
    );
  }

  keysHelp() {
    if (hasNoKeys()) return "Enter guesses, and ⌫ takes a letter back.";
    const leave = this.sayings.leave ? ` ${this.sayings.leave}.` : "";
    return `Enter guesses, Backspace deletes.${leave}`;
  }

  showHelp(isShown) {
    this.help.hidden = !isShown;
    this.root.toggleAttribute("data-helping", isShown);
    this.helpButton.setAttribute("aria-expanded", isShown);
    (isShown ? this.helpClose : this.home).focus({ preventScroll: true });
  }

  paintGoal() {
    const { row_count: rows, word_length: length } = this.state;
    const find = `Find the word of ${length} letters. You have ${rows} rows.`;
    this.goal.textContent = `${find} Each guess is a word, and its letters get marks:`;
  }

  paintLabel() {
    this.label.textContent = this.model.get("label") ?? "";
  }

  buildKeyboard(rows) {
    if (!rows.length) {
      this.buildField();
      return;
    }
    const lines = rows.map((letters) => letters.map((letter) => this.buildKey(letter)));
    const last = lines.at(-1);
    last.unshift(this.buildKey("Enter"));
    last.push(this.buildKey("Backspace"));
    this.keyboard.replaceChildren(
      ...lines.map((keys) => element("div", "wordle-keyboard-row", {}, ...keys)),
    );
    this.writeOnKeys();
  }

  // When all keys are there, because a letter's capital depends on the alphabet.
  writeOnKeys() {
    for (const [letter, key] of this.keys) key.textContent = capitals(letter, this.keys);
  }

  // Thousands of letters have no keys. They are typed with an input method, which needs a field;
  // the letters that were tried stand below it, with their marks.
  buildField() {
    this.field = element("input", "wordle-field", {
      "aria-label": "Your guess",
      autocapitalize: "none",
      autocomplete: "off",
      enterkeyhint: "go",
      placeholder: "type a word",
      spellcheck: "false",
    });
    this.field.addEventListener("input", () => this.takeField());
    this.root.tabIndex = -1; // the field is the place to go to
    this.root.addEventListener("focus", () => this.field.focus({ preventScroll: true }));
    this.tried = element("div", "wordle-tried");
    const row = element("div", "wordle-keyboard-row", {}, this.field, this.buildKey("Enter"));
    this.keyboard.replaceChildren(row, this.tried);
  }

  // The board shows what is typed, as far as it has room.
  takeField() {
    this.draft = lettersOf(this.field.value.trim().toLowerCase());
    this.hideToast();
    this.paintDraft();
  }

  clearDraft() {
    this.draft = [];
    if (this.field) this.field.value = "";
  }

  paintTried(marks) {
    this.keys = new Map();
    const known = Object.keys(marks).sort();
    this.tried.replaceChildren(...known.map((letter) => this.buildKey(letter)));
    this.writeOnKeys();
  }

  buildKey(name) {
    const isLetter = name !== "Enter" && name !== "Backspace";
    const key = button(`wordle-key${isLetter ? "" : " wordle-key-wide"}`, name, {
      tabindex: "-1", // Tab goes from button to button, not through an alphabet
      "data-key": name,
      "aria-label": name,
    });
    key.addEventListener("click", () => this.press(name));
    if (name === "Backspace") key.innerHTML = BACKSPACE_ICON;
    if (isLetter) this.keys.set(name, key);
    return key;
  }

  // As many rows as the game has: rows are added and removed, never drawn anew, so that what
  // moves on the screen is only what has changed.
  buildRows(count, length) {
    this.root.style.setProperty("--wordle-columns", length);
    while (this.board.children.length > count) this.board.lastChild.remove();
    while (this.board.children.length < count) {
      const tiles = Array.from({ length }, (_, place) => {
        const tile = element("div", "wordle-tile", { role: "img", "data-letter": "" });
        tile.style.setProperty("--wordle-place", place);
        return tile;
      });
      this.board.append(element("div", "wordle-row", { role: "group" }, ...tiles));
    }
  }

  // --- Showing the game -------------------------------------------------------------------

  paintState() {
    const state = this.state;
    const before = this.shown;
    this.shown = state;
    const isNewGame = !before || state.game !== before.game;
    const isNewRow = !isNewGame && state.rows.length === before.rows.length + 1;
    this.hideToast();
    this.finishReveal();
    if (!before) this.buildKeyboard(state.keyboard);
    if (this.field) this.paintTried(state.keys);
    for (const part of [this.board, this.keyboard, this.squares]) {
      part.dir = state.is_leftward ? "rtl" : "ltr";
    }
    this.buildRows(state.row_count, state.word_length);
    this.root.dataset.status = state.status;
    this.hardMode.hidden = !state.hard_mode;
    const isDraftPlayed = isNewRow && state.rows.at(-1)[0].join("") === this.draft.join("");
    if (isNewGame || isDraftPlayed || (this.field && isNewRow)) this.clearDraft();
    for (const [row, [letters, marks]] of state.rows.entries()) this.paintRow(row, letters, marks);
    for (let row = state.rows.length; row < state.row_count; row++) this.paintRow(row, [], []);
    this.paintDraft();
    for (const [letter, key] of this.keys) {
      const mark = state.keys[letter] || "";
      key.dataset.mark = mark;
      key.setAttribute("aria-label", describe(letter, mark, this.keys));
    }
    this.paintGoal();
    this.paintLabel();
    this.paintEndPanel();
    this.readAt = null;
    if (isNewRow) this.reveal(state.rows.length - 1);
    else if (before && isNewGame) {
      this.announce("A new game.");
      // A game started from the settings is to be played at once.
      if (this.area.contains(document.activeElement)) this.takeKeys();
    }
  }

  paintRow(row, letters, marks) {
    const line = this.board.children[row];
    for (const [place, tile] of [...line.children].entries()) {
      const letter = letters[place] || "";
      const isTyped = letter && !marks.length && !tile.dataset.letter;
      if (isTyped) tile.classList.add("wordle-pop");
      const said = letter ? describeLetter(letters, marks, place, this.keys) : "empty";
      paintTile(tile, letter, marks[place] || "", said, this.keys);
    }
    const told = describeGuess(letters, marks, this.keys);
    line.setAttribute("aria-label", `Guess ${row + 1}: ${told || "empty"}`);
  }

  paintDraft() {
    const { status, rows } = this.state;
    if (status !== "playing") return;
    this.paintRow(rows.length, this.draft, []);
    this.bringTileIntoSight(this.board.children[rows.length]?.children[this.draft.length]);
  }

  // In a word that is longer than the board is wide.
  bringTileIntoSight(tile) {
    if (!tile || this.board.scrollWidth <= this.board.clientWidth) return;
    const board = this.board.getBoundingClientRect();
    const middle = board.left + board.width / 2;
    this.board.scrollBy({ left: tile.getBoundingClientRect().left - middle });
  }

  paintEndPanel() {
    const { status, rows, word_length: length } = this.state;
    if (status === "playing") return;
    this.verdict.textContent = endMessage(this.state, this.keys);
    this.squares.style.setProperty("--wordle-columns", length);
    this.squares.replaceChildren(
      ...rows.flatMap(([, marks]) =>
        marks.map((mark) => element("i", "wordle-square", { "data-mark": mark })),
      ),
    );
    const told = rows.map(([, marks]) => marks.map((mark) => MARK_NAMES[mark]).join(", "));
    this.squares.setAttribute("aria-label", told.join("; "));
  }

  // How long it takes until the next word of the day, second by second.
  countDown() {
    const clock = timeUntil(this.model.get("daily")?.next, Date.now());
    const isThere = !clock && Boolean(this.model.get("daily")?.next);
    this.countdown.hidden = !clock && !isThere;
    if (isThere) this.countdown.textContent = "The next word of the day is there";
    if (!clock) return;
    this.countdown.textContent = `The next word of the day comes in ${clock}`;
    this.startTimer("countdown", () => this.countDown(), 1000);
  }

  paintContrast() {
    const isHigh = Boolean(this.model.get("high_contrast"));
    const isForced = window.matchMedia(FORCED_COLOURS).matches;
    this.root.dataset.contrast = isHigh ? "high" : "normal";
    for (const [mark, told] of this.ruleTexts) {
      const name = lookNames(isHigh, isForced)[mark];
      // Where the colours are the player's own, the name is the sign.
      const sign = isForced || !SIGNS[mark] ? "" : `, ${SIGNS[mark]}`;
      told.textContent = `${name[0].toUpperCase()}${name.slice(1)}${sign}: ${RULES[mark]}.`;
    }
  }

  // Turn the tiles of a row over, one after the other; the end of the game waits for the last.
  // Attributes are already final: only the look is late.
  reveal(row) {
    const state = this.state;
    const [letters, marks] = state.rows[row];
    const end = state.status === "playing" ? "" : endMessage(state, this.keys);
    this.announce(`${describeGuess(letters, marks, this.keys)}. ${end}`);
    if (wantsNoMotion()) return;
    const finish = () => {
      this.finishReveal();
      if (state.status === "won") this.bounce(row);
    };
    const duration = FLIP_MS + STAGGER_MS * (state.word_length - 1);
    this.root.style.setProperty("--wordle-reveal", `${duration}ms`);
    this.root.dataset.revealing = "true";
    this.board.children[row].classList.add("wordle-flip");
    this.startTimer("reveal", finish, duration);
  }

  // A class that stays would animate again when the notebook scrolls its output away and back.
  finishReveal() {
    clearTimeout(this.timers.reveal);
    delete this.root.dataset.revealing;
    for (const line of this.board.children) line.classList.remove("wordle-flip");
  }

  bounce(row) {
    const line = this.board.children[row];
    line.classList.add("wordle-bounce");
    const duration = BOUNCE_MS + (STAGGER_MS / 2) * this.state.word_length;
    this.startTimer("bounce", () => line.classList.remove("wordle-bounce"), duration);
  }

  // The row that was refused. The reason is below the board, maybe below the edge of the page, too.
  shake() {
    this.bringIntoSight(this.toast);
    const line = this.board.children[this.state.rows.length];
    if (!line) return;
    line.classList.remove("wordle-shake");
    void line.offsetWidth; // lets the browser see the row without the class: it shakes again
    line.classList.add("wordle-shake");
  }

  // --- Telling the player -----------------------------------------------------------------

  tell(text, options) {
    this.announce(text);
    this.showToast(text, options);
  }

  announce(text) {
    announceIn(this.announcer, text);
  }

  showToast(text, { stays = false } = {}) {
    this.toast.textContent = text;
    this.toast.dataset.shown = "true";
    clearTimeout(this.timers.toast);
    if (!stays) this.startTimer("toast", () => this.hideToast(), TOAST_MS);
  }

  hideToast() {
    clearTimeout(this.timers.toast);
    delete this.toast.dataset.shown;
  }

  startTimer(name, action, delay) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, delay);
  }

  // --- Arriving in the notebook ---------------------------------------------------------------

  // Who has just run this cell wants to play, and the notebook, now at the next cell, would take
  // the letters for commands. So the board takes the keys.
  arrive() {
    this.clicked = this.area;
    this.onAreaClick = (event) => this.onClick(event);
    this.clicked.addEventListener("click", this.onAreaClick);
    this.watchOpeners();
    this.watchPanels();
    if (!isAwaited(this.el, ".wordle-game, .wordle")) return;
    this.takeKeys();
    this.isUntouched = true;
  }

  // ipywidgets' buttons that open something have a sign, ▸ or ▾. Those who do not see it hear it.
  watchOpeners() {
    const options = { subtree: true, childList: true, attributeFilter: ["class"] };
    this.openerObserver = new MutationObserver(() => this.labelOpeners());
    for (const part of this.area.querySelectorAll(".wordle-openers, .wordle-side")) {
      this.openerObserver.observe(part, options);
    }
    this.labelOpeners();
  }

  labelOpeners() {
    const opened = this.area.querySelectorAll(".wordle-opened");
    const openers = ".wordle-openers > button, .wordle-opened .widget-toggle-button";
    for (const [place, opener] of this.area.querySelectorAll(openers).entries()) {
      opener.setAttribute("aria-expanded", opener.classList.contains("mod-active"));
      opener.setAttribute("aria-label", opener.textContent);
      if (!opened[place]) continue; // it opens a part of its own panel
      opened[place].id ||= `wordle-${Date.now()}-${Math.random()}`;
      opener.setAttribute("aria-controls", opened[place].id);
    }
  }

  // A panel opens beside the board, or on a narrow page below it, maybe below the edge of the page,
  // too: whoever has pressed its button should see that something has happened.
  watchPanels() {
    const side = this.area.querySelector(".wordle-side");
    if (!side) return;
    let height = side.offsetHeight;
    this.sideObserver = new ResizeObserver(() => {
      const hasGrown = side.offsetHeight > height;
      height = side.offsetHeight;
      if (hasGrown) this.showPanel();
    });
    this.sideObserver.observe(side);
  }

  // The top of the panel is to be seen, and with it the board, where both begin at one height, or
  // else the button that was pressed. A panel may be higher than the page, even beside the board.
  showPanel() {
    const { pressed } = this;
    const side = this.area.querySelector(".wordle-side");
    if (!pressed || !side?.offsetHeight) return;
    const main = this.area.querySelector(".wordle-main");
    const isBelow = side.getBoundingClientRect().top >= main.getBoundingClientRect().bottom - 1;
    if (isBelow) this.bringIntoSight(side, pressed);
    // What a button in the panel opens is right below it.
    else if (main.contains(pressed)) this.bringIntoSight(main);
  }

  // Who types or scrolls after that looks where they want to: a panel that grows later stays there.
  lookElsewhere() {
    this.pressed = null;
  }

  takeKeys() {
    this.home.focus({ preventScroll: true });
    this.showWhole();
    this.startTimer("settle", () => this.home.matches(":focus") && this.showWhole(), SETTLE_MS);
  }

  showWhole() {
    this.bringIntoSight(this.area);
  }

  // Scroll no further than is needed to see a whole part, below what is above it, or else its top.
  bringIntoSight(part, above) {
    const room = this.el.closest(".jp-WindowedPanel-outer")?.clientHeight ?? window.innerHeight;
    const fits = part.offsetHeight + (above?.offsetHeight ?? 0) < room;
    (fits ? part : (above ?? part)).scrollIntoView({ block: fits ? "nearest" : "start" });
  }

  // --- Typing -----------------------------------------------------------------------------

  press(key) {
    if (this.requests.keeps(key)) return;
    if (!this.help.hidden) this.showHelp(false);
    if (key === NEW_GAME) this.request({ kind: "new-game" });
    if (key === NEW_GAME || this.root.dataset.status !== "playing") return;
    this.hideToast();
    if (key === "Enter") {
      this.request({ kind: "guess", word: this.field?.value ?? this.draft.join("") });
    } else if (key === "Backspace") {
      const letter = this.draft.pop();
      if (letter) this.announce(`${capitals(letter, this.keys)} deleted`);
    } else {
      this.draft = this.field
        ? [...this.draft, key]
        : typed(this.draft, key, this.keys, this.state.word_length);
    }
    if (this.field && key !== "Enter") this.field.value = this.draft.join("");
    this.paintDraft();
  }

  // Any key in the game, before the notebook hears of it.
  onAnyKey(event) {
    if (this.isUntouched) goOn(this.el, event);
    if (event.key !== "Shift") this.isUntouched = false;
    if (event.key === "Enter" && event.target.matches(".wordle-secret input")) {
      this.area.querySelector(".wordle-start")?.click(); // a word for a friend is typed, or a code
    }
    this.bringHome(event);
  }

  // Who types a letter means the board, wherever a click has left the focus. A text field keeps its
  // own, a button the keys that press it, and a choice the arrows.
  bringHome(event) {
    const { target, key } = event;
    if (this.root.contains(target) || isTextField(target) || belongsToNotebook(event)) return;
    const isLetter = [...key].length === 1 && key !== " ";
    const isEnter = key === "Enter" && !target.closest("button");
    if (!isLetter && !isEnter && key !== "Backspace" && !isPaste(event)) return;
    this.home.focus({ preventScroll: true });
    this.onKeyDown(event);
  }

  // A click leaves the keys with the board, unless a field was clicked or a text is being marked. A
  // button that was pressed by a key keeps them: its click has no place (detail is 0).
  onClick(event) {
    clearTimeout(this.timers.settle); // where to look is now the player's choice
    this.pressed = event.target.closest(".wordle-game .widget-toggle-button");
    // A panel that takes the place of another need not be taller.
    if (this.pressed?.classList.contains("mod-active")) this.showPanel();
    if (event.target.closest(".wordle-start")) this.awaitStart();
    if (!event.detail || isTextField(event.target) || this.root.contains(event.target)) return;
    if (window.getSelection()?.isCollapsed ?? true) this.home.focus({ preventScroll: true });
  }

  // In a field, which has its own keys but for these. An input method has Enter for itself.
  onFieldKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Escape") this.leave();
    if (event.key !== "Enter" || event.target !== this.field) return;
    event.preventDefault();
    this.press("Enter");
  }

  onKeyDown(event) {
    if (isTextField(event.target) && event.key !== "Tab" && !belongsToNotebook(event)) {
      this.onFieldKey(event);
      return;
    }
    if (belongsToNotebook(event) || event.key === "Tab" || event.isComposing) return;
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault(); // it is used up, and has left the game or closed the rules
      if (this.help.hidden) leave(this.el);
      else this.showHelp(false);
      return;
    }
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.read(event.key);
      return;
    }
    const isButton = event.target.closest("button");
    if (isButton && (event.key === "Enter" || event.key === " ")) return; // the button's own
    if (isPaste(event)) return;
    const isUsed = [...event.key].length === 1 || ["Enter", "Backspace"].includes(event.key);
    if (!isUsed) return;
    event.preventDefault();
    // A key held down deletes on and on; it does not fill the row, nor guess again.
    if (!event.repeat || event.key === "Backspace") this.press(event.key);
  }

  // For screen readers: up and down go from guess to guess, left and right from tile to tile.
  read(key) {
    const { rows, word_length: length } = this.state;
    if (!rows.length) {
      this.announce("No guesses yet.");
      return;
    }
    this.readAt = nextToRead(this.readAt, key, rows.length, length);
    const [row, place] = this.readAt;
    const line = this.board.children[row];
    this.announce((line.children[place] ?? line).getAttribute("aria-label"));
  }

  // Letters only: whether to guess what was pasted is for the player to say.
  onPaste(event) {
    if (isTextField(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    for (const letter of lettersIn(event.clipboardData.getData("text/plain"))) this.press(letter);
  }

  // A click on a button leaves the keys with the game: Enter must guess, not click once more.
  onMouseDown(event) {
    if (!event.target.closest("button")) return;
    event.preventDefault();
    this.home.focus({ preventScroll: true });
  }

  // --- Talking to the kernel --------------------------------------------------------------

  request(content) {
    this.awaitReply(`${Date.now()}-${Math.random()}`);
    try {
      this.model.send({ ...content, id: this.requests.pending });
    } catch {
      this.disconnect(); // the kernel was shut down
    }
  }

  // A button of the settings has asked for a new game: what is typed before it comes is for it.
  awaitStart() {
    const isLost = this.root.dataset.status === "disconnected";
    if (!this.requests.pending && !isLost) this.awaitReply("start");
  }

  awaitReply(id) {
    this.requests.pending = id;
    const tellOfSilence = () => this.tell(this.sayings.silence, { stays: true });
    this.startTimer("patience", tellOfSilence, PATIENCE_MS);
  }

  onMessage(message) {
    const keys = this.requests.answeredBy(message);
    if (!keys) return; // another view's
    clearTimeout(this.timers.patience);
    for (const key of keys) this.press(key); // after an Enter they queue up again
    if (!message.reason) return;
    // Until the next key: a sentence from a player's own program may take a while to read. It comes
    // after the keys that were typed ahead, because none of them was meant to end it.
    this.tell(message.reason, { stays: true });
    this.shake();
  }

  requestNewGame() {
    if (this.root.dataset.status === "disconnected" || this.requests.isStarting) return;
    this.requests.isStarting = true; // a double click starts one game
    this.home.focus({ preventScroll: true }); // the button may vanish under a keyboard's player
    this.press(NEW_GAME);
  }

  disconnect() {
    clearTimeout(this.timers.patience);
    this.requests.forget();
    this.root.dataset.status = "disconnected";
    // Buttons that nobody hears. (ipywidgets' own sign for that is a red broken chain at each.)
    for (const part of this.area.querySelectorAll(".wordle-openers, .wordle-side")) {
      part.inert = true;
    }
    this.tell(this.sayings.stopped, { stays: true });
  }

  // With the number of a word of the day, in the colours that the player sees.
  shareText() {
    const text = this.model.get("daily")?.share || this.state.share;
    return this.root.dataset.contrast === "high" ? inHighContrast(text) : text;
  }

  async copyResult() {
    this.tell(await shareOrShow({ text: this.shareText() }, this.byHand));
  }

  listen() {
    this.modelListeners = {
      "change:state": () => this.paintState(),
      "change:high_contrast": () => this.paintContrast(),
      "change:label": () => this.paintLabel(),
      "change:daily": () => this.countDown(),
      "msg:custom": (message) => this.onMessage(message),
      comm_live_update: () => this.disconnect(), // the kernel was restarted
    };
    for (const [name, listener] of Object.entries(this.modelListeners)) {
      this.model.on(name, listener);
    }
    this.endGuard = guardKeys(
      this.root,
      () => this.area,
      (event) => this.onAnyKey(event),
    );
    focusOnClick(this.root);
    this.onLook = () => this.lookElsewhere();
    for (const name of ["keydown", "pointerdown", "wheel"]) {
      window.addEventListener(name, this.onLook, { capture: true, passive: true });
    }
    this.forcedColours = window.matchMedia(FORCED_COLOURS);
    this.onColours = () => this.paintContrast();
    this.forcedColours.addEventListener("change", this.onColours);
    this.root.addEventListener("keydown", (event) => this.onKeyDown(event));
    this.root.addEventListener("paste", (event) => this.onPaste(event));
    this.root.addEventListener("mousedown", (event) => this.onMouseDown(event));
    this.board.addEventListener("animationend", (event) => {
      event.target.classList.remove("wordle-pop", "wordle-shake");
    });
    this.helpButton.addEventListener("click", () => this.showHelp(this.help.hidden));
    this.helpClose.addEventListener("click", () => this.showHelp(false));
    this.newButton.addEventListener("click", () => this.requestNewGame());
    this.againButton.addEventListener("click", () => this.requestNewGame());
    this.copyButton.addEventListener("click", () => this.copyResult());
  }

  remove() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.endGuard();
    for (const name of ["keydown", "pointerdown", "wheel"]) {
      window.removeEventListener(name, this.onLook, { capture: true });
    }
    this.forcedColours.removeEventListener("change", this.onColours);
    this.clicked?.removeEventListener("click", this.onAreaClick);
    this.openerObserver?.disconnect();
    this.sideObserver?.disconnect();
    for (const [name, listener] of Object.entries(this.modelListeners)) {
      this.model.off(name, listener);
    }
  }
}

function render({ model, el, sayings = IN_A_NOTEBOOK }) {
  const view = new WordleView(model, el, sayings);
  return () => view.remove();
}

export const widget = { render, share, canShare };
