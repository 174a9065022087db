// The nine symbols, as cups and dice show them: each by its shape, its colour, and the filling of its colour, so that
// nobody needs to tell colours apart. Red is full, blue is striped, yellow is dotted.

import { html, svg } from "../svg.js";

export const COLOURS = ["red", "blue", "yellow"], SHAPES = ["circle", "square", "triangle"];
export const KINDS = COLOURS.flatMap((colour) => SHAPES.map((shape) => `${colour}-${shape}`));

const INKS = { red: "#d32f24", blue: "#1d63c4", yellow: "#f6c91c" };
const PATHS = {
  circle: "M0 -40A40 40 0 1 1 -0.1 -40Z",
  square: "M-36 -36H36V36H-36Z",
  triangle: "M0 -44L44 33H-44Z",
};

// The fillings, once a page: drawings refer to them by name.
export function addFillings() {
  const pattern = (colour, size, ...marks) => svg("pattern", { id: `filling-${colour}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
    svg("rect", { width: size, height: size, fill: INKS[colour] }), ...marks);
  document.body.append(svg("svg", { class: "fillings", width: 0, height: 0, "aria-hidden": "true" }, svg("defs", {},
    pattern("red", 10),
    pattern("blue", 16, svg("path", { d: "M0 16L16 0M-4 4L4 -4M12 20L20 12", stroke: "#fff", "stroke-width": 4.5 })),
    pattern("yellow", 18, svg("circle", { cx: 5, cy: 5, r: 3.6, fill: "#4b3700" }), svg("circle", { cx: 14, cy: 14, r: 3.6, fill: "#4b3700" })))));
}

// A symbol round 0, 0, about 90 across.
export function symbol(kind) {
  const [colour, shape] = kind.split("-");
  return svg("path", { d: PATHS[shape], class: "symbol", fill: `url(#filling-${colour})` });
}

export function named(words, kind) {
  const [colour, shape] = kind.split("-");
  if (!shape) return words.say(`king.colours.${colour}`);
  return words.say("king.symbol", { colour: words.say(`king.colours.${colour}`), shape: words.say(`king.shapes.${shape}`) });
}

// A die with its symbol, or a colour alone; without either a blank one.
export function die(kind) {
  return svg("svg", { viewBox: "-60 -60 120 120", class: "die", "aria-hidden": "true" },
    svg("rect", { x: -57, y: -57, width: 114, height: 114, rx: 20, class: "die-body" }),
    kind?.includes("-") ? symbol(kind) : kind ? svg("rect", { x: -42, y: -42, width: 84, height: 84, rx: 12, fill: `url(#filling-${kind})` }) : svg("path", { d: "M-16 0H16", class: "die-blank" }));
}

// A die with its word under it.
export function saidDie(words, kind) {
  return html("figure", { class: "said-die", "data-kind": kind ?? "" }, die(kind), html("figcaption", {}, kind ? named(words, kind) : ""));
}
