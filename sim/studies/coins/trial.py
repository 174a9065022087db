"""What is tried with coins: evenings of the rows of the page."""

from studies.coins import evening
from studies.coins.rows import ROWS, Row
from studies.results import Trial
from studies.runner import Evening
from studies.tally import Tally

TURNS_AN_EVENING = 240
"""Of four rounds."""


def play(played: Evening) -> Tally:
    """Play an evening of its row."""
    return evening.play(ROWS[played.row], played.seed)


def _row(played: Evening) -> Row | None:
    return ROWS.get(played.row)


TRIAL = Trial("coins", Evening, play, Tally.from_json, "studies.coins.evening", Tally.as_json, _row)
