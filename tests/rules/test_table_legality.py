import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from cups_play import Table, histories, lifted, moved, single_pieces, weighed
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Judgement, Mark, Plan, Transfer
from cupsboard.rules.history import History
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot, stock
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import plans_with_reply
from hypothesis import assume, given
from hypothesis import strategies as st

FOUR = Cups(4)
S1, S2, S3, S4 = (cup(Side.SOUTH, number) for number in (1, 2, 3, 4))
N1, N2, N3, N4 = (cup(Side.NORTH, number) for number in (1, 2, 3, 4))
SOUTH_POT, NORTH_POT = pot(Side.SOUTH), pot(Side.NORTH)
SOUTH_STOCK = stock(Side.SOUTH)


def position(mine: str, theirs: str) -> Position:
    rows = [Row(tuple(map(int, row.split())), 0, 9) for row in (mine, theirs)]
    return Position(rows[0], rows[1], Side.SOUTH)


def every_plan(game: Cups, position: Position) -> tuple[Plan, ...]:
    return tuple(
        plan
        for side in game.movers(position)
        for plan in (*game.plans(position, side), *plans_with_reply(game, position, side))
    )


def seen(where: Position, **changes: int) -> Judgement:
    """What the rules say when the named places hold so many beans more or fewer."""
    agreed = weighed(FOUR.contents(where))
    found = dict(agreed)
    for name, change in changes.items():
        found[Place(name.replace("_", "-"))] += change
    return judge(agreed, every_plan(FOUR, where), found)


def complete(judgement: Judgement) -> list[str]:
    return [plan.label for plan in judgement.complete]


def on_the_way(judgement: Judgement) -> dict[str, tuple[Transfer, ...]]:
    return {way.plan.label: way.missing for way in judgement.under_way if not way.plan.settled}


def replies(judgement: Judgement) -> list[tuple[str | None, str]]:
    plans = [*judgement.complete, *(way.plan for way in judgement.under_way)]
    return [(plan.settled_label, plan.label) for plan in plans if plan.settled]


def marked(*marks: tuple[Place, int]) -> tuple[Mark, ...]:
    return tuple(Mark(place, surplus) for place, surplus in marks)


def test_the_agreed_table_is_unchanged_and_nothing_else() -> None:
    assert seen(position("1 0 0 0", "0 0 6 0")) == Judgement((), (), (), is_unchanged=True)


def test_a_drop_is_complete_while_a_longer_one_is_on_its_way() -> None:
    found = seen(position("1 1 1 1", "0 0 0 0"), south_1=1, south_2=1)
    assert complete(found) == ["drop 2"]
    assert on_the_way(found) == {
        "drop 3": (Transfer(SOUTH_STOCK, S3),),
        "drop 4": (Transfer(SOUTH_STOCK, S3), Transfer(SOUTH_STOCK, S4)),
    }


def test_beans_may_fall_from_the_right_end_first() -> None:
    found = seen(position("1 1 1 1", "0 0 0 0"), south_3=1)
    assert complete(found) == []
    assert on_the_way(found)["drop 3"] == (Transfer(SOUTH_STOCK, S1), Transfer(SOUTH_STOCK, S2))


def test_a_capture_is_missing_until_it_lies_in_the_pot() -> None:
    board = position("1 0 1 1", "0 0 6 0")
    to_do = seen(board, south_1=1, south_2=1)
    assert complete(to_do) == []
    assert on_the_way(to_do)["drop 2"] == (Transfer(N3, SOUTH_POT, 6),)
    in_hand = seen(board, south_1=1, south_2=1, north_3=-6)
    assert on_the_way(in_hand) == {"drop 2": (Transfer(OFF_BOARD, SOUTH_POT, 6),)}
    assert complete(seen(board, south_1=1, south_2=1, north_3=-6, south_pot=6)) == ["drop 2"]


def test_a_capture_may_come_before_the_beans_and_then_settles_which_drop_it_is() -> None:
    found = seen(position("1 0 1 1", "0 0 6 0"), north_3=-6, south_pot=4)
    assert on_the_way(found) == {
        "drop 2": (Transfer(SOUTH_STOCK, S1), Transfer(SOUTH_STOCK, S2), Transfer(OFF_BOARD, SOUTH_POT, 2))
    }


