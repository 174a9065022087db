"""What was found in the rows, as one page: turns and looks, what went wrong and was seen, and the cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studies.coins.evening import LONG_HANDFULS
from studies.coins.hands import CHEATS
from studies.coins.reading import Found
from studies.coins.rows import Row
from studies.page import page, paragraph, tabled
from studies.rates import Rate, percentile
from studies.results import Results
from studies.runner import Evening, of_row
from studies.tally import Tally

CASES_SHOWN = 4
"""Of each sort and row; the results hold more."""
_DOUBTS = (Found.OPEN, Found.OPEN_HAND, Found.CALLED_WRONG, Found.UNEXPLAINED)
_TABLE_DOUBTS = tuple(each for each in _DOUBTS if each is not Found.OPEN_HAND)
_HEAD = (
    *("row", "what", "looks", "turns", "of them long", "mistaken", "asked"),
    *(each.value for each in _DOUBTS),
    *(
        "open in passing",
        "of the hand in passing",
        "told otherwise",
        "ends unseen",
        "ms median",
        "99 %",
        "worst",
    ),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One row with what was found there."""

    row: Row
    found: Tally

    @property
    def turns(self) -> int:
        """Honest turns that were judged when they were done."""
        return self.found.counts["turns"]

    @property
    def mistaken(self) -> int:
        """Looks at honest tables that were sure of another one."""
        return self.found.counts["mistaken"]

    @property
    def doubted(self) -> Rate:
        """Finished turns about which people were asked."""
        return Rate(sum(self.found.counts[f"turns {each.value}"] for each in _DOUBTS), self.turns)

    @property
    def looks(self) -> int:
        """Looks at honest tables."""
        return sum(self.found.counts[kind] for kind in ("looks", "looks again", "ends", "ends again"))

    def in_passing(self, *founds: Found) -> Rate:
        """First looks between two acts that came to one of these."""
        counts = self.found.counts
        return Rate(sum(counts[f"looks {each.value}"] for each in founds), counts["looks"])

    @property
    def silent(self) -> int:
        """What went wrong and left a table that was taken for another."""
        return sum(self.found.counts[f"silent {name}"] for name in CHEATS)

    def milliseconds(self, share: float) -> str:
        """How long that share of the looks took at most."""
        return f"{percentile(self.found.values.get('ms', []), share):.3g}"

    def in_words(self) -> str:
        """One line for a terminal."""
        return (
            f"{self.row.name}: {self.turns} turns, {self.mistaken} of {self.looks} looks sure of another "
            f"table, {self.doubted.events} turns asked about, {self.silent} silent; "
            f"{self.milliseconds(0.5)} ms"
        )


def coins_page(rows: Sequence[Row], results: Results[Evening, Tally], command: str) -> str:
    """The whole page."""
    lines = [Line(row, of_row(results, row.name)) for row in rows]
    names = {row.name for row in rows}
    seeds = [evening.seed for evening in results.found if evening.row in names]
    cheated = [line for line in lines if line.row.cheating_share]
    return page(
        "# Coins, look by look",
        paragraph(
            "Games whose order counts, followed by the reader of histories on scales and coins that share "
            f"nothing with it. Made by `{command}`; evenings {min(seeds)} to {max(seeds)}. Rates stand "
            "beside their upper 95 % bound."
        ),
        paragraph(
            "*Mistaken* are looks that were sure of a table that did not lie there, kinds in every cup "
            "included; *asked* are finished turns of which the board was not sure after a second look; "
            "*told otherwise* are right tables that it told as the end of another turn, which leads there as "
            "well. *In passing* are first looks between two acts: *open* says that the table was not sure, "
            "*of the hand* that only what may be in the hand was not, which nobody is asked about. Long "
            f"turns have at least {LONG_HANDFULS} handfuls. Milliseconds are of processor time, on the "
            "machine that ran it, without the collection of garbage."
        ),
        tabled(_HEAD, map(_row, lines)),
        *(_seen_or_not(cheated) if cheated else ()),
        "## Cases",
        "Each is repeated with `python -m studies repeat coins/ROW SEED`.",
        "\n".join(case for line in lines for case in _cases(line)),
        "## Fingerprints",
        tabled(
            ("row", "fingerprint"),
            ([line.row.name, results.trial.fingerprint(Evening(line.row.name, 0))] for line in lines),
        ),
    )


def _seen_or_not(lines: Sequence[Line]) -> Iterator[str]:
    yield "## What went wrong, and whether it was seen"
    yield paragraph(
        "*Noticed* is what the board was not sure of, at the end or on the way; *lawful* are tables that "
        "another turn leads to, which it told rightly; *silent* are tables that it took for another."
    )
    yield tabled(
        ("row", *CHEATS), ([line.row.name, *(_seen(line, name) for name in CHEATS)] for line in lines)
    )


def _row(line: Line) -> Sequence[object]:
    counts = line.found.counts
    bound = "" if line.mistaken else f" (< {Rate(0, line.looks).highest:.1g})"
    return (
        line.row.name,
        f"{line.row.what}; {line.row.looks.value}",
        line.looks,
        line.turns,
        counts["long turns"],
        f"{line.mistaken}{bound}",
        f"{line.doubted.events} = {line.doubted}",
        *(counts[f"turns {each.value}"] for each in _DOUBTS),
        f"{line.in_passing(*_TABLE_DOUBTS).events} = {line.in_passing(*_TABLE_DOUBTS)}",
        str(line.in_passing(Found.OPEN_HAND)),
        counts["told as another turn"],
        counts["ends unseen"],
        *(line.milliseconds(share) for share in (0.5, 0.99, 1.0)),
    )


def _seen(line: Line, name: str) -> str:
    counts = line.found.counts
    if not counts[f"made {name}"]:
        return "–"
    parts = [f"{counts[f'{how} {name}']} {how}" for how in ("noticed", "lawful", "silent")]
    return f"{', '.join(part for part in parts if not part.startswith('0 '))} of {counts[f'made {name}']}"


def _cases(line: Line) -> Iterator[str]:
    shown: dict[str, int] = {}
    for example in line.found.examples:
        shown[example.what] = shown.get(example.what, 0) + 1
        is_grave = "mistaken" in example.what or "silent" in example.what
        if is_grave or (
            shown[example.what] <= CASES_SHOWN and example.what.startswith(("ends again", "end "))
        ):
            yield f"- {line.row.name} {example.seed}, {example.what}, {example.where}"
