// The arithmetic of a table as words: points in halves, and the sum behind each tie-break.

const HALF = 0.5;

// 1.5 as "1½".
export function points(value) {
  const whole = Math.floor(value);
  return value % 1 === HALF ? `${whole || ""}½` : String(value);
}

export const scoreOf = (pair) => `${points(pair[0])} : ${points(pair[1])}`;

const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

// What a tie-break amounts to, as a table shows it; one without a term decides nothing.
export function worthOf(name, { value, terms }, language) {
  if (!terms.length) return "–";
  if (name === "beans") return signed(value);
  return Number.isInteger(2 * value) ? points(value) : value.toLocaleString(language, { maximumFractionDigits: 2 });
}

// "3 × 1½ (Ben) + 2 × 2 (Cleo) = 8½"; where it was applied again among those whom it left equal, one sum after the other.
export function sumOf(name, { values, terms }, nameOf, say, language) {
  if (!terms.length) return "–";
  return values.map((value, times) => onceOf(name, { value, terms: terms.filter(({ again }) => again === times) }, nameOf, say, language)).join("; ");
}

function onceOf(name, sum, nameOf, say, language) {
  const terms = sum.terms.map(({ rival, factor, own, isCut }) => {
    const of = rival === null ? "–" : nameOf(rival);
    const term = name === "sonneborn-berger" ? `${points(factor)} × ${points(own)}` : name === "beans" ? signed(factor) : points(factor);
    return `${term} (${isCut ? `${of}, ${say("cut")}` : of})`;
  });
  return `${terms.join(name === "beans" ? ", " : " + ")} = ${worthOf(name, sum, language)}`;
}
