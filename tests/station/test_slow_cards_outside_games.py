"""A card that takes seconds to write holds up no scales and no buttons, whatever a board is busy with."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.session.orders import Begin, Change, GoBack, GoOn, MakeProfile
from cupsboard.station.files.board_files import disk_writer
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script, said_of, with_a_bean_moved
from processes import PATIENCE_SECONDS
from quick_evening import furnish

HasSaid = Callable[[str], bool]
SLOW_SECONDS = 5.0
"""Of the board's own clock."""


class Card:
    """Takes writes while its `gate` is open, and none from the thread of a board's loop."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.is_refusing = False
        self.loop: threading.Thread | None = None
        self.written: list[str] = []

    def pass_on(self, name: str) -> None:
        assert threading.current_thread() is not self.loop, f"{name} is written in the loop"
        assert self.gate.wait(PATIENCE_SECONDS)
        if self.is_refusing:
            raise StoreError(f"{name} can't be written: the card is full")
        self.written.append(name)

    def open_and_wait(self) -> None:
        """Let everything be written that waits."""
        self.gate.set()
        assert disk_writer()(lambda: None).wait(PATIENCE_SECONDS)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


@pytest.fixture
def has_said(capsys: pytest.CaptureFixture[str]) -> HasSaid:
    """Whether these words have stood on the terminal by now."""
    said: list[str] = []

    def is_said(words: str) -> bool:
        said.append(capsys.readouterr().out)
        return words in "".join(said)

    return is_said


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    """The card behind all files of the board."""
    card = Card()
    append, replace = Files.append, Files.replace

    def appended(files: Files, name: str, data: bytes) -> None:
        card.pass_on(name)
        append(files, name, data)

    def replaced(files: Files, name: str, data: bytes) -> None:
        card.pass_on(name)
        replace(files, name, data)

    monkeypatch.setattr(Files, "append", appended)
    monkeypatch.setattr(Files, "replace", replaced)
    yield card
    card.open_and_wait()


def refused_as_written(evening: Evening) -> Script:
    """Wait until the board says that it is writing."""
    answers = [evening.order(GoBack())]

    def is_writing() -> bool:
        if not answers[-1].done():
            return False
        if answers[-1].exception(0) is not None and "is being written" in said_of(answers[-1]):
            return True
        answers.append(evening.order(GoBack()))
        return False

    yield is_writing


def weighs_for(evening: Evening, seconds: float) -> Script:
    """Wait while the board weighs and hears on; a loop that is held up would never come back here."""
    begun = evening.table.now()
    frames = evening.table.frames
    yield evening.waited(seconds)
    assert evening.table.frames - frames >= 0.9 * seconds / 0.1
    assert evening.table.now() - begun < seconds + 1.0


def test_a_calibration_goes_on_once_its_readings_are_written(
    home: Path, card: Card, has_said: HasSaid
) -> None:
    def script(evening: Evening) -> Script:
        card.loop = threading.current_thread()
        begun = evening.order(Begin("calibrate"))
        yield begun.done
        yield lambda: has_said("Take the cups off")
        card.gate.clear()
        pressed = evening.order(GoOn())
        yield pressed.done
        yield from refused_as_written(evening)
        yield from weighs_for(evening, SLOW_SECONDS)
        assert not has_said("Put each empty cup on")
        card.open_and_wait()
        yield lambda: has_said("Put each empty cup on")
        assert "calibration-notes.json" in card.written

    assert Evening(home).run(script) == Ending.WELL


def kinds_weighed(evening: Evening) -> Script:
    """Order a kind to be weighed, twice a piece in each cup, up to the press that ends it."""
    begun = evening.order(Begin("kinds-weigh", {"kind": "nut"}))
    yield begun.done
    assert begun.exception(0) is None
    for _ in range(2):
        yield evening.waited(3.0)
        for place in evening.table.beans:
            evening.table.beans[place] = 0 if place.endswith("pot") else 1
        yield evening.waited(3.0)
        yield from evening.press()
        evening.table.beans.update(dict.fromkeys(evening.table.beans, 0))
    yield evening.waited(3.0)
    yield from evening.press()


def test_what_was_learnt_is_not_told_as_done_before_it_is_written(
    home: Path, card: Card, has_said: HasSaid
) -> None:
    def script(evening: Evening) -> Script:
        card.loop = threading.current_thread()
        yield evening.waited(3.0)
        card.gate.clear()
        yield from kinds_weighed(evening)
        yield from refused_as_written(evening)
        yield from weighs_for(evening, SLOW_SECONDS)
        assert not has_said(f"written: {home}")
        assert evening.says == "job-writing"
        again = evening.order(Begin("doctor"))
        yield again.done
        assert "is being written" in said_of(again)
        card.open_and_wait()
        yield lambda: has_said(f"written: {home}")
        yield lambda: has_said("Done. Press to go on.")

    assert Evening(home).run(script) == Ending.WELL


def test_what_the_card_refuses_is_told_and_the_board_goes_on(
    home: Path, card: Card, has_said: HasSaid
) -> None:
    def script(evening: Evening) -> Script:
        card.loop = threading.current_thread()
        yield evening.waited(3.0)
        card.is_refusing = True
        yield from kinds_weighed(evening)
        yield lambda: has_said("nothing was written: ")
        assert has_said("the card is full")
        answer = evening.order(Change({"sound": "none"}))
        yield answer.done
        assert "the card is full" in said_of(answer)
        card.is_refusing = False

    assert Evening(home).run(script) == Ending.WELL


def test_settings_hold_once_they_are_written_and_orders_behind_them_wait(home: Path, card: Card) -> None:
    def script(evening: Evening) -> Script:
        card.loop = threading.current_thread()
        yield from with_a_bean_moved(evening)
        card.gate.clear()
        changed = evening.order(Change({"sound": "none"}))
        behind = evening.order(Begin("doctor"))
        yield from weighs_for(evening, SLOW_SECONDS)
        assert not changed.done()
        assert not behind.done()
        assert evening.station.page.settings["sound"] == "all"
        card.open_and_wait()
        yield behind.done
        assert changed.done()
        assert changed.exception(0) is None
        assert evening.station.page.settings["sound"] == "none"

    assert Evening(home, "--new").run(script) == Ending.WELL


def test_a_profile_is_written_before_the_board_ends_to_begin_anew_with_it(home: Path, card: Card) -> None:
    def script(evening: Evening) -> Script:
        card.loop = threading.current_thread()
        yield evening.waited(3.0)
        card.gate.clear()
        made = evening.order(MakeProfile({"cups": "4", "conversions": "80"}))
        yield from weighs_for(evening, SLOW_SECONDS)
        assert not made.done()
        card.open_and_wait()
        yield lambda: False

    assert Evening(home).run(script) == Ending.TRY_AGAIN
    assert {"profile.toml.before", "profile.toml"} <= set(card.written)
