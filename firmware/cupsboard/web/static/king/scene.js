// The table from above: nine spots, a tray with a button for each player, the cups, the hands, and what the lights do.

import { definitions, grain } from "../drawing.js";
import { Lights, seen } from "../lights.js";
import { ring } from "../rings.js";
import { setAttribute, setText, svg } from "../svg.js";
import { sign } from "../signs.js";
import { CUP, layoutOf, standsOn } from "./layout.js";
import { cupsOf, ownerOf, standingOf } from "./rounds.js";
import { KINDS, named, symbol } from "./symbols.js";

const ROOM_STEP_PIXELS = 12, FACING_DEGREES = 90;
const TEXT_PIXELS = 16, LARGEST_TEXT = 22, WORD_PIXELS = 14, LARGEST_WORD = 19;
const SIGN_OF = { winner: "star", asked: "question", right: "star", out: "stop", early: "stop", wanted: "hand", ready: "check", roller: "again" };
const WORDLESS = 0.7; // below it the word of a colour is too small to read
const BESIDE = { x: 30, y: 14 };
const GLEAM = "M-31 -14A34 34 0 0 1 9 -33A38 38 0 0 0 -31 -14Z"; // light on the edge of an upturned cup

export class Scene {
  layout = null;
  cups = {}; // the element of each cup
  buttons = {};
  live = null;
  // Where a cup is that somebody at this page moves; undefined for all others.
  /** @type {(kind: string) => any} */
  carried = () => undefined;
  #frame; #words; #names; #size = ""; #state = null; #lights = new Lights({}); #trays = {}; #hands = {}; #rebuilt = [];

  constructor(frame, words, names) {
    this.#frame = frame;
    this.#words = words;
    this.#names = names;
    new ResizeObserver(() => this.refit()).observe(frame.parentElement);
  }

