// The page: it draws the widgets that Python tells of, and tells Python what the player does. What
// Python tells at first stands in the page already (make_play.py has written it), so that the board
// is there before Python is. No rule is here; the board is drawn by the game's own module.
import { listenTo, Model, postTo, startWorker } from "./model.js";

const SAYINGS = {
  silence: "Python is starting, or busy. Your guess waits.",
  stopped: "Python could not start in this browser: load the page again, or try another one",
};

// Said once, below the board, when it is known.
const NOT_KEPT =
  "This browser lets the page keep nothing, so your game, statistics and settings are gone when " +
  "you close it.";

const worker = startWorker("game");
const toPython = postTo(worker, () => RECEIVED.failed());
let isOpen = false; // whether Python has told its game

// Before that, the board is of the last visit, and the game may be another one: a guess says which
// rows it was typed below, so that none is played in a game that the player has not seen.
function post(message) {
  toPython(isOpen ? message : { ...message, below: board.get("state").rows });
}

// --- Drawing, with the class names of ipywidgets, which our style sheets know ---------------------

function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function box(className) {
  return (model) => element("div", { className }, ...model.get("children").map(view));
}

// An input whose `property` is the model's value.
function input(model, property, given) {
  const node = element("input", given);
  model.follow("value", (value) => {
    node[property] = value;
  });
  node.addEventListener("change", () => model.change("value", node[property]));
  return node;
}

function checkbox(model) {
  const box = input(model, "checked", { type: "checkbox" });
  const label = element("label", {}, model.get("description"), box);
  return element("div", { className: "widget-checkbox" }, label);
}

function text(model) {
  const given = { placeholder: model.get("placeholder"), autocomplete: "off" };
  const name = element("span", { className: "widget-label" }, model.get("description"));
  const label = element("label", {}, name, input(model, "value", given));
  return element("div", { className: "widget-text" }, label);
}

function radioButtons(model) {
  const choices = model.get("options").map(([name, own]) => {
    const choice = element("input", { type: "radio", name: `field-${model.number}` });
    model.follow("value", (value) => {
      choice.checked = value === own;
    });
    choice.addEventListener("change", () => model.change("value", own));
    return element("label", {}, choice, name);
  });
  const given = { className: "widget-radio-box widget-radio", role: "radiogroup" };
  return element("div", { ...given, ariaLabel: model.get("description") }, ...choices);
}

function button(model, onPress) {
  const node = element("button", { className: "jupyter-button", type: "button" });
  model.follow("description", (description) => {
    node.textContent = description;
  });
  node.addEventListener("click", onPress);
  return node;
}

function toggleButton(model) {
  const node = button(model, () => model.change("value", !model.get("value")));
  node.classList.add("widget-toggle-button");
  model.follow("value", (isOn) => node.classList.toggle("mod-active", isOn));
  return node;
}

function html(model) {
  const content = element("div", { className: "widget-html-content" });
  model.follow("value", (value) => {
    content.innerHTML = value; // Python has escaped the words
  });
  return element("div", { className: "widget-html" }, content);
}

function anywidget(model) {
  const el = element("div", {});
  modules.get(model.get("module")).render({ model, el, sayings: SAYINGS });
  return el;
}

const DRAWN = {
  VBox: box("widget-vbox"),
  HBox: box("widget-hbox"),
  HTML: html,
  Text: text,
  Checkbox: checkbox,
  RadioButtons: radioButtons,
  Button: (model) => button(model, () => model.send({ event: "click" })),
  ToggleButton: toggleButton,
  AnyWidget: anywidget,
};

function view(number) {
  const model = models[number];
  const node = DRAWN[model.get("type")](model);
  node.classList.add(...model.get("_dom_classes"));
  model.follow("display", (display) => {
    node.style.display = display;
  });
  return node;
}

// --- A friend's word is a link --------------------------------------------------------------------

const OTHER_GAME = "A friend has sent you a word. Play it now? Your unfinished game ends.";

// A page that is opened with a code plays its word. The code leaves the address: a reload goes on.
function playFriendsWord(board) {
  const code = new URLSearchParams(`code=${location.hash.slice(1)}`).get("code"); // whatever it is
  if (!code) return;
  history.replaceState(null, "", location.pathname + location.search);
  const { status, rows } = board.get("state");
  if (status === "playing" && rows.length && !confirm(OTHER_GAME)) return;
  board.tell("code", { code });
}

