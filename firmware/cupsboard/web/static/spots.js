// Where beans lie within a place: spots from the middle outwards, then a second layer between the first.

const SPACING = 12.4;

// Numbers from 0 to 1 that only look random, so that a bean lies alike in every page.
export function scatter(...numbers) {
  let mixed = 2166136261;
  for (const number of numbers) mixed = Math.imul(mixed ^ number, 16777619);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 2246822519);
  mixed ^= mixed >>> 13;
  return (mixed >>> 0) / 4294967296;
}

// The spots of one layer of an area with these half axes.
function layer(rx, ry, isRound, spacing) {
  const spots = [];
  const rows = Math.ceil(ry / (spacing * 0.86));
  const columns = Math.ceil(rx / spacing) + 1;
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const x = (column + (row & 1) / 2) * spacing, y = row * spacing * 0.86;
      const power = isRound ? 2 : 3.2;
      if (Math.abs(x / rx) ** power + Math.abs(y / ry) ** power <= 1) spots.push([x, y]);
    }
  }
  // From the middle outwards, but not too tidily.
  const far = ([x, y]) => Math.hypot(x / rx, y / ry) + 0.5 * scatter(Math.round(x * 7), Math.round(y * 13));
  return spots.sort((one, other) => far(one) - far(other));
}

export class Spots {
  #first;
  #taken = new Map(); // bean -> index
  #free = [];
  #next = 0;

  constructor(rx, ry, spacing = SPACING) { this.#first = layer(rx, ry, rx === ry, spacing); }

  // The spot of a bean, which it keeps for as long as it lies here.
  of(bean) {
    let index = this.#taken.get(bean);
    if (index === undefined) {
      this.#free.sort((one, other) => other - one);
      index = this.#free.pop() ?? this.#next++;
      this.#taken.set(bean, index);
    }
    const [x, y] = this.#first[index % this.#first.length];
    const deep = Math.floor(index / this.#first.length);
    const shift = deep === 0 ? 2.2 : 5.5;
    return {
      x: x * (1 - 0.12 * Math.min(deep, 3)) + (scatter(bean, index, 1) - 0.5) * shift,
      y: y * (1 - 0.12 * Math.min(deep, 3)) + (scatter(bean, index, 2) - 0.5) * shift,
      turn: Math.round(scatter(bean, index, 3) * 360),
    };
  }

  // Give up the spots of all beans that are not in this set.
  keep(beans) {
    for (const [bean, index] of this.#taken) {
      if (!beans.has(bean)) {
        this.#taken.delete(bean);
        this.#free.push(index);
      }
    }
  }
}

// Spots beside the board, for beans that fell off it: the strips of table left and right of it, or above and below.
export function beside(layout, bean) {
  const { width, height, homes } = layout;
  const at = bean % 2 ? homes.south : homes.north;
  const room = Math.min(30, at.x, at.y, width - at.x, height - at.y) - 6;
  return {
    x: at.x + (scatter(bean, 5) - 0.5) * 2 * room,
    y: at.y + (scatter(bean, 6) - 0.5) * 2 * room,
    turn: Math.round(scatter(bean, 7) * 360),
  };
}
