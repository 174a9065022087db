"""Files are read whole and within limits, and one takes another's place whole or not at all."""

import contextlib
import errno
import io
import os
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

import pytest
from cupsboard.drivers.files import Files
from cupsboard.formats import file_reading
from cupsboard.formats.file_reading import MOST_LINE_BYTES, NoText, UnfitFile, text_of
from cupsboard.formats.private_files import replacing
from cupsboard.formats.strict_data import PlainDataError, read_document
from cupsboard.ports import StoreError
from cupsboard.session.trace import TraceError, read_trace
from cupsboard.station.terminal.console import typed_line
from processes import ran

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for its pipes, devices and /proc")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def test_a_file_is_read_up_to_its_limit(path: Path) -> None:
    path.write_bytes(b"12345")
    assert file_reading.read(str(path), 5) == b"12345"
    with pytest.raises(UnfitFile, match=r"file: holds 5 bytes, and at most 4 are read"):
        file_reading.read(str(path), 4)


@on_linux
def test_a_file_that_does_not_say_its_size_is_read_no_further() -> None:
    with pytest.raises(
        UnfitFile, match="/proc/kallsyms: holds more than 1,000 bytes, and at most 1,000 are read"
    ):
        file_reading.read("/proc/kallsyms", 1000)


def test_the_lines_of_a_file_come_one_by_one_up_to_its_limit(path: Path) -> None:
    path.write_bytes(b"one\ntwo\r\nthree")
    assert list(file_reading.lines(str(path))) == [b"one\n", b"two\r\n", b"three"]
    with pytest.raises(UnfitFile, match="holds 14 bytes, and at most 10 are read"):
        list(file_reading.lines(str(path), 10))


def test_a_line_without_end_comes_in_pieces_that_tell_they_are_too_long() -> None:
    sizes = [len(line) for line in file_reading.lines_of(io.BytesIO(b"x" * (MOST_LINE_BYTES + 9) + b"\ny"))]
    assert sizes == [MOST_LINE_BYTES + 1, 9, 1]
    with pytest.raises(TraceError, match="line 1: is longer than 1,000,000 bytes"):
        read_trace(file_reading.lines_of(io.BytesIO(b" " * (MOST_LINE_BYTES + 1))))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_what_is_no_text_in_utf_8_is_told_where(mark: bytes) -> None:
    assert text_of(mark + "a\nKüche\n".encode()) == "a\nKüche\n"
    with pytest.raises(NoText, match=r"^line 2, byte 2: this is no text in UTF-8; save the file as UTF-8"):
        text_of(mark + b"a\nK\xfcche\n")


def test_of_a_file_that_grows_the_end_is_read(path: Path) -> None:
    path.write_bytes(b"0123456789")
    assert file_reading.read_end(str(path), 4) == b"6789"
    assert file_reading.read_end(str(path), 40) == b"0123456789"
    assert Files(path.parent).read_end("file", 3) == b"789"
    assert Files(path.parent).read_end("nothing") is None


@on_linux
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening, contextlib.chdir(tmp_path):
        listening.bind("socket")
    only = "and only files are read"
    kinds = {
        "pipe": f"is a pipe, {only}",
        "socket": f"is a socket, {only}",
        "/dev/null": f"is a device, {only}",
        "": "Is a directory",
    }
    for name, said in kinds.items():
        for read in (file_reading.read, file_reading.read_end, lambda name: list(file_reading.lines(name))):
            with pytest.raises(UnfitFile, match=f"{name}: {said}"):
                read(os.path.join(tmp_path, name))


@on_linux
def test_a_pipe_that_takes_a_file_s_place_while_it_is_opened_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    os.mkfifo(tmp_path / "pipe")
    ended = Event()

    def exchange() -> None:
        for kind in cycle(("pipe", "file")):
            os.link(tmp_path / kind, tmp_path / "next")
            os.replace(tmp_path / "next", tmp_path / "name")
            if ended.is_set():
                break

    def reading() -> bytes | None:
        try:
            return file_reading.read(str(tmp_path / "name"))
        except UnfitFile:
            return None

    os.link(tmp_path / "file", tmp_path / "name")
    exchanging = Thread(target=exchange)
    exchanging.start()
    try:
        found = Counter(reading() for _ in range(10_000))
    finally:
        ended.set()
        exchanging.join()
    assert found.keys() == {b"content", None}


