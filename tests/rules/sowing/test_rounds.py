"""A sowing game of rounds: rows filled anew from the own beans, lost cups, and who begins."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import analyse
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import named
from cupsboard.rules.history import Called, History
from cupsboard.rules.places import Side, cup
from cupsboard.rules.record import Record, format_record, parse_record
from cupsboard.rules.sowing.course import courses
from cupsboard.rules.sowing.game import ring_of
from cupsboard.rules.sowing.match import BEGIN, SowingMatch
from cupsboard.rules.sowing.rules import Begins, Rounds, SowingRules
from cupsboard.rules.sowing.turns import label
from cupsboard.rules.turns import walks
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
RULES = SowingRules(
    title="M", laps="from the last cup", across="with the last bean", rounds="from the left", passes=True
)
ENDED = "0 0 0 pot 3 / 0 0 0 pot 9 / {} / round 1 south"


def match(**changed: object) -> SowingMatch:
    return SowingMatch(replace(RULES, **changed), 3, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rounds", "laid_out"),
    [
        ("from the left", "2 0 0 pot 1 / 2 2 2 pot 3 / north / round 2 north lost south-2 south-3"),
        ("from the right", "0 0 2 pot 1 / 2 2 2 pot 3 / north / round 2 north lost south-1 south-2"),
    ],
)
def test_each_fills_the_own_cups_from_one_end_and_those_left_empty_are_lost(
    rounds: Rounds, laid_out: str
) -> None:
    game = match(rounds=rounds)
    ended = game.parse_position(ENDED.format("south"))
    assert game.standing(ended) is Standing.BETWEEN_ROUNDS
    assert (game.calls(ended, SOUTH), game.calls(ended, NORTH)) == ((), (BEGIN,))
    begun = game.call(ended, NORTH, BEGIN)
    assert game.format_position(begun) == laid_out
    assert {str(place) for place in game.blocked(begun)} == set(laid_out.split(" lost ")[1].split())
    with pytest.raises(RulesError, match="south call begin: can't be called here"):
        game.call(ended, SOUTH, BEGIN)


@pytest.mark.parametrize(
    ("rounds", "south", "north", "lost"),
    [
        ("cups change hands", 11, 7, " lost north-1"),
        ("full cups change hands", 11, 7, ""),
        ("cups change hands", 5, 13, " lost south-1"),
        ("full cups change hands", 2, 16, " lost south-1 south-2"),
    ],
)
def test_every_cup_is_full_again_and_who_has_more_owns_what_they_fill(
    rounds: Rounds, south: int, north: int, lost: str
) -> None:
    game = SowingMatch(replace(RULES, rounds=rounds), 3, 3)
    ended = game.parse_position(f"0 0 0 pot {south} / 0 0 0 pot {north} / south / round 1 north")
    begun = game.call(ended, SOUTH, BEGIN)
    assert game.format_position(begun) == f"3 3 3 pot 0 / 3 3 3 pot 0 / south / round 2 south{lost}"
    assert not game.blocked(begun)
    assert game.parse_position(game.format_position(begun)) == begun


def test_a_cup_that_changed_hands_is_sown_and_counted_as_its_owner_s() -> None:
    game = SowingMatch(replace(RULES, rounds="cups change hands", fewest=2), 3, 3)
    begun = game.parse_position("3 3 3 pot 0 / 3 3 3 pot 0 / south / round 2 south lost north-1")
    owners = [game.owner_of(begun, place) for place in (cup(SOUTH, 1), cup(NORTH, 1), cup(NORTH, 2))]
    assert owners == [SOUTH, SOUTH, NORTH]
    assert game.score(replace(begun, is_over=True)) == {SOUTH: 12, NORTH: 6}
    found = walks(game.turns, game.contents(begun), game.turns.begin(begun, SOUTH))
    sown = {game.turns.label(walk.acts) for walk in found}
    assert sown == {"sow south-1", "sow south-2", "sow south-3", "sow north-1"}
    with pytest.raises(RulesError, match="north sow north-1: it is no move; say sow north-2 or sow north-3"):
        game.play(replace(begun, to_move=NORTH), NORTH, "sow north-1")
    infos = engines.of_game(game).analyse(begun, Limit(depth=3), EVERY_MOVE)
    assert {info.move for info in infos} == sown
    for move in infos[0].variation:
        begun = game.play(begun, game.movers(begun)[0], move)
    few = game.parse_position("0 0 0 pot 4 / 0 0 0 pot 14 / south / round 2 south lost north-1")
    assert game.standing(few) is Standing.OVER


def test_a_lost_cup_is_left_out_on_the_way_round() -> None:
    game, lost = match(), " / round 2 north lost south-2 south-3"
    position = game.parse_position(f"1 0 0 pot 5 / 0 0 2 pot 4 / north{lost}")
    after = game.play(position, NORTH, "sow 3")
    assert game.format_position(after) == f"2 0 0 pot 5 / 1 0 0 pot 4 / south{lost}"


@pytest.mark.parametrize(
    ("begins", "who"), [("in turn", NORTH), ("loser", SOUTH), ("winner", NORTH), ("last mover", SOUTH)]
)
def test_who_begins_the_next_round_is_said_by_the_rules(begins: Begins, who: Side) -> None:
    game = match(begins=begins)
    ended = game.parse_position(ENDED.format("north"))
    assert [side for side in Side if game.calls(ended, side)] == [who]


def test_who_can_t_fill_enough_cups_has_lost_the_game() -> None:
    game = match(fewest=2)
    ended = game.parse_position(ENDED.format("south"))
    assert game.standing(ended) is Standing.OVER
    assert game.winner(ended) is NORTH
    assert match().standing(ended) is Standing.BETWEEN_ROUNDS


@pytest.mark.parametrize("told", ["1", "0 south", "2 east", "2 south lost", "2 south lost south-4"])
def test_a_round_that_can_t_be_is_refused(told: str) -> None:
    with pytest.raises(RulesError, match="write after 'round' its number, who began it and the lost cups"):
        match().parse_position(f"1 1 1 pot 0 / 1 1 1 pot 0 / south / round {told}")


@given(
    st.integers(0, 2**20),
    st.sampled_from(["one", "from the last cup", "from the next cup"]),
    st.booleans(),
    st.sampled_from(["from the left", "cups change hands"]),
)
def test_no_bean_is_lost_from_round_to_round_and_each_table_is_read_as_it_was_written(
    seed: int, laps: str, sows_pot: bool, rounds: Rounds
) -> None:
    game, random = match(laps=laps, sows_pot=sows_pot, rounds=rounds), Random(seed)
    position = game.start(random.choice([SOUTH, NORTH]))
    for _ in range(60):
        assert sum(game.contents(position).values()) == 12
        assert game.parse_position(game.format_position(position)) == position
        assert all(game.contents(position)[place] == 0 for place in game.blocked(position))
        match game.standing(position):
            case Standing.OVER:
                break
            case Standing.BETWEEN_ROUNDS:
                (side,) = (side for side in Side if game.calls(position, side))
                position = game.call(position, side, BEGIN)
            case _:
                side = position.to_move
                ring = ring_of(position.row(side), position.row(side.other))
                made = random.choice(courses(game.rules, ring, position.marks_of(side)))
                origin = game.turns.rings[side][made.origin]
                assert origin not in game.blocked(position)
                assert game.owner_of(position, origin) is side
                position = game.play(position, side, label(game.rules, origin, made.way))


def test_a_record_holds_the_rounds_and_each_is_judged_by_its_own_end() -> None:
    game = named("bosh 3 seeds 2")
    history, engine = History(game, SOUTH), engines.of_game(game)
    while not history.is_over and len(history.entries) < 30:
        if game.standing(history.position) is Standing.BETWEEN_ROUNDS:
            history = history.call(next(side for side in Side if game.calls(history.position, side)), BEGIN)
        else:
            move = engine.analyse(history.position, Limit(depth=1), EVERY_MOVE)[-1].move
            history = history.play(history.position.to_move, move)
    record = Record(game, SOUTH, history.entries)
    read = parse_record(format_record(record), named).history()
    assert read.position == history.position
    begun = [entry for entry in history.entries if isinstance(entry, Called)]
    assert read.position.round.number == 1 + len(begun) > 1
    judged = list(analyse(read, engine, engines.reasons_of(game), Limit(nodes=50)))
    assert [move.entry for move in judged] == list(history.entries)
