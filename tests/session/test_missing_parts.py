"""What a board goes on without: said once, shown for as long as it is missing."""

from cupsboard.session.missing_parts import MissingParts


def test_a_loss_is_said_once_and_shown_until_it_is_back() -> None:
    said: list[str] = []
    shown: list[str] = []
    missing_parts = MissingParts(said.append)
    missing_parts.lost("page", "port 2877 is taken; end what has it")
    missing_parts.show_by(shown.append)
    missing_parts.lost("trace", "the disk is full; make room")
    missing_parts.lost("page", "port 2877 is taken; end what has it")
    missing_parts.back("page")
    missing_parts.back("page")
    missing_parts.lost("page", "port 2877 is taken; end what has it")
    page, trace = "no page: port 2877 is taken; end what has it", "no trace: the disk is full; make room"
    assert said == [page, trace]
    assert shown == [page, f"{page}; {trace}", f"{page}; {trace}", trace, f"{trace}; {page}"]


def test_everybody_who_says_it_says_it() -> None:
    one: list[str] = []
    other: list[str] = []
    missing_parts = MissingParts(one.append)
    missing_parts.say_by(other.append)
    missing_parts.lost("page", "gone")
    assert one == other == ["no page: gone"]
