// Where everything lies, in units of a hundredth of the way from cup to cup. The end of the side that is near is the
// lower one: South's, unless it is turned for who sits at North.
//
// Three ways to lay the same board out, for rooms of three shapes:
// - "across": as the board lies on a table, pots at its left and right.
// - "corners": each pot in its owner's half, at the end of their row. For few cups on a narrow page.
// - "turned": the board of the first way turned to the right, so that South's pot lies at South's end. For many
//   cups on a narrow page.

const PITCH = 100, GAP = 12;
const LEAST_TEXT_PIXELS = 14, LEAST_BUTTON_PIXELS = 48, LEAST_POT_PIXELS = 45, LEAST_CUP_PIXELS = 44;
const ACROSS_IS_FAIR = 0.6, LEAST_ACROSS = 0.5, LEAST_CORNERS = 0.55;
// What a window has besides the board while somebody plays, in pixels.
const ABOVE_AND_BELOW = 380, BESIDE = 390, BESIDE_ON_A_PHONE = 340, SHORT = 500, NARROW = 1000, UPRIGHT = 720, ABOVE = 60;
const LEAST_WIDTH = 420, LEAST_WIDTH_ON_A_PHONE = 320, LEAST_HEIGHT = 240, HEIGHT_STEP = 4, MOST_OF_A_WINDOW = 1.1;
const LEAST_TRAY = 50;

export const CUP = 39, RECESS = 10, PLATFORM = 27;

// `room` is what the page has for the board, in pixels; how the board is laid out depends on the window alone. It is
// never drawn too small for eyes and fingers: where the room is too low for that it takes `leastHeight`, and the page
// goes on below it.
export function layoutOf(cups, room, window, near = "south") {
  const make = wayFor(cups, usualRoom(window));
  const leastHeight = leastHeightOf(make, cups, room.width, window);
  const layout = fit(make, cups, { width: room.width, height: Math.max(room.height, leastHeight) });
  return { ...(near === "south" ? layout : turnedRound(layout)), near, leastHeight };
}

function leastHeightOf(make, cups, roomWidth, window) {
  const isPhone = Math.min(window.width, window.height) <= SHORT;
  const leastWidth = Math.min(roomWidth, isPhone ? LEAST_WIDTH_ON_A_PHONE : LEAST_WIDTH);
  let leastWide = LEAST_HEIGHT;
  for (let height = LEAST_HEIGHT; height <= MOST_OF_A_WINDOW * window.height; height += HEIGHT_STEP) {
    const { scale, width } = fit(make, cups, { width: roomWidth, height });
    if (scale * width < leastWidth) leastWide = height + HEIGHT_STEP;
    else if (scale * PITCH >= LEAST_CUP_PIXELS) return height;
  }
  return leastWide;
}

function wayFor(cups, room) {
  const scale = (make) => fit(make, cups, room).scale;
  const folded = scale(corners), standing = scale(turned), lying = scale(across);
  if (lying >= LEAST_ACROSS && lying >= ACROSS_IS_FAIR * Math.max(folded, standing)) return across;
  return folded >= LEAST_CORNERS || folded >= standing ? corners : turned;
}

function usualRoom({ width, height }) {
  if (width <= UPRIGHT && height > width) return { width, height: height - ABOVE };
  if (height <= SHORT && width > height) return { width: width - BESIDE_ON_A_PHONE, height };
  return { width: width > NARROW ? width - BESIDE : width, height: Math.max(240, height - ABOVE_AND_BELOW) };
}

// Text and buttons keep their size on the screen, so what a unit is in pixels must be found first.
function fit(make, cups, room) {
  let scale = 1, layout = null;
  for (let round = 0; round < 6; round++) {
    layout = make(cups, sizes(scale), { width: room.width / scale, height: room.height / scale });
    scale = Math.min(room.width / layout.width, room.height / layout.height);
  }
  return { ...layout, scale, ...sizes(scale) };
}

function sizes(scale) {
  const font = Math.max(17, LEAST_TEXT_PIXELS / scale);
  return {
    font,
    plate: { width: font * 2.05, height: font * 1.42 },
    button: Math.max(27, LEAST_BUTTON_PIXELS / 2 / scale),
    leastPot: LEAST_POT_PIXELS / scale,
  };
}

