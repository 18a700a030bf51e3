// The inline game without its page: what is said, what is typed, and what waits for the kernel. So
// that it can be tried without a browser (tests/inline/board.test.mjs), it names no part of a page.
// parts.js stands before this text, and wordle.js comes after it.

const MAX_QUEUE = 128; // keys kept while a request is under way: the longest word, and Enter
const MAX_PASTE = 128; // characters read of what is pasted
const PRAISE = ["Incredible", "Brilliant", "Excellent", "Very good", "Well done", "Just in time"];
const NEW_GAME = "New game"; // a button, and in the queue like a key

const MARK_NAMES = {
  green: "right place",
  yellow: "wrong place",
  grey: "not in the word",
};

function describe(letter, mark, keys) {
  const shown = capitals(letter, keys);
  return mark ? `${shown}: ${MARK_NAMES[mark]}` : shown;
}

// A letter of a guess read aloud. A grey one that has a mark elsewhere in the guess is in the word,
// only not once more.
function describeLetter(letters, marks, place, keys) {
  const letter = letters[place];
  const isMarked = letters.some((other, at) => {
    return other === letter && ["green", "yellow"].includes(marks[at]);
  });
  if (marks[place] !== "grey" || !isMarked) return describe(letter, marks[place], keys);
  return `${capitals(letter, keys)}: not in the word once more`;
}

// A guess read aloud, letter by letter.
export function describeGuess(letters, marks, keys) {
  return letters.map((_, place) => describeLetter(letters, marks, place, keys)).join(", ");
}

export function endMessage({ status, rows, answer }, keys) {
  if (status === "lost") return `The answer was ${capitals(answer, keys)}`;
  const praise = PRAISE[Math.min(rows.length, PRAISE.length) - 1];
  return `${praise}! Solved in ${rows.length === 1 ? "1 guess" : `${rows.length} guesses`}.`;
}

// How long it takes until a moment, as a clock shows it; "" if it has come, or there is none. A day
// may have 25 hours. A second that has begun counts as a whole one.
export function timeUntil(moment, now) {
  const seconds = moment ? Math.ceil((new Date(moment) - now) / 1000) : 0;
  if (seconds <= 0) return "";
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

export function inHighContrast(squares) {
  return squares.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦");
}

// A character in lower case. Where the words have an ı, as in Turkish, that is what I means.
function lower(character, letters) {
  if (character === "İ") return "i";
  if (character === "I" && letters.has("ı")) return "ı";
  return character.toLowerCase().normalize("NFC");
}

// The Greek σ as it is written in this place of a word.
function sigma(place, length) {
  return place === length - 1 ? "ς" : "σ";
}

// Whether one of the letters begins so: q is no letter of a list that has only q̃.
function begins(letters, beginning) {
  if (letters.has(beginning)) return true;
  const plain = beginning.normalize("NFD");
  return [...letters.keys()].some((letter) => letter.normalize("NFD").startsWith(plain));
}

// The letters of the draft after one more key. A mark that follows its letter, such as a tilde
// after q, makes another letter of it. `letters` has those of the keyboard.
export function typed(draft, key, letters, length) {
  const letter = lower(key, letters);
  if (/^\p{M}/u.test(letter)) {
    const last = draft.at(-1);
    const marked =
      last === "ı" && letter === "\u0307" ? "i" : ((last ?? "") + letter).normalize("NFC");
    if (last === "i" && letter === "\u0307") return draft;
    return last && begins(letters, marked) ? [...draft.slice(0, -1), marked] : draft;
  }
  if (draft.length >= length) return draft;
  if ("σς".includes(letter)) {
    const forms = [sigma(draft.length, length), letter];
    const written = forms.find((form) => letters.has(form));
    return written ? [...draft, written] : draft;
  }
  return begins(letters, letter) ? [...draft, letter] : draft;
}

// The letters of a text that is pasted.
export function lettersIn(text) {
  const characters = text.slice(0, MAX_PASTE).normalize("NFC");
  return [...characters].filter((letter) => /[\p{L}\p{M}]/u.test(letter));
}

// Where reading aloud goes by an arrow key: the row, and the place in it, or -1 for all of it.
export function nextToRead(at, key, rows, length) {
  const [row, place] = at ?? [rows, 0];
  const within = (number, end) => Math.min(Math.max(number, 0), end - 1);
  if (key === "ArrowUp" || key === "ArrowDown" || !at) {
    return [within(row + (key === "ArrowDown" ? 1 : -1), rows), -1];
  }
  return [row, within(place + (key === "ArrowRight" ? 1 : -1), length)];
}

// One request at a time: the keys that are pressed meanwhile wait for its reply.
export class Requests {
  constructor() {
    this.isStarting = false; // whether a new game is asked for
    this.forget();
  }

  forget() {
    this.pending = null; // the id of the request under way
    this.queue = [];
  }

  // Whether a key has to wait. If so, it is kept.
  keeps(key) {
    if (this.pending && this.queue.length < MAX_QUEUE) this.queue.push(key);
    return Boolean(this.pending);
  }

  // The keys that waited for this message, or null if it is no reply to our request.
  answeredBy(message) {
    if (message?.kind !== "reply" || message.id !== this.pending) return null;
    const keys = this.queue;
    this.forget();
    this.isStarting = keys.includes(NEW_GAME);
    return keys;
  }
}
