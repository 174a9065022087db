"""The rows of a board on a real disk: damage anywhere is said, and what can be read of it is kept."""

import resource
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.ports import Gone, GoneError, Rows, StoreError, Wanted
from cupsboard.signs.sentences import say
from cupsboard.storage.correction_log import Correction
from cupsboard.storage.database import JOURNAL, Database
from cupsboard.storage.games import Game
from cupsboard.storage.ledger import Ledger
from cupsboard.storage.memory import NAME, TABLES, memory_in
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles, Tried
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st

A_GAME = Game(
    *(1, "cups 4", "2026-11-21T20:15", "", "south Änna\nnorth ", "south 1, north 0", "0 1", 50, 0),
    *(False, True, False, False, "", "", "south drop 3\n" * 50),
)
ROWS = (
    *(replace(A_GAME, number=number, is_playing=number == 40) for number in range(1, 41)),
    *(Correction(number, f"line {number}") for number in range(40)),
    *(Tried(f"puzzle {number}", number, is_solved=number % 2 == 0) for number in range(5)),
)


def all_in(database: Database) -> set[object]:
    return {row for table in TABLES for row in database.find(table)}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a board that has played for a while."""
    folder = tmp_path_factory.mktemp("sound")
    for start in range(0, len(ROWS), 10):
        memory_in(folder).keep(ROWS[start : start + 10])
    return (folder / NAME).read_bytes()


def found_after(content: bytes, folder: Path) -> tuple[list[str], set[object]]:
    """What is said of a file as a board starts with it, and the rows that it then has."""
    for path in folder.glob("*"):
        path.unlink()
    (folder / NAME).write_bytes(content)
    memory = memory_in(folder)
    return [say(each) for each in memory.mended()], all_in(memory)


def test_threads_that_begin_the_file_at_once_lose_no_row(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        for each in [threads.submit(memory_in(tmp_path).keep, (row,)) for row in ROWS[:16]]:
            assert each.result() == ()
    assert all_in(memory_in(tmp_path)) == {*ROWS[:16]}


def test_rows_are_found_by_their_fields_in_the_order_of_their_keys(tmp_path: Path) -> None:
    memory = memory_in(tmp_path / "new" / "folder")
    assert (memory.find(Tried), memory.newest(Game), memory.mended()) == ((), (), ())
    assert memory.keep(ROWS[::-1]) == ()
    assert memory.find(Game, is_playing=True) == (replace(A_GAME, number=40, is_playing=True),)
    assert [each.number for each in memory.find(Game, starter="", name="cups 4")] == [*range(1, 41)]
    assert memory.newest(Correction) == (Correction(39, "line 39"),)
    memory.keep((Tried("puzzle 3", 7),))
    assert memory.find(Tried, times=7) == (Tried("puzzle 3", 7),)
    assert memory.mended() == ()
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == [NAME]
    assert (tmp_path / "new" / "folder" / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kept_in", [memory_in, lambda _: Memory(), lambda _: Ledger(Memory())])
def test_a_page_of_rows_holds_the_newest_with_all_words_and_a_deleted_one_is_gone(
    kept_in: Callable[[Path], Rows], tmp_path: Path
) -> None:
    rows = kept_in(tmp_path)
    rows.keep(
        [
            replace(A_GAME, number=each, names=f"south Änna\nnorth {'Ben' if each % 2 else ''}")
            for each in range(1, 41)
        ]
    )
    wanted = Wanted(3, 35, ("ÄNNA", "ben"), ("names", "score"))
    assert [each.number for each in rows.newest(Game, wanted)] == [33, 31, 29]
    rows.keep((Gone(Game, 31), replace(A_GAME, number=29, names="south Änna\nnorth Cleo")))
    assert [each.number for each in rows.newest(Game, wanted)] == [33, 27, 25]
    assert rows.find(Game, number=31) == ()


def is_told_and_nothing_invented(content: bytes, folder: Path) -> bool:
    """Whether all rows are there, or it is said that some are not, and the file is kept."""
    said, found = found_after(content, folder)
    if not said:
        return found == set(ROWS)
    (line,) = said
    aside = folder / f"{NAME}.aside-1"
    is_named = line.startswith(f"{NAME}: ") and f"kept as {aside.name}" in line and f": {len(found)} " in line
    return is_named and found <= set(ROWS) and aside.exists()


@pytest.mark.long("a file written for each example")
@given(position=st.integers(0, 1_000_000), mask=st.integers(1, 255))
def test_a_damaged_byte_anywhere_is_said_or_means_nothing(
    sound: bytes, tmp_path_factory: pytest.TempPathFactory, position: int, mask: int
) -> None:
    damaged = bytearray(sound)
    damaged[position % len(sound)] ^= mask
    assert is_told_and_nothing_invented(bytes(damaged), tmp_path_factory.mktemp("damaged"))


def test_of_a_damaged_page_the_rows_of_all_others_are_kept(sound: bytes, tmp_path: Path) -> None:
    for page in range(len(sound) // 4096):
        damaged = bytearray(sound)
        damaged[4096 * page : 4096 * page + 8] = b"\xff" * 8
        said, found = found_after(bytes(damaged), tmp_path)
        assert said
        assert found <= set(ROWS)
        # Of a page that leads to the others the whole table may be gone; the first one is made anew.
        assert len(found) >= (len(ROWS) if page == 0 else len(ROWS) - 40), page


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.99])
def test_of_a_truncated_file_what_is_left_is_kept(sound: bytes, tmp_path: Path, share: float) -> None:
    assert is_told_and_nothing_invented(sound[: int(share * len(sound))], tmp_path)


def test_no_file_of_ours_is_written_over(tmp_path: Path) -> None:
    said, found = found_after(b"something else entirely" * 1000, tmp_path)
    assert "file is not a database" in said[0]
    assert found == set()
    assert (tmp_path / f"{NAME}.aside-1").read_bytes().startswith(b"something else")
    assert memory_in(tmp_path).mended() == ()


def test_a_folder_under_its_name_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / NAME / "of a person").mkdir(parents=True)
    memory = memory_in(tmp_path)
    assert "it is no file. The file is kept as memory.sqlite.aside-1" in say(*memory.mended())
    assert (tmp_path / f"{NAME}.aside-1" / "of a person").is_dir()
    assert memory.mended() == ()


def changed(path: Path, statement: str) -> None:
    """Change a file as no program of ours does."""
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


def test_a_row_that_says_something_else_is_refused_while_the_board_plays_and_the_next_write_mends(
    sound: bytes, tmp_path: Path
) -> None:
    found_after(sound, tmp_path)
    memory = memory_in(tmp_path)
    changed(tmp_path / NAME, "update game set entries = 'south drop 1' where number = 7")
    with pytest.raises(StoreError, match=rf"{NAME}: game 7 has a wrong check sum; `cupsboard play` begins"):
        memory.find(Game)
    (said,) = memory.keep((Tried("new"),))
    assert "game 7: its check sum is wrong" in say(said)
    assert all_in(memory) == {*ROWS, Tried("new")} - {replace(A_GAME, number=7)}


def test_another_release_s_tables_are_set_aside_with_all_rows_that_fit(sound: bytes, tmp_path: Path) -> None:
    found_after(sound, tmp_path)
    changed(tmp_path / NAME, "alter table tried add column stars integer")
    memory = memory_in(tmp_path)
    assert "not those of this release" in say(*memory.mended())
    assert all_in(memory) == set(ROWS)


def test_a_file_that_was_taken_away_is_noticed_with_the_next_write(sound: bytes, tmp_path: Path) -> None:
    found_after(sound, tmp_path)
    memory = memory_in(tmp_path)
    memory.keep((Tried("one"),))
    (tmp_path / NAME).unlink()
    with pytest.raises(GoneError, match="was taken away"):
        memory.keep((Tried("two"),))
    memory.keep((Tried("two"),))
    assert all_in(memory) == {Tried("two")}


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A file into which half of a write was brought, and the journal beside it, as a kill leaves them."""
    folder = tmp_path_factory.mktemp("killed")
    memory_in(folder).keep(ROWS)
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as database:
        # What the memory of this connection has no room for is written before it is committed.
        database.execute("pragma cache_size = 2")
        database.execute("begin")
        database.execute("update game set entries = 'south drop 1', row_sum = 0")
        database.execute("delete from tried")
        found = (folder / NAME).read_bytes(), (folder / f"{NAME}{JOURNAL}").read_bytes()
        database.execute("rollback")
    assert b"south drop 1" in found[0]
    return found


