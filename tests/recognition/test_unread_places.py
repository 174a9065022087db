"""What lies at a place that can't be read is told by the others, or asked about; it is never passed over."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from cupsboard.recognition.evidence import gather
from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.outcome import Blind, Complete, NotLegal, Recognition, Unchanged, Undecided
from cupsboard.recognition.piece_counts import from_agreed
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.impacts import Landed
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.settled_table import SettledTable
from test_tracker import GAME, N1, PLANS, S1, S2, S3, WANTED, a_table, at_the_start

POT = pot(Side.NORTH)


def unread(settled: Settled, *places: Place) -> Settled:
    return replace(settled, weights={**settled.weights, **dict.fromkeys(places, CellFault.LEAPING)})


def seen(
    tracker: Tracker,
    table: SettledTable,
    *places: Place,
    plans: Sequence[Plan] = PLANS,
    is_putting_right: bool = False,
) -> Recognition:
    """What a look finds that is kept, while these places can't be read."""
    settled = unread(table.weigh(), *places)
    found = tracker.look(plans, settled)
    tracker.keep(found, settled, is_putting_right=is_putting_right)
    return found


def dropped(table: SettledTable, *places: Place) -> None:
    table.carry_out([Transfer(OFF_BOARD, place) for place in places])


def test_others_decide_where_they_can() -> None:
    table = a_table(1)
    tracker = at_the_start(table)
    dropped(table, S1, S2, S3)
    found = seen(tracker, table, N1)
    assert isinstance(found.outcome, Complete)
    assert found.found == table.contents()


def test_what_leapt_there_has_not_landed_and_is_not_counted_step_by_step() -> None:
    table = a_table(2)
    tracker, settled = at_the_start(table), table.weigh()
    known, steps = tracker.knowledge, from_agreed(tracker.knowledge)
    assert steps is not None
    for grams in (0.5, 0.0, 0.5):
        steps = steps.seeing(replace(settled, weights={**settled.weights, S1: Weight(grams, 1e-4)}))
    noticed = Meanwhile(steps=steps, landed={S1: Landed(0, None), S2: Landed(1, None)})
    pieces = [place.pieces for place in known.places.values()]
    here, there = (list(known.places).index(place) for place in (S1, S2))
    before = gather(known, unread(settled, S1), pieces, noticed)
    after = gather(known, unread(settled, S1), pieces, replace(noticed, unread=frozenset((S1,))))
    assert here in before.stepped
    assert here not in after.stepped
    assert here not in after.landed
    assert there in after.landed


def test_what_was_put_right_there_is_asked_about() -> None:
    table = a_table(3)
    tracker = at_the_start(table)
    dropped(table, S1, POT)
    assert isinstance(seen(tracker, table).outcome, NotLegal)
    table.carry_out([Transfer(POT, OFF_BOARD)])
    assert isinstance(seen(tracker, table, POT).outcome, Blind | Undecided)
    assert isinstance(seen(tracker, table).outcome, Complete)


def test_where_half_a_piece_is_missing_after_it_could_not_be_read_is_asked_about() -> None:
    """A finger went that had passed for the bean that lay there, and its going was taken for a leap."""
    table = a_table(7)
    dropped(table, S1)
    tracker = at_the_start(table)
    assert isinstance(seen(tracker, table, S1, plans=()).outcome, Unchanged)
    tracker.doubt_zeros({S1: 0.4})
    for _ in range(3):
        settled = table.weigh({S1: -0.4})
        found = tracker.look((), settled)
        assert isinstance(found.outcome, Undecided)
        assert found.outcome.question == S1
        tracker.keep(found, settled)
    tracker.confirm(Unchanged())
    assert isinstance(tracker.look((), table.weigh({S1: -0.4})).outcome, Unchanged)


def test_a_table_that_is_put_right_is_asked_about_there() -> None:
    table = a_table(4)
    tracker = at_the_start(table)
    assert isinstance(seen(tracker, table, plans=(WANTED,), is_putting_right=True).outcome, Unchanged)
    outcome = seen(tracker, table, S2, plans=(WANTED,)).outcome
    assert isinstance(outcome, Undecided)
    assert (outcome.question, outcome.confirmed) == (S2, Unchanged())


def test_a_reply_ends_no_move_that_went_through_it() -> None:
    """South's next bean after north's reply would pass for one of the move that north has answered."""
    table = a_table(5)
    tracker = at_the_start(table)
    dropped(table, S1, S3, N1)
    assert isinstance(seen(tracker, table, S2).outcome, Blind | Undecided)
    dropped(table, S2)
    assert isinstance(seen(tracker, table).outcome, Complete)


def test_nothing_is_agreed_where_most_places_cant_be_read() -> None:
    table = a_table(6)
    tracker = at_the_start(table)
    dropped(table, S1)
    theirs = [*(cup(Side.NORTH, number) for number in range(1, 5)), POT]
    assert isinstance(seen(tracker, table, *theirs).outcome, Complete)
    assert not isinstance(seen(tracker, table, *theirs, pot(Side.SOUTH)).outcome, Complete)


@pytest.mark.parametrize("seed", range(3))
def test_the_weight_of_what_came_since_is_not_that_of_the_table_before(seed: int) -> None:
    """The move lay complete while a cup could not be read; when it can again, the reply's bean lies there."""
    table = a_table(seed)
    tracker = at_the_start(table)
    dropped(table, S1)
    before = table.contents()
    assert isinstance(seen(tracker, table, N1).outcome, Complete)
    dropped(table, N1)
    assert seen(tracker, table).found == table.contents()
    tracker.agree(before)
    answered = GAME.parse_position("1 0 0 0 pot 0 stock 39 / 0 0 0 0 pot 0 stock 40 / north")
    assert seen(tracker, table, plans=expected_plans(GAME, answered)).found == table.contents()


@pytest.mark.parametrize("is_fallen", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_move_is_not_taken_for_done_while_an_unread_place_has_fallen(seed: int, is_fallen: bool) -> None:
    position = GAME.parse_position("0 0 0 0 pot 0 stock 40 / 0 0 0 0 pot 3 stock 37 / south")
    table = a_table(seed)
    dropped(table, POT, POT, POT)
    tracker = at_the_start(table)
    weights = {
        place: weight.grams for place, weight in table.weigh().weights.items() if isinstance(weight, Weight)
    }
    dropped(table, S1)
    tracker.follow(1.0, {}, {**weights, POT: weights[POT] - (0.5 if is_fallen else 0.0)})
    found = seen(tracker, table, POT, plans=GAME.plans(position, Side.SOUTH))
    assert isinstance(found.outcome, Blind | Undecided if is_fallen else Complete)
