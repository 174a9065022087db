"""The step that puts the known mass on one place and takes it off again."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from cupsboard.procedures.calibration.measurements import Notes, Rest
from cupsboard.procedures.calibration.platform_and_cup_steps import LEAST_CHANGE_COUNTS, Seen, first_fault
from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.rejections import Rejection, crossed, nothing_felt, same_signal, wrong_direction
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign


class Ground(Enum):
    """What the reference is put on; the value ends the keys of the sentences that ask for it."""

    CUP = ""
    PLATFORM = "-bare"
    SPOT = "-spot"

    __hash__ = object.__hash__


class ReferenceOn:
    """Waits for the reference at one place and for its end there; no neighbour may feel it."""

    def __init__(self, place: Place, ground: Ground = Ground.CUP) -> None:
        self._place = place
        self._ground = ground
        self._before: Mapping[Place, RawCounts] | None = None
        self._loaded: RawCounts | None = None

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
        """See `Step`."""
        others = [place for place in notes.places if place not in notes.skipped]
        if (fault := first_fault(seen.watch, (self._place,), notes.rate_sps)) is not None:
            return fault
        now = seen.watch.all_counts(others)
        if now is None:
            return None
        if self._before is None:
            self._before = now
            return None
        changes = {
            place: now[place].mean - self._before[place].mean for place in now if place in self._before
        }
        if self._loaded is None:
            return self._felt(changes, now, seen)
        return self._emptied(changes[self._place], now, notes, seen.now)

    def _felt(
        self, changes: Mapping[Place, float], now: Mapping[Place, RawCounts], seen: Seen
    ) -> Rejection | None:
        own = changes[self._place]
        elsewhere = [
            place for place, change in changes.items() if _is_change(change) and place != self._place
        ]
        if _is_change(own) and own < 0:
            return wrong_direction(self._place, own)
        if elsewhere:
            return (
                same_signal(self._place, elsewhere[0])
                if _is_change(own)
                else crossed(self._place, elsewhere[0])
            )
        if _is_change(own):
            self._loaded = now[self._place]
        elif seen.is_pressed:
            return nothing_felt(self._place, own, LEAST_CHANGE_COUNTS)
        return None

    def _emptied(
        self, change: float, now: Mapping[Place, RawCounts], notes: Notes, time: float
    ) -> Notes | None:
        assert self._before is not None
        assert self._loaded is not None
        before, after, loaded = self._before[self._place], now[self._place], self._loaded
        rise = loaded.mean - before.mean
        if abs(change) > 0.1 * abs(rise):
            if now[self._place].mean - before.mean > rise:
                self._loaded = after
            return None
        # The mean of before and after takes out whatever drifted evenly in between.
        middle = (before.mean + after.mean) / 2
        known = notes.places[self._place]
        variance = loaded.variance + (before.variance + after.variance) / 4
        rise_counts = RawCounts(loaded.mean - middle, variance, loaded.noise)
        if self._ground is Ground.PLATFORM:
            return notes.noting({self._place: replace(known, on_platform=(rise_counts,))})
        # All the others stood there empty meanwhile: one more point of their drift.
        rested = {
            place: replace(notes.places[place], rests=(*notes.places[place].rests, Rest(time, counts.mean)))
            for place, counts in now.items()
        }
        loaded_place = replace(rested[self._place], loaded=(rise_counts,), back_counts=change)
        return notes.noting({**rested, self._place: loaded_place})

    def signs(self) -> tuple[Sign, ...]:
        """In, and out again."""
        if self._before is None:
            return ()
        return (Sign(self._place, Meaning.MUST_NEXT if self._loaded is None else Meaning.TOO_MANY),)

    def message(self) -> Message:
        """See `Step`."""
        if self._before is None:
            return Message("calibrate-still")
        key = "calibrate-load" if self._loaded is None else "calibrate-unload"
        return Message(f"{key}{self._ground.value}", {"place": self._place})


def _is_change(change: float) -> bool:
    return abs(change) > LEAST_CHANGE_COUNTS
