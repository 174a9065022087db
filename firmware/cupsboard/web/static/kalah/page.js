// Kalah on the page: its rules in pictures.

import { joinSowing } from "../sowing_page.js";

export const join = (page) => joinSowing(page, "kalah", SCENES);

const SCENES = {
  aim: (words) => ({ beans: { "south-pot": 9, "north-pot": 5 }, lit: ["south-pot"], notes: { "south-pot": words.say("rules.aim.yours") } }),
  sow: () => ({ beans: { "south-2": 4, "south-3": 2, "north-1": 1 }, arrows: ["south-3", "south-4", "south-pot", "north-1"].map((to) => ["south-2", to]), lit: ["south-2"] }),
  again: () => ({ beans: { "south-3": 2, "south-1": 3 }, arrows: ["south-4", "south-pot"].map((to) => ["south-3", to]), lit: ["south-pot"] }),
  capture: () => ({ beans: { "south-3": 1, "north-2": 4, "south-1": 1 }, arrows: [["north-2", "south-pot"], ["south-3", "south-pot"]], lit: ["south-3"] }),
  press: () => ({ beans: { "south-3": 2, "south-4": 1, "south-stock": 0 }, shows: "south-button" }),
  end: () => ({ beans: { "south-pot": 11, "north-pot": 8, "north-2": 3, "north-4": 2 }, lit: ["north-pot", "north-2", "north-4"] }),
};
