"""What calibrations by people who slip came to, as one page."""

from studies.calibrations.slips.evening import (
    BLAMED,
    MADE,
    NAMED_RIGHTLY,
    NO_SLIP,
    ROWS,
    TRUE,
    UNFINISHED,
    WIRED,
    WRONG,
    more_seconds,
)
from studies.page import cases, page, paragraph, tabled
from studies.results import Results
from studies.runner import ByRows, Evening
from studies.tally import Tally

PAGE = "CALIBRATION_SLIPS.md"
CASES_SHOWN = 20


def made(results: Results[Evening, Tally], command: str) -> tuple[str, int]:
    """Return the page as Markdown, and how many calibrations gave wrong advice or came to nothing true."""
    rows = ByRows(results, tuple(ROWS))
    found, total = rows.found, rows.total
    text = page(
        "# Slips at calibrating",
        paragraph(
            "Boards of two cups a side, calibrated below the drivers by simulated people who slip once: at "
            "each occasion on sound boards, and beside every wrong wire. *s more* is what the slip cost."
        ),
        paragraph(f"Made by `{command}`."),
        tabled(
            ("slip", MADE, TRUE, BLAMED, "s more", "beside a wrong wire: named rightly"),
            (_row(name, tally, found[NO_SLIP]) for name, tally in found.items() if name != NO_SLIP),
        ),
        paragraph(
            f"Calibrations with wrong advice about a wire: {total.counts[WRONG]}; sound boards that came to "
            f"no true calibration: {total.counts[UNFINISHED]}."
        ),
        *cases(rows.cases(), CASES_SHOWN),
    )
    return text, total.counts[WRONG] + total.counts[UNFINISHED]


def _row(name: str, found: Tally, plain: Tally) -> tuple[object, ...]:
    counts, more = found.counts, more_seconds(found, plain)
    cost = "" if more is None else f"{more:+.0f}"
    named = f"{counts[NAMED_RIGHTLY]} of {counts[WIRED]}"
    return name, counts[MADE], counts[TRUE], counts[BLAMED], cost, named
