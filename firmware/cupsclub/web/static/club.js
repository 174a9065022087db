// The page of the club: the door for who has a code or a passkey, and for members the lobby, games of the past and what
// is theirs.

import { memory } from "/memory.js";
import { html, setText } from "/svg.js";
import { Archive } from "./archive.js";
import { ask, askedPasskey, hasPasskeys, label, makePasskey, once, soon } from "./asking.js";
import { at, games, help, showConnection, tell, words } from "./frame.js";
import { codeOf, Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { Own } from "./own.js";

// As the protocol has it: players of less time are both there while they play.
const LOOK_MS = 15000, SITTING_SECONDS = 6 * 3600, CODE_LETTERS = 8;
const say = (key, values) => words.say(`seat.club.${key}`, values);

// What all parts of the page share. `act` asks for something, says what is wrong with it, and shows what came of it.
const page = {
  words, say, games, help, me: null, lobby: null, joining: "", here: new Set(), link: null, passkeys: false, club: "", tell,
  act: once(async (what, fields = {}) => {
    const { answer, refused } = await ask(what, fields);
    tell(refused ? words.find(`seat.club.refusals.${what}.${refused.why}`) ?? words.find(`seat.club.refusals.${refused.why}`) ?? refused.text ?? say("refusals.other") : "");
    if (!refused && page.me !== null && !["leave", "delete"].includes(what)) await look();
    return answer;
  }),
};

function showDoor() {
  at("ways").hidden = true;
  const code = html("input", { type: "text", id: "code", maxlength: 200, autocomplete: "off", autocapitalize: "characters", spellcheck: false, value: codeIn(location.hash) });
  const who = html("p", { id: "who" }, say("door-text"));
  const enter = async (event) => {
    event.preventDefault();
    const entered = await page.act("enter", { code: codeOf(code.value), label: label(words) });
    if (entered) comeIn();
  };
  const children = [html("h2", {}, page.club || say("title")), who, html("form", { class: "fields", onsubmit: enter },
    html("label", { class: "stacked" }, say("code"), code), html("button", { type: "submit", class: "primary wide", id: "enter" }, say("enter")))];
  if (page.passkeys && hasPasskeys()) children.push(html("button", { type: "button", class: "wide", id: "passkey", onclick: signIn }, say("with-passkey")));
  children.push(html("p", {}, html("a", { class: "as-button", href: "/" }, words.say("seat.to-start"))));
  at("view").replaceChildren(html("section", { class: "panel" }, ...children));
  if (code.value) greet(codeOf(code.value), who);
  const gone = new URLSearchParams(location.search).get("gone");
  if (gone) tell(words.find(`seat.club.gone.${gone}`) ?? "", true);
}

// A link to the club ends with a code; other pages of it have names there.
function codeIn(hash) {
  const code = codeOf(hash.slice(1));
  return code.length === CODE_LETTERS ? code : "";
}

// Says whom a code is for before it is used.
async function greet(code, who) {
  const found = await page.act("look", { code });
  if (!found) return;
  setText(who, say(found.isKnown ? "welcome-back" : "welcome", { name: found.name }));
  // Who comes for the first time may not know what is played here.
  if (!found.isKnown) who.after(html("p", {}, words.say("seat.what.cups")), html("button", { type: "button", class: "wide", id: "door-rules", onclick: () => help.open() }, words.say("seat.door.rules")));
}

async function signIn() {
  try {
    const signed = await askedPasskey((fields) => page.act("passkey-options", fields));
    if (signed && await page.act("passkey-signed", { ...signed, label: label(words) })) comeIn();
  } catch (fault) { console.info(fault); tell(say("no-passkey")); }
}

async function comeIn() {
  history.replaceState(history.state, "", "/club");
  await begin();
  tell(say(page.passkeys && hasPasskeys() ? "keep-by-passkey" : "keep-by-code"), true);
}

let isLeaving = false;
function goTo(game) {
  if (!isLeaving) location.assign(`/g/${game}`);
  isLeaving = true;
}

const views = { lobby: null, games: null, me: null };
const shown = () => (location.hash.slice(1).split("-")[0] in views ? location.hash.slice(1).split("-")[0] : "lobby");

function show() {
  if (page.me === null) return;
  for (const way of at("ways").children) {
    if (way.hash === `#${shown()}`) way.setAttribute("aria-current", "page");
    else way.removeAttribute("aria-current");
  }
  const view = views[shown()];
  if (at("view").firstElementChild !== view.element) at("view").replaceChildren(view.element);
  view.show();
}

async function look() {
  try {
    const answer = await fetch("/club/lobby.json");
    if (answer.status === 403 && page.me !== null) { location.reload(); return; }
    if (!answer.ok) return;
    // What this page has asked for last may have begun before it was seen to wait.
    const before = [page.link.code, ...(page.lobby?.seeks ?? []).filter(({ isMine }) => isMine).map(({ game }) => game)];
    page.lobby = await answer.json();
    [page.me, page.club] = [page.lobby.me, page.lobby.club];
    const waiting = page.lobby.mine.filter(({ isMyTurn }) => isMyTurn).length + page.lobby.seeks.filter(({ to, isMine }) => to && !isMine).length
      + page.lobby.calls.filter(({ members, confirmed }) => !confirmed.includes(members.south === page.me.number ? "south" : "north")).length;
    document.title = `${waiting ? `(${waiting}) ` : ""}${page.club || say("title")}`;
    // Who waits in the lobby for a game of minutes is taken to it.
    const begun = page.lobby.mine.find(({ game, clock }) => before.includes(game) && clock?.seconds < SITTING_SECONDS);
    if (begun) { goTo(begun.game); return; }
    show();
  } catch (fault) { console.info(fault); }
}

async function begin() {
  const told = await (await fetch("/club/me.json")).json();
  [page.me, page.passkeys, page.club] = [told.me, told.passkeys, told.club];
  document.title = page.club || say("title");
  if (page.me === null) { showDoor(); return; }
  memory.set("cups-name", page.me.name);
  page.link = new Link("", { isLobby: true });
  page.link.listen(() => {
    const { isLinked, refused } = page.link;
    showConnection(isLinked);
    if (page.link.side !== null && page.link.code === page.joining) goTo(page.joining);
    if (isLeaving) return;
    // What names a game was to be played or taken back, and what names none was to be opened.
    if (refused) tell(words.find(`seat.club.refusals.${refused.game ? "join" : "seek"}.${refused.why}`) ?? words.find(`sentences.seat.refusals.${refused.why}`) ?? refused.text);
  });
  const lookSoon = soon(look);
  page.link.whenNews((here) => { page.here = new Set(here); lookSoon(); });
  Object.assign(views, { lobby: new Lobby(page), games: new Archive(page), me: new Own(page, () => makePasskey(page)) });
  at("ways").replaceChildren(...Object.keys(views).map((name) => html("a", { href: `#${name}` }, say(`ways.${name}`))), html("a", { href: "/t" }, words.say("seat.tournament.title")));
  at("ways").hidden = false;
  await look();
}

addEventListener("hashchange", show);
setInterval(() => { if (!document.hidden && page.me !== null) look(); }, LOOK_MS);
await begin();
