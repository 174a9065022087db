// Puzzles on one sheet of paper: where beans lie, what is asked for, and at the foot, upside down, the ways.

import { picture } from "./rules.js";
import { html } from "./svg.js";

const OF_EACH_KIND = 2, KINDS = ["endgame", "transfer", "tactic"], MOST_CUPS = 6;

// Prints the easiest puzzles of each kind that nobody here has solved yet; of a kind that is all solved the easiest.
export function printSheet(puzzles, words) {
  const say = (key, values) => words.say(`puzzles.${key}`, values);
  const numbered = puzzles.filter(({ cups }) => cups <= MOST_CUPS);
  const chosen = KINDS.flatMap((kind) => numbered.filter((each) => each.kind === kind)
    .sort((one, other) => Number(one.isSolved) - Number(other.isSolved) || one.difficulty - other.difficulty).slice(0, OF_EACH_KIND));
  const sheet = html("section", { class: "puzzle-sheet", role: "main" }, html("h1", {}, say("sheet")), html("p", {}, say("what-on-paper")),
    html("ol", {}, ...chosen.map((each) => item(each, words))),
    html("p", { class: "puzzle-sheet-ways" }, ...chosen.map(({ number, solution }) => html("span", {}, html("b", {}, `${number}: `), solution.map((move) => words.move(move)).join(", ")))));
  document.body.append(sheet);
  document.body.dataset.sheet = "yes";
  addEventListener("afterprint", () => { delete document.body.dataset.sheet; sheet.remove(); }, { once: true });
  print();
}

function item({ number, kind, cups, difficulty, game, beans }, words) {
  const say = (key, values) => words.say(`puzzles.${key}`, values);
  const lying = Object.fromEntries(Object.entries(beans).filter(([place]) => !place.endsWith("stock")));
  const notes = Object.fromEntries(Object.entries(lying).map(([place, count]) => [place, String(count)]));
  const stocks = ["south", "north"].filter((side) => beans[`${side}-stock`]).map((side) => words.labelled(words.place(`${side}-stock`), words.beans(beans[`${side}-stock`])));
  return html("li", {}, html("h2", {}, say("heading", { number, kind: say(`kinds.${kind}`), game: words.game(game) }), ` ${"★".repeat(difficulty)}`),
    html("p", {}, `${say(`tasks.${kind}`)} ${stocks.join(", ")}`), picture(cups, { beans: lying, notes }));
}
