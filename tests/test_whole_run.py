"""The page of what the landing check leaves out names all of it, and keeps the last result of each part."""

from pathlib import Path

import pytest
from whole_run import (
    FOLDERS,
    PAGE,
    PARTS,
    ROOT,
    TESTS,
    Part,
    Row,
    kept_rows,
    landing_tests,
    long_tests,
    main,
    page,
)


def test_the_page_names_every_part_and_every_test_that_is_left_out() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(kept_rows(text), long_tests(TESTS), landing_tests(TESTS)), (
        "tests/run --all page lists them anew"
    )


def test_every_part_is_a_command_that_is_there() -> None:
    for part in PARTS:
        assert part.command[0] == "-m" or (ROOT / part.command[0]).is_file(), part.name


def test_every_file_of_tests_belongs_to_one_folder_or_lies_beside_the_page() -> None:
    arguments = [ROOT / each for part in FOLDERS for each in part.command if each.startswith("tests/")]
    files = [path for each in arguments for path in ([each] if each.is_file() else each.rglob("test_*.py"))]
    assert sorted(files) == sorted(TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("part", [PARTS[0], FOLDERS[0], FOLDERS[-1]], ids=lambda part: part.name)
def test_results_are_found_again_on_the_page(part: Part) -> None:
    rows = {part.name: Row("FAILED: 1 failed", "2026-11-26", "0123abc", "60")}
    assert kept_rows(page(rows, [], []))[part.name] == rows[part.name]


def test_a_long_test_is_listed_with_its_reason_and_whether_variants_of_it_stay(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        '@pytest.mark.long("slow")\ndef test_a(): ...\n'
        '@pytest.mark.long("slower", but=["1"])\ndef test_b(): ...\n'
        "def test_c(): ...\n"
    )
    assert list(long_tests(tmp_path)) == [
        ("test_it.py", "test_a", "slow"),
        ("test_it.py", "test_b (some variants)", "slower"),
    ]


def test_a_browser_s_test_that_stays_is_listed_and_so_is_a_whole_file(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "import pytest\n@pytest.mark.landing\ndef test_a(browser): ...\ndef test_b(browser): ...\n"
    )
    (tmp_path / "test_b.py").write_text("import pytest\npytestmark = pytest.mark.landing\n")
    assert list(landing_tests(tmp_path)) == [("test_a.py", "test_a"), ("test_b.py", "the whole file")]


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browser"]) == 2
    assert "no part browser; there are tests, " in capsys.readouterr().err
