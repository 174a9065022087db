"""The doctor's job on a simulated board."""

from contextlib import ExitStack
from pathlib import Path

from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.files import Files
from cupsboard.session.orders import Begin
from cupsboard.station.files.board_files import files_in
from cupsboard.station.jobs.activities import prepared
from cupsboard.station.jobs.job import Result
from cupsboard.storage import calibration_file
from cupsim.runs.rows_board import RowsBoard

PATIENCE_SECONDS = 600.0


def examined(world: RowsBoard, folder: Path) -> Result:
    """What the doctor says of a board, whose files are then in the folder."""
    at = files_in(folder, world.profile)
    calibration_file.save(Files(folder), at.calibration, world.calibration)
    board = world.board()
    job = prepared(Begin("doctor"), at)(Wired(board, world.bench.bank.health, frozenset(), (), ExitStack()))
    world.seat_toucher()
    assert world.run(job.procedure, PATIENCE_SECONDS)
    return job.conclude()
