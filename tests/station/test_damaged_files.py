"""Whatever file of a board is damaged: a game begins, it is written down, and what was damaged is said."""

import io
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from cupsboard import profile
from cupsboard.storage import calibration_file
from cupsboard.storage.correction_log import Correction
from cupsboard.storage.games import Game
from cupsboard.storage.memory import NAME as MEMORY
from cupsboard.storage.memory import TABLES, memory_in
from cupsboard.storage.paths import CALIBRATION, PROFILE, TRACE
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.storage.zero_history import Zeros
from hypothesis import example, given
from hypothesis import strategies as st
from quick_evening import BOARD, furnish, played_a_move

NAMES = (*(PROFILE, CALIBRATION, MEMORY, TRACE), *(f"copies/{name}" for name in (PROFILE, CALIBRATION)))
"""The files that a board of beans reads or writes in an evening."""
MEANINGS: dict[str, Callable[[bytes], Any]] = {
    PROFILE: lambda content: profile.parse(content, PROFILE),
    CALIBRATION: lambda content: calibration_file.parse(content, CALIBRATION, profile.load(BOARD).places),
}
"""What the files say that nobody may take for something else without a word."""


class Home:
    """A board on which a move was played, as often as it is wanted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        furnish(folder)
        with redirect_stdout(io.StringIO()):
            assert played_a_move(folder, {}) == (0, 1)
        self.memory = memory_in(folder / "state" / "cupsboard")
        self.memory.keep((Tried("1", 1, is_solved=True),))
        self.remembered = self.rows()
        self.sound = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def rows(self) -> set[object]:
        """What the board remembers."""
        return {row for table in TABLES for row in self.memory.find(table)}

    def path(self, name: str) -> Path:
        """Where a file is; a copy has the whole path of its file for a name."""
        if name.startswith("copies/"):
            (found,) = (
                each for each in self.sound if each.name.endswith(quote(name.removeprefix("copies"), ""))
            )
        else:
            (found,) = (each for each in self.sound if each.name == name)
        return found

    def evening_after(self, damage: Callable[[bytes], bytes], name: str) -> str:
        """Damage a file, play one more move, and return what was said."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.sound:
                path.unlink()
        for path, content in self.sound.items():
            path.write_bytes(content)
        damaged = self.path(name)
        damaged.write_bytes(damage(self.sound[damaged]))
        said = io.StringIO()
        with redirect_stdout(said):
            code, _ = played_a_move(self.folder, {"south-1": 1})
        assert code == 0
        return said.getvalue()

    def everything_under(self, name: str) -> list[bytes]:
        """What lies now under a name and beside it."""
        return [path.read_bytes() for path in self.path(name).parent.glob(f"{name}*")]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


def cut(content: bytes) -> bytes:
    """Half a file, as a torn write leaves it."""
    return content[: len(content) // 2]


def test_a_damaged_memory_is_set_aside_and_play_goes_on_with_what_can_be_read(home: Home) -> None:
    said = home.evening_after(lambda content: content.replace(b"south drop", b"south dorp"), MEMORY)
    assert "memory.sqlite: game 1: its check sum is wrong" in said
    assert "The file is kept as memory.sqlite.aside-1, and the board goes on with what could be" in said
    assert "game 1 begins" in said
    (damaged, _) = sorted(home.everything_under(MEMORY), key=lambda content: b"dorp" not in content)
    assert b"south dorp" in damaged
    (game,) = home.memory.find(Game)
    assert (game.number, game.steps, game.is_playing) == (1, 1, True)
    assert home.memory.find(Tried) == (Tried("1", 1, is_solved=True),)


def test_what_is_no_memory_at_all_is_set_aside_too(home: Home) -> None:
    said = home.evening_after(lambda _: b"", MEMORY)
    assert "memory.sqlite: it is empty" in said
    assert [game.number for game in home.memory.find(Game)] == [1]


@pytest.mark.parametrize("name", [PROFILE, CALIBRATION])
def test_a_damaged_file_of_the_owner_stays_and_the_board_plays_by_its_copy(home: Home, name: str) -> None:
    said = home.evening_after(cut, name)
    assert re.search(
        rf"{name}\b.*: .* The board plays by its copy of the file as it was before, .*{name}: ", said
    )
    assert "game 1 of" in said
    assert home.everything_under(name) == [cut(home.sound[home.path(name)])]


def test_a_profile_that_says_something_else_is_believed_and_the_change_is_said(home: Home) -> None:
    said = home.evening_after(
        lambda content: content.replace(b"brightness = 0.5", b"brightness = 0.4"), PROFILE
    )
    assert (
        "profile.toml says something else than at the last start: strip.brightness is 0.4 and was 0.5" in said
    )


def flipped(positions: list[int], mask: int) -> Callable[[bytes], bytes]:
    def flip(content: bytes) -> bytes:
        damaged = bytearray(content)
        for position in positions:
            damaged[position % len(damaged)] ^= mask
        return bytes(damaged)

    return flip


def is_told_or_means_the_same(home: Home, name: str, damage: Callable[[bytes], bytes], said: str) -> bool:
    if name == MEMORY:
        # All but the game, and what was learnt, is as it was before the evening.
        kept = {row for row in home.remembered if isinstance(row, Tried | Correction | Zeros)}
        return name in said or kept <= home.rows()
    if name not in MEANINGS or name in said:
        return True
    sound = home.sound[home.path(name)]
    return bool(MEANINGS[name](damage(sound)) == MEANINGS[name](sound))


@pytest.mark.long("an evening of a second for each example and file")
@pytest.mark.parametrize("name", NAMES)
@example(positions=[0, 0], mask=1)
@given(positions=st.lists(st.integers(0, 100_000), min_size=1, max_size=3), mask=st.integers(1, 255))
def test_after_flipped_bytes_a_game_begins_is_written_down_and_nothing_is_silently_wrong(
    home: Home, name: str, positions: list[int], mask: int
) -> None:
    damage = flipped(positions, mask)
    said = home.evening_after(damage, name)
    assert is_told_or_means_the_same(home, name, damage, said), said
