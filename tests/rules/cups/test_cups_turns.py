"""The turns of Cups act by act, and the plans generated from them, against the rules said plainly."""

from collections import Counter

import pytest
from cups_play import histories
from cupsboard.rules import turn_plans
from cupsboard.rules.cups.moves import IllegalMove, Reason
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.cups.turns import Dropping, Sowing
from cupsboard.rules.game import Game, Plan, Standing, Transfer
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import HAND, Place, Side, cup, pot, stock
from cupsboard.rules.record_entries import entry_from_text
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Act, Beginning, Captured, Over, counts_after, walks
from hypothesis import example, given

FOUR = Cups(4)
SOUTH, NORTH = Side.SOUTH, Side.NORTH

Said = tuple[str, Counter[tuple[Place, Place]], int]
"""A move: its label, how many beans go from where to where, and how many of them are captured."""


def said_plainly(cups: int, position: Position, side: Side) -> list[Said]:
    """Every move of a side whose turn it is, from the words of the rules and without the machine."""
    own, other = position.row(side), position.row(side.other)
    moves: list[Said] = []
    for beans in range(1, min(cups, own.stock) + 1):
        carried = Counter({(stock(side), cup(side, each)): 1 for each in range(1, beans + 1)})
        opposite = cups + 1 - beans
        captured = other.cups[opposite - 1] if own.cups[beans - 1] == 0 else 0
        if captured:
            carried[cup(side.other, opposite), pot(side)] = captured
        moves.append((f"drop {beans}", carried, captured))
    for number, beans in enumerate(own.cups, start=1):
        if beans == cups + 1 - number:
            right = [cup(side, each) for each in range(number + 1, cups + 1)]
            moves.append((f"sow {number}", Counter((cup(side, number), to) for to in (*right, pot(side))), 0))
    return moves


def as_said(plan: Plan) -> Said:
    carried: Counter[tuple[Place, Place]] = Counter()
    for transfer in plan.open:
        carried[transfer.source, transfer.target] += transfer.count
    return plan.label, carried, sum(transfer.count for transfer in plan.owed)


@given(histories(cups=(2, 3, 4, 10, 12)))
def test_the_generated_plans_are_the_moves_that_the_rules_name(history: History[Position]) -> None:
    game, position = history.game, history.position
    for side in Side:
        is_next = position.to_move in (None, side)
        said = said_plainly(len(position.south.cups), position, side) if is_next else []
        assert [as_said(plan) for plan in game.plans(position, side)] == said


@given(histories())
def test_every_way_through_a_turn_leads_to_the_table_and_the_turn_after_the_move(
    history: History[Position],
) -> None:
    game, position = history.game, history.position
    turns, counts = game.turns, game.contents(position)
    for side in game.movers(position):
        for acts, following in walks(turns, counts, turns.begin(position, side)):
            after = game.play(position, side, turns.label(acts))
            if not game.movers(after) and turns.player(following) is not None:
                after = game.pass_turn(after)
            assert counts_after(counts, acts) == {HAND: 0, **game.contents(after)}
            assert game.movers(after) == ((following.player,) if following.player else ())


SOUTH_RUNS_OUT = [
    f"{side} drop {beans}" for beans, side in zip("22221211121121", ("north", "south") * 7, strict=True)
]
"""After each of North's next moves South has to pass, and it is North's turn again."""


def _next_turn(game: Game[Position], position: Position, side: Side, label: str) -> Position:
    """Return the position after a move, and after the pass of an opponent who can't move."""
    after = game.play(position, side, label)
    return game.pass_turn(after) if game.standing(after) is Standing.PASS else after


@given(histories())
@example(
    HistoryOf(Cups(2, 12), None).enter_all(entry_from_text(text, tuple(Side)) for text in SOUTH_RUNS_OUT)
)
def test_the_replies_are_the_moves_of_whose_turn_is_next(history: History[Position]) -> None:
    game, position = history.game, history.position
    for side in game.movers(position):
        replies = [
            (move.open, move.label, reply)
            for move in game.plans(position, side)
            for after in [_next_turn(game, position, side, move.label)]
            for replier in game.movers(after)
            for reply in game.plans(after, replier)
        ]
        found = list(turn_plans.plans_with_reply(game, position, side))
        assert [(each.settled, each.settled_label, each.label) for each in found] == [
            (settled, label, reply.label) for settled, label, reply in replies
        ]
        assert [(each.open, each.owed, each.side) for each in found] == [
            (reply.open, reply.owed, reply.side) for _, _, reply in replies
        ]


