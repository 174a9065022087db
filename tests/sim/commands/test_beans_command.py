import re

import pytest
from cupsim.commands.main import main


@pytest.mark.long("a heap bean by bean")
def test_a_heap_is_sorted_and_the_report_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "beans", "sort", "--count", "15", "--cups", "5", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "One bean into each lit cup" in said
    assert "Beans kept: " in said
    assert re.search(r"\d+ lie with the kept, \d+ with the thrown away", said)


def test_a_heap_is_checked_and_advice_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "beans", "check", "--seed", "4", "--each", "3", "--count", "24"]) == 0
    said = capsys.readouterr().out
    assert "Beans: 24, in portions: 8; mean" in said
    assert "Advice: " in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sort", "--count", "0"), "--count: 0 is out of range: give a whole number from 1 to 2000"),
        (("sort", "--cups", "1"), "--cups: 1 is out of range"),
        (("sort", "--beans", "lima"), "--beans: invalid choice: 'lima'"),
        (("sort", "--clumsiness", "2"), "--clumsiness: '2': give a number from 0 to 1"),
        (("sort", "--clumsiness", "nan"), "--clumsiness: 'nan': give a number from 0 to 1"),
        (("sort", "--seed", "-1"), "--seed: -1 is out of range"),
        (("sort", "--each", "2"), "--each: no such option"),
        (("check", "--each", "41"), "--each: 41 is out of range: give a whole number from 1 to 40"),
        (("weigh",), "the following arguments are required: --directory"),
        ((), "the following arguments are required: command"),
    ],
)
def test_wrong_usage_is_told_and_ends_with_code_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "beans", *arguments])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
