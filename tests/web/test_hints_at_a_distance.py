"""Who asks for a hint in a game shared with another board is refused, whatever the page shows."""

from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.rules.record import RecordOf
from cupsboard.web import hint
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from http_calls import post


def test_a_shared_game_is_played_without_hints() -> None:
    given: list[None] = []
    routes = hint.routes(
        lambda: RecordOf(Cups(2), Side.SOUTH, ()), lambda: given.append(None), is_shared=lambda: True
    )
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        answer = post(f"{address}hint/south", b"")
    assert (answer.status, answer.text) == (
        409,
        "A game shared with another board is played without hints.\n",
    )
    assert given == []
