"""How fast time runs for who watches."""

from cupsim.page.pace import LONGEST_TICK_SECONDS, Pace


def test_a_program_that_was_stopped_does_not_make_up_for_it() -> None:
    assert Pace(2.0).virtual_seconds(3600.0) == 2.0 * LONGEST_TICK_SECONDS
    assert Pace(2.0).virtual_seconds(-1.0) == 0.0
