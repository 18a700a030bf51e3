// What the marks look like, in words. This text stands before the game's and the analysis board's.

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
