"""Frames in, decisions out: the whole pure board, fed by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from cupsboard.core.free_order import Core
from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee import events
from cupsboard.referee.edges import Edge
from cupsboard.referee.inputs import Gesture, Sight
from cupsboard.referee.instructions import Decision
from cupsboard.referee.options import Options
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Turn
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.signs.sentences import say

GAME = Cups(4)
NOISE_GRAMS, COUNTS_PER_GRAM, CUP_GRAMS = 0.017, 2000.0, 25.0
BEAN_GRAMS, SPREAD_GRAMS, FINGERS_GRAMS = 0.55, 0.0825, 3.0
S1, S2, S3 = (cup(Side.SOUTH, number) for number in (1, 2, 3))
N1 = cup(Side.NORTH, 1)


class Board:
    """A core at 10 samples a second over a table of weights that a test sets."""

    def __init__(
        self,
        heavier_grams: Mapping[Place, float] | None = None,
        referee: Referee[Any] | None = None,
        beans_at: Mapping[Place, int] | None = None,
    ) -> None:
        """Cups weigh the same but those that are so much heavier; so many beans lie there from the start."""
        self.cups = {place: CUP_GRAMS + (heavier_grams or {}).get(place, 0.0) for place in GAME.places}
        places = {
            place: PlaceCalibration(0.0, COUNTS_PER_GRAM, 0.003, grams, 0.02, NOISE_GRAMS)
            for place, grams in self.cups.items()
        }
        beans = PieceCalibration(BEAN_GRAMS, 0.02, SPREAD_GRAMS, 10)
        calibration = Calibration("2026-01-01T00:00:00", 10.0, beans, places)
        self.core = Core(
            calibration,
            GAME.places,
            referee or Referee(GAME, Options(starter=Side.SOUTH)),
            from_calibration(calibration, of_beans(beans_at or {})),
        )
        self.content = {place: BEAN_GRAMS * (beans_at or {}).get(place, 0) for place in GAME.places}
        self.now = 0.0
        self.events: list[tuple[float, object]] = []
        self.random = Random(5)
        self.run(1.5)

    def frame(self, missing: Place | None = None, edges: tuple[Edge, ...] = ()) -> None:
        self.now += 0.1
        readings = tuple(
            CellFault.MISSED
            if place == missing
            else round(COUNTS_PER_GRAM * (self.cups[place] + grams + self.random.gauss(0, NOISE_GRAMS)))
            for place, grams in self.content.items()
        )
        decided = self.core.step(self.now, Frame(self.now, readings), edges)
        self.events += [(self.now, event) for event in decided.events]
        self.scene = decided.scene

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.1)):
            self.frame()

    def take(self, place: Place, grams: float) -> None:
        """Fingers press there for a moment and go with so much."""
        self.content[place] += FINGERS_GRAMS
        self.frame()
        self.content[place] -= FINGERS_GRAMS + grams

    def tap(self, side: Side) -> None:
        self.frame(edges=(Edge(side.value, True, self.now),))
        self.frame()
        self.frame(edges=(Edge(side.value, False, self.now),))

    def press(self, side: Side, is_down: bool) -> None:
        self.frame(edges=(Edge(side.value, is_down, self.now),))

    @property
    def sentence(self) -> str:
        """What the board says now."""
        return say(self.scene.message)

    def hold_both(self, seconds: float) -> None:
        down, up = ([Edge(side.value, is_down, self.now) for side in Side] for is_down in (True, False))
        self.frame(edges=tuple(down))
        self.run(seconds)
        self.frame(edges=tuple(replace(edge, time=self.now) for edge in up))

    def said(self, kind: type) -> list[float]:
        return [time for time, event in self.events if isinstance(event, kind)]


def test_a_bean_and_a_press_end_a_turn() -> None:
    board = Board()
    board.content[S1] = 0.57
    board.run(0.8)
    board.tap(Side.SOUTH)
    board.run(0.6)
    assert [event.label for _, event in board.events if isinstance(event, events.TurnEnded)] == ["drop 1"]


@pytest.mark.long("more tables", every=3)
@pytest.mark.parametrize("spiked_place", [S3, pot(Side.NORTH)])
@pytest.mark.parametrize("pressed_after_frames", [0, 1, 2, 3, 4])
def test_a_press_on_a_doubtful_table_is_never_judged_by_the_table_before(
    pressed_after_frames: int, spiked_place: Place
) -> None:
    """A spike during the second thought once let a press end the turn one bean short."""
    for spike_at in range(1, 8, 2):
        board = Board()
        board.content[S1] = 0.55
        board.run(1.0)
        board.content[S2] = 0.84
        board.run(0.1 * pressed_after_frames)
        for step in range(10):
            board.content[spiked_place] = 9.0 if step == spike_at else 0.0
            edges = {0: (Edge("south", True, board.now),), 1: (Edge("south", False, board.now),)}
            board.frame(edges=edges.get(step, ()))
        board.content[spiked_place] = 0.0
        board.run(1.0)
        ended = [event.label for _, event in board.events if isinstance(event, events.TurnEnded)]
        assert ended in ([], ["drop 2"])


def test_a_wrong_table_is_named_within_a_second_of_stillness_and_not_at_the_first_glance() -> None:
    board = Board()
    board.content[cup(Side.NORTH, 2)] = 0.56
    began = board.now
    board.run(1.5)
    (seen,) = board.said(events.WrongTableSeen)
    assert COSTS.waits.second_thought_seconds < seen - began < 1.05


def test_a_finger_that_rests_for_half_a_second_raises_no_alarm() -> None:
    board = Board()
    for grams in (0.6, 2.9, 7.3):
        board.content[S3] = grams
        board.run(0.5)
        board.content[S3] = 0.0
        board.run(1.5)
    assert board.said(events.WrongTableSeen) == []
    assert board.said(events.QuestionAsked) == []


class Unheard(Referee[Position]):
    """A referee whose events nobody gets to see."""

    def step(self, now: float, sight: Sight, gestures: Sequence[Gesture]) -> Decision:
        return replace(super().step(now, sight, gestures), events=())


def test_what_is_reported_steers_nothing() -> None:
    """A move, a question answered, something that players can't find, a pause and an undo."""
    boards = [Board(referee=kind(GAME, Options(starter=Side.SOUTH))) for kind in (Referee, Unheard)]
    seen: list[list[object]] = [[], []]
    for board, scenes in zip(boards, seen, strict=True):
        for place, grams, side in ((S1, 0.57, Side.SOUTH), (N1, 0.93, Side.NORTH), (S2, 5.3, Side.SOUTH)):
            board.content[place] = grams
            board.run(4.0)
            for _ in range(2):
                board.tap(side)
                board.run(2.0)
                scenes.append((board.scene, board.core.knowledge, board.core.recognition))
        board.content[S2] = 0.0
        for act in (
            partial(board.hold_both, 4.5),
            partial(board.tap, Side.SOUTH),
            partial(board.hold_both, 1.0),
        ):
            board.run(2.0)
            act()
            board.run(2.0)
            scenes.append((board.scene, board.core.knowledge, board.core.recognition))
    assert seen[0] == seen[1]
    kinds = (
        events.TableAgreed,
        events.QuestionAnswered,
        events.LookedInVain,
        events.PlayResumed,
        events.Undone,
    )
    assert all(boards[0].said(kind) for kind in kinds)
    assert boards[1].events == []


