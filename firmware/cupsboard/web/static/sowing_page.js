// The page of a game like Kalah: what the page is called, and the game's rules in pictures. Its words stand under its name.

import { picture } from "./rules.js";
import { html, setText } from "./svg.js";

const CUPS = 4; // shown of the row

// Joins a game to a page; `scenes` says by panel what lies where in its picture, and which way it goes.
export function joinSowing(page, name, scenes) {
  const { words } = page;
  const isPlaying = document.body.dataset.hands === "yes";
  document.title = words.say(`${name}.title`);
  setText(document.querySelector(".top h1"), words.say(`${name}.name`));
  setText(document.getElementById("about"), words.say(`${name}.${isPlaying ? "playing" : "watching"}`));
  page.help.replaceRules(({ cups }) => html("ol", { class: "rules" }, ...Object.entries(scenes).map(([panel, scene]) => html("li", { class: "rule" },
    picture(CUPS, scene(words)),
    html("h4", {}, words.say(`${name}.rules.${panel}.title`)), html("p", {}, words.say(`${name}.rules.${panel}.text`, { cups }))))));
}
