"""The page's opponent waits for a person's press, and its own button is pressed by nobody else."""

from pathlib import Path
from typing import Any

import pytest
from cupsboard.referee.events import Ending, NotNow, ScoreShown, TurnEnded, Undone
from cupsboard.rules.places import Side, cup, stock
from cupsboard.signs.scene import Meaning
from cupsim.page import requests
from cupsim.page.evening import PERSON
from cupsim.page.reception import Reception
from visitor import ME, NORTH, SOUTH, TICK_SECONDS, Visitor

BEGINS_WITHIN_SECONDS = 10.0


@pytest.mark.long("every speed", but=["1-0.5"])
@pytest.mark.parametrize("delay", [0.2, 0.5, 1.0, 1.6, 2.0, 3.0])
@pytest.mark.parametrize("seed", [1, 3, 4])
def test_after_a_reply_at_any_speed_the_opponent_begins_within_ten_seconds(
    delay: float, seed: int, tmp_path: Path
) -> None:
    visitor = Visitor(tmp_path, seed)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    for _ in range(3):
        visitor.moves(visitor.plans()[0])
        visitor.presses()
        visitor.waits_until(lambda: NORTH in visitor.movers, 5.0)
        visitor.waits_until(lambda: visitor.world.hands[NORTH].is_reaching, BEGINS_WITHIN_SECONDS)
        visitor.waits_until(lambda: visitor.has_turn, 60.0)
        visitor.waits(delay)
    assert all(event.how is Ending.PRESSED for _, event in visitor.ended)


@pytest.mark.long("half a game")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_person_who_reads_for_a_minute_between_two_beans_keeps_the_turn(seed: int, tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, seed)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    one, two = visitor.plans()[:2]
    visitor.moves(one)
    visitor.waits(60.0)
    assert visitor.ended == []
    assert not visitor.world.hands[NORTH].is_busy
    rest = two.open[len(one.open) :]
    visitor.moves(type(two)(SOUTH, two.label, rest))
    visitor.waits(60.0)
    assert visitor.ended == []
    visitor.presses()
    visitor.waits(2.0)
    (ended,) = (event for _, event in visitor.ended)
    assert (ended.side, ended.label, ended.how) == (SOUTH, two.label, Ending.PRESSED)


@pytest.mark.long("half a game")
def test_a_person_who_takes_a_seat_in_mid_game_is_waited_for_too(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 4)
    visitor.evening.seat(SOUTH, "random")
    visitor.waits_until(lambda: len(visitor.ended) >= 4, 120.0)
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    visitor.evening.seat(SOUTH, PERSON)
    visitor.waits_until(lambda: not visitor.world.hands[SOUTH].is_busy, 10.0)
    assert not visitor.world.hands[SOUTH].beans
    turns = len(visitor.ended)
    visitor.moves(visitor.plans()[0])
    visitor.waits(120.0)
    assert len(visitor.ended) == turns
    assert not visitor.world.hands[NORTH].is_busy


def test_the_board_asks_a_person_for_the_press_they_forgot(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 5)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    visitor.moves(visitor.plans()[0])
    visitor.waits_until(lambda: Meaning.PRESS in visitor.said, 16.0)
    visitor.presses()
    visitor.waits_until(lambda: len(visitor.ended) == 1, 3.0)


@pytest.mark.parametrize("seconds", [0.7, 1.5, 2.5])
def test_who_goes_on_with_a_move_after_the_press_is_told_and_takes_it_back(
    seconds: float, tmp_path: Path
) -> None:
    visitor = Visitor(tmp_path, 5)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    one, two = visitor.plans()[:2]
    visitor.moves(one)
    visitor.presses()
    visitor.waits(seconds)
    visitor.moves(type(two)(SOUTH, two.label, two.open[len(one.open) :]))
    visitor.waits_until(lambda: visitor.message == "wrong-ended", 3.0)
    for down in (True, False):
        visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), down))
        visitor.waits(1.0)
    assert visitor.message == "restore-undo"
    assert visitor.world.referee.history.entries == ()


@pytest.mark.parametrize("factor", [1.0, 8.0, 32.0])
def test_a_click_is_a_press_and_no_hold_however_fast_the_evening_runs(factor: float, tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 6)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    visitor.moves(visitor.plans()[0])
    visitor.waits(1.0)
    visitor.evening.obey(ME, requests.Speed(factor))
    visitor.presses(real_seconds=0.2)
    visitor.evening.obey(ME, requests.Speed(1.0))
    visitor.waits_until(lambda: len(visitor.ended) == 1, 3.0)
    ((_, ended),) = visitor.ended
    assert ended.how is Ending.PRESSED


def taps_both(visitor: Visitor) -> None:
    visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), True))
    visitor.waits(0.12)
    visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), False))


