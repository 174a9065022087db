// The club of this board: an owner joins it by a code, calls two members to the board, and leaves it.

import { callWords } from "../called.js";
import { sign } from "../signs.js";
import { html, setText } from "../svg.js";

export class ClubPanel {
  element; #words; #owner; #shown = ""; #in; #out; #told; #trouble; #two; #said; #members = "";

  constructor(words, owner) {
    [this.#words, this.#owner] = [words, owner];
    const say = (key, values) => words.say(`club-at-board.${key}`, values);
    const field = (name, key, values) => html("label", {}, say(key), html("input", { type: "text", name, required: true, autocapitalize: "none", spellcheck: false, ...values }));
    this.#out = html("form", { onsubmit: (event) => this.#join(event) }, html("p", {}, say("text")),
      field("server", "server", { placeholder: "https://…", maxlength: 200 }), field("code", "code", { autocapitalize: "characters", autocomplete: "off", maxlength: 40 }),
      field("name", "name", { maxlength: 40, value: "Cups" }), html("button", { type: "submit" }, sign("check"), say("join")));
    this.#told = html("p", {});
    this.#two = html("form", { onsubmit: (event) => this.#call(event) });
    this.#in = html("div", { hidden: true }, this.#told, this.#two, html("p", {}, html("button", { type: "button", onclick: () => owner.order("leave-club") }, sign("times"), say("leave"))));
    this.#trouble = html("p", { class: "club-trouble", hidden: true });
    this.#said = html("p", { role: "status" });
    this.element = html("section", { class: "panel choice", id: "club" }, html("h2", {}, say("title")), this.#trouble, this.#in, this.#out, this.#said);
  }

  show({ club, activity }) {
    const now = JSON.stringify([club, activity?.games && Object.keys(activity.games), activity?.game]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#in.hidden = !club;
    this.#out.hidden = Boolean(club);
    this.#trouble.hidden = !club?.trouble;
    setText(this.#trouble, club?.trouble ? this.#words.message(club.trouble) : "");
    if (!club) { this.#members = ""; return; }
    setText(this.#told, this.#words.say("club-at-board.in", { board: club.board, server: club.server, member: club.member }));
    this.#drawTwo(club, activity);
  }

  async #join(event) {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(event.target)].map(([name, text]) => [name, String(text).trim()]));
    setText(this.#said, this.#words.say("club-at-board.joining"));
    await this.#owner.order("join-club", given);
    setText(this.#said, "");
  }

  // Whom the board may call; the names are the club's, and read when a call may be made.
  async #drawTwo({ call, board }, activity) {
    const say = (key, values) => this.#words.say(`club-at-board.${key}`, values);
    if (call) {
      this.#members = "";
      this.#two.replaceChildren(html("p", {}, callWords(this.#words, call)), ...(call.isMoved ? [] : [html("button", { type: "button", onclick: () => this.#owner.order("take-call-back") }, sign("back"), say("take-back"))]));
      return;
    }
    if (this.#members === board) return;
    this.#members = board;
    const answer = await fetch("/owner/club.json").catch(() => null), found = answer?.ok ? await answer.json() : { members: [], why: "" };
    if (found.why) { this.#two.replaceChildren(html("p", {}, say("unread", { why: found.why }))); this.#members = ""; return; }
    const options = found.members.map(({ number, name }) => html("option", { value: number }, name));
    const select = (name, ...inside) => html("label", {}, say(name), html("select", { name }, ...inside));
    const names = Object.keys(activity?.games ?? {}), others = options.map((each) => each.cloneNode(true));
    if (others[1]) others[1].setAttribute("selected", "");
    this.#two.replaceChildren(html("h3", {}, say("two")), select("south", ...options), select("north", ...others),
      select("game", ...(names.length ? names : [activity?.game ?? "cups 4"]).map((each) => html("option", { value: each, selected: each === activity?.game }, this.#words.game(each)))),
      html("label", {}, html("input", { type: "checkbox", name: "rated", checked: true }), say("rated")), html("button", { type: "submit" }, sign("person"), say("call")));
  }

  #call(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    this.#owner.order("call-members", { south: Number(data.get("south")), north: Number(data.get("north")), game: data.get("game"), rated: data.get("rated") === "on" });
  }
}
