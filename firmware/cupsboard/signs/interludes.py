"""What the board shows in interludes: a new game offered, a pause, switching off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from cupsboard.referee.computer import Seats
from cupsboard.referee.states import AskingPowerOff, Interlude, Leaving, OfferingNewGame, Paused, ShowingScore
from cupsboard.rules.games import AnyGame, number_of
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of
from cupsboard.signs.phrases import game_phrases, level_phrases
from cupsboard.signs.scene import Meaning, Message, Sign, Values

DIGIT_SECONDS = 3.2
"""How long tens or ones show: two periods of a rhythm."""
MOST_A_PLACE = 3
"""Pixels that every place has; with them a row of two cups and a pot counts to nine."""


def score_signs(showing: ShowingScore, rows: Mapping[Side, Sequence[Place]], now: float) -> tuple[Sign, ...]:
    """Return the signs that show the score at the time `now`.

    Tens and ones take turns. Only ones are shown while both sides have fewer than ten beans.
    """
    is_tens_turn = int((now - showing.since) / DIGIT_SECONDS) % 2 == 0
    shows_tens = is_tens_turn and any(beans >= 10 for beans in showing.score.values())
    meaning = Meaning.TENS if shows_tens else Meaning.ONES
    digits = {side: beans // 10 if shows_tens else beans % 10 for side, beans in showing.score.items()}
    return tuple(sign for side, digit in digits.items() for sign in counted(digit, rows[side], meaning))


def counted(digit: int, row: Sequence[Place], meaning: Meaning) -> Iterator[Sign]:
    """Yield signs that show `digit` as lit pixels, from the left end of `row` on."""
    for place in row:
        if digit > 0:
            yield Sign(place, meaning, min(digit, MOST_A_PLACE))
        digit -= MOST_A_PLACE


_Signs = tuple[Sign, ...]


def row_glow(game: AnyGame, position: Any, side: Side) -> _Signs:
    """Return the glow of a player's places; cups that can never be sown again look blocked."""
    blocked = game.blocked(position)
    return tuple(
        Sign(place, Meaning.BLOCKED if place in blocked and is_cup(place) else Meaning.YOUR_TURN)
        for place in game.places
        if game.owner_of(position, place) is side
    )


def interlude_shown(
    interlude: Interlude, seats: Seats, places: Iterable[Place], glow: _Signs
) -> tuple[_Signs, Message]:
    """Return the signs and the message for an interlude: an offered game, a pause, switching off.

    `places` are the places of the game, `glow` the signs of both rows.
    """
    rows = {side: tuple(place for place in places if side_of(place) is side) for side in Side}
    match interlude:
        case OfferingNewGame(by=Side() as asks):
            sides: Values = {"side": asks.value, "other": asks.other.value}
            return (Sign(pot(asks.other), Meaning.NEW_GAME), *glow), Message("new-game-for-both", sides)
        case OfferingNewGame(game=name):
            if name is None:
                return (*_at_pots(Meaning.NEW_GAME), *glow), Message("new-game")
            # The cups count the number of the game; the pots ask.
            cups = (row[:-1] for row in rows.values())
            count = (sign for row in cups for sign in counted(number_of(name), row, Meaning.ONES))
            return (*_at_pots(Meaning.NEW_GAME), *count), Message("new-game-of", {"game": game_phrases(name)})
        case Paused():
            return _paused(seats, rows)
        case AskingPowerOff():
            return _at_pots(Meaning.POWER_OFF), Message("power-off")
        case Leaving(is_asked=is_asked):
            signs = tuple(Sign(place, Meaning.GOODBYE) for row in rows.values() for place in row)
            return signs, Message("switching-off" if is_asked else "goodbye")
        case _:
            assert_never(interlude)


def _paused(seats: Seats, rows: dict[Side, tuple[Place, ...]]) -> tuple[_Signs, Message]:
    """Return the signs and message of a pause; the row of the board's side counts its level."""
    computer = seats.computer
    if computer is None:
        key = "paused-open" if seats.levels else "paused-known" if seats.known else "paused"
        return _at_pots(Meaning.PAUSED), Message(key)
    count = tuple(counted(seats.number, rows[computer.side], Meaning.ONES))
    counting = {sign.place for sign in count}
    pots = (sign for sign in _at_pots(Meaning.PAUSED) if sign.place not in counting)
    values: Values = {"side": computer.side.value, "level": level_phrases(computer.level)}
    return (*count, *pots), Message("paused-computer-known" if seats.known else "paused-computer", values)


def _at_pots(meaning: Meaning) -> _Signs:
    """Return a sign at both pots."""
    return tuple(Sign(pot(side), meaning) for side in Side)