def test_a_poured_cup_is_owed_to_the_cups_and_a_half_emptied_one_to_both() -> None:
    board = position("4 0 0 0", "0 0 0 0")
    assert on_the_way(seen(board, south_1=-4, south_2=1))["sow 1"] == (
        Transfer(OFF_BOARD, S3),
        Transfer(OFF_BOARD, S4),
        Transfer(OFF_BOARD, SOUTH_POT),
    )
    assert on_the_way(seen(board, south_1=-2, south_3=1))["sow 1"] == (
        Transfer(OFF_BOARD, S2),
        Transfer(S1, S4),
        Transfer(S1, SOUTH_POT),
    )


def test_a_bean_left_in_the_sown_cup_is_too_many_there() -> None:
    found = seen(position("4 0 0 0", "1 1 1 1"), south_1=-3, south_2=1, south_3=1, south_4=1, south_pot=1)
    assert found.repairs == (marked((S1, 1)),)


def test_an_opponent_who_begins_early_shows_that_the_move_before_was_meant() -> None:
    board = position("1 1 1 1", "1 1 1 1")
    assert replies(seen(board, south_1=1, south_2=1)) == []
    early = seen(board, south_1=1, south_2=1, north_1=1)
    assert complete(early) == ["drop 1"]
    assert replies(early) == [("drop 2", label) for label in ("drop 1", "drop 2", "drop 3", "drop 4")]
    assert on_the_way(early) == {}


def test_a_move_half_done_has_no_reply() -> None:
    board = position("1 0 1 1", "1 1 6 1")
    assert replies(seen(board, south_1=1, south_2=1, north_1=1)) == []


def test_a_stray_bean_is_marked_where_it_lies() -> None:
    assert seen(position("1 1 1 1", "1 1 1 1"), north_2=1).repairs == (marked((N2, 1)),)


def test_a_bean_in_the_wrong_cup_is_marked_for_every_move_it_may_have_been_meant_for() -> None:
    found = seen(position("1 1 1 1", "1 1 1 1"), south_1=1, south_2=2, south_4=1)
    assert found.repairs == (marked((S2, 1)),)
    either = seen(position("2 1 1 1", "1 1 1 1"), south_1=1, south_2=1, south_4=-1, north_1=1)
    assert set(either.repairs) == {marked((S4, -1))}


@pytest.mark.parametrize(
    "line",
    [
        "0 1 1 1 pot 0 stock 30 / 1 1 3 0 pot 0 stock 30 / south",
        "1 1 0 0 pot 0 stock 30 / 1 1 3 0 pot 0 stock 30 / south",
        "1 1 1 0 pot 0 stock 30 / 2 1 3 0 pot 0 stock 30 / south",
        "2 2 1 0 pot 0 stock 30 / 3 0 3 0 pot 0 stock 30 / south",
    ],
)
def test_a_capture_without_right_is_undone_where_it_was_done(line: str) -> None:
    assert seen(FOUR.parse_position(line), north_3=-3, south_pot=3).repairs == (
        marked((SOUTH_POT, 3), (N3, -3)),
    )


def test_a_wrong_capture_after_a_drop_is_put_back_whatever_the_opponent_could_sow() -> None:
    where = FOUR.parse_position("1 1 1 0 pot 0 stock 30 / 2 1 2 0 pot 0 stock 30 / south")
    wrong = seen(where, south_1=1, north_3=-2, south_pot=2)
    assert wrong.repairs == (marked((SOUTH_POT, 2), (N3, -2)),)


def test_a_stolen_bean_is_too_many_and_need_not_go_back_where_it_may_come_from() -> None:
    assert seen(position("0 0 2 0", "1 1 1 1"), south_3=-1, north_1=1).repairs == (marked((N1, 1)),)


def test_an_opponent_out_of_turn_is_not_taken_for_a_move_that_was_forgotten() -> None:
    # A drop of 1 would make north's bean a legal reply, but nobody need play just that.
    assert seen(position("1 1 1 1", "1 1 1 1"), north_1=1).repairs == (marked((N1, 1)),)


def test_a_reply_that_went_wrong_is_mended_by_itself() -> None:
    fumbled = seen(position("1 1 1 1", "1 1 1 1"), south_1=1, south_2=1, north_1=2)
    assert fumbled.repairs == (marked((N1, 1)),)


