// What is a member's own: the name, the ratings, devices and passkeys, the data; for directors also invitations, and what was reported.

import { html } from "/svg.js";
import { hasPasskeys, sureButton } from "./asking.js";
import { address, isNear } from "./frame.js";
import { entry, fill } from "./lobby.js";
import { isYoung, ratedAs } from "./rating.js";

export class Own {
  element = html("div", { class: "club-view" });
  #page; #name; #ratings; #young; #devices; #passkeys; #notes; #newer; #invitations; #invited; #code; #told = "";

  constructor(page, makePasskey) {
    this.#page = page;
    const { say, act } = page;
    [this.#ratings, this.#devices, this.#passkeys, this.#notes, this.#newer, this.#invitations] = ["ratings", "devices", "passkeys", "notes", "newer", "invitations"].map((id) => html("ul", { class: "entries", id }));
    this.#young = html("p", { class: "faint" }, say("young"));
    this.#name = html("input", { type: "text", id: "own-name", "aria-label": say("my-name"), maxlength: 40, autocomplete: "nickname", required: true });
    this.#code = html("p", { role: "status", id: "new-code" });
    const naming = (what, field, key) => html("form", { class: "with-button", onsubmit: (event) => { event.preventDefault(); act(what, { name: field.value }); } }, field, html("button", { type: "submit" }, say(key)));
    const club = html("input", { type: "text", id: "club-name-field", "aria-label": say("club-name"), maxlength: 40, autocomplete: "off", value: page.club });
    const panel = (id, ...children) => html("section", { class: "panel", id: `${id}-panel` }, html("h2", {}, say(id)), ...children);
    this.element.append(
      panel("my-ratings", this.#ratings, this.#young),
      panel("my-name", naming("rename", this.#name, "rename")),
      panel("my-devices", this.#devices, html("p", {}, say("device-text")), html("button", { type: "button", class: "wide", id: "device-code", onclick: () => this.#draw() }, say("device-code")), this.#code),
      panel("my-passkeys", this.#passkeys, html("p", {}, say(page.passkeys && hasPasskeys() ? "passkey-text" : "passkey-not-here")),
        ...(page.passkeys && hasPasskeys() ? [html("button", { type: "button", class: "wide", id: "make-passkey", onclick: async () => { await makePasskey(); this.#read(); } }, say("make-passkey"))] : [])),
      ...(page.me.role === "director" ? [panel("newer", html("p", {}, say("newer-text")), this.#newer), this.#inviting(panel), panel("club-name", naming("name-club", club, "name-club")), panel("notes", this.#notes)] : []),
      panel("my-data", html("div", { class: "acts" }, html("a", { class: "as-button", href: "/club/export.json", download: "cups-club.json" }, say("export")),
        ...["leave", "delete"].map((what) => sureButton(what, say(what), say(`${what}-sure`), () => this.#goAway(what))))));
  }

  async #goAway(what) {
    if (!await this.#page.act(what)) return;
    this.#page.me = null;
    location.assign(`/club?gone=${what}`);
  }

  #inviting(panel) {
    const { say, act, words } = this.#page, said = this.#invited = html("p", { role: "status", id: "invited" });
    const name = html("input", { type: "text", id: "guest-name", maxlength: 40, autocomplete: "off", required: true });
    const role = html("select", { id: "guest-role" }, ...["member", "director", "guest"].map((each) => html("option", { value: each }, say(`roles.${each}`))));
    const invite = async (event) => {
      event.preventDefault();
      const answer = await act("invite", { name: name.value, role: role.value });
      if (!answer) return;
      const link = `${address}/club#${answer.code}`;
      said.replaceChildren(say("invited", { name: name.value }), html("br"), html("span", { class: "secret" }, answer.code), html("br"), link, html("button", { type: "button", onclick: () => navigator.clipboard?.writeText(link).catch((fault) => console.info(fault)) }, words.say("seat.copy-link")), ...this.#near());
      name.value = "";
    };
    return panel("invite", html("form", { class: "fields", onsubmit: invite }, html("label", { class: "stacked" }, say("guest-name"), name), html("label", { class: "stacked" }, say("guest-role"), role), html("button", { type: "submit", class: "primary wide", id: "invite" }, say("send-invite"))), said, html("h3", {}, say("invitations")), this.#invitations);
  }

  // Who sends a code to another device is told where none gets here.
  #near() { return isNear ? [html("br"), html("span", { class: "faint" }, this.#page.say("near"))] : []; }

  async #draw() {
    const { say, act } = this.#page, answer = await act("code");
    if (answer) this.#code.replaceChildren(say("device-code-text", { address: `${new URL(address).host}/club` }), html("br"), html("span", { class: "secret" }, answer.code), ...this.#near());
  }

  show() {
    const { me, words, say } = this.#page;
    const told = JSON.stringify(me);
    if (told !== this.#told) {
      this.#told = told;
      if (document.activeElement !== this.#name) this.#name.value = me.name;
      fill(this.#ratings, me.ratings.map((each) => entry(ratedAs(each, words), [say(each.games === 1 ? "after-one" : "after-games", { games: each.games })])), say("no-ratings"));
      this.#young.hidden = !me.ratings.some(isYoung);
    }
    this.#read();
  }

  async #read() {
    const { say, act, words, lobby } = this.#page, since = (at) => say("since", { day: new Date(1000 * at).toLocaleDateString(words.language, { dateStyle: "medium" }) });
    try {
      const answer = await fetch("/club/own.json");
      if (!answer.ok) return;
      const { devices, passkeys, notes = [], newer = [], invitations = [] } = await answer.json();
      const open = invitations.map(({ name, role, left }) => ({ name, role, day: new Date(Date.now() + 1000 * left).toLocaleDateString(words.language, { dateStyle: "medium" }) })), told = JSON.stringify([devices, passkeys, notes, newer, open]);
      if (this.#devices.dataset.told === told) return;
      this.#devices.dataset.told = told;
      const forget = (what, fields) => html("button", { type: "button", onclick: () => act(what, fields) }, say("forget"));
      fill(this.#devices, devices.map(({ number, label, since: at, isThis, isBoard }) => entry(isBoard ? say("a-board", { board: label }) : label || say("browser"), [since(at), isThis ? say("this-device") : ""], ...(isThis ? [] : [forget("forget-device", { number })]))));
      fill(this.#passkeys, passkeys.map(({ id, since: at }) => entry(say("passkey"), [since(at)], forget("forget-passkey", { id }))), say("no-passkeys"));
      const asked = this.element.querySelector("#newer-panel");
      if (asked !== null) asked.hidden = newer.length === 0;
      const decide = (game, on) => html("button", { type: "button", onclick: async () => { await act("newer", { game, on }); this.#read(); } }, say(on ? "newer-take" : "newer-decline"));
      fill(this.#newer, newer.map(({ game, name, south, north, more }) => entry(`${game}: ${name}`, [...[south, north].map((each) => say("newer-of", each)), say("newer-both", { more })], decide(game, true), decide(game, false))));
      const takeBack = async (invited) => { if (await act("take-back", { name: invited })) this.#invited.replaceChildren(); };
      fill(this.#invitations, open.map(({ name: invited, role, day }, at) => entry(invited, [say(`roles.${role}`), say("until", { day })], sureButton(`take-back-${at}`, say("take-back"), say("take-back-sure", { name: invited }), () => takeBack(invited)))), say("no-invitations"));
      const name = (number) => lobby.members.find((each) => each.number === number)?.name ?? `#${number}`;
      fill(this.#notes, notes.map(({ by, about, what, game }) => entry(say("note", { by: name(by), about: name(about) }), [words.find(`seat.club.reports.${what}`) ?? say(`notes-of.${what}`)], ...(game ? [html("a", { class: "as-button", href: `/g/${game}` }, say("look"))] : []))), say("no-notes"));
    } catch (fault) { console.info(fault); }
  }
}
