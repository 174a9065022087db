"""An evening as data: how it starts, its trace, its replay, and what a started board goes on from."""
