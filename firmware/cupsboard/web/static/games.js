// What a page shows of one game beside what it shows of all: a module for each, by the first word of its name.

const MODULES = { "coin-duel": "./coin_duel/match.js" };

// Joins the module of the first game that is shown; another game of a board is another page.
export function joinGame(page) {
  let joined = null;
  page.store.subscribe(({ board }) => {
    const family = board?.game?.split(" ")[0];
    if (!family || family === joined) return;
    if (joined !== null) { location.reload(); return; }
    joined = family;
    document.body.dataset.game = family;
    const path = MODULES[family];
    if (path) import(path).then((module) => module.join(page));
  });
}
