"""The page of results: a section for each part, which stays as it is until that part runs again."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hardware.checks.finding import Finding

_HEAD = """\
# The hardware's files in other programs

Made by `hardware/check`, which installs the programs (as root, on Debian) and runs them. With the
name of a part, as in `hardware/check carrier`, it runs that one. Each part has the day on which it ran last.
"""
_COLUMNS = "| what | program | | figures |\n| --- | --- | --- | --- |\n"


@dataclass(frozen=True, slots=True)
class Section:
    """What one part found last: the line of its day and sums, and its rows as they stand on the page."""

    summary: str
    rows: tuple[str, ...]

    @classmethod
    def of(cls, day: str, found: Sequence[Finding]) -> "Section":
        """Return the section of what was found on a day."""
        wrong = sum(not finding.is_right for finding in found)
        rows = (
            f"| {finding.what} | {finding.by} | {verdict} | {finding.figures} |"
            for finding in found
            for verdict in ("right" if finding.is_right else "**wrong**",)
        )
        return cls(f"{day}: {len(found)} checks, {wrong} wrong.", tuple(rows))


def written(sections: Mapping[str, Section]) -> str:
    """Return the page."""
    parts = (
        f"## {part.capitalize()}\n\n{section.summary}\n\n{_COLUMNS}" + "\n".join(section.rows) + "\n"
        for part, section in sections.items()
    )
    return "\n".join((_HEAD, *parts))


def read(page: str) -> Iterator[tuple[str, Section]]:
    """Yield each section of a page by its part's name."""
    for name, text in re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        rows = tuple(line for line in text.splitlines() if line.startswith("| "))[2:]
        yield name.lower(), Section(next(line for line in text.splitlines() if line), rows)
