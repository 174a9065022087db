// What a page shows of one game beside what it shows of all: the module that the board's state names as its script.

import { reload } from "./carrier.js";

// Joins the module of the first game that is shown; another game of a board is another page.
export function joinGame(page) {
  let joined = null;
  page.store.subscribe(({ board }) => {
    // Whoever looks back at another game has the page of this one.
    if (page.store.isLookingBack) return;
    const family = board?.game?.split(" ")[0], named = `${family} ${board?.title}`;
    if (!family || named === joined) return;
    if (joined !== null) { reload(); return; }
    joined = named;
    document.body.dataset.game = family;
    if (board.script) import(board.script).then((module) => module.join(page));
  });
}
