"""A board of a few cups and hands that obey its lights at once, with a slip that they may make."""

from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from statistics import median

from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.fit import ExpectedGains
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say

PLACES = (cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), pot(Side.SOUTH), cup(Side.NORTH, 1))
FRAMES_A_SECOND = 10
MASS_GRAMS, CUP_GRAMS, BEAN_GRAMS = 100.0, 25.0, 0.55
GRAM_COUNTS, NOISE_COUNTS = 3_000.0, 50.0
PATIENCE_SECONDS = 900.0
QUIET_SECONDS = 4.0
"""After the board has asked for the same so long, nothing is left to do but to press."""
SHAKEN_SECONDS = 15.0
BEAN_SECONDS = 2.2
SEAT_GRAMS = 0.02
"""How much otherwise a cup reads when it is put back: a standard deviation."""


class Slip(Enum):
    """What goes wrong at one place, the others being calibrated as they should."""

    NONE = "nothing"
    LEANS = "the mass leans on the deck"
    LEANS_LATER = "the mass leans on the deck when it comes for the second time"
    TILTS = "the cup touches the deck until it is lifted"
    TILTS_LATER = "the cup touches the deck when it was lifted, until it is lifted again"
    SECOND_MASS = "another mass is used from here on"
    SECOND_MASS_LATER = "another mass is used from here on when it comes for the second time"
    NEVER_TWICE_ALIKE = "the mass leans otherwise each time"
    SHAKES = "something shakes the place while the mass lies there for the first time"
    SHAKES_ALWAYS = "something shakes the place until the board says so"

    __hash__ = object.__hash__


@dataclass(slots=True)
class _Cell:
    zero: float
    gain: float
    has_cup: bool = True
    seat_grams: float = 0.0
    carried_elsewhere: float = 0.0
    """The share of all in the cup that the deck carries."""
    beans: int = 0


