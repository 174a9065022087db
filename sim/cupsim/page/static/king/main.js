// Hands for the table on the page: everything a person at a simulated table can do that a viewer of a real one can't.

import { Grabbing } from "./grabbing.js";
import { OwnDice } from "./own_dice.js";
import { Own } from "./own.js";
import { TableTools } from "./table_tools.js";
import { html } from "/svg.js";

export async function join(page) {
  await page.words.add("/hands");
  await addStyle("/hands/king/hands.css");
  page.cards = page.side;
  document.body.dataset.hands = "yes";
  page.own = new Own(page);
  const views = [page.own, new Grabbing(page), new OwnDice(page), new TableTools(page)];
  // Play comes first: what makers try stands in a closed fold below it.
  page.makers = html("details", { class: "panel makers", id: "makers" }, html("summary", {}, page.words.say("makers")));
  page.side.append(page.makers);
  for (const view of views) page.store.subscribe((state) => { if (!page.store.isLookingBack) view.show(state); });
  page.own.whenChanged(() => {
    const { own } = page;
    page.past.deeds = own.seats.length ? { rename: ({ number, names }) => own.ask({ do: "rename game", game: number, names }), remove: ({ number }) => own.ask({ do: "delete game", game: number }) } : {};
  });
}

function addStyle(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => failed(new Error(`${href} did not load`)));
    document.head.append(link);
  });
}
