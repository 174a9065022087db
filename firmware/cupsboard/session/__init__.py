"""A session at the board (an evening): its start, its trace, its replay, and what a started board resumes."""
