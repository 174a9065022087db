// The rules in pictures: short panels, each with a small board drawn as the board itself is drawn.

import { arrows } from "./arrows.js";
import { bean, furniture, piece, pushButton, vessel, VARIANTS } from "./drawing.js";
import { layoutOf, PLATFORM } from "./layout.js";
import { Spots, scatter } from "./spots.js";
import { html, svg } from "./svg.js";

const ROOM = { width: 560, height: 460 }, BEAN_SIZE = 1.9;
const DESK = { width: 1440, height: 900 }; // The pictures show a board as it lies on a wide page.
const FEWEST_CUPS = 2, MOST_CUPS = 4;

// The panels for a board with so many cups a side; a picture shows at most four of them.
export function rulesPanels(words, cups, stock) {
  const shown = Math.min(Math.max(cups, FEWEST_CUPS), MOST_CUPS);
  const panels = Object.entries(scenes(shown, words)).map(([name, scene]) => html("li", { class: "rule" },
    picture(shown, scene),
    html("h4", {}, words.say(`rules.${name}.title`)),
    html("p", {}, words.say(`rules.${name}.text`, { cups, stock }))));
  return html("ol", { class: "rules" }, ...panels);
}

// What lies where in each picture, which way beans go, and what is written beside a cup.
function scenes(cups, words) {
  const drop = Math.max(1, cups - 1), sown = Math.max(1, cups - 2);
  const opposite = `north-${cups + 1 - drop}`;
  const row = (numbers) => Object.fromEntries(numbers.map((number) => [`south-${number}`, 1]));
  const first = (count) => Array.from({ length: count }, (_, index) => index + 1);
  const after = first(cups).slice(sown).map((number) => `south-${number}`);
  return {
    aim: { beans: { "south-pot": 9, "north-pot": 5 }, lit: ["south-pot"], notes: { "south-pot": words.say("rules.aim.yours") } },
    drop: { beans: { ...row(first(drop)), "south-stock": 14 }, arrows: first(drop).map((number) => ["south-stock", `south-${number}`]) },
    capture: { beans: { ...row(first(drop)), [opposite]: 4, "north-pot": 2 }, arrows: [[opposite, "south-pot"]], lit: [`south-${drop}`] },
    sow: { beans: { [`south-${sown}`]: cups + 1 - sown, "south-pot": 1 }, arrows: [...after, "south-pot"].map((to) => [`south-${sown}`, to]) },
    wait: {
      beans: { "south-1": 1, [`south-${cups}`]: 3 },
      notes: { "south-1": words.say("rules.wait.waits"), [`south-${cups}`]: words.say("rules.wait.blocked") },
    },
    press: { beans: { ...row(first(drop)), "south-stock": 14 }, shows: "south-button" },
    end: { beans: { "south-pot": 14, "north-pot": 9, "north-2": 3, "south-1": 2 }, lit: ["south-pot", "north-pot"] },
  };
}

// A small board with what lies where: a number of beans, or pieces as pairs of their kind's place and value.
export function picture(cups, { beans, arrows: ways = [], lit = [], notes = {}, shows = null }) {
  const layout = layoutOf(cups, ROOM, DESK), { places, font } = layout;
  const isTray = shows !== null || "south-stock" in beans;
  const drawing = svg("svg", { viewBox: cut(layout, isTray), class: "rule-picture", "aria-hidden": "true" }, ...furniture(layout, PLATFORM));
  drawing.querySelector(".board-grain")?.remove(); // it costs more than all the rest, and is not seen so small
  drawing.style.setProperty("--text", `${font}px`);
  for (const place of Object.values(places)) {
    if (place.kind !== "stock") drawing.append(svg("g", { transform: `translate(${place.x} ${place.y})` }, vessel(place.rx, place.ry)));
    if (place.number) drawing.append(svg("text", { class: "engraved", x: place.number.x, y: place.number.y + font * 0.32 }, place.name.split("-")[1]));
  }
  if (shows !== null) {
    const { x, y } = layout.buttons.south;
    drawing.append(
      svg("g", { transform: `translate(${x} ${y}) scale(${layout.button / 25})` }, ...pushButton("south")),
      svg("circle", { class: "rule-lit", cx: x, cy: y, r: layout.button + 9 }));
  }
  for (const [name, count] of Object.entries(beans)) drawing.append(...lying(places[name], count));
  for (const name of lit) drawing.append(svg("rect", outline(places[name])));
  drawing.append(...arrows(layout, ways.map(([from, to]) => ({ from, to }))));
  for (const [name, note] of Object.entries(notes)) {
    drawing.append(svg("text", { class: "rule-note", x: places[name].x, y: places[name].plate.y + font * 0.35 }, note));
  }
  return drawing;
}

// The board alone, or with South's tray and button.
function cut({ wood, places, height }, isTray) {
  const left = Math.min(...wood.map((part) => part.x)), right = Math.max(...wood.map((part) => part.x + part.width));
  const top = Math.min(...wood.map((part) => part.y)), bottom = Math.max(...wood.map((part) => part.y + part.height));
  // With the tray the far half of the board gives way, so that all pictures are about as large.
  const from = isTray ? (top + bottom) / 2 - 10 : top - 4;
  return `${left - 4} ${from} ${right - left + 8} ${(isTray ? Math.min(height, places["south-stock"].y + places["south-stock"].ry + 12) : bottom + 12) - from}`;
}

function lying(place, pieces) {
  const spots = new Spots(place.rx * 0.4, place.ry * 0.4);
  const each = Array.isArray(pieces) ? pieces : Array.from({ length: pieces }, () => null);
  return each.map((kind, number) => {
    const spot = spots.of(number), { x, y } = spot, turn = kind ? 0 : spot.turn;
    const drawn = kind ? piece(...kind) : bean(Math.floor(scatter(number, 4) * VARIANTS));
    drawn.setAttribute("transform", `translate(${place.x + x * BEAN_SIZE} ${place.y + y * BEAN_SIZE}) rotate(${turn}) scale(${BEAN_SIZE})`);
    return drawn;
  });
}

const outline = ({ x, y, rx, ry }) =>
  ({ class: "rule-lit", x: x - rx - 7, y: y - ry - 7, width: 2 * rx + 14, height: 2 * ry + 14, rx: Math.min(rx, ry) + 7 });

