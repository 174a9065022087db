"""The server is killed in the middle of a move and begins again, as a person would start it."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cupsim.commands.main import main
from processes import Program
from test_serve_command import ADDRESS, cupsim
from wire import WirePage, wire_page

A = "a" * 32
OPENING = "The evening goes on as it lay"


@contextmanager
def board(folder: Path, *more: str) -> Iterator[tuple[Program, str, str]]:
    """A server: the program, its address, and what it said before that."""
    arguments = ("--port", "0", "--no-browser", "--evening", str(folder), *more)
    with cupsim(*arguments) as program:
        address = program.until(ADDRESS)[0]
        *before, _ = program.said.partition(address)[0].splitlines(keepends=True)
        yield program, address, "".join(before)


def begin_a_move(page: WirePage) -> None:
    """Two beans into the hand, one of them into cup 1."""
    page.does("speed", factor=4.0)
    page.does("take", side="south", place="south-stock", count=2)
    page.hears(lambda: len(page.state["table"]["hands"]["south"]["beans"]) == 2)
    page.does("drop", side="south", place="south-1")
    page.hears(lambda: len(page.state["table"]["beans"]["south-1"]) == 1)
    page.does("bump", side="south")


@pytest.mark.long("kills")
def test_killed_in_mid_move_it_lies_as_it_lay_and_says_which_orders_had_arrived(tmp_path: Path) -> None:
    with board(tmp_path, "--cups", "2", "--seed", "3") as (program, address, said):
        assert OPENING not in said
        with wire_page(address, A) as page:
            begin_a_move(page)
            mass = page.state["table"]["masses"][page.state["table"]["beans"]["south-1"][0]]
            assert program.end(signal.SIGKILL) == -signal.SIGKILL
    with board(tmp_path) as (_, address, said):
        assert f"{OPENING}: 2 cups, 0 entries" in said
        with wire_page(address, A) as page:
            table = page.state["table"]
            assert len(table["hands"]["south"]["beans"]) == 1
            assert [table["masses"][bean] for bean in table["beans"]["south-1"]] == [mass]
            assert page.of("you") == [{"number": 1, "arrived": 4}]
            assert page.state["people"]["holders"] == {"south": 1}
            assert page.state["evening"]["speed"] == 4.0
            assert page.state["evening"]["seed"] == 3
            page.does("drop", side="south", place="south-2")
            page.asks("button", sides=["south"], down=True)
            page.does("button", sides=["south"], down=False)
            page.hears(lambda: any("drop 2" in json.dumps(each) for each in page.state["moves"].values()))


@pytest.mark.long("several evenings")
def test_only_a_new_evening_that_is_ordered_puts_the_old_aside_and_no_option_that_differs(
    tmp_path: Path,
) -> None:
    with (
        board(tmp_path, "--cups", "2", "--stock", "3") as (program, address, _),
        wire_page(address, A) as page,
    ):
        begin_a_move(page)
        page.does("drop", side="south", place="south-2")
        page.asks("button", sides=["south"], down=True)
        page.does("button", sides=["south"], down=False)
        page.hears(lambda: "south" in json.dumps(page.state["moves"]))
        assert program.end() == 143
    for options, differing in (
        (("--cups", "2", "--stock", "3"), ""),
        (("--cups", "3", "--game", "kalah"), "--cups, --game"),
        (("--stock", "6"), "--stock"),
    ):
        with board(tmp_path, *options) as (_, _, said):
            assert f"{OPENING}: 2 cups" in said
            assert (f"({differing} asks for another, which --new beside it begins)" in said) == bool(
                differing
            )
    with board(tmp_path, "--evening", str(tmp_path / "other")) as (_, _, said):
        assert "evening" not in said
    with board(tmp_path, "--new", "--cups", "3") as (_, address, said), wire_page(address, A) as page:
        assert "it is put aside as" in said
        assert page.state["board"]["cups"] == 3
        page.does("bump", side="south")
    with board(tmp_path, "--stock", "6") as (_, _, said):
        assert OPENING not in said, "nothing was played in the kept one"
    (tmp_path / "evening-1.json").rename(tmp_path / "evening.json")
    with board(tmp_path) as (_, _, said):
        assert f"{OPENING}: 2 cups" in said
    for begins in (True, False):
        with board(tmp_path, "--from", "puzzle:1") as (_, address, said), wire_page(address, A) as page:
            assert ("is not the game of --from; it is put aside as" in said) == begins
            assert (OPENING in said) != begins
            assert page.state["puzzle"]["number"] == 1


@pytest.mark.long("several evenings")
def test_a_game_that_is_left_for_another_on_the_page_is_put_aside_and_can_be_gone_on_with(
    tmp_path: Path,
) -> None:
    with board(tmp_path, "--cups", "2", "--stock", "3") as (program, address, _):
        with wire_page(address, A) as page:
            begin_a_move(page)
            page.does("drop", side="south", place="south-2")
            page.asks("button", sides=["south"], down=True)
            page.does("button", sides=["south"], down=False)
            page.hears(lambda: "south" in json.dumps(page.state["moves"]))
            for cups in (3, 4):
                page.does("new game", cups=cups, beans="kidney", cells="100g")
                page.hears(lambda cups=cups: page.state["board"]["cups"] == cups)
        assert program.end() == 143
    assert not (tmp_path / "evening-2.json").exists(), "a game without a move is no loss"
    (tmp_path / "evening-1.json").rename(tmp_path / "evening.json")
    with board(tmp_path) as (_, _, said):
        assert re.search(f"{OPENING}: 2 cups, [1-9]", said)


@pytest.mark.long("other damage", every=3)
@pytest.mark.parametrize("content", [b"", b"Game: cups 4\n", b"cupsim evening 1 0\n{}"])
def test_a_torn_or_foreign_file_is_put_aside_and_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "evening.json").write_bytes(content)
    with board(tmp_path, "--cups", "2") as (_, _, said):
        (told,) = (line for line in said.splitlines() if "evening" in line)
        assert re.fullmatch(r".*evening\.json is [\w ]+; it is put aside as .*evening-1\.json.*", told)
    assert (tmp_path / "evening-1.json").read_bytes() == content


@pytest.mark.long("several programs")
def test_two_servers_never_share_an_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with board(tmp_path, "--cups", "2"):
        assert main(["--evening", str(tmp_path), "--port", "0", "--no-browser"]) == 2
        assert "another board keeps its evening here" in capsys.readouterr().err


@pytest.mark.long("several programs")
def test_a_second_board_is_served_without_being_kept() -> None:
    small = ("--cups", "2", "--port", "0", "--no-browser")
    with cupsim(*small) as first:
        first.until("http://")
        with cupsim(*small) as second:
            second.until("Another board keeps its evening; this one is not kept")
            second.until("http://")
