"""Owners of a board are kept by the digests of their tokens, and every word of the file may be damaged."""

import threading
from concurrent.futures import ThreadPoolExecutor

from cupsboard.ports import StoreError
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.owners import INVITATION_SECONDS, NAME, Owners
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st
from processes import PATIENCE_SECONDS


class Desk:
    """The owners' file, a clock, and what was told."""

    def __init__(self) -> None:
        self.store = Memory()
        self.seconds = 1_000_000.0
        self.told: list[Message] = []

    @property
    def owners(self) -> Owners:
        """As another program reads them."""
        return Owners(self.store, lambda: "2026-11-27T21:04", lambda: self.seconds, self.told.append)


def test_an_owner_is_known_by_the_token_alone_and_no_longer_when_revoked() -> None:
    desk = Desk()
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


def test_no_token_is_in_the_file() -> None:
    desk = Desk()
    tokens = [desk.owners.add("phone"), desk.owners.invite()]
    content = desk.store.read(NAME) or b""
    assert all(token.encode() not in content for token in tokens)
    assert all(len(token) >= 128 / 6 for token in tokens)


class SlowCard(Memory):
    """Takes lines once its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.gate = threading.Event(), threading.Event()

    def append(self, name: str, data: bytes) -> None:
        self.is_asked.set()
        assert self.gate.wait(PATIENCE_SECONDS)
        super().append(name, data)


def test_an_invitation_that_two_browsers_accept_at_once_on_a_slow_card_makes_one_an_owner() -> None:
    desk = Desk()
    invitation = desk.owners.invite()
    card = SlowCard()
    card.replace(NAME, desk.store.read(NAME) or b"")
    desk.store = card
    owners = desk.owners
    with ThreadPoolExecutor(2) as browsers:
        first = browsers.submit(owners.accept, invitation, "phone")
        assert card.is_asked.wait(PATIENCE_SECONDS)
        second = browsers.submit(owners.accept, invitation, "laptop")
        card.gate.set()
        assert [first.result() is None, second.result() is None] == [False, True]


def test_an_invitation_holds_once_and_for_two_minutes() -> None:
    desk = Desk()
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


def test_a_line_that_a_power_cut_tore_off_is_left_out_and_the_next_one_is_whole() -> None:
    desk = Desk()
    phone = desk.owners.add("phone")
    desk.store.append(NAME, b'\n1f0c77ab {"owner": 2, "ha')
    assert desk.owners.owner_of(phone) is not None
    assert desk.told == []
    laptop = desk.owners.add("laptop")
    assert [each.name for each in desk.owners.listed()] == ["phone", "laptop"]
    assert desk.owners.owner_of(laptop) is not None


@given(st.data())
def test_a_damaged_line_costs_one_owner_at_most_and_brings_none_back(data: st.DataObject) -> None:
    desk = Desk()
    names = [f"phone {number}" for number in range(1, 5)]
    tokens = [desk.owners.add(name) for name in names]
    assert desk.owners.revoke(2)
    content = desk.store.read(NAME) or b""
    lines = content.splitlines(keepends=True)
    hit = data.draw(st.integers(0, len(lines) - 1))
    line = bytearray(lines[hit])
    for at in data.draw(st.sets(st.integers(0, len(line) - 1), min_size=1)):
        line[at] ^= data.draw(st.integers(1, 255))
    damaged = b"".join((*lines[:hit], bytes(line), *lines[hit + 1 :]))
    desk.store.replace(NAME, damaged)
    owners = desk.owners
    left = {each.name for each in owners.listed()}
    assert {*names} - {"phone 2"} >= left
    assert len(left) >= 2
    assert owners.owner_of(tokens[1]) is None
    assert len(desk.told) <= 1
    if left != {*names} - {"phone 2"}:
        assert "an owner's phone" in say(desk.told[0])
        assert desk.store.read(f"{NAME}.aside-1") == damaged
    # It is mended: nobody is told again, and the next owner has a number of its own.
    owners.add("laptop")
    listed = desk.owners.listed()
    assert {each.name for each in listed} == left | {"laptop"}
    assert len({each.number for each in listed}) == len(listed)
    assert len(desk.told) <= 1


def test_a_damaged_file_on_a_full_disk_still_has_its_other_owners() -> None:
    class Full(Memory):
        def replace(self, name: str, data: bytes) -> None:
            raise StoreError(f"{name} can't be written: no space")

    desk = Desk()
    phone, laptop = desk.owners.add("phone"), desk.owners.add("laptop")
    content = desk.store.read(NAME) or b""
    desk.store = Full()
    desk.store.append(NAME, content.replace(b"laptop", b"laptpo"))
    owners = desk.owners
    for _ in range(3):
        assert owners.owner_of(phone) is not None
        assert owners.owner_of(laptop) is None
    assert len(desk.told) == 1


def test_a_name_is_short_and_printable() -> None:
    desk = Desk()
    desk.owners.add("\x1b[31m" + "a" * 100)
    desk.owners.add("")
    assert [each.name for each in desk.owners.listed()] == [f"[31m{'a' * 36}", "?"]
