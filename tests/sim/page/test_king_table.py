"""Persons at the page of a table of King of the Cups: seats, hands, buttons, own dice, a round taken back."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cupsboard.referee.events import DiceFell, PieceLanded, TurnEnded, WentBack
from cupsboard.referee.king_of_the_cups.states import Armed, Gathering, Homing, Paused, Race, TellingDice
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, CUPS, SPOTS, Cup, Seat, tray
from cupsboard.web.app import MalformedMessage
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.pace import Pace
from cupsim.table.king_of_the_cups.cups import Stance

ONE, TWO = Seat.ONE, Seat.TWO
ME, YOU = 1, 2
TICK_SECONDS = 0.04


class Table:
    """A table with its pages, in its own time."""

    def __init__(self, players: int = 2, *, seed: int = 5, has_real_dice: bool = False) -> None:
        self.evening = TableEvening(seed, players, "calm", has_real_dice=has_real_dice)
        self.stage = TableStage(self.evening, is_only_watched=False)
        self.told: list[tuple[int, Any]] = []
        self.stage.hub.tell = lambda number, message: self.told.append((number, message))  # type: ignore[method-assign]
        self.events: list[Any] = []
        self.evening.world.loop.listen(lambda moment: self.events.extend(moment.decided.events))

    def says(self, page: int, do: str, **what: Any) -> None:
        self.stage.inbox.heard(page, json.dumps({"do": do, **what}))

    def comes(self, page: int) -> None:
        self.says(page, "here", token=f"{page:032x}", visit="0" * 32)
        self.waits(0.1)

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.stage.tick(TICK_SECONDS)

    def waits_until(self, is_so: Callable[[], Any], seconds: float = 40.0) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            if is_so():
                return
            self.stage.tick(TICK_SECONDS)
        raise AssertionError(f"{self.state}: {self.shown['game']['message']['text']}")

    @property
    def state(self) -> Any:
        return self.evening.world.heart.referee.state

    @property
    def shown(self) -> Any:
        return self.stage._state()

    @property
    def table(self) -> Any:
        return self.evening.world.table

    def race(self) -> Cup:
        """Until the dice lie; the right cup."""
        self.waits_until(lambda: isinstance(self.state, Race) and self.evening.world.dice is not None)
        dice = self.evening.world.dice
        assert dice is not None
        return dice.right_cup

    def grabs(self, seat: str, cup: Cup, place: str, stance: str = "upright") -> None:
        self.says(ME, "seize", seat=seat, cup=cup.kind)
        self.waits(0.3)
        self.says(ME, "set down", seat=seat, cup=cup.kind, place=place, stance=stance)
        self.waits(0.4)

    def seen(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def table() -> Table:
    """A table at which page 1 has the first seat."""
    table = Table()
    table.comes(ME)
    return table


@pytest.mark.long("several races")
def test_the_game_waits_for_the_first_person_and_begins_when_they_rest_their_hand(table: Table) -> None:
    table.waits(5.0)
    assert isinstance(table.state, Gathering)
    assert (ME, {"own": ["one"]}) in table.told
    table.says(ME, "rest", seat="one", home=True)
    table.race()


@pytest.mark.long("a whole round")
def test_who_grabs_the_right_cup_by_the_page_has_it_before_a_simulated_player(table: Table) -> None:
    table.says(ME, "rest", seat="one", home=True)
    right = table.race()
    table.grabs("one", right, "one-tray")
    ended = table.seen(TurnEnded)
    assert [(event.side, event.label.split()[:2]) for event in ended] == [(ONE, ["grab", right.kind])]
    assert table.shown["round"]["ended"] == {"cup": right.kind, "player": "one"}
    assert table.table.where(right) == tray(ONE)


@pytest.mark.long("several races")
def test_the_simulated_player_wins_a_race_that_the_person_sits_out(table: Table) -> None:
    table.says(ME, "rest", seat="one", home=True)
    table.race()
    table.waits_until(lambda: table.evening.world.heart.history.position.cups_of(TWO) == 1, 60.0)


def test_two_pointers_are_two_hands(table: Table) -> None:
    table.says(ME, "seize", seat="one", cup=CUPS[0].kind)
    table.says(ME, "seize", seat="one", cup=CUPS[1].kind)
    table.says(ME, "seize", seat="one", cup=CUPS[2].kind)
    table.waits(0.5)
    assert [table.table.hand_of(cup) for cup in CUPS[:3]] == [ONE, ONE, None]


def test_a_cup_may_be_put_upside_down_or_beside_its_spot_and_the_page_shows_it(table: Table) -> None:
    cup = CUPS[4]
    spot = table.table.where(cup)
    table.grabs("one", cup, spot, "beside")
    assert table.table.stance(cup) is Stance.HALF_BESIDE
    assert table.shown["table"]["cups"][cup.kind] == {"at": spot, "stance": "beside"}
    table.waits(1.0)
    assert table.shown["signs"][spot]["meaning"] in ("LOOK", "TAKE_AWAY")
    table.grabs("one", cup, spot, "overturned")
    assert table.shown["table"]["cups"][cup.kind] == {"at": spot, "stance": "overturned"}


def test_a_finger_that_clicks_taps_and_three_clicks_make_a_pause(table: Table) -> None:
    table.says(ME, "rest", seat="one", home=True)
    table.race()
    for _ in range(3):
        table.says(ME, "press", seat="one", down=True)
        table.says(ME, "press", seat="one", down=False)
    table.waits_until(lambda: isinstance(table.state, Paused), 3.0)


@pytest.mark.long("a whole round")
def test_a_round_is_taken_back_when_all_agree(table: Table) -> None:
    table.says(ME, "rest", seat="one", home=True)
    right = table.race()
    table.grabs("one", right, "one-tray")
    table.waits_until(lambda: isinstance(table.state, Homing))
    table.says(ME, "take back", seat="one")
    table.waits_until(lambda: table.seen(WentBack), 12.0)
    assert table.evening.world.heart.history.position.cups_of(ONE) == 0


@pytest.mark.long("several races")
@pytest.mark.parametrize("seed", [5, 8])
def test_real_dice_are_thrown_by_the_roller_and_told_after_the_race(seed: int) -> None:
    table = Table(seed=seed, has_real_dice=True)
    table.comes(ME)
    table.says(ME, "rest", seat="one", home=True)
    position = table.evening.world.heart.history.position
    table.waits_until(lambda: table.evening.world.heart.history.position.roller is not None)
    position = table.evening.world.heart.history.position
    assert position.roller is {5: ONE, 8: TWO}[seed]
    if position.roller is ONE:
        table.waits_until(lambda: "throws" in table.shown["evening"])
        table.says(ME, "throw", seat="one")
    right = table.race()
    dice = table.evening.world.thrown
    assert dice is not None
    assert "dice" not in table.shown["round"]
    table.grabs("one", right, "one-tray")
    table.waits_until(lambda: isinstance(table.state, TellingDice), 5.0)
    if position.roller is ONE:
        table.says(ME, "tell", seat="one", one=dice.one.kind, other=dice.other.kind)
    table.waits_until(lambda: any(event.outcome == dice.outcome for event in table.seen(DiceFell)), 30.0)
    table.waits(0.1)
    assert table.shown["round"]["ended"] == {"cup": right.kind, "player": "one"}
    table.waits_until(lambda: isinstance(table.state, Armed))


@pytest.mark.long("several races")
def test_what_was_told_wrongly_by_the_button_is_undone_and_then_told_anew() -> None:
    table = Table(has_real_dice=True)
    table.comes(ME)
    table.says(ME, "rest", seat="one", home=True)
    table.waits_until(lambda: "throws" in table.shown["evening"])
    table.says(ME, "throw", seat="one")
    table.grabs("one", table.race(), "one-tray")
    table.waits_until(lambda: isinstance(table.state, TellingDice), 5.0)
    dice = table.evening.world.thrown
    assert dice is not None
    held = 0.0
    if dice.one.colour is COLOURS[0]:
        table.says(ME, "press", seat="one", down=True)
        table.says(ME, "press", seat="one", down=False)
        table.waits(1.0)
    table.says(ME, "press", seat="one", down=True)
    while not table.state.told:
        table.waits(1.2)
        table.says(ME, "press", seat="one", down=False)
        table.waits(0.4)
        assert (held := held + 1) < 3
    for _ in range(2):
        table.says(ME, "tell", seat="one", one=dice.one.kind, other=dice.other.kind)
        table.waits(0.2)
        table.waits_until(lambda: not table.evening._hands[ONE].is_busy)
        table.waits(0.5)
    assert [event.outcome for event in table.seen(DiceFell)][-1] == dice.outcome


@pytest.mark.long("several races")
def test_in_a_pause_simulated_people_leave_the_cups_alone_and_race_on_after_it(table: Table) -> None:
    table.says(ME, "rest", seat="one", home=True)
    table.race()
    for down in (True, False) * 3:
        table.says(ME, "press", seat="one", down=down)
    table.waits_until(lambda: isinstance(table.state, Paused), 3.0)
    deeds = len(table.table.deeds)
    table.waits(8.0)
    assert len(table.table.deeds) == deeds
    for down in (True, False):
        table.says(ME, "press", seat="one", down=down)
    # Rightly or wrongly: now and then they err.
    table.waits_until(lambda: TWO in [deed.by for deed in table.table.deeds[deeds:]], 90.0)


@pytest.mark.long("several races")
def test_a_hand_that_rests_by_itself_agrees_to_nothing_in_a_pause(table: Table) -> None:
    table.comes(YOU)
    table.says(YOU, "sit", seat="two")
    for page, seat in ((ME, "one"), (YOU, "two")):
        table.says(page, "rest", seat=seat, home=True)
    right = table.race()
    table.grabs("one", right, "one-tray")
    table.says(ME, "take back", seat="one")
    table.waits(8.0)
    assert isinstance(table.state, Paused)
    assert table.evening.world.heart.history.position.cups_of(ONE) == 1
    for page, seat in ((ME, "one"), (YOU, "two")):
        table.says(page, "take back", seat=seat)
    table.waits_until(lambda: table.seen(WentBack), 12.0)


def test_a_button_held_alone_in_a_pause_seats_the_next_known_player_while_simulated_hands_lie_still(
    table: Table,
) -> None:
    table.says(ME, "name", seat="one", name="Anna")
    table.says(ME, "rest", seat="one", home=True)
    table.waits_until(lambda: table.evening.world.hands[TWO].is_home)
    table.waits(2.0)
    for _ in range(3):
        table.says(ME, "press", seat="one", down=True)
        table.says(ME, "press", seat="one", down=False)
    table.waits_until(lambda: isinstance(table.state, Paused), 3.0)
    table.waits_until(lambda: not table.evening.world.hands[TWO].is_home, 5.0)
    for name in ("", "Anna"):
        table.says(ME, "press", seat="one", down=True)
        table.waits(1.2)
        table.says(ME, "press", seat="one", down=False)
        table.waits(1.0)
        assert table.shown["people"]["one"] == name
        assert isinstance(table.state, Paused)
    assert not table.seen(WentBack)


def test_a_cup_is_stolen_from_another_tray(table: Table) -> None:
    cup = CUPS[0]
    table.grabs("one", cup, "two-tray")
    assert table.table.where(cup) == tray(TWO)
    table.grabs("one", cup, "one-tray")
    assert table.table.where(cup) == tray(ONE)


def test_another_browser_takes_a_seat_by_name_and_nobody_moves_hands_that_are_not_theirs(
    table: Table,
) -> None:
    table.comes(YOU)
    table.says(YOU, "sit", seat="two", name="  Ada   Byron ")
    table.says(YOU, "sit", seat="one", name="Thief")
    table.waits(0.1)
    assert table.shown["people"] == {"one": "", "two": "Ada Byron"}
    table.says(YOU, "seize", seat="one", cup=CUPS[0].kind)
    table.waits(0.3)
    assert table.table.hand_of(CUPS[0]) is None
    table.stage.inbox.left(YOU)
    table.stage.tick(61.0)
    table.stage.tick(TICK_SECONDS)
    assert table.shown["people"] == {"one": ""}


def test_a_browser_has_one_seat_and_moves_when_it_sits_down_on_another(table: Table) -> None:
    table.says(ME, "sit", seat="two", name="Ada")
    table.waits(0.1)
    assert table.shown["people"] == {"two": "Ada"}
    table.says(ME, "here", token="f" * 32, visit="f" * 32)
    table.says(ME, "sit", seat="one", name="Bea")
    table.waits(0.1)
    assert table.shown["people"] == {"one": "Bea"}


def test_pages_that_come_and_go_as_ever_new_browsers_leave_nothing_behind(table: Table) -> None:
    for page in range(YOU, YOU + 50):
        table.says(page, "here", token=f"{page:032x}", visit="0" * 32)
        table.stage.inbox.left(page)
    table.waits(0.1)
    assert len(table.stage.seats._browsers) == 1
    assert table.shown["people"] == {"one": ""}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ada\u202eB", "AdaB"),
        ("\u200b\u2060\u3164", ""),
        ("A\nB", "A B"),
        ("Jose\u0301", "José"),
        ("Zo\u0308" + "\u0301" * 9, "Zö\u0301\u0301"),
        ("李 小龙", "李 小龙"),
    ],
)
def test_a_name_is_without_what_is_invisible_or_turns_the_line(table: Table, said: str, shown: str) -> None:
    table.says(ME, "name", seat="one", name=said)
    table.waits(0.1)
    assert table.shown["people"] == {"one": shown}


def test_a_new_table_keeps_the_persons_whose_seats_it_has(table: Table) -> None:
    table.says(ME, "new game", players=6, quickness="quick", dice=True, seed=3)
    table.waits(0.2)
    shown = table.shown
    assert (shown["evening"]["players"], shown["evening"]["hasRealDice"]) == (6, True)
    assert shown["people"] == {"one": ""}
    assert len(shown["board"]["seats"]) == 6


def test_after_a_game_the_cups_are_put_up_by_a_hand(table: Table) -> None:
    for cup in CUPS[:2]:
        table.grabs("one", cup, "one-tray")
    table.says(ME, "put up", seat="one")
    table.waits_until(lambda: all(table.table.where(cup) in SPOTS for cup in CUPS), 10.0)
    assert table.seen(PieceLanded)


@pytest.mark.long("a whole game")
def test_a_table_that_is_only_watched_plays_and_begins_anew() -> None:
    evening = TableEvening(5, 2, "quick", factor=32.0)
    stage = TableStage(evening, is_only_watched=True)
    first = evening.world
    for _ in range(2000):
        if evening.world is not first:
            break
        if first.heart.history.is_over:
            evening.pace = Pace(0.25)
        stage.tick(0.25)
    assert first.heart.history.is_over
    assert evening.world is not first
    assert "people" not in stage._state()


def test_a_message_that_no_page_of_ours_sends_is_refused(table: Table) -> None:
    for wrong in ('{"do":"grab"}', '{"do":"seize","seat":"seven","cup":"red-circle"}', "[]"):
        with pytest.raises(MalformedMessage):
            table.stage.inbox.heard(ME, wrong)
    table.says(ME, "seize", seat="one", cup="pink-circle")
    table.says(ME, "set down", seat="one", cup="red-circle", place="the moon")
    table.waits(0.2)
