// A position that is kept as a puzzle, from wherever it comes: what a board answers.

// What became of a position that `keep` asks a board to keep as a puzzle.
export async function toldOfKept(words, keep) {
  try {
    const answer = await keep();
    return answer.ok ? words.say("puzzles.kept", await answer.json()) : words.say("puzzles.not-kept", { why: words.refusal(await answer.text()) });
  } catch {
    return words.say("past.unheard");
  }
}
