"""Games of Coin Duel between levels, plain opponents and random play, each opening twice.

The levels come from outside, so that what was played depends on those two that played it.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from coin_duel_yardstick import Yardstick
from cupsboard.engine.coin_duel.evaluation import POTS_ONLY
from cupsboard.engine.coin_duel.oversights import hidden
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.levels import Level, Opponent, Scale
from cupsboard.engine.player import Limit
from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import Side
from cupsim.people.coin_duel.choosing import choose as chosen_act_by_act

Choose = Callable[[Position], str]
MOST_TURNS = 80
POTS = "same nodes, pots only"
ROOMS = ("coin_duel",)
"""The rooms of the rules that are played."""


class Opening(NamedTuple):
    """An opening of a match, played twice."""

    stage: int
    first: str
    second: str
    number: int


@dataclass(frozen=True)
class Played:
    """By how much the first player won the two games, and how long its plays took."""

    leads: list[int]
    seconds: list[float]


def game_of(stage: int) -> CoinDuel:
    """The game that is played."""
    return CoinDuel(Settings(stage=stage, turns=MOST_TURNS if stage == 3 else None))


def at_random(game: CoinDuel, position: Position, random: Random) -> str:
    """A random play: any one in stage 1, act by act where there are kinds."""
    (side,) = game.movers(position)
    if game.settings.alike:
        own, other = (
            Half(row.counts, sum(row.pot), sum(row.stock))
            for row in (position.row(side), position.row(side.other))
        )
        return random.choice([label for label, _, _ in one_way_plays(own, other)])
    return chosen_act_by_act(game, position, side, 1, random).label


def opening(game: CoinDuel, number: int) -> Position:
    """The position after two to four random plies; the round follows from the number."""
    random = Random(f"{game.name} {number}")
    position = begun(game, number % game.rounds + 1)
    for _ in range(random.randint(2, 4)):
        (side,) = game.movers(position)
        position = game.play(position, side, at_random(game, position, random))
    return position


def begun(game: CoinDuel, number: int) -> Position:
    """The start of a round."""
    row = game.start(Side.SOUTH).south
    row = replace(row, stock=game.settings.first_stock(number))
    return Position(row, row, Side.SOUTH, round=number)


@dataclass(frozen=True)
class Playing:
    """What both players of a match are."""

    levels: Mapping[str, Level]
    """Those that play, by name; with pots alone, that whose nodes are taken."""
    scale: Scale
    seconds: float = 0.0
    """What a plain opponent has for a play."""


def player(game: CoinDuel, name: str, random: Random, playing: Playing) -> Choose:
    """Who plays under a name, for one game."""
    if name == "random":
        return lambda position: at_random(game, position, random)
    if name.startswith("depth "):
        return Yardstick(game, int(name.removeprefix("depth ")), playing.seconds).choose
    if name == POTS:
        engine = CoinDuelEngine(game, weights=POTS_ONLY)
        return lambda position: engine.play(position, Limit(nodes=playing.levels[POTS].nodes)).move
    opponent = Opponent(game, CoinDuelEngine(game), playing.levels[name], hidden, playing.scale)
    seed = random.getrandbits(32)
    return lambda position: opponent.choose(position, seed).move


def played(wanted: Opening, playing: Playing) -> Played:
    """Play an opening twice."""
    game = game_of(wanted.stage)
    start = opening(game, wanted.number)
    leads, taken = [], []
    for side in Side:
        random = Random(f"{wanted} {side.value}")
        players = {
            side: player(game, wanted.first, random, playing),
            side.other: player(game, wanted.second, random, playing),
        }
        position = start
        while movers := game.movers(position):
            began = time.process_time()
            label = players[movers[0]](position)
            if movers[0] is side:
                taken.append(round(time.process_time() - began, 4))
            position = game.play(position, movers[0], label)
        score = game.round_score(position)
        leads.append(score[side] - score[side.other])
    return Played(leads, taken)
