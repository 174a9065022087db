// The keyboard alone: arrows go from place to place, a key for everything a hand can do.

import { isVessel } from "./acting.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  #page; #acting; #current = null; #holding = new Map();

  constructor(page, acting) {
    this.#page = page;
    this.#acting = acting;
    page.board.whenRebuilt((board) => this.#adopt(board));
    document.addEventListener("keydown", (event) => this.#down(event));
    document.addEventListener("keyup", (event) => this.#release(event.key.toLowerCase()));
    addEventListener("blur", () => { this.#slip(); });
  }

  // Places become buttons; the Tab key reaches one of them, arrows the others.
  #adopt(board) {
    for (const [place, target] of Object.entries(board.targets)) {
      target.setAttribute("role", "button");
      target.setAttribute("tabindex", -1);
      target.addEventListener("focus", () => this.#choose(place));
      target.addEventListener("keydown", (event) => this.#onPlace(event, place));
      target.addEventListener("click", (event) => { if (event.detail === 0) this.#acting.tap(place); });
    }
    for (const button of Object.values(board.buttons)) {
      button.setAttribute("role", "button");
      button.setAttribute("tabindex", 0);
    }
    this.#choose(board.targets[this.#current] ? this.#current : `${this.#acting.side}-1`);
  }

  #choose(place) {
    const { targets } = this.#page.board;
    targets[this.#current]?.setAttribute("tabindex", -1);
    targets[place]?.setAttribute("tabindex", 0);
    this.#current = place;
  }

  #onPlace(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) this.#step(place, ...ARROWS[event.key]);
    else if (event.key === " " || event.key === "Enter") this.#acting.tap(place, { all: event.shiftKey });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest place that lies in a direction.
  #step(from, right, down) {
    const { layout: { places }, targets } = this.#page.board;
    const here = places[from];
    let best = null, nearest = Infinity;
    for (const place of Object.values(places)) {
      const dx = place.x - here.x, dy = place.y - here.y;
      const along = dx * right + dy * down;
      if (along < 12 || !targets[place.name].checkVisibility()) continue;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const far = along + 2 * aside;
      if (far < nearest) [best, nearest] = [place.name, far];
    }
    if (best) targets[best].focus();
  }

  #down(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (key === "escape") this.#slip();
    const deed = this.#deed(key, event);
    if (!deed) return;
    event.preventDefault();
    if ((!event.repeat || key === " ") && !this.#acting.isTooEarly()) deed();
  }

  #deed(key, event) {
    const acting = this.#acting, place = this.#current;
    if (/^[0-9]$/.test(event.key)) {
      const number = Number(event.key) || 10;
      const own = `${acting.side}-${number}`;
      return this.#page.board.targets[own] ? () => acting.bring(own) : null;
    }
    if (ARROWS[event.key]) return isNowhere(event.target) ? () => this.#page.board.targets[place].focus() : null;
    const deeds = {
      s: () => acting.fetch(),
      x: () => (acting.table?.coins[place] ? acting.takeCoin(place) : acting.take(place, event.shiftKey ? acting.comingAt(place) : 1)),
      d: () => acting.drop(place, event.shiftKey ? acting.held.beans : 1),
      r: () => acting.back(),
      g: () => (event.shiftKey ? acting.countAt("off-board") && acting.take("off-board") : acting.drop("off-board", 1)),
      c: () => (acting.held.cups.length && acting.isGone(place) ? acting.putBack(place) : isVessel(place) && acting.lift(place)),
      p: () => acting.pour(place),
      t: () => acting.tipOut(),
      l: () => acting.lean(place),
      b: () => acting.bump(),
      f: () => acting.switchHand(),
      k: () => acting.turnKinds(),
      z: () => acting.go("undo"),
      y: () => acting.go("redo"),
      h: () => this.#page.hint.press(),
      n: () => acting.hurry(),
      e: () => this.#hold("e", [acting.side]),
      o: () => this.#hold("o", [acting.side === "south" ? "north" : "south"]),
      u: () => this.#hold("u", ["south", "north"]),
    };
    return deeds[key] ?? null;
  }

  #hold(key, sides) {
    if (this.#holding.has(key)) return;
    this.#holding.set(key, sides);
    this.#acting.press(sides, true);
  }

  #release(key, slipped = false) {
    const sides = this.#holding.get(key);
    if (!sides) return;
    this.#holding.delete(key);
    this.#acting.press(sides, false, slipped);
  }

  #slip() { for (const key of [...this.#holding.keys()]) this.#release(key, true); }
}

// A dialog that has closed keeps the focus until the page is drawn again: on a slow phone a key may come before.
const isNowhere = (element) => element === document.body || Boolean(element.closest?.("dialog:not([open])"));
