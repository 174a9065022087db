"""The table of a race: which cup stands where, which one is in whose hand, and what the cells feel of it.

The table knows the truth and writes it down: every cup that left its place, whose hand it was, and where it
came to stand. Operations happen at an instant; hands give them duration. Only the cells pass anything on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Seat, seats, tray
from cupsboard.rules.places import Place

from cupsim.errors import SimulatorError
from cupsim.table.king_of_the_cups.cups import Stance, Standing
from cupsim.table.king_of_the_cups.deeds import Deed, Landed, Left
from cupsim.table.king_of_the_cups.platform import Platform
from cupsim.table.load_cell import PLATFORM_GRAMS, LoadCell, Room, cell_model

TRAY_GRAMS = 95.0
"""A disc of plywood of 170 mm and 6 mm with its rim."""
SPOT_CELLS, TRAY_CELLS = "500g", "1kg"
NUDGE_MM = 4.0
"""So far a cup slides, in the mean, that another one touches as it comes onto its tray or leaves it."""
NUDGED = 0.25
DECK_SHARE = 0.02
"""How much of a blow to one place comes to the others through the deck, at most."""
LEAST_BORNE, MOST_BORNE = 0.1, 0.7


class RaceTable:
    """Nine cups of these masses and a tray for each of so many players, from one seed.

    The cups stand on the spots in the order given; `place` moves one as if nobody had.
    """

    def __init__(
        self, players: int, random: Random, masses_grams: Mapping[Cup, float], order: Sequence[Cup] = CUPS
    ) -> None:
        self.seats = seats(players)
        self.masses_grams = masses_grams
        self._random = Random(random.getrandbits(64))
        self.room = Room(Random(random.getrandbits(64)))
        """The temperature that all cells share."""
        models = dict.fromkeys(SPOTS, cell_model(SPOT_CELLS))
        models |= dict.fromkeys(map(tray, self.seats), cell_model(TRAY_CELLS))
        self.cells: Mapping[Place, LoadCell] = {
            place: LoadCell(model, self.room, Random(random.getrandbits(64)))
            for place, model in models.items()
        }
        """The cell under every place, in the board's order of places."""
        self._platforms = {
            place: Platform.on(cell, self._random, is_tray=place not in SPOTS)
            for place, cell in self.cells.items()
        }
        self._standing: dict[Cup, tuple[Place, Standing]] = {}
        self._hand_of: dict[Cup, Seat] = {}
        self.deeds: list[Deed] = []
        """What hands have done with cups, in the order in which it happened."""
        for place, cell in self.cells.items():
            cell.change(0.0, PLATFORM_GRAMS + (0.0 if place in SPOTS else TRAY_GRAMS))
        for cup, place in zip(order, SPOTS, strict=True):
            self.place(cup, place)

    def platform_grams(self, place: Place) -> float:
        """What a place weighs without cups."""
        return PLATFORM_GRAMS + (0.0 if place in SPOTS else TRAY_GRAMS)

    def where(self, cup: Cup) -> Place | None:
        """The place that weighs a cup as it should; None in a hand, on the deck or half beside its spot."""
        at = self._standing.get(cup)
        return at[0] if at is not None and at[1].stance is not Stance.HALF_BESIDE else None

    def nearest(self, cup: Cup) -> Place | None:
        """The place that a cup stands on or half beside; None in a hand or off the board."""
        at = self._standing.get(cup)
        return None if at is None else at[0]

    def stance(self, cup: Cup) -> Stance | None:
        """Return how a cup stands; None in a hand or off the board."""
        at = self._standing.get(cup)
        return None if at is None else at[1].stance

    def standing(self, cup: Cup) -> Standing | None:
        """Return where on its place a cup stands; None in a hand."""
        at = self._standing.get(cup)
        return None if at is None else at[1]

    def hand_of(self, cup: Cup) -> Seat | None:
        """Return the seat whose hand has the cup; None if no hand has it."""
        return self._hand_of.get(cup)

    def cups_on(self, place: Place) -> tuple[Cup, ...]:
        """Return the cups on a place or half beside it."""
        return tuple(cup for cup, (at, _) in self._standing.items() if at == place)

    def pieces(self) -> Mapping[Place, tuple[Cup, ...]]:
        """Which cups stand well on every place."""
        return {place: tuple(cup for cup in CUPS if self.where(cup) == place) for place in self.cells}

    def place(self, cup: Cup, place: Place, time: float = 0.0) -> None:
        """Let a cup stand on a place, wherever it was."""
        self._require(place)
        self._leave(cup, time)
        self._hand_of.pop(cup, None)
        self.stand(cup, place, self._room_on(place), time)

    def stand(self, cup: Cup, place: Place, standing: Standing, time: float) -> None:
        """Let a cup that is off the board stand on a place just so."""
        self._require(place)
        self._standing[cup] = place, standing
        self._change(place, self._weighs(cup, place, standing), time)

    def take_away(self, cup: Cup, time: float) -> tuple[Place, Standing] | None:
        """Take a cup off the board without a hand; return how it stood, None if it stood nowhere."""
        at = self._standing.get(cup)
        self._leave(cup, time)
        return at

    def take_hold(self, cup: Cup, by: Seat) -> bool:
        """Close a hand round a cup; whether it was the first to do so."""
        if cup in self._hand_of:
            return False
        self._hand_of[cup] = by
        return True

    def ease(self, cup: Cup, share: float, time: float) -> None:
        """Let a cup that a hand has hold of press with this share of its weight only."""
        at = self._standing.get(cup)
        if at is None:
            return
        place, standing = at
        eased = replace(standing, borne=share)
        self._change(place, self._weighs(cup, place, eased) - self._weighs(cup, place, standing), time)
        self._standing[cup] = place, eased

    def carry_off(self, cup: Cup, time: float) -> None:
        """Take it away for good; others on the same tray may be touched."""
        by = self._hand_of[cup]
        place = self._leave(cup, time)
        self.deeds.append(Left(time, cup, place, by))
        if place is not None:
            self._nudge(place, cup, time)

    def land(
        self, cup: Cup, place: Place, time: float, *, fall_metres: float, stance: Stance = Stance.UPRIGHT
    ) -> None:
        """Let the hand that has a cup put it down. A spot that is taken lets it slide half beside."""
        self._require(place)
        by = self._hand_of.pop(cup)
        if place in SPOTS and self.cups_on(place):
            stance = Stance.HALF_BESIDE
        standing = replace(self._room_on(place), stance=stance)
        if stance is Stance.HALF_BESIDE:
            standing = replace(standing, borne=self._random.uniform(LEAST_BORNE, MOST_BORNE))
        grams = self._weighs(cup, place, standing)
        self.cells[place].land(time, grams, fall_metres, 0.0)
        self._standing[cup] = place, standing
        for other, cell in self.cells.items():
            if other != place:
                blow = grams * (2 * 9.81 * fall_metres) ** 0.5 / 9.81
                cell.knock(time, blow * self._random.uniform(-DECK_SHARE, DECK_SHARE))
        self._nudge(place, cup, time)
        where = None if stance is Stance.HALF_BESIDE else place
        self.deeds.append(Landed(time, cup, where, by, place))

    def push(self, place: Place, grams: float, time: float) -> None:
        """Add a force that is no cup (a hand, fingers); the negative takes it away."""
        self._require(place)
        self._change(place, grams, time)

    def bump(self, strength_gram_seconds: float, time: float) -> None:
        """Knock against the board: every cell rings, each as hard as it happens to be hit."""
        for cell in self.cells.values():
            cell.knock(time, strength_gram_seconds * self._random.uniform(-1.0, 1.0))

    def _weighs(self, cup: Cup, place: Place, standing: Standing) -> float:
        return self._platforms[place].weighs(self.masses_grams[cup], standing)

    def _room_on(self, place: Place) -> Standing:
        others = (self._standing[other][1] for other in self.cups_on(place))
        return self._platforms[place].room_for_one(others, self._random)

    def _leave(self, cup: Cup, time: float) -> Place | None:
        at = self._standing.pop(cup, None)
        if at is None:
            return None
        place, standing = at
        self._change(place, -self._weighs(cup, place, standing), time)
        return place

    def _nudge(self, place: Place, moved: Cup, time: float) -> None:
        """Let cups beside one that came or went slide a little."""
        if place in SPOTS:
            return
        for cup in self.cups_on(place):
            if cup is not moved and cup not in self._hand_of and self._random.random() < NUDGED:
                _, before = self._standing[cup]
                x_mm, y_mm = (self._random.gauss(0.0, NUDGE_MM) for _ in range(2))
                after = replace(before, x_mm=before.x_mm + x_mm, y_mm=before.y_mm + y_mm)
                change = self._weighs(cup, place, after) - self._weighs(cup, place, before)
                self._standing[cup] = place, after
                self._change(place, change, time)

    def _change(self, place: Place, grams: float, time: float) -> None:
        if grams:
            self.cells[place].change(time, grams)

    def _require(self, place: Place) -> None:
        if place not in self.cells:
            raise SimulatorError(f"no place {place!r} on this table: {', '.join(self.cells)}")
