// Who plays, how fast and how clumsily; and the next game.

import { html, setText } from "/svg.js";

export class Table {
  #page; #words; #seats = {}; #speed; #clumsiness; #share; #form = {}; #choices = null;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    for (const side of ["south", "north"]) this.#addSeat(side);
    page.side.prepend(this.#pace(), this.#newGame());
  }

  #addSeat(side) {
    const select = html("select", {
      "aria-label": this.#words.say("table.who", { side: this.#words.side(side) }), class: "player-seat", id: `seat-${side}`,
      onchange: () => this.#page.connection.send({ do: "seat", side, who: select.value }),
    });
    this.#seats[side] = select;
    const { who } = this.#page.players.bars[side];
    who.after(select);
    who.hidden = true;
  }

  #pace() {
    this.#speed = html("select", { id: "speed", onchange: () => this.#page.connection.send({ do: "speed", factor: Number(this.#speed.value) }) });
    this.#share = html("span", { class: "share" });
    this.#clumsiness = html("input", {
      type: "range", min: 0, max: 1, step: 0.05, id: "clumsiness",
      onchange: () => this.#page.connection.send({ do: "clumsiness", share: Number(this.#clumsiness.value) }),
      oninput: () => this.#showShare(),
    });
    return html("section", { class: "panel fields" }, html("h2", {}, this.#words.say("table.pace")),
      html("label", {}, this.#words.say("table.speed"), this.#speed),
      html("label", {}, html("span", {}, this.#words.say("table.clumsiness"), " ", this.#share), this.#clumsiness));
  }

  #newGame() {
    const field = (name, element) => {
      this.#form[name] = element;
      element.id = `new-${name}`;
      return html("label", {}, this.#words.say(`table.${name}`), element);
    };
    const sizes = Array.from({ length: 9 }, (_, index) => html("option", { value: index + 2, selected: index === 2 }, `2 × ${index + 2}`));
    const form = html("form", { class: "fields", onsubmit: (event) => this.#begin(event) },
      field("size", html("select", {}, ...sizes)),
      field("beans", html("select")), field("cells", html("select")),
      field("rate", html("select", {}, ...[10, 80].map((rate) => html("option", { value: rate }, `${rate}/s`)))),
      field("seed", html("input", { type: "number", min: 0, max: 2 ** 53, step: 1, placeholder: this.#words.say("table.any") })),
      html("label", { class: "check" }, (this.#form.anyway = html("input", { type: "checkbox", id: "new-anyway" })), this.#words.say("table.anyway")),
      html("button", { type: "submit", class: "primary wide", id: "begin" }, this.#words.say("table.begin")));
    return html("details", { class: "panel" }, html("summary", {}, this.#words.say("table.new-game")), form);
  }

  #begin(event) {
    event.preventDefault();
    const { size, beans, cells, rate, seed, anyway } = this.#form;
    this.#page.connection.send({
      do: "new game", cups: Number(size.value), beans: beans.value, cells: cells.value, sps: Number(rate.value),
      seed: seed.value === "" ? null : Number(seed.value), anyway: anyway.checked,
    });
  }

  #fill(choices, evening) {
    this.#choices = choices;
    const options = (names, said, chosen) => names.map((name) => html("option", { value: name, selected: name === chosen }, said(name)));
    for (const [side, select] of Object.entries(this.#seats)) {
      select.replaceChildren(...options(choices.seats, (name) => this.#words.find(`seats.${name}`) ?? name, evening.seats[side]));
    }
    this.#speed.replaceChildren(...options(choices.speeds, (speed) => (speed === 0 ? this.#words.say("table.still") : `${speed} ×`), evening.speed));
    this.#form.beans.replaceChildren(...options(choices.beans, (name) => this.#words.find(`kinds.${name}`) ?? name, evening.kind));
    this.#form.cells.replaceChildren(...options(choices.cells, (name) => name, evening.cells));
  }

  show(state) {
    const { evening } = state;
    if (!evening) return;
    if (this.#choices === null) this.#fill(evening.choices, evening);
    for (const [side, select] of Object.entries(this.#seats)) follow(select, evening.seats[side]);
    follow(this.#speed, String(evening.speed));
    if (document.activeElement !== this.#clumsiness) follow(this.#clumsiness, String(evening.clumsiness));
    this.#showShare();
  }

  #showShare() { setText(this.#share, `${Math.round(this.#clumsiness.value * 100)} %`); }
}

function follow(field, value) { if (field.value !== value) field.value = value; }
