"""What is tried: whole games of the rows of the page."""

from studies.questions import evening
from studies.questions.rows import ROWS, Row
from studies.results import Trial
from studies.runner import Evening
from studies.tally import Tally


def play(played: Evening) -> Tally:
    """Play a game of its row."""
    return evening.play(ROWS[played.row], played.seed)


def _row(played: Evening) -> Row | None:
    return ROWS.get(played.row)


TRIAL = Trial("questions", Evening, play, Tally.from_json, "studies.questions.evening", Tally.as_json, _row)
