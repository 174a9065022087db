"""What a board goes on without: said once, shown for as long as it is missing."""

from cupsboard.session.lacks import Lacks


def test_a_loss_is_said_once_and_shown_until_it_is_back() -> None:
    said: list[str] = []
    shown: list[str] = []
    lacks = Lacks(said.append)
    lacks.lost("page", "port 2877 is taken; end what has it")
    lacks.show_by(shown.append)
    lacks.lost("trace", "the disk is full; make room")
    lacks.lost("page", "port 2877 is taken; end what has it")
    lacks.back("page")
    lacks.back("page")
    lacks.lost("page", "port 2877 is taken; end what has it")
    page, trace = "no page: port 2877 is taken; end what has it", "no trace: the disk is full; make room"
    assert said == [page, trace]
    assert shown == [page, f"{page}; {trace}", f"{page}; {trace}", trace, f"{trace}; {page}"]


def test_everybody_who_says_it_says_it() -> None:
    one: list[str] = []
    other: list[str] = []
    lacks = Lacks(one.append)
    lacks.say_by(other.append)
    lacks.lost("page", "gone")
    assert one == other == ["no page: gone"]
