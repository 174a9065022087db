from cupsboard.engine import engines
from cupsboard.engine.analysis import Choice, Reason
from cupsboard.engine.cups.reasons import reasons
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Place

FOUR = Cups(4)


def of(line: str, played: str, best: str) -> list[Reason]:
    """The reasons for which the one move is worse than the other, with the replies the engine expects."""
    position: Position = FOUR.parse_position(line)
    side = position.to_move
    assert side is not None
    infos = {
        info.variation[0]: info for info in engines.of_game(FOUR).analyse(position, Limit(nodes=5000), 99)
    }
    return list(reasons(Choice(FOUR, position, side, infos[played], infos[best])))


def test_a_capture_that_is_missed_is_named_with_cup_and_beans() -> None:
    first = of("1 1 0 1 pot 0 stock 20 / 4 9 5 7 pot 0 stock 20 / south", "drop 1", "drop 3")[0]
    assert (first.name, first.place, first.beans, first.move) == (
        "misses-capture",
        Place("north-2"),
        9,
        "drop 3",
    )


def test_the_reply_that_captures_is_named() -> None:
    # North's cup 1 is empty and opposite south's cup 4: any drop of one captures what lies there.
    found = of("0 0 0 5 pot 0 stock 20 / 0 1 1 2 pot 0 stock 20 / north", "drop 2", "drop 1")
    assert ("misses-capture", Place("south-4"), 5) in {(each.name, each.place, each.beans) for each in found}
    found = of("3 1 0 1 pot 0 stock 3 / 0 0 0 0 pot 0 stock 1 / south", "drop 1", "sow 4")
    assert {each.name for each in found} & {"reply-captures", "blocks", "spends"}


def test_a_cup_that_is_blocked_is_named_with_what_is_still_to_drop() -> None:
    found = of("0 0 2 0 pot 0 stock 24 / 0 0 0 0 pot 0 stock 20 / south", "drop 3", "sow 3")
    (blocked,) = [each for each in found if each.name == "blocks"]
    assert (blocked.place, blocked.beans) == (Place("south-3"), 21)
    assert blocked.cost_beans > 2


def test_a_cup_that_can_t_be_sown_any_more_is_named_without_a_stock_too() -> None:
    found = of("4 0 0 1 pot 0 stock 0 / 0 0 0 0 pot 0 stock 0 / south", "sow 1", "sow 4")
    assert [(each.name, each.place) for each in found] == [("blocks-for-good", Place("south-4"))]


def test_where_nothing_shows_at_once_the_reason_says_so() -> None:
    found = of("1 1 1 1 pot 0 stock 0 / 0 0 0 0 pot 0 stock 1 / south", "sow 4", "sow 4")
    assert [each.name for each in found] == ["later"]