function across(cups, { font, plate, button }, room) {
  const margin = 16, pot = 108, end = 20;
  const band = plate.height + 18, middle = 2 * font + 10;
  const boardWidth = 2 * (end + pot + 6) + cups * PITCH;
  const boardHeight = 2 * (PITCH + band) + middle;
  // A tray keeps its place between the buttons, even where a small board leaves them little.
  const beyond = 16 + plate.width + 14 + 2 * button + 6;
  const width = Math.max(boardWidth + 2 * margin, 2 * (beyond + LEAST_TRAY));
  const left = (width - boardWidth) / 2;
  const least = Math.max(92, 2 * button + 8);
  // A tall room gives its spare height to the trays, which hold most of the beans.
  const spare = room.height * (width / room.width) - boardHeight - 2 * (margin + GAP + least);
  const tray = least + Math.min(90, Math.max(0, spare / 2));
  const height = boardHeight + 2 * (margin + GAP + tray);
  const top = margin + tray + GAP, bottom = top + boardHeight;
  const centre = { x: width / 2, y: height / 2 };
  const places = {};
  const put = placer(places, centre);
  for (let number = 1; number <= cups; number++) {
    const x = left + end + pot + 6 + (number - 0.5) * PITCH;
    put(`south-${number}`, "cup", { x, y: bottom - band - PITCH / 2 }, [CUP, CUP], { x, y: bottom - band / 2 }, { x, y: bottom - band - PITCH - font * 0.5 });
  }
  const right = width - left - end - pot / 2;
  put("south-pot", "pot", { x: right, y: centre.y }, [pot / 2 - 10, PITCH + middle / 2 - 10], { x: right, y: bottom - band / 2 });
  const trayWidth = Math.min(260, boardWidth * 0.3, width / 2 - beyond), below = height - margin - tray / 2;
  const aside = trayWidth + 16 + plate.width / 2;
  put("south-stock", "stock", { x: centre.x, y: below }, [trayWidth, tray / 2 - 4], { x: centre.x + aside, y: below });
  const beside = aside + plate.width / 2 + 14 + button;
  return {
    kind: "across", width, height, places,
    wood: [{ x: left, y: top, width: boardWidth, height: boardHeight }],
    hinge: [{ x: centre.x, y: top }, { x: centre.x, y: bottom }],
    ...both({
      buttons: { x: centre.x + beside, y: below },
      homes: { x: centre.x - trayWidth - 60, y: below },
      names: { x: left + end + pot + 6, y: bottom - band / 2 },
    }, centre),
    facing: 90,
  };
}

function corners(cups, { font, plate, button, leastPot }, room) {
  const margin = 8, edge = 10;
  const plateBand = plate.height + 12, band = plateBand + 1.5 * font, middle = 2 * font + 10;
  const row = Math.max(cups * PITCH, 4 * button + 2 * plate.width + 150);
  const pitch = row / cups;
  const boardWidth = row + 2 * edge;
  const width = boardWidth + 2 * margin;
  const half = middle / 2 + PITCH + band;
  const least = Math.max(96, 2 * button + 14, leastPot + 2 * (RECESS + 4));
  const spare = room.height * (width / room.width) - 2 * (half + least + margin);
  const end = least + Math.min(70, Math.max(0, spare / 2));
  const height = 2 * (half + end + margin);
  const centre = { x: width / 2, y: height / 2 };
  const places = {};
  const put = placer(places, centre);
  for (let number = 1; number <= cups; number++) {
    const x = margin + edge + (number - 0.5) * pitch;
    put(`south-${number}`, "cup", { x, y: centre.y + middle / 2 + PITCH / 2 }, [CUP, CUP], { x, y: centre.y + middle / 2 + PITCH + plateBand / 2 }, { x, y: centre.y + middle / 2 - font * 0.5 });
  }
  // The end of a side from its left to its right: button, stock with its number, pot with its number.
  const y = centre.y + half + end / 2;
  const left = margin + edge + 2 * button + GAP;
  const free = width - margin - edge - left;
  const potWidth = free * 0.44, potMiddle = width - margin - edge - potWidth / 2;
  const ry = end / 2 - RECESS - 4;
  const onPot = { x: potMiddle - potWidth / 2 + plate.width / 2, y: y };
  put("south-pot", "pot", { x: potMiddle + plate.width / 2, y }, [potWidth / 2 - plate.width / 2 - RECESS, ry], onPot);
  const trayWidth = free - potWidth - 2 * GAP - plate.width - 4;
  const trayMiddle = left + plate.width + 4 + trayWidth / 2;
  put("south-stock", "stock", { x: trayMiddle, y }, [trayWidth / 2, end / 2 - 6], { x: left + plate.width / 2 - 4, y });
  const tab = { width: potWidth + 2 * edge, height: end };
  return {
    kind: "corners", width, height, places,
    wood: [
      { x: margin, y: centre.y - half, width: boardWidth, height: 2 * half },
      { x: width - margin - tab.width, y: centre.y + half, ...tab },
      { x: margin, y: centre.y - half - tab.height, ...tab },
    ],
    hinge: [{ x: centre.x, y: centre.y - half }, { x: centre.x, y: centre.y + half }],
    ...both({
      buttons: { x: margin + edge + button, y },
      homes: { x: trayMiddle, y: height - margin },
      names: { x: margin + edge + 8, y: centre.y + half - 0.85 * font },
    }, centre),
    facing: 90,
  };
}

