// What a browser may refuse, without a browser: `node --test tests/inline`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";

const file = new URL("../../tools/lite/play/optional.js", import.meta.url);
const source = readFileSync(file, "utf-8");

const silent = { warn() {} };

function denied() {
  throw new Error("SecurityError");
}

// The page's `optional`, in a browser that has these things.
function optionalWith(things) {
  const browser = Object.defineProperties({}, Object.getOwnPropertyDescriptors(things));
  const soon = (act, _delay, ...given) => setTimeout(act, 1, ...given);
  Object.assign(browser, { console: silent, performance, setTimeout: soon, clearTimeout });
  runInNewContext(source, browser);
  return browser.optional;
}

function storageWith(changes = {}) {
  const stored = new Map();
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => stored.set(name, text),
    removeItem: (name) => stored.delete(name),
    ...changes,
  };
}

const full = storageWith({ setItem: denied });
const deaf = storageWith({ getItem: denied, setItem: denied, removeItem: denied });
const STORAGES = [
  ["is there", { localStorage: storageWith() }, true],
  ["is missing", {}, false],
  ["is null", { localStorage: null }, false],
  [
    "throws at a look",
    {
      get localStorage() {
        return denied();
      },
    },
    false,
  ],
  ["throws at each use", { localStorage: deaf }, false],
  ["is full", { localStorage: full }, false],
];

for (const [how, browser, isKept] of STORAGES) {
  test(`texts are read again where the storage ${how}`, () => {
    const { texts } = optionalWith(browser);
    assert.equal(texts.read("theme"), null);
    assert.equal(texts.write("theme", "dark"), isKept);
    assert.equal(texts.read("theme"), "dark");
    assert.equal(texts.write("theme", "light"), isKept);
    assert.equal(texts.read("theme"), "light");
    texts.remove("theme");
    assert.equal(texts.read("theme"), null);
  });
}

const LOCKS = [
  ["are there", { navigator: { locks: { request: async (_, ...more) => more.at(-1)({}) } } }],
  ["are missing", { navigator: {} }],
  ["are missing with all else", {}],
  [
    "throw at a look",
    {
      navigator: {
        get locks() {
          return denied();
        },
      },
    },
  ],
  ["throw when they are asked for", { navigator: { locks: { request: denied } } }],
  ["are refused", { navigator: { locks: { request: async () => denied() } } }],
];

for (const [how, browser] of LOCKS) {
  test(`work is done, once, where locks ${how}`, async () => {
    const { inTurn, isFirst } = optionalWith(browser);
    let count = 0;
    assert.equal(await inTurn("records", async () => ++count), 1);
    await assert.rejects(
      inTurn("records", async () => denied()),
      /SecurityError/,
    );
    assert.equal(await inTurn("records", async () => ++count), 2); // a failure stops nothing
    assert.equal(await isFirst("game"), true);
  });
}

test("without locks, works of one name come one after the other", async () => {
  const { inTurn } = optionalWith({ navigator: {} });
  const told = [];
  const work = (name) => async () => {
    told.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    told.push(`${name} ends`);
  };
  await Promise.all([inTurn("records", work("a")), inTurn("records", work("b"))]);
  assert.deepEqual(told, ["a begins", "a ends", "b begins", "b ends"]);
});

test("a tab is not the first where another one has the lock", async () => {
  const locks = { request: async (_name, _options, hold) => hold(null) };
  assert.equal(await optionalWith({ navigator: { locks } }).isFirst("game"), false);
});

test("a service worker is asked for, and may be refused", () => {
  const refusing = {
    get serviceWorker() {
      return denied();
    },
  };
  for (const navigator of [undefined, {}, refusing]) {
    assert.equal(optionalWith({ navigator }).serviceWorker(), null);
  }
  const container = {};
  assert.equal(
    optionalWith({ navigator: { serviceWorker: container } }).serviceWorker(),
    container,
  );
});

// --- A folder that the browser keeps -----------------------------------------------------------

const never = () => new Promise(() => {});
const SYNCS = [
  ["keeps it", async () => null, true],
  ["answers with an error", async () => new Error("denied"), false],
  ["throws", denied, false],
  ["keeps nothing that it has fetched", async (isFetched) => !isFetched, false],
  ["never answers", never, false],
];

for (const [how, sync, isKept] of SYNCS) {
  test(`whether a folder is kept is told once, where the browser ${how}`, async () => {
    const { Folder } = optionalWith({});
    const told = [];
    let asked = 0;
    const counted = (isFetched) => {
      asked += 1;
      return sync(isFetched);
    };
    const folder = new Folder(counted, (answer) => told.push(answer));
    await folder.fetch();
    await folder.keep();
    assert.deepEqual(told, [isKept]);
    const before = asked;
    for (let turn = 0; turn < 3; turn++) {
      await folder.fetch();
      await folder.keep();
    }
    assert.deepEqual(told, [isKept]);
    // What has failed is not asked for again at each word.
    assert.equal(asked, isKept ? before + 6 : before);
  });
}

test("a folder that can be kept later is kept then, and not fetched over what is newer", async () => {
  const { Folder } = optionalWith({});
  const told = [];
  const asked = [];
  let isFull = true;
  const sync = async (isFetched) => {
    asked.push(isFetched ? "fetch" : "keep");
    return isFull && !isFetched ? new Error("full") : null;
  };
  const folder = new Folder(sync, (isKept) => told.push(isKept));
  await folder.fetch();
  await folder.keep();
  isFull = false;
  folder.triedAt = Number.NEGATIVE_INFINITY; // a minute later
  await folder.fetch();
  await folder.keep();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(told, [false, true]);
  assert.deepEqual(asked, ["fetch", "keep", "keep"]);
});
