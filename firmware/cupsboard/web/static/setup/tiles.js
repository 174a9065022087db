// Every place of the board as a tile: its weight, its light, what it is asked for, and how it was found.
// They lie as on the table, on a tall window turned so that South's pot is at the near end.

import { Lights, seen } from "../lights.js";
import { markOf, sign } from "../signs.js";
import { html, setAttribute, setText } from "../svg.js";

const tall = matchMedia("(orientation: portrait)");

export class Tiles {
  #root; #words; #tiles = {}; #places = null; #lights = null;
  chosen = null; // the place that somebody tapped
  changed = () => {};

  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    root.setAttribute("aria-label", words.say("board.name"));
    tall.addEventListener("change", () => this.#places && this.#lay());
  }

  show(state) {
    if (!state.board) return;
    if (String(this.#places) !== String(state.board.places)) this.#build(state.board.places);
    this.#lights.update(state);
    const { signs = {}, faults = {}, activity, details, board } = state;
    board.places.forEach((place, index) => { this.#tile(place, { grams: details?.grams?.[index], rate: details?.cells?.[place]?.rate, sign: signs[place], fault: faults[place], verdict: activity?.result?.verdicts?.[place] }); });
  }

  // What lies beside the scales' own word, where somebody knows it: cups that stand beside the board, and the mass.
  mark({ cupsOff, mass }) {
    for (const [place, { tile }] of Object.entries(this.#tiles)) {
      setAttribute(tile, "data-bare", cupsOff.includes(place) ? "yes" : null);
      setAttribute(tile, "data-mass", mass === place ? "yes" : null);
    }
  }

  choose(place) {
    this.chosen = this.chosen === place ? null : place;
    for (const [each, { tile }] of Object.entries(this.#tiles)) tile.setAttribute("aria-pressed", String(each === this.chosen));
    this.changed();
  }

  #build(places) {
    this.#places = places;
    this.#tiles = {};
    const rings = {};
    for (const place of places) {
      // A tile has a name of its own, which says all of this, and what can be read there in the same order (WCAG 2.5.3).
      const part = (kind) => html("span", { class: kind, "aria-hidden": "true" });
      const parts = { light: part("light"), name: part("name"), grams: part("grams"), mark: part("mark"), note: part("note") };
      setText(parts.name, this.#short(place));
      const tile = html("button", { type: "button", class: "tile", "aria-pressed": "false", "data-side": /^(south|north)-/.exec(place)?.[1], onclick: () => this.choose(place) }, parts.light, html("span", { class: "of" }, parts.name, parts.mark), " ", parts.grams, " ", parts.note);
      this.#tiles[place] = { tile, ...parts };
      rings[place] = (hex) => light(parts.light, hex);
    }
    this.#lights ? this.#lights.setRings(rings) : this.#lights = new Lights(rings);
    this.#root.replaceChildren(...places.map((place) => this.#tiles[place].tile));
    this.#lay();
  }

  #short(place) {
    const [side, kind] = place.split("-");
    return /^\d+$/.test(kind) && side !== "spot" ? kind : this.#words.place(place);
  }

  // The place's name, which ends with the short one.
  #named(place) {
    const number = this.#short(place);
    return /^\d+$/.test(number) ? this.#words.say("setup.cup", { side: this.#words.side(place.split("-")[0]), number }) : this.#words.place(place);
  }

  #lay() {
    const cups = this.#places.filter((place) => /^south-\d/.test(place)).length, trays = this.#places.includes("south-stock") ? 1 : 0;
    for (const place of this.#places) {
      const [side, kind] = place.split("-"), style = this.#tiles[place].tile.style;
      const number = kind === "pot" ? cups + 1 : Number(kind), isSouth = side === "south";
      if (!cups) { style.gridArea = ""; continue; }
      if (kind === "stock") { style.gridArea = tall.matches ? `${isSouth ? cups + 4 : 1} / 1 / auto / span 2` : `3 / ${isSouth ? cups + 2 : 1}`; continue; }
      const along = isSouth ? number + 1 : cups + 2 - number;
      if (tall.matches) style.gridArea = kind === "pot" ? `${along + trays} / 1 / auto / span 2` : `${along + trays} / ${isSouth ? 1 : 2}`;
      else style.gridArea = kind === "pot" ? `1 / ${along} / span 2` : `${isSouth ? 2 : 1} / ${along}`;
    }
    this.#root.style.gridTemplateColumns = cups ? "" : "repeat(auto-fill, minmax(4.25rem, 1fr))";
  }

  #tile(place, { grams, rate, sign: asked, fault, verdict }) {
    const { tile, grams: weight, mark, note } = this.#tiles[place];
    const said = (number) => this.#words.decimal(number, 2);
    setText(weight, typeof grams === "number" ? `${said(grams)} g` : "–");
    const words = fault ? this.#words.find(`sentences.faults.${fault.fault}`) ?? fault.words : verdict ? this.#words.say(verdict.isGood ? "setup.good" : "setup.look") : rate ? this.#words.say("setup.rate", { rate }) : "";
    setText(note, words);
    setAttribute(tile, "data-fault", fault ? "yes" : null);
    setAttribute(tile, "data-good", verdict ? (verdict.isGood ? "yes" : "no") : null);
    const meaning = asked?.meaning ?? null;
    if (mark.dataset.meaning !== String(meaning)) {
      mark.dataset.meaning = String(meaning);
      mark.replaceChildren(...markOf(asked).map((part) => (/^\d/.test(part) ? html("span", { "data-number": part }) : sign(part))));
    }
    setAttribute(tile, "data-meaning", meaning);
    const means = meaning ? this.#words.say(`signs.${meaning}`, { beans: this.#words.beans(asked.beans) }) : "";
    setAttribute(tile, "aria-label", [this.#named(place), weight.textContent, words, means].filter(Boolean).join(", "));
  }
}

function light(element, hex) {
  const look = (hex.match(/.{6}/g) ?? []).map(seen).find(Boolean);
  element.style.background = look ? look.colour : "";
  element.style.opacity = look ? look.strength : "";
}
