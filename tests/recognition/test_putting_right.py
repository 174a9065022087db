"""A table that several mishaps explain stays understood while it is put right piece by piece."""

from collections.abc import Sequence
from random import Random

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.outcome import Burdened, NotLegal, Recognition, Unchanged, Undecided
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup
from cupsboard.rules.turn_plans import expected_plans
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.pieces import Piece
from cupsim.table.settled_table import SettledTable

GAME = games.of_board(3)
POSITION = GAME.parse_position("2 3 0 pot 9 stock 12 / 1 7 4 pot 5 stock 11 / south")
PLANS: Sequence[Plan] = expected_plans(GAME, POSITION)
S1, S2, N2, N3 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.NORTH, 2), cup(Side.NORTH, 3)


class Disordered:
    """Two cups were exchanged, and two beans fell into a third."""

    def __init__(self, seed: int) -> None:
        self.table = SettledTable(GAME.places, bean_kind("go stone"), cell_model("1kg"), Random(seed))
        for place, count in GAME.contents(POSITION).items():
            if place in GAME.places:
                self.table.carry_out([Transfer(OFF_BOARD, place, count)] if count else [])
        contents, calibration = self.table.contents(), self.table.calibration
        lying = of_beans(contents)
        knowledge = agreed(from_calibration(calibration, lying), lying, self.table.weigh())
        self.tracker = Tracker(calibration, knowledge, is_watched=True)
        self.tracker.lift(frozenset({S1, N2}))
        self.table.exchange_cups(S1, N2)
        self.seen = self.after(Transfer(OFF_BOARD, S2, 2))

    def after(self, *transfers: Transfer, strange: dict[Place, float] | None = None) -> Recognition:
        self.table.carry_out(transfers)
        settled = self.table.weigh(strange or {})
        self.seen = self.tracker.look(PLANS, settled)
        self.tracker.keep(self.seen, settled)
        return self.seen


@pytest.mark.parametrize("seed", range(12))
def test_each_piece_that_is_put_right_is_seen_to_be(seed: int) -> None:
    disordered = Disordered(seed)
    assert isinstance(disordered.seen.outcome, NotLegal)
    assert disordered.seen.found == disordered.table.contents()
    for way in ((S1, OFF_BOARD), (OFF_BOARD, N2)) * 5 + ((S2, OFF_BOARD),):
        seen = disordered.after(Transfer(*way))
        assert not isinstance(seen.outcome, Burdened)
        assert seen.found == disordered.table.contents()
    seen = disordered.after(Transfer(S2, OFF_BOARD))
    assert isinstance(seen.outcome, Unchanged)


@pytest.mark.parametrize("seed", range(12))
def test_a_coin_in_the_midst_of_it_is_a_coin_and_when_it_is_gone_nothing_else_has_changed(seed: int) -> None:
    disordered = Disordered(seed)
    disordered.after(Transfer(S1, OFF_BOARD))
    before = disordered.seen.found
    with_coin = disordered.after(strange={N3: (2.42 + seed / 75) * 5.0})
    assert isinstance(with_coin.outcome, Burdened)
    assert with_coin.outcome.places.keys() == {N3}
    without = disordered.after()
    assert isinstance(without.outcome, NotLegal)
    assert without.found == before


N1 = cup(Side.NORTH, 1)
REPLYING = GAME.parse_position("2 1 0 pot 1 stock 13 / 2 1 0 pot 1 stock 13 / north")


@pytest.mark.parametrize("seed", range(12))
def test_other_beans_than_went_come_back_and_no_bean_is_lost_in_their_weight(seed: int) -> None:
    """North drops two beans, and moves the heavy one of the second cup into the first; a light one goes back.

    So the second cup weighs almost what it did, and the first as if one heavy bean had come.
    """
    table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(seed))
    mean = table.calibration.beans.mean_grams
    lies, heavy, first, second, back = (Piece(share * mean) for share in (1.0, 1.25, 0.90, 0.76, 0.60))
    for place, count in GAME.contents(REPLYING).items():
        if place in GAME.places:
            table.beans[place] = [lies] * count
    table.beans[N1], table.beans[N2] = [lies, back], [heavy]
    contents, calibration = table.contents(), table.calibration
    lying = of_beans(contents)
    knowledge = agreed(from_calibration(calibration, lying), lying, table.weigh())
    tracker = Tracker(calibration, knowledge, is_watched=True)
    plans = expected_plans(GAME, REPLYING)

    def look() -> Recognition:
        settled = table.weigh()
        seen = tracker.look(plans, settled)
        tracker.keep(seen, settled)
        return seen

    table.beans[N1] = [lies, back, first, heavy]
    table.beans[N2] = [second]
    assert isinstance(look().outcome, NotLegal)
    table.beans[N1] = [lies, first, heavy]
    table.beans[N2] = [second, back]
    for _ in range(3):
        seen = look()
        assert seen.found == table.contents() or isinstance(seen.outcome, Undecided | NotLegal)
