// The five steps of a guided beginning of Coin Duel: a first turn from the stock, and a second one with a lap. As in
// the lessons of Cups the step follows from the state of the board alone.

export const STEPS = ["drop", "press", "watch", "lap", "done"];
export const KEPT = "coin-duel-guide", TEXTS = "coin-steps";
export const GAME = { game: "coin-duel 1", cups: 8, sps: 80, stock: 30, starter: "south", friendly: true };
const LEARNER = "south", STOCK = `${LEARNER}-stock`, FIRST = `${LEARNER}-1`, POT = `${LEARNER}-pot`;
const PRESS = { places: [], button: LEARNER };
const ENOUGH = 3; // beans of the first turn: the second then leads over a lap

const WRONG = /^(offence|unclear|choosing|told|strange|restore|take-out|put-in)/;

export function stepOf({ game, moves = {} }, reached) {
  const key = keyOf(game), own = countOf(moves, LEARNER), others = countOf(moves, "north");
  if (game.isOver || own > 1) return "done";
  if (WRONG.test(key) && game.turn !== "north") return "mend";
  if (game.turn === "north" || others < own) return others < own ? "watch" : "wait";
  if (own === 0) return /^done/.test(key) && nextNumber(game) > ENOUGH ? "press" : "drop";
  if (/^(winner|tie|score|help)/.test(key) && reached !== null) return reached;
  return /^done/.test(key) ? "finish" : "lap";
}

export const numberOf = (step) => STEPS.indexOf({ wait: "watch", finish: "lap", mend: "drop" }[step] ?? step) + 1;

// It asks for no choice: every play will do.
export const chance = () => null;

// What the hand touches next, by what the board says.
export function nextOf(step, _chosen, { game }) {
  const { next, up, capture } = game?.message?.values ?? {};
  if (step === "press" || step === "finish") return PRESS;
  if (step === "done") return { places: [POT] };
  if (step === "drop") return { places: [STOCK, next ?? FIRST] };
  if (step !== "lap") return { places: [] };
  if (/^your-turn/.test(keyOf(game))) return { places: [STOCK, FIRST] };
  if (up) return { places: [up] };
  if (capture) return { places: [capture, POT] };
  return { places: next ? [next] : [STOCK, FIRST] };
}

const keyOf = (game) => (game.message?.key ?? "").replace("laps.", "");
const nextNumber = (game) => Number(game.message?.values?.next?.split("-")[1] ?? ENOUGH + 1);
const countOf = (moves, side) => Object.values(moves).filter((each) => each.side === side && /^(reserve|board) /.test(each.move)).length;
