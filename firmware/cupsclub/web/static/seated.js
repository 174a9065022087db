// What a seat without a board adds to the board's page: the door, moves by hand, questions, phrases, and what comes after.

import { Door } from "./door.js";
import { Offers } from "./offers.js";
import { address, link } from "./seat.js";
import { memory } from "/memory.js";
import { listWords, ofWords, sumsOf } from "./rating.js";
import { otherOf, stateOf } from "./state.js";
import { Talk } from "./talk.js";
import { html, setText } from "/svg.js";

const TICK_MS = 500;

export async function join(page) {
  const { words, store, ending } = page;
  await words.add("/seat");
  const title = document.title;
  ending.own = () => (link.side === null ? [] : [link.side]);
  /** @type {any[]} */
  const parts = [new Door(document.getElementById("door"), page, link), new Offers(page, link), new Talk(page, link)];
  const rematch = ending.addButton("rematch", "again", "", () => link.say({ kind: "again" }), { isFirst: true });
  rematch.classList.add("primary");
  page.ending.addButton("copy-link", "link", words.say("seat.copy-link"), () => navigator.clipboard?.writeText(`${address}/g/${link.code}`).catch((fault) => console.info(fault)));
  document.querySelector(".ending-buttons").append(html("a", { href: "/", class: "as-button", id: "ending-another" }, words.say("ending.another")));
  const leave = html("a", { href: "/", class: "as-button", id: "to-start" }, words.say("seat.to-start"));
  const club = html("p", { id: "of-club", hidden: true }), ratings = html("div", { id: "new-ratings", hidden: true });
  page.side.append(html("section", { class: "panel" }, club, leave));
  document.querySelector(".ending-buttons").before(ratings);
  let before = null, gone = "";
  // Without a line no connection brings the state, and what is said goes on being shown.
  link.listen(() => { if (!link.isLinked && link.table !== null) store.replace(stateOf(link)); });

  store.subscribe((state) => {
    const { table, side } = link;
    if (table === null) return;
    for (const part of parts) part.show(state);
    // The same two play on, at another game.
    if (side !== null && table.following && gone !== table.following) { gone = table.following; memory.set(`cups-seat-${gone}`, otherOf(side)); location.assign(`/g/${table.following}`); return; }
    const isMine = side !== null && table.mover === side && !table.board;
    document.title = isMine ? words.say("seat.your-turn-title", { title }) : title;
    rematch.hidden = side === null || Boolean(table.board) || Boolean(table.tournament);
    rematch.disabled = table.again.includes(side) || !link.isLinked;
    setText(rematch.lastChild, words.say(table.again.includes(side) ? "ending.rematch-asked" : table.again.length ? "ending.rematch-agree" : "ending.rematch"));
    showClub(table);
    playNews(before, state);
    before = state;
  });
  // Clocks, and how long a line has been gone, go on while nothing is told.
  setInterval(() => {
    if (store.live && !store.isLookingBack && (link.table?.clocks || !link.isLinked)) store.replace({ ...store.live, time: performance.now() / 1000 });
  }, TICK_MS);

  // A game among members leads back to their club or its tournament, and says what it does to their ratings.
  function showClub({ to, list, rated, seats, tournament }) {
    club.hidden = to === null;
    ratings.hidden = rated === null;
    if (to === null) return;
    for (const each of [leave, document.getElementById("ending-another")]) each.setAttribute("href", tournament ? `/t/${tournament}` : "/club");
    setText(leave, words.say(tournament ? "seat.tournament.to-it" : "seat.club.to-club"));
    if (tournament) setText(document.getElementById("ending-another"), words.say("seat.tournament.to-it"));
    setText(club, list ? words.say("seat.club.rated-here", { list: listWords(list, words) }) : words.say("seat.club.unrated-here"));
    if (rated === null || ratings.firstChild) return;
    ratings.append(html("h3", {}, words.say("seat.club.new-ratings")), ...sumsOf(rated, seats, words.language).map(({ name, before: was, after, sum }) => html("p", {}, ofWords(name, `${was} → ${after}`, words), html("br"), html("small", {}, sum))), html("p", { class: "faint" }, `${words.say("seat.club.sum-text")} ${words.say("seat.club.young")}`));
  }

  // What the other side has just done, bean by bean.
  function playNews(old, state) {
    const { last } = link.table, isNews = old !== null && last !== null && last.side === otherOf(link.side ?? "") && old.lastMove !== last.n;
    state.lastMove = last?.n;
    const were = old && Object.keys(old.moves ?? {}).length;
    if (isNews && were === last.number - 1 && !page.playing.isCalm && !store.isLookingBack) page.playing.play(lying(old), [last]);
  }
}

const lying = ({ beans, game }) => ({ ...Object.fromEntries(Object.entries(game.stock ?? {}).map(([side, count]) => [`${side}-stock`, count])), ...beans });
