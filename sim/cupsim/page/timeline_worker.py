"""A game or an evening made ready to be stepped through, by a program of its own.

`python -m cupsim.page.timeline_worker` reads a record's or a trace's file from its standard input and writes
the timeline as JSON. It gives way to everything else on the machine, and has limits.
"""

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import IO

from cupsboard.engine.protocol import Tables, no_tables
from cupsboard.formats.file_reading import MOST_BYTES, NoText, lines_of, text_of
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import parse_record
from cupsboard.session.process_limits import stay_behind
from cupsboard.session.trace import TraceError, read_trace
from cupsboard.web import timeline
from cupsboard.web.game_links import record_of_code

COMMAND = (sys.executable, "-m", "cupsim.page.timeline_worker")
MOST_PROCESSOR_SECONDS = 180
"""The most steps that a page shows, five thousand seconds of an evening, take half of it on a laptop."""
REFUSED, OUT_OF_MEMORY = 3, 4
"""The exit codes of a file that is none of ours (what was written says why), and of one that was too much."""
LINKED = "game="
"""So begins what a link brings along."""
_LOOK_BYTES = 1000
_CHOOSE = "choose a file saved here"


def read_timeline(file: IO[bytes]) -> timeline.Timeline:
    """The timeline of a record's or a trace's file, from its beginning. Raises RulesError or TraceError."""
    file.seek(0)
    if file.read(len(BOM_UTF8)) != BOM_UTF8:
        file.seek(0)
    begins_at = file.tell()
    begins = file.read(_LOOK_BYTES)
    file.seek(begins_at)
    if begins.lstrip().startswith(b"{"):
        return timeline.of_trace(read_trace(lines_of(file)))
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RulesError(f"this holds more than {MOST_BYTES:,} bytes, and no game record does: {_CHOOSE}")
    try:
        text = text_of(content)
    except NoText as fault:
        raise RulesError(str(fault)) from None
    if text.startswith(LINKED):
        return timeline.of_game(record_of_code(text.removeprefix(LINKED).strip()))
    return timeline.of_game(parse_record(text, games.named))


def work(_words: Sequence[str], given: IO[bytes], say: Callable[[str], object], _tables: Tables) -> int:
    """Read what is given and write; 0, REFUSED or OUT_OF_MEMORY."""
    code = 0
    try:
        said = json.dumps(read_timeline(given), separators=(",", ":"), allow_nan=False)
    except (RulesError, TraceError) as fault:
        said, code = str(fault), REFUSED
    except MemoryError:
        return OUT_OF_MEMORY
    say(said)
    return code


def main() -> int:
    """Read and write; the exit code."""
    stay_behind(0, MOST_PROCESSOR_SECONDS)
    with suppress(BrokenPipeError):
        return work(sys.argv[1:], sys.stdin.buffer, partial(print, flush=True), no_tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
