"""Each value of a sowing game's rules does what it says; and whatever they are, a game holds together."""

import re
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing, carried_out
from cupsboard.rules.places import HAND, Side
from cupsboard.rules.sowing import rules as values
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Row
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.turns import Order, counts_after, walks
from hypothesis import given
from hypothesis import strategies as st
from rules_drawn import any_rules

SOUTH, NORTH = Side.SOUTH, Side.NORTH
PLAIN = SowingRules(title="Plain")
TWOS = {"captured_counts": frozenset({2})}
BOTH = {"captured_where": "both"}
OWN_CUPS, LAST_TOO = "sower in the own cups", "owner, the last as well"
GAP = {"laps": "from the next cup", "gap": True, "captured_where": "both"}


def after(rows: str, label: str, **changed: Any) -> str:
    """What south's sowing makes of two rows of single digits, written alike: "1100+2 1111 north"."""
    game = SowingGame(replace(PLAIN, **changed), 4, 4)
    south, north = (Row(tuple(map(int, row)), 0) for row in rows.split())
    position = game.play(game.placed(south, north, SOUTH), SOUTH, label)
    assert position.to_move is not None
    return f"{written(position.south)} {written(position.north)} {position.to_move.value}"


def written(row: Row) -> str:
    return "".join(map(str, row.cups)) + (f"+{row.pot}" if row.pot else "")


def labels(rows: str, **changed: Any) -> list[str]:
    game = SowingGame(replace(PLAIN, **changed), 4, 4)
    south, north = (Row(tuple(map(int, row)), 0) for row in rows.split())
    position = game.placed(south, north, SOUTH)
    found = walks(game.turns, game.contents(position), game.turns.begin(position, SOUTH))
    return [game.turns.label(walk.acts) for walk in found]


@pytest.mark.parametrize(
    ("changed", "label", "before", "following"),
    [
        ({}, "sow 2", "4444 4444", "4055 5544 north"),
        ({"direction": "with the clock"}, "sow 2", "4444 4444", "5044 4555 north"),
        ({"direction": "either"}, "back 2", "4444 4444", "5044 4555 north"),
        ({"direction": "either"}, "sow 2", "4444 4444", "4055 5544 north"),
        ({"direction": "outwards"}, "back 1", "2111 1111", "0111 1122 north"),
        ({"direction": "odd against the clock"}, "sow 1", "3111 1111", "0222 1111 north"),
        ({"direction": "odd against the clock"}, "sow 1", "2111 1111", "0111 1122 north"),
        ({**TWOS, **BOTH, "on_the_way": "owner"}, "sow 4", "0003 1111", "0000+2 0001+4 north"),
        ({**TWOS, **BOTH, "on_the_way": "sower"}, "sow 4", "0003 1111", "0000+6 0001 north"),
        ({**TWOS, **BOTH, "on_the_way": OWN_CUPS}, "sow 3", "0031 1111", "0000+4 2011 north"),
        ({**TWOS, **BOTH, "on_the_way": LAST_TOO}, "sow 4", "0003 1111", "0000 0001+6 north"),
        ({**GAP, **TWOS, "on_the_way": "owner"}, "sow 1", "2100 1101", "0010+3 0101 north"),
        ({**TWOS, **BOTH, "opposite_too": True}, "sow 1", "1100 1111", "0000+3 1101 north"),
        ({**GAP, "across": "only theirs", "gap": False}, "sow 1", "1011 0040", "0111+4 0000 north"),
        ({**TWOS, "few": 3}, "sow 1", "1000 0011", "0000+3 0000 north"),
        ({**TWOS, "across": "only theirs"}, "sow 1", "1011 1010", "0111+1 1000 north"),
        ({**TWOS, "across": "only theirs"}, "sow 4", "1011 1011", "1010+2 0011 north"),
        ({"sows_pot": True}, "sow 4", "1112 1111", "1110+1 2111 north"),
        ({"sows_pot": True, "again_from_pot": True}, "sow 4", "1111 1111", "1110+1 1111 south"),
        ({"skips_origin": True}, "sow 1", "8000 0000", "0211 1111 north"),
        ({"leaves_one": True}, "sow 1", "3111 1111", "1221 1111 north"),
        ({"leaves_one": True}, "sow 1", "1111 1111", "0211 1111 north"),
        ({"laps": "from the last cup"}, "sow 1", "1101 1111", "1110 2020 north"),
        ({"laps": "from the next cup"}, "sow 1", "1020 0111", "1010 2020 north"),
        ({"across": "only theirs"}, "sow 1", "1011 1151", "0111+5 1101 north"),
        ({"across": "with the last bean"}, "sow 1", "1011 1151", "0011+6 1101 north"),
        ({"across": "with the last bean"}, "sow 1", "1011 1101", "0111 1101 north"),
        ({"across": "the last bean always"}, "sow 1", "1011 1101", "0011+1 1101 north"),
        ({"across": "only theirs", "captured_where": "both"}, "sow 4", "1111 0111", "1110 1111 north"),
        ({"across": "only theirs", "captured_where": "both"}, "sow 3", "1123 0111", "1100+4 1111 north"),
        (TWOS, "sow 3", "1121 1111", "1102+2 0111 north"),
        (TWOS, "sow 1", "1121 1111", "0221 1111 north"),
        ({**TWOS, "captured_where": "both"}, "sow 1", "1121 1111", "0021+2 1111 north"),
        ({**TWOS, "chain": "back"}, "sow 3", "1131 1111", "1102+4 0011 north"),
        ({**TWOS, "chain": "on"}, "sow 3", "1121 1221", "1102+6 0001 north"),
        ({**TWOS, "again_after_capture": True}, "sow 3", "1121 1111", "1102+2 0111 south"),
        (GAP, "sow 1", "1003 1111", "0100+3 1111 north"),
        ({**GAP, "chain": "on"}, "sow 1", "1003 0411", "0100+7 0011 north"),
        (TWOS, "sow 4", "1111 1000", "1110+2 0000 north"),
        ({**TWOS, "slam": "takes none"}, "sow 4", "1111 1000", "1110 2000 north"),
        ({"passes": True}, "sow 1", "1111 0000", "0211 0000 south"),
    ],
)  # fmt: skip
def test_a_sowing_goes_by_the_values(
    changed: dict[str, Any], label: str, before: str, following: str
) -> None:
    assert after(before, label, **changed) == following


