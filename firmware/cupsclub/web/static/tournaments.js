// The page of a club's tournaments: the list of them and a way to open one, or the one that the address names.

import { html } from "/svg.js";
import { ask, once, soon } from "./asking.js";
import { headingOf } from "./facts.js";
import { at, games, showConnection, tell, words } from "./frame.js";
import { Link } from "./link.js";
import { entry, fill } from "./lobby.js";
import { OpenForm } from "./opening.js";
import { TournamentView } from "./tournament.js";

const LOOK_MS = 8000;
const say = (key, values) => words.say(`seat.tournament.${key}`, values);
const number = location.pathname.match(/^\/t\/(\d+)$/)?.[1];
document.title = say("title");

// What all parts of the page share. `act` asks for something, says what is wrong with it, and shows what came of it.
const page = {
  words, say, games, me: null, link: null,
  act: once(async (what, fields = {}) => {
    const { answer, refused } = await ask(what, fields);
    tell(refused ? words.find(`seat.tournament.refusals.${what}.${refused.why}`) ?? words.find(`seat.tournament.refusals.${refused.why}`) ?? say("refusals.other") : "");
    await look();
    return answer;
  }),
};

class List {
  element = html("div", { class: "club-view" });
  #list = html("ul", { class: "entries", id: "tournaments" });
  #form = null;

  constructor() { this.element.append(html("section", { class: "panel" }, html("h2", {}, say("title")), this.#list)); }

  show({ tournaments }) {
    fill(this.#list, tournaments.map((each) => entry(html("a", { href: `/t/${each.number}` }, each.name), headingOf(each, words))), say(page.me ? "none" : "none-public"));
    if (page.me?.role === "director" && !this.#form) {
      this.#form = new OpenForm(page);
      this.element.append(this.#form.element);
    }
  }
}

const view = number ? new TournamentView(page, number) : new List();
at("ways").hidden = false;
at("ways").append(html("a", { href: "/club" }, words.say("seat.club.title")), html("a", number ? { href: "/t" } : { href: "/t", "aria-current": "page" }, say(number ? "to-list" : "title")));

let before = "";
async function look() {
  try {
    const answer = await fetch(number ? `/club/tournaments/${number}.json` : "/club/tournaments.json");
    showConnection(true);
    if (answer.status === 404) { at("view").replaceChildren(html("p", { class: "panel" }, say("not-here"))); return; }
    if (!answer.ok) { tell(words.find(`seat.tournament.refusals.status-${answer.status}`) ?? say("refusals.other")); return; }
    const text = await answer.text();
    // What is the same is not drawn anew, so that nothing goes away under a finger.
    if (text === before) return;
    before = text;
    const told = JSON.parse(text);
    page.me = told.me;
    if (at("view").firstElementChild !== view.element) at("view").replaceChildren(view.element);
    view.show(told);
  } catch (fault) {
    console.info(fault);
    showConnection(false);
  }
}

setInterval(() => { if (!document.hidden) look(); }, LOOK_MS);
await look();
// A member at a tournament's page is here, as the lobby shows it.
if (page.me) {
  page.link = new Link("", { isLobby: true });
  page.link.whenNews(soon(look));
}
