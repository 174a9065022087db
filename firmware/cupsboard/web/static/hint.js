// Where to play, and why: asked for by a button, found by a process beside the board's, marked on the board.

import { request } from "./carrier.js";
import { keepFitting } from "./fitting.js";
import { pointOut } from "./pointing_out.js";
import { sign } from "./signs.js";
import { html, setAttribute, setText } from "./svg.js";

const SIDES = ["south", "north"], BETWEEN_ROUNDS = /^laps\.(round-over|begin-round)(-anew)?$/;

export class Hint {
  // Whose hint may be asked for here; a module knows who plays at this page.
  /** @type {(side: string) => boolean} */
  mayAsk = () => true;
  button;
  #page; #words; #label; #text; #state = null; #asking = null; #hint = null;

  constructor(place, page) {
    this.#page = page;
    this.#words = page.words;
    this.#label = html("span", {}, this.#words.say("hint.ask"));
    this.button = html("button", { type: "button", id: "ask-hint", class: "ask-hint", title: this.#words.say("hint.why"), hidden: true, onclick: () => this.press() }, sign("bulb"), this.#label);
    page.tools.append(this.button);
    this.#text = html("div", { class: "hint", id: "hint", role: "status", hidden: true });
    place.append(this.#text);
    keepFitting(this.#text);
    page.board.whenRebuilt(() => this.#showHint());
  }

  // Whose move a hint would be for; undefined where none can be given.
  get #side() {
    const { game, evening, far, club } = this.#state ?? {};
    const isOff = (evening?.power ?? "on") !== "on";
    if (!game || far || club?.isPlaying || game.isOver || BETWEEN_ROUNDS.test(game.message?.key) || isOff || this.#page.store.isLookingBack || !this.#page.connection.isOpen) return undefined;
    return SIDES.find((side) => (game.turn ?? side) === side && game.computer?.side !== side && (evening?.seats[side] ?? "person") === "person" && this.mayAsk(side));
  }

  show(state) {
    this.#state = state;
    const side = this.#side;
    // A hint is for the position it was asked in.
    const about = side && `${side} ${JSON.stringify(state.moves)}`;
    if (this.#asking && this.#asking.about !== about) this.#forget();
    if (this.#hint && this.#hint.about !== about) this.#forget();
    this.button.hidden = !side;
    this.button.dataset.about = about ?? "";
  }

  // The same once more, where another may ask by now.
  refresh() { if (this.#state) this.show(this.#state); }

  #forget() {
    this.#asking?.ending.abort();
    this.#asking = this.#hint = null;
    this.#showHint();
  }

  // Asks, or takes away what was asked for.
  press() {
    if (this.#hint || this.#asking) this.#forget();
    else this.#ask(this.#side, this.button.dataset.about);
  }

  async #ask(side, about) {
    if (!side) return;
    const asking = this.#asking = { about, ending: new AbortController() };
    this.#showHint();
    let hint;
    try {
      const answer = await request(`/hint/${side}`, { method: "POST", signal: asking.ending.signal });
      if (!answer.ok) throw new Error(await answer.text());
      hint = await answer.json();
    } catch (thrown) {
      hint = { places: [], said: [{ text: String(thrown.message) }] };
    }
    if (this.#asking !== asking) return; // nobody waits for it any more
    this.#asking = null;
    this.#hint = { ...hint, about };
    this.#showHint();
  }

  #showHint() {
    const hint = this.#hint, words = this.#words;
    setText(this.#label, words.say(this.#asking ? "hint.thinking" : hint ? "hint.hide" : "hint.ask"));
    setAttribute(this.button, "aria-pressed", String(Boolean(hint || this.#asking)));
    setAttribute(document.body, "data-hint", hint ? "yes" : null);
    this.#text.hidden = !hint;
    this.#text.replaceChildren(html("p", {}, ...(hint?.said ?? []).map((each, at) => html(at ? "span" : "strong", {}, `${words.message(each)} `))));
    pointOut(this.#page.board, "data-hinted", hint?.places ?? []);
  }
}
