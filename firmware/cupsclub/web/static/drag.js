// Moves by hand: pieces are dragged from where a legal move takes them to where it brings them, or a cup is tapped.

const TAP_PIXELS = 10, MOST_DRAWN = 12;

export class Drag {
  #board; #carried; #game;
  #held = null; // the pointer, where it went down and the moves that begin there

  // `movable` returns the legal moves, `choose` gets those that are meant, `contents` and `stocks` say what lies where.
  constructor(board, scene, carried, game) {
    [this.#board, this.#carried, this.#game] = [board, carried, game];
    // What begins at a place that can be moved from is no swipe; anywhere else a finger scrolls the page.
    scene.addEventListener("touchstart", (event) => { if (this.#begins(this.#placeAt(event.changedTouches[0]))) event.preventDefault(); }, { passive: false });
    scene.addEventListener("pointerdown", (event) => this.#down(event));
    scene.addEventListener("pointermove", (event) => this.#move(event));
    scene.addEventListener("pointerup", (event) => this.#up(event));
    scene.addEventListener("pointercancel", () => this.#letGo());
    // What was touched loses the finger to the scene, which is no letting go.
    scene.addEventListener("lostpointercapture", (event) => { if (event.target === scene) this.#letGo(); });
    scene.addEventListener("contextmenu", (event) => { if (this.#held) event.preventDefault(); });
  }

  // The place that is drawn under a point of the window; "" beside all.
  #placeAt({ clientX, clientY }) { return document.elementFromPoint(clientX, clientY)?.closest(".target")?.id.replace("place-", "") ?? ""; }

  #begins(place) { return this.#game.movable().some((move) => move.from.includes(place) || move.place === place); }

  #down(event) {
    const place = this.#placeAt(event);
    if (this.#held || event.button > 0 || !this.#begins(place)) return;
    this.#held = { id: event.pointerId, place, x: event.clientX, y: event.clientY, moves: this.#game.movable().filter((move) => move.from.includes(place)), isDragged: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const held = this.#held;
    if (held?.id !== event.pointerId || !held.moves.length) return;
    if (!held.isDragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) > TAP_PIXELS) this.#lift(held);
    if (!held.isDragged) return;
    this.#carried.style.transform = `translate(${event.clientX}px,${event.clientY}px)`;
    const over = this.#placeAt(event);
    for (const [place, target] of Object.entries(this.#board.targets)) target.toggleAttribute("data-over", place === over && target.hasAttribute("data-goal"));
  }

  #lift(held) {
    held.isDragged = true;
    const stocks = Object.fromEntries(Object.entries(this.#game.stocks()).map(([side, count]) => [`${side}-stock`, count]));
    const contents = { ...stocks, ...this.#game.contents() }, lying = contents[held.place] ?? 0, taken = held.place.endsWith("stock") ? 1 : lying;
    this.#carried.replaceChildren(...Array.from({ length: Math.min(taken, MOST_DRAWN) }, (_, number) => {
      const drawn = this.#game.bean(number % 4), far = 5.6 * Math.sqrt(number), angle = number * 2.39996;
      drawn.setAttribute("transform", `translate(${far * Math.cos(angle)} ${far * Math.sin(angle)})`);
      return drawn;
    }));
    this.#board.showBriefly({ beans: { ...contents, [held.place]: lying - taken } });
    for (const move of held.moves) for (const goal of move.to) this.#board.targets[goal]?.toggleAttribute("data-goal", true);
  }

  #up(event) {
    const held = this.#held;
    if (held?.id !== event.pointerId) return;
    const target = this.#placeAt(event);
    this.#letGo();
    if (held.isDragged) this.#game.choose(meant(held.moves, target));
    else if (target === held.place) this.#game.choose(this.#tapped(target));
  }

  // A cup's own move; of the stock, and of what a move captures, all that begin there.
  #tapped(place) {
    const own = this.#game.movable().filter((move) => move.place === place);
    return own.length ? own : this.#game.movable().filter((move) => move.from.includes(place));
  }

  #letGo() {
    if (!this.#held) return;
    this.#held = null;
    this.#carried.replaceChildren();
    this.#board.showBriefly(null);
    for (const target of Object.values(this.#board.targets)) for (const name of ["data-goal", "data-over"]) target.removeAttribute(name);
  }
}

// Of moves that begin alike, those whose last piece goes to the target; else those that bring it any.
function meant(moves, target) {
  const last = moves.filter((move) => move.to.at(-1) === target);
  return last.length ? last : moves.filter((move) => move.to.includes(target));
}
