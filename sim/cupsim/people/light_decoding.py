"""The lights read back by an eye that sees brightness over time and no hue: the proof of the grammar."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise, product

from cupsboard.rules.places import Place
from cupsboard.signs.light_patterns import GRAMMAR, SLOT_SECONDS, SLOTS, Colour
from cupsboard.signs.scene import Meaning

Sample = tuple[float, Sequence[Colour]]
"""A time in seconds and all pixels as they were then."""


def decode(samples: Sequence[Sample], spans: Mapping[Place, range]) -> dict[Place, Meaning | None]:
    """What each lit place says; None for one that says nothing readable, dark places are left out.

    The samples must cover `PERIOD_SECONDS` of one scene, twenty or more a second.
    """
    said: dict[Place, Meaning | None] = {}
    for place, span in spans.items():
        seen = [(time, max(map(max, pixels[span.start : span.stop]))) for time, pixels in samples]
        if any(brightness for _, brightness in seen):
            said[place] = _meaning(_word(seen))
    return said


def _word(seen: Sequence[tuple[float, int]]) -> str:
    """The rhythm from the first change on, against its own brightest moment; "?" where nothing was seen."""
    brightest = max(brightness for _, brightness in seen)
    levels = [(time, _level(brightness / brightest)) for time, brightness in seen]
    changes = [(before + after) / 2 for (before, old), (after, new) in pairwise(levels) if old != new]
    start = changes[0] + _common_offset(changes) if changes else levels[0][0]
    nearest = [(math.inf, "?")] * SLOTS
    for time, level in levels:
        slots, within = divmod((time - start) / SLOT_SECONDS, 1.0)
        slot = int(slots) % SLOTS
        nearest[slot] = min(nearest[slot], (abs(within - 0.5), level))
    return "".join(level for _, level in nearest)


def _level(brightness: float) -> str:
    if brightness >= 0.6:
        return "#"
    return "-" if brightness >= 0.1 else "."


def _common_offset(changes: Sequence[float]) -> float:
    """How far the borders of slots lie from the first change, which was seen late or early, in the mean."""
    half = SLOT_SECONDS / 2
    offsets = [(change - changes[0] + half) % SLOT_SECONDS - half for change in changes]
    return sum(offsets) / len(offsets)


def _meaning(word: str) -> Meaning | None:
    """The meaning whose rhythm this is from some moment on, with at most one slot misread."""
    return _words().get(word)


@cache
def _words() -> Mapping[str, Meaning | None]:
    """All that a rhythm may look like; None where two meanings could have been misread as the same."""
    exact: dict[str, Meaning] = {}
    for meaning, look in GRAMMAR.items():
        # Nobody sees how bright a light could be, only how bright it is against its own brightest moment.
        rhythm = look.rhythm if "#" in look.rhythm else look.rhythm.replace("-", "#")
        for turn in range(SLOTS):
            exact[rhythm[turn:] + rhythm[:turn]] = meaning
    words: dict[str, Meaning | None] = {}
    for word, meaning in exact.items():
        for slot, level in product(range(SLOTS), "#-.?"):
            misread = word[:slot] + level + word[slot + 1 :]
            words[misread] = meaning if words.get(misread, meaning) is meaning else None
    return words | exact