@pytest.mark.long("many turns of an evening")
def test_after_a_correction_of_the_table_the_opponent_plays_on_from_it(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, seed=3)
    visitor.waits_until(lambda: visitor.has_turn, 30.0)
    first, second = cup(SOUTH, 1), cup(SOUTH, 2)
    drop_2 = next(plan for plan in visitor.plans() if plan.label == "drop 2")
    visitor.moves(drop_2)
    visitor.waits(1.5)
    visitor.presses()
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    lost = first if visitor.world.table.contents()[first] else second
    visitor.evening.obey(ME, requests.Take(SOUTH, str(lost), 1))
    visitor.evening.obey(ME, requests.Drop(SOUTH, str(stock(SOUTH)), 1))
    visitor.waits_until(lambda: visitor.message.startswith("wrong"), 10.0)
    taps_both(visitor)
    visitor.waits_until(lambda: visitor.message == "table-right", 5.0)
    visitor.waits(1.2)
    taps_both(visitor)
    visitor.waits_until(lambda: visitor.has_turn, 5.0)
    visitor.moves(next(plan for plan in visitor.plans() if plan.label == "drop 1"))
    visitor.waits(1.5)
    visitor.presses()
    visitor.waits_until(lambda: len(visitor.ended) == 3, 20.0)
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    assert [event.side for _, event in visitor.ended] == [SOUTH, NORTH, SOUTH, NORTH]


TOKEN = "0" * 32
BOTH = (SOUTH, NORTH)


class Player(Visitor):
    """South at a page, whose orders go through the page's reception."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, seed=7)
        self.told: list[Any] = []
        self.happened: list[Any] = []
        self.reception = Reception(self.evening, lambda _connection, said: self.told.append(said))
        self.wants(requests.Here(TOKEN, TOKEN))
        self.world.loop.listen(lambda moment: self.happened.extend(moment.decided.events))

    def wants(self, order: requests.AnyOrder) -> None:
        self.reception.obey(1, order)

    def taps(self, *sides: Side, seconds: float = 0.1) -> None:
        self.wants(requests.Button(sides, True))
        self.waits(seconds)
        self.wants(requests.Button(sides, False))

    @property
    def refusals(self) -> list[str]:
        return [said["refused"]["reason"] for said in self.told if "refused" in said]

    def gives_north_the_turn(self) -> None:
        self.waits_until(lambda: self.has_turn, 30.0)
        self.moves(self.plans()[0])
        turns = len(self.ended)
        self.presses()
        self.waits_until(lambda: len(self.ended) > turns, 5.0)


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return Player(tmp_path)


def turns_of_north(player: Player, *, meddles: bool) -> list[tuple[str, float]]:
    for _ in range(3):
        player.gives_north_the_turn()
        while not player.has_turn:
            if meddles:
                player.wants(requests.Button((NORTH,), True))
                player.wants(requests.Button((NORTH,), False))
            player.evening.advance(TICK_SECONDS)
            assert player.world.now < 300, player.world.referee.state
    return [(event.label, time) for time, event in player.ended if event.side is NORTH]


@pytest.mark.long("half a game")
def test_whoever_hammers_on_a_simulated_players_button_changes_nothing(tmp_path: Path) -> None:
    (one, other) = (tmp_path / "one", tmp_path / "other")
    one.mkdir()
    other.mkdir()
    meddled = Player(other)
    assert turns_of_north(meddled, meddles=True) == turns_of_north(Player(one), meddles=False)
    assert set(meddled.refusals) == {"simulated-button"}
    assert not [event for event in meddled.happened if isinstance(event, NotNow | ScoreShown)]


def test_who_holds_their_own_and_presses_the_opponents_means_never_mind(player: Player) -> None:
    player.gives_north_the_turn()
    player.happened.clear()
    player.wants(requests.Button((SOUTH,), True))
    player.waits(1.0)
    player.wants(requests.Button((NORTH,), True))
    player.waits(0.2)
    player.wants(requests.Button((NORTH,), False))
    player.wants(requests.Button((SOUTH,), False))
    player.waits(1.0)
    assert not [event for event in player.happened if isinstance(event, TurnEnded | NotNow | Undone)]
    assert player.world.referee.position == player.world.referee.history.position


@pytest.mark.parametrize("seconds", [0.05, 0.3, 0.6])
def test_a_tap_on_both_ends_no_turn_of_a_simulated_player_at_work(player: Player, seconds: float) -> None:
    player.gives_north_the_turn()
    player.waits_until(lambda: player.world.hands[NORTH].is_busy, 20.0)
    player.happened.clear()
    player.taps(*BOTH, seconds=seconds)
    player.waits(1.0)
    assert not [event for event in player.happened if isinstance(event, TurnEnded | ScoreShown)]


def test_a_hold_on_both_takes_back_as_at_a_real_table(player: Player) -> None:
    player.gives_north_the_turn()
    player.waits_until(lambda: player.has_turn, 60.0)
    player.taps(*BOTH, seconds=1.2)
    player.waits_until(lambda: any(isinstance(event, Undone) for event in player.happened), 3.0)
