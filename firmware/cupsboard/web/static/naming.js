// What the players are called: asked in a dialog, which offers those who have played here before.

import { request } from "./carrier.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

const LONGEST_NAME = 20;

export class Naming {
  // The sides that whoever sits at this page may name, and what is done with their names; both by a module.
  sides = () => [];
  /** @type {(names: Record<string, string>) => any} */
  name = () => null;
  #words; #dialog; #form; #fields; #said; #known; #players; #named = null;

  constructor(page) {
    const { words } = page;
    this.#words = words;
    this.#players = page.players;
    this.#fields = html("div", { class: "naming-fields" });
    this.#said = html("p", { class: "naming-said", role: "alert" });
    this.#known = html("datalist", { id: "known-players" });
    this.#form = html("form", { method: "dialog", class: "naming", onsubmit: (event) => { event.preventDefault(); this.#done(); } }, html("h2", { id: "naming-title" }, words.say("naming.title")), this.#fields, this.#known,
      html("p", {}, words.say("naming.text")), this.#said,
      html("div", { class: "row" }, html("button", { type: "submit", class: "primary" }, sign("check"), words.say("naming.keep")), html("button", { type: "button", onclick: () => this.#dialog.close() }, words.say("naming.never-mind"))));
    this.#dialog = html("dialog", { class: "naming-dialog", "aria-labelledby": "naming-title" }, this.#form);
    document.body.append(this.#dialog);
    // The keys are the board's again, and not those of the name that was tapped.
    this.#dialog.addEventListener("close", () => { if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); });
    addEventListener("keydown", (event) => { if (this.#dialog.open) event.stopImmediatePropagation(); }, true);
    for (const [side, bar] of Object.entries(page.players.bars ?? {})) bar.change.addEventListener("click", () => this.ask({ [side]: words.names[side] ?? "" }, (names) => this.name(names)));
  }

  // The names of players stand as buttons where they may be changed here.
  show() {
    const sides = this.sides();
    for (const [side, { name, change }] of Object.entries(this.#players.bars)) {
      name.hidden = sides.includes(side);
      change.hidden = !name.hidden;
    }
  }

  // Asks what these players are called; `named` hears the names.
  async ask(names, named) {
    this.#named = named;
    this.#fields.replaceChildren(...Object.entries(names).map(([side, name]) => html("label", {}, this.#words.side(side, {}),
      html("input", { type: "text", name: side, value: name, maxlength: LONGEST_NAME, list: "known-players", autocomplete: "off", placeholder: this.#words.say("naming.guest") }))));
    this.say("");
    this.#dialog.showModal();
    const answer = await request("/games.json").catch(() => null);
    const { known = [] } = answer?.ok ? await answer.json() : {};
    this.#known.replaceChildren(...known.map((value) => html("option", { value })));
  }

  // Why names were refused.
  say(why) { setText(this.#said, why); }

  // Who was refused a name says another.
  async #done() {
    const names = Object.fromEntries([...new FormData(this.#form)].map(([side, name]) => [side, String(name).trim()]));
    if ((await this.#named?.(names)) !== null) this.#dialog.close();
  }
}
