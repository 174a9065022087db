"""The walk through the user land follows the building guide's own commands, and its results are of these."""

import re
from pathlib import Path

import pytest
from furnishing import REPOSITORY
from guide_commands import ADDRESS, NoSuchCommands, commands, from_path, update
from report import Section, with_sections
from roots import Ran, mirror_in
from steps import FAILED, NOT_RUN, OK, Row, of_the_guide, refuses, says

HERE = Path(__file__).parent
GUIDE = (HERE.parents[1] / "hardware" / "README.md").read_text(encoding="utf-8")
RESULTS = (HERE / "RESULTS.md").read_text(encoding="utf-8")
SMALL = "<!-- walked: here -->\n```sh\nclone REPOSITORY\n```\n"


def test_the_walk_is_all_of_the_first_step_of_the_guide() -> None:
    step = GUIDE[GUIDE.index("**1. ") : GUIDE.index("**2. ")]
    (block,) = re.findall(r"^```sh\n(.*?)^```$", step, re.MULTILINE | re.DOTALL)
    assert len(commands(GUIDE)) == len(block.splitlines()) == 1
    assert all(command in block for command in commands(GUIDE))


def test_the_guide_s_commands_come_first_and_in_order_with_a_path_for_the_address() -> None:
    walked = [step.command for step in of_the_guide(GUIDE, REPOSITORY)]
    expected = [command.replace("REPOSITORY", REPOSITORY) for command in commands(GUIDE)]
    assert walked[: len(expected)] == expected
    assert sum(REPOSITORY in command for command in expected) == 1
    assert not any(ADDRESS in command for command in walked)


def test_off_a_pi_s_processor_no_step_asks_the_library_of_the_pins_anything() -> None:
    on_a_pi = [step.command for step in of_the_guide(GUIDE, REPOSITORY)]
    elsewhere = [step.command for step in of_the_guide(GUIDE, REPOSITORY, is_a_pi_s=False)]
    assert set(elsewhere) < set(on_a_pi)
    assert not any("doctor" in command or "lgpio" in command for command in elsewhere)


def test_a_changed_line_of_the_guide_changes_the_walk() -> None:
    changed = GUIDE.replace("sudo apt install -y git", "sudo apt install -y swig git")
    assert "sudo apt install -y swig git" in " ".join(
        step.command for step in of_the_guide(changed, REPOSITORY)
    )


def test_a_board_is_brought_up_to_date_as_the_guide_says() -> None:
    assert update(GUIDE) == "cd ~/cupsboard && git pull && sudo ./setup"
    with pytest.raises(NoSuchCommands, match="0 sentences"):
        update(SMALL)


@pytest.mark.parametrize(("guide", "found"), [("```sh\nls\n```\n", 0), (SMALL + SMALL, 2)])
def test_a_guide_without_its_one_marked_block_is_refused(guide: str, found: int) -> None:
    with pytest.raises(NoSuchCommands, match=f"{found} blocks"):
        commands(guide)


@pytest.mark.parametrize("name", ["bookworm-arm64", "trixie-arm64", "trixie-amd64"])
def test_the_results_are_of_the_commands_that_stand_in_the_guide(name: str) -> None:
    """After a change of the guide's block: `sudo .venv/bin/python tests/userland/walk.py`."""
    (section,) = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", RESULTS, re.MULTILINE | re.DOTALL)
    if f"| the whole walk | {NOT_RUN} |" in section:
        return
    for command in commands(GUIDE):
        assert f"| `{from_path(command, REPOSITORY)}` |".replace("||", "\\|\\|") in section


def test_a_refusal_counts_only_for_its_own_reason_and_in_one_line() -> None:
    judge = refuses("no GPIO")
    assert judge(Ran(2, "", "cupsboard: no GPIO header here\n", 1.0)) is None
    assert "another reason" in str(judge(Ran(2, "", "cupsboard: no profile\n", 1.0)))
    assert "2 lines" in str(judge(Ran(2, "", "warning\ncupsboard: no GPIO\n", 1.0)))
    assert "exit code 1" in str(judge(Ran(1, "", "cupsboard: no GPIO\n", 1.0)))
    assert "doesn't say" in str(says("south-pot")(Ran(0, "north-pot", "", 1.0)))


def test_a_later_walk_replaces_its_own_section_alone() -> None:
    def walk_of(name: str, row: Row) -> Section:
        return Section(name, "2026-01-01", "trixie", "arm64", "3.13.5", (row,))

    page = with_sections(
        "", [walk_of("a", Row("`x || y`", OK, "", 2.0)), walk_of("b", Row("`z`", FAILED, "E: no"))]
    )
    later = with_sections(page, [walk_of("a", Row("`x`", NOT_RUN, "no emulator"))])
    assert "| `x \\|\\| y` | ok | 2 |  |" in page
    assert "| `x` | not run |  | no emulator |" in later
    assert "x \\|\\|" not in later
    assert "| `z` | failed |  | E: no |" in later


@pytest.mark.parametrize(
    "text",
    [
        "Types: deb\nURIs: http://other/\nSuites: trixie-security\n\nURIs: http://here/d\nSuites: trixie x\n",
        "deb http://other/ trixie-security main\ndeb [arch=amd64] http://here/d trixie main\n",
    ],
)
def test_the_archive_is_the_one_that_apt_uses_for_this_release(text: str) -> None:
    assert mirror_in(text, "trixie") == "http://here/d"
    assert mirror_in(text, "bookworm") is None
