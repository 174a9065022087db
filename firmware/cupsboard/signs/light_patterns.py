"""The light grammar: how each meaning looks, and how lights read back.

A meaning is told by where it is, by its rhythm, by how bright it is against its own brightest moment, by
which of the place's pixels take part, and last by its hue. Rhythm and brightness alone tell all meanings
apart, at any setting of brightness and from any moment on: `decoding.decode` reads them so.

A rhythm is a word of 16 slots of a tenth of a second: `#` full, `-` a quarter, `.` dark. Nothing flashes
more than three times a second. The families:

- *soft* (never dark): you may. *Hard* (full and dark): you must. Slow is a bean, fast is a capture.
- *Flashes after a pause*: something is wrong. One is too few, two are a question, three are too many.
- *Steady glow*: your turn. In a game with a clock the cups glow as far as there is time left, from cup 1 on.
  With two swells, at the own pot: has the press been forgotten? With one: the board
  thinks. With a gap: a blocked cup. With a long and a short gap: a mark of this game.
  With a bright tick: a place that can't be weighed.
  With three swells, each longer, at a pot or a cup: there is a better move. With a long and a short swell, at
  a cup: its move is as good as any.
  With two long swells, at both pots: no link to the other board.
  With two ticks close together, at one pot: that player's time is running out.
  With a long tick and two short ones, at both pots: the last moves are not written down. With a very long and
  a short one there: a file was damaged.
- A race: *quick flashes and a long one* at all spots. Steady with a dip is a circle on a die, *four ticks*
  are its square, *three* its triangle. *Two slow ticks*: out. *A long flash and three short*: the right cup.
- Sorting: *bright with a soft dip* is a bean to keep, *two ticks and out* one to throw away.
- *A long flash, then short ones*, at both pots: a question about the whole game; *a long and a shorter one*
  there: is the table right? *A middling one, then two short*, at one pot:
  the other board asks. *A very long and a long one*, at one pot: a question about that player's stock.
  *Three long in a row*: fingers are holding. *A soft long and a short*: a pause. *Falling to dark*: goodbye.
- *Full with a short soft dip*: lights that are being tried, one pixel of a place or all of them.
- *One long flash*: tens of the score. *Two quick ones*: its ones. The lit pixels count.

`GRAMMAR` is the whole table.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Scene, Sign, Tone

Colour = tuple[int, int, int]
Frame = tuple[Colour, ...]
Period = tuple[Frame, ...]
"""The pixels in each slot of a period."""

SLOT_SECONDS = 0.1
SLOTS = 16
PERIOD_SECONDS = SLOTS * SLOT_SECONDS
"""After this time a rhythm repeats; to read it one must watch for as long."""

CHANNEL_MILLIAMPERES = 20.0
"""Current of one colour of one WS2812B pixel at 255 (data sheet: 18.5 mA at 5 V)."""
IDLE_MILLIAMPERES = 1.0
"""Current of a dark pixel (data sheet: 0.6 mA)."""
BUDGET_MILLIAMPERES = 1000.0
"""Default limit of the strip's current."""

LEVELS = {"#": 1.0, "-": 0.25, ".": 0.0}


