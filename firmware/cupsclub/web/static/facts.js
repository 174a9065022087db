// The small facts of a game or a tournament, as lists tell them: of a game its tournament, what is played, the clock, for what it counts, the day.

import { html } from "/svg.js";

// The clocks that are offered, as the protocol has them, by the numbers of their words; 0 is none.
export const CLOCKS = { 0: null, 1: { seconds: 600, increment: 10 }, 2: { seconds: 1800, increment: 20 }, 3: { seconds: 86400, is_for_each_move: true }, 5: { seconds: 259200, is_for_each_move: true }, 4: { seconds: 604800, is_for_each_move: true } };
const SHORTEST_FIRST = ["0", "1", "2", "3", "5", "4"];

// A field to choose one of them, with `mayBeNone` also none.
export function clockField(words, { mayBeNone = false } = {}) {
  return html("select", { id: "clock" }, ...SHORTEST_FIRST.slice(mayBeNone ? 0 : 1).map((each) => html("option", { value: each }, words.say(`seat.start.clocks.${each}`))));
}

export function clockWords(clock, words) {
  const known = SHORTEST_FIRST.find((each) => CLOCKS[each]?.seconds === clock?.seconds && (CLOCKS[each]?.increment ?? 0) === (clock?.increment ?? 0));
  return known ? words.say(`seat.start.clocks.${known}`) : clock.text;
}

export const dayOf = (opened, words) => new Date(`${opened}Z`).toLocaleDateString(words.language, { dateStyle: "medium" });

export function factsOf({ name, tournament, number, clock, isRated, opened }, words) {
  return [[tournament, number && words.say("seat.tournament.game", { number })].filter(Boolean).join(", "), words.game(name), clockWords(clock, words), words.say(`seat.club.${isRated ? "is" : "not"}-rated`), dayOf(opened, words)];
}

// The small facts of a tournament.
export function headingOf({ form, game, clock, cycles, season, state, begun, rounds, count, isRated, isPublic }, words) {
  const say = (key, values) => words.say(`seat.tournament.${key}`, values);
  return [cycles === 2 ? `${say(`forms.${form}`)} (${say("double")})` : say(`forms.${form}`), form === "league" ? say("season", { number: season }) : "", words.game(game), clockWords(clock, words),
    say(count === 1 ? "take-part-one" : "take-part", { count }), say(`states.${state}`, { begun, rounds: Math.max(begun, rounds) }), say(isRated ? "rated" : "unrated"), isPublic ? say("public") : ""];
}
