"""A game that the board of a page shares with another one, without a network."""

from contextlib import nullcontext

import pytest
from cupsboard.referee.options import Options
from cupsboard.rules.places import Side
from cupsboard.session.far_table import FarTable
from cupsim.page.shared_evening import SharedEvening
from links_in_memory import CODE, Server, Wire


def shared_game() -> tuple[SharedEvening, Wire]:
    """A game with another board, South's at this one, and the link of who plays North."""
    server = Server("cups 2")
    own, other = (Wire(server, number) for number in range(2))
    shared = SharedEvening(
        CODE,
        f"http://club.example/g/{CODE}",
        "cups 2",
        Options(starter=Side.SOUTH),
        lambda heart: nullcontext(FarTable(own, Side.SOUTH, heart, print)),
        lambda code: pytest.fail(f"nobody has agreed on {code}"),
    )
    return shared, other
