"""The board drawn as text: the one place that knows how it looks on a terminal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from cupsboard.rules.places import Place, Side, side_of
from cupsboard.signs.phrases import game_phrases
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say_all
from rich.text import Text

from cupsim.electronics.pins import Colour
from cupsim.terminal.keys import KEYS, board_rows
from cupsim.terminal.kinds import marks, written
from cupsim.terminal.view import PlaceView, View

NARROWEST, WIDEST = 7, 12
"""Columns of one place."""
LEAST_LINES = 19
"""The board without its rules, and the longest sentence on the narrowest terminal."""
LINES_WITH_RULES = 24
LINES_OF_KINDS = 3
"""Where there are kinds, each row has a line more, and there is a key to them."""
HELP_COLUMNS, HELP_LINES = 79, 24
BRIGHT, DIM = 64, 8
"""Levels of a pixel's strongest channel, 0 to 255, from which it counts as full and as a quarter."""
BRIGHT_PIXEL = 128
"""The level that is drawn in the terminal's full brightness."""

TAGS: Mapping[Meaning, str] = {
    Meaning.YOUR_TURN: "turn",
    Meaning.MAY_NEXT: "may +1",
    Meaning.MUST_NEXT: "put +1",
    Meaning.MAY_CAPTURE: "may x",
    Meaning.MUST_CAPTURE: "take x",
    Meaning.INTO_POT: "x here",
    Meaning.BLOCKED: "block",
    Meaning.TOO_MANY: "many!",
    Meaning.TOO_FEW: "few!",
    Meaning.LOOK: "look?",
    Meaning.LIFTED: "lifted",
    Meaning.DEAD: "dead",
    Meaning.PASSED: "passes",
    Meaning.NOT_NOW: "not now",
    Meaning.PRESS: "press?",
    Meaning.WINNER: "wins",
    Meaning.TIE: "tie",
    Meaning.HELD: "held",
    Meaning.NEW_GAME: "new?",
    Meaning.STOCK_EMPTY: "empty?",
    Meaning.TABLE_RIGHT: "right?",
    Meaning.POWER_OFF: "off?",
    Meaning.GOODBYE: "bye",
    Meaning.PAUSED: "pause",
    Meaning.TENS: "tens",
    Meaning.ONES: "ones",
    Meaning.UNWRITTEN: "unkept",
    Meaning.DAMAGED: "damage",
    Meaning.TAKE_UP: "up all",
    Meaning.GIVE_UP: "giveup?",
}
"""What the lights of a place say, in letters, for who sees no colours."""


def columns_needed(cups: int) -> int:
    """How wide a terminal must be for a board."""
    return NARROWEST * (cups + 2)


def picture(view: View, columns: int, lines: int) -> Text:
    """The board on a screen of that size, or what is wrong with the size."""
    needed, least = columns_needed(view.setting.cups), LEAST_LINES + (LINES_OF_KINDS if view.kinds else 0)
    if columns < needed or lines < least:
        return Text(
            f"This board needs {needed} columns and {least} lines, the terminal has {columns} and "
            f"{lines}: make it larger and the board appears, or quit with q and choose fewer cups (--cups)."
        )
    drawn = [_cropped(line, columns) for line in _lines(view, columns, lines)]
    return Text("\n").join(drawn)


def help_page(columns: int, lines: int) -> Text:
    """What every key does and what the letters under the lights mean, or what is wrong with the size."""
    if columns < HELP_COLUMNS or lines < HELP_LINES:
        return Text(
            f"The help needs {HELP_COLUMNS} columns and {HELP_LINES} lines, the terminal has {columns} and "
            f"{lines}: make it larger and the help appears. Here q quits, any other key goes back."
        )
    keys = [f"{key:<8} {meaning}" for key, meaning in KEYS]
    half = (len(keys) + 1) // 2
    page = Text("A key for a hand takes its side over. Here q quits, any other key goes back.\n")
    for left, right in zip_longest(keys[:half], keys[half:], fillvalue=""):
        page.append(f"{left:<40}{right}\n")
    page.append("A place from above: its pixels (● full, o a quarter, · dark), what they say in\n")
    page.append("letters, the beans the board believes (~ while it moves), the grams it weighs.\n")
    said = "; ".join(f"{tag}: {meaning.value}" for meaning, tag in TAGS.items() if tag != meaning.value)
    page.append("\n".join(wrap(said, HELP_COLUMNS)))
    return page