class TestPause:
    def paused(self) -> Board:
        """South has dropped one bean and ended the turn; then everybody pauses."""
        board = Board()
        board.content[S1] += 0.55
        board.run(1.5)
        board.tap(Side.SOUTH)
        board.run(1.5)
        assert len(board.said(events.TurnEnded)) == 1
        board.hold_both(4.5)
        assert len(board.said(events.PlayPaused)) == 1
        return board

    def test_what_hands_did_meanwhile_is_found_afterwards_and_put_right(self) -> None:
        board = self.paused()
        board.take(S1, 0.55)
        board.content[S3] += 1.1
        board.run(3)
        assert board.said(events.WrongTableSeen) == []
        board.tap(Side.NORTH)
        board.run(2)
        assert len(board.said(events.WrongTableSeen)) == 1
        board.content[S1] += 0.55
        board.take(S3, 1.1)
        board.run(2)
        assert board.core.referee.state == Turn()

    def test_an_untouched_table_goes_on_at_once(self) -> None:
        board = self.paused()
        board.tap(Side.NORTH)
        board.run(1)
        assert board.core.referee.state == Turn()
        assert board.said(events.WrongTableSeen) == []


def test_a_finger_that_lingers_on_a_cup_just_put_back_is_not_the_opponents_first_bean() -> None:
    board = Board()
    board.content[S1] = 0.57
    board.run(1.5)
    board.content[N1] = 0.35
    board.run(0.4)
    board.content[N1] = 0.0
    board.run(1.5)
    assert not board.said(events.TurnEnded)


