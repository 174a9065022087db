// Where spots and trays lie, in units of a hundredth of the way from spot to spot. Trays stand in rows above and below
// the spots, or in columns beside them, whichever leaves the cups larger in the room there is.

const PITCH = 100, MARGIN = 12, GAP = 10, LEAST_TRAY = 98, SIDE_TRAY = 128, LARGEST_TRAY = 230, WIDEST = 640;
export const CUP = 43;
const LARGEST = 0.85, SMALLEST = 0.25;
const STRIP = 40;

export function layoutOf(seats, room) {
  const ratio = room.width / room.height;
  const [rows, columns] = [inRows(seats, ratio), inColumns(seats, ratio)].map((layout) => ({ ...layout, scale: Math.min(room.width / layout.width, room.height / layout.height) }));
  return rows.scale >= columns.scale ? rows : columns;
}

// The first half of the players counts from the left, the others go on round the table.
function halves(seats) {
  const near = seats.slice(0, Math.ceil(seats.length / 2));
  return [near, seats.slice(near.length).reverse()];
}

// Trays take what room there is beyond the spots.
const stretched = (least, room) => Math.max(least, Math.min(LARGEST_TRAY, room));

function inRows(seats, ratio) {
  const [near, far] = halves(seats);
  const least = 3 * PITCH + 2 * MARGIN;
  const deep = stretched(LEAST_TRAY, (least / ratio - 3 * PITCH) / 2 - GAP - MARGIN);
  const height = 3 * PITCH + 2 * (deep + GAP + MARGIN), width = Math.max(least, Math.min(WIDEST, height * ratio));
  const places = spots(width / 2, height / 2);
  for (const [row, y] of [[near, height - MARGIN - deep], [far, MARGIN]]) {
    const each = (width - 2 * MARGIN - (row.length - 1) * GAP) / Math.max(1, row.length);
    row.forEach((seat, index) => { places[`${seat}-tray`] = tray(MARGIN + index * (each + GAP), y, each, deep); });
  }
  return { kind: "rows", width, height, places };
}

function inColumns(seats, ratio) {
  const [near, far] = halves(seats);
  const least = 3 * PITCH + 2 * MARGIN;
  const wide = stretched(SIDE_TRAY, (least * ratio - 3 * PITCH) / 2 - GAP - MARGIN);
  const width = 3 * PITCH + 2 * (wide + GAP + MARGIN), height = Math.max(least, Math.min(WIDEST, width / ratio));
  const places = spots(width / 2, height / 2);
  /** @type {[string[], number][]} */
  const columns = [[[...near].reverse(), MARGIN], [[...far].reverse(), width - MARGIN - wide]];
  for (const [column, x] of columns) {
    const each = (height - 2 * MARGIN - (column.length - 1) * GAP) / Math.max(1, column.length);
    column.forEach((seat, index) => { places[`${seat}-tray`] = tray(x, MARGIN + index * (each + GAP), wide, each); });
  }
  return { kind: "columns", width, height, places };
}

function spots(x, y) {
  return Object.fromEntries(Array.from({ length: 9 }, (_, index) =>
    [`spot-${index + 1}`, { x: x + PITCH * (index % 3 - 1), y: y + PITCH * (Math.floor(index / 3) - 1) }]));
}

// A tray with its button, a strip across its top.
function tray(left, top, width, height) {
  return { left, top, width, height, strip: STRIP, x: left + width / 2, y: top + STRIP + (height - STRIP) / 2, button: { x: left + width / 2, y: top + STRIP / 2 } };
}

// Where the cups of a tray stand, so many of them: as large as its room allows, but never as large as on a spot.
export function standsOn({ left, top, width, height, strip }, count) {
  const room = height - strip - 8;
  let scale = LARGEST, columns = 1;
  const fits = () => {
    columns = Math.max(1, Math.min(count, Math.floor(width / (2 * CUP * scale + 4))));
    return Math.ceil(count / columns) * (2 * CUP * scale + 2) <= room && 2 * CUP * scale <= width;
  };
  while (!fits() && scale > SMALLEST) scale -= 0.03;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    x: left + (width * ((index % columns) + 0.5)) / columns,
    y: top + strip + 3 + (room * (Math.floor(index / columns) + 0.5)) / rows,
    scale,
  }));
}

// The place under a point: a tray, the nearest spot, or nothing.
export function placeAt(layout, { x, y }) {
  for (const [name, place] of Object.entries(layout.places)) {
    if (place.width) {
      if (x >= place.left && x <= place.left + place.width && y >= place.top && y <= place.top + place.height) return name;
    } else if (Math.hypot(x - place.x, y - place.y) <= PITCH / 2 + 2) return name;
  }
  return null;
}
