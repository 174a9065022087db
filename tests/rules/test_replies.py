"""What counts as a reply to a move that was not ended, where the mover's own table was seen before it."""

import pytest
from cups_play import Table, weighed
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Judgement
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import plans_with_reply

FOUR = Cups(4)
S1, S2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
N1, N2, N4 = cup(Side.NORTH, 1), cup(Side.NORTH, 2), cup(Side.NORTH, 4)
NORTH_POT = pot(Side.NORTH)
# South drops two; north may then sow, or drop four to capture south's cup 1.
BOARD = FOUR.parse_position("1 1 1 1 pot 0 stock 9 / 4 1 1 0 pot 0 stock 9 / south")


def changed(table: Table, changes: dict[Place, int]) -> Table:
    return {place: count + changes.get(place, 0) for place, count in table.items()}


def replies(changes: dict[Place, int], movers: dict[Place, int] | None, board: Position = BOARD) -> set[str]:
    """Which replies the rules see after south's drop of two; `movers` is what was seen of that move."""
    agreed = weighed(FOUR.contents(board))
    movers_table = None if movers is None else changed(agreed, movers)
    plans = list(plans_with_reply(FOUR, board, Side.SOUTH))
    judged: Judgement = judge(agreed, plans, changed(agreed, changes), movers_table)
    found = [*judged.complete, *(way.plan for way in judged.under_way)]
    return {plan.label for plan in found if plan.settled_label == "drop 2"}


DROPPED = {S1: 1, S2: 1}


def test_a_bean_that_came_since_is_a_reply() -> None:
    assert "drop 1" in replies({**DROPPED, N1: 1}, DROPPED)


def test_beans_that_were_taken_up_since_are_a_reply_though_none_has_come_yet() -> None:
    assert replies({**DROPPED, N1: -4}, DROPPED) == {"sow 1"}


def test_a_bean_that_lay_there_before_already_is_no_reply() -> None:
    assert replies({**DROPPED, N1: 1}, {**DROPPED, N1: 1}) == set()
    assert replies({**DROPPED, N1: -4}, {**DROPPED, N1: -4}) == set()


def test_without_a_table_of_the_mover_s_any_bean_of_the_reply_is_one() -> None:
    assert "drop 1" in replies({**DROPPED, N1: 1}, None)


def test_the_move_alone_has_no_reply() -> None:
    assert replies(DROPPED, {S1: 1}) == set()


def test_a_reply_is_to_the_move_that_was_seen_to_end_and_not_to_one_that_would_fit_as_well() -> None:
    # North captures the bean that south's drop of four brought to its cup 4, and has it in the hand still.
    empty = FOUR.parse_position("0 0 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 9 / south")
    agreed = weighed(FOUR.contents(empty))
    dropped = changed(agreed, {cup(Side.SOUTH, number): 1 for number in (1, 2, 3, 4)})
    now = changed(dropped, {cup(Side.SOUTH, 4): -1, N1: 1})
    plans = list(plans_with_reply(FOUR, empty, Side.SOUTH))

    def answered(movers_table: Table | None) -> set[str | None]:
        judged = judge(agreed, plans, now, movers_table)
        return {plan.settled_label for plan in (*judged.complete, *(way.plan for way in judged.under_way))}

    assert answered(dropped) == {"drop 4"}
    assert "drop 3" in answered(None)


def test_tables_of_different_places_are_refused_with_the_odd_ones() -> None:
    table = weighed(FOUR.contents(BOARD))
    fewer = {place: count for place, count in table.items() if place not in (N1, N4)}
    with pytest.raises(RulesError, match=r"^north-1, north-4: in only one of the two tables"):
        judge(table, (), fewer)
