from math import exp
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.levels import LEVELS, Hidden, Level, Opponent, Oversight, level_named
from cupsboard.engine.player import PASS, Info, Limit
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

GAME = games.named("cups 4")
START = GAME.start(Side.SOUTH)
HALFWAY = "2 0 1 3 pot 4 stock 20 / 1 2 0 0 pot 6 stock 21 / south"
ENDING = "0 0 2 0 pot 30 stock 0 / 3 0 0 1 pot 34 stock 0 / north"

names = st.sampled_from([level.name for level in LEVELS if not level.is_perfect])
seeds = st.integers(-(10**9), 10**9)


def played_at_random(game: AnyGame, random: Random, plies: int) -> object:
    position = game.start(Side.SOUTH)
    for _ in range(plies):
        standing = game.standing(position)
        if standing is Standing.OVER:
            break
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        after = game.play(position, side, random.choice(game.plans(position, side)).label)
        if game.standing(after) is Standing.OVER:
            break
        position = after
    return position


def test_levels_are_found_by_name() -> None:
    assert [level_named(level.name) for level in LEVELS] == list(LEVELS)
    with pytest.raises(ValueError, match=r"no level '10': choose one of 1, 2, .*, 8, perfect"):
        level_named("10")


@given(names, seeds, st.integers(0, 2**32), st.integers(0, 60), st.integers(2, 6))
def test_every_level_plays_a_legal_move_and_the_same_again(
    name: str, seed: int, course: int, plies: int, cups: int
) -> None:
    game = games.named(f"cups {cups}")
    position = played_at_random(game, Random(course), plies)
    choice = engines.at_level(game, level_named(name)).choose(position, seed)
    if game.standing(position) is Standing.PASS:
        assert choice.move == PASS
    else:
        (side,) = game.movers(position)
        assert choice.move in {plan.label for plan in game.plans(position, side)}
    assert engines.at_level(game, level_named(name)).choose(position, seed) == choice


def test_what_was_played_before_changes_no_move() -> None:
    opponent = engines.at_level(GAME, level_named("3"))
    for seed in range(20):
        opponent.choose(START, seed)
    position = GAME.parse_position(HALFWAY)
    assert opponent.choose(position, 1) == engines.at_level(GAME, level_named("3")).choose(position, 1)


MOVES = {
    "1": "drop 3, drop 3, drop 3, drop 1, drop 2, drop 4",
    "2": "drop 3, drop 3, drop 3, drop 1, drop 2, drop 4",
    "3": "drop 3, drop 3, drop 3, drop 1, drop 2, drop 2",
    "4": "drop 3, drop 1, drop 1, drop 1, drop 2, drop 2",
    "5": "drop 3, drop 1, drop 3, drop 3, drop 3, drop 2",
    "6": "drop 1, drop 1, drop 1, drop 1, drop 3, drop 3",
    "7": "drop 3, drop 3, drop 3, drop 3, drop 1, drop 1",
    "8": "drop 1, drop 1, drop 1, drop 1, drop 1, drop 1",
}
"""Halfway through a game, for the seeds 0 to 5; the same on Python 3.11 to 3.13."""


@pytest.mark.parametrize("name", MOVES)
def test_a_level_plays_the_same_moves_on_every_machine(name: str) -> None:
    opponent = engines.at_level(GAME, level_named(name))
    position = GAME.parse_position(HALFWAY)
    assert ", ".join(opponent.choose(position, seed).move for seed in range(6)) == MOVES[name]


def test_full_strength_plays_what_the_engine_finds() -> None:
    position = GAME.parse_position(HALFWAY)
    best = engines.of_game(GAME).play(position, Limit(nodes=20_000))
    choice = engines.at_level(GAME, level_named("8")).choose(position, 1)
    assert (choice.move, choice.infos, choice.overlooked) == (best.move, (best,), ())


def test_a_perfect_level_asks_the_book() -> None:
    game = games.named("cups 3")
    choice = engines.at_level(game, level_named("perfect")).choose(game.start(Side.SOUTH), 1)
    assert choice.infos == (engines.perfect(game).play(game.start(Side.SOUTH), Limit(nodes=1)),)


