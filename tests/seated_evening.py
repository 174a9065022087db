"""An evening at a simulated board with everything attached that a real board has."""

from collections.abc import Callable

from cupsboard.ports import Board, Rows
from cupsboard.session.game_session import Evening, evening
from cupsboard.signs.advice import Adviser, nobody
from cupsboard.storage.games import KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import World

TODAY = "2026-11-21T20:15"


def evening_at(
    world: World,
    store: Rows,
    say: Callable[[str], object],
    *,
    games: KeptGames | None = None,
    board: Board | None = None,
    adviser: Adviser = nobody,
) -> Evening[BoardView]:
    """Sit down at the board of a world, which then runs the evening's loop."""
    kept = games or KeptGames(store, lambda: TODAY)
    attached = (board or world.bench.board, world.profile, world.calibration, world.setting.options)
    sitting = evening(*attached, kept, say, BoardView, adviser)
    world.adopt(sitting.loop)
    return sitting