@pytest.mark.parametrize(
    ("changed", "rows", "may_sow"),
    [
        ({}, "1021 0000", ["sow 1", "sow 3", "sow 4"]),
        ({"least": 2}, "1023 0001", ["sow 3", "sow 4"]),
        ({"must_feed": True}, "1021 0000", ["sow 3", "sow 4"]),
        ({"must_feed": True}, "1000 0000", []),
        ({"must_feed": True, "passes": True}, "1000 0000", ["sow 1"]),
        ({**TWOS, "slam": "not allowed"}, "1001 1000", ["sow 1"]),
        ({"direction": "outwards"}, "1001 1000", ["back 1", "sow 4"]),
        ({"direction": "either"}, "1000 1000", ["back 1", "sow 1"]),
    ],
)  # fmt: skip
def test_which_cups_may_be_sown(changed: dict[str, Any], rows: str, may_sow: list[str]) -> None:
    assert labels(rows, **changed) == may_sow


def test_the_rest_at_the_end_counts_as_the_rules_say() -> None:
    text = "0 0 0 0 pot 9 / 2 0 3 0 pot 10 / south"
    rests = {rest: replace(PLAIN, rest=rest) for rest in get_args(values.Rest)}
    scores = {}
    for rest, rules in rests.items():
        game = SowingGame(rules, 4, 4)
        position = game.parse_position(text)
        assert game.standing(position) is Standing.OVER
        scores[rest] = tuple(game.score(position).values())
    mine, none = (9, 15), (14, 10)
    assert scores == {"owner": mine, "last mover": mine, "who has none": none, "no one": (9, 10)}


TO_SOUTH = "0 0 0 {} pot 0 / {} pot 0 / south{}"


