// Who holds which seat: shown to all, chosen by those who may. The server decides; this page only asks.

import { Asked } from "/asked.js";
import { browserToken, personName, randomToken } from "/browser.js";
import { sign } from "/signs.js";
import { html, setAttribute, setText } from "/svg.js";

const SIDES = ["south", "north"];

export class Seats {
  // The sides whose hands this page moves.
  own = [];
  #page; #words; #you = null; #state = null; #shown = ""; #controls = {}; #people; #watching; #request; #proposal; #told = []; #asks;
  // A seat that somebody gave to this page; those it asked for, and those it sat down on; whether it saw any yet.
  #gift; #given = null; #asked = []; #wanted = new Set(); #isKnown = false;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    for (const side of SIDES) this.#addControls(side);
    this.#people = html("p", { id: "people", hidden: true });
    document.getElementById("about").after(this.#people);
    this.#watching = html("p", { id: "watching", hidden: true });
    page.tools.before(this.#watching);
    this.#request = html("div", { id: "seat-request", class: "seat-request", role: "alert", hidden: true });
    this.#gift = html("div", { id: "seat-gift", class: "seat-request", role: "alert", hidden: true });
    this.#proposal = html("div", { id: "game-wish", class: "seat-request", role: "alert", hidden: true });
    this.#asks = { request: new Asked(this.#request), gift: new Asked(this.#gift), wish: new Asked(this.#proposal) };
    page.cards.append(this.#request, this.#gift, this.#proposal);
    page.connection.listen({ heard: (message) => this.#heard(message) });
    const name = personName();
    page.connection.introduce({ do: "here", token: browserToken(), visit: randomToken(), ...(name ? { name } : {}) });
  }

  // Whether the board has met this page, which may show what is expected to lie there before that.
  get isKnown() { return this.#isKnown; }

  get isSeated() { return this.own.length > 0; }

  // Whether this page may hold a side's button down.
  mayPress(side) { return this.isSeated && [undefined, this.#you].includes(this.#holder(side)); }

  // Tells whenever this page holds other seats than before.
  whenChanged(told) { this.#told.push(told); }

  #heard(message) {
    if (message.you) {
      this.#you = message.you.number;
      if (this.#state) this.show(this.#state);
    }
    if (message.refused) {
      const { reason, side, said } = message.refused;
      this.#wanted.delete(side);
      this.#shown = ""; // a select that was refused goes back to what is true
      if (this.#state) this.show(this.#state);
      const why = said ? this.#words.message(said) : this.#words.say(`seats.refused.${reason}`, { side: side ? this.#seat(side) : "" });
      this.#page.notice.say(why);
      this.#page.naming.say(why);
    }
    if (message.told) {
      const { key, side, number } = message.told;
      this.#page.notice.say(this.#words.say(`seats.told.${key}`, { side: side ? this.#seat(side) : "", who: number ? this.#begun(number) : "" }));
    }
  }

  // A seat is called by its side, whoever sits there.
  #seat(side) { return this.#words.say(`sides.${side}`); }

  // A person by the name they have said, else by the number of their browser.
  #called(number) { return this.#state?.people?.names[number] ?? this.#words.say("seats.page", { number }); }

  // The same at the beginning of a sentence; who plays is called as at their side.
  #begun(number) {
    const side = SIDES.find((each) => this.#holder(each) === number);
    return this.#page.store.live?.names?.[side] || this.#called(number).replace(/^./u, (letter) => letter.toUpperCase());
  }

  #addControls(side) {
    const words = this.#words;
    const select = html("select", {
      "aria-label": words.say("table.who", { side: this.#seat(side) }), class: "seat-choice", id: `seat-${side}`,
      onchange: () => this.choose(side, select.value),
    });
    const who = html("span", { class: "seat-who", id: `seat-who-${side}` });
    const button = html("button", { type: "button", class: "seat-wish", id: `seat-wish-${side}`, hidden: true, onclick: () => this.#wish(side) });
    const bar = this.#page.players.bars[side].who; // says where a player is who sits elsewhere
    const change = html("button", {
      type: "button", class: "seat-change", id: `change-sides-${side}`, title: words.say("seats.change-sides"), "aria-label": words.say("seats.change-sides"), hidden: true,
      onclick: () => { this.#wanted.add(side); this.#send({ do: "change sides" }); },
    }, sign("swap"));
    bar.after(html("span", { class: "seat" }, who, select, button, change));
    bar.hidden = true;
    this.#controls[side] = { who, select, button, change };
  }

  #send(order) {
    if (order.do === "seat" && order.who === "person" && !this.own.includes(order.side)) this.#wanted.add(order.side);
    this.#page.connection.send(order);
  }

  // Lets somebody play a side: "person" (whoever is at this page), a simulated player, "page" and its number, "free".
  choose(side, value) {
    const [what, number] = value.split(" ");
    if (what === "free") this.#send({ do: "stand up", side });
    else if (what === "page") this.#send({ do: "hand over", side, to: Number(number) });
    else this.#send({ do: "seat", side, who: value });
  }

  #wish(side) {
    const people = this.#state.people;
    if (this.#maySit(side)) this.#send({ do: "seat", side, who: "person" });
    else if (people.asks[side] === this.#you) this.#send({ do: "decline", side });
    else this.#send({ do: "ask", side });
  }

  // Whether what all see is for this page to change: it plays, or nobody does and it was here first.
  get leads() { return this.isSeated || (this.#state !== null && Object.keys(this.#state.people.holders).length === 0 && this.#state.people.here[0] === this.#you); }
  // The sides of people whom this page may say the names of.
  get nameable() { return SIDES.filter((side) => this.#state?.evening.seats[side] === "person" && this.leads && [undefined, this.#you].includes(this.#holder(side))); }
  #holder(side) { return this.#state?.people?.holders[side]; }
  #isFree(side) { return this.#state.evening.seats[side] === "person" && this.#holder(side) === undefined; }
  #maySit(side) { return this.#isFree(side) || Object.keys(this.#state.people.holders).length === 0; }

  show(state) {
    const { people, evening, kept, far } = state;
    if (!people || !evening || this.#you === null) return;
    this.#state = state;
    const shown = JSON.stringify([people, evening.seats, kept, far, this.#you]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const before = this.#isKnown ? this.own : SIDES;
    // What was shown before the server had met this page knows nothing of its seats.
    this.#isKnown ||= people.here.includes(this.#you);
    // Whoever sits at a game with another board has the hands of one side.
    this.own = SIDES.filter((side) => people.holders[side] === this.#you && side === (far?.own ?? side));
    if (!far) this.#showGift(this.own.filter((side) => !before.includes(side)));
    this.#asked = SIDES.filter((side) => people.asks[side] === this.#you);
    setAttribute(document.body, "data-seated", this.isSeated ? "yes" : null);
    setAttribute(document.body, "data-leads", this.leads ? "yes" : null);
    for (const side of SIDES) this.#showSeat(side);
    this.#showPeople(people.here);
    this.#showRequest(people.asks);
    this.#showWish(people.wish);
    for (const told of this.#told) told();
  }

  // A seat that is this page's without its own doing can be left at once; one it asked for is only told.
  #showGift(gained) {
    if (!this.own.includes(this.#given)) this.#hideGift();
    for (const side of gained.filter((each) => !this.#wanted.delete(each))) {
      const said = this.#words.say("seats.yours", { side: this.#seat(side) });
      if (this.#asked.includes(side)) {
        this.#page.notice.say(said);
        continue;
      }
      this.#given = side;
      const button = (id, name, order) => html("button", { type: "button", id, onclick: () => { this.#hideGift(); if (order) this.#send(order); } }, this.#words.say(`seats.${name}`));
      this.#gift.replaceChildren(html("span", {}, said), button("seat-gift-keep", "play"), button("seat-gift-leave", "stand-up", { do: "stand up", side }));
      this.#gift.hidden = false;
      this.#asks.gift.show(side);
    }
  }

  #hideGift() {
    this.#gift.hidden = true;
    this.#asks.gift.show("");
  }

  #showSeat(side) {
    const { who, select, button, change } = this.#controls[side];
    const { far, people: { here, asks } } = this.#state;
    const holder = this.#holder(side), isElsewhere = Boolean(far) && side !== far.own;
    const disposes = !far && this.leads && (holder === undefined || holder === this.#you || !here.includes(holder));
    this.#page.players.bars[side].who.hidden = !isElsewhere;
    who.parentElement.hidden = isElsewhere;
    setText(who, this.#saidOf(side));
    who.hidden = disposes;
    select.hidden = !disposes;
    // It stands beside whoever this page plays against.
    change.hidden = !(disposes && this.own.length === 1 && holder === undefined);
    button.hidden = holder === this.#you || (this.isSeated && !this.#isFree(side));
    setText(button, this.#words.say(this.#maySit(side) ? "seats.sit" : asks[side] === this.#you ? "seats.asked" : "seats.ask"));
    if (!disposes) return;
    const simulated = this.#state.evening.choices.seats.filter((name) => name !== "person");
    const option = (value, text, selected) => html("option", { value, selected }, text);
    const player = this.#state.evening.seats[side];
    select.replaceChildren(
      option("person", this.#you === holder ? this.#saidOf(side) : this.#words.say("seats.you"), holder === this.#you),
      ...simulated.map((name) => option(name, this.#words.find(`seats.${name}`) ?? name, name === player)),
      ...here.filter((number) => number !== this.#you).map((number) => option(`page ${number}`, this.#called(number), false)),
      option("free", this.#words.say("seats.free"), this.#isFree(side)));
  }

  #saidOf(side) {
    const { here } = this.#state.people;
    const holder = this.#holder(side), player = this.#state.evening.seats[side];
    if (player !== "person") return this.#words.find(`seats.${player}`) ?? player;
    if (holder === undefined) return this.#words.say("seats.free");
    const isNamed = holder in this.#state.people.names; // a name stands at its side already
    if (holder === this.#you) return this.#words.say(here.length > 1 && !isNamed ? "seats.you-numbered" : "seats.you", { number: holder });
    if (here.includes(holder)) return isNamed ? "" : this.#called(holder);
    const isAsked = this.#state.people.asks[side] === this.#you;
    return this.#words.say(isAsked ? "seats.away-yours" : "seats.away", { number: holder, seconds: this.#state.kept?.[side] ?? 0 });
  }

  #showPeople(here) {
    this.#people.hidden = here.length < 2;
    setText(this.#people, this.#words.say("seats.here", { count: here.length }));
    this.#watching.hidden = this.isSeated;
    setText(this.#watching, this.#words.say(SIDES.some((side) => this.#maySit(side)) ? "seats.watching" : "seats.watching-full"));
  }

  // Somebody asks for a seat that is for this page to give.
  #showRequest(asks) {
    const wanted = SIDES.find((side) => asks[side] !== undefined && asks[side] !== this.#you
      && (this.own.includes(side) || (this.leads && this.#holder(side) === undefined)));
    this.#request.hidden = wanted === undefined;
    if (wanted === undefined) return this.#asks.request.show("");
    const number = asks[wanted], side = this.#seat(wanted), who = this.#called(number);
    const button = (id, text, order) => html("button", { type: "button", id, onclick: () => this.#send({ ...order, side: wanted }) }, text);
    this.#request.replaceChildren(
      html("span", {}, this.#words.say("seats.request", { who: this.#begun(number), side })),
      button("seat-give", this.#words.say("seats.give", { who, side }), { do: "hand over", to: number }),
      button("seat-keep", this.#words.say("seats.keep"), { do: "decline" }));
    this.#asks.request.show(`${wanted} ${number}`);
  }

  // Somebody wants to begin a game in the place of this one: who else plays here is asked, and who asks may take it back.
  #showWish(wish) {
    this.#proposal.hidden = !wish || !this.isSeated;
    if (this.#proposal.hidden) return this.#asks.wish.show("");
    const isOwn = wish.by === this.#you, answer = (name, yes) => html("button", { type: "button", id: `wish-${name}`, onclick: () => this.#send({ do: "answer", yes }) }, this.#words.say(`seats.wish.${name}`));
    const opponent = wish.who ? this.#words.say("seats.wish.against", { side: this.#seat(wish.side), level: this.#words.find(`seats.${wish.who}`) ?? wish.who }) : "";
    const said = this.#words.say(isOwn ? "seats.wish.waits" : wish.kind === "puzzle" ? "seats.wish.puzzle" : "seats.wish.game", { who: this.#begun(wish.by) });
    this.#proposal.replaceChildren(html("span", {}, `${said} ${opponent}`.trim()), ...(isOwn ? [answer("take-back", false)] : [answer("yes", true), answer("no", false)]));
    this.#asks.wish.show(`${wish.by} ${said} ${opponent}`);
  }

  // Sits down on a seat for what needs it, unless somebody else who is here has it, which is said.
  mayTake(side) {
    const holder = this.#holder(side), isOthers = holder !== undefined && holder !== this.#you && this.#state.people.here.includes(holder);
    if (isOthers) this.#page.notice.say(this.#words.say("seats.refused.taken", { side: this.#seat(side) }));
    else if (holder !== this.#you) this.choose(side, "person");
    return !isOthers;
  }
}