def test_a_reply_shows_by_what_came_after_the_movers_own_table() -> None:
    where = position("2 1 1 1", "1 1 1 0")
    agreed, plans = weighed(FOUR.contents(where)), every_plan(FOUR, where)
    found = dict(agreed) | {S1: agreed[S1] + 1, N1: agreed[N1] + 1}
    assert judge(agreed, plans, found, dict(found) | {N1: agreed[N1]}).repairs == ()
    refused = judge(agreed, plans, found, dict(found) | {S1: agreed[S1]})
    assert not refused.complete
    assert not refused.under_way
    assert refused.repairs == (marked((N1, 1)),)


def test_tables_of_different_places_are_refused() -> None:
    with pytest.raises(RulesError, match="south-2: in only one"):
        judge({S1: 0, S2: 0}, (), {S1: 0})


def test_a_relay_may_pass_its_pieces_on_but_not_make_any() -> None:
    relay = Plan(Side.SOUTH, "relay", (Transfer(S1, S2), Transfer(S2, S3), Transfer(S2, S4)))
    agreed = {S1: 1, S2: 1, S3: 0, S4: 0}
    assert judge(agreed, [relay], {S1: 0, S2: 0, S3: 1, S4: 1}).complete == (relay,)
    assert judge(agreed, [relay], {S1: 0, S2: 1, S3: 1, S4: 0}).under_way
    assert judge(agreed, [relay], {S1: 1, S2: 1, S3: 1, S4: 0}).repairs


def test_the_next_move_of_who_plays_on_alone_follows_their_own() -> None:
    alone = Position(Row((0, 0), 0, 2), Row((0, 2), 0, 0), Side.SOUTH)
    following = list(plans_with_reply(Cups(2), alone, Side.SOUTH))
    assert [(plan.settled_label, plan.label) for plan in following] == [
        ("drop 1", "drop 1"),
        ("drop 2", "sow 2"),
    ]
    assert {plan.side for plan in following} == {plan.settled_side for plan in following} == {Side.SOUTH}
    assert list(plans_with_reply(Cups(2), alone, Side.NORTH)) == []


# Properties: what honest hands do is never wrong, and what is wrong is mended as cheaply as can be.


def hands_on(agreed: Contents, plan: Plan, rng: random.Random) -> Table:
    """The plan carried out as far as it goes, in an order of its own; a reply takes what it is owed last."""
    table = moved(agreed, plan.settled)
    is_done = True
    for piece in single_pieces(plan.open):
        if plan.settled and not is_done and piece.source in {owed.source for owed in plan.owed}:
            break
        fate = rng.randrange(3)
        is_done &= fate == 2
        match fate:
            case 1:
                table = lifted(table, [piece])
            case 2:
                table = moved(table, [piece])
    return table


def scales(contents: Contents, weighing: str, rng: random.Random) -> Table:
    match weighing:
        case "stock trays":
            return dict(contents)
        case "a dead cell":
            table = weighed(contents)
            del table[rng.choice(list(table))]
            return table
        case _:
            return weighed(contents)


boards = st.sampled_from(["cups and pots", "stock trays", "a dead cell"])
seeds = st.integers(0, 2**32)


@given(histories(), boards, seeds)
def test_honest_hands_are_never_wrong(history: History[Position], weighing: str, seed: int) -> None:
    rng = random.Random(seed)
    plans = every_plan(history.game, history.position)
    assume(plans)
    plan = rng.choice(plans)
    agreed = scales(history.game.contents(history.position), weighing, rng)
    found = hands_on(agreed, plan, rng)
    judgement = judge(agreed, plans, found)
    end = moved(moved(agreed, plan.settled), plan.open)
    assert judgement.repairs == ()
    assert judgement.is_unchanged == (found == agreed)
    if found not in (agreed, moved(agreed, plan.settled)):
        way = [way for way in judgement.under_way if way.plan == plan]
        assert (plan in judgement.complete) == (found == end) == (not way)
        assert all(moved(found, w.missing) == end for w in way)


@given(histories(), seeds)
def test_at_most_one_move_is_complete(history: History[Position], seed: int) -> None:
    game, position, rng = history.game, history.position, random.Random(seed)
    plans = [plan for side in game.movers(position) for plan in game.plans(position, side)]
    assume(plans)
    agreed = weighed(game.contents(position))
    assert len(judge(agreed, plans, hands_on(agreed, rng.choice(plans), rng)).complete) <= 1
    for plan in plans:
        assert judge(agreed, plans, moved(agreed, plan.open)).complete == (plan,)


