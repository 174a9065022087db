// The things on the table as SVG: wood, cups, pots, trays, beans, hands and coins. All colours that depend on
// the theme are in board.css; what is here are shapes, gradients and grain.

import { svg } from "./svg.js";
import { RECESS } from "./layout.js";

const stop = (offset, colour, opacity = 1) =>
  svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
const linear = (id, stops, attributes = {}) =>
  svg("linearGradient", { id, x1: 0, y1: 0, x2: 0.35, y2: 1, ...attributes }, ...stops.map((each) => stop(...each)));
const radial = (id, stops, attributes = {}) =>
  svg("radialGradient", { id, ...attributes }, ...stops.map((each) => stop(...each)));

const BEAN = "M-7.2 1.2C-7.6-3-3.9-5-.2-4.800 3.700-4.600 7.300-3.600 7 .9 6.700 4.400 3.500 5.200 1.700 3.300.7 2.300-.7 2.200-1.700 3.200-3.400 5-6.900 4.600-7.2 1.2Z";
const SHINE = "M-5-1C-4.500-3.200-1.800-3.900.9-3.600 2.600-3.400 4-2.900 4.900-1.900 2.400-2.800-2.200-2.600-5-1Z";
const DISC = "M-6.400 0A6.400 6.400 0 1 1 6.400 0A6.400 6.400 0 1 1-6.400 0Z";
const GEM = "M-6.600.5C-6.300-3.600-2.800-5.400.6-5.200 4.200-5 6.800-2.600 6.600.8 6.400 4.200 3 5.600-.6 5.400-4.200 5.200-6.800 3.400-6.600.5Z";

// Light, middle and dark of a bean, several to a kind, so that no two beans look quite alike.
const KIDNEY = [["#c65a49", "#8e2b22", "#571410"], ["#b74a3d", "#7d241d", "#4b110e"], ["#cf6a55", "#97362a", "#5f1a14"], ["#a9443a", "#701f1a", "#430f0d"]];
const KINDS = {
  navy: [BEAN, [["#fffdf4", "#ece2c8", "#b9a983"], ["#fffaf0", "#e6d9bb", "#b09f78"]]],
  black: [BEAN, [["#5d5a63", "#2a272e", "#0e0c11"], ["#67626a", "#332f36", "#141116"]]],
  pinto: [BEAN, [["#f0d3b0", "#c99a6c", "#855532"], ["#e9c7a2", "#bf8e62", "#7b4d2d"], ["#f4dcbd", "#d2a67a", "#8e5e3a"]]],
  kidney: [BEAN, KIDNEY],
  mixed: [BEAN, [["#c65a49", "#8e2b22", "#571410"], ["#fffdf4", "#ece2c8", "#b9a983"], ["#5d5a63", "#2a272e", "#0e0c11"], ["#f0d3b0", "#c99a6c", "#855532"]]],
  gem: [GEM, [["#bff3ff", "#3aa6cf", "#14587e"], ["#d9ffc9", "#4fae5c", "#1c6133"], ["#ffe0f1", "#cf5b9a", "#7a2257"], ["#fff0bd", "#dba53a", "#8a5a10"]]],
  go: [DISC, [["#6b6b73", "#2b2b31", "#0f0f12"], ["#ffffff", "#ecebe4", "#b5b3a8"]]],
  penny: [DISC, [["#f6c39a", "#c4794a", "#7c4220"], ["#e9b083", "#b0693c", "#6c3819"]]],
};

export const VARIANTS = 4;

const kindOf = (name) => KINDS[name] ?? KINDS[(name ?? "").split(" ")[0]] ?? KINDS.kidney;

