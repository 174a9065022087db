"""A press is forgotten and the opponent makes a whole reply: the board reads that reply, or asks about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.evidence import gather
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.legal_tables import Work, stages_of_replies
from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.outcome import Complete, Recognition, Undecided
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.position import Row as BeanRow
from cupsboard.rules.turn_plans import expected_plans
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import assume, given
from hypothesis import strategies as st

MOST_LOOKS = 4
"""The board looks again at what one look alone has shown, or has left in doubt; not more often than this."""
REPLIES = 3
"""Of each example: thirty a size before each commit, three hundred in the whole run."""


@dataclass(frozen=True)
class Replied:
    """A move, and the opponent's reply to it."""

    position: Position
    move: Plan
    reply: Plan
    hands: tuple[Transfer, ...]
    """What the reply carries, in the order in which the opponent's hands carry it."""


@st.composite
def replied(draw: st.DrawFn, cups: int) -> Replied:
    game = Cups(cups)
    counts = st.integers(0, cups + 2)
    south, north = (
        Row(
            draw(st.tuples(*[counts] * cups)), draw(st.integers(0, 4 * cups)), draw(st.integers(0, 10 * cups))
        )
        for _ in Side
    )
    position = Position(south, north, draw(st.sampled_from(Side)))
    side = position.to_move
    assert side is not None
    moves = game.plans(position, side)
    assume(moves)
    move = draw(st.sampled_from(moves))
    after = game.play(position, side, move.label)
    replies = game.plans(after, side.other) if side.other in game.movers(after) else ()
    assume(replies)
    reply = draw(st.sampled_from(replies))
    return Replied(position, move, reply, tuple(draw(st.permutations(reply.open))))


def looks(tracker: Tracker, table: SettledTable, plans: tuple[Plan, ...]) -> Iterator[Recognition]:
    """Look until the board acts on what it sees, as it does while nothing moves."""
    for _ in range(MOST_LOOKS):
        settled = table.weigh()
        seen = tracker.look(plans, settled)
        yield seen
        if not seen.is_at_first_sight and not isinstance(seen.outcome, Undecided):
            break
    tracker.keep(seen, settled)


def was_judged(case: Replied, cups: int, beans: str, seed: int) -> bool:
    """Play both moves and check what the board makes of the reply; False where it missed the first end."""
    game = Cups(cups)
    table = SettledTable(game.places, bean_kind(beans), cell_model("500g"), Random(seed))
    lying = game.contents(case.position)
    table.carry_out(Transfer(OFF_BOARD, place, lying[place]) for place in game.places if lying[place])
    known = of_beans(table.contents())
    tracker = Tracker(
        table.calibration, agreed(from_calibration(table.calibration, known), known, table.weigh())
    )
    plans = expected_plans(game, case.position)
    table.carry_out(case.move.open)
    *_, seen = looks(tracker, table, plans)
    if not isinstance(seen.outcome, Complete) or seen.found != table.contents():
        return False
    table.carry_out(case.hands)
    moves = (case.move.label, case.reply.label)
    for seen in looks(tracker, table, plans):
        asked = seen.outcome.confirmed if isinstance(seen.outcome, Undecided) else None
        done = asked or seen.outcome
        assert isinstance(done, Complete)
        # Of a bean of half the mean the board can't be sure; the truth is one of the two it has in mind.
        other = seen.runner_up.account.moves if asked and seen.runner_up else ()
        assert moves in ((done.plan.settled_label, done.plan.label), other)
    return True


@pytest.mark.parametrize("cups", range(3, 13))
@given(
    data=st.data(), beans=st.sampled_from(["kidney", "kidney sorted", "go stone"]), seed=st.integers(0, 2**32)
)
def test_after_an_end_that_was_seen_any_whole_reply_is_read_right_or_asked_about(
    cups: int, data: st.DataObject, beans: str, seed: int
) -> None:
    cases = [data.draw(replied(cups)) for _ in range(REPLIES)]
    # All are played, whatever the first shows.
    judged = [was_judged(case, cups, beans, seed + number) for number, case in enumerate(cases)]
    assume(any(judged))


def test_a_reply_takes_no_bean_that_the_move_before_it_took() -> None:
    game = shelf.game("oware", 2)
    position = game.placed(BeanRow((8, 0), 0), BeanRow((5, 1), 2), Side.NORTH)
    table = SettledTable(game.places, bean_kind("kidney"), cell_model("500g"), Random(1))
    lying = game.contents(position)
    table.carry_out(Transfer(OFF_BOARD, place, lying[place]) for place in game.places if lying[place])
    known = of_beans(table.contents())
    knowledge = agreed(from_calibration(table.calibration, known), known, table.weigh())
    table.carry_out([Transfer("north-2", "south-1", 1)])
    evidence = gather(
        knowledge, table.weigh(), [each.pieces for each in knowledge.places.values()], Meanwhile()
    )
    replies = [plan for plan in expected_plans(game, position) if plan.settled]
    for stage in stages_of_replies(evidence, replies, Work()):
        for place, lay in enumerate(evidence.counts):
            assert sum(count for (source, _, _), count in stage.flow.items() if source == place) <= lay