// The link to a word for a friend, below the field where it was typed until another one is.
function showLink(code) {
  const field = document.querySelector(".wordle-secret");
  const url = new URL(`#${code}`, location).href;
  const link = element("a", { href: url, target: "_blank", textContent: url });
  const { share, canShare } = modules.get(boardOf(models).get("module"));
  const label = canShare() ? "Share the link" : "Copy the link";
  const given = button(new Model(-1, { description: label }, post), async () => {
    given.textContent = await share({ url });
  });
  field.querySelector(".play-link")?.remove();
  field.append(element("div", { className: "play-link" }, link, given));
  const panel = field.closest(".wordle-opened");
  const remove = () => field.querySelector(".play-link")?.remove();
  panel.addEventListener("input", remove, { once: true });
}

function boardOf(all) {
  return all.find((model) => model.get("state"));
}

// --- Who comes for the first time reads the rules --------------------------------------------------

function showRulesOnce(board) {
  const isKnown = optional.texts.read("wordle-rules") || board.get("state").rows.length;
  optional.texts.write("wordle-rules", "seen");
  if (!isKnown) document.querySelector("[aria-label='How to play']").click();
}

// --- After a game ----------------------------------------------------------------------------------

// Who has finished a game may want another kind of game.
function offerCatchIt() {
  const { status } = board.get("state");
  document.getElementById("catch-it").hidden = status === "playing";
}

// --- What Python tells ----------------------------------------------------------------------------

const RECEIVED = {
  // What the player has changed meanwhile is on its way to Python, and stays.
  open({ widgets, isFirst }) {
    isOpen = true;
    hasKeptGame = isFirst;
    for (const [number, state] of widgets.entries()) {
      const model = models[number];
      for (const name of model.touched) delete state[name];
      model.receive(state);
    }
  },
  state: ({ number, state }) => models[number].receive(state),
  custom: ({ number, content }) => models[number].emit("msg:custom", content),
  code: ({ code }) => showLink(code),
  kept({ isKept }) {
    isBoardKept = isKept;
    if (!isKept) optional.texts.remove(PLACE);
    document.getElementById("not-kept").textContent = isKept ? "" : NOT_KEPT;
  },
  failed() {
    for (const model of models) model.emit("comm_live_update");
  },
};

// The board of a game that was under way is there at once; Python, which has the game, comes later.
// Where Python cannot keep the game, no board of it is kept, nor that of a second tab. A board with a
// label, such as that of a word of the day, is shown on the day on which it was begun.
function boardAgain(board) {
  const today = () => new Date().toDateString();
  let begun = {}; // the label of the game that is kept, and the day on which it was begun
  try {
    const { day, ...shown } = JSON.parse(optional.texts.read(PLACE)) ?? {};
    begun = { label: shown.label, day };
    if (shown.label && day !== today()) {
      delete shown.state;
      delete shown.label;
    }
    board.receive(shown);
  } catch (error) {
    console.warn("The board of the last visit cannot be shown:", error);
  }
  const keep = () => {
    const { state, label, high_contrast } = board.state;
    if (label !== begun.label) begun = { label, day: today() };
    const game = state.status === "playing" ? { state, ...begun } : {};
    const text = JSON.stringify({ high_contrast, ...game });
    if (isBoardKept && hasKeptGame) optional.texts.write(PLACE, text);
  };
  board.on("change:state", keep);
  board.on("change:label", keep);
  board.on("change:high_contrast", keep);
}

const { root, widgets, links } = JSON.parse(document.getElementById("first").textContent);
const modules = new Map();
for (const { module } of widgets) {
  if (module) modules.set(module, (await import(`./${module}`)).default);
}
const models = widgets.map((state, number) => new Model(number, state, post));
for (const [[source, name], [target, targetName]] of links) {
  models[source].on(`change:${name}`, (value) => {
    models[target].change(targetName, value);
  });
}
const board = boardOf(models);
const PLACE = `wordle-board-${board.get("module")}`; // another edition has another one
let isBoardKept = true;
let hasKeptGame = true; // a second tab has a game of its own, which is not kept
boardAgain(board);
document.getElementById("game").replaceChildren(view(root));
document.querySelector(".wordle").focus({ preventScroll: true });
showRulesOnce(board);
playFriendsWord(board);
addEventListener("hashchange", () => playFriendsWord(board));
board.follow("state", offerCatchIt);
performance.mark("board");
listenTo(worker, RECEIVED);
