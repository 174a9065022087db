"""A text file that a writer fills."""

import threading
from pathlib import Path

import pytest
from cupsboard.storage import lines
from cupsboard.storage.lines import lines_beside
from cupsboard.storage.writer import BesideTheLoop, at_once


def test_what_is_written_while_the_card_stalls_holds_nobody_up_and_comes_behind_what_was_before(
    tmp_path: Path,
) -> None:
    path, goes_on = tmp_path / "cell.csv", threading.Event()
    writer = BesideTheLoop(patience_seconds=0.0)
    writer(goes_on.wait)
    with lines_beside(path, writer) as file:
        assert file is not None
        for number in range(100):
            file.write(f"{number}\n")
            file.flush()
        assert path.read_text() == ""
        goes_on.set()
    assert path.read_text().split() == [str(number) for number in range(100)]


def test_what_the_disk_refused_is_raised_at_the_next_flush_and_at_the_end() -> None:
    with (  # noqa: PT012
        pytest.raises(OSError, match="No space left"),
        lines_beside(Path("/dev/full"), at_once) as file,
    ):
        assert file is not None
        file.write("1\n")
        file.flush()
        with pytest.raises(OSError, match="No space left"):
            file.flush()


def test_a_card_that_never_answers_is_waited_for_a_while_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LAST_SECONDS", 0.0)
    goes_on, writer = threading.Event(), BesideTheLoop(patience_seconds=0.0)
    writer(goes_on.wait)
    with (  # noqa: PT012
        pytest.raises(OSError, match=r"cell\.csv: its end is missing: the disk took no line"),
        lines_beside(tmp_path / "cell.csv", writer) as file,
    ):
        assert file is not None
        file.write("1\n")
        file.flush()
    goes_on.set()


def test_without_a_path_nothing_is_written() -> None:
    with lines_beside(None, at_once) as file:
        assert file is None
