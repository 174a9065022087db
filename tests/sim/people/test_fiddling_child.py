"""Clumsy people and a child: what slips or is taken out comes back, and no game hangs on it."""

import pytest
from cupsboard.rules.places import Side, is_cup
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import PressButton, Take


class Watched:
    """Some moves beside a child, with what each pair of hands did."""

    def __init__(self, child: str, moves: int = 8) -> None:
        self.world: World = Pairing(Setting(3, child=child, handling="uniform")).seated()
        witness = Witness(self.world.table, self.world.game.places)
        self.tally = Tally(witness)
        self.world.watch_hands(witness.saw)
        self.world.loop.listen(self.tally)
        self.childs_takes = self.beside_the_players = self.while_pressing = 0
        self._seen: set[int] = set()
        players = list(self.world.hands.values())
        self._others = [hands for hands in self.world.hands_there if hands not in players]
        self.world.run_until(300.0, lambda: self._note() or self.tally.counts.moves >= moves)

    def _note(self) -> bool:
        for hands in self._others:
            act = hands.doing
            if isinstance(act, Take) and id(act) not in self._seen:
                self._seen.add(id(act))
                self.childs_takes += 1
                assert is_cup(act.place)
                self.beside_the_players += self.world.hands[hands.side].is_reaching
            is_busy = hands.is_busy
            pressing = isinstance(self.world.hands[hands.side].doing, PressButton)
            self.while_pressing += is_busy and pressing and bool(hands.beans)
        return False


@pytest.mark.parametrize("child", ["together", "in-turn"])
@pytest.mark.long("eight moves with a child beside them")
def test_a_second_child_takes_beans_out_and_every_move_lies_there_as_it_was_meant(child: str) -> None:
    watched = Watched(child)
    assert watched.childs_takes > 2
    assert watched.tally.counts.moves >= 8
    assert not watched.tally.misbeliefs
    assert watched.while_pressing == 0, "a player waits for the child before they press"
    assert (watched.beside_the_players > 0) is (child == "together")


@pytest.mark.long("four moves of a player whose beans a child takes away")
def test_no_turn_ends_on_beans_that_a_child_has_taken_away() -> None:
    watched = Watched("stealing", moves=4)
    assert watched.childs_takes >= 2
    assert not watched.tally.misbeliefs


def test_nobody_fiddles_where_no_child_is() -> None:
    world = Pairing(Setting(3)).seated()
    assert list(world.hands_there) == [world.hands[side] for side in Side]


def test_whoever_fiddles_alone_takes_their_own_beans_back() -> None:
    pairing = Pairing(Setting(3, child="alone"))
    assert all(pairing.traits_of(side).takes_back > 0 for side in Side)
    assert Pairing(Setting(3)).traits_of(Side.SOUTH).takes_back == 0.0


@pytest.mark.long("whole games")
@pytest.mark.parametrize(("seed", "clumsiness"), [(4, 0.3), (10, 1.0)])
def test_a_second_bean_in_the_same_cup_is_not_explained_away(seed: int, clumsiness: float) -> None:
    played = play(Pairing(Setting(seed=seed), clumsiness=clumsiness))
    assert played.is_good, played.findings or played.unfinished


@pytest.mark.long("a whole game with forgotten presses: some 12 seconds")
def test_a_whole_reply_after_a_forgotten_press_ends_the_move_and_no_table_is_called_wrong() -> None:
    """At 10 samples a second no look may come between the reply's first bean and its last."""
    played = play(Pairing(Setting(seed=944101, cups=4, sps=10.0), clumsiness=0.3))
    assert played.is_good, played.findings or played.unfinished
    assert played.counts.misread == 0


@pytest.mark.long("a whole game")
def test_two_beans_that_weigh_like_one_do_not_keep_a_game_from_its_end() -> None:
    """North drops beans of 0.34 g and 0.43 g together: 1.39 times the mean, less than some single beans."""
    played = play(Pairing(Setting(seed=2), clumsiness=1.0))
    assert played.unfinished is None, played.unfinished
