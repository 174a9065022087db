"""Owners of a board are kept by the digests of their tokens, and every byte of the file may be damaged."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.database import Database
from cupsboard.storage.owners import INVITATION_SECONDS, NAME, Owners
from hypothesis import given
from hypothesis import strategies as st
from processes import PATIENCE_SECONDS


class Desk:
    """The owners' file in a folder, a clock, and what was told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = 1_000_000.0
        self.told: list[Message] = []

    @property
    def file(self) -> Path:
        return self.folder / NAME

    @property
    def owners(self) -> Owners:
        """As another program reads them."""
        return Owners(self.folder, lambda: "2026-11-27T21:04", lambda: self.seconds, self.told.append)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_an_owner_is_known_by_the_token_alone_and_no_longer_when_revoked(desk: Desk) -> None:
    phone, laptop = desk.owners.add("phone"), desk.owners.add("laptop")
    assert [(each.number, each.name) for each in desk.owners.listed()] == [(1, "phone"), (2, "laptop")]
    assert desk.owners.owner_of(phone) == desk.owners.listed()[0]
    assert desk.owners.owner_of(phone[:-1]) is None
    assert desk.owners.owner_of("") is None
    assert desk.owners.revoke(1)
    assert not desk.owners.revoke(1)
    assert desk.owners.owner_of(phone) is None
    assert desk.owners.owner_of(laptop) is not None
    # A number is given once.
    desk.owners.add("tablet")
    assert [each.number for each in desk.owners.listed()] == [2, 3]


def test_no_token_is_in_the_file(desk: Desk) -> None:
    tokens = [desk.owners.add("phone"), desk.owners.invite()]
    content = desk.file.read_bytes()
    assert all(token.encode() not in content for token in tokens)
    assert all(len(token) >= 128 / 6 for token in tokens)


def test_an_invitation_that_two_browsers_accept_at_once_on_a_slow_card_makes_one_an_owner(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation = desk.owners.invite()
    keep, is_asked, gate = Database.keep, threading.Event(), threading.Event()

    def slowly(database: Database, rows: Sequence[object]) -> Sequence[Message]:
        is_asked.set()
        assert gate.wait(PATIENCE_SECONDS)
        return keep(database, rows)

    monkeypatch.setattr(Database, "keep", slowly)
    owners = desk.owners
    with ThreadPoolExecutor(2) as browsers:
        first = browsers.submit(owners.accept, invitation, "phone")
        assert is_asked.wait(PATIENCE_SECONDS)
        second = browsers.submit(owners.accept, invitation, "laptop")
        gate.set()
        assert [first.result() is None, second.result() is None] == [False, True]


def test_an_invitation_holds_once_and_for_two_minutes(desk: Desk) -> None:
    invitation = desk.owners.invite()
    assert desk.owners.accept("another", "phone") is None
    token = desk.owners.accept(invitation, "phone")
    assert token is not None
    assert desk.owners.owner_of(token) is not None
    assert desk.owners.accept(invitation, "phone") is None
    late = desk.owners.invite()
    desk.seconds += INVITATION_SECONDS + 1
    assert desk.owners.accept(late, "phone") is None
    # A clock that was put back makes none hold for longer.
    desk.seconds -= 100 * INVITATION_SECONDS
    assert desk.owners.accept(late, "phone") is None


@pytest.mark.long("a file written for each example")
@given(position=st.integers(0, 1_000_000), mask=st.integers(1, 255))
def test_a_damaged_byte_costs_one_owner_at_most_where_their_rows_are_and_brings_none_back(
    tmp_path_factory: pytest.TempPathFactory, position: int, mask: int
) -> None:
    desk = Desk(tmp_path_factory.mktemp("state"))
    names = [f"phone {number}" for number in range(1, 5)]
    tokens = [desk.owners.add(name) for name in names]
    assert desk.owners.revoke(2)
    damaged = bytearray(desk.file.read_bytes())
    damaged[position % len(damaged)] ^= mask
    desk.file.write_bytes(damaged)
    owners = desk.owners
    left = {each.name for each in owners.listed()}
    assert {*names} - {"phone 2"} >= left
    assert owners.owner_of(tokens[1]) is None
    assert len(desk.told) <= 1
    if left != {*names} - {"phone 2"}:
        assert "an owner's phone" in say(desk.told[0])
        assert (desk.folder / f"{NAME}.aside-1").read_bytes() == damaged
    # It is mended: nobody is told again, and the next owner has a number of its own.
    owners.add("laptop")
    listed = desk.owners.listed()
    assert {each.name for each in listed} == left | {"laptop"}
    assert len({each.number for each in listed}) == len(listed)
    assert len(desk.told) <= 1


def test_a_damaged_row_costs_its_owner_alone(desk: Desk) -> None:
    for name in ("phone", "laptop", "tablet"):
        desk.owners.add(name)
    desk.file.write_bytes(desk.file.read_bytes().replace(b"laptop", b"laptpo"))
    assert [each.name for each in desk.owners.listed()] == ["phone", "tablet"]
    assert [say(each)[: len(NAME)] for each in desk.told] == [NAME]


def test_a_damaged_file_on_a_full_disk_still_has_its_other_owners(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path) -> NoReturn:
        raise OSError(28, "No space left on device")

    phone, laptop = desk.owners.add("phone"), desk.owners.add("laptop")
    desk.file.write_bytes(desk.file.read_bytes().replace(b"laptop", b"laptpo"))
    monkeypatch.setattr("cupsboard.storage.database.replacing", full)
    owners = desk.owners
    for _ in range(3):
        assert owners.owner_of(phone) is not None
        assert owners.owner_of(laptop) is None
    assert len(desk.told) == 1


def test_two_programs_that_add_an_owner_at_once_lose_none(desk: Desk) -> None:
    with ThreadPoolExecutor(8) as programs:
        tokens = [each.result() for each in [programs.submit(desk.owners.add, "phone") for _ in range(8)]]
    assert all(desk.owners.owner_of(token) is not None for token in tokens)


def test_a_name_is_short_and_printable(desk: Desk) -> None:
    desk.owners.add("\x1b[31m" + "a" * 100)
    desk.owners.add("")
    assert [each.name for each in desk.owners.listed()] == [f"[31m{'a' * 36}", "?"]
