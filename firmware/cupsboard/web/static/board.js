// The board from above: what lies on it, what its lights do, and how a place is called for those who can't see it.

import { arrows } from "./arrows.js";
import { Beans, Counted, CountedByKind } from "./beans.js";
import { coin, define, furniture, hand, handShadow, piece, pushButton, vessel } from "./drawing.js";
import { PLATFORM, layoutOf } from "./layout.js";
import { Lights } from "./lights.js";
import { Piles, countedByKind } from "./piles.js";
import { ring } from "./rings.js";
import { drawnMark, markOf } from "./signs.js";
import { setAttribute, setText, svg } from "./svg.js";

const OWN_BEAN_SIZE = 1.22;
const COIN_ASIDE = 9, COIN_REACH = 16;
const ROOM_STEP_PIXELS = 12, MOST_CUPS_OF_A_SHORT_BOARD = 6;
// How the near row runs, in degrees from rightwards.
// By how much the arrows of a row are turned from the way to its owner's pot; none where a move may go either way.
const WAYS = { undefined: 0, "with the clock": 180 };
const DIRECTIONS = { across: 0, corners: 0, turned: 90 };
const SIDES = ["south", "north"];
const NOT_TOLD = "any", BESIDE = "off-board";
// The width of a letter of a name, in its font's size; and so many have room on every board, as of South and North.
const LETTER_SIZE = 0.64, LEAST_LETTERS = 5;
const NO_MARKS = {}, NO_ARROWS = [];
// Drawn smaller a piece could not be read, nor picked out of others.
const LEAST_SCALE_OF_PIECES = 1.1;

export class Board {
  layout = null;
  targets = {}; // the element of each place that can be pointed at
  buttons = {};
  live = null;
  #frame; #words; #kind = ""; #size = ""; #last = {}; #counted; #beans; #plates; #vessels; #coins; #hands;
  #lights = new Lights({}); #piles = null; #state = null; #brief = null; #arrows; #badges; #near = "south"; #marks = NO_MARKS;
  #rebuilt = [];

  constructor(frame, words) {
    this.#frame = frame;
    this.#words = words;
    // Where hands hold what they have; a module may know better than the middle of the table.
    /** @type {(name: string, hand?: object, what?: string) => any} */
    this.holds = (name) => this.#restingPoint(name);
    // Whether somebody's finger lies on it; a module knows.
    this.isHeld = () => false;
    new ResizeObserver(() => this.refit()).observe(frame.parentElement);
    // A window may turn while the board's room keeps its size.
    addEventListener("resize", () => this.refit());
  }

