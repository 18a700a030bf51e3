// Light or dark, as the player has chosen, or else as the system has. No module: it runs before the
// page is painted, after optional.js.
const THEMES = { light: "#ffffff", dark: "#121213" };
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function paintTheme() {
  const chosen = optional.texts.read("wordle-theme");
  const theme = chosen in THEMES ? chosen : systemIsDark.matches ? "dark" : "light";
  document.documentElement.style.colorScheme = theme;
  document.documentElement.dataset.jpThemeLight = String(theme === "light");
  document.querySelector("meta[name=theme-color]").content = THEMES[theme];
}

function chooseTheme({ target }) {
  optional.texts.write("wordle-theme", target.value);
  paintTheme();
}

systemIsDark.addEventListener("change", paintTheme);
paintTheme();
addEventListener("DOMContentLoaded", () => {
  const theme = document.getElementById("theme");
  theme.value = optional.texts.read("wordle-theme") ?? "system";
  theme.addEventListener("change", chooseTheme);
});