def test_the_opponents_first_bean_ends_a_turn_within_a_second_of_stillness() -> None:
    board = Board()
    board.content[S1] = 0.57
    board.run(1.5)
    lay_since = board.now
    board.content[N1] = 0.55
    board.run(2.0)
    assert len(ended := board.said(events.TurnEnded)) == 1
    assert ended[0] < lay_since + 1.3


def test_of_a_heavy_pair_the_light_bean_that_is_taken_out_again_is_not_overlooked() -> None:
    board = Board()
    board.content[S1] = 1.30
    board.run(1.5)
    assert board.said(events.WrongTableSeen)
    board.take(S1, 0.36)
    board.run(1.5)
    assert board.core.recognition is not None
    assert board.core.recognition.found[S1] == 1


class TestAStrayBeanBesideACaptureHalfDone:
    """South's first cup holds two beans; north captures them one by one, with one of its own among them."""

    def board(self) -> Board:
        board = Board()
        for side, *drops in ((Side.SOUTH, S1), (Side.NORTH, N1), (Side.SOUTH, S1)):
            for place in drops:
                board.content[place] += BEAN_GRAMS
            board.run(1.5)
            board.tap(side)
            board.run(1.0)
        for place in (N1, cup(Side.NORTH, 2), cup(Side.NORTH, 3)):
            board.content[place] += BEAN_GRAMS
            board.run(0.8)
        assert len(board.said(events.TurnEnded)) == 3
        return board

    def captured(self, board: Board) -> None:
        board.take(S1, BEAN_GRAMS)
        board.run(0.6)
        board.content[pot(Side.NORTH)] += BEAN_GRAMS
        board.run(0.8)

    def test_is_not_the_opponents_reply(self) -> None:
        board = self.board()
        self.captured(board)
        board.content[pot(Side.NORTH)] += BEAN_GRAMS
        board.run(2.0)
        assert len(board.said(events.TurnEnded)) == 3
        assert board.said(events.WrongTableSeen)

    def test_nor_is_a_finger_on_the_pot_while_the_last_bean_but_one_goes(self) -> None:
        board = self.board()
        board.take(S1, BEAN_GRAMS)
        board.content[pot(Side.NORTH)] += 2 * BEAN_GRAMS
        board.run(2.0)
        assert len(board.said(events.TurnEnded)) == 3

    def test_while_a_bean_that_comes_after_the_capture_is(self) -> None:
        board = self.board()
        self.captured(board)
        self.captured(board)
        board.content[S1] += BEAN_GRAMS
        board.run(2.0)
        assert len(board.said(events.TurnEnded)) == 4
        assert not board.said(events.WrongTableSeen)


class TestCupsThatWeighTheSameExchanged:
    """A cup with a bean, and an empty one that is heavier by a bean."""

    def board(self) -> Board:
        board = Board({S2: BEAN_GRAMS})
        board.content[S1] = BEAN_GRAMS
        board.run(1.5)
        board.tap(Side.SOUTH)
        board.run(1.5)
        assert len(board.said(events.TurnEnded)) == 1
        return board

    def shaken(self, board: Board, *grams: float) -> None:
        """Both cups pull and push like this, a frame each, and stand again as before."""
        for each in grams:
            board.content |= {S1: each, S2: each}
            board.frame()
        board.content |= {S1: BEAN_GRAMS, S2: 0.0}
        board.run(5.0)

    def test_are_asked_about_if_both_were_lifted(self) -> None:
        board = self.board()
        self.shaken(board, *[-CUP_GRAMS] * 10)
        assert board.said(events.QuestionAsked)

    def test_are_no_matter_if_they_only_rang_from_a_bump(self) -> None:
        board = self.board()
        self.shaken(board, -20.0, 15.0, -15.0, 10.0)
        assert not board.said(events.QuestionAsked)
        assert not board.said(events.WrongTableSeen)


def test_a_doubt_lets_a_quick_hand_sow_on_and_is_asked_about_within_a_second_of_stillness() -> None:
    board = Board()
    lay_since = board.now
    board.content[S1] = 0.89
    board.run(0.7)
    assert not board.said(events.QuestionAsked)
    board.run(1.0)
    (asked,) = board.said(events.QuestionAsked)
    assert asked < lay_since + 1.3


