"""Counts what the board did in a game, and holds its beliefs against the truth."""

from collections import Counter
from dataclasses import dataclass, field

from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Blind, Burdened, Lifted, Recognition, Undecided
from cupsboard.referee import events
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message

from cupsim.runs.played import Adding
from cupsim.table.ground_truth import Witness


@dataclass(slots=True)
class BeliefCounts(Adding):
    """What happened how often."""

    moves: int = 0
    questioned_moves: int = 0
    """Moves during which the board asked or objected at least once."""
    passes: int = 0
    stock_corrections: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    """Turns by what ended them."""
    recognitions: Counter[str] = field(default_factory=Counter)
    """Looks at a still table by the name of their outcome."""
    misread: int = 0
    """Looks that were sure of a table that did not lie there."""
    cut_short: int = 0
    """Looks with more explanations than may be tried."""
    wrong_tables: int = 0
    asked: int = 0
    answered_by_press: int = 0
    answered_by_table: int = 0
    """Questions that went away because the table was put right or the scales decided after all."""


class Tally:
    """A listener of the loop; `misbeliefs` says in words where an agreed table was not the true one."""

    def __init__(self, witness: Witness) -> None:
        self.counts = BeliefCounts()
        self.misbeliefs: list[str] = []
        self.is_over = False
        self.progress_at = 0.0
        """When a turn ended last."""
        self.message: Message | None = None
        """What the board said last."""
        self._witness = witness
        self._mover: Side | None = None
        self._follower: Side | None = None
        self._left_at = 0.0
        """When the table that was agreed last after a turn was left."""
        self._is_asking = False
        self._is_questioned = False

    def __call__(self, moment: Moment) -> None:
        """Take in one moment."""
        if moment.decided.recognition is not None:
            self._recognised(moment.decided.recognition, moment.time)
        self.message = moment.decided.scene.message
        for event in moment.decided.events:
            self._happened(event, moment.time)

    def _recognised(self, recognition: Recognition, now: float) -> None:
        outcome = recognition.outcome
        self.counts.recognitions[type(outcome).__name__] += 1
        self.counts.cut_short += recognition.is_cut_short
        if isinstance(outcome, Undecided | Blind | Burdened | Lifted):
            return
        self._answered(by_press=False)
        if not self._witness.lay_lately(recognition.found, now):
            self.counts.misread += 1

    def _happened(self, event: events.Event, now: float) -> None:
        counts = self.counts
        match event:
            case events.QuestionAsked():
                counts.asked += not self._is_asking
                self._is_asking = self._is_questioned = True
            case events.QuestionAnswered():
                self._answered(by_press=True)
            case events.WrongTableSeen():
                counts.wrong_tables += 1
                self._is_questioned = True
            case events.TurnEnded(side, _, how):
                # A far move is laid out here by whoever will: its table must lie there as it is agreed.
                self._mover, self.progress_at = None if how is events.Ending.FAR else side, now
                self._follower = side if how is events.Ending.WENT_ON else side.other
                counts.moves += 1
                counts.endings[how.value] += 1
                counts.questioned_moves += self._is_questioned
                self._is_questioned = False
            case events.TableAgreed(contents):
                self._agree(contents, now)
            case events.Passed():
                counts.passes += 1
            case events.StockCorrected():
                counts.stock_corrections += 1
            case events.GameStarted():
                self.progress_at = now
            case events.GameOver():
                self.is_over = True
            case _:
                pass

    def _answered(self, *, by_press: bool) -> None:
        if self._is_asking:
            self._is_asking = False
            self.counts.answered_by_press += by_press
            self.counts.answered_by_table += not by_press

    def _agree(self, contents: Contents, now: float) -> None:
        """Check an agreed table: after a turn against what its mover left, else against what lies there."""
        mover, self._mover = self._mover, None
        if mover is None:
            is_true = self._witness.lay_lately(contents, now)
        else:
            left_at = self._witness.left_at(mover, contents, self._left_at, self._follower)
            is_true = left_at is not None
            self._left_at = self._left_at if left_at is None else left_at
        if not is_true:
            after = "" if mover is None else f" after {mover.value}'s move {self.counts.moves}"
            wrong = ", ".join(self._witness.differences(contents)) or "it was another when the move ended"
            self.misbeliefs.append(f"at {now:.1f} s a table was agreed{after}, but {wrong}")
