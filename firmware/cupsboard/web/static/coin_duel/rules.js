// The rules of the stage that is played, in pictures: short panels, each with a small board on which its coins lie.

import { picture } from "../rules.js";
import { html } from "../svg.js";

const CUPS = 4; // shown of the row
const PANELS = {
  1: ["aim", "play", "sow", "relay", "capture", "end"],
  2: ["aim", "choose", "play", "sow", "relay", "capture", "end"],
  3: ["winning", "choose", "play", "either-way", "relay", "capture", "rounds", "offence"],
};

export function rulesPanels(words, { game, kinds }) {
  const stage = Number(/ stage (\d)/.exec(game)?.[1] ?? 1), isFriendly = / friendly/.test(game);
  const all = scenes(words, kinds);
  return html("ol", { class: "rules" }, ...PANELS[stage].map((name) => {
    const manner = name === "offence" && isFriendly ? "mended" : name;
    return html("li", { class: "rule" }, picture(CUPS, all[name]),
      html("h4", {}, words.say(`coin-duel.rules.${manner}.title`)), html("p", {}, words.say(`coin-duel.rules.${manner}.text`)));
  }));
}

// What lies where in each picture, and which way it goes: beans, or coins by their place in the order of kinds.
function scenes(words, kinds) {
  const of = (...places) => (kinds ? places.map((index) => [index % kinds.length, kinds[index % kinds.length].value]) : places.length);
  const first = ["south-1", "south-2", "south-3"], stock = { "south-stock": of(0, 1, 2, 3, 0, 1) };
  return {
    aim: { beans: { "south-pot": of(3, 2, 3, 1), "north-pot": of(0, 1) }, lit: ["south-pot"], notes: { "south-pot": words.say("rules.aim.yours") } },
    winning: { beans: { "south-pot": of(0, 2, 3), "north-pot": of(3, 3, 2) }, lit: ["south-pot"], notes: { "south-pot": "×10" } },
    choose: { beans: stock, arrows: [["south-stock", "south-1"]], lit: ["south-stock"] },
    play: { beans: { "south-1": of(0), "south-2": of(1), "south-3": of(2), ...stock }, arrows: first.map((place) => ["south-stock", place]) },
    sow: { beans: { "south-2": of(0, 1, 2) }, arrows: ["south-3", "south-4", "south-pot"].map((place) => ["south-2", place]) },
    "either-way": { beans: { "south-3": of(0, 1) }, arrows: [["south-3", "south-4"], ["south-3", "south-2"]], lit: ["south-3"] },
    relay: { beans: { "south-1": of(0), "south-2": of(1, 2) }, arrows: [["south-1", "south-2"], ["south-2", "south-3"], ["south-2", "south-4"]], lit: ["south-2"] },
    capture: { beans: { "south-3": of(0), "north-2": of(1, 3, 2) }, arrows: [["north-2", "south-pot"]], lit: ["south-3"] },
    end: { beans: { "south-pot": of(3, 2, 3, 1, 0), "north-pot": of(0, 1), "north-2": of(0, 1), "south-1": of(2) }, lit: ["south-pot", "north-pot"] },
    rounds: { beans: { "south-pot": of(0, 3, 2), "north-pot": of(0, 1) }, lit: ["south-pot", "north-pot"], notes: { "south-pot": "×10", "north-pot": "×10" } },
    offence: { beans: { "south-2": of(0, 1) }, arrows: [["south-2", "south-stock"]], lit: ["south-2"], notes: { "south-2": "!" } },
  };
}