def leave(killed: tuple[bytes, bytes], folder: Path) -> None:
    (folder / NAME).write_bytes(killed[0])
    (folder / f"{NAME}{JOURNAL}").write_bytes(killed[1])


def test_a_write_that_a_kill_cut_off_is_taken_back_and_that_is_said(
    killed: tuple[bytes, bytes], tmp_path: Path
) -> None:
    leave(killed, tmp_path)
    memory = memory_in(tmp_path)
    assert say(*memory.mended()).endswith("if the last move is missing, press for it again")
    assert all_in(memory) == set(ROWS)
    assert memory.mended() == ()
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_what_was_cut_off_is_taken_back_by_the_next_write_too(
    killed: tuple[bytes, bytes], tmp_path: Path
) -> None:
    leave(killed, tmp_path)
    memory_in(tmp_path).keep((Tried("next"),))
    assert all_in(memory_in(tmp_path)) == {*ROWS, Tried("next")}


@pytest.mark.long("a file written for each example")
@given(position=st.integers(0, 1_000_000), mask=st.integers(1, 255))
def test_a_damaged_byte_in_what_a_kill_left_is_said_and_invents_nothing(
    killed: tuple[bytes, bytes], tmp_path_factory: pytest.TempPathFactory, position: int, mask: int
) -> None:
    folder, files = tmp_path_factory.mktemp("damaged"), [bytearray(each) for each in killed]
    hit = files[position % 2]
    hit[position // 2 % len(hit)] ^= mask
    leave((bytes(files[0]), bytes(files[1])), folder)
    memory = memory_in(folder)
    assert memory.mended()
    assert all_in(memory) <= set(ROWS)
    assert memory.mended() == ()


@pytest.mark.parametrize("bytes_left", [0, 20, 600, 5000])
def test_a_torn_journal_invents_nothing(killed: tuple[bytes, bytes], tmp_path: Path, bytes_left: int) -> None:
    leave((killed[0], killed[1][:bytes_left]), tmp_path)
    memory = memory_in(tmp_path)
    assert memory.mended()
    assert all_in(memory) <= set(ROWS)


def test_a_journal_whose_file_was_taken_away_is_not_written_into_the_next(
    killed: tuple[bytes, bytes], tmp_path: Path
) -> None:
    leave(killed, tmp_path)
    (tmp_path / NAME).unlink()
    memory_in(tmp_path).keep((Tried("one"),))
    assert memory_in(tmp_path).mended() == ()
    assert all_in(memory_in(tmp_path)) == {Tried("one")}


def test_a_disk_without_room_is_read_and_refuses_with_the_reason(sound: bytes, tmp_path: Path) -> None:
    found_after(sound, tmp_path)
    memory = memory_in(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40, before[1]))
    try:
        with pytest.raises(StoreError, match=rf"{NAME} can't be written: .*; check the disk's space"):
            memory.keep((Tried("one"),))
        assert all_in(memory) == set(ROWS)
        assert memory.mended() == ()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    memory.keep((Tried("one"),))
    assert all_in(memory) == {*ROWS, Tried("one")}


