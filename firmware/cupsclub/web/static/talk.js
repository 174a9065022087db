// What two players say to each other beside moves: a question with its answers in one card, phrases, and wishes.

import { Asked } from "/asked.js";
import { bringIntoView } from "/into_view.js";
import { sign } from "/signs.js";
import { html, setText } from "/svg.js";
import { leftOf, otherOf } from "./state.js";

const SURE_MS = 10000;
const PHRASES = ["hello", "have-fun", "well-played", "thank-you", "oops", "one-moment", "i-am-back", "your-turn", "beans-fell", "nice-capture", "good-game", "good-night"];

export class Talk {
  #link; #words; #card; #text; #answers; #wishes; #phrases; #folds;

  constructor(page, link) {
    [this.#link, this.#words] = [link, page.words];
    const { words } = page;
    this.#text = html("p", { id: "question-text" });
    const answers = html("div", { class: "row" }), wishes = html("div", { class: "row" });
    this.#card = html("section", { class: "question", id: "question", "aria-labelledby": "question-text", hidden: true }, this.#text, answers);
    page.cards.prepend(this.#card);
    this.#phrases = html("div", { class: "row", id: "phrases" }, ...PHRASES.map((phrase) =>
      html("button", { type: "button", onclick: () => { link.say({ kind: "said", phrase }); this.#folds[0].open = false; } }, words.say(`sentences.far-phrases.${phrase}`))));
    const fold = (id, drawn, content) => html("details", { class: "fold", id, name: "talk", ontoggle: ({ target }) => { if (target.open) bringIntoView(target); } }, html("summary", {}, sign(drawn), words.say(`seat.${id}`)), content);
    this.#folds = [fold("say-something", "person", this.#phrases), fold("more-wishes", "more", wishes)];
    page.tools.append(html("div", { class: "folds" }, ...this.#folds));
    this.#answers = new Row(answers, words, link);
    this.#wishes = new Row(wishes, words, link);
  }

  show() {
    const { table, side, unsent, isLinked } = this.#link, isPlayer = side !== null && table.begun && isLinked;
    for (const fold of this.#folds) fold.hidden = !isPlayer;
    this.#folds[1].hidden ||= Boolean(table.end);
    for (const button of this.#phrases.children) button.disabled = unsent !== null;
    const question = isPlayer && !table.end && unsent === null ? this.#question() : null;
    this.#card.hidden = question === null;
    if (question) setText(this.#text, question.text);
    this.#answers.show(question?.answers ?? []);
    this.#wishes.show(isPlayer && !table.end && unsent === null ? this.#wished() : []);
  }

  // What the other side asks, or what may be claimed, with its answers; null for nothing.
  #question() {
    const { table, side } = this.#link, { ask } = table, say = (key, values) => this.#words.say(`seat.${key}`, values);
    const other = otherOf(side), name = this.#words.side(other);
    if (table.adjourned) return { text: this.#words.say("sentences.seat.adjourned"), answers: [{ text: say("resume"), act: { kind: "resumed" } }] };
    if (ask && ask.by !== side) {
      const yes = { text: say("yes"), act: { kind: "yes", ask: ask.n }, final: ask.what === "abort" ? "yes" : undefined };
      return { text: this.#words.say(`sentences.seat.asks.${ask.what}`, { other: name }), answers: [yes, { text: say("no"), act: { kind: "no", ask: ask.n } }] };
    }
    if (table.clocks?.runs === other && leftOf(this.#link, other) <= 0) return { text: say("claim-text", { other: name }), answers: [{ text: say("claim"), act: { kind: "timed-out" }, final: "claim" }] };
    if (table.alone[side] <= 0) return { text: this.#words.say("sentences.seat.alone-now", { other: name }), answers: [{ text: say("abort"), act: { kind: "ask", what: "abort" }, final: "yes" }] };
    return null;
  }

  // What may be asked for now; `final` is what can't be had again.
  #wished() {
    const { table, side } = this.#link, { ask } = table, say = (key) => this.#words.say(`seat.${key}`), found = [];
    if (ask && ask.by === side) found.push({ text: say("withdraw-ask"), act: { kind: "no", ask: ask.n } });
    if (!ask && !table.adjourned) {
      const wishes = [{ what: "back", to: table.back?.[side] }, { what: "adjourn" }, { what: "abort" }];
      const isFree = ({ what, to }) => (!table.board || what === "abort") && !(what === "abort" && table.tournament && !table.board) && (what !== "back" || to) && !(what === "abort" && table.alone[side] <= 0) && !table.declined[side].includes(what);
      for (const wish of wishes.filter(isFree)) found.push({ text: say(wish.what), act: { kind: "ask", ...wish } });
    }
    return [...found, { text: say("resign"), act: { kind: "resigned" }, final: "resign" }];
  }
}

// Buttons that say something in the game. They are drawn anew only where they are others, so that none goes away under
// a finger; what can't be had again is asked for once more.
class Row {
  #place; #words; #link; #asked; #buttons = []; #shown = ""; #among = ""; #sure = null; #forgets = null;

  constructor(place, words, link) {
    [this.#place, this.#words, this.#link] = [place, words, link];
    this.#asked = new Asked(place);
  }

  show(buttons) {
    const among = JSON.stringify(buttons);
    if (among !== this.#among) this.#isSureOf(null);
    [this.#among, this.#buttons] = [among, buttons];
    this.#draw();
  }

  #draw() {
    const shown = JSON.stringify([this.#among, this.#sure]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#place.replaceChildren(...this.#buttons.map((each) => this.#made(each)));
    this.#asked.show(this.#buttons.length ? shown : "");
  }

  #made({ text, act, final }) {
    const tapped = () => {
      if (final && this.#sure !== final) this.#isSureOf(final);
      else { this.#isSureOf(null); this.#link.say(act); }
      this.#draw();
    };
    return html("button", { type: "button", onclick: tapped }, final && this.#sure === final ? this.#words.say(`seat.sure.${final}`) : text);
  }

  #isSureOf(final) {
    this.#sure = final;
    clearTimeout(this.#forgets);
    if (final) this.#forgets = setTimeout(() => { this.#sure = null; this.#draw(); }, SURE_MS);
  }
}
