"""The results of many calibrated boards: kept in a file that only grows, and the table that comes of them."""

from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cupsboard.formats.strict_data import from_plain, to_plain
from cupsim.runs.build_faults import Mistake
from cupsim.runs.worker import end_with_parent

from studies import markdown
from studies.calibrations.boards import CASES, Case, Outcome, try_case
from studies.cups.runner import sources_now
from studies.kept_lines import KeptLines
from studies.rates import Rate, number

WORSE = 2.0
"""An observed rate is called worse when its whole interval is beyond so many times the predicted one."""

Key = tuple[str, int, int]
"""The name of a case, the seed and the moves played."""


class Kept:
    """Finished boards; with a path, also those of earlier runs."""

    def __init__(self, path: Path | None) -> None:
        """Raises SimulatorError for a file that holds something else."""
        self._lines = None if path is None else KeptLines(path)
        self._found: dict[Key, Outcome] = {}
        self.sources: set[str] = set()
        """The states of the program that these results come from."""
        if self._lines is not None:
            self._lines.read(self._take, "calibrated board", "another file")
            self._lines.cut_torn_end()

    def __contains__(self, key: Key) -> bool:
        return key in self._found

    def add(self, key: Key, outcome: Outcome) -> None:
        """Keep a board; it is on the disk when this returns."""
        self._found[key] = outcome
        self.sources.add(sources := sources_now())
        if self._lines is not None:
            self._lines.add({"key": key, "sources": sources, "outcome": to_plain(outcome)})

    def of(self, case: Case, moves: int) -> list[Outcome]:
        """The boards of a case on which so many moves were played, in the order of their seeds."""
        keys = sorted(key for key in self._found if (key[0], key[2]) == (case.name, moves))
        return [self._found[key] for key in keys]

    def _take(self, plain: Any) -> None:
        name, seed, moves = plain["key"]
        self._found[name, seed, moves] = from_plain(Outcome, plain["outcome"])
        self.sources.add(plain["sources"])


def run(
    kept: Kept, seeds: Sequence[int], moves: int, jobs: int, is_time_up: Callable[[], bool]
) -> Iterator[Key]:
    """Try the boards that are missing, one seed of all cases after the other, until time is up."""
    # Whenever it ends, all rows have about as many boards.
    missing = [(case, seed, moves) for seed in seeds for case in CASES]
    missing = [task for task in missing if _key(task) not in kept]
    if jobs == 1:
        for task in missing:
            if is_time_up():
                return
            kept.add(_key(task), try_case(*task))
            yield _key(task)
        return
    with get_context("spawn").Pool(min(jobs, len(missing) or 1), end_with_parent) as pool:
        for task, outcome in pool.imap_unordered(_try, missing):
            kept.add(_key(task), outcome)
            yield _key(task)
            if is_time_up():
                return


def _key(task: tuple[Case, int, int]) -> Key:
    case, seed, moves = task
    return case.name, seed, moves


def _try(task: tuple[Case, int, int]) -> tuple[tuple[Case, int, int], Outcome]:
    return task, try_case(*task)


def table(kept: Kept, moves: int) -> str:
    """One row a case."""
    head = (
        "board",
        "accepted",
        "rightly named",
        "gain error, claimed / true",
        "questioned, predicted / observed (95 %)",
        "held",
        "taken for another",
        "minutes",
    )
    return "\n".join(markdown.table(head, (_row(case, kept.of(case, moves)) for case in CASES)))


def is_good(kept: Kept, moves: int) -> bool:
    """Whether everything was accepted or named as it should, and no prediction was far too good."""
    boards = [(case, outcome) for case in CASES for outcome in kept.of(case, moves)]
    is_worse = any(_held(kept.of(case, moves)) == "worse" for case in CASES)
    return not is_worse and all(_is_right(case, outcome) for case, outcome in boards)


def _is_right(case: Case, outcome: Outcome) -> bool:
    if case.mistake is Mistake.NONE:
        return outcome.is_accepted
    return outcome.is_named and not outcome.is_accepted


def _questioned(outcomes: Sequence[Outcome]) -> tuple[float, Rate]:
    """What was predicted and what was observed on the accepted boards."""
    accepted = [outcome for outcome in outcomes if outcome.is_accepted]
    predicted = sum(outcome.predicted for outcome in accepted) / max(1, len(accepted))
    moves = sum(outcome.moves for outcome in accepted)
    return predicted, Rate(sum(outcome.observed["questioned"] for outcome in accepted), moves)


def _held(outcomes: Sequence[Outcome]) -> str:
    """How the observed rate stands to the predicted one."""
    predicted, observed = _questioned(outcomes)
    if not observed.trials:
        return "–"
    if observed.lowest > WORSE * predicted:
        return "worse"
    if observed.highest < predicted:
        return "better"
    return "yes" if observed.lowest <= predicted else "nearly"


def _row(case: Case, outcomes: Sequence[Outcome]) -> list[str]:
    accepted = [outcome for outcome in outcomes if outcome.is_accepted]
    named = sum(outcome.is_named for outcome in outcomes)
    minutes = sum(outcome.seconds for outcome in outcomes) / max(1, len(outcomes)) / 60
    cells = [case.name, f"{len(accepted)} of {len(outcomes)}"]
    cells.append("–" if case.mistake is Mistake.NONE else f"{named} of {len(outcomes)}")
    if accepted:
        predicted, questioned = _questioned(outcomes)
        wrong = Rate(sum(outcome.observed["taken for another"] for outcome in accepted), questioned.trials)
        claimed = max(outcome.claimed_gain_error for outcome in accepted)
        true = (sum(outcome.gain_error**2 for outcome in accepted) / len(accepted)) ** 0.5
        bounds = (
            f" ({number(questioned.lowest)} to {number(questioned.highest)})" if questioned.events else ""
        )
        cells += [
            f"{100 * claimed:.2f} % / {100 * true:.2f} %",
            f"{number(predicted)} / {questioned}{bounds}",
            _held(outcomes),
            str(wrong),
        ]
    else:
        cells += ["–"] * 4
    cells.append(f"{minutes:.1f}")
    return cells
