"""Who plays at a board: set at the page or by a held button, and kept with each game of the past."""

from pathlib import Path

import pytest
from cupsboard.rules.record import NameRefused
from cupsboard.session.orders import Change, Delete, NewGame, Order, OrderRefused, Rename, TakeUp
from cupsboard.signs.sentences import read_language, say
from cupsboard.station.settings import Settings
from cupsboard.storage.games import Game, KeptGames
from ordered_evening import Evening, Script, said_of, with_a_bean_moved
from quick_evening import furnish


def ordered(evening: Evening, *all_orders: Order) -> Script:
    """Give orders, each once the one before is carried out and the board is at it."""
    for each in all_orders:
        answer = evening.order(each)
        yield answer.done
        assert answer.exception(0) is None
        yield evening.waited(3.0)


def names(evening: Evening) -> tuple[str, str]:
    return KeptGames(evening.at.memory, lambda: "").names


def test_a_held_button_goes_through_those_who_have_played_here(tmp_path: Path) -> None:
    furnish(tmp_path)

    def script(evening: Evening) -> Script:
        yield from ordered(evening, Change({"south": "Anna", "north": "Ben"}))
        yield from with_a_bean_moved(evening)
        # Begun again, the board knows who played the game before.
        yield from ordered(evening, NewGame("cups 3"), Change({"north": ""}), NewGame("cups 3"))
        yield from evening.paused()
        for _ in range(2):
            yield from evening.press("north", held=1.2)
        yield lambda: evening.station.page.settings.get("north") == "Ben"

    evening = Evening(tmp_path)
    assert evening.run(script) == 0
    assert names(evening) == ("Anna", "Ben")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"south": "level 4"}, "So kann niemand heißen, der spielt, 'level 4'"),
        ({"north": "Z" * 21}, "So kann niemand heißen"),
        ({"north": "   "}, "So kann niemand heißen"),
        ({"south": "Zoë", "north": "ZOË"}, "'Zoë' kann nicht auf beiden Seiten sitzen"),
    ],
)
def test_a_refused_name_is_told_in_the_language_of_the_page(values: dict[str, str], said: str) -> None:
    with pytest.raises(NameRefused) as refused:
        Settings().changed(values, ())
    assert say(OrderRefused.because(refused.value).message, read_language("de")).startswith(said)


def test_a_game_of_the_past_is_renamed_gone_on_with_by_those_who_played_it_and_deleted(
    tmp_path: Path,
) -> None:
    furnish(tmp_path)

    def script(evening: Evening) -> Script:
        yield from ordered(evening, Change({"south": "Anna", "north": "Ben"}))
        yield from with_a_bean_moved(evening)
        refused = evening.order(Delete(1))
        yield refused.done
        assert "is being played" in said_of(refused)
        another = (NewGame("cups 3"), Change({"south": "Cleo"}))
        yield from ordered(evening, *another, Rename(1, "Zoë", "Ben"), TakeUp(1))
        assert (evening.game(), names(evening)) == ((1, 1), ("Zoë", "Ben"))
        yield from ordered(evening, NewGame("cups 3"), Delete(1))

    evening = Evening(tmp_path)
    assert evening.run(script) == 0
    assert evening.at.memory.find(Game, number=1) == ()
