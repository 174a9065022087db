// Light, dark, or whatever the device says.

import { memory } from "./memory.js";
import { setSign } from "./signs.js";

const CHOSEN = "cups-theme";
const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "device", light: "sun", dark: "moon" };

export function addThemeButton(button, words) {
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    memory.set(CHOSEN, theme);
    setSign(button, SIGNS[theme]);
    const said = words.say(`themes.${theme}`);
    button.setAttribute("aria-label", said);
    button.title = said;
  };
  const chosen = memory.get(CHOSEN);
  show(THEMES.includes(chosen) ? chosen : "auto");
  button.addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme;
    show(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
  });
}
