// An example of Catch it, without a browser: `node --test tests/inline`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const assets = new URL("../../wordle_course/assets/", import.meta.url);
const files = ["parts.js", "colours.js", "example.js"].map((name) =>
  readFileSync(new URL(name, assets), "utf-8"),
);
const example = await import(`data:text/javascript,${encodeURIComponent(files.join(""))}`);

const GREY = Array(5).fill("grey");

test("a tap goes round the colours, and a key paints one of them", () => {
  assert.equal(example.nextPaint("grey"), "yellow");
  assert.equal(example.nextPaint("yellow"), "green");
  assert.equal(example.nextPaint("green"), "grey");
  const keys = { 1: "grey", 2: "yellow", 3: "green", x: "grey", Y: "yellow", g: "green" };
  for (const [key, mark] of Object.entries(keys)) assert.equal(example.paintOf(key), mark);
  for (const key of ["0", "4", "a", " ", "Enter", "ArrowLeft", "F1"]) {
    assert.equal(example.paintOf(key), undefined, key);
  }
});

const WORD = { noun: "an answer", length: 5, of: "letters" };
const NUMBER = { noun: "a secret number", length: 4, of: "digits" };

test("of what is typed or pasted, what has room in the field stays", () => {
  assert.equal(example.charactersTyped(" Sk1 ll-x y", WORD), "skllx");
  assert.equal(example.charactersTyped("BRAVELY", WORD), "brave");
  assert.equal(example.charactersTyped("éñ😀", WORD), "");
  assert.equal(example.charactersTyped("a1-2 345", NUMBER), "1234");
});

test("a copy is said to be one, and never to be missing in the answer", () => {
  const marks = ["grey", "yellow", "grey", "grey", "grey"];
  assert.equal(
    example.describeTiles("keeps", marks),
    "K grey; E, first of 2, yellow; E, second of 2, grey; P grey; S grey",
  );
  assert.equal(example.describeTile("mamma", GREY, 3), "M, third of 3, grey");
  assert.equal(example.describeTile("brave", GREY, 0), "B grey");
});

test("what is missing is said in a sentence", () => {
  assert.equal(example.whatIsMissing(WORD, ""), "Type an answer first: any five letters.");
  assert.equal(example.whatIsMissing(WORD, "brav"), "Your answer has 4 of its five letters.");
  assert.equal(example.whatIsMissing(NUMBER, ""), "Type a secret number first: any four digits.");
  assert.equal(example.whatIsMissing(NUMBER, "1"), "Your secret number has 1 of its four digits.");
  const before = { ...WORD, noun: "the guess before" };
  assert.equal(example.whatIsMissing(before, ""), "Type the guess before first: any five letters.");
  assert.equal(example.whatIsMissing(before, "ab"), "The guess before has 2 of its five letters.");
});

test("RED says what the program paints, and where it differs", () => {
  const its = ["green", "grey", "grey", "grey", "green"];
  const told = example.describeRed({ guess: "skill", marks: GREY, its, test: 1 });
  assert.match(told, /^RED\. Got it! The program paints S green; K grey;/);
  assert.match(told, /L, first of 2, grey; L, second of 2, green\. It differs in tiles 1 and 5\.$/);
  const one = example.describeRed({
    guess: "brave",
    marks: GREY,
    its: ["green", ...GREY.slice(1)],
    test: 2,
  });
  assert.match(one, /It differs in tile 1\.$/);
});

const made = (...enough) => enough.map((is) => ({ enough: is }));

test("the end says how many tests were needed, and which could have been spared", () => {
  const told = (tests, beatenBy = []) =>
    example.endSentences({ tests, beaten_by: beatenBy }).join(" ");
  assert.equal(told(made(true)), "You took 1 test.");
  assert.equal(told(made(true, true)), "You took 2 tests.");
  assert.equal(told(made(false, true)), "You took 2 tests. Number 2 alone would have been enough.");
  assert.equal(
    told(made(true, false, true)),
    "You took 3 tests. Numbers 1 and 3 alone would have been enough.",
  );
  assert.match(told(made(true), [1]), /number 1 finds something wrong even with this one/);
});

test("a second game has a goal, and nothing is better than one test", () => {
  assert.equal(example.goalOf(null), "");
  assert.match(example.goalOf(4), /^Your best game needed 4 tests\. .*can you find it\?$/);
  assert.match(example.goalOf(2), /^Your best game needed 2 tests\. One well-chosen example can/);
  assert.match(example.goalOf(1), /nobody can do better/);
});

test("a sentence about the marks has the names of the colours that are shown", () => {
  const high = (text) => example.inColoursShown(text, example.lookNames(true));
  const told =
    "A green letter stays, a yellow one goes. Yellow or green? GREEN! The word is GREENS.";
  assert.equal(example.inColoursShown(told, example.lookNames(false)), told);
  const shown =
    "An orange letter stays, a blue one goes. Blue or orange? GREEN! The word is GREENS.";
  assert.equal(high(told), shown);
});
