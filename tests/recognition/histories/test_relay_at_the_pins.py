"""Whole games of Relay, read right through the pins at both rates, kinds and all."""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "relay"))
sys.path.insert(0, str(Path(__file__).parent))

import pytest
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Belief
from cupsboard.rules.game import Standing
from cupsboard.rules.places import BEAN, HAND
from cupsboard.rules.turns import PUT, Act, walks
from relay_at_the_pins import LAP_SECONDS, PinBoard
from relay_game import BAG, GOLD, REST, RING, SILVER, Relay, RelayTurn, Seat


class Game:
    """A game with its board and its course."""

    def __init__(self, seed: int, sps: int) -> None:
        self.random = Random(seed)
        self.game = Relay(self.random.randint(4, 6), self.random.randint(4, 6))
        self.position = self.game.start(Seat.RED)
        bag = {GOLD: self.game.gold, SILVER: self.game.silver}
        self.board = PinBoard(seed, sps, bag, RelayTurn(Seat.RED, BAG))
        self.board.wait(3.0)
        assert self.board.looks[0].verdict.is_sure
        self.wrong: list[Look[RelayTurn]] = []
        self.board.listeners.append(self._judge)

    def _judge(self, look: Look[RelayTurn]) -> None:
        """What is sure is right at every look, also while hands are on their way."""
        if look.verdict.is_sure and not self.board.is_right(look):
            self.wrong.append(look)

    def next_turn(self) -> RelayTurn | None:
        """Throw and pass until somebody is to put; None once the bag is empty."""
        while (standing := self.game.standing(self.position)) is not Standing.OVER:
            if standing is Standing.CHANCE:
                face = self.random.choice((REST, *RING, *RING))
                self.position = self.game.chance(self.position, self.position.to_move, face)
            elif standing is Standing.PASS:
                self.position = self.game.pass_turn(self.position)
            else:
                turn = self.game.turns.begin(self.position, self.position.to_move)
                self.board.reader.agree(self.game.pieces(self.position), turn)
                return turn
        return None

    def play(self, turn: RelayTurn) -> None:
        """Play a turn lap by lap, say that it is done, and go on from what the reader makes of it."""
        (acts, _), *_ = walks(self.game.turns, self.game.contents(self.position), turn)
        for act in acts:
            self.board.do(act)
            if not self.board.loose[HAND]:
                self.board.wait(LAP_SECONDS)
        look = self.board.is_done()
        assert look.verdict.belief is Belief.SURE
        (table, *_) = look.verdict.tables
        assert table.following == RelayTurn(turn.player.next, BAG)
        label = self.game.turns.label(table.acts)
        self.position = self.game.play(self.position, turn.player, label)
        truth = self.board.pieces()
        pieces = self.game.pieces(self.position)
        assert {place: {k: n for k, n in at.items() if n} for place, at in pieces.items()} == {
            place: at for place, at in truth.items() if place != HAND
        }


@pytest.mark.long("games at the pins")
@pytest.mark.parametrize("sps", [10, 80])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_table_of_a_game_is_right(seed: int, sps: int) -> None:
    game, turns = Game(seed, sps), 0
    while (turn := game.next_turn()) is not None:
        game.play(turn)
        turns += 1
    assert game.wrong == []
    assert turns == game.game.gold + game.game.silver
    assert BEAN not in game.game.kinds


def begun(seed: int, sps: int, turns: int) -> tuple[Game, RelayTurn]:
    """A game after so many turns, when the next turn is one onto a place that holds something."""
    game = Game(seed, sps)
    for _ in range(20):
        turn = game.next_turn()
        assert turn is not None
        if turns <= 0 and not game.board.cups[turn.at].inside:
            return game, turn
        game.play(turn)
        turns -= 1
    raise AssertionError("no such turn")


@pytest.mark.parametrize("sps", [10, 80])
def test_two_pieces_at_once_are_not_taken_for_one(sps: int) -> None:
    game, turn = begun(4, sps, 1)
    board = game.board
    board.drop(turn.at, [board.piece(GOLD), board.piece(SILVER)])
    board.wait(2.5)
    verdict = board.looks[-1].verdict
    assert not verdict.is_sure
    assert {slip.what for slip in verdict.tables[0].slips} == {MishapKind.TOO_MANY}


@pytest.mark.parametrize("sps", [10, 80])
def test_a_ring_on_a_cup_is_none_of_the_pieces_and_the_turn_goes_on_without_it(sps: int) -> None:
    game, turn = begun(5, sps, 1)
    board = game.board
    other = next(place for place in RING if place != turn.at)
    board.cells[other].change(board.now, 4.2)
    board.wait(2.5)
    verdict = board.looks[-1].verdict
    assert not verdict.is_sure
    assert verdict.tables[0].slips[0].what is MishapKind.NOT_A_PIECE
    board.cells[other].change(board.now, -4.2)
    board.wait(2.5)
    assert board.looks[-1].verdict.is_sure
    game.play(turn)
    assert game.wrong == []


@pytest.mark.parametrize("sps", [10, 80])
def test_a_piece_put_where_the_die_does_not_say_is_misplaced_and_right_again_when_it_is_carried_over(
    sps: int,
) -> None:
    game, turn = begun(6, sps, 1)
    board = game.board
    other = next(place for place in RING if place != turn.at)
    board.do(Act(PUT, BAG, other, 1, GOLD))
    board.wait(2.5)
    assert not board.looks[-1].verdict.is_sure
    board.do(Act(PUT, other, turn.at, 1, GOLD))
    board.wait(2.5)
    verdict = board.looks[-1].verdict
    assert verdict.is_sure
    assert board.is_right(board.looks[-1])
