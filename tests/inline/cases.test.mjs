// What Python and the page must agree on: the rows of ../rules/cases.json, which test_cases.py reads
// as well. `node --test tests/inline`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

async function assets(names, ...exported) {
  const folder = new URL("../../wordle_course/assets/", import.meta.url);
  const text = names.map((name) => readFileSync(new URL(name, folder), "utf-8")).join("");
  const more = exported.length ? `\nexport { ${exported.join(", ")} };` : "";
  return import(`data:text/javascript,${encodeURIComponent(text + more)}`);
}

const board = await assets(["parts.js", "board.js"], "MARK_NAMES", "MAX_PASTE", "MAX_QUEUE");
const cases = JSON.parse(readFileSync(new URL("../rules/cases.json", import.meta.url), "utf-8"));

for (const [word, parts] of cases.letters) {
  test(`letters of ${word} are those that a person counts`, () => {
    assert.deepEqual(board.lettersOf(word), parts);
  });
}

for (const [word, shown] of cases.capitals) {
  test(`${word} is shown in capitals, as a word and letter by letter`, () => {
    assert.equal(board.capitals(word), shown);
    assert.equal(
      board
        .lettersOf(word)
        .map((letter) => board.capitals(letter))
        .join(""),
      shown,
    );
  });
}

for (const { words, word, shown } of cases["capitals in a list"]) {
  const keyboard = new Set(words.flatMap((each) => board.lettersOf(each)));
  const letters = board.lettersOf(word);
  test(`${word} is shown in the capitals of its list`, () => {
    assert.equal(board.capitals(word, keyboard), shown);
    const said = board.describeGuess(
      letters,
      letters.map(() => ""),
      keyboard,
    );
    assert.equal(said.replaceAll(", ", ""), shown);
    const lost = board.endMessage({ status: "lost", rows: [], answer: word }, keyboard);
    assert.equal(lost, `The answer was ${shown}`);
  });
}

for (const { words, typed, word } of cases.typed) {
  const keyboard = new Set(words.flatMap((each) => board.lettersOf(each)));
  const length = board.lettersOf(word).length;
  test(`${JSON.stringify(typed)} means ${word}, pasted or typed key by key`, () => {
    const type = (keys) =>
      [...keys].reduce((draft, key) => board.typed(draft, key, keyboard, length), []).join("");
    assert.equal(type(board.lettersIn(typed)), word);
    assert.equal(type(typed), word);
  });
}

for (const { square, name, told, high_contrast } of cases.marks) {
  test(`the mark ${name} has one name and one square`, () => {
    assert.equal(board.MARK_NAMES[name], told);
    assert.equal(board.inHighContrast(square), high_contrast);
  });
}

for (const { now, next, clock } of cases.times) {
  test(`at ${now} the next word comes in ${clock || "no time"}`, () => {
    assert.equal(board.timeUntil(next, Date.parse(now)), clock);
  });
}

test("limits: as many letters as a word may have are pasted, and wait with Enter", () => {
  const longest = cases.limits["characters of a word"];
  assert.ok(board.MAX_PASTE >= longest);
  assert.ok(board.MAX_QUEUE > longest);
  assert.equal(board.lettersIn("a".repeat(longest)).length, longest);
});
