// The rules in pictures: what the dice ask for, and what a grab is worth.

import { html } from "../svg.js";
import { sign } from "../signs.js";
import { die, saidDie } from "./symbols.js";

// What each panel shows: dice and the cup that they ask for, or signs.
const PANELS = {
  home: [["hand"], ["button"]],
  alike: ["red-circle", "red-square", "=", "red-triangle"],
  different: ["blue-circle", "yellow-circle", "=", "red-circle"],
  grab: ["=", "red-circle", ["star"]],
  wrong: ["blue-square", ["stop"]],
  end: ["red-circle", "blue-square", "yellow-triangle", ["star"]],
};

export function rulesPanels(words) {
  return html("ol", { class: "rules" }, ...Object.entries(PANELS).map(([name, parts]) => html("li", { class: "rule" },
    html("div", { class: "rule-dice" }, ...parts.map((part) => drawn(words, part, name === "alike" || name === "different"))),
    html("h4", {}, words.say(`king.rules.${name}.title`)), html("p", {}, words.say(`king.rules.${name}.text`)))));
}

function drawn(words, part, isSaid) {
  if (Array.isArray(part)) return sign(part[0]);
  if (part === "=") return sign("play");
  return isSaid ? saidDie(words, part) : die(part);
}
