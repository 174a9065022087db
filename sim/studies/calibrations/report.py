"""What became of many calibrated boards, as one page: what was promised beside what came true."""

from collections.abc import Sequence

from cupsim.runs.build_faults import Mistake

from studies.calibrations.boards import CASES, Case, Outcome
from studies.calibrations.trial import Board, outcomes_of
from studies.page import page, tabled
from studies.rates import Rate, number
from studies.results import Results

WORSE = 2.0
"""An observed rate is called worse when its whole interval is beyond so many times the predicted one."""

Found = Results[Board, Outcome]


def calibrations_page(results: Found, moves: int, command: str) -> str:
    """The page as Markdown."""
    return page(
        "# Calibrated boards",
        """\
Each row is as many boards as there were seeds, calibrated unattended by simulated hands. Where a calibration
was accepted, honest moves were played with the errors that it really has: what it predicted stands beside
what was observed. Where something was wrong with the board, no calibration may come of it, and what was wrong
must be named together with its place.""",
        """\
*Held* says whether the predicted rate lies in the observed one's 95 % interval: *yes*; *better* where fewer
moves were questioned than predicted; *nearly* where more, but not surely twice as many; else *worse*.""",
        f"`{command}`",
        calibrations_table(results, moves),
    )


def calibrations_table(results: Found, moves: int) -> str:
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
    return tabled(head, (_row(case, outcomes_of(results, case, moves)) for case in CASES))


def is_good(results: Found, moves: int) -> bool:
    """Whether everything was accepted or named as it should, and no prediction was far too good."""
    boards = [(case, outcome) for case in CASES for outcome in outcomes_of(results, case, moves)]
    is_worse = any(_held(outcomes_of(results, case, moves)) == "worse" for case in CASES)
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
