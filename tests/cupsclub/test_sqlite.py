import os
import resource
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Begin, Entry, Move, plain
from cupsboard.rules.clocks import Clock
from cupsclub.archive import Known, faults, listed, record_text
from cupsclub.store import moving
from cupsclub.store.members import Members
from cupsclub.store.port import Clash, Game, RecordsError, Seat
from cupsclub.store.sqlite import STEPS, VERSION, SqliteRecords, owned
from memory_records import MemoryRecords

GAME = Game("GAME0001", "0" * 32, "cups 2", 1000.0, 7.0, "south", Clock(600.0, 5.0), True)
BEGUN = Entry(1, 1000.0, plain(Begin("cups 2", {"south": "Anna", "north": "Ben"}, "south")))
FIRST = Entry(2, 1001.5, plain(Move("drop 1")), "south", "1" * 32)


def filled(path: Path) -> None:
    with closing(SqliteRecords(path)) as records, records.transaction():
        records.add_game(GAME)
        records.add_seat(GAME.code, "south", Seat("Anna", "a" * 64))
        records.add_seat(GAME.code, "north", Seat("Ben", "b" * 64))
        records.add_entries(GAME.code, (BEGUN, FIRST))


def test_what_was_committed_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    filled(tmp_path / "club.sqlite")
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        assert records.game(GAME.code) == GAME
        assert records.entries(GAME.code, 0) == (BEGUN, FIRST)
        assert records.entry_with(GAME.code, "1" * 32) == FIRST
        assert records.seats(GAME.code)["north"].name == "Ben"
        assert (records.codes(), records.faults(), list(faults(records))) == ([GAME.code], [], [])
        shared = Known().shared(records, GAME.code)
        assert "1. south drop 1" in (record_text(records, GAME.code, shared) or "")
        assert listed(records, GAME.code, shared)["seats"] == {"south": "Anna", "north": "Ben"}


def test_who_looks_again_reads_only_what_has_come_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "club.sqlite")
    known = Known()
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
        asked = list[int]()

        def entries(code: str, since: int) -> tuple[Entry, ...]:
            asked.append(since)
            return SqliteRecords.entries(records, code, since)

        monkeypatch.setattr(records, "entries", entries)
        assert known.shared(records, GAME.code).n == 2
        with records.transaction():
            records.add_entries(GAME.code, (Entry(3, 2.0, plain(Move("drop 1")), "north"),))
        again = known.shared(records, GAME.code)
        assert (again.n, asked) == (3, [0, 2])
        assert again == SharedGame.of(SqliteRecords.entries(records, GAME.code, 0))


def test_begun_games_are_told_in_pages_the_newest_first(tmp_path: Path) -> None:
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records, records.transaction():
        for number, opened in enumerate((5.0, 7.0, 7.0, 6.0, 8.0)):
            code = f"GAME{number}"
            records.add_game(replace(GAME, code=code, key=str(number), opened=opened))
            for side in ("south", "north")[: 1 if number == 4 else 2]:
                records.add_seat(code, side, Seat(side, code))
        assert records.begun(None, 3) == ["GAME1", "GAME2", "GAME3"]
        assert records.begun("GAME1", 9) == ["GAME2", "GAME3", "GAME0"]
        assert records.begun("GAME4", 1) == ["GAME1"]
        assert records.begun("NOSUCH", 9) == []


def test_a_number_or_a_key_is_given_once_and_nothing_of_a_failed_transaction_stays(tmp_path: Path) -> None:
    filled(tmp_path / "club.sqlite")
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
        for second in (Entry(2, 2.0, FIRST.act), Entry(3, 2.0, FIRST.act, "south", FIRST.key)):
            with pytest.raises(Clash), records.transaction():
                records.add_entries(GAME.code, (Entry(4, 2.0, FIRST.act), second))
        assert records.entries(GAME.code, 0) == (BEGUN, FIRST)


def test_a_backup_is_a_file_of_its_own_while_the_other_goes_on(tmp_path: Path) -> None:
    filled(tmp_path / "club.sqlite")
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
        records.backup(tmp_path / "copy.sqlite")
        with records.transaction():
            records.add_entries(GAME.code, (Entry(3, 2.0, plain(Move("drop 1")), "north"),))
    with closing(SqliteRecords(tmp_path / "copy.sqlite", is_read_only=True)) as copy:
        assert copy.entries(GAME.code, 0) == (BEGUN, FIRST)


