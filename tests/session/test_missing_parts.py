"""What a board goes on without: said once, shown for as long as it is missing."""

from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

PAGE = Message("notes.no-page", {"why": "port 2877 is taken; end what has it"})
TRACE = Message("notes.no-trace", {"why": "the disk is full; make room"})


def test_a_loss_is_told_once_and_shown_until_it_is_back() -> None:
    told: list[Message] = []
    shown: list[str] = []
    missing_parts = MissingParts(told.append)
    missing_parts.lost(PAGE)
    missing_parts.show_by(shown.append)
    missing_parts.lost(TRACE)
    missing_parts.lost(PAGE)
    missing_parts.back(PAGE.key)
    missing_parts.back(PAGE.key)
    missing_parts.lost(PAGE)
    page, trace = say(PAGE), say(TRACE)
    assert page.startswith("no page: port 2877 is taken; end what has it")
    assert told == [PAGE, TRACE]
    assert shown == [page, f"{page}; {trace}", f"{page}; {trace}", trace, f"{trace}; {page}"]


def test_one_who_tells_it_for_a_while_tells_what_is_missing_already() -> None:
    one: list[Message] = []
    other: list[Message] = []
    missing_parts = MissingParts(one.append)
    missing_parts.lost(PAGE)
    with missing_parts.telling(other.append):
        missing_parts.lost(TRACE)
    missing_parts.lost(Message("notes.end-left-out"))
    assert other == one[:2] == [PAGE, TRACE]
    assert len(one) == 3
