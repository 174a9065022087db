"""What was found of games on bad disks, as one page."""

from studies.disks.evening import COUNTED, FAULTS, OWING, ROWS, SHOWN
from studies.page import cases, page, paragraph, tabled
from studies.results import Results
from studies.runner import ByRows, Evening
from studies.tally import Tally

PAGE = "DISKS.md"
CASES_SHOWN = 20
_WHAT = """\
Two simulated people play whole games on a simulated board with everything attached that a real one has. In
the rows *cuts* its power goes again and again: half the cuts at a random instant, half in the middle of a
write, which arrives as a whole or not at all (SQLite sees to that). It stays dark for half a second to
twenty seconds; hands finish what they are about. In the other rows its disk again and again refuses so many
writes in a row: it is full, fsync fails (the data can be read and are not on the disk), no descriptor is
left (nothing can be read either), or the folder is taken away. SQLite itself is judged by kills, damage, full
and read-only disks in `tests/storage`. *for ever* is until the game is over; then the disk works again. With
*cuts* the power goes once a minute, and sooner while something is not
written down; that mends the disk, and what failed fsyncs had left in memory is gone.
"""
_TERMS = """\
*Entries lost* are, in the rows *cuts*, moves whose own write was cut (the board had not said yet that they
count), and elsewhere what a cut took while the lights said that it was not written down; such a game is not
played on. *Owing* is how long something of the game was not written down, *shown* for how much of that a pot
said so, as read from the lights alone. *Wrongly agreed* are games in which the board believed a table that
did not lie there. A *fault* is an entry lost that was said to be written, another record than any that the
board had, a record that is not on the disk a minute after it works again, or a game that does not come to its
end. *Games alone* are those without a board: cut in every single write, which arrives or is lost; or trouble
from every single write on, and the power cut after every step. Their cuts are cases.
"""


def row(name: str, found: Tally, evenings: int) -> tuple[object, ...]:
    """Return the cells of a row of the page."""
    owing, shown = (sum(found.values.get(each, ())) for each in (OWING, SHOWN))
    times = (f"{owing:.0f} s", f"{shown / owing:.0%}") if owing else ("", "")
    return (name, evenings, *(found.counts[each] for each in COUNTED), *times)


def made(results: Results[Evening, Tally], command: str) -> tuple[str, int]:
    """Return the page as Markdown, and how many faults it tells of."""
    found = ByRows(results, tuple(ROWS))
    text = page(
        "# Bad disks and power cuts",
        paragraph(f"Made by `{command}`; run again it adds to the games that are kept."),
        paragraph(_WHAT),
        paragraph(_TERMS),
        tabled(("disk", "games", *COUNTED, "owing", "shown"), found.table(row)),
        *cases(found.cases(), CASES_SHOWN),
    )
    return text, found.total.counts[FAULTS]
