// "How to play": the rules in pictures and what every light means, in a dialog over the page.

import { define } from "./drawing.js";
import { Legend } from "./legend.js";
import { rulesPanels } from "./rules.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

export class Help {
  #words; #store; #dialog; #rules; #legend; #ofLights; #extras; #game; #drawn = null; #panels = null;

  constructor(button, { words, store }) {
    this.#words = words;
    this.#store = store;
    this.#rules = html("div");
    this.#legend = new Legend(words, store);
    this.#extras = html("div", { class: "help-extras" });
    // Sheets of several games lie together; on a page its header names the game.
    this.#game = html("span", { class: "help-game" });
    this.#dialog = this.#made();
    document.body.append(this.#dialog);
    define();
    button.append(sign("question"), html("span", { class: "help-label" }, words.say("help.open")));
    button.title = words.say("help.open");
    button.addEventListener("click", () => this.open());
    // A dialog that has closed keeps the focus until the page is drawn again, but means no key for itself any more.
    document.addEventListener("keydown", (event) => {
      if (event.key === "?" && !(event.target instanceof Element && event.target.closest("input, select, textarea, dialog[open]"))) this.open();
    });
    // Keys that mean something to the table must not get there through an open dialog.
    addEventListener("keydown", (event) => { if (this.#dialog.open) event.stopImmediatePropagation(); }, true);
  }

  // Another game than the first has rules of its own.
  replaceRules(made) {
    this.#panels = made;
    this.#drawn = null;
  }

  // Puts something more into the dialog's foot: a module's own offer.
  add(element) { this.#extras.append(element); }

  open() {
    if (this.#dialog.open) return;
    const board = this.#store.state?.board, stock = board?.stock ?? "";
    const drawn = `${board?.game}/${stock}`;
    if (board && drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#rules.replaceChildren(this.#panels?.(board) ?? rulesPanels(this.#words, board.cups, stock));
    }
    // A page of a game at a server has a board without lights.
    const hasLights = board?.pixels !== undefined;
    for (const each of this.#ofLights) each.hidden = !hasLights;
    setText(this.#game, `${document.querySelector("h1")?.textContent ?? ""}: `);
    this.#dialog.showModal();
    this.#dialog.querySelector(".help-body").scrollTop = 0;
    if (hasLights) this.#legend.wake();
  }

  close() { this.#dialog.close(); }

  #made() {
    const say = (key) => this.#words.say(`help.${key}`);
    const heading = (id, text) => html("h3", { id, tabindex: -1 }, text);
    const rules = heading("help-rules", say("rules")), lights = heading("help-lights", say("lights"));
    const jump = (to) => html("button", { type: "button", onclick: () => { to.scrollIntoView(); to.focus({ preventScroll: true }); } }, to.textContent);
    const jumps = [jump(rules), jump(lights)], rhythms = html("p", {}, say("rhythms"));
    this.#ofLights = [...jumps, lights, rhythms, this.#legend.element];
    const close = html("button", { type: "button", id: "help-close", "aria-label": say("close"), title: say("close"), onclick: () => this.close() }, sign("times"));
    const dialog = html("dialog", { id: "help-dialog", class: "help", "aria-labelledby": "help-title" },
      html("div", { class: "help-head" }, html("h2", { id: "help-title" }, this.#game, say("open")), ...jumps, close),
      html("div", { class: "help-body", tabindex: 0, role: "region", "aria-labelledby": "help-title" },
        rules, this.#rules, lights, rhythms, this.#legend.element, this.#extras));
    dialog.addEventListener("click", (event) => { if (event.target === dialog) this.close(); });
    dialog.addEventListener("close", () => this.#legend.sleep());
    return dialog;
  }
}
