"""Whole games of King of the Cups, played at random from a seed, as a hypothesis strategy."""

import random
from itertools import product, starmap

from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Dice, Seat
from cupsboard.rules.king_of_the_cups.moves import Move, Verb
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.king_of_the_cups.rules import FIRST, KingOfTheCups
from hypothesis import strategies as st

King = HistoryOf[Position, Seat]
ROLLS = tuple(starmap(Dice, product(CUPS, repeat=2)))


def new_game(rng: random.Random) -> King:
    game = KingOfTheCups(rng.randint(2, 6), tuple(rng.sample(CUPS, len(CUPS))))
    return HistoryOf(game, rng.choice((None, *game.players)))


def random_move(rng: random.Random, history: King) -> tuple[Seat, Move]:
    """A move that may be made: mostly the right cup, else a wrong one or one put back."""
    position = history.position
    dice, astray = position.dice, position.astray
    if astray and (dice is None or rng.random() < 0.5):
        cup, _, by = rng.choice(astray)
        return by, Move(Verb.BACK, cup, landed_ms=rng.choice((None, rng.randrange(99_999))))
    assert dice is not None
    player = rng.choice([seat for seat in history.game.movers(position) if seat not in position.out])
    lifted_ms = rng.choice((None, rng.randrange(5_000)))
    if rng.random() < 0.4:
        landed_ms = rng.choice((None, (lifted_ms or 0) + rng.randrange(20_000)))
        return player, Move(Verb.GRAB, dice.right_cup, lifted_ms, landed_ms)
    wrong = rng.choice([cup for cup in CUPS if cup != dice.right_cup])
    return player, Move(rng.choice((Verb.GRAB, Verb.LIFT)), wrong, lifted_ms)


def gone_on(rng: random.Random, history: King, entries: int) -> King:
    game = history.game
    for _ in range(entries):
        position = history.position
        player = rng.choice(game.players)
        calls = game.calls(position, player)  # type: ignore[attr-defined]
        if calls and rng.random() < 0.1:
            history = history.call(player, rng.choice(calls))
            continue
        match game.standing(position):
            case Standing.OVER:
                break
            case Standing.CHANCE if position.roller is None:
                history = history.chance(player, FIRST)
            case Standing.CHANCE:
                assert position.roller
                history = history.chance(position.roller, rng.choice(ROLLS).outcome)
            case _:
                mover, move = random_move(rng, history)
                history = history.play(mover, move.label)
    return history


@st.composite
def king_games(draw: st.DrawFn, most: int = 120) -> King:
    rng = random.Random(draw(st.integers(0, 2**32)))
    return gone_on(rng, new_game(rng), draw(st.integers(0, most)))
