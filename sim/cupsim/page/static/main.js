// Hands for the board on the page: everything a person at a simulated table can do that a viewer of a real one can't.

import { request } from "/carrier.js";
import { bringBoardIntoView } from "/into_view.js";
import { Acting } from "./acting.js";
import { AfterGame } from "./after_game.js";
import { Delivery } from "./delivery.js";
import { EndsGame } from "./ends_game.js";
import { Files } from "./files.js";
import { Guide } from "./guide.js";
import { Keys } from "./keys.js";
import { Notice } from "./notice.js";
import { Pointer } from "./pointer.js";
import { Seats } from "./seats.js";
import { Sharing } from "./sharing.js";
import { Starting } from "./starting.js";
import { Table } from "./table.js";
import { Tools } from "./tools.js";
import { Trouble } from "./trouble.js";
import { Workshop } from "./workshop.js";

export async function join(page) {
  await page.words.add("/hands");
  await Promise.all([addStyle("/hands/hands.css"), addStyle("/hands/seats.css"), addStyle("/hands/guide.css")]);
  document.body.dataset.hands = "yes";
  page.notice = new Notice();
  // Whoever begins something sees it begin.
  page.backToBoard = () => {
    page.review.end();
    bringBoardIntoView();
  };
  page.seats = new Seats(page);
  const acting = new Acting(page);
  new Pointer(page, acting);
  new Keys(page, acting);
  new Delivery(page);
  new Starting(page);
  // Whether the board did all that was ordered, once it has answered; null if it refused something.
  let refusals = 0;
  page.connection.listen({ heard: ({ refused }) => { if (refused) refusals += 1; } });
  const taken = (...orders) => new Promise((done) => {
    const before = refusals;
    for (const order of orders) page.connection.send(order);
    const look = setInterval(() => { if (!page.connection.isAwaited) { clearInterval(look); done(refusals === before || null); } }, 100);
  });
  const table = new Table(page);
  page.naming.sides = () => (page.store.live?.far ? [] : page.seats.nameable);
  page.naming.name = (names) => taken(...Object.entries(names).map(([side, name]) => ({ do: "call", side, name })));
  const puzzles = offerPuzzles(page);
  page.seats.whenChanged(() => {
    page.puzzles.deeds = { ...puzzles.deeds, ...(page.seats.leads ? { remove: (number) => request(`/puzzles/${number}`, { method: "DELETE" }) } : {}) };
    page.past.deeds = page.seats.leads ? { rename: ({ number, names }) => taken({ do: "rename game", game: number, names }), remove: ({ number }) => taken({ do: "delete game", game: number }) } : {};
    page.naming.show();
  });
  new Sharing(page);
  /** @type {any[]} */
  const views = [acting, table, puzzles.asks, new Tools(page, acting), new Files(page), new AfterGame(page, table), new Guide(page), new Workshop(page, acting), new Trouble(page)];
  // Whoever plays North alone has their own cups before them.
  page.seats.whenChanged(() => page.board.turnTo(page.store.live?.far?.own ?? (page.seats.own.join() === "north" ? "north" : "south")));
  // Whoever sits down has the board before them, once the offer of a guide is answered.
  let wasSeated = false;
  page.seats.whenChanged(() => {
    const { isSeated } = page.seats, sitsDown = isSeated && !wasSeated;
    wasSeated = isSeated;
    if (sitsDown) requestAnimationFrame(() => { if (!document.body.dataset.guide) bringBoardIntoView(); });
  });
  page.store.subscribe(({ far }) => document.body.toggleAttribute("data-shared", Boolean(far)));
  // Who sits where is as it is while somebody looks back, too.
  page.store.subscribe(() => { if (page.store.live) page.seats.show(page.store.live); });
  for (const view of views) page.store.subscribe((state) => { if (!page.store.isLookingBack) view.show?.(state); });
}

// Whoever solves a puzzle plays South, and is asked first where a game ends by it.
function offerPuzzles(page) {
  const { puzzles, seats, connection } = page;
  let wanted = null;
  const begin = () => {
    if (!seats.mayTake("south")) return;
    connection.send({ do: "puzzle", puzzle: wanted });
    page.backToBoard();
  };
  // The question stands in the panel, which a button beside the board may find closed.
  const asks = new EndsGame(page, "puzzle", puzzles.list, begin, (isAsking) => { if (isAsking) puzzles.panel.open = true; });
  puzzles.list.before(asks.element);
  document.getElementById("new-game").after(puzzles.panel);
  const deeds = {
    begin: (number, isFree) => { wanted = number; if (isFree) begin(); else asks.press(); },
    showWay: () => connection.send({ do: "show way" }),
    keep: (record, move) => request(`/puzzles?move=${move ?? ""}`, { method: "POST", body: record }),
  };
  return { asks, deeds };
}

function addStyle(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => failed(new Error(`${href} did not load`)));
    document.head.append(link);
  });
}