  // Tells a module that its elements are new.
  whenRebuilt(told) { this.#rebuilt.push(told); }

  refit() { if (this.#state) this.show(this.#state); }

  show(state) {
    if (!state.board?.seats) return;
    this.#state = state;
    const { clientWidth, clientHeight } = this.#frame.parentElement;
    const [width, height] = [clientWidth, clientHeight].map((pixels) => Math.max(200, Math.floor(pixels / ROOM_STEP_PIXELS) * ROOM_STEP_PIXELS));
    const size = [width, height, state.board.seats].join("/");
    if (size !== this.#size) {
      this.#size = size;
      this.#build(state, layoutOf(state.board.seats, { width, height }));
    }
    this.#showCups(state);
    this.#showTrays(state);
    this.#showHands(state);
    this.#lights.update(state);
  }

  // The picture takes a finger on what `grasps` says of an event, and leaves every other to the page beneath it.
  holdTouches(grasps) {
    this.live.addEventListener("touchstart", (event) => { if (grasps(event)) event.preventDefault(); }, { passive: false });
  }

  // A point of the window in the scene's own units.
  pointOf(event) {
    const box = this.live.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * this.layout.width, y: ((event.clientY - box.top) / box.height) * this.layout.height };
  }

  #build({ board }, layout) {
    this.layout = layout;
    const viewBox = `0 0 ${layout.width} ${layout.height}`;
    const font = Math.min(LARGEST_TEXT, TEXT_PIXELS / layout.scale);
    this.#frame.style.setProperty("--ratio", layout.width / layout.height);
    this.#frame.style.setProperty("--text", `${font}px`);
    this.#frame.style.setProperty("--word", `${Math.min(LARGEST_WORD, Math.max(12, WORD_PIXELS / layout.scale))}px`);
    const layers = Object.fromEntries(["wood", "rings", "buttons", "cups", "hands"].map((name) => [name, svg("g", { class: `layer-${name}` })]));
    const wood = { x: 1, y: 1, width: layout.width - 2, height: layout.height - 2, rx: 18 };
    layers.wood.append(definitions(), ...grain(), svg("rect", { ...wood, class: "table-wood" }),
      svg("rect", { ...wood, class: "board-grain", filter: "url(#grain)" }), svg("rect", { ...wood, class: "board-edge" }));
    const rings = {};
    this.#trays = {};
    this.buttons = {};
    for (const [name, place] of Object.entries(layout.places)) {
      const drawn = place.width ? this.#tray(name, place, board.pixels?.[name] ?? 0, font, layers) : this.#spot(name, place, board.pixels?.[name] ?? 0, layers);
      rings[name] = drawn;
    }
    this.cups = {};
    for (const kind of KINDS) layers.cups.append((this.cups[kind] = this.#cup(kind)));
    this.#hands = {};
    for (const seat of board.seats) layers.hands.append((this.#hands[seat] = this.#hand(seat)));
    this.live = svg("svg", { viewBox, role: "group", "aria-label": this.#words.say("king.table") }, ...Object.values(layers));
    for (const each of ["wood", "rings", "hands"]) layers[each].setAttribute("aria-hidden", "true");
    this.#frame.replaceChildren(this.live);
    this.#lights.setRings(rings);
    for (const told of this.#rebuilt) told();
  }

  #spot(name, { x, y }, pixels, layers) {
    layers.wood.append(svg("circle", { cx: x, cy: y, r: CUP + 2, class: "spot" }), svg("circle", { cx: x, cy: y, r: CUP - 9, fill: "url(#platform)" }),
      svg("circle", { cx: x, cy: y, r: CUP + 2, fill: "url(#well)" }),
      svg("text", { x, y: y + 6, class: "spot-number" }, name.replace("spot-", "")));
    const drawn = ring({ name, x, y, rx: CUP - 4, ry: CUP - 4 }, Math.max(1, pixels), FACING_DEGREES);
    layers.rings.append(drawn.group);
    return drawn.show;
  }

  // The tray, its pixels in a row under the strip that is its player's button.
  #tray(name, tray, pixels, font, layers) {
    const { left, top, width, height, strip } = tray, seat = ownerOf(name);
    const inner = { x: left + 5, y: top + 5, width: width - 10, height: height - 10, rx: 9 };
    layers.wood.append(svg("rect", { x: left + 2, y: top + 5, width, height, rx: 13, class: "vessel-shadow" }),
      svg("rect", { x: left, y: top, width, height, rx: 13, fill: "url(#tray-rim)" }),
      svg("rect", { ...inner, fill: "url(#felt)" }), svg("rect", { ...inner, fill: "url(#well)" }));
    const share = (width - 20) / Math.max(1, pixels);
    const pieces = Array.from({ length: pixels }, (_, index) => {
      const d = `M${left + 10 + index * share + 4} ${top + strip + 4}h${Math.max(2, share - 8)}`;
      const piece = svg("g", { class: "pixel" }, ...["glow-far", "glow-near", "glow-core"].map((glow) => svg("path", { d, class: glow })));
      layers.rings.append(svg("path", { d, class: "diffuser" }), piece);
      return piece;
    });
    const text = svg("text", { x: left + strip, y: top + strip / 2 + font * 0.35, class: "tray-name", "aria-hidden": "true" });
    const score = svg("text", { x: left + width - 10, y: top + strip / 2 + font * 0.35, class: "tray-score", "aria-hidden": "true" });
    const mark = svg("g", { class: "tray-mark", transform: `translate(${left + 8} ${top + strip / 2 - 12})` });
    // Who sits there presses anywhere on the tray: on a phone the strip is lower than a finger is wide.
    const button = svg("g", { class: "home-button", id: `button-${seat}`, "data-seat": seat },
      svg("rect", { x: left, y: top, width, height, rx: 12, class: "home-hit hit" }),
      svg("rect", { x: left + 2, y: top + 2, width: width - 4, height: strip - 4, rx: 10, class: "home-cap" }),
      svg("rect", { x: left + 5, y: top + 4, width: width - 10, height: (strip - 8) / 2, rx: 8, class: "home-shine" }));
    // What is written on it is no part of the button, which has a name of its own for readers.
    layers.buttons.append(button, svg("g", { class: "home-words", "data-seat": seat, "aria-hidden": "true" }, mark, text, score));
    this.buttons[seat] = button;
    this.#trays[seat] = { button, text, score, mark, room: Math.floor((width - strip - 2.4 * font) / (0.56 * font)) };
    return (picture) => pieces.forEach((piece, index) => {
      const hex = picture.slice(index * 6, index * 6 + 6), light = hex ? seen(hex) : null;
      piece.style.stroke = light?.colour ?? "none";
      piece.style.opacity = light?.strength ?? 0;
    });
  }

  #cup(kind) {
    const [colour] = kind.split("-");
    return svg("g", { class: "cup", id: `cup-${kind}`, "data-kind": kind },
      svg("circle", { r: CUP + 1, class: "cup-shadow", cx: 3, cy: 6 }), svg("circle", { r: CUP, class: "cup-side", fill: "url(#glaze-rim)" }),
      svg("circle", { r: CUP - 5, class: "cup-body", fill: "url(#cup-top)" }), svg("path", { d: GLEAM, class: "cup-gleam" }),
      svg("g", { class: "cup-symbol", transform: "translate(0 -9) scale(.5)" }, symbol(kind)),
      svg("text", { y: 31, class: "cup-word" }, this.#words.say(`king.colours.${colour}`)));
  }

  #hand(seat) {
    const drawn = sign("hand");
    for (const [name, value] of Object.entries({ x: -17, y: -17, width: 34, height: 34 })) drawn.setAttribute(name, value);
    return svg("g", { class: "racing-hand", "data-seat": seat }, svg("circle", { r: 21, class: "hand-back" }), drawn);
  }

  #showCups(state) {
    const cups = cupsOf(state), ended = state.round?.ended, byPlace = {};
    for (const kind of KINDS) if (cups[kind]?.at) (byPlace[cups[kind].at] ??= []).push(kind);
    for (const kind of KINDS) {
      const element = this.cups[kind], cup = cups[kind];
      const point = this.carried(kind) ?? this.#pointOf(cup, kind, byPlace, state);
      setAttribute(element, "data-away", point ? null : "yes");
      setAttribute(element, "data-carried", this.carried(kind) ? "yes" : null);
      setAttribute(element, "data-overturned", cup?.stance === "overturned" ? "yes" : null);
      setAttribute(element, "data-right", ended?.cup === kind ? "yes" : null);
      setAttribute(element, "data-small", point && point.scale < WORDLESS ? "yes" : null);
      if (point) element.style.transform = `translate(${point.x}px, ${point.y}px) scale(${point.scale ?? 1})`;
      const said = this.#words.say("king.cup-at", { cup: named(this.#words, kind), place: this.#place(cup?.at) });
      if (element.dataset.said !== said) {
        element.dataset.said = said;
        element.setAttribute("aria-label", said);
        element.setAttribute("role", element.getAttribute("role") ?? "img");
      }
    }
  }

  #pointOf(cup, kind, byPlace, state) {
    const place = this.layout.places[cup?.at];
    if (!place) return cup?.hand ? { ...this.#restOf(state.table?.hands?.[cup.hand], cup.hand), scale: 0.8 } : null;
    if (place.width) return standsOn(place, byPlace[cup.at].length)[byPlace[cup.at].indexOf(kind)];
    const aside = cup.stance === "beside" ? BESIDE : { x: 0, y: 0 };
    return { x: place.x + aside.x, y: place.y + aside.y, scale: 1 };
  }

  #restOf(hand, seat) {
    const at = hand?.at && hand.at !== "home" ? this.layout.places[hand.at] : null;
    if (at) return { x: at.x + 14, y: at.y + 14 };
    const { left, top, width, height } = this.layout.places[`${seat}-tray`];
    return { x: left + width - 26, y: top + height / 2 };
  }

  #place(at) {
    if (!at) return this.#words.say("king.in-the-air");
    const owner = ownerOf(at);
    return owner ? this.#words.say("king.tray-of", { player: this.#names.of(owner) }) : this.#words.say("king.spot", { number: at.replace("spot-", "") });
  }

  #showTrays(state) {
    for (const [seat, { button, text, score, mark, room }] of Object.entries(this.#trays)) {
      const isIn = state.round?.players.includes(seat);
      const stands = standingOf(state, seat);
      setText(text, this.#names.of(seat, room));
      setText(score, isIn ? String(state.game?.score[seat] ?? 0) : "");
      setAttribute(button, "data-down", state.buttons?.[seat] ? "yes" : null);
      setAttribute(button, "data-standing", stands || null);
      if (mark.dataset.stands !== stands) {
        mark.dataset.stands = stands;
        mark.replaceChildren();
        if (SIGN_OF[stands]) {
          const drawn = sign(SIGN_OF[stands]);
          drawn.setAttribute("width", 24);
          drawn.setAttribute("height", 24);
          mark.append(drawn);
        }
      }
    }
  }

  // The hands of a simulated table, on their way.
  #showHands({ table }) {
    for (const [seat, element] of Object.entries(this.#hands)) {
      const hand = table?.hands?.[seat];
      const isSeen = hand && (hand.at || hand.cup) && hand.at !== "home";
      setAttribute(element, "data-shown", isSeen ? "yes" : null);
      const { x, y } = this.#restOf(hand, seat);
      element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }
}
