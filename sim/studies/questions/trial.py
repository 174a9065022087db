"""What is tried: whole games of the rows of the page."""

from studies.questions import evening
from studies.questions.rows import ROWS
from studies.runner import trial_of_rows

TRIAL = trial_of_rows("questions", ROWS, evening.play, "studies.questions.evening")
