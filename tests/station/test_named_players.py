"""Who plays at a board: set at the page or by a held button, and kept with each game of the past."""

from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.rules.record import NameRefused
from cupsboard.session.orders import Change, Delete, NewGame, Order, OrderRefused, Rename, TakeUp
from cupsboard.signs.sentences import read_language, say
from cupsboard.station.settings import Settings
from cupsboard.storage.games import Game, KeptGames
from ordered_evening import Evening, Script, said_of, with_a_bean_moved
from quick_evening import furnish, furnish_with_spots


def ordered(evening: Evening, *all_orders: Order) -> Script:
    """Give orders, each once the one before is carried out and the board is at it."""
    for each in all_orders:
        answer = evening.order(each)
        yield answer.done
        assert answer.exception(0) is None
        yield evening.waited(3.0)


def names(evening: Evening) -> tuple[str, str]:
    called = KeptGames(evening.at.memory, lambda: "").names
    return called["south"], called["north"]


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
        ({"north": "board"}, "So kann niemand heißen"),
        ({"north": "   "}, "So kann niemand heißen"),
        ({"south": "Zoë", "north": "ZOË"}, "'Zoë' kann nicht auf beiden Seiten sitzen"),
    ],
)
def test_a_refused_name_is_told_in_the_language_of_the_page(values: dict[str, str], said: str) -> None:
    with pytest.raises(NameRefused) as refused:
        Settings().changed(values, ())
    assert say(OrderRefused.because(refused.value).message, read_language("de")).startswith(said)


@pytest.mark.parametrize("is_at_the_page", [False, True])
def test_who_played_a_game_and_the_board_too_sit_down_again_at_it(
    tmp_path: Path, is_at_the_page: bool
) -> None:
    furnish(tmp_path)

    def script(evening: Evening) -> Script:
        yield from ordered(evening, Change({"south": "Anna", "computer": "2", "computer_side": "north"}))
        yield from with_a_bean_moved(evening)
        another = Change({"south": "Cleo", "north": "Ben", "computer": ""})
        yield from ordered(evening, NewGame("cups 3"), another)
        if is_at_the_page:
            yield from ordered(evening, TakeUp(1))
            yield from as_before(evening)

    def as_before(evening: Evening) -> Script:
        yield lambda: (evening.game(), names(evening)) == ((1, 1), ("Anna", "level 2"))
        shown = evening.station.page.settings
        assert [shown[each] for each in ("south", "north", "computer")] == ["Anna", "", "2"]

    evening = Evening(tmp_path)
    assert evening.run(script) == 0
    if not is_at_the_page:
        again = Evening(tmp_path, "--go-on", "1")
        again.table = evening.table
        assert again.run(as_before) == 0


def test_a_game_that_another_program_played_goes_on_only_with_that_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    furnish(tmp_path)

    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        yield from ordered(evening, NewGame("cups 3"))
        (row,) = evening.at.memory.find(Game, number=1)
        evening.at.memory.keep((replace(row, names="south \nnorth level engine:./strong"),))
        refused = evening.order(TakeUp(1))
        yield refused.done
        assert "engine:./strong" in said_of(refused)

    assert Evening(tmp_path).run(script) == 0
    evening = Evening(tmp_path, "--go-on", "1")

    def told(evening: Evening) -> Script:
        yield lambda: evening.says == "unusable"

    assert evening.run(told) == 2
    assert "engine:./strong played north; say --engine" in capsys.readouterr().out


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
        yield from ordered(evening, *another, Rename(1, {"south": "Zoë", "north": "Ben"}), TakeUp(1))
        assert (evening.game(), names(evening)) == ((1, 1), ("Zoë", "Ben"))
        yield from ordered(evening, NewGame("cups 3"), Delete(1))

    evening = Evening(tmp_path)
    assert evening.run(script) == 0
    assert evening.at.memory.find(Game, number=1) == ()


def test_seats_round_a_table_have_names_of_their_own_which_pages_show_and_no_two_are_alike(
    tmp_path: Path,
) -> None:
    furnish_with_spots(tmp_path)

    def script(evening: Evening) -> Script:
        yield evening.waited(3.0)
        yield from ordered(evening, Change({"one": "Anna", "two": "Ben"}))
        assert evening.station.page.players == {"one": "Anna", "two": "Ben"}
        refused = evening.order(Change({"two": "ANNA"}))
        yield refused.done
        assert "can't sit at both sides" in said_of(refused)
        yield lambda: KeptGames(evening.at.memory, lambda: "").names == {"one": "Anna", "two": "Ben"}

    assert Evening(tmp_path).run(script) == 0
