"""A table that somebody has laid out by hand: counted, told whose turn it is, and played on from."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from cupsboard.rules.games import named
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.session.orders import Begin, PlayFrom
from cupsboard.signs.scene import Meaning
from cupsboard.storage.games import KeptGames
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script, said_of, with_a_bean_moved
from quick_evening import furnish

LAID = {"south-1": 1, "south-3": 2, "south-pot": 2, "north-2": 2, "north-pot": 1}
WAITS = "lying.still"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


def played(evening: Evening) -> str:
    """The record of the game being played."""
    kept = KeptGames(evening.at.memory, lambda: "").playing()
    assert kept is not None
    return format_record(RecordOf.of(kept.history))


def lying(evening: Evening) -> Mapping[str, object]:
    occupation = evening.station._occupation
    assert occupation is not None
    section = occupation.section()
    return dict(section.get("lying", {}))


def counted(evening: Evening) -> Script:
    yield lambda: evening.station.activity == "lying"
    yield lambda: lying(evening)["numbers"] is not None


def test_a_table_that_was_laid_is_counted_and_played_on_from_by_the_rules(home: Path) -> None:
    def script(evening: Evening) -> Script:
        evening.table.beans.update(LAID)
        yield lambda: evening.says == "job-done"
        yield evening.waited(2.0)
        yield from evening.press()
        yield lambda: evening.station.activity == "game"
        yield lambda: evening.says.startswith("your-turn")
        # North drops two beans, and captures nothing.
        evening.table.beans["north-1"] += 1
        evening.table.beans["north-2"] += 1
        yield evening.waited(3.0)
        yield from evening.press("north")
        yield lambda: evening.game()[1] == 2

    evening = Evening(home, "--lying", "north")
    assert evening.run(script) == Ending.WELL
    record = played(evening)
    assert "Starter: north" in record
    assert "1. north table south-1 +1, south-3 +2, south-pot +2, north-2 +2, north-pot +1" in record
    assert "2. north drop 2" in record
    history = parse_record(record, named).history()
    contents = history.game.contents(history.steps[0].position)
    assert {place: contents[Place(place)] for place in LAID} == LAID
    # What is left of sixty beans lies in both stocks alike.
    assert (contents[Place("south-stock")], contents[Place("north-stock")]) == (26, 26)


def test_the_page_says_whose_turn_it_is_and_what_lies_in_the_stocks_or_is_told_why_not(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        yield evening.order(Begin("lying")).done
        yield from counted(evening)
        evening.table.beans.update(LAID)
        yield lambda: evening.says == WAITS
        yield from counted(evening)
        assert lying(evening)["stocks"] == {"south": 26, "north": 26}
        for order, why in (
            (PlayFrom(Side.SOUTH, {Place("south-pot"): 61}), "61 beans in South's pot, and the game has 60"),
            (PlayFrom(Side.SOUTH, stocks={Side.SOUTH: 31}), "31 beans can't be in South's stock: at most 30"),
            (PlayFrom(Side.SOUTH, stocks={Side.SOUTH: 30, Side.NORTH: 23}), "North's stock: at most 22"),
        ):
            answer = evening.order(order)
            yield answer.done
            assert why in said_of(answer)
            assert evening.says == "lying.counted"
        answer = evening.order(PlayFrom(Side.SOUTH, stocks={Side.SOUTH: 2, Side.NORTH: 0}))
        yield answer.done
        assert answer.exception(0) is None
        yield lambda: evening.game()[0] == 2

    evening = Evening(home)
    assert evening.run(script) == Ending.WELL
    record = played(evening)
    assert "south-stock -28, north-stock -30" in record
    assert KeptGames(evening.at.memory, lambda: "").adjourned == (1,)


def test_what_the_scales_can_not_tell_is_asked_and_a_press_agrees(home: Path) -> None:
    def script(evening: Evening) -> Script:
        evening.table.beans.update({"south-pot": 41, "north-1": 2})
        yield lambda: evening.says == "lying.doubted-told"
        assert evening.lit() == {"south-pot"}
        yield from evening.press()
        yield lambda: evening.says == "job-done"

    evening = Evening(home, "--lying", "south")
    assert evening.run(script) == Ending.WELL
    assert "south-pot +41, north-1 +2" in played(evening)


def test_one_place_after_the_other_is_asked_about_and_a_cup_that_was_lifted_and_counted_is_not_again(
    home: Path,
) -> None:
    def script(evening: Evening) -> Script:
        there = {"south-pot": 30, "north-pot": 20, "north-1": 2}
        yield evening.order(Begin("lying")).done
        evening.table.beans.update(there)
        yield lambda: evening.says == "lying.doubted"
        (first,) = asked = evening.lit()
        # It is lifted, counted, and put back as it was.
        evening.table.beans[first] = 0
        yield lambda: evening.says == WAITS
        evening.table.beans[first] = there[first]
        yield lambda: evening.says == "lying.doubted"
        assert evening.lit() == asked
        yield from evening.press()
        if evening.says == "lying.doubted":
            (second,) = evening.lit()
            assert second != first
            yield evening.order(PlayFrom(None, {Place(second): there[second]})).done
        yield lambda: evening.says == "lying.counted"
        numbers = lying(evening)["numbers"]
        assert isinstance(numbers, dict)
        assert {place: numbers[place] for place in there} == {
            place: [count] * 3 for place, count in there.items()
        }
        # Three beans less are another number, which was not said.
        evening.table.beans[first] -= 3
        yield lambda: evening.says == WAITS
        yield from counted(evening)
        yield evening.order(PlayFrom(Side.NORTH)).done
        yield lambda: evening.game()[1] == 1
        assert f"{first} +{there[first] - 3}" in played(evening)

    assert Evening(home).run(script) == Ending.WELL


def test_a_number_that_was_told_is_not_asked_about_and_a_hold_leaves_all_as_it_was(home: Path) -> None:
    def told(evening: Evening) -> Script:
        evening.table.beans.update({"south-pot": 41})
        yield lambda: evening.says == "job-done"

    evening = Evening(home, "--lying", "south", "--count", "south-pot=40", "--stocks", "5/6")
    assert evening.run(told) == Ending.WELL
    assert "south-pot +40, south-stock -25, north-stock -24" in played(evening)

    def left(evening: Evening) -> Script:
        yield lambda: evening.says == "lying.doubted-told"
        yield from evening.press(held=1.2)
        yield lambda: evening.says == "job-done"

    again = Evening(home, "--lying", "south")
    again.table.beans.update({"south-pot": 41})
    assert again.run(left) == Ending.WELL
    assert KeptGames(again.at.memory, lambda: "").number == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--stocks", "5"), "write the stocks of South and North as in 12/9"),
        (("--count", "west=3"), "write a place of this board and its number"),
        (("--game", "coin-duel"), "wants at least 4 cups a side"),
        (("--game", "ayoayo"), "its beans must be seen as they land"),
    ],
)
def test_what_can_not_be_asked_for_is_refused_before_the_board_is_touched(
    home: Path, options: tuple[str, ...], why: str
) -> None:
    with pytest.raises(Exception, match=why):
        Evening(home, "--lying", "south", *options).run(lambda _: iter(()))


def test_a_move_on_such_a_table_is_asked_about_at_one_place_as_long_as_nothing_moves(home: Path) -> None:
    laid = {
        "south-1": 2,
        "south-2": 2,
        "south-3": 6,
        "south-pot": 3,
        "north-1": 3,
        "north-3": 2,
        "north-pot": 1,
    }
    asked = set[Place]()

    def script(evening: Evening) -> Script:
        evening.table.beans.update(laid)
        while evening.says != "job-done":
            yield evening.waited(1.0)
            if evening.says == "lying.doubted-told":
                yield from evening.press()
        yield evening.waited(2.0)
        yield from evening.press()
        yield lambda: evening.says.startswith("your-turn")
        evening.table.beans["north-1"] += 1
        yield evening.waited(3.0)
        for _ in range(20):
            scene = evening.station.scene
            assert scene is not None
            asked.update(sign.place for sign in scene.signs if sign.meaning is Meaning.LOOK)
            yield evening.waited(1.0)
        while evening.game()[1] == 1:
            yield from evening.press("north")

    assert Evening(home, "--lying", "north").run(script) == Ending.WELL
    assert asked == {Place("north-1")}
