"""Tell what is played, a line a move, and how far a puzzle is solved, whose result is kept."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import Progress, is_of, progress
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import Event, HintAsked, TableAgreed, TurnEnded
from cupsboard.referee.recorded_course import entered, entry_of
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.record import is_person
from cupsboard.signs.event_text import Say, describe, rows
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, Language
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles


class MoveTeller:
    """A listener of the loop that says a line for each move, with the contents of the table after it.

    Every entry has its number in the record; times count from the first moment.
    """

    def __init__(
        self,
        say: Say,
        history: History[Any],
        language: Language = ENGLISH,
        players: Callable[[], tuple[str, ...]] = lambda: ("", ""),
    ) -> None:
        """Begin with `history`, what was played before; `players` gives the names of South and North."""
        self._say, self._language, self._players = say, language, players
        self._history = history
        self._began: float | None = None
        self._line: str | None = None

    def __call__(self, moment: Moment) -> None:
        """Say the events of a moment that are worth a line."""
        if self._began is None:
            self._began = moment.time
        for event in moment.decided.events:
            self._happened(moment.time - self._began, event)

    def _happened(self, time: float, event: Event) -> None:
        self._history = entered(self._history, event)
        is_entry = entry_of(event) is not None
        number = f"{len(self._history.entries):>3}. " if is_entry else " " * 5
        people = (name if is_person(name) else "" for name in self._players())
        line = describe(event, self._language.calling(*people))
        match event:
            case TurnEnded(side=Side()):
                self._line = f"{number}{line}"
            case TableAgreed(contents) if self._line is not None:
                self._say(f"{time:>7.1f} s {self._line:<34} {rows(contents)}")
                self._line = None
            case _ if line is not None:
                self._say(f"{time:>7.1f} s {number}{line}")
            case _:
                pass


class PuzzlePlayed:
    """Follows a game and how far its puzzle is solved. It never searches, so it costs the board no time."""

    def __init__(self, history: History[Any], own: Sequence[Puzzle] = ()) -> None:
        """Begin with `history`, what was played before; `own` are the puzzles of one's own."""
        self._own = own
        self.puzzle: Puzzle | None = None
        """The puzzle that lies on the table; None in any other game."""
        self.progress = Progress.GOING_ON
        self._follow(history)

    @property
    def is_going_on(self) -> bool:
        """Return whether a puzzle is being played and not decided yet; then no hint may give it away."""
        return self.puzzle is not None and self.progress is Progress.GOING_ON

    def follow(self, history: History[Any]) -> None:
        """Update puzzle and progress from the game as it is now."""
        if history is not self._history:
            self._follow(history)

    def _follow(self, history: History[Any]) -> None:
        self._history = history
        if self.puzzle is None or not is_of(self.puzzle, history):
            self.puzzle = engines.puzzle_of(history, self._own)
        self.progress = Progress.GOING_ON if self.puzzle is None else progress(self.puzzle, history)


Tell = Callable[[Message], object]
Keep = Callable[[Puzzle, Became], object]


def today() -> str:
    """Return the date in the form that the file of solved puzzles uses."""
    return f"{datetime.now():%Y-%m-%d}"


def keeper(kept: Callable[[], SolvedPuzzles], tell: Tell, day: Callable[[], str] = today) -> Keep:
    """Return a function that saves the result of a puzzle; if saving fails, `tell` gets a message."""

    def keep(puzzle: Puzzle, became: Became) -> None:
        try:
            kept().add(puzzle.name, became, day())
        except StoreError as fault:
            tell(Message("puzzles.unwritten", {"why": str(fault)}))

    return keep


class PuzzleTeller:
    """A listener of the loop that reports whether the puzzle is solved; silent in other games.

    A puzzle counts as missed as soon as the table shows it.
    """

    def __init__(
        self, history: History[Any], tell: Tell, keep: Keep | None = None, own: Sequence[Puzzle] = ()
    ) -> None:
        """Begin with `history`, what was played before; without `keep` results are not kept.

        `own` are the puzzles of one's own.
        """
        self.played = PuzzlePlayed(history, own)
        self.is_helped = False
        """Whether help was given with the puzzle since the board was switched on or the puzzle begun."""
        self._history = history
        self._tell = tell
        self._keep = keep
        self._is_way_shown = False
        self._helps = 0
        self._helps_kept = 0

    def help_given(self) -> None:
        """Record that players got a hint or saw the solution; from any thread."""
        self._helps += 1

    def show_way(self) -> None:
        """Tell pages the way from now on, which is help."""
        if self.played.puzzle is not None:
            self._is_way_shown = True
            self.help_given()

    def section(self) -> dict[str, Any]:
        """Return the part of a page's state that is about the puzzle; empty in any other game."""
        puzzle, progress = self.played.puzzle, self.played.progress
        if puzzle is None:
            return {}
        is_told = self._is_way_shown or progress is Progress.SOLVED
        return {
            "puzzle": {
                "number": engines.number_of(puzzle),
                "progress": progress.value,
                "isHelped": self.is_helped,
                "way": list(puzzle.solution) if is_told else [],
            }
        }

    def __call__(self, moment: Moment) -> None:
        """Follow the game, and report what has become of its puzzle."""
        history, played = self._history, self.played
        puzzle, before = played.puzzle, played.progress
        for event in moment.decided.events:
            if isinstance(event, HintAsked):
                self.help_given()
            self._history = entered(self._history, event)
        self._keep_help()
        if self._history is history:
            return
        played.follow(self._history)
        if played.puzzle is not puzzle:
            self.is_helped = self._is_way_shown = False
        elif puzzle is not None and played.progress not in (before, Progress.GOING_ON):
            self._say(puzzle, played.progress)

    def _keep_help(self) -> None:
        """Keep help with a puzzle that is not solved yet."""
        if self._helps == self._helps_kept:
            return
        self._helps_kept = self._helps
        puzzle = self.played.puzzle
        if puzzle is not None and self.played.progress is not Progress.SOLVED:
            self.is_helped = True
            self._keep_that(puzzle, Became.HELPED)

    def _say(self, puzzle: Puzzle, progress: Progress) -> None:
        is_solved = progress is Progress.SOLVED
        name = "missed" if not is_solved else "solved-with-help" if self.is_helped else "solved"
        self._tell(Message(f"puzzles.{name}"))
        self._keep_that(puzzle, Became.SOLVED if is_solved else Became.MISSED)

    def _keep_that(self, puzzle: Puzzle, became: Became) -> None:
        if self._keep is not None:
            self._keep(puzzle, became)