class Pixels(Enum):
    """The pixels of a place that take part in a pattern."""

    ALL = "all"
    MIDDLE = "middle"
    ENDS = "ends"
    COUNTED = "counted"
    ONE_OR_ALL = "one or all"
    SOME_OR_ALL = "some or all"

    def of(self, span: range, beans: int = 0) -> tuple[int, ...]:
        """Return the indices on the strip of the pixels that take part, of those in `span`.

        A place of one or two pixels has no middle apart from its ends. `COUNTED` takes the first `beans` of
        them, at least one; so does `SOME_OR_ALL`, and all for 0. `ONE_OR_ALL` takes the pixel with the number
        `beans`, counted from 1, and all for 0.
        """
        if self is Pixels.COUNTED or (self is Pixels.SOME_OR_ALL and beans):
            return tuple(span[: max(1, beans)])
        if self is Pixels.ONE_OR_ALL and beans:
            return tuple(span[beans - 1 : beans])
        if self in (Pixels.ALL, Pixels.ONE_OR_ALL, Pixels.SOME_OR_ALL) or len(span) < 3:
            return tuple(span)
        ends = (span[0], span[-1])
        return ends if self is Pixels.ENDS else tuple(span[1:-1])


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a meaning by light: rhythm, pixels and hue."""

    rhythm: str
    pixels: Pixels
    hue: Colour


_Lit = tuple[Look, tuple[int, ...]]
"""A look, and the pixels that show it."""

# Hues after Okabe and Ito, which stay apart for colour-blind eyes, made stronger for pixels.
_FULL = (255, 255, 255)
_WHITE, _BLUE, _SKY, _GREEN = (150, 150, 150), (0, 70, 255), (30, 150, 220), (0, 200, 90)
_YELLOW, _ORANGE, _RED, _PURPLE = (220, 190, 0), (255, 110, 0), (255, 40, 0), (200, 60, 150)

HUES: Mapping[str, Colour] = {"red": _RED, "green": _GREEN, "blue": _BLUE, "yellow": _YELLOW}
"""The colours that a sign may name as part of its message."""

GRAMMAR: Mapping[Meaning, Look] = {
    # In falling order of priority: of several signs at one place the first in this table shows.
    Meaning.TRIED: Look("##############--", Pixels.ONE_OR_ALL, _FULL),
    Meaning.LIFTED: Look("##..##..##..##..", Pixels.ALL, _ORANGE),
    Meaning.OWNER: Look("##.##.##.##.....", Pixels.ALL, _WHITE),
    Meaning.HELD: Look("####.####.####..", Pixels.ALL, _WHITE),
    Meaning.NEW_GAME: Look("######..##......", Pixels.ALL, _YELLOW),
    Meaning.STOCK_EMPTY: Look("########..####..", Pixels.ALL, _YELLOW),
    Meaning.TABLE_RIGHT: Look("######..####....", Pixels.ALL, _YELLOW),
    Meaning.GIVE_UP: Look("####..##########", Pixels.ALL, _YELLOW),
    Meaning.POWER_OFF: Look("######..##..##..", Pixels.ALL, _YELLOW),
    Meaning.FAR_ASKS: Look("####..##....##..", Pixels.ALL, _YELLOW),
    Meaning.GOODBYE: Look("########----....", Pixels.ALL, _BLUE),
    Meaning.PAUSED: Look("------....--....", Pixels.ENDS, _BLUE),
    Meaning.TENS: Look("######..........", Pixels.COUNTED, _WHITE),
    Meaning.ONES: Look("###.###.........", Pixels.COUNTED, _WHITE),
    Meaning.PASSED: Look("####----........", Pixels.ALL, _WHITE),
    Meaning.LOOK: Look("##..##..........", Pixels.ALL, _YELLOW),
    Meaning.TOO_MANY: Look("##..##..##......", Pixels.ALL, _RED),
    Meaning.TOO_FEW: Look("##..............", Pixels.MIDDLE, _RED),
    Meaning.MUST_CAPTURE: Look("####....####....", Pixels.ALL, _PURPLE),
    Meaning.MUST_NEXT: Look("########........", Pixels.ALL, _GREEN),
    Meaning.TAKE_UP: Look("####--####--####", Pixels.ALL, _GREEN),
    Meaning.INTO_POT: Look("######..######..", Pixels.ALL, _PURPLE),
    # A refusal covers no order: who presses again and again must see what is wanted of them.
    Meaning.NOT_NOW: Look("##--##--##--##--", Pixels.ENDS, _ORANGE),
    Meaning.WAS_BETTER: Look("#--##--####-----", Pixels.ALL, _YELLOW),
    Meaning.GOOD_MOVE: Look("########----##--", Pixels.ALL, _GREEN),
    Meaning.MAY_CAPTURE: Look("####----####----", Pixels.ALL, _PURPLE),
    Meaning.MAY_NEXT: Look("########--------", Pixels.MIDDLE, _GREEN),
    Meaning.PRESS: Look("####--####------", Pixels.ALL, _SKY),
    Meaning.THINKING: Look("#####-----------", Pixels.ALL, _SKY),
    Meaning.WINNER: Look("########..##..##", Pixels.ALL, _SKY),
    Meaning.TIE: Look("####..####......", Pixels.ALL, _SKY),
    Meaning.THROW_AWAY: Look("##----##----....", Pixels.ALL, _ORANGE),
    Meaning.KEEP: Look("############----", Pixels.ALL, _GREEN),
    Meaning.UNWRITTEN: Look("####--##--##----", Pixels.ALL, _YELLOW),
    Meaning.DAMAGED: Look("######--##------", Pixels.ALL, _YELLOW),
    Meaning.TIME_SHORT: Look("##--##----------", Pixels.ALL, _ORANGE),
    Meaning.NO_LINK: Look("######--######--", Pixels.ALL, _ORANGE),
    Meaning.TAKE_AWAY: Look("###..###..###...", Pixels.ALL, _RED),
    Meaning.YOU: Look("##.##...##.##...", Pixels.ALL, _YELLOW),
    Meaning.RIGHT: Look("######.##.##.##.", Pixels.ALL, _GREEN),
    Meaning.OUT: Look("#.......#.......", Pixels.ENDS, _RED),
    Meaning.RACE: Look("#-#-#-#-########", Pixels.ALL, _WHITE),
    Meaning.CIRCLE: Look("##########------", Pixels.ALL, _WHITE),
    Meaning.SQUARE: Look("#--#--#--#------", Pixels.ALL, _WHITE),
    Meaning.TRIANGLE: Look("##---##---##----", Pixels.ALL, _WHITE),
    Meaning.HOME: Look("##########--....", Pixels.ALL, _SKY),
    Meaning.DEAD: Look("##--------------", Pixels.ENDS, _WHITE),
    Meaning.BLOCKED: Look("------------....", Pixels.ENDS, _BLUE),
    Meaning.EMBLEM: Look("--------....--..", Pixels.ENDS, _PURPLE),
    Meaning.READY: Look("##----##--------", Pixels.ALL, _SKY),
    Meaning.YOUR_TURN: Look("----------------", Pixels.SOME_OR_ALL, _SKY),
}

TONES: Mapping[Tone, tuple[float, ...]] = {
    Tone.AGREED: (0.06,),
    Tone.NOT_NOW: (0.04, 0.06, 0.04),
    Tone.WRONG: (0.25, 0.1, 0.25),
    Tone.PASSED: (0.06, 0.1, 0.25),
    Tone.OVER: (0.1, 0.1, 0.1, 0.1, 0.5),
    Tone.ROLLED: (0.3,),
    Tone.TIME: (0.04, 0.1, 0.04, 0.1, 0.04),
}
"""Seconds on, off, on, ... of each sound."""

_PRIORITY = {meaning: rank for rank, meaning in enumerate(GRAMMAR)}


def shown(signs: tuple[Sign, ...]) -> dict[Place, Meaning]:
    """Return the one meaning that each place shows: of several signs there, the most important."""
    showing: dict[Place, Meaning] = {}
    for sign in signs:
        rival = showing.get(sign.place)
        if rival is None or _PRIORITY[sign.meaning] < _PRIORITY[rival]:
            showing[sign.place] = sign.meaning
    return showing


def render(
    scene: Scene,
    spans: Mapping[Place, range],
    pixel_count: int,
    seconds: float,
    *,
    brightness: float = 1.0,
    budget_milliamperes: float = BUDGET_MILLIAMPERES,
) -> list[Colour]:
    """Return the colour of every pixel of the strip at the time `seconds`.

    Places without pixels are left out. A scene that would exceed the current limit at any moment of its
    rhythms is dimmed as a whole and all the time, so that its rhythms keep their shape.
    """
    frames = period_of(scene, spans, pixel_count, brightness, budget_milliamperes)
    return list(frames[slot_at(seconds) % SLOTS])


def period_of(
    scene: Scene,
    spans: Mapping[Place, range],
    pixel_count: int,
    brightness: float = 1.0,
    budget_milliamperes: float = BUDGET_MILLIAMPERES,
) -> Period:
    """Return what `render` returns in each slot of a period, which repeats."""
    return _frames(scene.signs, tuple(spans.items()), pixel_count, brightness, budget_milliamperes)


def slot_at(seconds: float) -> int:
    """Return the number of the slot at the time `seconds`, counted from the time 0."""
    # Half a nanosecond, so that a time on the border of two slots falls into the later one.
    return int((seconds + 5e-10) / SLOT_SECONDS)


def next_change(period: Period, seconds: float) -> float:
    """Return when the pixels first look otherwise after the time `seconds`; infinity if never."""
    slot = slot_at(seconds)
    shown = period[slot % SLOTS]
    others = (later for later in range(slot + 1, slot + SLOTS) if period[later % SLOTS] != shown)
    return next(others, math.inf) * SLOT_SECONDS


def draw_milliamperes(pixels: Frame | list[Colour]) -> float:
    """Return the current (mA) that a strip draws while it shows `pixels`."""
    return len(pixels) * IDLE_MILLIAMPERES + sum(map(sum, pixels)) * CHANNEL_MILLIAMPERES / 255


@lru_cache(maxsize=64)
def _frames(
    signs: tuple[Sign, ...],
    spans: tuple[tuple[Place, range], ...],
    pixel_count: int,
    brightness: float,
    budget_milliamperes: float,
) -> Period:
    span_of = dict(spans)
    sign_at = {(sign.place, sign.meaning): sign for sign in signs}
    lit = [
        (_look(sign), GRAMMAR[sign.meaning].pixels.of(span_of[place], sign.beans))
        for place, meaning in shown(signs).items()
        if place in span_of
        for sign in (sign_at[place, meaning],)
    ]
    peak = max(_milliamperes(lit, slot) for slot in range(SLOTS)) * brightness
    room = max(0.0, budget_milliamperes - pixel_count * IDLE_MILLIAMPERES)
    dimmed = brightness if peak <= room else brightness * room / peak
    return tuple(_picture(lit, pixel_count, slot, dimmed) for slot in range(SLOTS))


def _look(sign: Sign) -> Look:
    """Return the appearance of a sign, in its own hue if it names one."""
    look = GRAMMAR[sign.meaning]
    return replace(look, hue=HUES[sign.hue]) if sign.hue else look


def _milliamperes(lit: list[_Lit], slot: int) -> float:
    """Return the current of lit pixels in a slot at full brightness."""
    strengths = (sum(look.hue) * LEVELS[look.rhythm[slot]] * len(pixels) for look, pixels in lit)
    return sum(strengths) * CHANNEL_MILLIAMPERES / 255


def _picture(lit: list[_Lit], pixel_count: int, slot: int, brightness: float) -> Frame:
    colours: list[Colour] = [(0, 0, 0)] * pixel_count
    for look, pixels in lit:
        level = LEVELS[look.rhythm[slot]] * brightness
        red, green, blue = look.hue
        for index in pixels:
            colours[index] = (int(red * level), int(green * level), int(blue * level))
    return tuple(colours)
