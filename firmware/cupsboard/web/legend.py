"""What every light means, each drawn as the strip of this board shows it: the legend of the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.profile import Profile
from cupsboard.rules.game import GameOfRounds
from cupsboard.rules.games import AnyPlayersGame, has_stocks, is_round_a_table
from cupsboard.rules.places import BEAN
from cupsboard.rules.turns import Order
from cupsboard.signs.light_patterns import SLOT_SECONDS
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.web.sections import Section, lights_section

GROUPS: Mapping[str, Sequence[Meaning]] = {
    "turn": (
        *(
            Meaning.YOUR_TURN,
            Meaning.PRESS,
            Meaning.THINKING,
            Meaning.BLOCKED,
            Meaning.EMBLEM,
            Meaning.PASSED,
        ),
        *(Meaning.TENS, Meaning.ONES, Meaning.WINNER, Meaning.TIE),
    ),
    "may": (
        *(Meaning.MAY_NEXT, Meaning.MUST_NEXT),
        *(Meaning.MAY_CAPTURE, Meaning.MUST_CAPTURE, Meaning.INTO_POT),
        *(Meaning.GOOD_MOVE, Meaning.WAS_BETTER),
    ),
    "laps": (Meaning.TAKE_UP, Meaning.GIVE_UP),
    "wrong": (
        *(Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.LOOK),
        *(Meaning.LIFTED, Meaning.NOT_NOW, Meaning.DEAD),
    ),
    "board": (
        *(Meaning.HELD, Meaning.STOCK_EMPTY, Meaning.TABLE_RIGHT, Meaning.NEW_GAME),
        *(Meaning.PAUSED, Meaning.POWER_OFF, Meaning.GOODBYE, Meaning.UNWRITTEN),
        *(Meaning.DAMAGED, Meaning.OWNER, Meaning.NO_LINK, Meaning.TIME_SHORT, Meaning.FAR_ASKS),
        *(Meaning.KEEP, Meaning.THROW_AWAY, Meaning.TRIED),
    ),
    "race": (
        *(Meaning.HOME, Meaning.READY, Meaning.RACE, Meaning.CIRCLE, Meaning.SQUARE, Meaning.TRIANGLE),
        *(Meaning.RIGHT, Meaning.OUT, Meaning.YOU, Meaning.TAKE_AWAY),
    ),
}
"""Every meaning once, in the order in which the legend shows them."""

_OF_RACES = frozenset(GROUPS["race"])
_OF_LAPS = frozenset(GROUPS["laps"])
_NOT_OF_RACES = frozenset({*GROUPS["may"], *_OF_LAPS})
_NOT_OF_LAPS = frozenset(
    {Meaning.BLOCKED, Meaning.PASSED, Meaning.LIFTED, Meaning.STOCK_EMPTY, Meaning.TABLE_RIGHT}
)
"""What Cups alone shows: where each act is followed a lifted cup is one, and no stock is in doubt."""
_OF_STOCKS = frozenset({Meaning.STOCK_EMPTY, Meaning.BLOCKED})
"""What a game without stocks never shows: a cup is blocked where a stock goes on feeding it."""
_OF_EMBLEMS = frozenset({Meaning.EMBLEM})
"""What only games with emblems show."""
_OF_NO_GAME = frozenset({Meaning.KEEP, Meaning.THROW_AWAY, Meaning.TRIED})
"""What is shown where beans are sorted and lights are tried."""
_BEANS = {Meaning.TENS: 2, Meaning.ONES: 2, Meaning.TRIED: 0}
"""The number that belongs to a sign, where it is not one bean."""


def routes(board: Callable[[], tuple[Profile, AnyPlayersGame]]) -> Sequence[BaseRoute]:
    """The legend as data; `board` gives the board and its game as they are then, in any thread."""

    async def send(_: Request) -> Response:
        return JSONResponse(legend(*board()))

    return (Route("/legend.json", send),)


def legend(profile: Profile, game: AnyPlayersGame) -> dict[str, Any]:
    """Return what a board can show in a game by group, each as the pixels of a place through its rhythm."""
    left_out = _left_out(game)
    shown = {name: [each for each in group if each not in left_out] for name, group in GROUPS.items()}
    groups = [
        {"name": name, "lights": [_light(meaning, profile) for meaning in meanings]}
        for name, meanings in shown.items()
        if meanings
    ]
    return {"slotSeconds": SLOT_SECONDS, "groups": groups}


def _left_out(game: AnyPlayersGame) -> frozenset[Meaning]:
    """Return what is never shown in a game."""
    left_out = _of_others(game) | (frozenset() if game.has_emblems else _OF_EMBLEMS)
    may_lose_cups = isinstance(game, GameOfRounds) and game.kinds.keys() == {BEAN}
    has_spare_cups = not is_round_a_table(game) and bool(game.blocked(game.start(None)))
    return left_out - {Meaning.BLOCKED} if may_lose_cups or has_spare_cups else left_out


def _of_others(game: AnyPlayersGame) -> frozenset[Meaning]:
    """Return what games of other kinds alone show."""
    if is_round_a_table(game):
        return _NOT_OF_RACES | _OF_NO_GAME
    if game.turns.order is Order.AS_LANDED:
        return _OF_RACES | _NOT_OF_LAPS | _OF_NO_GAME
    return _OF_RACES | _OF_LAPS | _OF_NO_GAME | (frozenset() if has_stocks(game) else _OF_STOCKS)


def _light(meaning: Meaning, profile: Profile) -> Section:
    beans = _BEANS.get(meaning, 1)
    place = profile.needed_places[0]
    scene = Scene((Sign(place, meaning, beans),), None, Message("who-starts"))
    pixels = len(profile.strip.pixels[place])
    return {
        "meaning": meaning.name,
        "beans": beans,
        "pixels": pixels,
        **lights_section(scene, profile)[place],
    }
