"""Where a board keeps its files: below the home directory, or where the environment says."""

from pathlib import Path

from cupsboard.storage.paths import Homes, homes

HOME = Path("/home/anna")


def test_without_a_word_files_lie_below_the_home_directory() -> None:
    usual = Homes(HOME / ".config/cupsboard", HOME / ".local/state/cupsboard")
    assert homes({}, HOME) == usual
    assert homes({"XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": ""}, HOME) == usual


def test_the_environment_names_other_folders() -> None:
    said = {"XDG_CONFIG_HOME": "/etc/anna", "XDG_STATE_HOME": "/var/anna"}
    assert homes(said, HOME) == Homes(Path("/etc/anna/cupsboard"), Path("/var/anna/cupsboard"))
