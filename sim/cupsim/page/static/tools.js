// What the hand grasps, what it holds, and what the hand can do besides.

import { piece } from "/drawing.js";
import { sign } from "/signs.js";
import { html, setAttribute, setText, svg } from "/svg.js";
import { TOOLS } from "./acting.js";
import { holdable } from "./pointer.js";

const KEYS = ["arrows", "space", "shift-space", "digits", "s", "x", "d", "r", "g", "c", "p", "t", "e", "o", "u", "z", "y", "escape", "h", "n", "l", "b", "f", "k"];

export class Tools {
  #words; #acting; #page; #radios = {}; #status; #tip; #back; #other; #now; #undo; #redo; #noticed = null; #kinds; #drawn = null;

  constructor(page, acting) {
    this.#page = page;
    this.#words = page.words;
    this.#acting = acting;
    page.tools.dataset.needs = "connection";
    this.#kinds = html("div", { class: "palette kinds-palette", role: "radiogroup", "aria-label": this.#words.say("hand.kind"), hidden: true });
    page.tools.append(this.#kinds, this.#palette(), this.#handLine());
    page.side.append(this.#more());
    acting.whenChanged(() => this.#showHand());
    page.hint.button.classList.add("way");
    page.hint.mayAsk = (side) => page.seats.own.includes(side);
    page.seats.whenChanged(() => page.hint.refresh());
  }

  #palette() {
    const group = html("div", { class: "palette", role: "radiogroup", "aria-label": this.#words.say("hand.tools") });
    for (const tool of TOOLS) {
      const radio = html("button", {
        type: "button", role: "radio", "data-tool": tool, title: this.#words.say(`hand.hints.${tool}`), onclick: () => this.#acting.useTool(tool),
      }, sign(tool), this.#words.say(`hand.${tool}`));
      radio.addEventListener("keydown", (event) => this.#arrow(event, tool));
      this.#radios[tool] = radio;
      group.append(radio);
    }
    return group;
  }

  // Which kind the fingers look for, and how many of each the hand holds.
  #showKinds() {
    const { kinds, kind, kindToDrop, held, canAct } = this.#acting;
    this.#kinds.hidden = kinds.length === 0;
    if (this.#drawn !== kinds.join()) {
      this.#drawn = kinds.join();
      const { board } = this.#page.store.state;
      this.#kinds.replaceChildren(...kinds.map((each, index) => html("button", {
        type: "button", role: "radio", "data-piece": each, onclick: () => this.#acting.pickKind(each),
      }, svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, piece(index, board.kinds[index].value)), html("span", {}))));
      const turn = (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const at = kinds.indexOf(event.target.dataset.piece);
        this.#acting.pickKind(kinds[(at + step + kinds.length) % kinds.length]);
        this.#kinds.querySelector("[aria-checked=true]").focus();
      };
      for (const each of this.#kinds.children) each.addEventListener("keydown", turn);
    }
    const chosen = kind ?? kindToDrop ?? kinds[0];
    for (const each of this.#kinds.children) {
      const name = each.dataset.piece, count = held.kinds[name] ?? 0;
      setText(each.lastChild, count ? `×${count}` : "");
      setAttribute(each, "aria-checked", String(name === chosen));
      setAttribute(each, "aria-label", this.#words.say("hand.kind-held", { kind: this.#words.kind(name), count }));
      each.tabIndex = name === chosen ? 0 : -1;
      each.disabled = !canAct;
    }
  }

  #arrow(event, tool) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TOOLS[(TOOLS.indexOf(tool) + step + TOOLS.length) % TOOLS.length];
    this.#acting.useTool(next);
    this.#radios[next].focus();
  }

  // What is in the hand, and where else it can go than to a place of the board.
  #handLine() {
    this.#status = html("p", { class: "hand-status", role: "status", id: "hand-status" });
    this.#tip = this.#deed("tip", () => this.#acting.tipOut());
    this.#back = this.#deed("back", () => this.#acting.back());
    this.#other = this.#deed("other", () => this.#acting.switchHand());
    this.#now = this.#way("move-now", "pass", () => this.#acting.hurry());
    this.#undo = this.#way("undo");
    this.#redo = this.#way("redo");
    return html("div", { class: "hand-line" }, this.#status, this.#tip, this.#back, this.#other, this.#page.hint.button, this.#now, this.#undo, this.#redo);
  }

  #way(name, drawn = name, onclick = () => this.#acting.go(name)) {
    return html("button", { type: "button", id: `deed-${name}`, class: "way", title: this.#words.say(`hand.hints.${name}`), onclick }, sign(drawn), html("span", {}, this.#words.say(`hand.deeds.${name}`)));
  }

  #more() {
    const both = html("button", { type: "button", id: "deed-both", title: this.#words.say("hand.hints.both") }, this.#words.say("hand.deeds.both"));
    holdable(both, () => ["south", "north"], this.#acting);
    return html("section", { class: "panel more", "data-needs": "seat" }, html("h2", {}, this.#words.say("hand.more")),
      html("div", { class: "row" }, both), this.#keys());
  }

  #deed(name, onclick) {
    return html("button", { type: "button", id: `deed-${name}`, onclick }, this.#words.say(`hand.deeds.${name}`));
  }

  #keys() {
    const rows = KEYS.flatMap((key) => [
      html("dt", {}, html("kbd", {}, this.#words.find(`hand.key-names.${key}`) ?? key.toUpperCase())), html("dd", {}, this.#words.say(`hand.keys.${key}`)),
    ]);
    return html("details", { class: "keys" }, html("summary", {}, this.#words.say("hand.keys-title")), html("dl", {}, ...rows));
  }

  #showHand() {
    const { held, side, tool, own, canAct } = this.#acting;
    for (const [name, radio] of Object.entries(this.#radios)) {
      radio.setAttribute("aria-checked", String(name === tool));
      radio.tabIndex = name === tool ? 0 : -1;
      radio.disabled = !canAct;
    }
    this.#showKinds();
    const lies = this.#acting.kinds.length ? this.#words.pieces(Object.fromEntries(Object.entries(held.kinds).filter(([, count]) => count))) : this.#words.beans(held.beans);
    const ofKinds = this.#acting.kinds.length ? "-of-kinds" : "";
    for (const tool of ["bean", "handful"]) setText(this.#radios[tool].lastChild, this.#words.say(`hand.${tool}${ofKinds}`));
    const inHand = this.#acting.putsAll ? this.#words.say("hand.all-at-once", { what: lies }) : lies;
    const parts = [held.beans ? inHand : "", ...held.cups.map((cup) => this.#words.place(cup))].filter(Boolean);
    const empty = this.#words.say(held.beans === 0 && held.cups.length === 0 ? "hand.empty" : "");
    const what = parts.join(", ") || empty;
    setText(this.#status, canAct ? this.#words.say("hand.holds", { side: this.#words.side(side), what }) : this.#words.say(this.#page.store.isLookingBack ? "hand.looking-back" : "hand.nothing-moves"));
    this.#tip.hidden = held.cups.length === 0;
    this.#back.hidden = held.beans === 0 || !this.#acting.backTo;
    setText(this.#back, this.#words.say(`hand.deeds.${this.#acting.hasStock ? "back" : "back-there"}`));
    this.#other.hidden = own.length < 2;
    setAttribute(document.body, "data-holding", held.beans || held.cups.length ? "yes" : null);
  }

  show(state) {
    const { undo, redo } = state.evening?.ways ?? {};
    this.#undo.disabled = !undo;
    this.#redo.disabled = !redo;
    this.#now.hidden = this.#acting.thinking === undefined;
    const notice = state.evening?.notice;
    if (!notice || notice.number === this.#noticed) return;
    const isFirst = this.#noticed === null;
    this.#noticed = notice.number;
    if (isFirst || !notice.text) return;
    this.#page.notice.say(this.#said(notice.text));
  }

  // A refusal names places as the simulator does; here they are called as on the page.
  #said(text) {
    const { layout } = this.#page.board;
    const named = this.#words.refusal(text).replace(/\.$/, "").replace(/(south|north)-(\d+|pot|stock)|off-board/g, (place) => (layout.places[place] || place === "off-board" ? this.#words.place(place) : place));
    return named.charAt(0).toUpperCase() + named.slice(1) + ".";
  }
}
