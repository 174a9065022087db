"""In every game that is analysed the last value is the score, and proved values follow from the rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, analyse
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side
from cupsboard.rules.turns import Order

SMALL = (
    "cups 2",
    "kalah 3 seeds 2",
    "oware 2 seeds 2",
    "bohnenspiel 2 seeds 2",
    "cow 3 seeds 2",
    "cross-kalah 3 seeds 2",
    "bakuk 2 seeds 2",
    "coin-duel 4 stage 1 stock 4",
    "coin-duel 3 stage 3 kinds cent=1,dime=10 stock 2 turns 6",
)
QUICK, THOROUGH = Limit(nodes=200), Limit(nodes=2_000)
MOST_POSITIONS = 500
"""What a search of everything may look at for one value: less than a second."""
LABELS = [f"{kind} {number}" for kind in ("reserve", "board") for number in range(1, 10)]


class TooLarge(Exception):
    """Raised where a search of everything takes too many positions."""


class Everything:
    """A search of all that the rules allow; it remembers the values of a game."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._known, self._left = game, dict[Any, float](), 0

    def souths_lead(self, position: Any) -> float | None:
        """South's lead at the end with best play. Raises TooLarge where that takes too long."""
        self._left = MOST_POSITIONS
        return self._lead(position)

    def _lead(self, position: Any) -> float:
        if position not in self._known:
            self._known[position] = self._worked_out(position)
        return self._known[position]

    def _worked_out(self, position: Any) -> float:
        game, standing = self._game, self._game.standing(position)
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        if standing in (Standing.OVER, Standing.BETWEEN_ROUNDS):
            score = game.score(position)
            return float(score[Side.SOUTH] - score[Side.NORTH])
        if standing is Standing.PASS:
            return self._lead(game.pass_turn(position))
        (mover,) = game.movers(position)
        leads = [self._lead(after) for after in everything_after(game, position, mover)]
        return max(leads) if mover is Side.SOUTH else min(leads)


def everything_after(game: AnyGame, position: Any, mover: Side) -> Iterator[Any]:
    """The position after each legal move."""
    is_whole = game.turns.order is Order.FREE or not game.name.startswith("coin-duel")
    labels = [plan.label for plan in game.plans(position, mover)] if is_whole else LABELS
    for label in labels:
        try:
            yield game.play(position, mover, label)
        except RulesError:
            if is_whole:
                raise


def at_random(game: AnyGame, random: Random) -> History[Any]:
    """A game in which each player draws among all moves, or among those that an engine thinks best."""
    engine, history = engines.of_game(game), History(game, random.choice(list(Side)))
    while not history.is_over:
        position = history.position
        match game.standing(position):
            case Standing.PASS:
                history = history.pass_turn()
            case Standing.BETWEEN_ROUNDS:
                history = history.call(Side.SOUTH, "begin")
            case _:
                infos = engine.analyse(position, Limit(nodes=60), random.choice((2, EVERY_MOVE)))
                history = history.play(game.movers(position)[0], random.choice(infos).variation[0])
    return history


def judged(history: History[Any], limit: Limit) -> list[JudgedMove]:
    game = history.game
    return list(analyse(history, engines.of_game(game), engines.reasons_of(game), limit))


def require_truth(name: str, seed: int, limit: Limit = THOROUGH) -> int:
    """Analyse a game, and return how many proved values a search of everything could check."""
    game = games.named(name)
    history = at_random(game, Random(f"{seed} {name}"))
    moves, score = judged(history, limit), game.score(history.position)
    assert moves[-1].after_beans == score[Side.SOUTH] - score[Side.NORTH], (seed, moves[-1])
    stages, searched, checked = [stage.position for stage in history.stages()], Everything(game), 0
    for move, before in reversed(list(zip(moves, stages, strict=False))):
        if not move.is_proved or not isinstance(move.entry, Moved):
            continue
        try:
            told = searched.souths_lead(before), searched.souths_lead(after(history, move))
        except TooLarge:
            # Before this move it takes longer yet.
            break
        assert told == (move.before_beans, move.after_beans), (seed, move)
        checked += 1
    return checked


def after(history: History[Any], move: JudgedMove) -> Any:
    return history.steps[move.number - 1].position


@pytest.mark.parametrize("name", SMALL)
def test_the_last_value_is_the_score_and_proved_values_are_right(name: str) -> None:
    checked = require_truth(name, 1, QUICK)
    # Where rounds follow each other no value is proved but a round's last.
    assert checked > 1 or "stage 3" in name


@pytest.mark.long("two hundred games of each kind")
@pytest.mark.parametrize("name", SMALL)
def test_so_they_are_in_two_hundred_games(name: str) -> None:
    for seed in range(200):
        require_truth(name, seed)
