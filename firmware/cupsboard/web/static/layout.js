// Where everything lies, in units of a hundredth of the way from cup to cup. South sits below.
// A long board on a tall screen stands upright: the same board turned to the left.

const MARGIN = 18, TRAY = 96, BESIDE = 20, PITCH = 100, POT = 108, END = 22, MIDDLE = 20;

export const CUP = 39, POT_X = 44, POT_Y = 103, PLATFORM = 27;

export function layoutOf(cups, upright) {
  const plate = upright ? 54 : 42;
  const boardWidth = 2 * (END + POT + 6) + cups * PITCH;
  const boardHeight = 2 * (PITCH + plate) + MIDDLE;
  const width = boardWidth + 2 * MARGIN;
  const height = boardHeight + 2 * (MARGIN + TRAY + BESIDE);
  const top = MARGIN + TRAY + BESIDE, bottom = top + boardHeight;
  const middle = width / 2;
  const trayX = Math.min(250, boardWidth * 0.3);

  const turn = upright ? (x, y) => ({ x: y, y: width - x }) : (x, y) => ({ x, y });
  const size = upright ? (x, y) => ({ rx: y, ry: x }) : (x, y) => ({ rx: x, ry: y });
  const places = {};
  const add = (name, kind, x, y, rx, ry, plateX, plateY) => {
    places[name] = { name, kind, ...turn(x, y), ...size(rx, ry), plate: turn(plateX, plateY) };
  };

  for (let number = 1; number <= cups; number++) {
    const x = MARGIN + END + POT + 6 + (number - 0.5) * PITCH;
    add(`north-${cups + 1 - number}`, "cup", x, top + plate + PITCH / 2, CUP, CUP, x, top + plate / 2 - 1);
    add(`south-${number}`, "cup", x, bottom - plate - PITCH / 2, CUP, CUP, x, bottom - plate / 2 + 1);
  }
  const left = MARGIN + END + POT / 2, right = width - left, centre = (top + bottom) / 2;
  add("north-pot", "pot", left, centre, POT_X, POT_Y, left, top + plate / 2 - 3);
  add("south-pot", "pot", right, centre, POT_X, POT_Y, right, bottom - plate / 2 + 3);
  const north = MARGIN + TRAY / 2, south = height - north;
  add("north-stock", "stock", middle, north, trayX, TRAY / 2 - 5, middle, north);
  add("south-stock", "stock", middle, south, trayX, TRAY / 2 - 5, middle, south);

  const aside = trayX + 46;
  const total = upright ? { width: height, height: width } : { width, height };
  const corner = upright ? { x: top, y: MARGIN } : { x: MARGIN, y: top };
  return {
    ...total,
    upright,
    places,
    board: { ...corner, ...(upright ? { width: boardHeight, height: boardWidth } : { width: boardWidth, height: boardHeight }) },
    buttons: { south: turn(middle + aside, south), north: turn(middle - aside, north) },
    homes: { south: turn(middle - aside, south), north: turn(middle + aside, north) },
    hinge: [turn(middle, top), turn(middle, bottom)],
  };
}

// The place under a point, or "off-board" anywhere else.
export function placeAt(layout, x, y) {
  for (const place of Object.values(layout.places)) {
    const dx = Math.abs(x - place.x), dy = Math.abs(y - place.y);
    const inside = place.kind === "cup"
      ? Math.hypot(dx, dy) <= 49
      : dx <= place.rx + 6 && dy <= place.ry + 6;
    if (inside) return place.name;
  }
  return "off-board";
}
