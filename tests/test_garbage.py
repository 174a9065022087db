"""What one test leaves to the collector of garbage is no fault of the test in which it is cleared away."""

import gc
import json

import pytest


class Left:
    """Garbage whose end takes a few calls."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        def call(calls: int) -> None:
            if calls:
                call(calls - 1)

        call(30)


@pytest.mark.parametrize("made", range(850, 1000, 10))
def test_garbage_that_is_cleared_away_at_the_limit_of_recursion_fails_no_test(made: int) -> None:
    before = gc.get_threshold()
    gc.collect()
    gc.disable()
    Left()
    # The collector comes when so many lists within each other are made.
    gc.set_threshold(made)
    gc.enable()
    try:
        with pytest.raises(RecursionError):
            json.loads("[" * 100_000)
    finally:
        gc.set_threshold(*before)
