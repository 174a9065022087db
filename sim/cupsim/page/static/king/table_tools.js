// What one does at the table beside grabbing: rest the hand, tap the button, put a cup down otherwise, agree to take a round
// back, and begin another game.

import { html, setAttribute, setText } from "/svg.js";
import { sign } from "/signs.js";

const ASKS_FOR_HANDS = /^king\.(join|joined|gap|hands-home)$/;
const STANCES = ["upright", "overturned", "beside"], QUICKNESS = ["calm", "mixed", "quick"];

export class TableTools {
  #page; #words; #own; #rest; #button; #watching; #tools; #putUp; #form; #speed; #shown = null; #notice = 0; #told; #evening = null; #rematch;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    this.#own = page.own;
    const say = (key) => this.#words.say(`king.${key}`);
    this.#rest = html("button", { type: "button", id: "rest", "aria-pressed": "false", title: say("rest-hint"), onclick: () => this.#toggleRest() }, sign("hand"), say("rest"));
    this.#button = html("button", { type: "button", id: "own-button", title: say("tap-hint") }, sign("button"), say("tap"));
    for (const [event, deed] of Object.entries({ pointerdown: "press", pointerup: "letGo", pointercancel: "letGo" })) {
      this.#button.addEventListener(event, (on) => {
        if (event === "pointerdown") this.#button.setPointerCapture(on.pointerId);
        page.grabbing[deed](`tool ${on.pointerId}`, this.#own.seat);
      });
    }
    this.#button.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); page.grabbing.press("tool key", this.#own.seat); } });
    this.#button.addEventListener("keyup", () => page.grabbing.letGo("tool key"));
    this.#watching = html("p", { class: "note", id: "watching" }, say("watching"));
    this.#putUp = html("button", { type: "button", id: "put-up", hidden: true, onclick: () => this.#send({ do: "put up" }) }, say("put-up"));
    this.#told = html("p", { class: "note", id: "notice", role: "status" });
    this.#tools = html("div", { class: "tool-row", id: "tools" }, this.#rest, this.#button, this.#putUp);
    page.tools.append(this.#tools, this.#watching, this.#told);
    page.side.prepend(this.#panel(say));
    // What the board asks of hands is, at this page, a button that has a name.
    const before = page.words.phrase;
    page.words.phrase = (key, values) => this.#instead(key) ?? before(key, values);
    this.#rematch = html("button", { type: "button", id: "rematch", class: "primary", onclick: () => this.#beginLike(this.#evening) }, sign("again"), say("rematch"));
    page.ending.offers.append(this.#rematch);
  }

  #panel(say) {
    const option = (value, text) => html("option", { value }, text);
    this.#form = {
      players: html("select", { id: "new-players" }, ...[2, 3, 4, 5, 6].map((count) => option(count, String(count)))),
      quickness: html("select", { id: "new-quickness" }, ...QUICKNESS.map((each) => option(each, say(`quickness.${each}`)))),
      dice: html("input", { type: "checkbox", id: "new-dice" }),
    };
    const stance = html("select", { id: "stance", onchange: () => { this.#page.grabbing.stance = stance.value; } },
      ...STANCES.map((each) => option(each, say(`stances.${each}`))));
    this.#speed = html("select", { id: "speed", onchange: () => this.#own.send({ do: "speed", factor: Number(this.#speed.value) }) });
    const field = (name, element) => html("label", {}, say(name), element);
    return html("details", { class: "panel", id: "new-game" }, html("summary", {}, say("game")),
      html("button", { type: "button", id: "take-back", class: "wide", title: say("take-back-hint"), onclick: () => this.#send({ do: "take back" }) }, sign("undo"), say("take-back")),
      html("form", { class: "fields", onsubmit: (event) => this.#begin(event) },
        field("count", this.#form.players), field("others", this.#form.quickness),
        html("label", { class: "check" }, this.#form.dice, say("own-dice")),
        html("button", { type: "submit", class: "primary", id: "begin" }, say("begin"))),
      html("div", { class: "fields" }, field("stance", stance), field("speed", this.#speed)),
      html("p", { class: "note" }, say("keys")));
  }

  // The sentence with which the board asks for hands, said with the button that is meant; else undefined.
  #instead(key) {
    const seat = this.#own.seat;
    if (!ASKS_FOR_HANDS.test(key) || seat === undefined || this.#evening?.resting[seat]) return undefined;
    return this.#words.say(key === "king.hands-home" ? "king.rest-again" : "king.rest-first", { rest: this.#words.say("king.rest") });
  }

  // The same table once more.
  #beginLike({ players, quickness, hasRealDice }) { this.#own.send({ do: "new game", players, quickness, dice: hasRealDice }); }

  #begin(event) {
    event.preventDefault();
    const { players, quickness, dice } = this.#form;
    this.#own.send({ do: "new game", players: Number(players.value), quickness: quickness.value, dice: dice.checked });
  }

  #send(order) { if (this.#own.seat) this.#own.send({ ...order, seat: this.#own.seat }); }

  #toggleRest() { this.#send({ do: "rest", home: this.#rest.getAttribute("aria-pressed") !== "true" }); }

  show({ evening, game, signs }) {
    const before = this.#evening, seat = this.#own.seat, isSeated = seat !== undefined;
    this.#evening = evening;
    if (!evening) return;
    // Another table, whoever began it: on a phone this page may have been scrolled to the end of the one before.
    if (isSeated && before && before.seed !== evening.seed) scrollTo(0, 0);
    this.#tools.hidden = !isSeated;
    this.#watching.hidden = isSeated;
    this.#rematch.hidden = !isSeated;
    setAttribute(this.#rest, "aria-pressed", evening.resting[seat] ? "true" : "false");
    setAttribute(this.#rest, "data-wanted", signs?.[`${seat}-tray`]?.meaning === "HOME" ? "yes" : null);
    setAttribute(this.#button, "data-asked", signs?.[`${seat}-tray`]?.meaning === "YOU" ? "yes" : null);
    // Both in one row with the button, so that no window cuts them; a hand that puts cups up rests nowhere.
    this.#putUp.hidden = !/^king\.(set-up|not-on-a-spot|missing)/.test(game?.message?.key ?? "");
    this.#rest.hidden = !this.#putUp.hidden;
    const { number, text } = evening.notice;
    if (number !== this.#notice) setText(this.#told, this.#words.say(`king.notices.${text}`));
    this.#notice = number;
    const chosen = [evening.players, evening.quickness, evening.hasRealDice, evening.speed].join();
    if (chosen === this.#shown) return;
    this.#shown = chosen;
    this.#form.players.value = evening.players;
    this.#form.quickness.value = evening.quickness;
    this.#form.dice.checked = evening.hasRealDice;
    this.#speed.replaceChildren(...evening.speeds.map((factor) => html("option", { value: factor, selected: factor === evening.speed }, factor ? `${factor} ×` : this.#words.say("king.still"))));
  }
}
