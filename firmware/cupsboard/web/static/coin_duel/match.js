// Coin Duel below the board: the round, its winning coin, what both have in it, what the hand of the moment does, and
// what lies in the place that was touched last. The page bears the game's name, and its help the game's rules.

import { piece } from "../drawing.js";
import { html, setText, svg } from "../svg.js";
import { rulesPanels } from "./rules.js";

// While something is wrong, or asked about, what comes next is not what the hand is to do.
const TELLS_NEXT = /^(laps\.(your-turn|next|either-way|take-up|capture|go-on|done|help)|computer-)/;

export function join(page) {
  const { store, words, board: table } = page;
  nameThePage(words, page);
  const line = html("ul", { class: "match", id: "match" });
  // Both keep their room while they say nothing: a board that grows and shrinks would slip away under the hand.
  const lap = html("p", { class: "looked", id: "lap", "aria-live": "off" });
  const looked = html("p", { class: "looked", id: "looked" });
  document.getElementById("kinds").before(line, html("div", { class: "laps" }, lap, looked));
  let shown = null, place = null, lying = null;
  const drawn = (kinds, kind) => {
    const index = kinds.findIndex((each) => each.kind === kind);
    return svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, index < 0 ? piece() : piece(index, kinds[index].value));
  };
  const counted = (kinds, pieces) => Object.entries(pieces).map(([kind, count]) =>
    html("span", { role: "img", "aria-label": words.say("pieces.some", { count, kind: words.kind(kind) }) }, drawn(kinds, kind), `×${count}`));

  store.subscribe(({ board, game, pieces }) => {
    if (!game?.round) return;
    if (game !== shown) {
      shown = game;
      line.hidden = game.rounds === 1;
      line.replaceChildren(...parts(board.kinds, game, words, drawn));
      lap.replaceChildren(...lapParts(board.kinds, game, words, counted));
    }
    if (lying !== pieces) { lying = pieces; look(board, pieces); }
  });

  // The large view: what the board believes to lie in the place of the pointer, the finger or the focus.
  function look(board, pieces) {
    looked.hidden = !board?.kinds;
    if (!looked.hidden && place !== null) looked.replaceChildren(html("span", {}, words.labelled(words.place(place), "")), ...(Object.keys(pieces?.[place] ?? {}).length ? counted(board.kinds, pieces[place]) : [words.say("pieces.none")]));
  }
  const choose = (event) => {
    const id = event.target.closest?.(".target")?.id;
    if (!id) return;
    place = id.replace("place-", "");
    look(store.state?.board, store.state?.pieces);
  };
  table.whenRebuilt(({ live }) => { for (const name of ["pointerdown", "pointerover", "focusin"]) live.addEventListener(name, choose); });
  if (table.live) for (const name of ["pointerdown", "pointerover", "focusin"]) table.live.addEventListener(name, choose);
}

function nameThePage(words, page) {
  const isPlaying = document.body.dataset.hands === "yes";
  document.title = words.say("coin-duel.title");
  setText(document.querySelector(".top h1"), words.say("coin-duel.name"));
  setText(document.getElementById("about"), words.say(`coin-duel.${isPlaying ? "playing" : "watching"}`));
  page.help.replaceRules((board) => rulesPanels(words, board));
}

function parts(kinds, { round, rounds, roundScores, winningCoin }, words, drawn) {
  const { south, north } = roundScores;
  const said = [html("li", {}, words.say("match.round", { round, rounds }))];
  if (winningCoin) {
    const { kind, value } = winningCoin;
    said.push(html("li", {}, drawn(kinds, kind), words.say("match.winning", { kind: words.kind(kind), value })));
  }
  said.push(html("li", {}, words.say("match.points", { south, north })));
  return said;
}

// What is in the hand, from which of the player's cups and which way it goes (the board's sentence says where next); or
// what is taken up next.
function lapParts(kinds, { hand, source, direction, takeUp, message }, words, counted) {
  const count = Object.values(hand ?? {}).reduce((sum, each) => sum + each, 0);
  if (!hand || !TELLS_NEXT.test(message?.key)) return [];
  if (!count) return takeUp ? [words.say("match.take-up", { place: words.place(takeUp) })] : [];
  const from = source ? words.say(direction ? `match.from-${direction}` : "match.from", { number: source.split("-")[1] }) : "";
  return [html("span", {}, words.say("match.hand")), ...(kinds ? counted(kinds, hand) : [words.beans(count)]),
    ...(from ? [html("span", {}, from)] : [])];
}
