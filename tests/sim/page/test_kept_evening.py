"""An evening that is kept and goes on: the table as it lay, also where the board was switched off."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.referee.options import Options
from cupsboard.referee.states import Paused, Turn
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Place, Side, pot
from cupsboard.signs.scene import Meaning
from cupsboard.storage.games import CLOCK_KEPT_SECONDS
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.evening_begun import resumed
from cupsim.page.keeper import Keeper
from cupsim.page.kept_evening import KeptEveningError, KeptSeats, from_bytes, to_bytes, with_engines_of
from cupsim.page.seats import FREE_AFTER_SECONDS, Seats
from cupsim.people.move_choice import PERSON, PLAYERS
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
NO_SEATS = KeptSeats((), {}, 0)
TICK_SECONDS = 0.1

Begin = Callable[..., PageEvening]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def begin(setting: Setting, players: dict[Side, str], factor: float = 1.0) -> PageEvening:
        return PageEvening(Pairing(setting), players, tmp_path / "trace", factor=factor)

    return begin


def wait(evening: PageEvening, seconds: float) -> None:
    for _ in range(round(seconds / TICK_SECONDS)):
        evening.advance(TICK_SECONDS)


def started_again(evening: PageEvening) -> PageEvening:
    """The evening after the server was stopped and has begun again."""
    evening.let_hands_finish()
    content = to_bytes(evening.kept(NO_SEATS))
    evening.close()
    return resumed(from_bytes(content), evening.trace_path, lambda _: None)


def all_beans(evening: PageEvening) -> list[float]:
    table = evening.world.table
    held = [bean for hands in evening.world.hands.values() for bean in hands.beans]
    cups = [bean for hands in evening.world.hands.values() if hands.cup for bean in hands.cup.beans]
    lying = [bean for place in table.places for bean in table.beans_in(place)]
    return sorted(bean.mass_grams for bean in (*held, *cups, *lying))


def test_a_move_that_was_half_done_is_finished_after_a_restart(begin: Begin) -> None:
    evening = begin(Setting(7, cups=2), ALONE)
    wait(evening, 3)
    evening.obey(1, requests.Take(Side.SOUTH, "south-stock", 2))
    evening.obey(1, requests.Drop(Side.SOUTH, "south-1"))
    wait(evening, 3)
    beans, weights = (
        all_beans(evening),
        {place: evening.world.table.load_grams(place) for place in ("south-1",)},
    )
    evening = started_again(evening)
    assert all_beans(evening) == beans
    assert len(evening.world.hands[Side.SOUTH].beans) == 1
    assert {place: evening.world.table.load_grams(Place(place)) for place in weights} == weights
    wait(evening, 3)
    evening.obey(1, requests.Drop(Side.SOUTH, "south-2"))
    evening.obey(1, requests.Button((Side.SOUTH,), True))
    evening.obey(1, requests.Button((Side.SOUTH,), False))
    wait(evening, 4)
    assert [entry.label for entry in evening.world.referee.history.entries][:1] == ["drop 2"]


def test_a_game_that_begins_with_beans_on_the_board_goes_on_in_the_middle_of_a_move(begin: Begin) -> None:
    evening = begin(Setting(7, cups=3, game="kalah 3"), dict.fromkeys(Side, PERSON))
    beans = evening.world.table.contents()[Place("south-1")]
    evening.obey(1, requests.Take(Side.SOUTH, "south-1", beans))
    evening.obey(1, requests.Drop(Side.SOUTH, "south-2"))
    wait(evening, 3)
    lying = evening.world.table.contents()
    evening = started_again(evening)
    wait(evening, 3)
    assert evening.world.table.contents() == lying
    assert len(evening.world.hands[Side.SOUTH].beans) == beans - 1


@pytest.mark.long("half a game")
def test_what_the_board_reads_after_a_restart_is_what_it_read_before(begin: Begin) -> None:
    evening = begin(Setting(7, cups=2), ALONE)
    wait(evening, 20)
    evening.obey(1, requests.Coin("south-1", True))
    evening.obey(1, requests.Warm())
    wait(evening, 90)
    before = dict(evening.world.core.latest_grams)
    evening = started_again(evening)
    wait(evening, 3)
    after = evening.world.core.latest_grams
    assert after == pytest.approx(before, abs=0.12)
    assert evening.state()["table"]["coins"] == {"south-1": True}


def test_a_cup_in_a_person_s_hand_stays_there_and_a_simulated_player_s_is_put_back(begin: Begin) -> None:
    evening = begin(Setting(7, cups=2), {Side.SOUTH: PERSON, Side.NORTH: PERSON})
    for side in Side:
        evening.obey(1, requests.Lift(side, f"{side.value}-1"))
    wait(evening, 3)
    kept = evening.kept(NO_SEATS)
    evening.close()
    evening = resumed(replace(kept, players={"south": PERSON, "north": "greedy"}), evening.trace_path, print)
    assert not evening.world.table.has_cup(Place("south-1"))
    assert evening.world.hands[Side.SOUTH].cup_from == "south-1"
    assert evening.world.table.has_cup(Place("north-1"))


@pytest.mark.long("whole games")
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_simulated_players_comes_to_its_end_through_restarts(begin: Begin, seed: int) -> None:
    random_ = random.Random(seed)
    evening = begin(Setting(seed, cups=3, stock_beans=5), {Side.SOUTH: "random", Side.NORTH: "greedy"}, 32.0)
    beans = all_beans(evening)
    restarts = 0
    for _ in range(200):
        wait(evening, random_.uniform(0.2, 1.0))
        if evening.world.referee.history.is_over:
            break
        evening = started_again(evening)
        restarts += 1
        assert all_beans(evening) == beans
    history = evening.world.referee.history
    assert history.is_over
    assert restarts
    wait(evening, 2.0)
    truth = evening.world.table.contents()
    assert {
        place: truth[place] for place in history.game.contents(history.position)
    } == history.game.contents(history.position)


def test_a_kept_evening_starts_no_program_that_no_option_names(begin: Begin) -> None:
    kept = replace(
        begin(Setting(7, cups=2), ALONE).kept(NO_SEATS), players={"south": "engine:rm x", "north": "greedy"}
    )
    assert with_engines_of((PERSON, "engine:rm y"), kept).players == {"south": PERSON, "north": "greedy"}
    assert with_engines_of((PERSON, "engine:rm x"), kept) == kept


def test_a_seat_is_kept_for_a_minute_from_the_restart_on() -> None:
    seats = Seats(ALONE, PLAYERS)
    seats.greet(1, "a", "visit", 500.0)
    seats.note_arrival(1, 7)
    again = Seats(ALONE, PLAYERS)
    again.resume(seats.kept())
    assert again.greet(1, "b", "other", 0.0).number == 2
    again.pass_time(FREE_AFTER_SECONDS - 1)
    assert again.greet(2, "a", "visit", FREE_AFTER_SECONDS - 1).arrived == {"visit": 7}
    assert again.holds(2, Side.SOUTH)


def test_bytes_that_are_no_whole_evening_are_refused_wherever_they_break_off(begin: Begin) -> None:
    content = to_bytes(begin(Setting(7, cups=2), ALONE).kept(NO_SEATS))
    assert to_bytes(from_bytes(content)) == content
    for length in range(0, len(content) - 1, 97):
        with pytest.raises(KeptEveningError):
            from_bytes(content[:length])
    with pytest.raises(KeptEveningError, match="is damaged"):
        from_bytes(content.replace(b'"cups":2', b'"cups":3'))
    with pytest.raises(KeptEveningError, match="is of version 2, not 1"):
        from_bytes(content.replace(b"evening 1", b"evening 2", 1))
    with pytest.raises(KeptEveningError, match="is no evening of cupsim"):
        from_bytes(b"Game: cups 4\n")


class AtThePage:
    """One person at a page whose board runs at the pace of life."""

    def __init__(self, trace: Path) -> None:
        seats = dict.fromkeys(Side, PERSON)
        self.evening = PageEvening(Pairing(Setting(seed=3, cups=2)), seats, trace)
        self.wait(3.0)

    @property
    def power(self) -> str:
        power = self.evening.state()["evening"]["power"]
        assert isinstance(power, str)
        return power

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.evening.advance(TICK_SECONDS)

    def readings(self, seconds: float) -> list[Mapping[Place, Meaning]]:
        """What was read of the lights, look by look."""
        read: list[Mapping[Place, Meaning]] = []
        for _ in range(round(seconds / TICK_SECONDS)):
            self.wait(TICK_SECONDS)
            read.append(self.evening.world.reader.meanings)
        return read

    def hold(self, seconds: float, *sides: Side) -> None:
        self.evening.obey(1, requests.Button(sides, True))
        self.wait(seconds)
        self.evening.obey(1, requests.Button(sides, False))
        self.wait(1.0)


@pytest.fixture
def sitter(tmp_path: Path) -> AtThePage:
    return AtThePage(tmp_path / "evening.trace")


def test_the_lights_of_a_pause_are_read_from_the_wire_and_a_tap_goes_on(sitter: AtThePage) -> None:
    sitter.hold(4.5, *Side)
    assert sitter.evening.world.referee.state == Paused()
    sitter.wait(3.0)
    # An eye that looks now and then reads this rhythm at nine looks of ten.
    assert {pot(side): Meaning.PAUSED for side in Side} in sitter.readings(4.0)
    sitter.hold(0.2, Side.NORTH)
    assert sitter.evening.world.referee.state == Turn()


def test_in_a_pause_it_asks_says_goodbye_and_is_off_until_somebody_switches_it_on(sitter: AtThePage) -> None:
    sitter.hold(4.5, *Side)
    sitter.hold(4.5, *Side)
    sitter.wait(4.0)
    assert sitter.evening.world.reader.meanings == {pot(side): Meaning.POWER_OFF for side in Side}
    sitter.hold(0.2, Side.SOUTH)
    assert sitter.power == "on"
    sitter.wait(3.0)
    assert sitter.power == "off"
    assert sitter.evening.state()["lights"] == {}
    sitter.evening.obey(1, requests.Power(True))
    sitter.wait(3.0)
    assert sitter.power == "on"
    assert sitter.evening.world.referee.state == Turn()


@pytest.mark.parametrize("players", [ALONE, {Side.SOUTH: "greedy", Side.NORTH: PERSON}])
def test_after_a_restart_the_clocks_wait_for_people_alone(begin: Begin, players: dict[Side, str]) -> None:
    options = Options(starter=Side.SOUTH, clock=Clock(600.0))
    evening = begin(Setting(7, cups=3, options=options), players)
    person = next(side for side, who in players.items() if who == PERSON)
    if person is Side.SOUTH:
        evening.obey(1, requests.Take(Side.SOUTH, "south-stock", 1))
        evening.obey(1, requests.Drop(Side.SOUTH, "south-1"))
        wait(evening, 3)
        tap(evening, Side.SOUTH)
    for _ in range(60):
        if evening.world.referee.history.has_moved and not evening.is_halfway:
            break
        wait(evening, 1)
    evening = started_again(evening)
    wait(evening, 15)
    clock = evening.world.referee.turn_clock
    assert clock is not None
    assert clock.away == {person}
    tap(evening, person)
    wait(evening, 1)
    assert not clock.away


def test_of_a_long_thought_a_kill_gives_back_no_more_than_is_said(begin: Begin, tmp_path: Path) -> None:
    evening = timed(begin)
    keeper = Keeper(tmp_path, lambda _: None)
    for step in range(470):
        wait(evening, TICK_SECONDS)
        state = {**evening.state(), "people": {"holders": {"1": ["north"]}}}
        keeper.step(
            step * TICK_SECONDS, state, lambda: evening.kept(NO_SEATS), is_halfway=False, is_urgent=False
        )
    left = evening.world.kept_clocks
    kept = keeper.read()
    assert kept is not None
    assert left is not None
    again = resumed(kept, tmp_path / "again", lambda _: None).world.kept_clocks
    assert again is not None
    assert 0.0 <= again.left_seconds[Side.NORTH] - left.left_seconds[Side.NORTH] <= CLOCK_KEPT_SECONDS + 1.0


def timed(begin: Begin) -> PageEvening:
    """A game with a clock, in which North thinks."""
    options = Options(starter=Side.SOUTH, clock=Clock(600.0))
    evening = begin(Setting(7, cups=3, options=options), dict.fromkeys(Side, PERSON))
    evening.obey(1, requests.Take(Side.SOUTH, "south-stock", 1))
    evening.obey(1, requests.Drop(Side.SOUTH, "south-1"))
    wait(evening, 3)
    tap(evening, Side.SOUTH)
    return evening


def test_while_the_simulated_board_is_off_nobody_s_time_runs(begin: Begin) -> None:
    evening = timed(begin)
    wait(evening, 20)
    assert evening.state()["clock"]["runs"] == "north"
    evening.obey(1, requests.Power(False))
    before = evening.state()["clock"]
    assert "runs" not in before
    assert before["left"]["north"] == pytest.approx(600.0 - 20.0, abs=4.0)
    wait(evening, 60)
    assert evening.state()["clock"] == before
    evening.obey(1, requests.Power(True))
    wait(evening, 10)
    assert evening.state()["clock"]["left"] == before["left"]
    for side in Side:
        tap(evening, side)
    wait(evening, 10)
    clock = evening.world.referee.turn_clock
    assert clock is not None
    assert 3.0 < before["left"]["north"] - clock.clocks.left(Side.NORTH, evening.world.now) < 20.0


def tap(evening: PageEvening, side: Side) -> None:
    evening.obey(1, requests.Button((side,), True))
    wait(evening, 0.2)
    evening.obey(1, requests.Button((side,), False))
    wait(evening, 3)