@on_linux
def test_a_fault_while_reading_names_the_file() -> None:
    with pytest.raises(OSError, match="Input/output error: '/proc/self/mem'"):
        file_reading.read("/proc/self/mem")


@on_linux
def test_a_store_says_what_took_its_file_s_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.json")
    (tmp_path / "game.journal").write_bytes(bytes(1_000_001))
    with pytest.raises(
        StoreError, match=r"games\.json can't be read: is a pipe, and only files are read; use"
    ):
        Files(tmp_path).read("games.json")
    with pytest.raises(StoreError, match=r"game\.journal can't be read: holds 1,000,001 bytes, and at most"):
        Files(tmp_path).read("game.journal")


@pytest.mark.parametrize("keys", ["a." * 16 + "a", "'a' . " * 16 + "a", '"\\"" .' * 16 + "a"])
def test_many_joined_keys_are_refused_before_they_cost_anything(keys: str) -> None:
    for line in (f"{keys} = 1", f"[{keys}]", f"[[{keys}]]", f"x = {{{keys} = 1}}"):
        with pytest.raises(PlainDataError, match="line 2: more than 16 keys joined by dots"):
            read_document(f"format = 'x'\n{line}\n".encode(), "x", 1)


def test_words_with_dots_are_no_keys() -> None:
    content = (
        b"format = 'x'\nversion = 1\nname = 'wait ... and see, version 1.2.3.4'  # www.a.b.c.d.e.f.g.h\n"
    )
    assert read_document(content, "x", 1) == {"name": "wait ... and see, version 1.2.3.4"}


def test_a_number_too_long_to_write_is_refused_like_any_other() -> None:
    content = b"format = 'x'\nversion = 0x" + b"f" * 5000
    with pytest.raises(PlainDataError, match="version: a number too long to show is not 1"):
        read_document(content, "x", 1)


@pytest.mark.parametrize(("typed", "line"), [("yes\nno\n", "yes"), ("yes", "yes"), ("\n", ""), ("", None)])
def test_a_line_is_taken_as_it_was_typed(typed: str, line: str | None, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert typed_line("Well? ") == line
    assert capsys.readouterr().out == "Well? "


GAME = ("game", "--cups", "2", "--stock", "2", "--seed", "5")


@pytest.mark.long("another command and stream", every=4)
@pytest.mark.parametrize(
    ("program", "arguments", "streams", "code", "lines"),
    [
        ("cupsboard", ("setup", "profile", "check", "2x4"), ">&-", 0, 0),
        ("cupsboard", ("setup", "profile", "check", "2x4"), ">/dev/full", 2, 1),
        ("cupsboard", ("setup", "profile", "check", "2x99"), "2>&-", 2, 0),
        ("cupsboard", ("setup", "profile", "new", "/nowhere/x"), "<&- >&-", 2, 1),
        ("cupsboard", ("setup", "profile", "new", "/nowhere/x"), "</dev/zero", 2, 1),
        ("cupsboard", ("setup", "profile", "new", "/nowhere/x"), "</dev/urandom", 2, 1),
        ("cupsim", GAME, ">&-", 0, 0),
        ("cupsim", GAME, ">/dev/full", 2, 1),
        ("cupsim", ("game", "--cups", "2", "--stock", "2"), "<&- >&- 2>&-", 0, 0),
        ("cupsim", ("calibrate", "--hands"), "</dev/zero", 2, 1),
    ],
)
def test_streams_that_lead_nowhere_end_no_command_in_a_traceback(
    program: str, arguments: Sequence[str], streams: str, code: int, lines: int
) -> None:
    entry = f"import sys; from {program}.commands.main import main; sys.exit(main())"
    shell = ("bash", "-c", f'ulimit -v 500000; "$@" {streams}', "bash")
    ended = ran(*shell, sys.executable, "-c", entry, *arguments)
    assert (ended.code, len(ended.complaints.splitlines())) == (code, lines), ended.complaints


def test_a_disk_that_gets_full_leaves_the_old_file_and_names_it(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"ne")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: '.*games.txt'"):
        write_half()
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("games.txt", b"old")]


def test_a_link_that_lies_where_the_new_file_is_written_leads_nowhere(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "games.txt", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"mine")
    path.with_name("games.txt.new").symlink_to(elsewhere)
    with replacing(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), elsewhere.read_bytes()) == (b"new", b"mine")
    assert path.stat().st_mode & 0o077 == 0
