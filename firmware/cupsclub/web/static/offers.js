// What may be moved now. The first touch of a move, on the board or of its button, shows the whole move: what lies there
// after it, and the ways of its beans. Only a button ends the turn, as on every page of a board.

import { bean } from "/drawing.js";
import { sign } from "/signs.js";
import { html } from "/svg.js";
import { Drag } from "./drag.js";
import { stateOf } from "./state.js";

export class Offers {
  #page; #link; #words; #row; #chosen = []; #about = ""; #shown = "";

  constructor(page, link) {
    [this.#page, this.#link, this.#words] = [page, link, page.words];
    this.#row = html("div", { class: "offers", id: "offers" });
    page.tools.append(this.#row);
    const scene = document.getElementById("scene");
    new Drag(page.board, scene, document.getElementById("carried"), {
      movable: () => this.#movable, choose: (moves) => this.#choose(moves), contents: () => link.table?.state.beans ?? {}, stocks: () => link.table?.state.game.stock ?? {}, bean,
    });
    // The board's own button ends the turn here, too.
    scene.addEventListener("click", (event) => { if (event.target instanceof Element && event.target.closest(`#button-${link.side}`)) this.#play(); });
    page.board.whenRebuilt(() => this.#mark());
  }

  get #movable() {
    const { table, side, unsent } = this.#link;
    return table !== null && side !== null && table.mover === side && unsent === null ? table.moves : [];
  }

  show() {
    const about = `${this.#link.table?.changed} ${this.#movable.length > 0}`;
    if (about !== this.#about) { this.#about = about; if (this.#chosen.length) this.#choose([]); }
    this.#draw();
    this.#mark();
  }

  // One move is shown whole; of several one is asked for.
  #choose(moves) {
    this.#chosen = moves;
    const { playing, board, store } = this.#page, isLaid = moves.length === 1;
    playing.stop();
    if (isLaid) board.showBriefly({ beans: moves[0].after, arrows: moves[0].flow });
    this.#draw();
    // What ends the turn now is said where all is said.
    if (this.#link.laid !== isLaid) { this.#link.laid = isLaid; if (!store.isLookingBack) store.replace(stateOf(this.#link)); }
    if (isLaid) document.getElementById("end-turn")?.focus({ preventScroll: true });
  }

  #play() {
    if (this.#chosen.length !== 1) return;
    const [{ label }] = this.#chosen;
    this.#choose([]);
    this.#link.say({ kind: "move", label });
  }

  #draw() {
    const moves = this.#movable, chosen = this.#chosen, offered = chosen.length > 1 ? chosen : moves;
    const shown = JSON.stringify([moves.map(({ label }) => label), chosen.map(({ label }) => label)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const button = (text, onclick, values = {}, drawn = null) => html("button", { type: "button", onclick, ...values }, ...(drawn ? [sign(drawn)] : []), text);
    const back = button(this.#words.say("seat.put-back"), () => this.#choose([]), { id: "put-back" }, "undo");
    if (chosen.length === 1) {
      this.#row.replaceChildren(button(this.#words.say("seat.end-turn", { move: this.#words.advised(chosen[0].label) }), () => this.#play(), { id: "end-turn", class: "primary" }, "check"), back);
    } else {
      const each = offered.map((move) => button(this.#words.advised(move.label), () => this.#choose([move]), { class: "offer" }));
      this.#row.replaceChildren(...(chosen.length ? [html("span", {}, this.#words.say("seat.which"))] : []), ...each, ...(chosen.length ? [back] : []));
    }
  }

  #mark() {
    const legal = new Set(this.#movable.flatMap((move) => [move.place, ...move.from]));
    for (const [place, target] of Object.entries(this.#page.board.targets)) target.toggleAttribute("data-legal", legal.has(place));
  }
}