// What the board's picture refers to by name. `kind` is the kind of bean in play.
export function definitions(kind) {
  const [shape, tones] = kindOf(kind);
  const beans = [];
  for (let variant = 0; variant < VARIANTS; variant++) {
    const [light, middle, dark] = tones[variant % tones.length];
    beans.push(
      radial(`bean-fill-${variant}`, [[0, light], [0.5, middle], [1, dark]], { cx: 0.38, cy: 0.28, r: 0.85 }),
      svg("g", { id: `bean-${variant}` },
        svg("path", { d: shape, class: "bean-shadow", transform: "translate(1.3 2.1)" }),
        svg("path", { d: shape, fill: `url(#bean-fill-${variant})` }),
        svg("path", { d: SHINE, class: "bean-shine" })),
    );
  }
  return svg("defs", {},
    radial("glaze", [[0, "#b9ab93"], [0.55, "#d9cfbb"], [0.86, "#efe8d9"], [1, "#fbf7ee"]], { cy: 0.56 }),
    linear("glaze-rim", [[0, "#ffffff"], [0.45, "#efe7d8"], [1, "#b9a98d"]]),
    radial("well", [[0, "#000", 0.05], [0.7, "#000", 0.14], [1, "#000", 0.42]], { cy: 0.6 }),
    radial("platform", [[0, "#8d9094"], [0.8, "#63666b"], [1, "#45484c"]]),
    radial("felt", [[0, "#3f6b58"], [1, "#26483a"]]),
    linear("tray-rim", [[0, "#b98854"], [0.5, "#8a5a2c"], [1, "#5d3916"]]),
    radial("cap-south", [[0, "#8fd0ff"], [0.55, "#2c86c9"], [1, "#13507f"]], { cy: 0.35 }),
    radial("cap-north", [[0, "#ffe0a3"], [0.55, "#dd9a24"], [1, "#8a5807"]], { cy: 0.35 }),
    linear("skin", [[0, "#f2cfae"], [0.55, "#dba77e"], [1, "#b27a52"]]),
    radial("cup-top", [[0, "#fffdf6"], [0.7, "#f6eedd"], [1, "#e2d4b8"]], { cx: 0.42, cy: 0.36, r: 0.7 }),
    radial("coin-fill", [[0, "#fdf3d0"], [0.6, "#cfae55"], [1, "#8a6a1c"]], { cx: 0.38, cy: 0.3 }),
    ...beans);
}

export const bean = (variant) => svg("use", { href: `#bean-${variant}`, class: "bean" });

