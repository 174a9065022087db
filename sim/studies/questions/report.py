"""What was found in many games, as one page: how often players were asked, and how long they waited."""

from collections.abc import Iterator, Sequence

from studies.page import cases, page, paragraph, tabled
from studies.questions import evening as counted
from studies.questions.evening import ANSWERED, ASKED, MOVES, PRESSED_AGAIN, SAID, SECONDS, STUCK, WRONG
from studies.questions.rows import Row
from studies.rates import Rate, number, percentile
from studies.results import Results
from studies.runner import Evening, of_row
from studies.tally import Tally

CASES_SHOWN = 30
_HEAD = (
    *("row", "games", "moves", "asked about", "lower 95 % bound", "at most", "pressed again"),
    *("to the end, s: median", "95 %", "after the press, s: median", "95 %", "wrong", "stuck"),
)
_WHAT = """\
Whole games of two simulated people, through simulated chips, pins and lights; Coin Duel and King of the
Cups with the samples fed to the loop. The first row is the usual board with the usual people, who let
beans fall from 0 to 8 cm or lay them down; each other row differs from that one as it says. *Asked about*
are moves during which the board asked a question or objected at least once; the bound is the lower end of
Wilson's 95 % interval, and a row misses what it promises where that lies above *at most*. *Pressed again*
are moves whose player pressed more than once. The seconds go from the last change of the table to the end
of a turn that a press ended, so they hold the time that people take to press; *after the press* is the
board's part of them. At Coin Duel and King of the Cups they go from the last act to what the board says
of it. *Wrong* are tables agreed that did not lie there, *stuck* are games in which no turn ended for two
minutes, or a quarter of an hour of people who rest between beans.
"""
Found = Results[Evening, Tally]


class Line:
    """What was found in the games of a row."""

    def __init__(self, row: Row, results: Found) -> None:
        self.row = row
        self.found = of_row(results, row.name)
        self.games = sum(evening.row == row.name for evening in results.found)

    @property
    def asked(self) -> Rate:
        """The moves that were asked about."""
        return Rate(self.found.counts[ASKED], self.found.counts[MOVES])

    @property
    def again(self) -> Rate:
        """The moves whose player pressed more than once."""
        return Rate(self.found.counts[PRESSED_AGAIN], self.found.counts[MOVES])

    @property
    def is_good(self) -> bool:
        """Whether nothing wrong was agreed, no evening was stuck, and the promise of the row may hold."""
        counts, most = self.found.counts, self.row.most_asked
        return not (counts[WRONG] or counts[STUCK]) and (most is None or self.asked.lowest <= most)

    def seconds(self, share: float, of: str = SECONDS) -> str:
        """Return the seconds `of` that name below which that share of them lies; "" where there are none."""
        seconds = self.found.values.get(of)
        return f"{percentile(seconds, share):.2f}" if seconds else ""

    def in_words(self) -> str:
        """Return the row in one line."""
        counts, seconds = self.found.counts, f"{self.seconds(0.5)} s ({self.seconds(0.95)} s)"
        return (
            f"{self.row.name:>14}: {_of(self.asked)} asked about, {counts[PRESSED_AGAIN]} pressed again, "
            f"{seconds}, {counts[WRONG]} wrong, {counts[STUCK]} stuck{'' if self.is_good else '  MISSED'}"
        )


def questions_page(lines: Sequence[Line], command: str) -> str:
    """The page as Markdown."""
    return page(
        "# How often honest players are asked",
        paragraph(f"Made by `{command}`; run again it adds to the games that are kept."),
        paragraph(_WHAT),
        tabled(("row", "what differs"), [(line.row.name, line.row.varies) for line in lines]),
        tabled(_HEAD, map(_row, lines)),
        *(
            f"The child of `{line.row.name}` stole {stolen} beans."
            for line in lines
            if (stolen := line.found.counts[counted.STOLEN])
        ),
        "## What was said first",
        "The sentence with which the board first asked about a move.",
        tabled(
            ("row", "sentences"), [(line.row.name, said) for line in lines if (said := _said(line.found))]
        ),
        *cases((case for line in lines for case in _cases(line)), CASES_SHOWN),
    )


def _of(rate: Rate) -> str:
    return f"{rate.events} of {rate.trials}"


def _row(line: Line) -> Iterator[str]:
    counts, most = line.found.counts, line.row.most_asked
    yield from (line.row.name, str(line.games), str(counts[MOVES]))
    yield f"{counts[ASKED]} ({line.asked})"
    yield number(line.asked.lowest)
    yield "" if most is None else number(most)
    yield str(counts[PRESSED_AGAIN]) if PRESSED_AGAIN in counts else ""
    yield from (line.seconds(share, of) for of in (SECONDS, ANSWERED) for share in (0.5, 0.95))
    yield from (str(counts[WRONG]), str(counts[STUCK]))


def _said(found: Tally) -> str:
    said = {name.removeprefix(SAID): count for name, count in found.counts.items() if name.startswith(SAID)}
    return ", ".join(f"{key} {count}" for key, count in sorted(said.items(), key=lambda item: -item[1]))


def _cases(line: Line) -> Iterator[str]:
    for example in line.found.examples:
        yield f"{line.row.name}, seed {example.seed}, {example.what}: {example.where}"
