"""The page of checks keeps what a part found until that part runs again."""

from pathlib import Path

from hardware.checks.__main__ import PARTS
from hardware.checks.finding import Finding
from hardware.checks.page import Section, read, written

PAGE = Path(__file__).parents[3] / "hardware" / "CHECKED.md"
RIGHT, WRONG = Finding("a", "KiCad", True, "1 | 2 nets"), Finding("b", "ngspice", False, "3.6 V")


def test_a_page_that_is_read_and_written_again_is_the_same() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(dict(read(page))) == page


def test_the_page_has_every_part_and_nothing_is_wrong() -> None:
    sections = dict(read(PAGE.read_text(encoding="utf-8")))
    assert list(sections) == list(PARTS)
    for section in sections.values():
        assert section.summary.endswith(f": {len(section.rows)} checks, 0 wrong.")


def test_a_failed_check_is_counted_and_marked() -> None:
    section = Section.of("2026-11-28", [RIGHT, WRONG])
    assert section.summary == "2026-11-28: 2 checks, 1 wrong."
    assert [row.split(" | ")[2] for row in section.rows] == ["right", "**wrong**"]


def test_one_part_is_written_anew_and_the_others_stay() -> None:
    before = {"clock": Section.of("2026-11-27", [RIGHT]), "files": Section.of("2026-11-27", [RIGHT, RIGHT])}
    after = dict(read(written({**before, "clock": Section.of("2026-11-28", [WRONG])})))
    assert after["files"] == before["files"]
    assert after["clock"].summary.startswith("2026-11-28")