  // Tells whoever acts on the board that its elements are new.
  whenRebuilt(told) { this.#rebuilt.push(told); }

  show(told) {
    if (!told.board) return;
    this.#state = told;
    const state = this.#brief ? withBeans(told, this.#brief.beans) : told;
    const room = this.#room();
    const { clientWidth, clientHeight } = document.documentElement;
    const window = { width: clientWidth, height: clientHeight };
    const kind = [state.board.cups, state.evening?.kind, Object.values(state.board.pixels ?? {}), state.board.script ? state.board.game : "", this.#near, ...SIDES.map((side) => this.#words.side(side))].join("/");
    const size = [room.width, room.height, clientWidth, clientHeight].join("/");
    // The board does not change under a finger that lies on it.
    const isNew = kind !== this.#kind || (size !== this.#size && !this.isHeld());
    if (isNew) {
      [this.#kind, this.#size] = [kind, size];
      this.#build(state, layoutOf(state.board.cups, room, window, this.#near));
    }
    this.#last.state = state;
    setAttribute(this.#frame, "data-stocks", hasStocks(state) ? null : "none");
    this.#showBeans(state);
    this.#showPlates(state, isNew);
    this.#showTable(state.table);
    for (const side of SIDES) setAttribute(this.buttons[side], "data-down", state.buttons?.[side] ? "yes" : null);
    this.#lights.update(state);
    this.#showArrows(this.#brief ? this.#brief.arrows ?? NO_ARROWS : state.trail ?? NO_ARROWS, isNew);
    setAttribute(this.#arrows, "data-trail", !this.#brief && state.trail ? "yes" : null);
  }

  // Turns the board so that this side's cups are the lower ones.
  turnTo(near) {
    this.#near = near;
    document.body.dataset.near = near;
    this.refit();
  }

  #isNear(name) { return name.startsWith(this.layout.near); }

  // Shows these beans in the place of what lies there, and arrows; null ends that.
  showBriefly(brief) {
    if (brief === this.#brief) return;
    this.#brief = brief;
    this.refit();
  }

  #showArrows(flow, isNew) {
    if (flow === this.#last.flow && !isNew) return;
    this.#last.flow = flow;
    this.#arrows.replaceChildren(...arrows(this.layout, flow));
  }

  // Draws the board anew where its room is another by now.
  refit() { if (this.#state) this.show(this.#state); }

  // Signs of what may be done, on the rims of places; where the board shows the same sign itself, one is enough.
  mark(marks) {
    if (JSON.stringify(marks) === JSON.stringify(this.#marks)) return;
    this.#marks = marks;
    this.refit();
  }

  // Draws again what hands hold, when they have moved.
  moveHands() { if (this.#last.state?.table) this.#showBeans(this.#last.state); }

  // What the page has for the board, in steps: a pixel more or less is no reason to draw it anew.
  #room() {
    const { clientWidth, clientHeight } = this.#frame.parentElement;
    const inSteps = (pixels) => Math.max(240, Math.floor(pixels / ROOM_STEP_PIXELS) * ROOM_STEP_PIXELS);
    return { width: inSteps(clientWidth), height: inSteps(clientHeight) };
  }

  // A point of the window in the board's own units.
  pointOf(event) {
    const box = this.live.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.layout.width,
      y: ((event.clientY - box.top) / box.height) * this.layout.height,
    };
  }

  // What lies at a point and can be picked up there, whatever place is below: a coin of a place, or loose beans.
  coinAt({ x, y }) {
    return Object.keys(this.#last.state?.table?.coins ?? {}).find((name) => {
      const place = this.layout.places[name];
      return Math.hypot(place.x + COIN_ASIDE - x, place.y + COIN_ASIDE - y) < COIN_REACH;
    });
  }

  isLooseAt(point) { return this.#beans.isLooseAt(point); }
  letGo(point) { this.#beans.letGo(point); }

  #build(state, layout) {
    this.#last = {};
    this.layout = layout;
    const viewBox = `0 0 ${layout.width} ${layout.height}`;
    define(state.evening?.kind);
    const still = svg("svg", { viewBox, class: "still", "aria-hidden": "true" },
      ...furniture(layout, PLATFORM), ...this.#engravings(state.board.way));
    const rings = this.#rings(state);
    const layers = {};
    for (const name of ["rings", "vessels", "buttons", "beans", "plates", "marks", "air", "hands", "arrows", "targets"]) {
      layers[name] = svg("g", { class: `layer-${name}` });
      if (name !== "targets" && name !== "buttons") layers[name].setAttribute("aria-hidden", "true");
    }
    layers.rings.append(...rings);
    layers.beans.append((this.#coins = svg("g")));
    this.#vessels = this.#addVessels(layers.vessels);
    this.#plates = this.#addPlates(layers.plates);
    this.#badges = layers.marks;
    this.#arrows = layers.arrows;
    this.#hands = { layer: layers.hands, air: layers.air, cups: {}, palms: {} };
    this.#addTargets(layers.targets);
    this.#addButtons(layers.buttons);
    const { kinds } = state.board;
    this.#counted ??= kinds ? new CountedByKind([...kinds.map(({ kind }) => kind), NOT_TOLD]) : new Counted();
    const draw = kinds && ((number) => {
      const index = this.#kindIndex(number);
      return kinds[index] ? piece(index, kinds[index].value) : piece();
    });
    this.#beans = new Beans(layers.beans, layers.air, layout, draw);
    this.#piles = kinds && layout.scale < LEAST_SCALE_OF_PIECES ? new Piles(layers.beans, layout, kinds) : null;
    this.live = svg("svg", { viewBox, class: "live", role: "group", "aria-label": this.#words.say("board.name") }, ...Object.values(layers));
    this.#frame.parentElement.style.setProperty("--least-board", `${layout.leastHeight}px`);
    this.#frame.style.setProperty("--ratio", layout.width / layout.height);
    this.#frame.style.setProperty("--text", `${layout.font}px`);
    this.#frame.dataset.kind = layout.kind;
    document.body.dataset.board = state.board.cups > MOST_CUPS_OF_A_SHORT_BOARD ? "long" : "short";
    const focused = this.#frame.contains(document.activeElement) ? document.activeElement.id : null;
    this.#frame.replaceChildren(still, this.live);
    for (const told of this.#rebuilt) told(this);
    if (focused) document.getElementById(focused)?.focus();
  }

  #rings(state) {
    const shows = {}, groups = [];
    for (const [name, pixels] of Object.entries(state.board.pixels ?? {})) {
      const place = this.layout.places[name];
      if (!place) continue;
      const { group, show } = ring(place, pixels, this.layout.facing + (this.#isNear(name) ? 0 : 180));
      shows[name] = show;
      groups.push(group);
    }
    this.#lights.setRings(shows);
    return groups;
  }

  // Each row's name at its beginning, and its cups' numbers with arrows the way that beans go in every move.
  #engravings(way) {
    const { places, kind, font } = this.layout;
    const parts = [];
    for (const side of SIDES) {
      const turn = DIRECTIONS[kind] + (this.#isNear(side) ? 0 : 180);
      parts.push(this.#rowName(side));
      const cups = Object.values(places).filter((place) => place.kind === "cup" && place.name.startsWith(side));
      const step = { x: cups[1].number.x - cups[0].number.x, y: cups[1].number.y - cups[0].number.y };
      for (const { name, number } of cups) {
        parts.push(
          svg("text", { class: "engraved", x: number.x, y: number.y + font * 0.32 }, name.split("-")[1]),
          ...(WAYS[way] === undefined ? [] : [rowArrow({ x: number.x + step.x / 2, y: number.y + step.y / 2 }, font, turn + WAYS[way])]));
      }
    }
    return parts;
  }

  // The name with the side's dot, as in the players' bars. On the table's board it stands beside the other side's
  // pot, so an arrow says that it begins its row. On a turned board it stands at the end of its side's tray.
  #rowName(side) {
    const { kind, font, width, wood: [{ x: left, width: wide }], names: { [side]: { x, y } } } = this.layout;
    const isAcross = kind === "across", isTurned = kind === "turned", dot = font * 0.62;
    const isNear = this.#isNear(side), toRight = isNear === (kind === "corners") ? 1 : -1;
    const anchor = isTurned ? null : toRight > 0 ? "start" : "end";
    const text = isTurned ? x : x - (isAcross ? -toRight * font * 0.65 : 0) + toRight * dot * 1.4;
    const besideWood = Math.min(text, width - text, Math.max(left - text, text - left - wide));
    const room = isTurned ? 2 * besideWood : toRight < 0 ? text - left : (isAcross ? left + wide : width) - text;
    const middle = isTurned ? { x, y: y + (isNear ? -font : font) } : { x: text - toRight * dot * 0.9, y };
    return svg("g", { class: "row-head", "data-side": side },
      ...(isAcross ? [rowArrow({ x: x + toRight * font * 0.2, y }, font, isNear ? 0 : 180)] : []),
      svg("rect", { class: "row-dot", x: middle.x - dot / 2, y: middle.y - dot / 2, width: dot, height: dot, rx: side === "south" ? dot / 2 : dot * 0.2 }),
      svg("text", { class: "row-name", x: text, y: y + font * 0.35, "data-anchor": anchor }, shortened(this.#words.side(side), Math.max(LEAST_LETTERS, Math.floor(room / (LETTER_SIZE * font))))));
  }

  #addVessels(layer) {
    const vessels = {};
    for (const place of Object.values(this.layout.places)) {
      if (place.kind === "stock") continue;
      vessels[place.name] = vessel(place.rx, place.ry);
      vessels[place.name].setAttribute("transform", `translate(${place.x} ${place.y})`);
    }
    layer.append(...Object.values(vessels));
    return vessels;
  }

  #addPlates(layer) {
    const plates = {};
    const { plate: { width, height }, font, kind } = this.layout;
    for (const place of Object.values(this.layout.places)) {
      const side = place.name.split("-")[0];
      const isBelow = kind === "turned" || (kind === "corners" && place.kind === "pot");
      const count = svg("text", { class: "count", y: font * 0.35 });
      const mark = svg("g", { class: "mark" });
      const group = svg("g", { transform: `translate(${place.plate.x} ${place.plate.y})`, class: "plate", "data-side": side, "data-place": place.name },
        svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, class: "plate-back" }), count, mark);
      // Below the plate of a turned board's pot the board ends; on the pot's other side there is room.
      const beyond = kind === "turned" && place.kind === "pot" ? 2 * (place.x - place.plate.x) : null;
      plates[place.name] = { group, count, mark, isBelow, beyond, shown: "" };
      layer.append(group);
    }
    return plates;
  }

  #addTargets(layer) {
    this.targets = {};
    for (const place of Object.values(this.layout.places)) {
      const shape = place.kind === "cup"
        ? svg("circle", { cx: place.x, cy: place.y, r: 50 })
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
      }, svg("title", {}, this.#words.say("board.button", { side: this.#words.side(side) })), svg("g", { transform: `scale(${this.layout.button / 25})` }, ...pushButton(side)));
    }
    layer.append(...Object.values(this.buttons));
  }

  // Of a simulated table the kind of every piece is known; elsewhere its number tells.
  #kindIndex(number) {
    const { board: { kinds }, table } = this.#last.state;
    return table?.kinds ? kinds.findIndex(({ kind }) => kind === table.kinds[number]) : number % (kinds.length + 1);
  }

  // The kind of what lies nearest to a point in a place.
  kindAt(name, point) {
    const { board, table } = this.#last.state ?? {};
    if (!board?.kinds || !table?.beans[name]?.length) return undefined;
    return this.#piles && name !== BESIDE ? this.#piles.kindAt(name, point) : table.kinds[this.#beans.nearest(table.beans[name], point)];
  }

  #showBeans(state) {
    const { table } = state;
    const last = this.#last;
    // Without a table pieces are only counted. Those that a table has numbered keep their numbers, and none flies for that.
    const isAnother = last.wasTold !== undefined && last.wasTold !== Boolean(table);
    if (isAnother && !table && last.lying) this.#counted.adopt?.(last.lying);
    last.wasTold = Boolean(table);
    // Who looks back sees no table: its pieces have other numbers.
    if (state.pieces && last.hadTable !== (last.hadTable = Boolean(table))) this.#beans.show({}, []);
    if (state.pieces && !table) {
      if (last.pieces === state.pieces) return;
      last.pieces = state.pieces;
      this.#piles?.show(state.pieces);
      if (!this.#piles) this.#beans.show(this.#counted.numbered(state.pieces), []);
      return;
    }
    if (!table) {
      if (last.counts === state.beans && last.stocks === state.game?.stock) return;
      last.counts = state.beans;
      last.stocks = state.game?.stock;
      const counts = { ...state.beans };
      for (const side of SIDES) counts[`${side}-stock`] ??= state.game?.stock[side] ?? 0;
      this.#beans.show(this.#counted.numbered(counts), [], undefined, isAnother);
      return;
    }
    last.counts = null;
    if (last.masses?.of !== table.masses) {
      const mean = table.masses.reduce((sum, mass) => sum + mass, 0) / Math.max(1, table.masses.length);
      last.masses = { of: table.masses, mean };
    }
    last.pieces = null;
    if (last.lying !== table.beans) this.#piles?.show(countedByKind(table.beans, table.kinds));
    last.lying = table.beans;
    this.#beans.show(this.#piles ? { [BESIDE]: table.beans[BESIDE] } : table.beans, this.#held(table), last.masses, isAnother);
    this.#showHands(table);
  }

  #held(table) {
    const held = [];
    for (const [name, hand] of Object.entries(table.hands)) {
      const at = this.holds(name, hand);
      if (hand.beans.length) held.push({ beans: hand.beans, at, spread: 20, name: `hand of ${name}`, size: at.isOwn ? OWN_BEAN_SIZE : 1 });
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
    const { air, cups, palms } = this.#hands;
    for (const [name, hand_] of Object.entries(table.hands)) {
      const at = this.holds(name, hand_);
      const isHolding = hand_.beans.length > 0;
      const shown = at.isOwn ? isHolding : isHolding || hand_.at !== undefined || Boolean(hand_.cup);
      const palm = this.#palm(name, Boolean(at.isOwn)), isFar = sideOf(name) !== this.layout.near;
      setAttribute(palm, "data-shown", shown ? "yes" : null);
      palm.style.transform = at.isOwn ? `translate(${at.x + 4}px,${at.y + 26}px) rotate(-8deg)`
        : `translate(${at.x}px,${at.y + (isFar ? -16 : 16)}px) rotate(${isFar ? 180 : 0}deg)`;
      if (hand_.cup) {
        const point = this.cupPoint(name, hand_);
        const { rx, ry } = this.layout.places[hand_.cup.from];
        const cup = (cups[name] ??= air.insertBefore(svg("g", { class: "lifted-cup" }, vessel(rx, ry)), air.firstChild));
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

  // Others' hands lie over what they hold. One's own lies under it and throws a shadow: it hides no bean, and
  // nobody takes what is in the hand for what is in the cup below.
  #palm(name, isOwn) {
    const { layer, air, palms } = this.#hands;
    const kind = isOwn ? "own hand" : "hand";
    if (palms[name]?.getAttribute("class") !== kind) {
      palms[name]?.remove();
      palms[name] = svg("g", { class: kind }, ...(isOwn ? [handShadow()] : []), hand());
      if (isOwn) air.prepend(palms[name]);
      else layer.append(palms[name]);
    }
    return palms[name];
  }

  #restingPoint(name, hand = {}) {
    const side = sideOf(name);
    const { places, buttons, homes } = this.layout;
    const place = places[hand.at];
    const point = place ?? (hand.at === "button" ? buttons[side] : homes[side]);
    return { x: point.x, y: point.y, glides: true, aside: this.asideOf(side, name.endsWith("left")) };
  }

  asideOf(side, isLeft) {
    const away = (this.#isNear(side) ? 1 : -1) * (isLeft ? 56 : -56);
    return { x: away, y: 0 };
  }

  #showTable(table) {
    if (table === this.#last.table) return;
    this.#last.table = table;
    for (const [name, vessel] of Object.entries(this.#vessels)) setAttribute(vessel, "data-gone", table?.gone[name] ? "yes" : null);
    this.#coins.replaceChildren(...Object.keys(table?.coins ?? {}).map((name) => {
      const { x, y } = this.layout.places[name];
      const drawn = coin();
      drawn.setAttribute("transform", `translate(${x + COIN_ASIDE} ${y + COIN_ASIDE})`);
      return drawn;
    }));
  }

  // A mark stands beside its plate, or below it where plates stand in a column.
  #showMark(plate, parts) {
    if (plate.shown === parts.join()) return;
    plate.shown = parts.join();
    const { font, plate: { width, height } } = this.layout;
    const drawn = drawnMark(parts, font);
    const at = plate.beyond !== null ? [plate.beyond - drawn.width / 2, 0]
      : plate.isBelow ? [-drawn.width / 2, height / 2 + font * 0.56] : [width / 2 + 3, 0];
    plate.mark.setAttribute("transform", `translate(${at.join(" ")})`);
    plate.mark.replaceChildren(drawn.group);
  }

  #showPlates(state, isNew) {
    const { beans, pieces, signs, game, moving, faults } = state, last = this.#last;
    const marks = this.#brief ? NO_MARKS : this.#marks;
    if (!isNew && last.beans === beans && last.said === pieces && last.signs === signs && last.stock === game?.stock && last.moving === moving && last.faults === faults && last.marks === marks) return;
    Object.assign(last, { beans, said: pieces, signs, stock: game?.stock, moving, faults, marks });
    for (const [name, plate] of Object.entries(this.#plates)) {
      const { count, group } = plate;
      const believed = beans?.[name] ?? game?.stock[name.split("-")[0]];
      setText(count, believed === undefined ? "" : String(believed));
      const sign = signs?.[name];
      this.#showMark(plate, markOf(sign));
      setAttribute(group, "data-meaning", sign?.meaning ?? null);
      setAttribute(group, "data-moving", moving?.[name] ? "yes" : null);
      const lies = pieces ? this.#words.pieces(pieces[name] ?? {}) : this.#words.beans(believed ?? 0);
      const said = [this.#words.labelled(this.#words.place(name), lies)];
      if (sign) said.push(this.#words.say(`signs.${sign.meaning}`, { beans: this.#words.beans(sign.beans) }));
      if (marks[name]) said.push(marks[name].said);
      const fault = faults?.[name];
      if (fault) said.push(this.#words.find(`sentences.faults.${fault.fault}`) ?? fault.words);
      setAttribute(this.targets[name], "aria-label", said.join("; "));
    }
    // What may be done may still be that of a larger board, which this one has just replaced.
    const added = Object.entries(marks).filter(([name, { sign }]) => this.layout.places[name] && !markOf(signs?.[name]).includes(sign));
    this.#badges.replaceChildren(...added.map(([name, { sign }]) => badge(this.layout.places[name], sign, this.layout.font)));
  }
}

// Whether the game has stocks; or something lies where they would be.
function hasStocks({ board, beans, table }) {
  return board.stock !== 0 || SIDES.some((side) => beans?.[`${side}-stock`] || table?.beans[`${side}-stock`]?.length);
}

// Whose hand it is; hands that help are at South's side.
// As much of a name as there is room for; the player's bar has all of it.
function shortened(name, most) {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}

function sideOf(hand) { return hand.startsWith("north") ? "north" : "south"; }

// The state of a board on which these beans lie and nothing else is to be seen.
function withBeans({ evening, board, game, time }, lying) {
  const pieces = board.kinds && lying;
  const beans = pieces ? Object.fromEntries(Object.entries(pieces).map(([place, kinds]) => [place, Object.values(kinds).reduce((sum, each) => sum + each, 0)])) : lying;
  const stock = Object.fromEntries(SIDES.map((side) => [side, beans[`${side}-stock`]]));
  return { evening, board, time, game: { ...game, stock }, beans, ...(pieces && { pieces }) };
}

// A sign on the rim of a place, where it hides nothing that lies there.
function badge({ name, x, y, rx, ry }, sign, font) {
  const { group, width } = drawnMark([sign], font);
  group.setAttribute("transform", `translate(${-width / 2} 0)`);
  return svg("g", { class: "mark badge", "data-place": name, transform: `translate(${x + 0.7 * rx} ${y - 0.7 * ry})` },
    svg("circle", { r: font * 0.68 }), group);
}

function rowArrow({ x, y }, font, turn) {
  const size = font * 0.24;
  return svg("path", { class: "row-arrow", d: `M${-size / 2} ${-size}L${size / 2} 0L${-size / 2} ${size}`, transform: `translate(${x} ${y}) rotate(${turn})` });
}
