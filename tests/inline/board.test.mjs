// What the board says, what is typed and what waits, without a browser: `node --test tests/inline`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const assets = new URL("../../wordle_course/assets/", import.meta.url);
const files = ["parts.js", "board.js"].map((name) => readFileSync(new URL(name, assets), "utf-8"));
const board = await import(`data:text/javascript,${encodeURIComponent(files.join(""))}`);

const LATIN = new Set("abcdefghijklmnopqrstuvwxyzß");

function typedAll(keys, letters = LATIN, length = 5) {
  return [...keys].reduce((draft, key) => board.typed(draft, key, letters, length), []).join("");
}

test("a capital stands for one letter only", () => {
  assert.equal(board.capitals("straße"), "STRAßE");
  assert.equal(board.capitals("ıς"), "ıς");
  assert.equal(board.capitals("q\u0303a"), "Q\u0303A");
});

test("a guess is read aloud letter by letter", () => {
  const told = board.describeGuess(["a", "b"], ["green", "grey"]);
  assert.equal(told, "A: right place, B: not in the word");
  assert.equal(board.describeGuess(["a"], []), "A");
});

test("a grey copy of a letter that has a mark is not said to be missing", () => {
  const told = board.describeGuess([..."keeps"], ["grey", "yellow", "grey", "grey", "grey"]);
  assert.match(told, /E: wrong place, E: not in the word once more, P: not in the word/);
});

test("the end is told, with praise for a game that was won", () => {
  const after = (count) => board.endMessage({ status: "won", rows: Array(count) });
  assert.equal(after(1), "Incredible! Solved in 1 guess.");
  assert.equal(after(6), "Just in time! Solved in 6 guesses.");
  assert.equal(after(40), "Just in time! Solved in 40 guesses.");
  assert.equal(board.endMessage({ status: "lost", answer: "crane" }), "The answer was CRANE");
});

test("time is counted down to a moment, and not beyond", () => {
  const moment = "2026-03-01T00:00:00Z";
  assert.equal(board.timeUntil(moment, Date.parse("2026-02-28T22:58:57Z")), "01:01:03");
  assert.equal(board.timeUntil(moment, Date.parse(moment)), "");
  assert.equal(board.timeUntil(undefined, 0), "");
});

test("squares change their colours, and nothing else does", () => {
  assert.equal(board.inHighContrast("Wordle 1/6 🟩🟨⬜"), "Wordle 1/6 🟧🟦⬜");
});

test("what is typed are letters of the keyboard, as many as a word has", () => {
  assert.equal(typedAll("cRanes"), "crane");
  assert.equal(typedAll("c1!ra ne"), "crane");
  assert.equal(typedAll("nin\u0303o", new Set("niño")), "niño");
  assert.equal(typedAll("n\u0303", LATIN), "n");
  assert.equal(typedAll("q\u0303q\u0303q", new Set(["q", "q\u0303"]), 2), "q\u0303q\u0303");
});

test("of what is pasted, letters are typed", () => {
  assert.deepEqual(board.lettersIn(" the word: é\u0303\n"), [..."thewordé\u0303"]);
  assert.equal(board.lettersIn("a".repeat(1000)).length, 128);
});

test("arrows lead from guess to guess and from letter to letter, and stop at the edges", () => {
  const path = (keys) => {
    let at = null;
    for (const key of keys.split(" ")) at = board.nextToRead(at, `Arrow${key}`, 3, 5);
    return at;
  };
  assert.deepEqual(path("Up"), [2, -1]);
  assert.deepEqual(path("Left"), [2, -1]);
  assert.deepEqual(path("Up Up Up Up Up"), [0, -1]);
  assert.deepEqual(path("Up Down Down"), [2, -1]);
  assert.deepEqual(path("Up Right Right"), [2, 1]);
  assert.deepEqual(path("Up Right Left Left Left"), [2, 0]);
  assert.deepEqual(path("Up Right Right Right Right Right Right Right"), [2, 4]);
});

test("keys wait for the reply to the request, and for no other view's", () => {
  const requests = new board.Requests();
  assert.equal(requests.keeps("a"), false);
  requests.pending = "1";
  for (const key of ["b", "Enter"]) assert.equal(requests.keeps(key), true);
  assert.equal(requests.answeredBy({ kind: "reply", id: "2" }), null);
  assert.equal(requests.answeredBy({ kind: "other", id: "1" }), null);
  assert.equal(requests.answeredBy(undefined), null);
  assert.deepEqual(requests.answeredBy({ kind: "reply", id: "1" }), ["b", "Enter"]);
  assert.equal(requests.keeps("c"), false);
  assert.equal(requests.isStarting, false);
});

test("a new game that waits counts as asked for, and the queue has an end", () => {
  const requests = new board.Requests();
  requests.pending = "1";
  for (let count = 0; count < 200; count++) requests.keeps("New game");
  const keys = requests.answeredBy({ kind: "reply", id: "1" });
  assert.equal(keys.length, 128);
  assert.equal(requests.isStarting, true);
  requests.pending = "2";
  requests.keeps("a");
  requests.forget();
  assert.deepEqual(requests.queue, []);
  assert.equal(requests.pending, null);
});
