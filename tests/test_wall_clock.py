"""The clock on the wall names days and decides nothing: it may be missing, or jump by ten years."""

import ast
from pathlib import Path

import cupsboard
import cupsclub
import pytest

FIRMWARE = Path(cupsboard.__file__).parents[1]
WALL = {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime"}
"""What reads it in the module `time`."""
DAYS = {"now", "utcnow", "today"}
"""What reads it in the classes of `datetime`."""
NAMES_DAYS = {
    "cupsboard/station/files/board_files.py": "when a calibration or a backup was made",
    "cupsboard/station/jobs/examination.py": "when a report was made",
    "cupsboard/station/game/beginning.py": "when a game began",
    "cupsboard/session/puzzle_teller.py": "on which day a puzzle was solved",
    "cupsclub/writer.py": "when a game was opened",
}


def reads_the_wall_clock(program: str) -> bool:
    """Whether a program takes the clock on the wall into its hands, to read it or to pass it on."""
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.ImportFrom(module="time", names=names) if WALL & {each.name for each in names}:
                return True
            case ast.Attribute(value=ast.Name(id="time"), attr=read) if read in WALL:
                return True
            case ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=read) if read in DAYS:
                return True
            case ast.Attribute(value=ast.Attribute(attr="datetime" | "date"), attr=read) if read in DAYS:
                return True
    return False


@pytest.mark.parametrize(
    "program",
    [
        "from time import monotonic, time",
        "import time\nserve(now=time.time)",
        "from datetime import datetime\ndatetime.now()",
        "import datetime\ndatetime.datetime.now(datetime.UTC)",
    ],
)
def test_a_reader_is_found_however_it_takes_the_clock(program: str) -> None:
    assert reads_the_wall_clock(program)


def test_whoever_reads_the_wall_clock_only_names_a_day_by_it() -> None:
    readers = {
        path.relative_to(FIRMWARE).as_posix()
        for package in (cupsboard, cupsclub)
        for path in Path(package.__file__ or "").parent.rglob("*.py")
        if reads_the_wall_clock(path.read_text("utf-8"))
    }
    assert readers == NAMES_DAYS.keys()
