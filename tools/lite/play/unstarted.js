// What stands in place of the game when its files cannot be loaded, in a frame that is sealed off for
// instance, or in an old browser. A page must not stay empty. No module: those may be what fails.
function sayWhyNothingStarts() {
  const place = document.getElementById("game");
  if (!place || place.querySelector(".wordle")) return; // it is there, and tells of itself
  const sentence = document.createElement("p");
  sentence.setAttribute("role", "alert");
  if (window.top === window) {
    sentence.textContent =
      "The game could not start in this browser: load the page again, or try another one.";
  } else {
    const link = document.createElement("a");
    Object.assign(link, { href: location.href, target: "_blank", textContent: location.href });
    sentence.append(
      "The game can't start here, because this page is in a frame that doesn't let it load its own " +
        "files. Open it by itself: ",
      link,
    );
  }
  place.replaceChildren(sentence);
}

addEventListener(
  "error",
  ({ target }) => {
    if (target !== window && target.localName !== "script") return;
    if (document.readyState !== "loading") sayWhyNothingStarts();
    else addEventListener("DOMContentLoaded", sayWhyNothingStarts, { once: true });
  },
  { capture: true },
);
