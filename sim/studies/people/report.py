"""What was found of people who wait, hurry and fidget, as one page."""

from studies.page import cases, page, paragraph, tabled
from studies.people.evening import COUNTED, LOST, ROWS, STUCK, TURNS, WAIT
from studies.rates import Rate
from studies.results import Results
from studies.runner import ByRows, Evening
from studies.tally import Tally

PAGE = "PEOPLE.md"
CASES_SHOWN = 20
_WHO = """\
Whole games on simulated boards of 2x2 (every second seed), 2x3 and 2x4, of people who differ only in their
times and fingers, drawn from [stated distributions](../cupsim/people/reading_times.py). *Slow readers* read
every sentence, rest up to two minutes between beans, take beans back, and now and then forget the press until
the light asks for it. *Quick repliers* move 0.3 to 2 seconds after their row lights up. *Impatient fingers*
press while the last bean is on its way, twice, for too long, the other's button in their own turn, and their
own while the other moves. They play against the opponent of the page, and against each other.
"""
_TERMS = """\
The [judge](../studies/people/turn_watch.py) knows what each meant, which beans truly lie there, every
contact of the buttons and the rules; of the board it takes only what it did and what its lights ask for.
*Lost* is a turn that ended with another move than was meant, before its player's press (between people
who see each other: before they had drawn back), by a press from before the move began, or on another
table than the true one, or that was passed with a move left, taken back by nobody's wish, or begun from
another stock than the true one. *Stuck* is a time of more than ten seconds in which nobody does anything
although the page's opponent has the turn on a right table, or although a player has moved and pressed and
no light asks for anything; *longest wait* is how long the page's opponent took at the most. A game that
does not end counts as stuck.
"""
_LEFT_OUT = """\
What no board can tell is left out: the other's button pressed while the other's move lies complete, and a
press of one's own more than half a second before a bean that would make a shorter legal move longer: it ends
the shorter one, and both buttons held take that back.
"""


def row(name: str, found: Tally, evenings: int) -> tuple[object, ...]:
    """Return the cells of a row of the page."""
    wait = max(found.values.get(WAIT, [0.0]))
    rates = (
        f"{found.counts[each]} ({Rate(found.counts[each], found.counts[TURNS])})" for each in (LOST, STUCK)
    )
    counts = (found.counts[each] for each in COUNTED)
    return (name, evenings, *counts, f"{wait:.1f} s" if wait else "", *rates)


def made(results: Results[Evening, Tally], command: str) -> tuple[str, int]:
    """Return the page as Markdown, and how many turns were lost or people stuck."""
    found = ByRows(results, tuple(ROWS))
    everyone = found.total
    text = page(
        "# People who wait, who hurry, and who fidget",
        paragraph(f"Made by `{command}`; run again it adds to the games that are kept."),
        paragraph(_WHO),
        paragraph(_TERMS),
        paragraph(_LEFT_OUT),
        tabled(
            ("South / North", "games", *COUNTED, WAIT, LOST, STUCK),
            [*found.table(row), row("all", everyone, len(results.found))],
        ),
        *cases(found.cases(), CASES_SHOWN),
    )
    return text, everyone.counts[LOST] + everyone.counts[STUCK]
