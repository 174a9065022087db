"""Points in Coin Duel: what pots count, and what a round brings its players."""

from enum import Enum

from cupsboard.rules.coin_duel.position import Amounts, Called, Position
from cupsboard.rules.coin_duel.settings import WINNING_COIN_TIMES, Settings
from cupsboard.rules.coin_duel.sowing import can_play
from cupsboard.rules.places import Side

SIDES = (Side.SOUTH, Side.NORTH)


class Ending(Enum):
    """The reasons why a round is over."""

    CONCEDED = "conceded"
    OFFENDED = "offended"
    WINNING_COINS_IN_POTS = "both winning coins in pots"
    NO_PLAY = "no play"
    TURNS = "the limit of turns"


def can_move(settings: Settings, position: Position, side: Side) -> bool:
    """Return whether a player would have any play in their turn."""
    own, other = position.row(side), position.row(side.other)
    return can_play(own.counts, sum(own.stock), other.counts[::-1], settings.ways)


def ending(settings: Settings, position: Position) -> Ending | None:
    """Return why the round is over; None if it goes on."""
    if position.called is not None:
        return Ending.CONCEDED if position.called[0] is Called.CONCEDED else Ending.OFFENDED
    winning = winning_kind(settings, position)
    if winning is not None and sum(position.row(side).pot[winning] for side in SIDES) == 2:
        return Ending.WINNING_COINS_IN_POTS
    if settings.turns is not None and position.turn >= settings.turns:
        return Ending.TURNS
    movers = SIDES if position.to_move is None else (position.to_move,)
    return None if any(can_move(settings, position, side) for side in movers) else Ending.NO_PLAY


def winning_kind(settings: Settings, position: Position) -> int | None:
    """Return the index of the round's winning coin among the kinds; None outside stage 3."""
    return position.round - 1 if settings.stage == 3 else None


def pot_points(settings: Settings, position: Position, pot: Amounts) -> int:
    """Return the points of the pieces in a pot; a winning coin counts ten times its value."""
    return sum(
        count * worth * (WINNING_COIN_TIMES if number == winning_kind(settings, position) else 1)
        for number, (count, worth) in enumerate(zip(pot, settings.worths, strict=True))
    )


def round_points(settings: Settings, position: Position) -> tuple[int, int]:
    """Return south's and north's points of a round that is over.

    Only the higher pot scores, and in stage 3 only one with a winning coin in it. A player who conceded or
    offended scores nothing, and the opponent scores their own pot; in stage 3 with both winning coins,
    wherever they lie.
    """
    winning = winning_kind(settings, position)
    points = {side: pot_points(settings, position, position.row(side).pot) for side in SIDES}
    if position.called is not None:
        _, offender = position.called
        other = offender.other
        if winning is not None:
            missing = 2 - position.row(other).pot[winning]
            points[other] += missing * settings.worths[winning] * WINNING_COIN_TIMES
        points[offender] = 0
    else:
        if winning is not None:
            for side in SIDES:
                if not position.row(side).pot[winning]:
                    points[side] = 0
        south, north = points[Side.SOUTH], points[Side.NORTH]
        points = {Side.SOUTH: south if south > north else 0, Side.NORTH: north if north > south else 0}
    return points[Side.SOUTH], points[Side.NORTH]


def total_points(settings: Settings, position: Position, *, is_over: bool) -> tuple[int, int]:
    """Return both players' points of all rounds; a round in progress counts by its pots."""
    if is_over:
        south, north = round_points(settings, position)
    else:
        south, north = (pot_points(settings, position, position.row(side).pot) for side in SIDES)
    return position.totals[0] + south, position.totals[1] + north
