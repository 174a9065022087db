// Ratings as they are shown: a number, a question mark while it is young, and the sum that anybody can check.

const LEAST_STEP = 24, STEP_SUM = 1000, STEP_GAMES = 8, SCALE = 400, SETTLED_GAMES = 15, SETTLED_OPPONENTS = 4;
const shownAs = (value, isSettled) => `${Math.round(value)}${isSettled ? "" : "?"}`;

// A young rating, which has a question mark.
export const isYoung = ({ isSettled }) => !isSettled;

// "Cups 2 × 4: 1263?"
export const ratedAs = ({ list, rating, isSettled }, words) => ofWords(listWords(list, words), shownAs(rating, isSettled), words);

// What is said of something, as each language sets its colon.
export const ofWords = (of, value, words) => words.say("seat.of", { of, value });

// The list of a rating: "Cups 2 × 4".
export const listWords = (list, words) => (list.endsWith(" engine") ? words.say("seat.club.engine-list", { game: words.game(list.slice(0, -" engine".length)) }) : words.game(list));

// What a game has done to both ratings, "1200 → 1263", and how: "1200 + 125 × (1 − 0.5) = 1262.5". Who works it through
// with the digits that are shown comes to the same tenth.
export function sumsOf(rated, names, language) {
  const tell = (value, digits) => value.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: 0, useGrouping: false });
  return ["south", "north"].map((side) => {
    const other = side === "south" ? "north" : "south", own = rated.before[side], games = rated.games[side];
    const step = Math.max(LEAST_STEP, STEP_SUM / (games - 1 + STEP_GAMES)), due = 1 / (1 + 10 ** ((rated.before[other] - own) / SCALE));
    const score = side === "south" ? rated.score : 1 - rated.score;
    const isSettled = games >= SETTLED_GAMES && rated.opponents[side] >= SETTLED_OPPONENTS;
    return {
      name: names[side], before: shownAs(own, isSettled || games > SETTLED_GAMES), after: shownAs(rated.after[side], isSettled),
      sum: `${tell(own, 3)} + ${tell(step, 3)} × (${tell(score, 1)} − ${tell(due, 5)}) = ${tell(rated.after[side], 1)}`,
    };
  });
}
