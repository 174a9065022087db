"""The clock on the wall names days and decides nothing: it may be missing, or jump by ten years."""

import re
from pathlib import Path

import cupsboard

FIRMWARE = Path(cupsboard.__file__).parent
READS = re.compile(
    r"time\.time\(|datetime\.(?:utc)?now|date\.today|time\.(?:localtime|gmtime|strftime|ctime)\("
)
NAMES_DAYS = {
    "commands/board_options.py": "when a calibration or a backup was made",
    "commands/jobs/examination.py": "when a report was made",
    "commands/evening_begun.py": "when a game began",
    "session/puzzle_teller.py": "on which day a puzzle was solved",
}


def test_whoever_reads_the_wall_clock_only_names_a_day_by_it() -> None:
    readers = {
        str(path.relative_to(FIRMWARE))
        for path in FIRMWARE.rglob("*.py")
        if READS.search(path.read_text("utf-8"))
    }
    assert readers == NAMES_DAYS.keys()
