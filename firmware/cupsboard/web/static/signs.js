// A sign without colour: what a place's light means, as a mark of a character or two.

const MARKS = {
  LIFTED: "⤓", NOT_NOW: "✋︎", PASSED: "»", LOOK: "?", TOO_MANY: "−", TOO_FEW: "+", MUST_CAPTURE: "➜!", MUST_NEXT: "+!",
  INTO_POT: "⇊", MAY_CAPTURE: "➜", MAY_NEXT: "+", WINNER: "★", TIE: "=", THROW_AWAY: "✕", KEEP: "✓", DEAD: "⚠︎", BLOCKED: "▪", YOUR_TURN: "",
  HELD: "…", NEW_GAME: "↻?", POWER_OFF: "⏻?", GOODBYE: "☾", PAUSED: "‖", TENS: "10×", ONES: "1×", UNWRITTEN: "✎!",
};

export function markOf(sign) {
  if (!sign) return "";
  const mark = MARKS[sign.meaning] ?? "•";
  if (mark.endsWith("×")) return mark + sign.beans;
  return sign.beans > 1 && /^[+−]/.test(mark) ? mark.replace(/[+−]/, (each) => each + sign.beans) : mark;
}
