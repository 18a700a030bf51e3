// The inline game without its page: what is said, what is typed, and what waits for the kernel. So
// that it can be tried without a browser (tests/inline/board.test.mjs), it names no part of a page.
// parts.js stands before this text, and wordle.js comes after it.

const MAX_QUEUE = 64; // keys kept while a request is under way
const MAX_PASTE = 64; // characters read of what is pasted
const PRAISE = ["Incredible", "Brilliant", "Excellent", "Very good", "Well done", "Just in time"];
const NEW_GAME = "New game"; // a button, and in the queue like a key

const MARK_NAMES = {
  green: "right place",
  yellow: "in the word, wrong place",
  grey: "not in the word",
};

function describe(letter, mark) {
  return mark ? `${capital(letter)}: ${MARK_NAMES[mark]}` : capital(letter);
}

// A letter of a guess read aloud. A grey one that has a mark elsewhere in the guess is in the word,
// only not once more.
function describeLetter(letters, marks, place) {
  const letter = letters[place];
  const isMarked = letters.some((other, at) => {
    return other === letter && ["green", "yellow"].includes(marks[at]);
  });
  if (marks[place] !== "grey" || !isMarked) return describe(letter, marks[place]);
  return `${capital(letter)}: not in the word once more`;
}

// A guess read aloud, letter by letter.
export function describeGuess(letters, marks) {
  return letters.map((_, place) => describeLetter(letters, marks, place)).join(", ");
}

export function endMessage({ status, rows, answer }) {
  if (status === "lost") return `The answer was ${capitals(answer)}`;
  const praise = PRAISE[Math.min(rows.length, PRAISE.length) - 1];
  return `${praise}! Solved in ${rows.length === 1 ? "1 guess" : `${rows.length} guesses`}.`;
}

// How long it takes until a moment, as a clock shows it; "" if it has come, or there is none.
export function timeUntil(moment, now) {
  const left = moment ? new Date(moment) - now : 0;
  return left > 0 ? new Date(left).toISOString().slice(11, 19) : "";
}

export function inHighContrast(squares) {
  return squares.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦");
}

// The letters of the draft after one more key. A mark that follows its letter, such as a tilde
// after q, makes another letter of it. `letters` has those of the keyboard.
export function typed(draft, key, letters, length) {
  const letter = key.toLowerCase().normalize("NFC");
  const marked = ((draft.at(-1) ?? "") + letter).normalize("NFC");
  if (/^\p{M}/u.test(letter)) return letters.has(marked) ? [...draft.slice(0, -1), marked] : draft;
  return letters.has(letter) && draft.length < length ? [...draft, letter] : draft;
}

// The letters of a text that is pasted.
export function lettersIn(text) {
  return [...text.slice(0, MAX_PASTE)].filter((letter) => /[\p{L}\p{M}]/u.test(letter));
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
