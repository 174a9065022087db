"""Slips of the hand: what really happened is said at its place, and no wire is blamed for a hand."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense, Rejection
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Side, cup
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsim.people.slips import Slip
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld
from hypothesis import given
from hypothesis import strategies as st

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
WEIGHT = reference("100 g")
WIRES = (Nonsense.WRONG_DIRECTION, Nonsense.SAME_SIGNAL, Nonsense.CROSSED)


def calibrated(
    slip: Slip, occasion: int, *, mistake: Mistake = Mistake.NONE, seed: int = 1
) -> tuple[CalibrationWorld, list[str]]:
    """A board that somebody calibrates who slips once, and all that it said meanwhile."""
    world = CalibrationWorld(
        CalibrationSetup(
            seed, reference=WEIGHT, switched_on=EVENING, mistake=mistake, slip=slip, occasion=occasion, cups=2
        )
    )
    told: list[str] = []

    def listen(_: float, message: Message) -> None:
        said = say(message)
        if told[-1:] != [said]:
            told.append(said)

    world.calibrate(900.0, listen)
    return world, told


ONCE = ("calibrate-empty", "calibrate-load")
"""What is asked for once alone: the weight goes from one place to the next."""


@pytest.mark.long("a whole calibration for each slip")
@pytest.mark.parametrize(
    ("slip", "occasion"),
    [*((slip, 0) for slip in Slip), *((slip, 1) for slip in Slip if slip.during not in ONCE)],
    ids=lambda each: each.name if isinstance(each, Slip) else "",
)
def test_a_slip_blames_no_wire_and_the_calibration_ends_true(slip: Slip, occasion: int) -> None:
    world, _ = calibrated(slip, occasion)
    assert world.has_slipped
    result = world.result()
    assert not [refusal for refusal in result.refused if refusal.what in WIRES]
    assert result.calibration is not None
    assert all(abs(error) < 2e-3 for error in world.true_gain_errors(result.calibration).values())


@pytest.mark.long("a whole calibration for each sentence")
@pytest.mark.parametrize(
    ("slip", "said"),
    [
        (Slip.PRESS_WITH_ALL_CUPS_ON, "Perhaps a cup or a hand was still on it"),
        (Slip.PRESS_WITH_ONE_CUP_ON, "Perhaps a cup or a hand was still on it"),
        (Slip.THE_MASS_IN_ANOTHER_CUP, "The weight lies on North's cup 2, and is measured there."),
        (Slip.THE_MASS_IN_A_CUP_THAT_IS_DONE, "South's cup 1 is done already."),
        (Slip.ANOTHER_MASS_TOO, " at once: take it off both"),
        (Slip.A_CUP_LIFTED_TWICE, "Put its cup back; or take everything off it"),
        (Slip.PRESS_BEFORE_THE_MASS, "Nothing was felt on South's cup 1 yet"),
        (Slip.A_BEAN_IN_ANOTHER_CUP, " beside its cup: take it off."),
    ],
    ids=lambda each: each.name if isinstance(each, Slip) else "",
)
def test_the_board_says_what_really_happened(slip: Slip, said: str) -> None:
    _, told = calibrated(slip, 0)
    assert any(said in sentence for sentence in told), told


@pytest.mark.long("a whole calibration for each")
@pytest.mark.parametrize("mistake", [Mistake.SWAPPED_WIRES, Mistake.CROSSED_CABLES, Mistake.JOINED_LINES])
@pytest.mark.parametrize(
    "slip", [Slip.PRESS_WITH_ALL_CUPS_ON, Slip.PRESS_BEFORE_THE_CUPS, Slip.A_HAND_ON_A_CUP]
)
def test_a_wrong_wire_is_named_beside_a_slip(mistake: Mistake, slip: Slip) -> None:
    world, _ = calibrated(slip, 0, mistake=mistake)
    refused = world.result().refused
    assert refused
    assert {refusal.what for refusal in refused if refusal.what in WIRES} == set(NAMED[mistake])
    assert refused[-1].place in world.concerned


PLACES = (cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.NORTH, 1))
WIDE = (*PLACES, *(cup(Side.SOUTH, number) for number in (3, 4, 5)))
DEEDS = ("press", "cup off", "cup on", "mass on", "mass off", "lift for a moment", "touch", "lean", "wait")
FRAMES_A_SECOND = 10
GRAM_COUNTS = 5_000.0


class SoundBoard:
    """Three sound cells, one mass, and hands that do anything at any time whatever the lights ask for."""

    def __init__(self, seed: int, places: Sequence[Place] = PLACES) -> None:
        self.places = places
        self._random = Random(seed)
        self.grams = dict.fromkeys(places, 25.0)
        self.zeros = {place: self._random.uniform(-2e5, 2e5) for place in places}
        self._frames = 0
        self._edges: list[Edge] = []
        notes = Notes.empty("", float(FRAMES_A_SECOND), WEIGHT, places)
        self.calibrating = Calibrating(places, notes, dict, lambda _: None)
        self._mass: Place | None = None

    def pass_seconds(self, seconds: float) -> None:
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            self._frames += 1
            now = self._frames / FRAMES_A_SECOND
            readings = tuple(
                round(self.zeros[at] + GRAM_COUNTS * self.grams[at] + self._random.gauss(0, 50))
                for at in self.places
            )
            self.calibrating.step(now, Frame(now, readings), self._edges)
            self._edges = []

    @property
    def says(self) -> Message:
        return self.calibrating.step(self._frames / FRAMES_A_SECOND, None, ()).scene.message

    def act(self, deed: str, place: Place, then_seconds: float = 3.0) -> None:
        now = self._frames / FRAMES_A_SECOND
        cup_grams = 25.0
        match deed:
            case "press":
                self._edges = [Edge("south", True, now), Edge("south", False, now + 0.15)]
            case "cup off" if self._has_cup(place):
                self.grams[place] -= cup_grams
            case "cup on" if not self._has_cup(place):
                self.grams[place] += cup_grams
            case "mass on" if self._mass is None:
                self._mass = place
                self.grams[place] += 100.0
            case "mass off" if self._mass is not None:
                self.grams[self._mass] -= 100.0
                self._mass = None
            case "lift for a moment" if self._has_cup(place):
                self._for_a_moment(place, -cup_grams)
            case "touch":
                self._for_a_moment(place, self._random.uniform(25.0, 60.0))
            case "lean":
                self._for_a_moment(place, self._random.uniform(25.0, 60.0), 3.0)
        self.pass_seconds(then_seconds)

    def _has_cup(self, place: Place) -> bool:
        return self.grams[place] % 100.0 > 20.0

    def _for_a_moment(self, place: Place, grams: float, seconds: float = 0.8) -> None:
        self.grams[place] += grams
        self.pass_seconds(seconds)
        self.grams[place] -= grams


def blames(refused: Sequence[Rejection]) -> list[Rejection]:
    """The refusals that blame a wire whatever was touched."""
    sure = (Nonsense.WRONG_DIRECTION, Nonsense.SAME_SIGNAL)
    return [each for each in refused if each.what in sure]


@given(
    deeds=st.lists(st.tuples(st.sampled_from(DEEDS), st.sampled_from(PLACES)), min_size=5, max_size=40),
    seed=st.integers(0, 1_000),
)
def test_whatever_hands_do_on_a_sound_board_no_wire_is_blamed(
    deeds: Sequence[tuple[str, Place]], seed: int
) -> None:
    board = SoundBoard(seed)
    board.pass_seconds(3.0)
    board.act("press", PLACES[0])
    for deed, place in deeds:
        board.act(deed, place)
        assert blames(board.calibrating.refused) == []
    for refusal in board.calibrating.refused:
        assert refusal.what is not Nonsense.CROSSED or say(refusal.help).startswith("If it was ")


def with_cups_on(places: Sequence[Place] = PLACES) -> SoundBoard:
    """A board whose platforms and cups are measured, and which asks for the mass."""
    board = SoundBoard(1, places)
    board.grams = dict.fromkeys(places, 0.0)
    board.pass_seconds(3.0)
    board.act("press", places[0])
    for each in places:
        board.act("cup on", each)
    assert board.says.key == "calibrate-load"
    return board


@pytest.mark.parametrize("is_left", [False, True], ids=["taken out first", "left in"])
def test_a_bean_beside_the_mass_is_none_of_it(is_left: bool) -> None:
    board, place = with_cups_on(), PLACES[0]
    board.act("mass on", place)
    board.grams[place] += 1.0
    board.pass_seconds(3.0)
    if not is_left:
        board.grams[place] -= 1.0
        board.pass_seconds(3.0)
    board.act("mass off", place)
    if is_left:
        assert board.says.key == "calibrate-more"
        board.grams[place] -= 1.0
        board.pass_seconds(3.0)
        # Nothing tells how much of the reading the bean was.
        assert board.says.values == {"place": place}
        board.act("mass on", place)
        board.act("mass off", place)
    assert board.says.values == {"place": PLACES[1]}
    (loaded,) = board.calibrating.notes.places[place].loaded
    assert loaded.mean == pytest.approx(100.0 * GRAM_COUNTS, rel=1e-3)


def test_a_press_too_many_right_after_another_refuses_nothing() -> None:
    board = with_cups_on()
    for _ in range(3):
        board.act("press", PLACES[0], 0.4)
    assert board.says.key == "calibrate-load-early"
    assert board.calibrating.refused == []
    board.act("press", PLACES[0])
    board.act("press", PLACES[0])
    assert [each.what for each in board.calibrating.refused] == [Nonsense.NOTHING_FELT]


def test_half_a_mass_that_wanders_from_one_place_to_the_next_is_told_at_each() -> None:
    board, (place, other, _) = with_cups_on(WIDE), PLACES
    for each in WIDE[3:]:
        board.act("mass on", each)
        board.act("mass off", each)
    board.grams[place] += 20.0
    board.pass_seconds(3.0)
    assert (board.says.key, board.says.values["place"]) == ("calibrate-odd", place)
    board.grams[place] -= 20.0
    board.grams[other] += 20.0
    board.pass_seconds(3.0)
    assert (board.says.key, board.says.values["place"]) == ("calibrate-odd", other)


def test_a_heavier_cup_that_nobody_can_take_a_weight_out_of_is_measured_again_by_two_presses() -> None:
    board, (place, other, _) = with_cups_on(), PLACES
    # Two cups are exchanged, of which one weighs more.
    board.grams[place], board.grams[other] = 33.0, 25.0
    board.pass_seconds(3.0)
    assert board.says.key == "calibrate-move"
    board.act("press", place)
    assert board.says.key == "calibrate-or-nothing"
    assert board.says.values == {"place": place}
    board.act("press", place)
    assert board.says.key == "calibrate-empty"
    board.grams[place] = 0.0
    board.act("press", place)
    board.grams[place] = 33.0
    board.pass_seconds(4.0)
    assert board.says.key == "calibrate-load"
    assert board.calibrating.refused == []
