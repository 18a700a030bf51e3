// A page and its Python: the worker, what Python tells, and what anywidget gives a module as its
// model. Both pages, of the game and of Catch it, begin with it.
import { controlled, keepPages } from "./updates.js";

// Python in its worker, for this page; it is there when the service worker keeps what it fetches.
export function startWorker(page) {
  return controlled().then(() => new Python(page));
}

class Python {
  constructor(page) {
    this.worker = new Worker("worker.js", { type: "module", name: page });
    this.isGone = false; // whether it could not start
    this.early = []; // the events that came before the page listened
    this.hear = (event) => this.early.push(event);
    for (const kind of ["message", "error"]) {
      this.worker.addEventListener(kind, (event) => this.hear(event));
    }
  }

  post(text) {
    if (this.isGone) throw new Error("There is no Python.");
    this.worker.postMessage(text);
  }

  listen(hear) {
    this.hear = hear;
    for (const event of this.early.splice(0)) hear(event);
  }
}

// What sends a message to Python. Where there is none, it calls `fail`.
export function postTo(worker, fail) {
  return (message) => {
    const text = JSON.stringify(message);
    worker.then((python) => python.post(text)).catch(fail);
  };
}

// Hear Python, once the page is drawn. `received` says for each kind of message what to do.
export function listenTo(worker, received) {
  function hear(python, { type, data }) {
    // An error is that its script could not be had.
    const message = type === "error" ? { kind: "failed" } : JSON.parse(data);
    if (message.kind === "failed") python.isGone = true;
    received[message.kind](message);
    if (message.kind === "open") keepPages();
  }
  worker.then(
    (python) => python.listen((event) => hear(python, event)),
    (error) => {
      console.error(error);
      received.failed();
    },
  );
}

// What anywidget gives a module as its model. `post` takes a message for Python.
export class Model {
  constructor(number, state, post) {
    this.number = number;
    this.state = state;
    this.post = post;
    this.listeners = new Map();
    this.touched = new Set(); // what the player has changed
  }

  get(name) {
    return this.state[name];
  }

  send(content) {
    this.tell("custom", { content });
  }

  tell(kind, content) {
    this.post({ kind, number: this.number, ...content });
  }

  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name).add(listener);
  }

  off(name, listener) {
    this.listeners.get(name)?.delete(listener);
  }

  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }

  receive(state) {
    const isNew = ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.get(name));
    const news = Object.entries(state).filter(isNew);
    Object.assign(this.state, Object.fromEntries(news));
    for (const [name, value] of news) this.emit(`change:${name}`, value);
  }

  // For the widgets drawn here: `paint` now and whenever `name` changes.
  follow(name, paint) {
    this.on(`change:${name}`, paint);
    paint(this.get(name));
  }

  // What the player, or a link, has changed.
  change(name, value) {
    this.state[name] = value;
    this.touched.add(name);
    this.emit(`change:${name}`, value);
    this.tell("state", { state: { [name]: value } });
  }

  // As a module changes something of its own.
  set(name, value) {
    this.change(name, value);
  }

  save_changes() {}
}