function turned(cups, { font, plate, button, leastPot }, room) {
  const margin = 6, pot = Math.max(72, leastPot + 2 * (RECESS - 4)), end = 10;
  const band = plate.width + 14, middle = 2 * font + 14;
  const boardWidth = 2 * (PITCH + band) + middle;
  const boardHeight = 2 * (end + pot + 6) + cups * PITCH;
  const height = boardHeight + 2 * margin;
  const width = Math.max(boardWidth + 2 * (margin + GAP + 2 * button), Math.min(1.1 * height, room.width * (height / room.height)));
  const side = (width - boardWidth) / 2 - margin - GAP;
  const centre = { x: width / 2, y: height / 2 };
  const left = centre.x - boardWidth / 2;
  const places = {};
  const put = placer(places, centre);
  for (let number = 1; number <= cups; number++) {
    const y = margin + end + pot + 6 + (number - 0.5) * PITCH;
    const x = left + band + PITCH / 2;
    put(`south-${number}`, "cup", { x, y }, [CUP, CUP], { x: left + band / 2, y }, { x: left + band + PITCH + font * 0.5, y });
  }
  const potY = height - margin - end - pot / 2;
  put("south-pot", "pot", { x: centre.x, y: potY }, [PITCH + middle / 2 - 6, pot / 2 - RECESS], { x: left + band / 2, y: potY });
  const below = height - margin - button;
  const trayX = margin + side / 2;
  const trayBottom = below - button - plate.height - 26, trayTop = Math.max(centre.y - 60, trayBottom - 520);
  put("south-stock", "stock", { x: trayX, y: (trayTop + trayBottom) / 2 }, [side / 2, (trayBottom - trayTop) / 2], { x: trayX, y: trayBottom + 8 + plate.height / 2 });
  return {
    kind: "turned", width, height, places,
    wood: [{ x: left, y: margin, width: boardWidth, height: boardHeight }],
    hinge: [{ x: left, y: centre.y }, { x: left + boardWidth, y: centre.y }],
    ...both({
      buttons: { x: trayX, y: below },
      homes: { x: trayX, y: trayTop - 3.2 * font - 40 }, // above the name
      names: { x: trayX, y: trayTop - 0.9 * font },
    }, centre),
    facing: 180,
  };
}

// Puts South's places, and North's where they lie when the board is turned half round.
function placer(places, centre) {
  return (name, kind, at, [rx, ry], plate, number = null) => {
    const north = name.replace("south", "north");
    places[name] = { name, kind, ...at, rx, ry, plate, number };
    places[north] = { name: north, kind, ...opposite(at, centre), rx, ry, plate: opposite(plate, centre), number: number && opposite(number, centre) };
  };
}

// Every place where the other side's lies.
function turnedRound({ places, buttons, homes, names, ...rest }) {
  const other = (name) => name.replace(/^(south|north)/, (side) => (side === "south" ? "north" : "south"));
  const swapped = ({ south, north }) => ({ south: north, north: south });
  return {
    ...rest, places: Object.fromEntries(Object.keys(places).map((name) => [name, { ...places[other(name)], name }])),
    buttons: swapped(buttons), homes: swapped(homes), names: swapped(names),
  };
}

const opposite = ({ x, y, ...rest }, centre) => ({ x: 2 * centre.x - x, y: 2 * centre.y - y, ...rest });

function both(points, centre) {
  const sides = ([name, point]) => [name, { south: point, north: opposite(point, centre) }];
  return Object.fromEntries(Object.entries(points).map(sides));
}

export const isOnWood = (layout, x, y) =>
  layout.wood.some((part) => x > part.x && x < part.x + part.width && y > part.y && y < part.y + part.height);

// The place under a point, or "off-board" anywhere else.
export function placeAt(layout, x, y) {
  for (const place of Object.values(layout.places)) {
    const dx = Math.abs(x - place.x), dy = Math.abs(y - place.y);
    const inside = place.kind === "cup"
      ? Math.hypot(dx, dy) <= PITCH / 2
      : dx <= place.rx + 6 && dy <= place.ry + 6;
    if (inside) return place.name;
  }
  return "off-board";
}
