// Light, dark, or whatever the device says.

const CHOSEN = "cups-theme";
const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀︎", dark: "☾" };

export function addThemeButton(button, words) {
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(CHOSEN, theme);
    button.textContent = SIGNS[theme];
    const said = words.say(`themes.${theme}`);
    button.setAttribute("aria-label", said);
    button.title = said;
  };
  show(THEMES.includes(localStorage.getItem(CHOSEN)) ? localStorage.getItem(CHOSEN) : "auto");
  button.addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme;
    show(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
  });
}
