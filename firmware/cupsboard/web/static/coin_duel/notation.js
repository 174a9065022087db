// A play of Coin Duel in words: "reserve 3", "board 5", "reserve dime cent; back cent nickel", "board 5 on cent".

// Undefined for what is no play.
export function playInWords(notation, words) {
  const [begun, ...others] = notation.split("; ").map((each) => each.split(" "));
  const [verb, ...rest] = begun;
  if (verb === "reserve") {
    const count = Number(rest[0]);
    const first = count ? words.say("plays-of.reserve-alike", { count }) : words.say("plays-of.reserve", { kinds: inOrder(rest, words) });
    return [first, ...others.map((each) => handful(each, words))].join("; ");
  }
  if (verb !== "board") return undefined;
  const [number, ...sown] = rest;
  if (!sown.length) return words.say("plays-of.board-alike", { number });
  return [words.say("plays-of.board", { number, handful: handful(sown, words) }), ...others.map((each) => handful(each, words))].join("; ");
}

const handful = ([way, ...kinds], words) => words.say(`plays-of.${way}`, { kinds: inOrder(kinds, words) });

// The kinds as they were sown; the same one several times in a row is said once, with its number.
function inOrder(kinds, words) {
  const runs = [];
  for (const kind of kinds) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.count += 1;
    else runs.push({ kind, count: 1 });
  }
  return runs.map(({ kind, count }) => (count === 1 ? words.kind(kind) : words.say("pieces.some", { count, kind: words.kind(kind) }))).join(", ");
}
