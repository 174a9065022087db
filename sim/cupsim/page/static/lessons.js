// The five steps of a guided first game. Which one it is follows from the state of the board alone, so that undo,
// another move than the one that was asked for and a page that is loaded again never leave the guide behind.

export const STEPS = ["drop", "press", "watch", "score", "done"];
export const KEPT = "cups-guide", TEXTS = "steps";
export const GAME = { game: "cups", cups: 3, stock: 12, starter: "south" };
const PATIENCE_MOVES = 6; // so many own moves without a bean in the pot are lesson enough
const LEARNER = "south";

// What the board says while something lies wrong; the guide has nothing to add to it.
const WRONG = /^(wrong|take-out|put-in|lifted|burdened|blind|look-or-press|restore|or-table-right|table-right)/;
const DROPPED = /^done/, NOTHING_DROPPED = /^(your-turn|who-starts)$/, UNDER_WAY = /^go-on/;

// The name of the step: "wait" within the fourth (the other moves, and then it goes on), "mend" within any. `reached`
// is the step before this one: while its bean lies there, the second never becomes the first again.
export function stepOf({ game, moves = {} }, reached) {
  const own = movesOf(moves, LEARNER).length, others = movesOf(moves, "north").length;
  const key = game.message?.key ?? "";
  if (game.isOver || game.score[LEARNER] > 0 || own >= PATIENCE_MOVES) return "done";
  if (WRONG.test(key) && game.turn !== "north") return "mend";
  if (own === 0) {
    if (DROPPED.test(key)) return "press";
    if (NOTHING_DROPPED.test(key) || reached === null) return "drop";
    return UNDER_WAY.test(key) && reached !== "drop" ? "mend" : reached;
  }
  if (game.turn === LEARNER) return others > 0 ? "score" : "watch";
  return others > 0 ? "wait" : "watch";
}

export const numberOf = (step) => STEPS.indexOf({ wait: "score", mend: "drop" }[step] ?? step) + 1;

const movesOf = (moves, side) => Object.values(moves).filter((each) => each.side === side && /^(drop|sow) /.test(each.move));

// What to do in the fourth step, chosen when the turn begins and kept while it lasts: the largest capture, else a
// sowing.
export function chance({ may = [] }) {
  const values = (key) => may.filter((each) => each.key === key).map((each) => each.values);
  const captures = values("may.capture").sort((one, other) => other.beans - one.beans);
  if (captures.length) return { name: "capture", values: captures[0] };
  const [sowing] = values("may.sow");
  return sowing ? { name: "sow", values: sowing } : { name: "neither", values: {} };
}

// What the hand touches next, where its bean comes from first: the board's own signs say how far the move is.
export function nextOf(step, chosen, { game, beans = {}, signs = {} }) {
  if (step === "drop") return { places: [STOCK, FIRST] };
  if (step === "done") return { places: [POT] };
  if (step === "press") return PRESS;
  if (step !== "score" || !chosen) return { places: [] };
  const { name, values: { count, place } } = chosen, key = game.message?.key ?? "";
  const next = Object.keys(signs).find((each) => /^M(AY|UST)_NEXT$/.test(signs[each].meaning));
  const number = Number(next?.split("-")[1]);
  if (name === "sow") {
    if (DROPPED.test(key)) return PRESS;
    return { places: [beans[place] > 0 ? place : null, next].filter(Boolean) };
  }
  if (NOTHING_DROPPED.test(key)) return { places: [STOCK, FIRST] };
  if (name === "capture") {
    if (number <= count) return { places: [STOCK, next] };
    if (!DROPPED.test(key)) return { places: beans[place] > 0 ? [place, POT] : [POT] };
  }
  return DROPPED.test(key) ? PRESS : { places: next ? [STOCK, next] : [] };
}

const STOCK = `${LEARNER}-stock`, FIRST = `${LEARNER}-1`, POT = `${LEARNER}-pot`;
const PRESS = { places: [], button: LEARNER };
