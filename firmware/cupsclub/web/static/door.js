// Who comes by a link, before there is a game: what it is, who invites, and a place to sit down; for whoever has opened
// the game, how the friend gets here.

import { memory } from "/memory.js";
import { html, setText } from "/svg.js";
import { isWaiting, refusalOf } from "./state.js";

export class Door {
  #place; #page; #link; #words; #said; #name; #sit; #shown = "";

  constructor(place, page, link) {
    [this.#place, this.#page, this.#link, this.#words] = [place, page, link, page.words];
    page.invitation.takeBack = () => { link.withdraw(); memory.remove(`cups-seat-${link.code}`); location.assign("/"); };
    link.listen(() => this.#draw());
    this.#draw();
  }

  show() { this.#draw(); }

  #draw() {
    const { table, side, refused } = this.#link, isGone = table === null && refused !== null;
    const shown = isGone ? "gone" : table === null ? "" : table.begun || side !== null ? "play" : "sit";
    document.body.toggleAttribute("data-door", shown !== "play");
    document.body.toggleAttribute("data-waits", isWaiting(this.#link));
    if (shown !== this.#shown) { this.#shown = shown; this.#build(shown); scrollTo(0, 0); }
    if (this.#said && refused && !isGone) setText(this.#said, this.#saidOf(refused));
    if (this.#sit) this.#sit.disabled = !this.#link.isLinked;
  }

  #saidOf(refused) {
    const { key, values, text } = refusalOf(refused, (name, filled = {}) => ({ key: `seat.${name}`, values: filled, text: "" }));
    return this.#words.message({ key, values, text });
  }

  #build(shown) {
    const say = (key, values) => this.#words.say(`seat.door.${key}`, values);
    this.#said = this.#sit = null;
    if (shown === "gone") this.#place.replaceChildren(html("p", { class: "door-said" }, this.#saidOf(this.#link.refused)), html("a", { class: "as-button", href: "/" }, this.#words.say("seat.to-start")));
    else if (shown === "sit") this.#place.replaceChildren(...this.#form(say));
    else this.#place.replaceChildren();
  }

  #form(say) {
    const { table } = this.#link, [name] = Object.values(table.seats), { game, title } = table.state.board;
    this.#said = html("p", { class: "door-said", role: "status" });
    // A name that was typed before stays.
    this.#name = html("input", { type: "text", id: "name", maxlength: 40, autocomplete: "nickname", required: true, value: memory.get("cups-name") ?? "" });
    this.#sit = html("button", { class: "primary wide", id: "sit" }, say("sit"));
    const sit = (event) => {
      event.preventDefault();
      memory.set("cups-name", this.#name.value);
      this.#link.wish("join", { game: this.#link.code, name: this.#name.value });
    };
    return [
      html("h2", {}, say("invites", { name, game: this.#words.game(game) })),
      html("p", {}, this.#words.say(`seat.what.${title ? "sowing" : "cups"}`, { game: title })), html("p", {}, say("turn")),
      html("button", { type: "button", class: "wide", id: "door-rules", onclick: () => this.#page.help.open() }, say("rules")),
      html("form", { class: "fields", onsubmit: sit }, html("label", { class: "stacked" }, say("name"), this.#name), this.#sit), this.#said];
  }
}
