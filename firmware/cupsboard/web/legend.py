"""What every light means, each drawn as the strip of this board shows it: the legend of the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.profile import Profile
from cupsboard.signs.light_patterns import SLOT_SECONDS
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.web.sections import Section, lights_section

GROUPS: Mapping[str, Sequence[Meaning]] = {
    "turn": (
        *(Meaning.YOUR_TURN, Meaning.PRESS, Meaning.THINKING, Meaning.BLOCKED, Meaning.PASSED),
        *(Meaning.TENS, Meaning.ONES, Meaning.WINNER, Meaning.TIE),
    ),
    "may": (
        *(Meaning.MAY_NEXT, Meaning.MUST_NEXT),
        *(Meaning.MAY_CAPTURE, Meaning.MUST_CAPTURE, Meaning.INTO_POT),
    ),
    "laps": (Meaning.TAKE_UP, Meaning.GIVE_UP),
    "wrong": (
        *(Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.LOOK),
        *(Meaning.LIFTED, Meaning.NOT_NOW, Meaning.DEAD),
    ),
    "board": (
        *(Meaning.HELD, Meaning.STOCK_EMPTY, Meaning.TABLE_RIGHT, Meaning.NEW_GAME),
        *(Meaning.PAUSED, Meaning.POWER_OFF, Meaning.GOODBYE, Meaning.UNWRITTEN),
        *(Meaning.KEEP, Meaning.THROW_AWAY),
    ),
    "race": (
        *(Meaning.HOME, Meaning.READY, Meaning.RACE, Meaning.CIRCLE, Meaning.SQUARE, Meaning.TRIANGLE),
        *(Meaning.RIGHT, Meaning.OUT, Meaning.YOU, Meaning.TAKE_AWAY),
    ),
}
"""Every meaning once, in the order in which the legend shows them."""

_OF_RACES = ("race",)
_NOT_OF_RACES = ("may", "laps")
_BEANS = {Meaning.TENS: 2, Meaning.ONES: 2}
"""How many beans a sign speaks of, where it is not one."""


def routes(profile: Callable[[], Profile]) -> Sequence[BaseRoute]:
    """The legend as data; `profile` gives the board as it is then, in any thread."""

    async def send(_: Request) -> Response:
        return JSONResponse(legend(profile()))

    return (Route("/legend.json", send),)


def legend(profile: Profile) -> dict[str, Any]:
    """What a board has a use for by group, each as the pixels of a place through its rhythm."""
    groups = [
        {"name": name, "lights": [_light(meaning, profile) for meaning in meanings]}
        for name, meanings in GROUPS.items()
        if name not in (_NOT_OF_RACES if profile.spots else _OF_RACES)
    ]
    return {"slotSeconds": SLOT_SECONDS, "groups": groups}


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
