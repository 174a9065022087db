"""The page that a walk writes."""

from collections.abc import Sequence
from dataclasses import dataclass

HEAD = """\
# A machine that boots

Written by `sudo .venv/bin/python tests/machine/walk.py`: Debian for x86-64 under QEMU (`-icount`), with the
program as `setup` installs it from a signed release, without a network. Seconds are of this computer's clock.
`--suite` chooses Bookworm or Trixie, and `--card` lets the machine set itself up at its first start.

**What it can't show.** A Pi's kernel, pin controllers, timing and radio; Raspberry Pi OS; pixels, which
have no SPI here; a card that wears, tears a write or lies about a flush; a brown-out. The chips are emulated
below lgpio (`tests/onpi`).
"""


@dataclass(frozen=True, slots=True)
class Row:
    """How a step went; `seconds` of this computer's clock."""

    step: str
    is_well: bool
    seconds: float
    remark: str = ""


def page(before: str, title: str, date: str, facts: str, rows: Sequence[Row]) -> str:
    """Return the page, this walk in the place of the last of its title; `facts` names the versions."""
    others = [
        f"## {part.rstrip()}\n" for part in before.split("\n## ")[1:] if not part.startswith(f"{title}\n")
    ]
    lines = [
        f"## {title}",
        "",
        f"{date}; {facts}",
        "",
        "| step | result | seconds | |",
        "| --- | --- | ---: | --- |",
    ]
    walk = "\n".join([*lines, *map(_line, rows)]) + "\n"
    return "\n".join([HEAD, *sorted([*others, walk])])


def _line(row: Row) -> str:
    result = "ok" if row.is_well else "failed"
    cells = (row.step, result, f"{row.seconds:.0f}", row.remark)
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
