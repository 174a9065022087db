// A first game with a guide: offered once, never forced, left at any step, begun again from "How to play".

import { Asked } from "/asked.js";
import { bringBoardIntoView, bringIntoView } from "/into_view.js";
import { memory } from "/memory.js";
import { pointOut } from "/pointing_out.js";
import { sign } from "/signs.js";
import { html, setAttribute, setText } from "/svg.js";
import { EndsGame } from "./ends_game.js";
import * as coins from "./coin_lessons.js";
import * as cups from "./lessons.js";

const LESSONS = { cups, "coin-duel": coins };
const SEEDS = 2 ** 31;
const OPPONENT = "1";
const HANDS = { mouse: "mouse", pen: "touch", touch: "touch" };

export class Guide {
  #page; #words; #card; #text; #count; #buttons; #asked; #hand; #chance = null; #reached = null; #number = 1; #state = null; #shown = ""; #isAwaited = false;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    this.#text = html("p", { class: "guide-text", "aria-live": "polite" });
    this.#count = html("span", { class: "guide-count" });
    this.#buttons = html("div", { class: "guide-buttons" });
    this.#asked = new Asked(this.#buttons);
    this.#card = html("section", { class: "guide", id: "guide", "aria-label": this.#say("title"), hidden: true },
      this.#text, html("div", { class: "guide-foot" }, this.#count, this.#buttons));
    page.cards.append(this.#card);
    const again = html("button", { type: "button", id: "guide-again", onclick: () => endsGame.press() }, sign("hand"), this.#say("again"));
    const endsGame = new EndsGame(page, "guide", again, () => { page.help.close(); this.#begin(); });
    page.help.add(again);
    page.help.add(endsGame.element);
    this.#hand = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    addEventListener("pointerdown", (event) => this.#use(HANDS[event.pointerType] ?? "mouse"), true);
    addEventListener("keydown", (event) => { if (/^([\w ]|Arrow.*|Enter)$/.test(event.key)) this.#use("keys"); }, true);
    page.board.whenRebuilt(() => this.#outline(document.body.dataset.guide));
    page.seats.whenChanged(() => { if (this.#state) this.show(this.#state); });
  }

  #say(key, values) { return this.#words.say(`guide.${key}`, values); }

  // Those of the game on the table; another game is another page.
  get #lessons() { return LESSONS[this.#state?.board?.game.split(" ")[0]]; }

  // "on" with the seed of the game that it leads through, "no" or "done"; nothing before the first answer.
  get #kept() { return this.#lessons ? memory.get(this.#lessons.KEPT) : null; }

  // The seed of the game that it leads through; null while it leads through none.
  get #seed() { return /^on (\d+)$/.exec(this.#kept ?? "")?.[1] ?? null; }

  #keep(answer) {
    memory.set(this.#lessons.KEPT, answer);
    this.show(this.#state);
    bringBoardIntoView();
  }

  // What is said fits what the hand of the person uses.
  #use(hand) {
    if (hand === this.#hand) return;
    this.#hand = hand;
    if (this.#state) this.show(this.#state);
  }

  // A small board, a gentle opponent, life's own pace. It knows its game by a seed that nobody else has drawn.
  #begin() {
    // A game without lessons of its own gives way to Cups.
    const lessons = this.#lessons ?? cups;
    const { evening } = this.#state, seed = Math.floor(Math.random() * SEEDS), send = (order) => this.#page.connection.send(order);
    if (!this.#page.seats.mayTake("south")) return;
    send({ do: "speed", factor: 1 });
    send({ do: "clumsiness", share: 0 });
    send({ do: "new game", ...lessons.GAME, opponent: { side: "north", who: OPPONENT }, beans: evening.kind, cells: evening.cells, seed, anyway: true });
    this.#isAwaited = true;
    this.#page.review.end();
    memory.set(lessons.KEPT, `on ${seed}`);
    this.show(this.#state);
    bringBoardIntoView();
  }

  // Whether the game on the table is the one that it leads through. When another begins, a puzzle for example, it ends.
  #isOfThisGame(seed) {
    if (String(seed) !== this.#seed) {
      if (!this.#isAwaited) memory.set(this.#lessons.KEPT, "done");
      return false;
    }
    if (this.#isAwaited) {
      this.#isAwaited = false;
      this.#chance = this.#reached = null;
      this.#number = 1;
    }
    return true;
  }

  // Where it stands: a step's name, "offer", or nothing.
  #stage(state) {
    const { own } = this.#page.seats;
    if (!state.game || !state.evening || !this.#lessons || state.far) return null;
    if (this.#seed !== null) return this.#isOfThisGame(state.evening.seed) && own.includes("south") ? this.#lessons.stepOf(state, this.#reached) : null;
    // Who has begun to play without an answer is not asked again in this game.
    const isFresh = Object.keys(state.moves ?? {}).length === 0;
    return this.#kept === null && isFresh && own.length ? "offer" : null;
  }

  show(state) {
    this.#state = state;
    const stage = this.#stage(state);
    if (stage === "score" && (state.game.message?.key === "your-turn" || this.#chance === null)) this.#chance = this.#lessons.chance(state.game);
    else if (stage !== "score" && stage !== "mend") this.#chance = null;
    if (this.#lessons?.STEPS.includes(stage)) this.#reached = stage;
    this.#number = Math.max(this.#number, this.#lessons?.numberOf(stage) ?? 1);
    this.#outline(stage);
    const text = this.#said(stage, state);
    const shown = `${stage} ${text}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#card.hidden = stage === null;
    setAttribute(document.body, "data-guide", stage);
    setText(this.#text, text);
    setText(this.#count, stage === null || stage === "offer" ? "" : this.#say("step", { number: this.#number, count: this.#lessons.STEPS.length }));
    this.#showButtons(stage);
    this.#bringWholeIntoView();
  }

  // A longer text than the one before may reach below the foot of the window.
  #bringWholeIntoView() {
    const { top, bottom } = this.#card.getBoundingClientRect();
    if (top < innerHeight && bottom > innerHeight && !this.#page.board.isHeld()) bringIntoView(this.#card);
  }

  #said(stage, state) {
    if (stage === null) return "";
    const { TEXTS } = this.#lessons;
    if (stage === "offer") return `${this.#say(TEXTS === "steps" ? "offer" : "offer-coins")}${this.#saidOfSwap(state.board)}`;
    const score = state.game.score.south;
    if (stage === "done") return this.#say(`${TEXTS}.${score > 0 ? "done" : "done-without"}`, { beans: this.#words.beans(score) });
    if (stage !== "score") return this.#words.find(`guide.${TEXTS}.${stage}.${this.#hand}`) ?? this.#say(`${TEXTS}.${stage}`);
    const { name, values: { count, beans, place } } = this.#chance;
    return this.#say(`steps.${name}.${this.#hand}`, {
      dropped: this.#words.beans(count ?? 0), beans: this.#words.beans(beans ?? 0), place: place ? this.#words.place(place) : "",
    });
  }

  // That its game is another one than that on the table: who says yes is to know.
  #saidOfSwap({ game: now, cups }) {
    const { GAME } = this.#lessons, [family, stage] = GAME.game.split(" ");
    if (!stage || (cups === GAME.cups && now.includes(`stage ${stage}`))) return "";
    return ` ${this.#say("offer-swaps", { game: this.#words.say(`table.games.${family}`, { stage }), count: GAME.cups })}`;
  }

  #showButtons(stage) {
    const button = (name, isPrimary, onclick) =>
      html("button", { type: "button", id: `guide-${name}`, class: isPrimary ? "primary" : "", onclick }, this.#say(name));
    const buttons = {
      offer: () => [button("yes", true, () => this.#begin()), button("no", false, () => this.#keep("no"))],
      done: () => [button("on", true, () => this.#keep("done"))],
    };
    const shown = stage in buttons ? stage : "skip";
    this.#buttons.replaceChildren(...(buttons[stage] ?? (() => [button("skip", false, () => this.#keep("no"))]))());
    this.#asked.show(shown);
  }

  // What is to be touched next stands out, outside of its lights.
  #outline(stage) {
    const { places, button } = this.#state && this.#lessons ? this.#lessons.nextOf(stage, this.#chance, this.#state) : { places: [] };
    pointOut(this.#page.board, "data-guided", places);
    for (const [side, each] of Object.entries(this.#page.board.buttons)) setAttribute(each, "data-guided", side === button ? "yes" : null);
  }
}
