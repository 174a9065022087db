// The match of Coin Duel below the board: the round, its winning coin, and what both have in it.

import { piece } from "../drawing.js";
import { html, svg } from "../svg.js";

export function join({ store, words }) {
  const line = html("ul", { class: "match", id: "match" });
  document.getElementById("kinds").before(line);
  let shown = null;
  store.subscribe(({ board, game }) => {
    if (!game?.round || game === shown) return;
    shown = game;
    line.hidden = game.rounds === 1;
    line.replaceChildren(...parts(board, game, words));
  });
}

function parts({ kinds }, { round, rounds, roundScores, winningCoin }, words) {
  const { south, north } = roundScores;
  const said = [html("li", {}, words.say("match.round", { round, rounds }))];
  if (winningCoin) {
    const { kind, value } = winningCoin;
    const index = kinds.findIndex((each) => each.kind === kind);
    said.push(html("li", {},
      svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, piece(index, kinds[index].value)),
      words.say("match.winning", { kind: words.kind(kind), value })));
  }
  said.push(html("li", {}, words.say("match.points", { south, north })));
  return said;
}
