// Every bean on the table, or whatever is played with, each drawn and each on its way from place to place.

import { VARIANTS, bean as drawn } from "./drawing.js";
import { Spots, beside, scatter } from "./spots.js";

const FLIGHT_MS = 300, PIECES_APART = 19;
const BESIDE = "off-board", LET_GO_MS = 4000, LOOSE_REACH = 20;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Beans {
  #table; #air; #layout; #draw;
  #beans = new Map(); // number -> { element, x, y, turn, size, scale, home }
  #spots = {};
  #letGo = []; // where beans were let go beside the board, until they lie there
  #sources = [];
  #jumps = false;

  // `table` and `air` are the layers for what lies and for what is held above it. `draw` draws what has a number,
  // where that is no bean: it stands upright, for one reads what it says.
  constructor(table, air, layout, draw) {
    this.#draw = draw;
    this.#table = table;
    this.#air = air;
    this.#layout = layout;
    for (const [name, place] of Object.entries(layout.places)) {
      const wall = place.kind === "stock" ? 14 : 12;
      this.#spots[name] = new Spots(place.rx - wall, place.ry - wall, draw && PIECES_APART);
    }
  }

  // `where` gives the numbers of the beans by place, `held` those in the air with the point they are at. Where they
  // `jump` none is seen on its way.
  show(where, held, masses, jumps = false) {
    const seen = new Set();
    this.#jumps = jumps;
    for (const [place, numbers] of Object.entries(where)) {
      if (this.#sources[place] !== numbers) {
        this.#sources[place] = numbers;
        this.#spots[place]?.keep(new Set(numbers));
      }
      for (const number of numbers) {
        seen.add(number);
        this.#lie(number, place, masses);
      }
    }
    for (const hand of held) {
      hand.beans.forEach((number, index) => {
        seen.add(number);
        this.#hold(number, index, hand, masses);
      });
    }
    for (const [number, { element }] of this.#beans) {
      if (!seen.has(number)) {
        element.remove();
        this.#beans.delete(number);
      }
    }
  }

  #lie(number, place, masses) {
    const bean = this.#bean(number, masses);
    if (bean.home === place) return;
    bean.scale = 1;
    const centre = this.#layout.places[place];
    const spot = centre ? this.#spots[place].of(number) : { ...beside(this.#layout, number), ...this.#wasLetGo() };
    this.#move(bean, place, this.#table, (centre?.x ?? 0) + spot.x, (centre?.y ?? 0) + spot.y, this.#draw ? 0 : spot.turn, true);
  }

  // Of these, the one that lies nearest to a point.
  nearest(numbers, { x, y }) {
    const far = (number) => Math.hypot(this.#beans.get(number).x - x, this.#beans.get(number).y - y);
    return numbers.filter((number) => this.#beans.has(number)).sort((one, other) => far(one) - far(other))[0];
  }

  // A bean that is let go beside the board stays at that point.
  letGo(point) { this.#letGo.push({ point, until: performance.now() + LET_GO_MS }); }

  #wasLetGo() {
    this.#letGo = this.#letGo.filter(({ until }) => until > performance.now());
    return this.#letGo.shift()?.point ?? {};
  }

  // Whether a bean that lies beside the board lies under a point.
  isLooseAt({ x, y }) {
    return [...this.#beans.values()].some((bean) => bean.home === BESIDE && Math.hypot(bean.x - x, bean.y - y) < LOOSE_REACH);
  }

  // Held beans sit close together and follow their hand at once.
  #hold(number, index, { beans: { length: count }, at, spread, name, size = 1 }, masses) {
    const bean = this.#bean(number, masses);
    bean.scale = size;
    const far = Math.min(spread, 5.6 * Math.sqrt(count)) * Math.sqrt((index + 0.5) / count);
    const angle = index * 2.39996;
    const isNew = bean.home !== name;
    const turn = this.#draw ? 0 : isNew ? Math.round(scatter(number, 9) * 360) : bean.turn;
    const x = at.x + far * Math.cos(angle), y = at.y + far * Math.sin(angle);
    if (isNew || bean.x !== x || bean.y !== y) this.#move(bean, name, this.#air, x, y, turn, isNew || at.glides);
  }

  #bean(number, masses) {
    let bean = this.#beans.get(number);
    if (!bean) {
      const element = this.#draw?.(number) ?? drawn(Math.floor(scatter(number, 4) * VARIANTS));
      const mean = masses?.mean ?? 1;
      const size = this.#draw ? 1 : 1.12 * (masses ? Math.min(1.25, Math.max(0.78, Math.cbrt(masses.of[number] / mean))) : 0.92 + 0.16 * scatter(number, 8));
      bean = { element, x: 0, y: 0, turn: 0, size, scale: 1, home: null };
      this.#beans.set(number, bean);
    }
    return bean;
  }

  #move(bean, home, layer, x, y, turn, flies) {
    const { element } = bean, size = bean.size * bean.scale;
    const at = (x, y, turn, size) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) rotate(${turn}deg) scale(${size.toFixed(3)})`;
    const before = bean.home === null ? null : at(bean.x, bean.y, bean.turn, size);
    const middle = at((bean.x + x) / 2, (bean.y + y) / 2 - 6, (bean.turn + turn) / 2, size * 1.3);
    Object.assign(bean, { x, y, turn });
    const after = at(x, y, turn, size);
    element.style.transform = after;
    if (bean.home !== home) {
      bean.home = home;
      layer.append(element);
    }
    if (before && flies && !this.#jumps && !calm.matches) {
      element.animate([{ transform: before }, { transform: middle }, { transform: after }], { duration: FLIGHT_MS, easing: "ease-out" });
    }
  }
}

// Who only knows counts gives the beans numbers: each stays where it is for as long as the counts allow.
export class Counted {
  #where = {};
  #next; #step;

  constructor(first = 0, step = 1) { [this.#next, this.#step] = [first, step]; }

  // Goes on from beans that somebody else has numbered.
  adopt(where) {
    this.#where = where;
    this.#next = Math.max(this.#next, 1 + Math.max(-1, ...Object.values(where).flat()));
  }

  numbered(counts) {
    const spare = [];
    const where = {};
    for (const [place, numbers] of Object.entries(this.#where)) {
      const wanted = counts[place] ?? 0;
      where[place] = numbers.length > wanted ? numbers.slice(0, wanted) : numbers;
      spare.push(...numbers.slice(wanted));
    }
    for (const [place, wanted] of Object.entries(counts)) {
      const here = where[place] ?? [];
      const missing = wanted - here.length;
      if (missing > 0) {
        const come = Array.from({ length: missing }, () => spare.pop() ?? this.#fresh());
        where[place] = [...here, ...come];
      } else where[place] = here;
    }
    this.#where = where;
    return where;
  }

  #fresh() {
    const number = this.#next;
    this.#next += this.#step;
    return number;
  }
}

// Where there are kinds, each has numbers of its own: divided by how many kinds there are they leave its index.
export class CountedByKind {
  #kinds; #counted;

  constructor(kinds) {
    this.#kinds = kinds;
    this.#counted = kinds.map((_, index) => new Counted(index, kinds.length));
  }

  numbered(pieces) {
    const where = {};
    this.#kinds.forEach((kind, index) => {
      const counts = Object.fromEntries(Object.entries(pieces).map(([place, lying]) => [place, lying[kind] ?? 0]));
      for (const [place, numbers] of Object.entries(this.#counted[index].numbered(counts))) where[place] = [...(where[place] ?? []), ...numbers];
    });
    return where;
  }
}
