// Hands that grab: a pointer on a cup takes it up, and lets it go on a tray or a spot. Each finger is a hand of its own.
// Who taps a cup carries it until they tap a place; so do the keys.

import { setAttribute } from "/svg.js";
import { placeAt } from "/king/layout.js";
import { ownerOf } from "/king/rounds.js";
import { KINDS } from "/king/symbols.js";

const DRAG_PIXELS = 8;

export class Grabbing {
  stance = "upright";
  #page; #own; #drags = new Map(); #held = null; #presses = new Map(); #state = null;

  constructor(page) {
    this.#page = page;
    this.#own = page.own;
    page.grabbing = this;
    page.scene.carried = (kind) => this.#carried(kind);
    page.scene.whenRebuilt(() => this.#listen());
    page.own.whenChanged(() => this.#mark());
    addEventListener("keydown", (event) => this.#shortcut(event));
    addEventListener("keyup", (event) => { if (event.key.toLowerCase() === "b") this.#letGo("key b"); });
    addEventListener("blur", () => { for (const id of [...this.#presses.keys()]) this.#letGo(id); });
  }

  show(state) {
    this.#state = state;
    // Somebody else was quicker, or the table is another: what this page thinks to hold it does not.
    const cup = state.table?.cups?.[this.#held?.kind];
    if (this.#held?.isSure && cup?.hand !== this.#held.seat) this.#held = null;
    if (this.#held && cup?.hand === this.#held.seat && !cup.at) this.#held.isSure = true;
  }

  #carried(kind) {
    for (const drag of this.#drags.values()) if (drag.kind === kind && drag.at && this.#isMine(kind, drag.seat)) return { ...drag.at, scale: 1 };
    return undefined;
  }

  // What another hand has closed round goes with that hand.
  #isMine(kind, seat) {
    const holder = this.#state?.table?.cups?.[kind]?.hand;
    return holder === undefined || holder === seat;
  }

  #listen() {
    const { scene } = this.#page;
    for (const id of [...this.#presses.keys()]) this.#letGo(id);
    // A phone that is turned in the middle of a drag: the cup goes back to where it was.
    for (const drag of this.#drags.values()) this.#setDown(drag, null);
    this.#drags.clear();
    scene.holdTouches((event) => this.#grasps(event));
    scene.live.addEventListener("pointerdown", (event) => this.#down(event));
    scene.live.addEventListener("pointermove", (event) => this.#move(event));
    scene.live.addEventListener("pointerup", (event) => this.#up(event));
    scene.live.addEventListener("pointercancel", (event) => this.#cancel(event));
    scene.live.addEventListener("keydown", (event) => this.#key(event));
    scene.live.addEventListener("keyup", (event) => this.#keyUp(event));
    scene.live.addEventListener("contextmenu", (event) => { if (event.pointerType === "touch") event.preventDefault(); });
    this.#mark();
  }

  // What can be touched says so, to keys and readers too.
  #mark() {
    const { scene, words, names } = this.#page, isSeated = this.#own.seats.length > 0;
    if (!scene.live) return;
    for (const kind of KINDS) {
      const cup = scene.cups[kind];
      cup.setAttribute("role", isSeated ? "button" : "img");
      setAttribute(cup, "tabindex", isSeated ? "0" : null);
      setAttribute(cup, "data-own", isSeated ? "yes" : null);
    }
    for (const [seat, button] of Object.entries(scene.buttons)) {
      const isOwn = this.#own.seats.includes(seat);
      setAttribute(button, "data-own", isOwn ? "yes" : null);
      setAttribute(button, "role", isOwn ? "button" : null);
      setAttribute(button, "tabindex", isOwn ? "0" : null);
      setAttribute(button, "aria-label", isOwn ? words.say("king.button-of", { player: names.of(seat) }) : null);
    }
  }

  // Whether a finger means a cup or a button; one that carries a cup may put it down anywhere.
  #grasps(event) {
    return this.#own.seat !== undefined && Boolean(this.#held || this.#cupAt(event) || event.target.closest?.(".home-button[data-own]"));
  }

  #cupAt(event) { return event.target.closest?.(".cup")?.dataset.kind; }

  #down(event) {
    if (event.button !== 0 || this.#own.seats.length === 0) return;
    const { scene } = this.#page;
    if (this.#held) {
      const there = placeAt(scene.layout, scene.pointOf(event));
      if (there) this.#setDown(this.#held, there);
      this.#held = null;
      return;
    }
    const kind = this.#cupAt(event), button = event.target.closest(".home-button[data-own]");
    if (button) {
      event.preventDefault();
      scene.live.setPointerCapture(event.pointerId);
      this.press(event.pointerId, button.dataset.seat);
      return;
    }
    if (!kind) return;
    event.preventDefault();
    scene.live.setPointerCapture(event.pointerId);
    const drag = { kind, seat: this.#own.seat, from: this.#state?.table?.cups?.[kind]?.at, x: event.clientX, y: event.clientY, at: null, isMoving: false };
    this.#drags.set(event.pointerId, drag);
    this.#own.send({ do: "seize", seat: drag.seat, cup: kind });
  }

  #move(event) {
    const drag = this.#drags.get(event.pointerId);
    if (!drag) return;
    drag.isMoving ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_PIXELS;
    if (!drag.isMoving) return;
    drag.at = this.#page.scene.pointOf(event);
    this.#page.scene.refit();
  }

  #up(event) {
    if (this.#presses.has(event.pointerId)) { this.#letGo(event.pointerId); return; }
    const drag = this.#drags.get(event.pointerId);
    if (!drag) return;
    this.#drags.delete(event.pointerId);
    if (!drag.isMoving) {
      this.#held = { kind: drag.kind, seat: drag.seat, from: drag.from, isSure: false };
      return;
    }
    // Let go over nothing, a cup goes back to where it was.
    this.#setDown(drag, placeAt(this.#page.scene.layout, this.#page.scene.pointOf(event)));
    this.#page.scene.refit();
  }

  #cancel(event) {
    this.#letGo(event.pointerId);
    const drag = this.#drags.get(event.pointerId);
    this.#drags.delete(event.pointerId);
    if (drag) this.#setDown(drag, null);
  }

  #setDown({ kind, seat, from }, there) {
    const place = there ?? from ?? `${seat}-tray`;
    this.#own.send({ do: "set down", seat, cup: kind, place, stance: ownerOf(place) && this.stance === "beside" ? "upright" : this.stance });
  }

  // A finger, or a key, on a button, for as long as it lies there.
  press(id, seat) {
    if (this.#presses.has(id)) return;
    this.#presses.set(id, seat);
    this.#own.send({ do: "press", seat, down: true });
  }

  letGo(id) { this.#letGo(id); }

  #letGo(id) {
    const seat = this.#presses.get(id);
    if (seat === undefined) return;
    this.#presses.delete(id);
    this.#own.send({ do: "press", seat, down: false });
  }

  #key(event) {
    if (event.key !== " " && event.key !== "Enter") return;
    const button = event.target.closest(".home-button[data-own]"), kind = this.#cupAt(event);
    if (!button && !kind) return;
    event.preventDefault();
    if (event.repeat) return;
    if (button) { this.press(`key ${event.key}`, button.dataset.seat); return; }
    // A cup in the hand comes before oneself; taken up, it goes there with the next key.
    if (this.#held) { this.#setDown(this.#held, this.#held.kind === kind ? this.#held.from : `${this.#held.seat}-tray`); this.#held = null; return; }
    this.#held = { kind, seat: this.#own.seat, from: this.#state?.table?.cups?.[kind]?.at, isSure: false };
    this.#own.send({ do: "seize", seat: this.#own.seat, cup: kind });
  }

  // A digit grabs from that spot, row by row; "b" is the own button. Who can't drag races so.
  #shortcut(event) {
    const seat = this.#own.seat;
    if (!seat || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select")) return;
    if (event.key.toLowerCase() === "b") this.press("key b", seat);
    if (!/^[1-9]$/.test(event.key)) return;
    const kind = KINDS.find((each) => this.#state?.table?.cups?.[each]?.at === `spot-${event.key}`);
    if (!kind || this.#held) return;
    this.#own.send({ do: "seize", seat, cup: kind });
    this.#setDown({ kind, seat, from: `spot-${event.key}` }, `${seat}-tray`);
  }

  #keyUp(event) { if (event.key === " " || event.key === "Enter") this.#letGo(`key ${event.key}`); }
}
