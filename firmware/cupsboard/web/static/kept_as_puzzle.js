// A position that is kept as a puzzle, from wherever it comes: what a board answers.

// What a board refuses, in the reader's language.
export const refusal = (words, text) => (text.startsWith("{") ? words.message(JSON.parse(text)) : words.translated(text.trim()));

// What became of a position that `keep` asks a board to keep as a puzzle.
export async function toldOfKept(words, keep) {
  try {
    const answer = await keep();
    return answer.ok ? words.say("puzzles.kept", await answer.json()) : words.say("puzzles.not-kept", { why: refusal(words, await answer.text()) });
  } catch {
    return words.say("past.unheard");
  }
}
