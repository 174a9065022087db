// The board from above: what lies on it, what its lights do, and how a place is called for those who can't see it.

import { Beans, Counted } from "./beans.js";
import { coin, cupVessel, definitions, furniture, grain, hand, potVessel, pushButton } from "./drawing.js";
import { PLATFORM, layoutOf } from "./layout.js";
import { Lights } from "./lights.js";
import { ring } from "./rings.js";
import { markOf } from "./signs.js";
import { setAttribute, setText, svg } from "./svg.js";

const UPRIGHT = matchMedia("(max-width: 720px) and (orientation: portrait)");
const SIDES = ["south", "north"];

export class Board {
  layout = null;
  targets = {}; // the element of each place that can be pointed at
  buttons = {};
  live = null;
  #frame; #words; #key = ""; #last = {}; #counted; #beans; #plates; #vessels; #coins; #hands;
  #lights = new Lights({});
  #rebuilt = [];

  constructor(frame, words) {
    this.#frame = frame;
    this.#words = words;
    this.#counted = new Counted();
    // Where hands hold what they have; a module may know better than the middle of the table.
    this.holds = (name) => this.#restingPoint(name);
    UPRIGHT.addEventListener("change", () => { if (this.#last.state) this.show(this.#last.state); });
  }

  // Tells whoever acts on the board that its elements are new.
  whenRebuilt(told) { this.#rebuilt.push(told); }

  show(state) {
    if (!state.board) return;
    const key = [state.board.cups, UPRIGHT.matches, state.evening?.kind, Object.values(state.board.pixels ?? {})].join("/");
    const isNew = key !== this.#key;
    if (isNew) this.#build(state, key);
    this.#last.state = state;
    this.#showBeans(state);
    this.#showPlates(state, isNew);
    this.#showTable(state.table);
    for (const side of SIDES) setAttribute(this.buttons[side], "data-down", state.buttons?.[side] ? "yes" : null);
    this.#lights.update(state);
  }

  // Draws again what hands hold, when they have moved.
  moveHands() { if (this.#last.state?.table) this.#showBeans(this.#last.state); }

  // A point of the window in the board's own units.
  pointOf(event) {
    const box = this.live.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.layout.width,
      y: ((event.clientY - box.top) / box.height) * this.layout.height,
    };
  }

  #build(state, key) {
    this.#key = key;
    this.#last = {};
    const layout = (this.layout = layoutOf(state.board.cups, UPRIGHT.matches));
    const viewBox = `0 0 ${layout.width} ${layout.height}`;
    const still = svg("svg", { viewBox, class: "still", "aria-hidden": "true" },
      svg("defs", {}, ...grain()), definitions(state.evening?.kind), ...furniture(layout, PLATFORM), ...this.#engravings());
    const rings = this.#rings(state);
    const layers = {};
    for (const name of ["rings", "vessels", "plates", "buttons", "beans", "air", "hands", "targets"]) {
      layers[name] = svg("g", { class: `layer-${name}` });
      if (name !== "targets" && name !== "buttons") layers[name].setAttribute("aria-hidden", "true");
    }
    layers.rings.append(...rings);
    layers.beans.append((this.#coins = svg("g")));
    this.#vessels = this.#addVessels(layers.vessels);
    this.#plates = this.#addPlates(layers.plates);
    this.#hands = { layer: layers.hands, air: layers.air, cups: {}, palms: {} };
    this.#addTargets(layers.targets);
    this.#addButtons(layers.buttons);
    this.#beans = new Beans(layers.beans, layers.air, layout);
    this.live = svg("svg", { viewBox, class: "live", role: "group", "aria-label": this.#words.say("board.name") }, ...Object.values(layers));
    this.#frame.style.aspectRatio = `${layout.width} / ${layout.height}`;
    this.#frame.style.setProperty("--ratio", layout.width / layout.height);
    this.#frame.replaceChildren(still, this.live);
    for (const told of this.#rebuilt) told(this);
  }

  #rings(state) {
    const shows = {}, groups = [];
    for (const [name, pixels] of Object.entries(state.board.pixels ?? {})) {
      const place = this.layout.places[name];
      if (!place) continue;
      const south = name.startsWith("south");
      const { group, show } = ring(place, pixels, this.layout.upright ? (south ? 0 : 180) : (south ? 90 : -90));
      shows[name] = show;
      groups.push(group);
    }
    this.#lights.setRings(shows);
    return groups;
  }

  #engravings() {
    const { places } = this.layout;
    return Object.values(places).filter((place) => place.kind === "cup").map((place) => svg("text", {
      class: "engraved", x: place.plate.x - (this.layout.upright ? 0 : 26), y: place.plate.y + (this.layout.upright ? -20 : 5),
    }, place.name.split("-")[1]));
  }

  #addVessels(layer) {
    const vessels = {};
    for (const place of Object.values(this.layout.places)) {
      if (place.kind === "stock") continue;
      vessels[place.name] = place.kind === "cup" ? cupVessel() : potVessel(this.layout.upright);
      vessels[place.name].setAttribute("transform", `translate(${place.x} ${place.y})`);
    }
    layer.append(...Object.values(vessels));
    return vessels;
  }

  #addPlates(layer) {
    const plates = {};
    for (const place of Object.values(this.layout.places)) {
      const isStock = place.kind === "stock";
      const at = isStock ? { x: place.x + (this.layout.upright ? 0 : place.rx - 34), y: place.y + (this.layout.upright ? place.ry - 26 : 0) } : place.plate;
      const count = svg("text", { class: "count", y: 6 }), mark = svg("text", { class: "mark", x: 27, y: 6 });
      const group = svg("g", { transform: `translate(${at.x} ${at.y})`, class: "plate" },
        svg("rect", { x: -17, y: -12, width: 34, height: 24, rx: 12, class: "plate-back" }), count, mark);
      if (this.layout.upright && !isStock) mark.setAttribute("transform", "translate(-27 22)");
      plates[place.name] = { group, count, mark };
      layer.append(group);
    }
    return plates;
  }

  #addTargets(layer) {
    this.targets = {};
    for (const place of Object.values(this.layout.places)) {
      const shape = place.kind === "cup"
        ? svg("circle", { cx: place.x, cy: place.y, r: 48 })
        : svg("rect", { x: place.x - place.rx - 4, y: place.y - place.ry - 4, width: 2 * place.rx + 8, height: 2 * place.ry + 8, rx: 40 });
      shape.setAttribute("class", "target-shape");
      this.targets[place.name] = svg("g", { class: "target", id: `place-${place.name}`, role: "img" }, shape);
    }
    layer.append(...Object.values(this.targets));
  }

  #addButtons(layer) {
    for (const side of SIDES) {
      const { x, y } = this.layout.buttons[side];
      this.buttons[side] = svg("g", {
        class: "button", id: `button-${side}`, transform: `translate(${x} ${y})`, role: "img",
        "aria-label": this.#words.say("board.button", { side: this.#words.side(side) }),
      }, ...pushButton(side));
    }
    layer.append(...Object.values(this.buttons));
  }

  #showBeans(state) {
    const { table } = state;
    const last = this.#last;
    if (!table) {
      if (last.counts === state.beans && last.stocks === state.game?.stock) return;
      last.counts = state.beans;
      last.stocks = state.game?.stock;
      const counts = { ...state.beans };
      for (const side of SIDES) counts[`${side}-stock`] ??= state.game?.stock[side] ?? 0;
      this.#beans.show(this.#counted.numbered(counts), []);
      return;
    }
    if (last.masses?.of !== table.masses) {
      const mean = table.masses.reduce((sum, mass) => sum + mass, 0) / Math.max(1, table.masses.length);
      last.masses = { of: table.masses, mean };
    }
    this.#beans.show(table.beans, this.#held(table), last.masses);
    this.#showHands(table);
  }

  #held(table) {
    const held = [];
    for (const [name, hand] of Object.entries(table.hands)) {
      const at = this.holds(name, hand);
      if (hand.beans.length) held.push({ beans: hand.beans, at, spread: 20, name: `hand of ${name}` });
      if (hand.cup) held.push({ beans: hand.cup.beans, at: this.cupPoint(name, hand), spread: 26, name: `cup of ${name}` });
    }
    return held;
  }

  // Where a lifted cup is: with its hand, a little aside.
  cupPoint(name, hand) {
    const at = this.holds(name, hand, "cup");
    return at.aside ? { ...at, x: at.x + at.aside.x, y: at.y + at.aside.y } : at;
  }

  #showHands(table) {
    const { layer, air, cups, palms } = this.#hands;
    for (const [name, hand_] of Object.entries(table.hands)) {
      const at = this.holds(name, hand_);
      const shown = at.hidden ? false : hand_.beans.length > 0 || hand_.at !== undefined || Boolean(hand_.cup);
      const palm = (palms[name] ??= layer.appendChild(svg("g", { class: "hand" }, hand())));
      setAttribute(palm, "data-shown", shown ? "yes" : null);
      palm.style.transform = `translate(${at.x}px,${at.y + (name.startsWith("north") ? -16 : 16)}px) rotate(${name.startsWith("north") ? 180 : 0}deg)`;
      if (hand_.cup) {
        const point = this.cupPoint(name, hand_);
        const isPot = hand_.cup.from.endsWith("pot");
        const cup = (cups[name] ??= air.insertBefore(svg("g", { class: "lifted-cup" }, isPot ? potVessel(this.layout.upright) : cupVessel()), air.firstChild));
        setAttribute(cup, "data-from", hand_.cup.from);
        cup.style.transform = `translate(${point.x}px,${point.y}px) scale(1.06)`;
      } else if (cups[name]) {
        cups[name].remove();
        delete cups[name];
      }
    }
    for (const name of Object.keys(palms)) {
      if (!(name in table.hands)) {
        palms[name].remove();
        delete palms[name];
      }
    }
  }

  #restingPoint(name, hand = {}) {
    const side = name.startsWith("north") ? "north" : "south";
    const { places, buttons, homes } = this.layout;
    const place = places[hand.at];
    const point = place ?? (hand.at === "button" ? buttons[side] : homes[side]);
    return { x: point.x, y: point.y, glides: true, aside: this.asideOf(side, name.endsWith("left")) };
  }

