"""Learning the cups' masses: hands do what the board says, and some do not."""

from random import Random

import pytest
from cupsboard.procedures.individuals.weighing import ROUNDS, WeighingIndividuals, cups_said
from cupsboard.recognition.individuals.apart import judged, told_apart
from cupsboard.referee.edges import Edge
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say

KINDS = [cup.kind for cup in CUPS]
LADDER = dict(zip(KINDS, (95.0, 97.0, 105.0, 119.0, 145.0, 149.0, 165.0, 177.0, 183.0), strict=True))
CALIBRATION = Calibration(
    "2026-01-01T00:00:00",
    80.0,
    PieceCalibration(0.5, 0.01, 0.05, 24),
    {place: PlaceCalibration(0.0, 1500.0, 1e-3, 0.0, 0.0, 0.03) for place in SPOTS},
)


class Hands:
    """Puts and takes what the lights ask for; every spot has a gain and a zero of its own."""

    def __init__(self, masses: dict[Kind, float]) -> None:
        self.random = Random(4)
        self.masses = masses
        self.procedure = WeighingIndividuals(CALIBRATION, SPOTS, SPOTS, KINDS)
        self.gains = {place: self.random.gauss(1.0, 1e-4) for place in SPOTS}
        self.zeros = {place: self.random.gauss(0.0, 0.05) for place in SPOTS}
        self.standing: dict[Place, float] = {}
        self.now = 0.0
        self.edges: list[Edge] = []
        self.scene: Scene | None = None

    def wait(self, seconds: float = 0.6) -> None:
        """Let the board look."""
        for _ in range(round(80 * seconds)):
            self.now += 1 / 80
            grams = [
                self.zeros[place]
                + self.gains[place] * self.standing.get(place, 0.0)
                + self.random.gauss(0.0, 0.03)
                for place in SPOTS
            ]
            frame = Frame(self.now, tuple(round(1500 * each) for each in grams))
            edges, self.edges = self.edges, []
            self.scene = self.procedure.step(self.now, frame, edges).scene

    def put(self, kind: Kind, place: Place) -> None:
        """A cup, a little off the middle."""
        self.standing[place] = self.masses[kind] * self.random.gauss(1.0, 2e-4)
        self.wait()

    @property
    def said(self) -> str:
        """What the board says."""
        assert self.scene is not None
        return say(self.scene.message)

    @property
    def wanted(self) -> Place:
        """Where it wants something."""
        assert self.scene is not None
        (place,) = (sign.place for sign in self.scene.signs if sign.meaning is Meaning.LIFTED)
        return place

    def obey(self) -> None:
        """Do all that is asked for, to the end."""
        self.wait()
        for _ in range(ROUNDS):
            for cup in CUPS:
                assert f"{cup.colour.value} {cup.shape.value}" in self.said
                self.put(cup.kind, self.wanted)
            assert "off the spots" in self.said
            self.standing.clear()
            self.wait()


def test_every_cup_is_learnt_on_three_spots_to_half_a_gram() -> None:
    hands = Hands(LADDER)
    hands.obey()
    assert hands.procedure.is_finished
    assert hands.procedure.progress == (27, 27)
    for kind, learnt in hands.procedure.result.items():
        assert learnt.mean_grams == pytest.approx(LADDER[kind], abs=0.5)
        assert learnt.sample == ROUNDS
        assert abs(learnt.mean_grams - LADDER[kind]) < 5 * learnt.mean_error_grams
    assert told_apart(hands.procedure.result, CALIBRATION) == []
    assert not judged(hands.procedure.result, CALIBRATION).confusions


def test_cups_that_weigh_alike_are_named_with_the_ballast_that_tells_them_apart() -> None:
    alike = LADDER | {KINDS[1]: 95.05}
    hands = Hands(alike)
    hands.obey()
    assert any(
        "red-circle" in line and "red-square" in line
        for line in told_apart(hands.procedure.result, CALIBRATION)
    )
    masses = hands.procedure.result
    said = [say(each) for each in cups_said(masses, judged(masses, CALIBRATION))]
    assert any(line.startswith("not fit to play: red ") and "g apart" in line for line in said)
    assert said[-1].startswith("what cures it: add ")


def test_cups_left_on_the_spots_are_to_be_taken_off_first() -> None:
    hands = Hands(LADDER)
    hands.standing[SPOTS[3]] = 60.0
    hands.wait()
    assert hands.said == "Take everything off the spots."
    hands.standing.clear()
    hands.wait()
    assert hands.said == "Put the red circle on spot 1."


def test_a_cup_on_another_spot_than_was_asked_for_is_sent_where_it_belongs() -> None:
    hands = Hands(LADDER)
    hands.wait()
    hands.put(KINDS[0], SPOTS[5])
    assert hands.said == "The red circle on spot 6 belongs on spot 1."
    del hands.standing[SPOTS[5]]
    hands.put(KINDS[0], SPOTS[0])
    assert hands.said == "Put the red square on spot 2."


def test_another_cup_than_was_asked_for_is_noticed_in_the_next_round() -> None:
    hands = Hands(LADDER)
    hands.wait()
    for cup in CUPS:
        hands.put(cup.kind, hands.wanted)
    hands.standing.clear()
    hands.wait()
    place = hands.wanted
    hands.put(KINDS[4], place)
    assert "weighs otherwise than the red circle did before" in hands.said
    del hands.standing[place]
    hands.wait()
    hands.put(KINDS[0], place)
    assert hands.said.startswith("Put the red square")


def test_who_had_put_the_wrong_one_before_presses_and_it_is_weighed_anew() -> None:
    hands = Hands(LADDER)
    hands.wait()
    for kind in (KINDS[1], KINDS[0], *KINDS[2:]):
        hands.put(kind, hands.wanted)
    hands.standing.clear()
    hands.wait()
    hands.put(KINDS[0], hands.wanted)
    hands.edges.append(Edge("one", True, hands.now))
    hands.wait()
    assert hands.said.startswith("Put the red square")


def test_more_cups_than_spots_are_refused() -> None:
    with pytest.raises(SensingError, match="3 places for 9 cups"):
        WeighingIndividuals(CALIBRATION, SPOTS, SPOTS[:3], KINDS)
