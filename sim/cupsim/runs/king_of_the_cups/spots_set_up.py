"""Hands at nine spots and trays that are set up: the nine cups, each by its name."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, CUPS, SPOTS, Cup
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning

from cupsim.errors import SimulatorError
from cupsim.people.calibrating_hands import Load, MassHands, Motion
from cupsim.people.calibrator import CUPS_OFF, MassMaker
from cupsim.runs.king_of_the_cups.reading import bidden
from cupsim.runs.rehearsal import AsksInWords
from cupsim.table.king_of_the_cups.race_table import RaceTable

REACH_SECONDS = 0.6


class Spots:
    """A `Workplace` at spots and trays; the cups stand beside the board at first."""

    tools: Sequence[str] = ("mass", "cup", "touch")
    at_once: Sequence[str] = ("cups-off",)

    def __init__(self, table: RaceTable, random: Random, load: Load, time: Callable[[], float]) -> None:
        self._table, self._time = table, time
        self.hands = MassHands(table, random, load, time)

    def motion(self, deed: str, place: Place | None) -> Motion | None:
        """See `Workplace`; a cup that is named goes to a place, or away from there."""
        if deed == "cups-off":
            return self.clear_away()
        cup = CUP_OF_KIND.get(deed)
        if cup is None or place is None or place not in self._table.cells:
            return None
        return self.lift_off(cup) if self._table.nearest(cup) == place else self.put(cup, place)

    def put(self, cup: Cup, place: Place) -> Motion:
        """Put a cup on a place, from wherever it is. Raises SimulatorError if another stands there."""
        if place in SPOTS and self._table.cups_on(place):
            raise SimulatorError(f"a cup stands on {place}: take it off first")
        yield from self.lift_off(cup)
        self._table.place(cup, place, self._time())
        yield REACH_SECONDS

    def lift_off(self, cup: Cup) -> Motion:
        """Stand a cup beside the board, if it is not there."""
        yield REACH_SECONDS
        self._table.take_away(cup, self._time())
        yield REACH_SECONDS

    def cup_on(self, place: Place) -> Cup | None:
        """Return a cup that stands on a place; None if none does."""
        return next(iter(self._table.cups_on(place)), None)

    def maker(self, asks: AsksInWords) -> MassMaker:
        """See `Workplace`."""
        return SpotsMaker(asks, self)

    def clear_away(self) -> Motion:
        """See `Workplace`."""
        for cup in CUPS:
            if self._table.nearest(cup) is not None:
                yield from self.lift_off(cup)

    def seen(self) -> Mapping[str, object]:
        """See `Workplace`; and where every cup stands, "" beside the board."""
        return {"cupsOff": (), "cups": {cup.kind: self._table.nearest(cup) or "" for cup in CUPS}}


class SpotsMaker(MassMaker):
    """Calibrates such a board and weighs its cups, by lights and sentences."""

    def __init__(self, asks: AsksInWords, spots: Spots) -> None:
        super().__init__(asks, spots.hands)
        self._in_words, self._spots = asks, spots

    def _obey(self, place: Place, meaning: Meaning) -> Motion | None:
        if (motion := super()._obey(place, meaning)) is not None:
            return motion
        cup, wanted = self._spots.cup_on(place), bidden(self._in_words.sentence())
        match meaning:
            case Meaning.TAKE_AWAY if cup is not None:
                return self._spots.lift_off(cup)
            case Meaning.TOO_MANY if cup is not None and self._asks.said() in CUPS_OFF:
                return self._spots.lift_off(cup)
            case Meaning.LIFTED if cup is None and wanted is not None and wanted[1] == place:
                return self._spots.put(*wanted)
            case _:
                return None