def _lines(view: View, columns: int, lines: int) -> list[Text]:
    width = min(WIDEST, columns // (view.setting.cups + 2))
    drawn = Text("─" * (width * (view.setting.cups + 2)), style="dim")
    rule = [drawn] if lines >= LINES_WITH_RULES + (LINES_OF_KINDS if view.kinds else 0) else []
    sureness = f" ({view.sureness})" if view.sureness else ""
    message = wrap(f"Board{sureness}: {view.message}", columns)
    top = [
        _title(view),
        _player(Side.NORTH, view),
        *rule,
        *_row(Side.NORTH, view, width),
        *rule,
        *reversed(_row(Side.SOUTH, view, width)),
        *rule,
        _player(Side.SOUTH, view),
        *(Text(line, style="bold") for line in message),
        # The picture does not jump whenever a sentence is short.
        *[Text()] * (2 - len(message)),
        Text(view.notice or _hand(view)),
        *([Text(_key(view), style="dim")] if view.kinds else []),
        *(Text(line) for line in wrap(view.may, columns)),
        *rule,
    ]
    newest = view.lines[-(lines - len(top)) :] if len(top) < lines else ()
    return [*top[:lines], *map(Text, newest)]


def _title(view: View) -> Text:
    setting = view.setting
    minutes, seconds = divmod(int(view.seconds), 60)
    return Text(
        f"{_played(view)}, {setting.cells}, {setting.sps} SPS, seed {setting.seed}   "
        f"{minutes}:{seconds:02} at {view.pace}   ? help   q quit"
    )


def _played(view: View) -> str:
    setting = view.setting
    if setting.game is None:
        return f"Cups 2x{setting.cups}, {setting.beans}"
    return f"{say_all(game_phrases(setting.game))}, 2x{setting.cups}"


def _player(side: Side, view: View) -> Text:
    player = view.players[side]
    truth = f" (true {player.true_stock})" if view.shows_truth else ""
    turn = ", to move" if player.has_turn else ""
    return Text(
        f"{side.value.upper()} ({player.name}){turn}   score {player.score}   stock {player.stock}{truth}",
        style="bold" if player.has_turn else "",
    )


def _hand(view: View) -> str:
    if view.grip is None:
        return ""
    lifted = f" and the cup of {view.grip.lifted}" if view.grip.lifted else ""
    doing = ", busy" if view.grip.is_busy else ""
    holds = "1 bean" if view.grip.beans == 1 else f"{view.grip.beans} beans"
    if view.kinds:
        marked = marks(tuple(view.kinds))
        holds = written(Counter(view.grip.kinds), marked) or "nothing"
        meant = f" Fingers look for a {view.meant} (n: another)." if view.meant else ""
        return f"Your hand holds {holds}{lifted}{doing}.{meant} Chosen: {view.chosen}."
    return f"Your hand holds {holds}{lifted}{doing}. Chosen: {view.chosen}."


def _key(view: View) -> str:
    """What the letters stand for, and what a piece of each kind counts."""
    marked = marks(tuple(view.kinds))
    said = ", ".join(f"{marked[kind]} {kind} {value}" for kind, value in view.kinds.items())
    return f"{said}.   {view.match}"


def _row(side: Side, view: View, width: int) -> list[Text]:
    """A side's places in lines, from the outer edge of the board to its middle; its pot ends the row."""
    row = board_rows(view.setting.cups)[0 if side is Side.NORTH else 1]
    places = [place if side_of(place) is side else None for place in row]
    seen = [None if place is None else view.places[place] for place in places]
    return [
        _cells((_name(place, view.chosen) for place in places), width),
        _cells(("" if each is None else _grams(each) for each in seen), width, "dim"),
        *_contents(seen, view, width),
        _cells(("" if each is None or each.meaning is None else TAGS[each.meaning] for each in seen), width),
        Text().join(Text(" " * width) if each is None else _lights(each, width) for each in seen),
    ]


def _contents(seen: Sequence[PlaceView | None], view: View, width: int) -> list[Text]:
    """How many lie in each place; where there are kinds, two of them in a line."""
    if not view.kinds:
        return [
            _cells(("" if each is None else _beans(each, view.shows_truth) for each in seen), width, "bold")
        ]
    marked = marks(tuple(view.kinds))
    lots = [{} if each is None else each.true_lot if view.shows_truth else each.lot for each in seen]
    said = [written(lot, marked).split() for lot in lots]
    return [_cells((" ".join(each[line : line + 2]) for each in said), width, "bold") for line in (0, 2)]


def _cells(cells: Iterable[str], width: int, style: str = "") -> Text:
    return Text("".join(cell.center(width) for cell in cells), style=style)


def _name(place: Place | None, chosen: Place | None) -> str:
    if place is None:
        return ""
    name = place.rpartition("-")[2]
    return f">{name}<" if place == chosen else name


def _beans(place: PlaceView, shows_truth: bool) -> str:
    believed = f"{place.believed}~" if place.is_moving else str(place.believed)
    return f"{believed} ={place.truth}" if shows_truth else believed


def _grams(place: PlaceView) -> str:
    if not place.has_cup:
        return "no cup"
    return "?" if place.grams is None else f"{place.grams:.2f}g"


def _lights(place: PlaceView, width: int) -> Text:
    """The pixels, each a sign for its level in its colour, in the middle of their place."""
    lights = Text(" " * ((width - len(place.pixels)) // 2))
    for pixel in place.pixels:
        lights.append(_sign(pixel), style=_style(pixel))
    lights.append(" " * (width - len(lights)))
    return lights


def _sign(pixel: Colour) -> str:
    level = max(pixel)
    if level >= BRIGHT:
        return "●"
    return "o" if level >= DIM else "·"


def _style(pixel: Colour) -> str:
    """The colour as an eye sees it: a pixel at a quarter of its current looks half as bright."""
    level = max(pixel)
    if level < DIM:
        return "dim"
    scale = 255 * min(1.0, level / BRIGHT_PIXEL) ** 0.5 / level
    red, green, blue = (min(255, round(channel * scale)) for channel in pixel)
    return f"rgb({red},{green},{blue})"


def _cropped(line: Text, columns: int) -> Text:
    line.truncate(columns, overflow="ellipsis")
    return line