def test_a_copy_is_whole_whoever_writes_and_the_same_where_nobody_did(
    sound: bytes, killed: tuple[bytes, bytes], tmp_path: Path
) -> None:
    found_after(sound, tmp_path)
    assert memory_in(tmp_path).content() == memory_in(tmp_path).content() == sound
    leave(killed, tmp_path)
    content = memory_in(tmp_path).content()
    assert found_after(content, tmp_path) == ([], set(ROWS))


TODAY, TOMORROW = "2026-11-27", "2026-11-28"


def test_what_was_tried_and_solved_is_kept(tmp_path: Path) -> None:
    kept = SolvedPuzzles(memory_in(tmp_path))
    assert kept.of("one") == Tried("one")
    for became in (Became.MISSED, Became.SOLVED, Became.MISSED):
        kept.add("one", became, TODAY)
    assert SolvedPuzzles(memory_in(tmp_path)).of("one") == Tried("one", 3, is_solved=True)


def test_what_is_solved_on_the_day_of_a_hint_is_kept_apart(tmp_path: Path) -> None:
    kept = SolvedPuzzles(memory_in(tmp_path))
    for became in (Became.HELPED, Became.SOLVED, Became.SOLVED):
        kept.add("one", became, TODAY)
    tried = SolvedPuzzles(memory_in(tmp_path)).of("one")
    assert tried == Tried("one", 2, is_solved=False, is_solved_with_help=True, helped_on=TODAY)
    kept.add("one", Became.SOLVED, TOMORROW)
    assert kept.of("one").is_solved


def test_a_hint_takes_nothing_away_from_who_has_solved_it_before(tmp_path: Path) -> None:
    kept = SolvedPuzzles(memory_in(tmp_path))
    for became in (Became.SOLVED, Became.HELPED, Became.SOLVED):
        kept.add("one", became, TODAY)
    assert kept.of("one").is_solved
