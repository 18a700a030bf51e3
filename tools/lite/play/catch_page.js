// The page of Catch it: one widget of Python's, drawn by its own module. What Python tells at first
// stands in the page already, for each task whose programs can be caught, so that the board is there
// before Python is. A test that is made before waits for Python in the worker. `?task=3.3` in the
// address names the task.
import { listenTo, Model, postTo, startWorker } from "./model.js";

const SAYINGS = {
  silence: "Python is starting, or busy. Your example waits.",
  stopped:
    "Python could not start in this browser, so nothing can be tested: load the page again, or try another browser.",
  address: new URL(`../catch/${location.search}`, location).href,
  links: [
    ["Lesson 00: write your first test in Python", "../index.html"],
    ["Play Wordle", "./"],
  ],
};
const NOT_KEPT =
  "This browser lets the page keep nothing, so your tests are gone when you close it.";

// A game that goes on where it was.
function isSameGame(one, other) {
  const shown = ({ tests, best, complaint }) =>
    JSON.stringify([tests.map(({ line }) => line), best, complaint]);
  return shown(one) === shown(other);
}

const RECEIVED = {
  open({ widgets: [state] }) {
    for (const name of model.touched) delete state[name];
    if (isSameGame(state.state, model.get("state"))) {
      model.state.state = state.state; // and nothing is drawn anew
    }
    model.receive(state);
  },
  state: ({ state }) => model.receive(state),
  custom() {},
  kept({ isKept }) {
    isGameKept = isKept;
    if (!isKept) optional.texts.remove(PLACE);
    document.getElementById("not-kept").textContent = isKept ? "" : NOT_KEPT;
  },
  failed: () => model.emit("comm_live_update"),
};

const DEFAULT_TASK = "3.1";
const firstOf = JSON.parse(document.getElementById("first").textContent); // by the task
const asked = new URLSearchParams(location.search).get("task")?.trim() || DEFAULT_TASK;
const task = Object.hasOwn(firstOf, asked) ? asked : "";

// Who asks for programs that there are none of hears which there are.
function sayWhatThereIs() {
  const sentence = document.createElement("p");
  sentence.setAttribute("role", "alert");
  sentence.textContent = `There's no program to catch in task ${asked.slice(0, 20)}. There are these:`;
  const list = document.createElement("ul");
  for (const [number, { widgets }] of Object.entries(firstOf)) {
    const link = document.createElement("a");
    link.href = `?task=${number}`;
    link.textContent = widgets[0].form.name;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  const offer = document.createElement("div");
  offer.className = "play-offer";
  offer.append(sentence, list);
  document.getElementById("game").replaceChildren(offer);
}

if (!task) {
  sayWhatThereIs();
  await new Promise(() => {}); // nothing more on this page
}

for (const [number, { widgets }] of Object.entries(firstOf)) {
  if (number !== task) SAYINGS.links.push([widgets[0].form.name, `?task=${number}`]);
}
const worker = startWorker(`catch ${task}`);
const post = postTo(worker, () => RECEIVED.failed());
const [first] = firstOf[task].widgets;
const { default: widget } = await import(`./${first.module}`);
const model = new Model(0, first, post);
const PLACE = `wordle-catch-${task}-${first.module}`; // another edition has another one
let isGameKept = true;

// The game of the last visit is there at once; Python, which has it, comes later.
try {
  Object.assign(model.state, JSON.parse(optional.texts.read(PLACE)) ?? {});
} catch (error) {
  console.warn("The game of the last visit cannot be shown:", error);
}
function keep() {
  const { state, high_contrast } = model.state;
  if (isGameKept) optional.texts.write(PLACE, JSON.stringify({ state, high_contrast }));
}
model.on("change:state", keep);
model.on("change:high_contrast", keep);
widget.render({ model, el: document.getElementById("game"), sayings: SAYINGS });
performance.mark("board");
listenTo(worker, RECEIVED);

// The address that is given to others works without a network, too. That is tried last, and the
// game does without.
optional
  .serviceWorker()
  ?.register("../catch/door.js")
  .catch((error) => console.warn("/catch/ needs a network:", error));