const corners = (number, first, radius) => {
  const points = Array.from({ length: number }, (_, at) => {
    const angle = ((first + (at * 360) / number) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
};

// Kinds of pieces differ in shape, in colour and in the number they bear: nothing depends on the colour. A seventh
// has the first shape again, with a second line around it.
const SHAPES = [[40, 0, 8.2], [4, 45, 9.6], [3, -90, 10.6], [6, 0, 9], [4, 0, 10], [5, -90, 9.4]].map((shape) => corners(...shape));
const TONES = ["#d9935f", "#c9ced6", "#e8c35a", "#8fb7d9", "#a9cf9a", "#dba4c0"];
const NOT_TOLD = "?";

// A piece of a kind, by the index of its kind; one of no kind that was told has none.
export function piece(index, value) {
  const shape = SHAPES[index % SHAPES.length] ?? SHAPES[0], label = index === undefined ? NOT_TOLD : String(value);
  return svg("g", { class: "piece", "data-kind": index ?? NOT_TOLD },
    svg("path", { d: shape, class: "bean-shadow", transform: "translate(1.3 2.1)" }),
    svg("path", { d: shape, class: "piece-edge", fill: index === undefined ? "#fff" : TONES[index % TONES.length] }),
    ...(index >= SHAPES.length ? [svg("path", { d: shape, class: "piece-line", transform: "scale(.78)" })] : []),
    svg("text", { class: "piece-mark", y: 2.9, "data-length": label.length }, label));
}

export function coin() {
  return svg("g", { class: "coin" },
    svg("circle", { r: 10.5, class: "bean-shadow", cx: 1.5, cy: 2.5 }),
    svg("circle", { r: 10.5, fill: "url(#coin-fill)", class: "coin-edge" }),
    svg("text", { class: "coin-mark", y: 4.5 }, "1"));
}

// A closed curve between an ellipse and a rectangle, or a part of it; angles in degrees, downwards positive.
export function curve(rx, ry, from = 0, to = 360) {
  const power = rx === ry ? 1 : 2 / 3.2;
  const steps = Math.max(4, Math.round(Math.abs(to - from) / 5));
  const points = [];
  for (let step = 0; step <= steps; step++) {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    const bend = (value) => Math.sign(value) * Math.abs(value) ** power;
    points.push(`${(rx * bend(Math.cos(angle))).toFixed(2)} ${(ry * bend(Math.sin(angle))).toFixed(2)}`);
  }
  return `M${points.join("L")}${to - from >= 360 ? "Z" : ""}`;
}

// A cup or pot of glazed clay from above, about its middle.
export function vessel(rx, ry) {
  const wall = Math.min(rx, ry) * 0.16;
  return svg("g", { class: "vessel" },
    svg("path", { d: curve(rx, ry), class: "vessel-shadow", transform: "translate(2.5 5)" }),
    svg("path", { d: curve(rx, ry), fill: "url(#glaze-rim)", class: "vessel-rim" }),
    svg("path", { d: curve(rx - wall, ry - wall), fill: "url(#glaze)" }),
    svg("path", { d: curve(rx - wall, ry - wall), fill: "url(#well)" }));
}

const rounded = (x, y, width, height, radius, attributes) => svg("rect", { x, y, width, height, rx: radius, ...attributes });

// All that never moves: the board of wood, its recesses and platforms, the trays beside it.
export function furniture(layout, platformRadius) {
  const outline = layout.wood.map(({ x, y, width, height }) => roundedPath(x, y, width, height, 28)).join("");
  const grains = layout.kind === "turned" ? "grain-upright" : "grain";
  const parts = [
    svg("path", { d: outline, class: "board-shadow", transform: "translate(4 10)" }),
    svg("path", { d: outline, class: "board-wood" }),
    svg("path", { d: outline, class: "board-grain", filter: `url(#${grains})` }),
    ...layout.wood.map(({ x, y, width, height }) => rounded(x + 2, y + 2, width - 4, height - 4, 26, { class: "board-edge" })),
    svg("path", { class: "board-hinge", d: `M${layout.hinge[0].x} ${layout.hinge[0].y}L${layout.hinge[1].x} ${layout.hinge[1].y}` }),
  ];
  for (const place of Object.values(layout.places)) {
    const at = { transform: `translate(${place.x} ${place.y})` };
    if (place.kind === "stock") {
      parts.push(svg("g", { ...at, class: "tray" },
        svg("path", { d: curve(place.rx, place.ry), class: "vessel-shadow", transform: "translate(3 6)" }),
        svg("path", { d: curve(place.rx, place.ry), fill: "url(#tray-rim)" }),
        svg("path", { d: curve(place.rx - 7, place.ry - 7), fill: "url(#felt)" }),
        svg("path", { d: curve(place.rx - 7, place.ry - 7), fill: "url(#well)" })));
      continue;
    }
    parts.push(svg("g", at,
      svg("path", { d: curve(place.rx + RECESS, place.ry + RECESS), class: "recess" }),
      svg("path", { d: curve(place.kind === "cup" ? platformRadius : place.rx - 12, place.kind === "cup" ? platformRadius : place.ry - 12), fill: "url(#platform)" }),
      svg("path", { d: "M-7 0H7M0-7V7", class: "screw" })));
  }
  return parts;
}

const roundedPath = (x, y, width, height, r) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

// Puts what all drawings of a page share into the page itself: a drawing whose board is hidden would miss it there.
let shared = null;
export function define(kind) {
  if (shared?.dataset.kind === String(kind)) return;
  shared?.remove();
  shared = svg("svg", { class: "definitions", width: 0, height: 0, "aria-hidden": "true", "data-kind": String(kind) }, svg("defs", {}, ...grain()), definitions(kind));
  document.body.prepend(shared);
}

// The grain of wood, once along and once across.
export function grain() {
  const filter = (id, frequency) => svg("filter", { id, x: 0, y: 0, width: 1, height: 1 },
    svg("feTurbulence", { type: "fractalNoise", baseFrequency: frequency, numOctaves: 4, seed: 11 }),
    svg("feColorMatrix", { type: "matrix", values: "0 0 0 0 .20  0 0 0 0 .10  0 0 0 0 .03  1.9 0 0 0 -.62" }),
    svg("feComposite", { operator: "in", in2: "SourceGraphic" }));
  return [filter("grain", "0.006 0.16"), filter("grain-upright", "0.16 0.006")];
}

// A round button as on an arcade machine.
export function pushButton(side) {
  return [
    svg("circle", { r: 25, class: "button-base" }),
    svg("circle", { r: 19.500, class: "button-cap", fill: `url(#cap-${side})` }),
    svg("ellipse", { cx: -3, cy: -8, rx: 9.500, ry: 5, class: "button-shine" }),
    svg("path", { d: "M-7.500 1.500L-2.500 6.500L7.500-4.500", class: "button-sign" }),
  ];
}

// The shadow of a hand that is held above the table.
export const handShadow = () => svg("path", { class: "hand-shadow", transform: "translate(13 20)", d: "M-21-8C-22-30-12-38 0-38 14-38 24-28 23-6 22 10 16 23 0 23-15 23-20 8-21-8Z" });

// An open hand, fingers to the board.
export function hand() {
  const finger = (x, y, length, turn) => rounded(-4.600, -length, 9.200, length + 8, 4.600, { transform: `translate(${x} ${y}) rotate(${turn})` });
  return svg("g", { class: "palm" },
    finger(-12, -9, 17, -16), finger(-4, -13, 22, -4), finger(5, -13, 21, 6), finger(13, -8, 16, 18), finger(-17, 6, 17, -62),
    svg("path", { d: "M-18-6C-18-16 17-17 19-5 20 6 16 20 0 20-14 20-18 6-18-6Z" }));
}
