"""Undo and redo at a page are one deed each; against a simulated player they lead to a person's turn."""

from pathlib import Path

import pytest
from cupsboard.referee.events import Redone, TakingBack, Undone
from cupsboard.rules.history import Moved
from cupsim.page import requests
from cupsim.people.move_choice import PERSON
from visitor import ME, NORTH, SOUTH, Visitor

LONG_SECONDS = 40.0


class Player(Visitor):
    """South, who takes moves back."""

    def __init__(self, folder: Path, seed: int = 7) -> None:
        super().__init__(folder, seed, handling="uniform")
        self.happened: list[object] = []
        self.world.loop.listen(lambda moment: self.happened.extend(moment.decided.events))
        self.waits_until(lambda: self.has_turn, 10.0)

    def plays_a_turn(self) -> None:
        self.moves(self.plans()[0])
        turns = len(self.ended)
        self.presses()
        self.waits_until(lambda: len(self.ended) > turns, 5.0)

    def plays_until_the_next(self) -> None:
        self.plays_a_turn()
        self.waits_until(lambda: self.has_turn, 60.0)

    def wants(self, order: requests.Undo | requests.Redo) -> None:
        self.evening.obey(ME, order)

    @property
    def ways(self) -> dict[str, bool]:
        return dict(self.evening.state()["evening"]["ways"])

    @property
    def moved(self) -> list[object]:
        return list(self.world.referee.history.entries)

    @property
    def is_in_order(self) -> bool:
        contents = self.world.game.contents(self.world.referee.position)
        table = self.world.table.contents()
        return self.has_turn and all(table[place] == count for place, count in contents.items())


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return Player(tmp_path)


@pytest.mark.long("half a game")
def test_undo_takes_back_the_simulated_players_move_and_ones_own_with_their_beans(player: Player) -> None:
    player.plays_until_the_next()
    player.plays_until_the_next()
    before = player.moved
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order and player.moved != before, LONG_SECONDS)
    assert player.moved == before[:2]
    assert player.happened.count(Undone()) == 2
    player.waits(20.0)
    assert player.moved == before[:2], "the simulated player waits for South's move"


def test_undo_while_the_simulated_player_thinks_or_moves_gives_ones_own_turn_back(player: Player) -> None:
    player.plays_a_turn()
    player.waits_until(lambda: player.world.hands[NORTH].is_busy, 20.0)
    player.waits(1.0)
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order, LONG_SECONDS)
    assert player.moved == []


def test_undo_of_a_begun_move_takes_back_no_other(player: Player) -> None:
    player.plays_until_the_next()
    before = player.moved
    player.moves(player.plans()[0])
    player.waits(1.5)
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order, LONG_SECONDS)
    assert player.moved == before
    assert TakingBack() in player.happened
    assert Undone() not in player.happened


def test_undo_with_beans_in_the_hand_puts_them_back_too(player: Player) -> None:
    player.plays_until_the_next()
    before, own = player.moved, "south-1"
    player.evening.obey(ME, requests.Take(SOUTH, own))
    player.waits_until(lambda: player.ways["undo"], 10.0)
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order and not player.world.hands[SOUTH].beans, LONG_SECONDS)
    assert player.moved in (before, before[:-2])


def test_redo_brings_back_both_moves_and_then_leads_nowhere(player: Player) -> None:
    player.plays_until_the_next()
    before = player.moved
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order and player.ways["redo"], LONG_SECONDS)
    player.wants(requests.Redo())
    player.waits_until(lambda: player.is_in_order and player.moved == before, LONG_SECONDS)
    assert player.happened.count(Redone()) == 2
    player.waits(1.0)
    assert player.ways == {"undo": True, "redo": False}


@pytest.mark.long("several moves and back")
def test_between_two_people_each_move_is_taken_back_by_itself(player: Player) -> None:
    player.plays_until_the_next()
    player.evening.seat(NORTH, PERSON)
    player.wants(requests.Undo())
    player.waits_until(lambda: not player.world.is_table_wanted and Undone() in player.happened, LONG_SECONDS)
    assert [each.player for each in player.moved if isinstance(each, Moved)] == [SOUTH]


def test_at_the_beginning_and_in_a_pause_no_way_leads_anywhere(player: Player) -> None:
    assert player.ways == {"undo": False, "redo": False}
    player.wants(requests.Undo())
    player.waits(3.0)
    assert player.happened.count(Undone()) == 0
    player.plays_until_the_next()
    player.evening.obey(ME, requests.Button((SOUTH, NORTH), True))
    player.waits(4.5)
    player.evening.obey(ME, requests.Button((SOUTH, NORTH), False))
    player.waits(0.5)
    assert player.ways == {"undo": False, "redo": False}


def test_nobody_asks_twice_while_it_is_under_way(player: Player) -> None:
    player.plays_until_the_next()
    player.plays_until_the_next()
    player.wants(requests.Undo())
    player.waits(0.2)
    assert player.ways == {"undo": False, "redo": False}
    player.wants(requests.Undo())
    player.waits_until(lambda: player.is_in_order and Undone() in player.happened, LONG_SECONDS)
    assert player.happened.count(Undone()) == 2
