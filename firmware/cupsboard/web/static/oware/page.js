// Oware on the page: its rules in pictures.

import { joinSowing } from "../sowing_page.js";

export const join = (page) => joinSowing(page, "oware", SCENES);

const SCENES = {
  aim: (words) => ({ beans: { "south-pot": 9, "north-pot": 5 }, lit: ["south-pot"], notes: { "south-pot": words.say("rules.aim.yours") } }),
  sow: () => ({ beans: { "south-3": 3, "south-2": 2, "north-1": 4 }, arrows: ["south-4", "north-1", "north-2"].map((to) => ["south-3", to]), lit: ["south-3"] }),
  capture: () => ({ beans: { "north-2": 3, "north-1": 2, "north-3": 5, "south-1": 1 }, arrows: [["north-2", "south-pot"], ["north-1", "south-pot"]], lit: ["north-2", "north-1"] }),
  slam: () => ({ beans: { "north-2": 3, "north-1": 2, "south-1": 2 }, lit: ["north-2", "north-1"] }),
  feed: () => ({ beans: { "south-1": 1, "south-3": 2 }, arrows: ["south-4", "north-1"].map((to) => ["south-3", to]), lit: ["south-3"] }),
  press: () => ({ beans: { "south-3": 2, "south-4": 1, "south-stock": 0 }, shows: "south-button" }),
  end: () => ({ beans: { "south-pot": 16, "north-pot": 13, "south-2": 1, "north-2": 2 }, lit: ["south-pot", "south-2", "north-pot", "north-2"] }),
};
