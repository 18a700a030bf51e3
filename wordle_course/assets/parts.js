// What a board is made of: elements, buttons, tiles, what is said aloud, and what is shared. keys.js
// stands before this text, and the board after it.

export function element(tag, className, attributes = {}, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function button(className, label, attributes = {}) {
  return element("button", className, { type: "button", ...attributes }, label);
}

// A tile with a letter and its mark, or none; `said` is what a screen reader says of it. The `keys`
// say what its capital is.
export function paintTile(tile, letter, mark, said, keys) {
  tile.dataset.letter = letter;
  tile.dataset.mark = mark;
  tile.textContent = capitals(letter, keys);
  tile.setAttribute("aria-label", said);
}

// Where a screen reader looks for news.
export function newAnnouncer() {
  return element("div", "wordle-announcer", { role: "status", "aria-live": "polite" });
}

// The same text twice in a row would not be read out: a no-break space makes it another one.
export function announceIn(announcer, text) {
  const isRepeated = announcer.textContent === text;
  announcer.textContent = isRepeated ? `${text}\u00a0` : text;
}

export function canShare() {
  return Boolean(navigator.canShare?.({ text: "Wordle" }));
}

const NOT_COPIED = "The browser doesn't let the game copy";

// Hand `data` to the browser's own way of sharing, or else copy it; returns what to tell of that.
export async function share(data) {
  try {
    if (canShare()) {
      await navigator.share(data);
      return "Shared";
    }
  } catch (error) {
    if (error.name === "AbortError") return "Not shared"; // the player thought better of it
  }
  try {
    await navigator.clipboard.writeText(data.url ?? data.text);
    return "Copied";
  } catch {
    return NOT_COPIED;
  }
}

// Where the browser copies nothing, as on a hub without https, the player does, from this field.
export function fieldToCopy() {
  const looks = { readonly: "", hidden: "", rows: 1, "aria-label": "Your result, to copy" };
  return element("textarea", "wordle-by-hand", looks);
}

// Share `data`, or else show its text in the field; returns what to tell of that.
export async function shareOrShow(data, field) {
  const told = await share(data);
  field.hidden = told !== NOT_COPIED;
  if (field.hidden) return told;
  field.value = data.text;
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  field.focus();
  field.select();
  return `${told}: it is below, and selected, for you to copy`;
}

// What follows is in Python, too, and must be the same there: tests/rules/cases.json.

// Letters as a person counts them: q̃ is one, and two characters.
export function lettersOf(word) {
  return word.normalize("NFC").match(/\P{M}\p{M}*|^\p{M}+/gu) ?? [];
}

// In Turkish.
const CAPITALS_OF_I = { i: "İ", ı: "I" };

// A capital, if it is one character and stands for this one only: not for ß or a final sigma. Where
// the `keys` have an ı, as in Turkish, I is its capital, and İ that of i.
export function capitals(word, keys) {
  const known = keys?.has("ı") ? CAPITALS_OF_I : {};
  return Array.from(word, (character) => {
    const upper = character.toUpperCase();
    const isOne = [...upper].length === 1 && upper.toLowerCase() === character;
    return known[character] ?? (isOne ? upper : character);
  }).join("");
}