class CarefulHands:
    """Calibrates by the lights; the slip is made at `place` and by a `share` of the weight."""

    def __init__(
        self,
        seed: int,
        slip: Slip = Slip.NONE,
        place: Place = PLACES[0],
        share: float = 0.0,
        *,
        has_beans: bool = False,
        expected: ExpectedGains | None = None,
    ) -> None:
        self.slip, self.place, self.share = slip, place, share
        self.said: list[str] = []
        self.random = Random(seed)
        self.cells = {
            place: _Cell(self.random.uniform(-2e5, 2e5), GRAM_COUNTS * self.random.gauss(1, 0.05))
            for place in PLACES
        }
        notes = Notes.empty("2026-11-21T18:30", FRAMES_A_SECOND, reference("100 g"), PLACES)
        notes = replace(notes, are_beans_done=not has_beans)
        self.calibrating = Calibrating(PLACES, notes, dict, lambda _: None, expected=expected)
        self.now = 0.0
        self._frames = 0
        self._mass_at: Place | None = None
        self._mass_grams = MASS_GRAMS
        self._leant = 0.0
        self._puts = dict.fromkeys(PLACES, 0)
        self._is_quiet = False
        self.shaken_until = 0.0
        """Until when the whole table shakes, as on a carpet that somebody walks on."""
        self.stop_at = ""
        """The key of the sentence at which the hands stop."""
        self.sentence = ""

    def run(self) -> None:
        quiet_since, asked_before = 0.0, None
        while not self.calibrating.is_finished and self.now < PATIENCE_SECONDS:
            scene = self._pass(0.5)
            key = "" if scene.message is None else scene.message.key
            if key != "calibrate-beans-few" and self.said[-1:] != [key]:
                self.said.append(key)
            self.sentence = "" if scene.message is None else say(scene.message)
            if key == self.stop_at:
                return
            asked = (key, scene.signs)
            if asked != asked_before:
                quiet_since, asked_before = self.now, asked
            if key == "calibrate-refused" or self.now - quiet_since > QUIET_SECONDS:
                self._press()
                quiet_since = self.now
            elif self.calibrating.is_still:
                self._obey(key, scene)

    def _obey(self, key: str, scene: Scene) -> None:
        by_meaning = {sign.meaning: sign.place for sign in scene.signs}
        wanted, lifted = by_meaning.get(Meaning.MUST_NEXT), by_meaning.get(Meaning.LIFTED)
        is_second_time = key in ("calibrate-load-again", "calibrate-move-again")
        if key.startswith("calibrate-empty"):
            for sign in scene.signs:
                self.cells[sign.place].has_cup = False
            self._press()
        elif key in ("calibrate-cups", "calibrate-lighter"):
            for sign in scene.signs:
                self._set_cup(sign.place)
        elif key.startswith(("calibrate-unload", "calibrate-more", "calibrate-odd")):
            self._mass_at = None
        elif key in ("calibrate-lift", "calibrate-unlike") and lifted == self._mass_at and lifted is not None:
            self._put(lifted, with_cup=True)
        elif key.startswith("calibrate-beans"):
            for sign in scene.signs[:1]:
                self.cells[sign.place].beans += 1
                self._pass(BEAN_SECONDS)
        elif wanted is not None and wanted != self._mass_at:
            self._put(wanted, with_cup=is_second_time)

    def _set_cup(self, place: Place) -> None:
        cell = self.cells[place]
        is_slip = place == self.place and (
            (self.slip is Slip.TILTS and self._puts[place] == 0)
            or (self.slip is Slip.TILTS_LATER and self._puts[place] == 1)
        )
        cell.carried_elsewhere = self.share if is_slip else 0.0
        cell.has_cup, cell.seat_grams = True, self.random.gauss(0.0, SEAT_GRAMS)

    def _put(self, place: Place, *, with_cup: bool) -> None:
        self._mass_at = None
        if with_cup:
            self.cells[place].has_cup = False
            self._pass(1.5)
            self._set_cup(place)
        self._puts[place] += 1
        time = {Slip.LEANS: 1, Slip.LEANS_LATER: 2, Slip.SECOND_MASS: 1, Slip.SECOND_MASS_LATER: 2}
        if place == self.place and time.get(self.slip) == self._puts[place]:
            if self.slip in (Slip.SECOND_MASS, Slip.SECOND_MASS_LATER):
                self._mass_grams = MASS_GRAMS * (1 - self.share)
            else:
                self._leant = self.share
        elif place == self.place and self.slip is Slip.NEVER_TWICE_ALIKE:
            self._leant = self.share * self._puts[place]
        else:
            self._leant = 0.0
        self._mass_at = place
        if place == self.place and "SHAKES" in self.slip.name:
            self._pass(SHAKEN_SECONDS)

    def _grams(self, place: Place) -> float:
        cell = self.cells[place]
        mass = self._mass_grams * (1 - self._leant) if place == self._mass_at else 0.0
        held = (CUP_GRAMS + cell.seat_grams + BEAN_GRAMS * cell.beans) if cell.has_cup else 0.0
        return (held + mass) * (1 - cell.carried_elsewhere)

    def _noise(self, place: Place) -> float:
        if self.now < self.shaken_until:
            return NOISE_COUNTS * 60
        if place != self.place or place != self._mass_at:
            return NOISE_COUNTS
        is_shaken = self.slip is Slip.SHAKES and self._puts[place] == 1
        is_shaken |= self.slip is Slip.SHAKES_ALWAYS and not self._is_quiet
        return NOISE_COUNTS * (1 + self.share) if is_shaken else NOISE_COUNTS

    def _pass(self, seconds: float, *edges: Edge) -> Scene:
        scene = Scene((), None, None)
        for _ in range(max(1, round(seconds * FRAMES_A_SECOND))):
            self._frames += 1
            self.now = self._frames / FRAMES_A_SECOND
            readings = tuple(
                round(self.cells[at].zero + self.cells[at].gain * self._grams(at))
                + round(self.random.gauss(0, self._noise(at)))
                for at in PLACES
            )
            scene = self.calibrating.step(self.now, Frame(self.now, readings), edges).scene
            edges = ()
        return scene

    def _press(self) -> None:
        if self.calibrating.refusal is not None:
            self._is_quiet = True
        self._pass(0.2, Edge("south", True, self.now))
        self._pass(0.5, Edge("south", False, self.now))

    @property
    def gain_errors(self) -> dict[Place, float]:
        """How far each gain is off, apart from what all have in common."""
        ratios = {
            at: known.mass.mean / self.cells[at].gain for at, known in self.calibrating.notes.places.items()
        }
        middle = median(ratios.values())
        return {at: ratio / middle - 1 for at, ratio in ratios.items()}
