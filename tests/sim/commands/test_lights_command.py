"""`cupsim doctor --lights`: what the board says and what its strip shows, in one go."""

import pytest
from cupsim.commands.main import main


def test_the_trial_of_the_lights_tells_what_is_shown_and_what_was_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "--lights", "--cups", "3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "The lights of South's cup 1, one after the other in red, green and blue. Press to go on." in said
    assert "seen: 26 pixels alone, in the order of the chain, in blue, green, red" in said
    assert "seen: north's button lights north-1, north-2, north-3, north-pot" in said
    assert "buttons      good  both felt" in said