def test_a_drop_may_end_at_each_bean_but_not_before_a_capture_that_it_owes() -> None:
    board = FOUR.parse_position("1 0 1 1 pot 0 stock 2 / 0 0 6 0 pot 0 stock 9 / south")
    turns, counts = FOUR.turns, FOUR.contents(board)
    south_1, south_2, opposite = cup(SOUTH, 1), cup(SOUTH, 2), cup(NORTH, 3)
    first = Act(PUT, stock(SOUTH), south_1)
    assert [(act, turn) for act, turn, _ in turns.acts(counts, turns.begin(board, SOUTH))] == [
        (first, Dropping(SOUTH, 1)),
        (Act(TAKE, cup(SOUTH, 4), HAND, 1), Sowing(SOUTH, 4)),
    ]
    one = counts_after(counts, [first])
    assert turns.ends(one, Dropping(SOUTH, 1)) == Beginning(NORTH)
    two = counts_after(one, [Act(PUT, stock(SOUTH), south_2)])
    assert turns.ends(two, Dropping(SOUTH, 2)) is None
    capture = Act(CAPTURE, opposite, pot(SOUTH), 6)
    # The stock is empty now: a third bean is no choice.
    assert [(act, turn) for act, turn, _ in turns.acts(two, Dropping(SOUTH, 2))] == [
        (capture, Captured(SOUTH))
    ]
    assert turns.ends(counts_after(two, [capture]), Captured(SOUTH)) == Beginning(NORTH)


def test_after_a_turn_comes_whoever_can_move_and_at_the_end_nobody() -> None:
    alone = FOUR.parse_position("0 0 1 1 pot 0 stock 0 / 0 0 0 0 pot 0 stock 0 / south")
    turns, counts = FOUR.turns, FOUR.contents(alone)
    ((acts, following),) = walks(turns, counts, turns.begin(alone, SOUTH))
    assert turns.label(acts) == "sow 4"
    assert following == Over()
    assert turns.player(following) is None
    assert list(turns.acts(counts_after(counts, acts), following)) == []
    twice = FOUR.parse_position("0 0 2 1 pot 0 stock 0 / 0 0 0 0 pot 0 stock 0 / south")
    found = walks(turns, FOUR.contents(twice), turns.begin(twice, SOUTH))
    assert [(turns.label(acts), following) for acts, following in found] == [
        ("sow 3", Over()),
        ("sow 4", Beginning(SOUTH)),
    ]


@pytest.mark.parametrize("side", Side)
def test_turns_are_values(side: Side) -> None:
    turns = Cups(3).turns
    assert turns == Cups(3, 7).turns
    assert hash(turns) == hash(Cups(3).turns)
    assert turns != Cups(4).turns
    assert turns.begin(Cups(3).start(None), side) == Beginning(side)


@given(histories())
def test_every_transfer_of_a_plan_moves_a_bean_and_only_a_capture_is_owed(history: History[Position]) -> None:
    game, position = history.game, history.position
    for side in game.movers(position):
        for plan in game.plans(position, side):
            assert all(transfer.count > 0 for transfer in plan.open)
            assert all(transfer.target == pot(side) for transfer in plan.owed)
            assert all(transfer.source.startswith(side.other.value) for transfer in plan.owed)
            assert set(plan.owed) <= set(plan.open)


def test_a_drop_that_captures_owes_the_opposite_cup_and_one_that_does_not_owes_nothing() -> None:
    board = FOUR.parse_position("1 0 1 1 pot 0 stock 9 / 0 0 6 0 pot 0 stock 9 / south")
    one, two = FOUR.plans(board, Side.SOUTH)[:2]
    assert one.owed == ()
    assert two.owed == (Transfer(cup(Side.NORTH, 3), pot(Side.SOUTH), 6),)
    assert two.open == (
        Transfer(stock(Side.SOUTH), cup(Side.SOUTH, 1)),
        Transfer(stock(Side.SOUTH), cup(Side.SOUTH, 2)),
        *two.owed,
    )


def test_a_sowing_takes_one_bean_to_each_cup_on_the_right_and_one_to_the_pot() -> None:
    board = FOUR.parse_position("0 3 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 9 / south")
    (sowing,) = (plan for plan in FOUR.plans(board, Side.SOUTH) if plan.label == "sow 2")
    third, fourth = cup(Side.SOUTH, 3), cup(Side.SOUTH, 4)
    assert [transfer.target for transfer in sowing.open] == [third, fourth, pot(Side.SOUTH)]
    assert {(transfer.source, transfer.count) for transfer in sowing.open} == {(cup(Side.SOUTH, 2), 1)}


def test_who_has_no_move_is_told_to_pass() -> None:
    stuck = FOUR.parse_position("0 0 0 2 pot 0 stock 0 / 0 0 0 1 pot 0 stock 9 / south")
    with pytest.raises(
        IllegalMove, match=r"^south drop 1: south has no legal move; it must pass$"
    ) as refused:
        FOUR.play(stuck, Side.SOUTH, "drop 1")
    assert refused.value.reason is Reason.MUST_PASS


def test_every_reason_of_a_refusal_has_words_of_its_own() -> None:
    assert all(reason.value for reason in Reason)
    assert len({reason.value for reason in Reason}) == len(Reason)
