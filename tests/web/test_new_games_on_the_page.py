"""Games of another beginning on the page: with odds, and from whatever lies on the table."""

import pytest
from cupsboard.rules.games import named
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Place, Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from processes import wait_until
from sitting import Sit, Visit

TWO_PERSONS = dict.fromkeys(Side, PERSON)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_odds_are_chosen_where_a_game_knows_them_and_lie_in_the_pot(
    sit: Sit, visit: Visit, locale: str
) -> None:
    table = sit(Setting(7, cups=3), TWO_PERSONS, factor=32.0)
    page = visit(table.address, locale=locale, viewport={"width": 390, "height": 844})
    page.click("#new-game > summary")
    page.select_option("#new-played", "kalah")
    assert page.locator("#new-odds").is_hidden()
    page.select_option("#new-played", "cups")
    page.select_option("#new-size", "3")
    page.select_option("#new-odds", "south pot")
    page.fill("#new-odds-beans", "5")
    page.click("#begin")
    wait_until(lambda: table.evening.world.game.name == "cups 3 odds south 5 pot", "the game with odds")
    page.wait_for_selector('.player[data-side="north"]:has-text("5")')
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_lies_there_is_counted_and_played_on_from_with_the_stocks_that_were_said(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2, beans="go stone"), TWO_PERSONS, factor=32.0)
    page = visit(table.address)
    page.click("#laid-table > summary")
    page.click("#count-table")
    page.wait_for_selector("#laid-south-pot")
    assert page.input_value("#laid-south-stock") == "20"
    page.fill("#laid-south-1", "2")
    page.fill("#laid-south-stock", "21")
    page.select_option("#laid-turn", "north")
    page.click("form.laid button[type=submit]")
    page.wait_for_selector(":is(#notice, .notice):has-text('21 beans')")
    page.fill("#laid-south-stock", "3")
    page.fill("#laid-north-stock", "4")
    page.click("form.laid button[type=submit]")

    def contents() -> dict[Place, int]:
        history = table.evening.world.referee.history
        return dict(history.game.contents(history.position))

    wait_until(lambda: contents()[Place("south-1")] == 2, "the table that was laid")
    assert (contents()[Place("south-stock")], contents()[Place("north-stock")]) == (3, 4)
    page.wait_for_selector("#say:has-text('North')")
    page.wait_for_selector("#laid-south-pot", state="detached")


def test_a_number_that_was_counted_by_hand_tells_of_the_others_and_a_keyboard_says_it(
    sit: Sit, visit: Visit
) -> None:
    game = named("kalah 3")
    lying = dict.fromkeys(game.places, 0) | {
        Place("south-pot"): 12,
        Place("north-pot"): 10,
        Place("north-2"): 1,
        Place("south-2"): 1,
    }
    begun = laid(game, Side.NORTH, lying, {})
    table = sit(Setting(7, cups=3, beans="kidney").going_on(begun), TWO_PERSONS, factor=32.0)
    page = visit(table.address, viewport={"width": 390, "height": 844})
    page.click("#laid-table > summary")
    page.click("#count-table")
    page.wait_for_selector(".laid [data-doubt] input")
    (first,) = page.locator(".laid [data-doubt] input").all()
    place = first.get_attribute("id").removeprefix("laid-")
    assert "Count this one by hand" in page.inner_text(f"#laid-{place}-doubt")
    page.select_option("#laid-turn", "south")
    page.focus("#laid-yes")
    while page.locator("#laid-yes").count():
        asked = page.get_attribute("#laid-yes", "data-place")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#laid-{asked}-doubt:empty", state="attached")
    assert page.input_value("#laid-turn") == "south"
    assert page.evaluate("document.activeElement.id") == "laid-turn"
    assert page.locator("small:has-text('not sure yet')").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_that_a_game_begins_is_said_at_once_and_a_second_press_begins_no_other(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(seed=3, cups=3), TWO_PERSONS)
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    before = table.evening.world
    page.evaluate("document.querySelector('#new-game').open = true")
    page.select_option("#new-clock", "game")
    sent = """() => {
      const send = WebSocket.prototype.send, sent = [];
      WebSocket.prototype.send = function (order) {
        sent.push(JSON.parse(order).do);
        return send.call(this, order);
      };
      for (let press = 0; press < 3; press += 1) document.querySelector("#begin").click();
      WebSocket.prototype.send = send;
      const { starting } = document.body.dataset, { hidden, innerText } = document.querySelector(".notice");
      return [sent, starting, hidden ? "" : innerText];
    }"""
    orders, starting, said = page.evaluate(sent)
    assert orders == ["new game"]
    assert (starting, said) == ("yes", "The game is being made ready …")
    wait_until(lambda: table.evening.world is not before, "the new game")
    page.wait_for_selector("body:not([data-starting]) .player-clock:has-text('10:00')")
    page.wait_for_selector(".notice", state="hidden")