  asideOf(side, isLeft) {
    const away = (side === "south" ? 1 : -1) * (isLeft ? 56 : -56);
    return this.layout.upright ? { x: 0, y: -away } : { x: away, y: 0 };
  }

  #showTable(table) {
    if (table === this.#last.table) return;
    this.#last.table = table;
    for (const [name, vessel] of Object.entries(this.#vessels)) setAttribute(vessel, "data-gone", table?.gone[name] ? "yes" : null);
    this.#coins.replaceChildren(...Object.keys(table?.coins ?? {}).map((name) => {
      const { x, y } = this.layout.places[name];
      const drawn = coin();
      drawn.setAttribute("transform", `translate(${x + 9} ${y + 9})`);
      return drawn;
    }));
  }

  #showPlates(state, isNew) {
    const { beans, signs, game, moving, cells } = state, last = this.#last;
    if (!isNew && last.beans === beans && last.signs === signs && last.stock === game?.stock && last.moving === moving && last.cells === cells) return;
    Object.assign(last, { beans, signs, stock: game?.stock, moving, cells });
    for (const [name, { count, mark, group }] of Object.entries(this.#plates)) {
      const believed = beans?.[name] ?? game?.stock[name.split("-")[0]];
      setText(count, believed === undefined ? "" : String(believed));
      const sign = signs?.[name];
      setText(mark, markOf(sign));
      setAttribute(group, "data-meaning", sign?.meaning ?? null);
      setAttribute(group, "data-moving", moving?.[name] ? "yes" : null);
      const said = [this.#words.place(name) + ": " + this.#words.beans(believed ?? 0)];
      if (sign) said.push(this.#words.say(`signs.${sign.meaning}`, { beans: this.#words.beans(sign.beans) }));
      const fault = cells?.[name]?.fault;
      if (fault) said.push(this.#words.find(`sentences.faults.${fault}`) ?? cells[name].words);
      setAttribute(this.targets[name], "aria-label", said.join("; "));
    }
  }
}
