// What the marks look like, in words. This text stands before the game's, the analysis board's and
// that of Catch it.

// By the colours that are shown: the usual ones, high contrast, and the player's own, such as those
// of a contrast theme of Windows, which have no name that we could know.
const LOOKS = {
  normal: { green: "green", yellow: "yellow", grey: "grey" },
  high: { green: "orange", yellow: "blue", grey: "grey" },
  forced: { green: "tick", yellow: "ring", grey: "no sign" },
};
export const FORCED_COLOURS = "(forced-colors: active)";

export function lookNames(isHigh, isForced = false) {
  if (isForced) return LOOKS.forced;
  return isHigh ? LOOKS.high : LOOKS.normal;
}

// A text about green and yellow in the names of what is shown. GREEN, the verdict, stays.
export function inColoursShown(text, names) {
  return text.replace(/(\b[Aa] )?\b([Gg]reen|[Yy]ellow)\b/g, (_, article = "", colour) => {
    const shown = names[colour.toLowerCase()];
    const isFirst = colour !== colour.toLowerCase();
    const noun = isFirst ? `${shown[0].toUpperCase()}${shown.slice(1)}` : shown;
    return (/^[aeiou]/.test(noun) ? article.replace(" ", "n ") : article) + noun;
  });
}
