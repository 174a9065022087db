"""Owners of a board are kept by the digests of their tokens, and every word of the file may be damaged."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

from cupsboard.signs.scene import Message
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
    desk.store.append(NAME, b'{"owner": 2, "ha')
    assert desk.owners.owner_of(phone) is not None
    laptop = desk.owners.add("laptop")
    assert [each.name for each in desk.owners.listed()] == ["phone", "laptop"]
    assert desk.owners.owner_of(laptop) is not None
    assert desk.told == []


@given(st.binary(max_size=40))
def test_a_damaged_file_owns_nothing_is_put_aside_and_told(damage: bytes) -> None:
    desk = Desk()
    phone = desk.owners.add("phone")
    content = desk.store.read(NAME) or b""
    desk.store.replace(NAME, damage + b"\n" + content)
    try:
        is_line = isinstance(json.loads(damage.split(b"\n")[0]), dict)
    except ValueError:
        is_line = False
    if not is_line:
        assert desk.owners.owner_of(phone) is None
        assert [message.key for message in desk.told] == ["notes.set-aside"]
        assert NAME in str(desk.told[0].values["why"])
        assert desk.store.read(str(desk.told[0].values["name"])) == damage + b"\n" + content
        assert desk.owners.listed() == ()


def test_a_name_is_short_and_printable() -> None:
    desk = Desk()
    desk.owners.add("\x1b[31m" + "a" * 100)
    desk.owners.add("")
    assert [each.name for each in desk.owners.listed()] == [f"[31m{'a' * 36}", "?"]
