"""Where several tables may lie there, a look, a tap, a hold or a piece taken out tells which it is."""

from collections.abc import Sequence
from typing import Any

import pytest
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.explaining import Explained
from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Belief, Question, Table, Verdict
from cupsboard.recognition.histories.world import Slip
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.population import Population
from cupsboard.referee.as_landed.instructions import Decision, OnlyTable, Sight
from cupsboard.referee.as_landed.laps import after_acts
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import Choosing, Playing
from cupsboard.referee.events import NotNow, TableDoubted
from cupsboard.referee.inputs import Gesture, Hold, Press
from cupsboard.referee.options import Options
from cupsboard.referee.states import Refusal
from cupsboard.rules import games
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Kind, Place, Side, cup, stock
from cupsboard.rules.turns import PUT, Act
from cupsboard.scales.readings import Settled

GAME, SOUTH = games.named("coin-duel 10 stage 3"), Side.SOUTH
CUP, NICKEL, DIME = cup(SOUTH, 1), Kind("nickel"), Kind("dime")
KNOWLEDGE = Knowledge({}, {NICKEL: Population(5.0, 0.0, 0.0, 20.0), DIME: Population(2.3, 0.0, 0.0, 20.0)})
SETTLED = Settled(0.0, {})


def a_table(kind: Kind, share: float, *, is_out: bool = False) -> Table[Any]:
    """A piece of a kind lies in south's cup 1; or it did, and is missing."""
    act = Act(PUT, stock(SOUTH), CUP, 1, kind)
    turn, pieces = after_acts(GAME, GAME.start(SOUTH), SOUTH, [act])
    slips = (Slip(MishapKind.MISSING, (CUP,), kind, 1),) if is_out else ()
    return Table(share, turn, {**pieces, CUP: {}} if is_out else pieces, (act,), (), None, slips, 1.0)


def seen(belief: Belief, tables: Sequence[Table[Any]]) -> Sight:
    question = Question((CUP,), CUP, (NICKEL, DIME)) if belief is Belief.OPEN else None
    verdict = Verdict(belief, tuple(tables), question, 0.0, 0.0, True, False, 1, 1)
    look = Look(verdict, Explained((), True, False, 1, 1), SETTLED, frozenset[Place]())
    return Sight(KNOWLEDGE, look, SOUTH, SETTLED)


class Desk:
    """A referee in the midst of a game, shown what a test says."""

    def __init__(self) -> None:
        self.referee = Referee(GAME, Options(starter=SOUTH), HistoryOf(GAME, SOUTH))
        self.now = 10.0

    def step(self, sight: Sight, *gestures: Gesture) -> Decision:
        self.now += 2.0
        return self.referee.step(self.now, sight, gestures)


@pytest.fixture
def asked() -> Desk:
    desk = Desk()
    decision = desk.step(seen(Belief.OPEN, [a_table(NICKEL, 0.6), a_table(DIME, 0.4)]))
    assert decision.events == (TableDoubted((CUP,), CUP, (NICKEL, DIME)),)
    return desk


NOTHING_NEW = Sight(KNOWLEDGE)


def test_the_likeliest_is_offered_and_a_tap_says_yes(asked: Desk) -> None:
    state = asked.referee.state
    assert isinstance(state, Choosing)
    assert state.table.pieces[CUP] == {NICKEL: 1}
    decision = asked.step(NOTHING_NEW, Press(SOUTH, asked.now + 1.9))
    assert decision.instructions == (OnlyTable(state.table),)
    after = asked.referee.state
    assert isinstance(after, Playing)
    assert after.pieces[CUP] == {NICKEL: 1}


def test_a_hold_offers_the_next_and_goes_round(asked: Desk) -> None:
    asked.step(NOTHING_NEW, Hold(SOUTH, asked.now + 1.9))
    state = asked.referee.state
    assert isinstance(state, Choosing)
    assert state.table.pieces[CUP] == {DIME: 1}
    asked.step(NOTHING_NEW, Hold(SOUTH, asked.now + 1.9))
    assert isinstance(asked.referee.state, Choosing)
    assert asked.referee.state.offered == 0


def test_nobody_has_looked_at_once(asked: Desk) -> None:
    decision = asked.step(NOTHING_NEW, Press(SOUTH, 12.5))
    assert decision.events == (NotNow(SOUTH, Refusal.LOOK_FIRST),)
    assert isinstance(asked.referee.state, Choosing)


def test_a_piece_that_is_taken_out_tells_the_table_and_the_board_waits_for_it(asked: Desk) -> None:
    out = [a_table(DIME, 0.999, is_out=True), a_table(NICKEL, 0.001, is_out=True)]
    decision = asked.step(seen(Belief.WRONG, out))
    (told,) = decision.instructions
    assert isinstance(told, OnlyTable)
    assert told.table.pieces[CUP] == {DIME: 1}
    state = asked.referee.state
    assert isinstance(state, Choosing)
    assert state.is_told
    assert asked.step(seen(Belief.WRONG, out)).instructions == ()
    asked.step(seen(Belief.SURE, [a_table(DIME, 1.0)]))
    assert isinstance(asked.referee.state, Playing)


def test_a_piece_that_might_be_of_either_table_tells_nothing(asked: Desk) -> None:
    decision = asked.step(
        seen(Belief.WRONG, [a_table(DIME, 0.6, is_out=True), a_table(NICKEL, 0.4, is_out=True)])
    )
    assert decision.instructions == ()
    assert isinstance(asked.referee.state, Choosing)


def test_the_same_question_is_asked_once(asked: Desk) -> None:
    decision = asked.step(seen(Belief.OPEN, [a_table(NICKEL, 0.7), a_table(DIME, 0.3)]))
    assert decision.events == ()