@pytest.mark.parametrize(
    ("before", "side", "label", "following"),
    [
        (
            TO_SOUTH.format(2, "2 2 1 1", ""), SOUTH, "sow 4",
            "0 0 0 0 pot 3 / 3 0 1 1 pot 0 / north / tuz north-2",
        ),
        (
            TO_SOUTH.format(3, "2 0 1 1", " / tuz north-2"), SOUTH, "sow 4",
            "0 0 0 0 pot 1 / 3 0 2 1 pot 0 / north / tuz north-2",
        ),
        (
            "1 1 1 1 pot 0 / 1 0 1 1 pot 0 / north / tuz north-2", NORTH, "sow 1",
            "1 1 1 1 pot 1 / 0 0 1 1 pot 0 / south / tuz north-2",
        ),
        (TO_SOUTH.format(4, "1 1 1 2", ""), SOUTH, "sow 4", "0 0 0 0 pot 0 / 2 2 2 3 pot 0 / north"),
        (
            TO_SOUTH.format(2, "2 2 1 1", " / tuz south-2"), SOUTH, "sow 4",
            "0 0 0 0 pot 0 / 3 3 1 1 pot 0 / north / tuz south-2",
        ),
        (
            TO_SOUTH.format(2, "2 2 0 1", " / tuz north-3"), SOUTH, "sow 4",
            "0 0 0 0 pot 0 / 3 3 0 1 pot 0 / north / tuz north-3",
        ),
    ],
)  # fmt: skip
def test_a_cup_becomes_a_tuz_and_gives_its_owner_every_bean(
    before: str, side: Side, label: str, following: str
) -> None:
    game = SowingGame(replace(PLAIN, tuz=3), 4, 4)
    position = game.play(game.parse_position(before), side, label)
    assert game.format_position(position) == following
    assert list(game.emblems(position)) == re.findall(r"(?<=tuz ).*", following)


def test_the_beans_at_the_start_repeat_round_the_board() -> None:
    game = SowingGame(replace(PLAIN, start=(0, 1, 2)), 4, 2)
    assert game.format_position(game.start(None)) == "0 2 4 0 pot 0 / 2 4 0 2 pot 0 / open"


@pytest.mark.parametrize("tuz", ["north-4", "north-2 south-2", "", "south-1 north-2", "east-1"])
def test_a_tuz_that_can_t_be_is_refused(tuz: str) -> None:
    game = SowingGame(PLAIN, 4, 4)
    with pytest.raises(RulesError, match="write after 'tuz' a cup of each row but the last, as in 'north-3'"):
        game.parse_position(TO_SOUTH.format(1, "1 1 1 1", f" / tuz {tuz}"))


def test_a_move_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(RulesError, match="it is no move; say sow 3 or sow 4"):
        after("1023 0001", "sow 1", least=2)


@given(any_rules(), st.integers(2, 6), st.integers(1, 4), st.integers(0, 2**20))
def test_whatever_the_rules_no_bean_is_lost_and_turns_lead_where_moves_lead(
    rules: SowingRules, cups: int, beans: int, seed: int
) -> None:
    random, game = Random(seed), SowingGame(rules, cups, beans)
    position = game.start(SOUTH)
    lying = sum(game.contents(position).values())
    for _ in range(40):
        assert game.parse_position(game.format_position(position)) == position
        contents = game.contents(position)
        assert sum(contents.values()) == lying
        if position.is_over:
            assert game.movers(position) == ()
            break
        (side,) = game.movers(position)
        found = walks(game.turns, contents, game.turns.begin(position, side))
        assert found
        for walk in found:
            following = game.play(position, side, game.turns.label(walk.acts))
            reached = counts_after({HAND: 0, **contents}, walk.acts)
            assert {place: reached[place] for place in game.places} == game.contents(following)
            mover = game.turns.player(walk.following)
            assert mover == (None if following.is_over and not rules.ends_at_repetition else mover)
            assert following.is_over or mover is following.to_move
        if game.turns.order is Order.FREE:
            plans = game.plans(position, side)
            assert [plan.label for plan in plans] == [game.turns.label(walk.acts) for walk in found]
            assert all(
                carried_out(contents, plan.open) == game.contents(game.play(position, side, plan.label))
                for plan in plans
            )
        position = game.play(position, side, game.turns.label(random.choice(found).acts))