def test_a_backup_for_which_there_is_no_room_leaves_nothing_and_none_takes_another_s_place(
    tmp_path: Path,
) -> None:
    filled(tmp_path / "club.sqlite")
    target = tmp_path / "copy.sqlite"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        try:
            with pytest.raises(RecordsError, match="space"):
                records.backup(target)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert not [*tmp_path.glob("copy*")]
        # What a killed one left is no hindrance.
        (tmp_path / "copy.sqlite.new").write_bytes(b"x" * 5000)
        records.backup(target)
        content = target.read_bytes()
        with pytest.raises(RecordsError, match="another file"):
            records.backup(target)
    assert target.read_bytes() == content
    assert [each.name for each in tmp_path.glob("copy*")] == ["copy.sqlite"]


def test_a_check_names_the_game_and_the_entry_that_can_not_be(tmp_path: Path) -> None:
    filled(tmp_path / "club.sqlite")
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
        with records.transaction():
            records.add_entries(GAME.code, (Entry(4, 2.0, plain(Move("drop 1")), "north"),))
        assert list(faults(records)) == [
            "GAME0001: entry 4 can't follow entry 2; ask again for what is missing"
        ]


def test_a_file_that_is_none_of_ours_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but longer than a header of SQLite is: " + "x" * 100)
    with pytest.raises(RecordsError, match="text: file is not a database"):
        SqliteRecords(tmp_path / "text")
    with pytest.raises(RecordsError, match="nothing: no such file"):
        SqliteRecords(tmp_path / "nothing", is_read_only=True)
    with closing(sqlite3.connect(tmp_path / "newer")) as newer:
        newer.execute("pragma user_version = 99")
    with pytest.raises(RecordsError, match="version 99"):
        SqliteRecords(tmp_path / "newer")


@pytest.mark.parametrize("number", sorted(STEPS)[:-1])
def test_the_file_of_an_older_server_is_taken_up_with_all_that_is_in_it(tmp_path: Path, number: int) -> None:
    path = tmp_path / "club.sqlite"
    with closing(sqlite3.connect(path)) as older:
        for step in sorted(STEPS)[:number]:
            older.executescript(STEPS[step])
        game = ("GAME0001", "0" * 32, "cups 2", 1000.0, 7.0, "south", None, 1, 0)
        names = "code, key, name, opened, at, starter, clock, takebacks, listed"
        older.execute(f"insert into game ({names}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", game)
        for side, name in (("south", "Anna"), ("north", "Ben")):
            row = ("GAME0001", side, name, name[0] * 64)
            older.execute("insert into seat (game, side, name, token) values (?, ?, ?, ?)", row)
        older.execute(f"pragma user_version = {number}")
        older.commit()
    with pytest.raises(RecordsError, match=f"of version {number}, {VERSION} is due; run `cupsclub serve`"):
        SqliteRecords(path, is_read_only=True)
    with closing(SqliteRecords(path)) as records:
        with records.transaction():
            records.add_entries("GAME0001", (BEGUN, FIRST))
        assert records.game("GAME0001") == replace(GAME, clock=None)
        assert (records.seats("GAME0001")["north"].name, list(faults(records))) == ("Ben", [])


def test_all_rows_of_a_file_are_moved_into_an_empty_database_and_into_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "ROWS_AT_ONCE", 1)
    filled(tmp_path / "club.sqlite")
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as source:
        with source.transaction():
            Members(source).add("Anna", "anna", "director", 5.0)
            source.keep_served_seconds(77.0)
        target = MemoryRecords()
        assert moving.moved(source, target) == 1
        assert target.entries(GAME.code, 0) == (BEGUN, FIRST)
        assert (target.game(GAME.code), target.seats(GAME.code)) == (GAME, source.seats(GAME.code))
        assert (Members(target).every(), target.served_seconds()) == (Members(source).every(), 77.0)
        # Codes that were given before the move let in after it.
        assert Members(target).salt() == Members(source).salt()
        with pytest.raises(RecordsError, match="has games or members already"):
            moving.moved(source, target)


def test_a_file_has_one_server(tmp_path: Path) -> None:
    with owned(tmp_path / "club.sqlite"), pytest.raises(RecordsError, match="another cupsclub"):
        owned(tmp_path / "club.sqlite").__enter__()
    with owned(tmp_path / "club.sqlite"):
        pass


def test_all_files_of_a_server_are_private_whatever_the_account_allows(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with owned(tmp_path / "club.sqlite"), closing(SqliteRecords(tmp_path / "club.sqlite")) as records:
            with records.transaction():
                records.add_game(GAME)
            records.backup(tmp_path / "copy.sqlite")
            modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert len(modes) >= 4
    assert set(modes.values()) == {0o600}
    with closing(SqliteRecords(tmp_path / "copy.sqlite", is_read_only=True)) as copy:
        assert copy.codes() == [GAME.code]
