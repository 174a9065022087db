// A picture of the step: on the left the board from above with the places that are meant, on the right what the
// hand does there, from the side: a cell with its platform, the cup, and what comes down on it or goes up.

import { svg } from "../svg.js";

const CUP = "cup", BARE = "bare";
// What a sentence asks for: what stands on the platform, what is moved, and which way.
const STEPS = {
  "calibrate-empty": [BARE, "cup", "up"], "calibrate-empty-again": [BARE, "cup", "up"], "calibrate-cups": [BARE, "cup", "down"], "calibrate-lighter": [BARE, "cup", "down"],
  "calibrate-zero": [BARE, "cup", "down"], "prove-cups": [BARE, "cup", "both"], "calibrate-still": [CUP, "hand", "away"], "prove-unread": [CUP, "hand", "away"],
  "calibrate-load": [CUP, "mass", "down"], "calibrate-load-early": [CUP, "mass", "down"], "prove-load": [CUP, "mass", "down"],
  "calibrate-unload": [CUP, "mass", "up"], "calibrate-unload-there": [CUP, "mass", "up"], "calibrate-done-there": [CUP, "mass", "up"], "calibrate-two": [CUP, "mass", "up"], "calibrate-odd": [CUP, "mass", "up"], "calibrate-more": [CUP, "mass", "up"], "calibrate-or-nothing": [CUP, "mass", "up"],
  "calibrate-move": [CUP, "mass", "both"], "calibrate-move-bare": [BARE, "mass", "both"], "calibrate-move-spot": [BARE, "mass", "both"], "calibrate-move-spot-again": [BARE, "mass", "both"],
  "calibrate-move-again": [BARE, "cup", "both"], "calibrate-load-again": [BARE, "cup", "both"], "calibrate-lift": [BARE, "cup", "both"], "calibrate-unlike": [BARE, "cup", "both"],
  "calibrate-load-spot-again": [BARE, "mass", "down"], "calibrate-unlike-spot": [BARE, "mass", "both"], "calibrate-beans-few": [CUP, "bean", "down"],
  "calibrate-load-bare": [BARE, "mass", "down"], "calibrate-load-spot": [BARE, "mass", "down"], "calibrate-unload-spot": [BARE, "mass", "up"],
  "calibrate-touch": [CUP, "finger", "down"], "calibrate-touch-again": [CUP, "finger", "down"], "calibrate-touch-there": [CUP, "finger", "down"], "doctor-touch": [CUP, "finger", "down"],
  "calibrate-beans": [CUP, "bean", "down"], "beans-first": [CUP, "bean", "down"], "beans-sorting": [CUP, "bean", "down"], "beans-portions": [CUP, "bean", "down"], "kinds-each": [CUP, "bean", "down"], "kinds-few": [CUP, "bean", "down"],
  "beans-first-back": [CUP, "bean", "up"], "beans-several": [CUP, "bean", "up"], "beans-empty": [CUP, "bean", "up"], "beans-empty-first": [CUP, "bean", "up"],
  "beans-looking": [CUP, "hand", "away"], "doctor-reading": [CUP, "hand", "away"], "doctor-reading-spots": [BARE, "hand", "away"], "doctor-buttons": [CUP, "button", "down"], "doctor-buttons-seats": [BARE, "button", "down"], "lights-buttons": [BARE, "button", "down"],
  "cups.clear": [BARE, "cup", "up"], "king.put": [BARE, "cup", "down"],
};

// In a field of 40 by 40, the thing in the middle.
const THINGS = {
  cup: () => svg("path", { d: "M8 8H32L28 32H12Z", class: "thing" }),
  mass: () => svg("path", { d: "M16 12A4 4 0 1 1 24 12M12 14H28L31 32H9Z", class: "thing full" }),
  bean: () => svg("path", { d: "M8 22C8 12 18 12 22 14C32 15 34 24 30 28C26 32 24 26 20 27C15 29 8 30 8 22Z", class: "thing full" }),
  finger: () => svg("path", { d: "M16 4V26A4 4 0 0 0 24 26V4", class: "thing" }),
  hand: () => svg("path", { d: "M10 20V12M16 20V8M22 20V8M28 20V12M8 20H30V28Q30 34 19 34T8 28ZM4 4L36 36", class: "thing" }),
  button: () => svg("path", { d: "M8 30H32M12 30V22H28V30M20 2V16M15 11L20 16L25 11", class: "thing" }),
};
const ARROWS = { up: "M0 30V4M-6 11L0 4L6 11", down: "M0 4V30M-6 23L0 30L6 23", both: "M-7 30V4M-12 10L-7 4L-2 10M7 4V30M2 24L7 30L12 24" };

// The picture of a sentence's step; null where there is none. `lit` are the places that are meant.
export function picture(key, board, lit) {
  const step = STEPS[key];
  if (!step || !board) return null;
  const [under, thing, way] = step;
  const drawing = svg("svg", { viewBox: "0 0 300 100", class: "picture", "aria-hidden": "true", "data-step": key });
  drawing.append(fromAbove(board, lit), fromTheSide(under, thing, way));
  return drawing;
}

function fromTheSide(under, thing, way) {
  const group = svg("g", { transform: "translate(190 0)" });
  if (thing === "button") { group.append(moved(thing, 20, 30)); return group; }
  // The cell bends on its foot; the platform lies on its other end.
  group.append(svg("path", { d: "M10 96V86H60V78", class: "cell" }), svg("path", { d: "M22 76H98", class: "platform" }));
  if (under === CUP) group.append(svg("path", { d: "M36 46L40 74H80L84 46", class: "thing" }));
  group.append(moved(thing, 40, thing === "cup" ? 40 : under === CUP && thing === "bean" ? 18 : thing === "finger" ? 8 : under === CUP ? 12 : 40));
  if (ARROWS[way]) group.append(svg("path", { d: ARROWS[way], class: "way", transform: "translate(100 14)" }));
  return group;
}

function moved(thing, x, y) {
  const group = svg("g", { transform: `translate(${x} ${y})` });
  group.append(THINGS[thing]());
  return group;
}

function fromAbove({ places }, lit) {
  const group = svg("g"), cups = places.filter((place) => /^south-\d/.test(place)).length;
  const step = Math.min(24, 170 / (cups + 2 || 5)), size = 0.8 * step;
  for (const [index, place] of places.entries()) {
    const [column, row, height] = cups ? aboveOfCups(place, cups) : aboveOfSpots(place, index);
    group.append(svg("rect", { x: 4 + column * step, y: 50 + (row - 1) * step + (step - size) / 2, width: size, height: height * step - (step - size), rx: size / 2, class: lit.includes(place) ? "place lit" : "place" }));
  }
  return group;
}

// Column, row (North's is 0, South's 1) and height of a place, in cups.
function aboveOfCups(place, cups) {
  const [side, kind] = place.split("-"), isSouth = side === "south";
  if (kind === "pot") return [isSouth ? cups + 1 : 0, 0, 2];
  if (kind === "stock") return [isSouth ? cups : 1, isSouth ? 2 : -1, 1];
  return [isSouth ? Number(kind) : cups + 1 - Number(kind), isSouth ? 1 : 0, 1];
}

function aboveOfSpots(place, index) {
  const number = Number(/^spot-(\d)$/.exec(place)?.[1]);
  return number ? [(number - 1) % 3, Math.floor((number - 1) / 3) - 0.5, 1] : [3.4 + ((index - 9) % 2), Math.floor((index - 9) / 2) - 0.5, 1];
}
