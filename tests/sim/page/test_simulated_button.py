"""A page that holds one hand can't end, begin or change the turn of a simulated opponent by their button."""

from pathlib import Path
from typing import Any

import pytest
from cupsboard.referee.events import NotNow, ScoreShown, TurnEnded, Undone
from cupsboard.rules.places import Side
from cupsim.page import requests
from cupsim.page.reception import Reception
from visitor import NORTH, SOUTH, TICK_SECONDS, Visitor

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
