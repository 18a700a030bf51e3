// Catch it without its page: an example that is being made, and what is said of it. So that it can be
// tried without a browser (tests/inline/example.test.mjs), it names no part of a page. parts.js stands
// before this text, and catch.js comes after it.

const PAINTS = ["grey", "yellow", "green"];
const SHOUTS = ["Got it!", "Caught!", "Well spotted!", "It didn't see that coming!"];
const COPIES = ["first", "second", "third", "fourth", "fifth"];

// The mark after this one, when a tile is tapped.
export function nextPaint(mark) {
  return PAINTS[(PAINTS.indexOf(mark) + 1) % PAINTS.length];
}

// The mark that a key paints: 1, 2 and 3, or the colour's own letter; undefined for another key.
export function paintOf(key) {
  const letters = { x: "grey", y: "yellow", g: "green" };
  return PAINTS[Number.parseInt(key, 10) - 1] ?? letters[key.toLowerCase()];
}

const NUMBERS = { 4: "four", 5: "five" };
const STRANGE = { letters: /[^a-z]/g, digits: /[^0-9]/g };

// How long what stands in a field must be: "five letters".
export function lengthOf({ length, of }) {
  return `${NUMBERS[length] ?? length} ${of}`;
}

// The letters of a word that is typed or pasted, in lower case, or the digits of a number; no more
// than there is room for.
export function charactersTyped(text, { length, of }) {
  return text.toLowerCase().replace(STRANGE[of], "").slice(0, length);
}

// A tile as it is painted. It says nothing about the answer, which may have the letter although this
// copy of it is grey; of several copies it says which one it is.
export function describeTile(word, marks, place) {
  const letter = word[place];
  const count = word.split(letter).length - 1;
  const which = word.slice(0, place).split(letter).length - 1;
  const copy = count > 1 ? `, ${COPIES[which]} of ${count},` : "";
  return `${capitals(letter)}${copy} ${marks[place]}`;
}

export function describeTiles(word, marks) {
  return [...word].map((_, place) => describeTile(word, marks, place)).join("; ");
}

// What is missing in a field that has not all its letters or digits, in a sentence.
export function whatIsMissing(field, typed) {
  const whole = lengthOf(field);
  if (!typed) return `Type ${field.noun} first: any ${whole}.`;
  const [article, ...rest] = field.noun.split(" ");
  const owner = article === "the" ? "The" : "Your";
  return `${owner} ${rest.join(" ")} has ${typed.length} of its ${whole}.`;
}

export function shoutFor(test) {
  return SHOUTS[(test - 1) % SHOUTS.length];
}

// The places where the program's tiles aren't those of the player.
export function differingPlaces(marks, its) {
  return marks.map((mark, place) => mark !== its[place]);
}

// RED, read aloud.
export function describeRed({ guess, marks, its, test }) {
  const places = differingPlaces(marks, its).flatMap((differs, at) => (differs ? [at + 1] : []));
  const tiles = places.length === 1 ? "tile" : "tiles";
  const list = places.join(", ").replace(/, (\d)$/, " and $1");
  const painted = describeTiles(guess, its);
  return `RED. ${shoutFor(test)} The program paints ${painted}. It differs in ${tiles} ${list}.`;
}

function counted(count) {
  return count === 1 ? "1 test" : `${count} tests`;
}

// What the end says of the tests: how many there were, and which of them would have been enough.
export function endSentences({ tests, beaten_by: beatenBy }) {
  const numbers = tests.flatMap(({ enough }, place) => (enough ? [place + 1] : []));
  const said = [`You took ${counted(tests.length)}.`];
  if (numbers.length < tests.length) {
    const which = numbers.join(", ").replace(/, (\d+)$/, " and $1");
    const alone = numbers.length === 1 ? `Number ${which} alone` : `Numbers ${which} alone`;
    said.push(`${alone} would have been enough.`);
  }
  if (beatenBy.length) {
    said.push(`And number ${beatenBy[0]} finds something wrong even with this one!`);
  }
  return said;
}

// The goal of a game: after the first one, to need fewer tests than before.
export function goalOf(best) {
  if (!best) return "";
  if (best === 1) return "You've done it with 1 test before, and nobody can do better.";
  const fewer = best === 2 ? "One well-chosen example" : "One well-chosen example, or two,";
  return `Your best game needed ${counted(best)}. ${fewer} can be enough: can you find it?`;
}
