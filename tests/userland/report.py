"""The results of walks as a page: a section a root, of which a later walk replaces its own alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from steps import Row

HEAD = """\
# The building guide's commands in a Pi's user land

Written by `sudo .venv/bin/python tests/userland/walk.py`, which follows the marked commands of
[step 1](../../hardware/README.md#bring-up-step-by-step) as they stand, as a user who may use sudo; only the
repository's address is replaced, by the checkout. Releases, updates and the running service are judged on
[a machine that boots](../machine/RESULTS.md).
The roots are Debian's own (`debootstrap --variant=minbase` with sudo, systemd and Python), arm64 under
user-mode emulation (qemu). The walk that is not for arm64 runs on this computer's processor.

**What this can't show.** There is no GPIO, no kernel of a Pi and no `config.txt` that a Pi reads: no line is
read or driven, and `cupsboard doctor` must refuse. systemd judges the service's files, but does not run. Off
a Pi's processor lgpio is an empty package, since it is offered for that alone, and no step asks it anything.
Seconds are those of the emulator. Debian's archive is not Raspberry Pi's, whose packages may be newer or
patched, and whose system comes with more installed. Certificates and the settings of pip and apt are those of
the computer that emulates; an empty package stands in for `ca-certificates`.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A walk of one root."""

    name: str
    date: str
    release: str
    architecture: str
    python: str
    rows: tuple[Row, ...]


def with_sections(page: str, sections: Sequence[Section]) -> str:
    """The page with these sections in the place of older ones of their names."""
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]
    texts = {part.split("\n", 1)[0].removeprefix("## "): part.strip() for part in parts}
    texts |= {section.name: _text(section) for section in sections}
    return "\n\n".join([HEAD.strip(), *(texts[name] for name in sorted(texts))]) + "\n"


def _text(section: Section) -> str:
    facts = f"{section.date}; {section.release}, {section.architecture}, Python {section.python}"
    lines = [
        f"## {section.name}",
        "",
        facts,
        "",
        "| step | result | seconds | |",
        "| --- | --- | ---: | --- |",
    ]
    return "\n".join([*lines, *map(_line, section.rows)])


def _line(row: Row) -> str:
    seconds = "" if row.seconds is None else f"{row.seconds:.0f}"
    cells = (row.step, row.result, seconds, row.remark)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
