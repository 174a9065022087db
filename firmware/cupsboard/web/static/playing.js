// Moves played out on the drawn board, bean by bean; any tap or key shows at once how they end. A tap on the board does
// nothing else: what was to be touched there lies elsewhere by then.

const BEAN_MS = 170, LANDED_MS = 500, READ_MS = 900, STILL_MS = 1800;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Playing {
  #board; #frames = []; #timer = null; #done = null;

  constructor(board) {
    this.#board = board;
    // What halts it by itself does not show its end.
    const halts = ({ target }) => target instanceof Element && target.closest("[data-halts]");
    addEventListener("keydown", (event) => { if (!halts(event)) this.skip(); }, true);
    addEventListener("pointerdown", (event) => {
      if (halts(event)) return;
      if (this.isPlaying && event.target instanceof Element && event.target.closest(".scene")) event.stopPropagation();
      this.skip();
    }, true);
  }

  // Whether somebody wants to see nothing move.
  get isCalm() { return calm.matches; }
  get isPlaying() { return this.#timer !== null; }

  // `before` says what lies in each place at first, as `lyingIn` does, and each of the moves has the `flow` of its beans.
  // Arrows show the ways of a move before it is made. `told` hears of each move as it begins, `done` of the end, after
  // which the board goes on showing it until it is told to `stop`.
  play(before, moves, /** @type {{ hasArrows?: boolean, told?: (move: any) => void, done?: () => void }} */ { hasArrows = false, told = () => {}, done = () => this.stop() } = {}) {
    this.stop();
    this.#frames = moves.flatMap((move) => {
      const arrows = hasArrows ? move.flow : [], beans = [before];
      for (const each of move.flow) for (let one = 0; one < each.count; one++) beans.push(withOneMoved(beans.at(-1), each));
      before = beans.at(-1);
      const first = { beans: beans[0], arrows, ms: calm.matches ? STILL_MS : hasArrows ? READ_MS : BEAN_MS, told: () => told(move) };
      const last = { beans: before, arrows, ms: calm.matches ? STILL_MS : LANDED_MS };
      return [first, ...(calm.matches ? [] : beans.slice(1, -1).map((each) => ({ beans: each, arrows, ms: BEAN_MS }))), last];
    });
    this.#done = done;
    this.#next();
  }

  #next() {
    const frame = this.#frames.shift();
    if (!frame) { this.#end(); return; }
    frame.told?.();
    this.#board.showBriefly(frame);
    this.#timer = setTimeout(() => this.#next(), frame.ms);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const done = this.#done;
    this.#done = null;
    done?.();
  }

  // The end at once.
  skip() {
    if (this.#timer === null) return;
    const last = this.#frames.at(-1);
    for (const { told } of this.#frames) told?.();
    this.#frames = [];
    if (last) this.#board.showBriefly(last);
    this.#end();
  }

  // No further; the board goes on showing what it shows.
  halt() {
    clearTimeout(this.#timer);
    this.#timer = this.#done = null;
    this.#frames = [];
  }

  // Back to what lies there.
  stop() {
    this.halt();
    this.#board.showBriefly(null);
  }
}

function withOneMoved(lying, { from, to, kind }) {
  const changed = (place, by) => (kind ? { ...lying[place], [kind]: (lying[place]?.[kind] ?? 0) + by } : (lying[place] ?? 0) + by);
  return { ...lying, [from]: changed(from, -1), [to]: changed(to, 1) };
}

// What lies in each place of a state, the stocks among them: how many beans, or how many pieces of each kind.
export function lyingIn({ beans = {}, game, pieces }) {
  if (pieces) return pieces;
  const stocks = Object.entries(game?.stock ?? {}).map(([side, count]) => [`${side}-stock`, count]);
  return { ...Object.fromEntries(stocks), ...beans };
}
