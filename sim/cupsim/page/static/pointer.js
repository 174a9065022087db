// The hand of a mouse or a finger: where it is, what it presses on and where it lets go.

import { isOnWood, placeAt } from "/layout.js";

const DRAG_PIXELS = 8, FINGER_ABOVE = 46, TREMBLE_PIXELS = 12;

export class Pointer {
  #page; #acting; #at = null; #drag = null; #due = false; #hovered = null; #slips = [];

  constructor(page, acting) {
    this.#page = page;
    this.#acting = acting;
    const { board } = page;
    const rest = board.holds;
    board.holds = (name, hand, what) => this.#holds(name, hand, what) ?? rest(name, hand);
    board.isHeld = () => this.#drag !== null || acting.isPressing;
    board.whenRebuilt(() => this.#listen());
    acting.whenChanged(() => this.#moved());
  }

  // Where the person's own hand is; undefined for everybody else's.
  #holds(name, hand, what) {
    const { side, canAct } = this.#acting;
    if (!canAct || (name !== side && name !== `${side}-left`)) return undefined;
    const isCarried = what === "cup" && this.#drag?.carries === "cup" && this.#drag.place === hand.cup?.from;
    const aside = isCarried ? null : this.#page.board.asideOf(side, name.endsWith("left"));
    if (what === "cup" && !isCarried) {
      const home = this.#page.board.layout.homes[side];
      return { ...home, aside, glides: true };
    }
    if (this.#at) return { ...this.#at, isOwn: true, aside };
    const focused = document.activeElement?.closest?.(".target");
    const place = focused && this.#page.board.layout.places[focused.id.replace("place-", "")];
    return place && this.#page.board.live.contains(focused) ? { x: place.x + 24, y: place.y - 30, isOwn: true, glides: true, aside } : undefined;
  }

  // A board that goes in the middle of a drag or a press, for another game, takes its elements with it.
  #listen() {
    const { live, buttons } = this.#page.board;
    if (this.#drag) this.#abandon();
    for (const slip of this.#slips) slip();
    // Else the browser takes the finger for a swipe, and the bean away from it. What `touch-action` says of
    // parts of a picture Chromium ignores.
    live.addEventListener("touchstart", (event) => { if (this.#grasps(event.changedTouches[0])) event.preventDefault(); }, { passive: false });
    live.addEventListener("pointerdown", (event) => this.#down(event));
    live.addEventListener("pointermove", (event) => this.#move(event));
    live.addEventListener("pointerup", (event) => this.#up(event));
    live.addEventListener("pointercancel", (event) => this.#cancel(event));
    live.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.#drag) this.#leave(); });
    live.addEventListener("contextmenu", (event) => { if (event.pointerType === "touch") event.preventDefault(); });
    this.#slips = Object.entries(buttons).map(([side, button]) => holdable(button, () => [side], this.#acting));
    live.addEventListener("focusin", () => this.#moved());
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest(".button") || this.#drag) return;
    if (this.#acting.isTooEarly() || !this.#acting.canAct) return;
    const { board } = this.#page;
    const point = board.pointOf(event);
    const { cup, coin, isLoose, place } = this.#under(point);
    if (place === "off-board" && !isLoose && this.#isOnWood(point)) return;
    if (coin) { this.#acting.takeCoin(coin); return; }
    board.live.setPointerCapture(event.pointerId);
    const keys = { all: event.shiftKey, cup: event.altKey || event.ctrlKey };
    this.#drag = { id: event.pointerId, place, cup, keys, x: event.clientX, y: event.clientY, isMoving: false, at: point, kind: place && board.kindAt(place, point) };
    this.#follow(event);
  }

  // What a touch or a press at this point means; `place` is null where that is a cup beside the board.
  #under(point) {
    const { board } = this.#page;
    const cup = this.#asideCupAt(point);
    const coin = cup ? undefined : this.#coinAt(point);
    const isLoose = this.#acting.held.beans === 0 && board.isLooseAt(point);
    return { cup, coin, isLoose, place: cup ? null : isLoose ? "off-board" : placeAt(board.layout, point.x, point.y) };
  }

  // Whether a finger here means a thing of the board, and not the page beneath it.
  #grasps(touch) {
    if (!this.#acting.canAct) return false;
    const { coin, isLoose, place } = this.#under(this.#page.board.pointOf(touch));
    return Boolean(coin) || isLoose || place !== "off-board";
  }

  #move(event) {
    if (event.pointerType === "mouse" || this.#drag?.id === event.pointerId) this.#follow(event);
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) { this.#hover(event); return; }
    if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_PIXELS) {
      drag.isMoving = true;
      this.#pick(drag);
    }
    this.#hover(event);
  }

  // The drag begins: what the tool grasps is in the hand now.
  #pick(drag) {
    const acting = this.#acting;
    drag.carries = "nothing";
    this.#mean(drag);
    if (drag.cup) { drag.carries = "aside cup"; return; }
    const { deed, count } = acting.meant(drag.place, drag.keys, true);
    if (deed === "lean") acting.lean(drag.place);
    else if (deed === "lift") {
      acting.lift(drag.place);
      drag.carries = "cup";
    } else if (deed === "drop") drag.carries = "hand";
    else if (deed === "take") {
      drag.count = count;
      acting.take(drag.place, count);
      drag.carries = "beans";
    }
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const point = this.#page.board.pointOf(event);
    const place = placeAt(this.#page.board.layout, point.x, point.y);
    this.#drag = null;
    if (!drag.isMoving) this.#tap(drag);
    else this.#letGo(drag, place === "off-board" && !this.#isTable(point) ? null : place, point);
    if (event.pointerType !== "mouse") this.#leave();
    this.#moved();
    this.#page.board.refit();
  }

  // Who touches a piece means its kind.
  #mean(drag) { if (drag.kind && this.#acting.takesFrom(drag.place) && !this.#acting.isPickedIn(drag.place)) this.#acting.chooseKind(drag.kind); }

  #tap(drag) {
    this.#mean(drag);
    if (drag.cup) this.#acting.tipOut(drag.cup);
    else this.#acting.tap(drag.place, drag.keys, (place, count) => this.#drop(place, count, drag.at));
  }

  // What is put down beside the board stays where it was let go.
  #drop(place, count, point) {
    if (place === "off-board" && point) for (let each = 0; each < count; each++) this.#page.board.letGo(each ? { x: point.x + 9 * each, y: point.y } : point);
    this.#acting.drop(place, count);
  }

  // An empty hand takes a coin by itself.
  #coinAt(point) {
    const { tool, held } = this.#acting;
    return held.beans === 0 && held.cups.length === 0 && (tool === "bean" || tool === "handful") ? this.#page.board.coinAt(point) : undefined;
  }

  // `place` is null between the places on the wood and outside the picture: there nothing can be put down.
  #letGo(drag, place, point = null) {
    const acting = this.#acting;
    switch (drag.carries) {
      case "beans": this.#drop(place ?? drag.place, drag.count, point); break;
      case "hand": if (place) this.#drop(place, acting.meant(drag.place, drag.keys, true).count, point); break;
      case "cup": case "aside cup": this.#letCupGo(drag.cup ?? drag.place, place, drag.carries === "cup"); break;
    }
  }

  #letCupGo(cup, place, isFresh) {
    const acting = this.#acting;
    if (place === null || place === cup) acting.putBack(cup, cup);
    else if (acting.isGone(place)) acting.putBack(place, cup);
    else if (place !== "off-board") {
      acting.pour(place, cup);
      if (isFresh) acting.putBack(cup, cup);
    }
  }

  #cancel(event) {
    if (this.#drag?.id !== event.pointerId) return;
    this.#abandon();
    this.#page.board.refit();
  }

  #abandon() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag.isMoving) this.#letGo(drag, null);
    this.#leave();
  }

  #leave() { this.#at = null; this.#moved(); }

  #follow(event) {
    const point = this.#page.board.pointOf(event);
    this.#at = event.pointerType === "mouse" ? { x: point.x, y: point.y - 4 } : { x: point.x, y: point.y - FINGER_ABOVE };
    this.#moved();
  }

  #hover(event) {
    if (event.pointerType !== "mouse" && !this.#drag) return;
    const point = this.#page.board.pointOf(event);
    const place = placeAt(this.#page.board.layout, point.x, point.y);
    if (place === this.#hovered) return;
    const { targets } = this.#page.board;
    targets[this.#hovered]?.removeAttribute("data-hovered");
    if (this.#acting.canAct) targets[place]?.setAttribute("data-hovered", "yes");
    this.#hovered = place;
  }

  #moved() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => { this.#due = false; this.#page.board.moveHands(); });
  }

  #isOnWood({ x, y }) { return isOnWood(this.#page.board.layout, x, y); }

  // Whether a point lies on the table around the board, as far as the picture shows it.
  #isTable({ x, y }) {
    const { width, height } = this.#page.board.layout;
    return x >= 0 && y >= 0 && x <= width && y <= height && !this.#isOnWood({ x, y });
  }

  // The lifted cup that stands beside the board under this point.
  #asideCupAt({ x, y }) {
    const { board } = this.#page;
    for (const [name, hand] of Object.entries(this.#acting.table?.hands ?? {})) {
      if (!hand.cup || !name.startsWith(this.#acting.side)) continue;
      const at = board.cupPoint(name, hand);
      if (Math.hypot(at.x - x, at.y - y) < 42) return hand.cup.from;
    }
    return null;
  }
}

// Lets an element hold buttons of the board down for as long as it is pressed, with a pointer or with its keys.
// Sliding off it, Escape, and whatever else takes the finger away without letting go, do nothing at the board;
// neither does what this returns.
export function holdable(element, sides, acting) {
  let held = null;
  const onEscape = (event) => { if (event.key === "Escape") slip(); };
  const down = () => {
    if (held) return;
    held = sides();
    document.addEventListener("keydown", onEscape);
    acting.press(held, true);
  };
  const up = (slipped = false) => {
    document.removeEventListener("keydown", onEscape);
    const pressed = held;
    held = null;
    if (pressed) acting.press(pressed, false, slipped);
  };
  const slip = () => up(true);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    down();
  });
  element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  element.addEventListener("pointermove", (event) => { if (held && !isOn(element, event)) slip(); });
  element.addEventListener("pointerup", () => up());
  for (const name of ["pointercancel", "lostpointercapture", "blur"]) element.addEventListener(name, slip);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) down();
  });
  element.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") up(); });
  return slip;
}

// A finger may tremble on a button; off it means well beside it.
function isOn(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX > left - TREMBLE_PIXELS && clientX < right + TREMBLE_PIXELS && clientY > top - TREMBLE_PIXELS && clientY < bottom + TREMBLE_PIXELS;
}
