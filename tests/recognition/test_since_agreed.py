"""The results of the looks since the agreed table: what a look adds to them, and what it leaves as it was."""

from dataclasses import replace

from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.observations import NOTHING
from cupsboard.recognition.outcome import Lifted, NotLegal, Outcome, Recognition, Unchanged, UnderWay
from cupsboard.recognition.population import Population
from cupsboard.recognition.since_agreed import Look, SinceAgreed, beginning
from cupsboard.rules.game import Plan, Progress, Transfer
from cupsboard.rules.places import BEAN, OFF_BOARD, Place, Side, cup
from cupsboard.scales.readings import Settled, Weight

S1, S2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
EMPTY = PlaceKnowledge({}, Weight(25.0, 1e-4), Weight(25.0, 1e-4), 25.0, 0.0, 1e-5)
KNOWLEDGE = Knowledge({S1: EMPTY, S2: EMPTY}, {BEAN: Population(0.55, 1e-5, 1e-3, 30.0)})
START = beginning(KNOWLEDGE, NOTHING, (1, 1))
DROP = Plan(Side.SOUTH, "drop 2", (Transfer(OFF_BOARD, S1), Transfer(OFF_BOARD, S2)))
BEGUN = UnderWay((Progress(DROP, (Transfer(OFF_BOARD, S2),)),))


def weighed(stretches: tuple[int, ...] = (2, 1), **beans: int) -> Settled:
    grams = {place: 25.0 + 0.55 * beans.get(name, 0) for place, name in ((S1, "s1"), (S2, "s2"))}
    return Settled(1.0, {place: Weight(each, 1e-4) for place, each in grams.items()}, stretches)


def look(outcome: Outcome, settled: Settled, **beans: int) -> Look:
    found: dict[Place, int] = {S1: beans.get("s1", 0), S2: beans.get("s2", 0)}
    return Look(Recognition(outcome, found, 0.99, None), settled)


def after(since: SinceAgreed, seen: Look, *, is_putting_right: bool = False) -> SinceAgreed:
    return since.after(seen, KNOWLEDGE, is_putting_right=is_putting_right)


def test_a_move_begun_is_the_movers_table_until_something_is_wrong() -> None:
    begun = after(START, look(BEGUN, weighed(s1=1), s1=1))
    assert begun.meanwhile.movers_table == {S1: 1, S2: 0}
    wrong = after(START, look(NotLegal((), ()), weighed(s2=1), s2=1))
    assert wrong.traffic.is_putting_right
    assert after(wrong, look(BEGUN, weighed((3, 2), s1=1), s1=1)).meanwhile.movers_table is None


def test_a_table_that_is_put_right_is_explained_from_the_look_that_found_it_wrong() -> None:
    wrong = after(START, look(NotLegal((), ()), weighed((2, 2), s1=2), s1=2))
    assert wrong.believed(weighed((3, 2), s1=1)).changes_grams == {S1: 25.55 - 26.1}
    assert not START.believed(weighed()).changes_grams


def test_cups_in_the_air_change_nothing_but_the_tables_that_were_seen() -> None:
    air = after(START, look(Lifted(frozenset({S1})), weighed()))
    assert replace(air, tables=()) == START
    assert air.table({S1: 0, S2: 0}) is not None


def test_the_last_look_at_each_table_is_found_again() -> None:
    first, second = look(BEGUN, weighed(s1=1), s1=1), look(BEGUN, weighed((3, 1), s1=1), s1=1)
    since = after(after(after(START, first), look(Unchanged(), weighed((4, 1)))), second)
    assert since.table({S1: 1, S2: 0}) == second
    assert since.table({S1: 2, S2: 0}) is None


def test_a_number_that_stays_keeps_the_weight_by_which_it_was_first_seen() -> None:
    first, second = weighed(s1=1), weighed((3, 1), s1=1)
    since = after(after(START, look(BEGUN, first, s1=1)), look(BEGUN, replace(second, time=2.0), s1=1))
    assert since.first_seen[S1] == (1, first.weights[S1])
    assert since.first_seen[S2] == (0, EMPTY.gross)


def test_only_a_probable_look_may_be_confirmed_by_the_next_and_not_by_the_same_samples() -> None:
    seen = look(BEGUN, weighed(s1=1), s1=1)
    assert START.looked(seen.seen, seen.settled) == START
    since = START.looked(replace(seen.seen, is_probable=True), seen.settled)
    assert since.noticed(seen.settled).seen_before is None
    again = Settled(2.0, {**seen.settled.weights, S1: Weight(25.56, 1e-4)}, seen.settled.stretches)
    assert since.noticed(again).seen_before == {S1: 1, S2: 0}
    assert since.noticed(again).lay_still


def test_what_players_have_ruled_out_holds_until_a_place_moves() -> None:
    since = replace(START, ruled_out=((2, 1), {S1: 1, S2: 0}))
    assert since.noticed(weighed((2, 1))).ruled_out == {S1: 1, S2: 0}
    assert since.noticed(weighed((2, 2))).ruled_out is None


def test_only_a_move_decides_a_number_while_hands_lay_a_wanted_table_more_may_lie_there_than_seemed() -> None:
    for is_putting_right, may_hold in ((False, {1}), (True, {1, 2})):
        begun = look(BEGUN, weighed(s1=1), s1=1)
        seen = replace(begun, seen=replace(begun.seen, numbers={S1: frozenset({1, 2}), S2: frozenset({0})}))
        traffic = after(START, seen, is_putting_right=is_putting_right).traffic.until(
            weighed((2, 2), s1=1, s2=1)
        )
        assert {count for count in range(4) if not traffic.lacks_a_step(S1, count)} == may_hold
