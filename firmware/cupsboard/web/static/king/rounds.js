// What a state of the board says of the round: pure, for every page.

// Whether cups may be grabbed now: then all spots say so.
export const isRace = ({ signs }) => Object.entries(signs ?? {}).some(([place, { meaning }]) => place.startsWith("spot") && meaning === "RACE");

export const trayOf = (seat) => `${seat}-tray`;
export const ownerOf = (place) => (place?.endsWith("-tray") ? place.replace("-tray", "") : null);

// The dice that lie: the players' own as they are seen on a simulated table, or those the board knows, from the roll
// until hands go home for the next one.
export function diceOf(state) {
  const { round, table } = state;
  if (table?.dice) return table.dice;
  return round?.dice && (isRace(state) || round.ended) ? round.dice : null;
}

// How a player stands: what the lights at the tray say, in one word for the page.
export function standingOf(state, seat) {
  const { round, signs, game } = state;
  const meaning = signs?.[trayOf(seat)]?.meaning;
  if (meaning === "WINNER") return "winner";
  if (meaning === "YOU") return "asked";
  if (meaning === "RIGHT") return "right";
  if (round?.out.includes(seat)) return "out";
  if (meaning === "NOT_NOW") return "early";
  if (isRace(state)) return "races";
  if (meaning === "HOME") return round?.players.includes(seat) ? "wanted" : "free";
  if (game?.turn === seat) return "roller";
  return meaning === "READY" || meaning === "ONES" ? "ready" : "";
}

// The latest fault of a player in this round, if there is one.
export const faultOf = ({ round }, seat) => round?.faults?.findLast((fault) => fault.player === seat);

// The cups as they are seen to stand, by kind: at a simulated table what really lies there, else what the board sees.
export function cupsOf({ pieces, table }) {
  if (table?.cups) return table.cups;
  const found = {};
  for (const [place, kinds] of Object.entries(pieces ?? {})) for (const kind of Object.keys(kinds)) found[kind] = { at: place };
  return found;
}

// What the board asks the roller about dice of the players' own: which part, and the faces as far as they are told, with
// the choice that a hold would take. A face of which only the colour is told is that colour alone.
export function tellingOf({ game, round, signs }) {
  const { key = "", values } = game?.message ?? {};
  const part = key.match(/^king\.tell-(one|other|all)$/)?.[1];
  if (!part) return null;
  const { meaning, hue } = signs?.[trayOf(round?.roller)] ?? {};
  const choice = SYMBOLS.includes(meaning) ? `${hue}-${meaning.toLowerCase()}` : (hue ?? null);
  const faces = { one: [choice, null], other: [null, choice], all: [values?.one, values?.other].map(kindOf) }[part];
  return { part, roller: round?.roller, faces };
}

const SYMBOLS = ["CIRCLE", "SQUARE", "TRIANGLE"];
const kindOf = (phrases) => {
  const { colour, shape } = phrases?.[0]?.values ?? {};
  return colour && shape ? [colour, shape].map(([{ key }]) => key.split(".").at(-1)).join("-") : null;
};
