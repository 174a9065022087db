// The page of a sowing game: what the page is called, and the game's rules in words and pictures, as its board tells them.

import { picture } from "../rules.js";
import { html, setText } from "../svg.js";

const CUPS = 4; // shown of the row

export function join(page) {
  const { words, store } = page, { title, rules, numbers } = store.state.board, game = { game: title };
  document.title = words.say("sowing.title", game);
  setText(document.querySelector(".top h1"), title);
  page.help.replaceRules(() => html("ol", { class: "rules" }, ...rules.map(({ panel, said, scene }) => html("li", { class: "rule" },
    ...(scene.beans ? [picture(CUPS, { ...scene, notes: panel === "aim" ? { "south-pot": words.say("rules.aim.yours") } : {} })] : []),
    html("h4", {}, words.say(`sowing.titles.${panel}`)),
    html("p", {}, said.map((key) => words.say(`sowing.rules.${key}`, { ...numbers, counts: numbers.counts.join(words.say("sowing.or")) })).join(" "))))));
}
