"""What is tried: whole games of the rows of the page."""

from studies.questions import evening
from studies.questions.rows import ROWS, Row
from studies.results import Trial
from studies.runner import SEEDS_A_CAMPAIGN, Evening
from studies.tally import Tally


def play(played: Evening) -> Tally:
    """Play a game of its row."""
    return evening.play(ROWS[played.row], played.seed)


def _row(played: Evening) -> Row | None:
    return ROWS.get(played.row)


TRIAL = Trial("questions", Evening, play, Tally.from_json, "studies.questions.evening", Tally.as_json, _row)


def games(rows: list[str], count: int, campaign_seed: int) -> list[Evening]:
    """List `count` games of each row, one of every row first: an interrupted run has some of each."""
    first = campaign_seed * SEEDS_A_CAMPAIGN
    return [Evening(row, seed) for seed in range(first, first + count) for row in rows]