def every_stage(agreed: Contents, plan: Plan) -> Iterator[Table]:
    """Every table on the plan's way, each count of lifted and arrived pieces by itself."""
    stages = [
        [(begun, done) for begun in range(piece.count + 1) for done in range(begun + 1)]
        for piece in plan.open
    ]
    start = moved(agreed, plan.settled)
    for stage in product(*stages):
        pairs = list(zip(plan.open, stage, strict=True))
        if plan.settled and not is_in_order(plan, pairs):
            continue
        done = [Transfer(t.source, t.target, arrived) for t, (_, arrived) in pairs]
        in_hand = [Transfer(t.source, t.target, begun - arrived) for t, (begun, arrived) in pairs]
        yield lifted(moved(start, done), in_hand)


def is_in_order(plan: Plan, pairs: Sequence[tuple[Transfer, tuple[int, int]]]) -> bool:
    owed_is_begun = any(begun for piece, (begun, _) in pairs if piece in plan.owed)
    rest_is_done = all(done == piece.count for piece, (_, done) in pairs if piece not in plan.owed)
    return rest_is_done or not owed_is_begun


def cost(found: Contents, mended: Contents) -> int:
    changes = [found[place] - mended[place] for place in found]
    return max(sum(c for c in changes if c > 0), -sum(c for c in changes if c < 0))


def settles(plan: Plan, found: Contents, table: Contents) -> bool:
    """Whether getting from `found` to `table` is not to carry on with the settled move."""
    return all(
        found.get(t.source, 0) <= table.get(t.source, 0) and found.get(t.target, 0) >= table.get(t.target, 0)
        for t in plan.settled
    )


def lies_between(found: Contents, repaired: Contents, table: Contents) -> bool:
    """Whether the way from `found` to `table` can lead through `repaired`."""
    return all(
        min(found[place], table[place]) <= repaired[place] <= max(found[place], table[place])
        for place in found
    )


def unlikeliness(agreed: Contents, plan: Plan | None, found: Contents, table: Contents) -> tuple[bool, bool]:
    """Whether hands would mend what nobody has touched, and then leave pieces in the opponent's hand."""
    mends_untouched = any(found[place] == agreed[place] != table[place] for place in agreed)
    ways = judge(agreed, [plan], table).under_way if plan is not None and plan.settled else ()
    return mends_untouched, any(piece.source == OFF_BOARD for way in ways for piece in way.missing)


def after_repair(found: Contents, repair: Sequence[Mark]) -> Table:
    return {**found, **{mark.place: found[mark.place] - mark.surplus for mark in repair}}


@given(histories(cups=(2, 3)), st.sampled_from(["cups and pots", "stock trays"]), seeds, st.integers(0, 5))
def test_a_table_is_legal_or_mended_at_the_smallest_cost_for_every_move_alike(
    history: History[Position], weighing: str, seed: int, slips: int
) -> None:
    game, rng = history.game, random.Random(seed)
    plans = every_plan(game, history.position)
    agreed = scales(game.contents(history.position), weighing, rng)
    found = hands_on(agreed, rng.choice(plans), rng) if plans and rng.random() < 0.8 else dict(agreed)
    for _ in range(slips):
        place = rng.choice(list(found))
        found[place] = max(0, found[place] + rng.choice([-2, -1, 1, 2]))

    judgement = judge(agreed, plans, found)
    tables = [list(every_stage(agreed, plan)) for plan in plans]
    is_legal = found == agreed or any(found in stages for stages in tables)
    assert is_legal == bool(judgement.complete or judgement.under_way or judgement.is_unchanged)
    assert is_legal == (not judgement.repairs)
    if is_legal:
        return

    ways = [
        [t for t in stages if settles(plan, found, t)] for plan, stages in zip(plans, tables, strict=True)
    ]
    ways.append([agreed])
    smallest = min(cost(found, table) for way in ways for table in way)
    mended = [after_repair(found, repair) for repair in judgement.repairs]
    assert len(set(judgement.repairs)) == len(judgement.repairs)
    for table in mended:
        again = judge(agreed, plans, table)
        assert again.complete or again.under_way or again.is_unchanged
        assert cost(found, table) == smallest
    ranked = [
        [(unlikeliness(agreed, plan, found, table), table) for table in way if cost(found, table) == smallest]
        for plan, way in zip((*plans, None), ways, strict=True)
    ]
    likeliest = min(rank for nearest in ranked for rank, _ in nearest)
    for nearest in ranked:
        if nearest and all(rank == likeliest for rank, _ in nearest):
            assert any(lies_between(found, repaired, table) for repaired in mended for _, table in nearest)
