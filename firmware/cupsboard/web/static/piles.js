// Pieces of kinds where there is no room to draw each of them: one of every kind, with how many there are.

import { piece } from "./drawing.js";
import { setAttribute, svg } from "./svg.js";

// Drawn smaller than this a piece bears its number alone: what it counts could not be read.
const LEAST_VALUE_PIXELS = 11, PIECE_RADIUS = 9.6, NOT_TOLD = "any";

export class Piles {
  #layer; #layout; #kinds; #shown = {};

  constructor(layer, layout, kinds) {
    this.#layer = layer;
    this.#layout = layout;
    this.#kinds = kinds;
  }

  // `lying` says how many of each kind lie in each place.
  show(lying) {
    for (const name of Object.keys(this.#layout.places)) {
      const here = lying[name] ?? {};
      const piles = [...this.#kinds.map(({ kind }) => kind), NOT_TOLD].filter((kind) => here[kind]);
      const said = piles.map((kind) => `${kind} ${here[kind]}`).join();
      const before = this.#shown[name];
      if ((before?.said ?? "") === said) continue;
      before?.group.remove();
      const group = svg("g", { class: "piles", "data-place": name }), at = this.#placed(name, piles);
      for (const each of at) group.append(this.#pile(each, here[each.kind]));
      this.#layer.append(group);
      this.#shown[name] = { said, group, at };
    }
  }

  // The kind whose pile is nearest to a point of a place; undefined where none lies.
  kindAt(name, { x, y }) {
    const far = (pile) => Math.hypot(pile.x - x, pile.y - y);
    const nearest = [...(this.#shown[name]?.at ?? [])].sort((one, other) => far(one) - far(other))[0];
    return nearest?.kind === NOT_TOLD ? undefined : nearest?.kind;
  }

  // In a round cup two by two; in what is long in a row along it.
  #placed(name, piles) {
    const { x, y, rx, ry, kind } = this.#layout.places[name];
    const count = piles.length, isRound = kind === "cup";
    const inRow = isRound ? Math.min(2, count) : rx >= ry ? count : 1, rows = Math.ceil(count / Math.max(1, inRow));
    const room = isRound ? 0.74 : 0.86, width = (2 * rx * room) / inRow, height = (2 * ry * room) / rows;
    const radius = Math.min(width, height, isRound ? rx * 1.1 : 70) / 2;
    return piles.map((each, index) => {
      const column = index % inRow, row = Math.floor(index / inRow), here = Math.min(inRow, count - row * inRow);
      return { kind: each, radius, x: x + (column - (here - 1) / 2) * width, y: y + (row - (rows - 1) / 2) * height };
    });
  }

  #pile({ kind, radius, x, y }, count) {
    const index = this.#kinds.findIndex((each) => each.kind === kind), value = this.#kinds[index]?.value;
    const isLarge = radius * this.#layout.scale >= LEAST_VALUE_PIXELS;
    const drawn = index < 0 ? piece() : piece(index, value);
    setAttribute(drawn, "transform", `scale(${(radius / PIECE_RADIUS).toFixed(3)})`);
    if (!isLarge && index >= 0) drawn.querySelector(".piece-mark").remove();
    const number = isLarge
      ? svg("text", { class: "pile-count", x: radius * 0.62, y: radius * 0.98 }, `×${count}`)
      : svg("text", { class: "pile-number", y: radius * 0.36 }, `×${count}`);
    number.style.fontSize = `${(radius * (isLarge ? 0.72 : count > 9 ? 0.82 : 1.02)).toFixed(1)}px`;
    return svg("g", { class: "pile", "data-kind": kind, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, drawn, number);
  }
}

// How many pieces of each kind lie in each place, told from the kind of each piece.
export function countedByKind(where, kinds) {
  return Object.fromEntries(Object.entries(where).map(([place, numbers]) => {
    const counts = {};
    for (const number of numbers) counts[kinds[number]] = (counts[kinds[number]] ?? 0) + 1;
    return [place, counts];
  }));
}
