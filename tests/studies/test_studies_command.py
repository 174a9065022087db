"""The command of the studies: wrong usage is told in a line, before anything is run."""

import pytest
from studies.commands.main import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("calibrations", "--seeds", "0"), "--seeds: 0 is out of range"),
        (("calibrations", "--seeds", "99999"), "--seeds: 99999 is out of range: give a whole number from"),
        (("calibrations", "--moves", "0"), "--moves: 0 is out of range"),
        (("calibrations", "--jobs", "100000"), "--jobs: 100000 is out of range"),
        (("calibrations", "--minutes", "nan"), "--minutes: 'nan': give a number from 0 to 525600"),
        (("calibrations", "--minutes=-1"), "--minutes: '-1': give a number from 0 to 525600"),
        (("worlds", "own", "--moves", "0"), "--moves: 0 is out of range"),
        (("repeat", "world/own", "x"), "'x' is no number"),
        (("repeat", "world/own", "²"), "'²' is no number"),
        (("duel", "--stage", "4"), "--stage: 4 is out of range: give a whole number from 1 to 3"),
        (("king", "--players", "7"), "--players: 7 is out of range: give a whole number from 2 to 6"),
        (("duel", "--directory", "/dev/null/x"), "--directory: /dev/null/x: Not a directory; name a folder"),
    ],
)
def test_wrong_usage_ends_with_code_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""
