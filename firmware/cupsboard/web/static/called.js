// Two members of the club who are called to this board: each may confirm here with a code of the own. Later what came of
// their game.

import { html, setText } from "./svg.js";

export class Called {
  #words; #panel; #text; #form; #said;

  constructor({ words, side }) {
    this.#words = words;
    const say = (key) => words.say(`club-at-board.${key}`);
    const code = html("input", { type: "text", name: "code", required: true, maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: false });
    [this.#text, this.#said] = [html("p", {}), html("p", { role: "status" })];
    this.#form = html("form", { class: "fields", onsubmit: (event) => { event.preventDefault(); this.#confirm(code); } },
      html("label", { class: "stacked" }, say("type"), html("span", { class: "with-button" }, code, html("button", { type: "submit" }, say("confirm")))));
    this.#panel = html("section", { class: "panel", id: "called", hidden: true }, html("h2", {}, say("title")), this.#text, this.#form, this.#said);
    side.prepend(this.#panel);
  }

  show({ club }) {
    const call = club?.call?.isBegun === false ? club.call : null;
    this.#panel.hidden = call === null && !club?.told;
    this.#form.hidden = call === null;
    setText(this.#text, call ? callWords(this.#words, call) : club?.told ? this.#words.message(club.told) : "");
  }

  async #confirm(code) {
    setText(this.#said, this.#words.say("club-at-board.joining"));
    try {
      const answer = await fetch("/club/confirm", { method: "POST", body: JSON.stringify({ code: code.value }) });
      setText(this.#said, answer.ok ? "" : this.#words.message(await answer.json()));
      if (answer.ok) code.value = "";
    } catch (fault) {
      console.info(fault);
      setText(this.#said, this.#words.say("setup.unheard"));
    }
  }
}

// Who is called to the board for what, and who has confirmed.
export function callWords(words, { seats, confirmed, name }) {
  const said = words.say("club-at-board.calls", { one: seats.south, other: seats.north, game: words.game(name) });
  return [said, ...confirmed.map((side) => words.say("club-at-board.has", { name: seats[side] }))].join(" ");
}