@pytest.mark.parametrize("tremor_grams", [0.03, 0.035])
def test_a_doubt_is_asked_about_as_soon_though_it_trembles_now_more_and_now_less(tremor_grams: float) -> None:
    board, hand = Board(), Random(1)
    lay_since = board.now
    for _ in range(20):
        board.content[S1] = 0.89 + hand.gauss(0.0, tremor_grams)
        board.frame()
    (asked,) = board.said(events.QuestionAsked)
    assert asked < lay_since + 1.3


@pytest.mark.parametrize("seconds", [0.2, 0.4, 0.6, 1.0])
@pytest.mark.parametrize(("heavy_grams", "taken_grams"), [(0.8, 0.5), (0.75, 0.45), (0.76, 0.52)])
def test_a_lighter_bean_taken_as_soon_as_a_heavy_one_has_fallen_is_not_agreed_to_lie_there(
    heavy_grams: float, taken_grams: float, seconds: float
) -> None:
    board = Board()
    for place, side in ((S1, Side.SOUTH), (N1, Side.NORTH)):
        board.content[place] = BEAN_GRAMS
        board.run(1.5)
        board.tap(side)
        board.run(1.5)
    board.content[S1] += heavy_grams
    board.run(seconds)
    board.take(S1, taken_grams)
    board.run(1.2)
    board.tap(Side.SOUTH)
    board.run(2.0)
    assert len(board.said(events.TurnEnded)) == 2
    assert board.said(events.NotNow)


@pytest.mark.parametrize("grams", [0.87, 0.9, 0.93, 0.97])
def test_a_table_that_players_have_answered_for_is_neither_asked_about_again_nor_called_wrong(
    grams: float,
) -> None:
    board = Board()
    board.content[S1] = grams
    board.run(3.0)
    assert len(board.said(events.QuestionAsked)) == 1
    board.tap(Side.SOUTH)
    board.run(6.0)
    assert len(board.said(events.TurnEnded)) == 1
    assert len(board.said(events.QuestionAsked)) == 1
    assert not board.said(events.WrongTableSeen)
    board.content[N1] = BEAN_GRAMS
    board.run(1.5)
    board.tap(Side.NORTH)
    board.run(1.0)
    assert len(board.said(events.TurnEnded)) == 2


@pytest.mark.parametrize("grams", [0.27, 0.29, 0.87, 0.91, 0.95])
def test_who_says_that_an_odd_bean_is_their_reply_has_ended_both_moves_by_that_press(grams: float) -> None:
    board = Board()
    board.content[S1] = BEAN_GRAMS
    board.run(3.0)
    board.content[N1] = grams
    board.run(4.0)
    assert len(board.said(events.QuestionAsked)) == 1
    board.tap(Side.NORTH)
    board.run(4.0)
    assert len(board.said(events.TurnEnded)) == 2
    assert len(board.said(events.QuestionAsked)) == 1
    assert board.core.knowledge.contents[N1] == 1


@pytest.mark.parametrize("seconds", [0.5, 1.0, 1.5, 2.0])
def test_who_has_looked_in_vain_need_not_wait_for_the_next_look(seconds: float) -> None:
    board = Board()
    board.content[S2] = 5.3
    board.run(2.0)
    board.tap(Side.SOUTH)
    board.run(2.0 + seconds)
    board.tap(Side.SOUTH)
    board.run(2.5)
    (told,), (seen,) = board.said(events.LookedInVain), board.said(events.WrongTableSeen)
    assert seen - told < COSTS.waits.second_thought_seconds + 0.15


def test_a_light_bean_is_a_bean_also_where_the_cups_are_filled_from_the_far_end() -> None:
    board = Board()
    board.content[S3] = 0.54
    board.run(0.8)
    board.content[S2] = 0.3
    board.run(2.0)
    assert not board.said(events.QuestionAsked)
    assert board.core.recognition is not None
    assert [board.core.recognition.found[place] for place in (S1, S2, S3)] == [0, 1, 1]


def test_half_a_bean_is_asked_about_while_hands_rest_and_no_more_when_they_go_on() -> None:
    board = Board()
    board.content[S3] = 0.54
    board.run(0.8)
    board.content[S2] = 0.27
    board.run(COSTS.waits.laying_seconds)
    assert not board.said(events.QuestionAsked)
    board.run(1.0)
    assert len(board.said(events.QuestionAsked)) == 1
    board.content[S1] = 0.56
    board.run(2.0)
    board.tap(Side.SOUTH)
    board.run(1.0)
    assert len(board.said(events.TurnEnded)) == 1
    assert len(board.said(events.QuestionAsked)) == 1
