"""Every link in every document leads somewhere, to the very heading it names; results name their program."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("firmware", "sim", "hardware", "tests")
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(path for room in ROOMS for path in (ROOT / room).rglob("*.md") if "node_modules" not in path.parts),
    ]
)

CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def targets(text: str) -> list[str]:
    """What a document links to on this computer; what stands in code is no link."""
    found = [link or attribute for link, attribute in TARGET.findall(CODE.sub("", text))]
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(text: str) -> set[str]:
    """The anchors that GitHub makes of headings: a heading that stands there again gets a number."""
    made: list[str] = []
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ (.*)$", blocks.sub("", text), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w -]", "", shown.lower()).replace(" ", "-")
        before = sum(re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", each) is not None for each in made)
        made.append(f"{anchor}-{before}" if before else anchor)
    return set(made)


def broken_links(document: Path) -> list[str]:
    broken = []
    for target in targets(document.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        page = document.parent / path if path else document
        if not page.exists() or (anchor and anchor not in anchors(page.read_text(encoding="utf-8"))):
            broken.append(target)
    return broken


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    assert broken_links(document) == []


@pytest.mark.parametrize("page", sorted((ROOT / "sim" / "results").glob("*.md")), ids=lambda path: path.stem)
def test_every_page_of_results_says_of_which_commit_it_is(page: Path) -> None:
    assert re.search(r"commit\s[0-9a-f]{7}\b", page.read_text(encoding="utf-8"))


NAMED = re.compile(r"`((?:firmware|sim|tests|hardware)/[\w./-]+\.(?:py|md|js|toml))\b")
"""A file that a text names by its path from the root."""
NAMING = sorted(
    path
    for path in [*DOCUMENTS, *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
    if path.name not in ("CHANGELOG.md", "ALL.md") and ROOT / "tests" / "userland" not in path.parents
)
"""A walk's page and a changelog name what there was, and a list of tests names them without their folder."""


def test_every_file_that_a_text_names_is_there() -> None:
    gone = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in NAMING
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    }
    assert gone == set()


def test_a_broken_path_and_a_broken_anchor_are_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# The rules, in short\n\n## Again\n\n## Again\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[good](there.md#the-rules-in-short) [good](there.md#again-1) `[code](nowhere.md)` "
        '[gone](gone.md) [no heading](there.md#the-rules) <img src="gone.png"> [web](https://example.org/x)'
    )
    assert broken_links(page) == ["gone.md", "there.md#the-rules", "gone.png"]
