"""Coin Duel as the tests play it: at random, through the machine of its turns or without it."""

import random
from collections import Counter

from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import HAND, Kind, Side
from cupsboard.rules.turns import TAKE, Act, Order, counts_after
from plain_coin_duel import PlainRound

Game = HistoryOf[Position, Side]

STAGES = (1, 2, 3)
TWO_KINDS = ((Kind("cent"), 1), (Kind("dime"), 10))


def small(stage: int, cups: int = 4, stock: int = 3, turns: int | None = 60) -> CoinDuel:
    """A game on a small board, with two kinds where there are kinds, that ends soon."""
    return CoinDuel(Settings(cups, stage, () if stage == 1 else TWO_KINDS, stock, turns))


def random_label(game: CoinDuel, position: Position, side: Side, rng: random.Random) -> str:
    """A play made act by act as the machine offers them, each piece of any kind that lies there."""
    assert game.turns.order is Order.AS_LANDED
    turns, counts = game.turns, {HAND: 0, **game.contents(position)}
    lying = {place: Counter(kinds) for place, kinds in game.pieces(position).items()}
    lying[HAND] = Counter[Kind]()
    turn, acts = turns.begin(position, side), list[Act]()
    while True:
        choices = [*turns.acts(counts, turn)]
        if turns.ends(counts, turn) is not None and (not choices or rng.random() < 0.4):
            return turns.label(acts)
        act, turn, _ = rng.choice(choices)
        if act.verb == TAKE:
            lying[HAND], lying[act.source] = lying[act.source], Counter()
        elif act.pieces == 1:
            kind = rng.choice(sorted(lying[act.source].elements()))
            act = act._replace(kind=kind)
            lying[act.source][kind] -= 1
            lying[act.target][kind] += 1
        else:
            lying[act.target] += lying[act.source]
            lying[act.source] = Counter()
        counts = dict(counts_after(counts, [act]))
        assert {place: at.total() for place, at in lying.items()} == counts
        acts.append(act)


def played(game: CoinDuel, rng: random.Random, entries: int = 100_000, calls: float = 0.0) -> Game:
    """A game at random, to its end or to so many entries; with calls among the plays, so often."""
    history = HistoryOf(game, rng.choice((None, *Side)))
    while len(history.entries) < entries and not history.is_over:
        position = history.position
        if game.standing(position) is Standing.BETWEEN_ROUNDS:
            history = history.call(rng.choice([*Side]), "begin")
        elif rng.random() < calls:
            side = rng.choice([*Side])
            history = history.call(side, rng.choice(game.calls(position, side)))
        else:
            side = rng.choice(game.movers(position))
            history = history.play(side, random_label(game, position, side, rng))
    return history


def plain_round(game: CoinDuel, position: Position) -> PlainRound:
    """The round of a position as it is laid out, in the plain program."""
    settings = game.settings
    number = position.round - 1 if settings.stage == 3 else None
    stock = [
        kind
        for index, (kind, _) in enumerate(settings.kinds)
        for _ in range(1 if index == number else settings.stock)
    ]
    winning = None if number is None else settings.kinds[number][0]
    worth: dict[str, int] = {**dict(settings.kinds)}
    return PlainRound(settings.cups, settings.stage, worth, [*stock], winning)


def same_table(game: CoinDuel, position: Position, plain: PlainRound) -> bool:
    """Whether every coin lies in the same place."""
    for side in Side:
        row, player = position.row(side), plain.players[side.value]
        ours = [*row.cups, row.pot, row.stock]
        theirs = [*player.piles, player.stock]
        for pieces, pile in zip(ours, theirs, strict=True):
            if [pile.count(kind) for kind, _ in game.settings.kinds] != [*pieces]:
                return False
    return True
