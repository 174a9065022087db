// What a shared game looks like to the parts of a board's page.

const SIDES = ["south", "north"];

// The state of a board's page; null before anything is known.
export function stateOf(link) {
  const { table, side } = link;
  if (table === null) return null;
  const { state, last, end } = table, message = messageOf(link);
  const isTheirs = last !== null && last.side !== side && end === null;
  return {
    ...state,
    time: performance.now() / 1000,
    names: table.seats,
    far: farOf(link),
    ...(isTheirs && { trail: last.flow }),
    game: { ...state.game, ...(message && { message }), ...(end && { end }) },
  };
}

function farOf({ table, side, presence, isLinked, since, said, toldAt }) {
  const far = { own: side ?? "south", linked: isLinked, since: since / 1000, said, isPage: true };
  const at = Object.fromEntries(SIDES.map((each) => [each, each === side ? "you" : !table.begun ? "free" : table.board ? "present" : whereOf(presence[each])]));
  // A seat that was just given may not be in what was told before.
  if (isWaiting({ table, side })) far.invitation = table.invitation;
  const { clocks } = table;
  const clock = clocks && { left: clocks.left, from: toldAt / 1000 + clocks.waits, isHourglass: clocks.isHourglass, ...(clocks.runs && isLinked && { runs: clocks.runs }) };
  return { ...far, at, ...(clock && { clock }) };
}

const whereOf = (there) => (there?.link ? { laying: "laying", differs: "differs", paused: "paused" }[there.table] ?? "present" : "away");

// Whether this page has opened a game that nobody has joined yet.
export const isWaiting = ({ table, side }) => side !== null && table !== null && !table.begun && side in table.seats;

export const otherOf = (side) => (side === "south" ? "north" : "south");

// Time left, in seconds, by the server's clock.
export function leftOf({ table, toldAt }, side) {
  const { left, runs, waits } = table.clocks;
  return left[side] - (runs === side ? Math.max(0, (performance.now() - toldAt) / 1000 - waits) : 0);
}

// What the page says: a sentence's key and what is filled in.
function messageOf(link) {
  const { table, side, refused, unsent, isLinked } = link, say = (key, values = {}) => ({ key: `seat.${key}`, values, text: "" });
  const other = otherOf(side ?? "south");
  if (refused?.why === "no") return say("declined", { other: refused.by });
  if (refused) return refusalOf(refused, say);
  if (!table.begun) return say("waits");
  if (table.end) return table.again.length ? say(table.again.includes(side) ? "again-asked" : "again-wanted", { other }) : null;
  if (unsent !== null) return say(isLinked ? "on-its-way" : "waits-for-line");
  if (!isLinked) return say("no-line");
  if (table.adjourned) return say("adjourned");
  if (table.board && !table.ask) return say("at-board", { board: table.board, side: table.mover });
  if (table.ask) return table.ask.by === side ? orAlone(link, say, "asked") : say(`asks.${table.ask.what}`, { other: table.ask.by });
  if (side === null) return say("watching", { side: table.mover });
  const isOwn = table.mover === side;
  if (isOwn && link.laid) return say("laid");
  if (table.waiting) return say(isOwn ? "mine-standing" : "theirs-standing", { other });
  if (!isOwn) return orAlone(link, say, "theirs");
  const { last } = table, isNews = last !== null && last.side !== side;
  return isNews ? say("mine-after", { other: last.side, move: last.move }) : say("mine");
}

const KNOWN_REFUSALS = ["stale", "declined", "over", "full", "unknown-game", "malformed", "not-yours", "members-only", "rated-limit", "move", "timed-out", "ask"];

// Why an act was refused, in the reader's language; else in the server's words.
export function refusalOf({ why, kind, text }, say) {
  const key = why === "illegal" ? kind : why;
  return KNOWN_REFUSALS.includes(key) ? say(`refusals.${key}`) : { ...say("refusals.other", { text }), text };
}

// The sentence, and after how long who is away may be left, in a game without a clock that runs.
function orAlone({ table, side, presence }, say, key) {
  const other = otherOf(side), seconds = table.alone[side];
  if (seconds === undefined || presence[other]?.link) return say(key, { other });
  return seconds <= 0 ? say("alone-now", { other }) : say(`${key}-alone`, { other, days: Math.ceil(seconds / 86400) });
}
