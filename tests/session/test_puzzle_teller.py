from typing import Any

from cupsboard.core.heart import Decided
from cupsboard.engine import engines
from cupsboard.engine.puzzles import begun
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import Ending, Event, HintAsked, Passed, TurnEnded, Undone
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind, Puzzle
from cupsboard.session.puzzle_teller import PuzzleTeller, keeper
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles


class Table:
    """A puzzle being played, with what was said and kept of it."""

    def __init__(self, history: History[Any], own: tuple[Puzzle, ...] = ()) -> None:
        self.said: list[str] = []
        self.kept: list[tuple[str, Became]] = []
        self.teller = PuzzleTeller(
            history,
            lambda message: self.said.append(say(message)),
            lambda puzzle, became: self.kept.append((puzzle.name, became)),
            own,
        )
        self.history = history

    def happens(self, *events: Event) -> None:
        self.teller(Moment(1.0, None, (), Decided(events, Scene((), None, Message("x")), None)))

    def play(self, *moves: str) -> None:
        for move in moves:
            self.history = self.history.play(Side.SOUTH, move)
            self.happens(TurnEnded(Side.SOUTH, move, Ending.PRESSED))
            if not self.history.is_over and not self.history.game.movers(self.history.position):
                self.history = self.history.pass_turn()
                self.happens(Passed(Side.NORTH))


def first(kind: Kind) -> Puzzle:
    return next(puzzle for puzzle in engines.puzzles() if puzzle.kind is kind)


def at(puzzle: Puzzle) -> Table:
    return Table(begun(puzzle, games.named(puzzle.game)))


def test_a_transfer_is_solved_by_its_last_move_and_not_before() -> None:
    puzzle = first(Kind.TRANSFER)
    table = at(puzzle)
    table.play(*puzzle.solution[:-1])
    assert table.said == []
    table.play(puzzle.solution[-1])
    assert table.said == ["The puzzle is solved."]
    assert table.kept == [(puzzle.name, Became.SOLVED)]


def test_a_puzzle_of_one_s_own_is_solved_by_any_of_the_best_moves_and_missed_by_another() -> None:
    position = "2 0 pot 0 stock 2 / 2 1 pot 0 stock 1 / south"
    puzzle = Puzzle("own-1", Kind.OWN, "cups 2", position, ("drop 1", "sow 1"), 0, 1.0)
    start = begun(puzzle, games.named("cups 2"))
    for move, said in (("sow 1", "The puzzle is solved."), ("drop 2", "That is not the way: take it back")):
        table = Table(start, (puzzle,))
        table.play(move)
        assert table.said[0].startswith(said)
    # Without it among the puzzles it is a game like any other.
    other = Table(start)
    other.play("sow 1")
    assert other.said == []


def test_a_blocked_cup_ends_an_endgame_and_the_way_is_not_given_away() -> None:
    puzzle = next(each for each in engines.puzzles() if each.name == "endgame-4-2-0-0-0")
    table = at(puzzle)
    # Cup 4 has waited with a bean after the first sowing, and gets another from cup 2.
    table.play("sow 1", "sow 2")
    assert table.said == ["That is not the way: take it back, or begin it again."]
    assert table.kept == [(puzzle.name, Became.MISSED)]


def test_a_tactic_is_decided_by_the_first_move_and_may_be_tried_again_after_undo() -> None:
    puzzle = first(Kind.TACTIC)
    table = at(puzzle)
    labels = [plan.label for plan in table.history.game.plans(table.history.position, Side.SOUTH)]
    start, wrong = table.history, next(label for label in labels if label not in puzzle.solution)
    table.happens(TurnEnded(Side.SOUTH, wrong, Ending.PRESSED))
    table.happens(Undone())
    table.history = start
    table.play(*puzzle.solution)
    assert table.said == ["That is not the way: take it back, or begin it again.", "The puzzle is solved."]


def test_a_hint_by_the_lights_or_on_a_page_costs_the_solved() -> None:
    puzzle = first(Kind.TACTIC)
    by_lights, on_page = at(puzzle), at(puzzle)
    by_lights.happens(HintAsked(Side.SOUTH))
    on_page.teller.help_given()
    for table in (by_lights, on_page):
        table.play(*puzzle.solution)
        assert table.kept == [(puzzle.name, Became.HELPED), (puzzle.name, Became.SOLVED)]
        assert table.said == ["The puzzle is solved, with a hint."]


def test_a_hint_after_the_solution_costs_nothing() -> None:
    puzzle = first(Kind.TACTIC)
    table = at(puzzle)
    table.play(*puzzle.solution)
    table.happens(HintAsked(Side.SOUTH))
    assert table.kept == [(puzzle.name, Became.SOLVED)]


def test_in_any_other_game_nothing_is_said() -> None:
    table = Table(History(games.of_board(3), Side.SOUTH))
    table.play("drop 1")
    assert (table.said, table.kept) == ([], [])


def test_a_disk_that_refuses_is_told_and_play_goes_on() -> None:
    def refused() -> SolvedPuzzles:
        raise StoreError("puzzles.json: the disk is full")

    said: list[str] = []
    keeper(refused, lambda message: said.append(say(message)))(first(Kind.TACTIC), Became.SOLVED)
    assert said == ["That can't be kept: puzzles.json: the disk is full"]
