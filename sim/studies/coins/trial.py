"""What is tried with coins: evenings of the rows of the page."""

from studies.coins import evening
from studies.coins.rows import ROWS
from studies.runner import trial_of_rows

TURNS_AN_EVENING = 240
"""Of four rounds."""

TRIAL = trial_of_rows("coins", ROWS, evening.play, "studies.coins.evening")