def test_other_levels_play_alike_with_and_without_a_table() -> None:
    asked = []
    opponent = engines.at_level(GAME, level_named("8"), known=lambda own, other: asked.append(own))
    opponent.choose(GAME.parse_position(ENDING), 1)
    assert asked == []


@pytest.mark.long("thousands of moves")
def test_a_move_is_drawn_the_seldomer_the_more_it_loses() -> None:
    position = GAME.parse_position(HALFWAY)
    level = Level("warm", nodes=500, temperature_beans=2.0)
    opponent = engines.at_level(GAME, level)
    infos = opponent.choose(position, 0).infos
    wanted = [exp((info.score_beans - infos[0].score_beans) / 2.0) for info in infos]
    drawn = [opponent.choose(position, seed).move for seed in range(1500)]
    for info, weight in zip(infos, wanted, strict=True):
        share = drawn.count(info.variation[0]) / len(drawn)
        # Four standard deviations, and the rounding down to a sixteenth of a temperature.
        assert share == pytest.approx(weight / sum(wanted), abs=0.07)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("misses-capture", "0 1 1 0 pot 2 stock 35 / 3 3 3 1 pot 2 stock 29 / south"),
        ("misses-sowing", "4 1 0 0 pot 3 stock 33 / 4 1 1 0 pot 2 stock 31 / south"),
        ("reply-captures", "3 2 2 1 pot 5 stock 21 / 12 7 3 0 pot 11 stock 13 / south"),
        ("blocks", "4 0 4 3 pot 1 stock 20 / 5 5 1 2 pot 11 stock 24 / south"),
    ],
)
def test_what_is_overlooked_costs_beans_and_is_named(kind: str, text: str) -> None:
    position = GAME.parse_position(text)
    blind = Level("blind", nodes=2000, oversights=(Oversight(kind, 100, few_beans=1000),))
    choice = engines.at_level(GAME, blind).choose(position, 1)
    (played,) = (info for info in choice.infos if info.variation[0] == choice.move)
    assert choice.infos[0].score_beans - played.score_beans > 2.0
    assert choice.overlooked == (kind,)


@pytest.mark.long("thousands of moves")
def test_much_is_overlooked_more_seldom_than_little() -> None:
    position = GAME.parse_position(HALFWAY)
    level = Level("half blind", nodes=100, oversights=(Oversight("trick", 50, few_beans=2),))
    best = engines.of_game(GAME).analyse(position, Limit(nodes=100), lines=9)[0].variation[0]

    def missed(beans: int) -> float:
        def overlook(_: object, __: object, info: Info) -> list[Hidden]:
            return [Hidden("trick", beans, None)] if info.variation[0] == best else []

        opponent = Opponent(GAME, engines.of_game(GAME), level, overlook)
        choices = [opponent.choose(position, seed) for seed in range(300)]
        assert all(choice.overlooked == ("trick",) for choice in choices if choice.move != best)
        return sum(choice.move != best for choice in choices) / len(choices)

    # Five standard deviations.
    assert missed(1) == missed(2) == pytest.approx(0.5, abs=0.15)
    assert missed(10) == pytest.approx(0.1, abs=0.09)


def test_the_first_level_leaves_its_captures_alone() -> None:
    position = GAME.parse_position("0 0 0 0 pot 0 stock 9 / 5 0 0 5 pot 0 stock 9 / south")
    moves = {engines.at_level(GAME, LEVELS[0]).choose(position, seed).move for seed in range(30)}
    assert moves == {"drop 2", "drop 3"}


def test_a_level_asked_to_stop_still_moves() -> None:
    for level in LEVELS:
        choice = engines.at_level(GAME, level).choose(START, 1, lambda: True)
        assert choice.move.startswith("drop")


@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_has_no_move(level: Level) -> None:
    over = GAME.parse_position("0 0 0 0 pot 40 stock 0 / 0 0 0 0 pot 40 stock 0 / south")
    with pytest.raises(RulesError, match="the game is over"):
        engines.at_level(GAME, level).choose(over, 1)
