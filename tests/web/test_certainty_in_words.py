"""How sure the board is, players are told in words; numbers of that stand in the fold for makers alone."""

import pytest
from audits import CERTAINTY, certainty_told
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit, comes_true

GAMES = {"cups": Setting(7, cups=4), "coin-duel": Setting(7, cups=8, sps=80, game="coin-duel 8 stage 3")}
WORDS = {"en-GB": {"sure", "likely", "asks"}, "de-DE": {"sicher", "wahrscheinlich", "fragt"}}


@pytest.mark.parametrize("locale", WORDS)
@pytest.mark.parametrize("game", GAMES)
def test_players_of_two_sides_are_told_a_word(sit: Sit, visit: Visit, game: str, locale: str) -> None:
    table = sit(GAMES[game], TWO_PERSONS)
    page = visit(table.address, locale=locale)
    page.wait_for_selector("body[data-seated]")
    hand = Mouse(page)
    said: set[str] = set()
    for place in ("south-1", "south-2"):
        before = table.truth[place]
        hand.drag("south-stock", place)
        wait_until(lambda p=place, b=before: table.truth[p] == b + 1, lambda: str(table.truth))
        comes_true(page, "document.querySelector('#sureness').innerText !== ''")
        said.add(page.inner_text("#sureness"))
        assert certainty_told(page) == []
    # A wrong bean, and a question or what must be put right.
    hand.drag("south-stock", "north-1")
    wait_until(lambda: table.truth["north-1"] == 1, lambda: str(table.truth))
    page.wait_for_timeout(800)
    assert certainty_told(page) == []
    assert said <= WORDS[locale]
    assert page.evaluate("document.querySelector('#makers').open") is False


def test_who_opens_the_fold_for_makers_finds_the_number_there(sit: Sit, visit: Visit) -> None:
    page = visit(sit(GAMES["cups"], {Side.SOUTH: PERSON, Side.NORTH: "1"}).address)
    page.wait_for_selector("body[data-seated]")
    page.click("#makers > summary")
    page.click(".details > summary")
    wait_until(lambda: CERTAINTY.search(page.inner_text(".belief")), lambda: page.inner_text("#makers"))
    assert certainty_told(page) == []
