"""What may be asked of a board's page: all that changes something is in the table of what an owner may do."""

from collections.abc import Sequence
from pathlib import Path

import board_process
from cupsboard.drivers.assembly import around
from cupsboard.station.station import Station
from cupsboard.web.owner import ORDERS
from ordered_evening import Evening
from quick_evening import furnish
from starlette.routing import BaseRoute, Route

LOOKING = {"GET", "HEAD"}
ANSWERED_TO_EVERYBODY = {"/hint/{side}", "/analysis", "/timeline"}
"""Posted since they are long or dear to work out; they change nothing of the board."""

BY_A_CODE = {"/club/confirm"}
"""Posted by two members who are called to the board: the code of each says who it is."""


def routes_of_a_board(home: Path) -> Sequence[BaseRoute]:
    furnish(home)
    evening = Evening(home)
    with around(evening.table, dict, evening.table, evening.at.profile, evening.machine) as ready:
        return tuple(Station(board_process.asked(), evening.at, ready, lambda: True).page.routes())


def test_every_request_that_changes_something_is_one_of_the_owner_s(tmp_path: Path) -> None:
    routes = [route for route in routes_of_a_board(tmp_path) if isinstance(route, Route)]
    changing = {route.path for route in routes if not (route.methods or set()) <= LOOKING}
    assert len(routes) > 15
    assert changing == {
        *ANSWERED_TO_EVERYBODY,
        *BY_A_CODE,
        "/owner/orders/{order}",
        *(f"/owner/{name}" for name in ("ask", "accept", "revoke", "restore", "puzzles")),
        "/owner/puzzles/{number:int}",
    }


def test_none_of_them_moves_a_bean_ends_a_turn_or_takes_a_move_back() -> None:
    assert not {"bean", "move", "turn", "press", "undo", "redo", "take-back"} & ORDERS.keys()
