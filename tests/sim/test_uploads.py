"""What a page brings along is read as it was saved, also by an editor that marks the beginning of a file."""

from codecs import BOM_UTF8
from io import BytesIO

from cupsboard.rules.cups import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsim.games import Pairing, play
from cupsim.screen.uploads import read_timeline
from cupsim.world import Setting


def test_a_record_with_a_byte_order_mark_is_stepped_through() -> None:
    record = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
    assert read_timeline(BytesIO(BOM_UTF8 + record)) == read_timeline(BytesIO(record))


def test_a_trace_with_a_byte_order_mark_is_stepped_through(tmp_path) -> None:
    path = tmp_path / "evening.trace"
    play(Pairing(Setting(seed=5, cups=2, stock_beans=1)), trace=path)
    trace = path.read_bytes()
    assert read_timeline(BytesIO(BOM_UTF8 + trace)) == read_timeline(BytesIO(trace))
