"""What was found in the worlds, as one page: a row a world, said against found, and the cases."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from studies.page import page, tabled
from studies.rates import Rate, number, percentile
from studies.results import Results
from studies.runner import Evening, of_row
from studies.tally import EDGES, Tally
from studies.worlds.disturbances import DISTURBANCES, DOUBLE, HARMLESS, THING
from studies.worlds.plots import Bin, calibration_picture
from studies.worlds.world import World

LEAST_IN_A_BIN = 300
"""Fewer looks with a confidence say too little of it."""
PICTURE = "WORLDS.svg"
CASES_SHOWN = 6
"""Of each sort and world; the results hold more."""
_BINS = tuple(f"{low:g} to {high:g}" for low, high in pairwise((0.0, *EDGES, 1.0)))
_FAULTS = tuple(name for name in DISTURBANCES if name not in (HARMLESS, DOUBLE))
_GRAVE = ("mistaken", "silent", "end unseen", "end imagined")


@dataclass(frozen=True, slots=True)
class Row:
    """One world with what was found there."""

    world: World
    found: Tally

    @property
    def counts(self) -> Counter[str]:
        """The counts of the world."""
        return self.found.counts

    @property
    def mistaken(self) -> Rate:
        """Accepted tables that are not what lay there, of all looks at honest tables."""
        return Rate(self._sum("{} mistaken"), self._sum("{}"))

    @property
    def mistaken_decidable(self) -> int:
        """Those of them, and of tables put right after a disturbance, that could have been told."""
        return self._sum("{} mistaken decidable") + self.counts["mended mistaken decidable"]

    @property
    def asked(self) -> Rate:
        """Honest moves that the board did not accept unasked."""
        return Rate(self.counts["moves asked"] + self.counts["moves called wrong"], self.counts["moves"])

    @property
    def silent(self) -> Rate:
        """Decidable faults that passed."""
        return Rate(
            sum(self.counts[f"decidable silent {name}"] for name in _FAULTS),
            sum(self.counts[f"decidable {name}"] for name in _FAULTS),
        )

    @property
    def wrong_though_decidable(self) -> int:
        """What a board that knew its world would not have done."""
        return self.mistaken_decidable + self.silent.events + self.counts[f"decidable silent {THING}"]

    def in_words(self) -> str:
        """The row for a terminal."""
        return (
            f"{self.world.name:<24}{self.counts['moves']:>7} moves  mistaken {of_rate(self.mistaken)}, "
            f"{self.mistaken_decidable} decidable;  asked {of_rate(self.asked)};  "
            f"decidable faults silent {of_rate(self.silent)}"
        )

    def cells(self) -> list[str]:
        """The row of the table."""
        counts = self.counts
        return [
            self.world.name,
            str(counts["moves"]),
            of_rate(self.mistaken),
            str(self.mistaken_decidable),
            of_rate(self.rate("mended mistaken", "mended")),
            of_rate(self.rate("mended called wrong", "mended")),
            of_rate(self.rate("moves asked", "moves")),
            of_rate(Rate(self._sum("{} called wrong"), self._sum("{}"))),
            of_rate(self.silent),
            of_rate(self.rate(f"silent {DOUBLE}", f"made {DOUBLE}")),
            of_rate(self.rate(f"silent {THING}", f"made {THING}")),
            str(counts[f"decidable silent {THING}"]),
            of_rate(self.rate("fingers mistaken", "fingers")),
            of_rate(self.rate(f"asked {HARMLESS}", f"made {HARMLESS}")),
            of_rate(self.rate("ends unseen", "replies")),
            of_rate(self.rate("blamed", "objections")),
            str(counts["cut short"]),
        ]

    def _sum(self, name: str) -> int:
        """Of moves that are done, and of looks on the way and at rest."""
        return sum(self.counts[name.format(kind)] for kind in ("moves", "looks"))

    def rate(self, events: str, trials: str) -> Rate:
        """How often one count happened of another."""
        return Rate(self.counts[events], self.counts[trials])

    def said_and_found(self, of: str) -> Iterator[str]:
        """For each bin of confidences: how often it was so, with both bounds, and in how many looks."""
        for at in range(len(EDGES) + 1):
            said, so = self.counts[f"said {of} {at}"], self.counts[f"so {of} {at}"]
            if said < LEAST_IN_A_BIN:
                yield f"({so} of {said})" if said else "–"
                continue
            not_so = Rate(said - so, said)
            mean = self.found.sums[f"{of} {at}"] / said
            mark = " **below**" if 1.0 - not_so.lowest < mean else ""
            found = f"{1.0 - not_so.share:.5f} ({1.0 - not_so.highest:.5f} to {1.0 - not_so.lowest:.5f})"
            yield f"said {mean:.5f}, found {found} of {said}{mark}"

    def bins(self) -> list[Bin]:
        """What was said of honest tables and what was found, in every bin that is judged."""
        counts, found = self.counts, []
        for at in range(len(EDGES) + 1):
            said = counts[f"said honest {at}"]
            if said >= LEAST_IN_A_BIN:
                wrong = Rate(said - counts[f"so honest {at}"], said)
                found.append(Bin(1.0 - self.found.sums[f"honest {at}"] / said, wrong))
        return found

    def knowledge(self) -> list[str]:
        """How the board's knowledge kept to the truth."""
        values = self.found.values
        spreads = values.get("spread share", [])
        means, sizes = values.get("mean share", []), values.get("tracker bytes", [])
        return [
            self.world.name,
            f"{percentile(values.get('worst tare z', []), 0.5):.1f}",
            f"{max(values.get('worst tare z', [0.0])):.1f}",
            f"{max((abs(each) for each in values.get('mean z', [])), default=0.0):.1f}",
            f"{min(means, default=1.0):.3f} to {max(means, default=1.0):.3f}",
            f"{min(spreads, default=0.0):.3f} to {max(spreads, default=0.0):.3f}",
            f"{min(sizes, default=0.0):.0f} to {max(sizes, default=0.0):.0f}",
        ]


def picture(rows: Sequence[Row]) -> str:
    """The plots beside the page, as SVG."""
    return calibration_picture(
        "Wrong tables: said (across) against found (up)",
        {row.world.name: row.bins() for row in rows if row.counts["all moves"]},
    )


def worlds_page(worlds: Sequence[World], results: Results[Evening, Tally], command: str) -> str:
    """The page in Markdown."""
    rows = [Row(world, of_row(results, world.name)) for world in worlds]
    rows = [row for row in rows if row.counts["all moves"]]
    names = {row.world.name for row in rows}
    seeds = sorted(evening.seed for evening in results.found if evening.row in names)
    return page(
        "# In worlds not its own",
        "Tables of physics that share nothing with the recogniser; whole games followed by the tracker\n"
        f"that ships. Made by `{command}`; evenings {seeds[0]} to {seeds[-1]}.\n"
        "Rates stand beside their upper 95 % bound. Cases repeat with the command beside them.",
        "## The worlds",
        tabled(
            ("world", "what differs", "fingerprint"),
            (
                [row.world.name, row.world.what, results.trial.fingerprint(Evening(row.world.name, 0))]
                for row in rows
            ),
        ),
        *_what_became(rows),
        *_said_against_found(rows),
        "## What was learnt",
        "After every game: by how many of its own standard deviations the worst tare and the mean bean are\n"
        "off, how the mean moved against the truth, the spread (CV), and the bytes of the pickled tracker.",
        tabled(
            ("world", "worst tare, median", "worst tare", "worst mean", "mean over truth", "spread", "bytes"),
            (row.knowledge() for row in rows),
        ),
        "## Cases",
        "\n".join(_cases(rows)),
    )


def _what_became(rows: Sequence[Row]) -> list[str]:
    """The section with a row of rates for each world."""
    return [
        "## What became of moves and faults",
        "*Mistaken* is an accepted table that is not what lay there, of all looks at honest tables;\n"
        "*decidable* are those that a posterior told the world's parameters decides at 0.999\n"
        "(`worlds/decidable.py`). *Asked* is of honest moves when they are done, *called wrong* of all\n"
        "looks at honest tables. *Silent* are disturbed tables accepted with a count that is not true.\n"
        "*Cut short* are looks with more explanations than may be tried: the board asks.",
        tabled(
            (
                "world",
                "moves",
                "mistaken",
                "decidable, with those put right",
                "mistaken when put right",
                "called wrong when put right",
                "asked",
                "called wrong",
                "decidable faults silent",
                "doubles silent",
                "things silent",
                "of these decidable",
                "fingers silent",
                "exchanged beans asked",
                "ends unseen",
                "blamed untouched",
                "cut short",
            ),
            (row.cells() for row in rows),
        ),
    ]


def _said_against_found(rows: Sequence[Row]) -> list[str]:
    """The section on how true the probabilities are."""
    return [
        "## Said against found",
        "How often the table that was named is the true one, by the confidence said, of looks at honest\n"
        f"tables. Bins of {LEAST_IN_A_BIN} and more are judged: *below*, if the interval of what was found\n"
        "does not reach the mean of what was said.",
        f"![What was said against what was found, world by world]({PICTURE})",
        tabled(("world", *_BINS), ([row.world.name, *row.said_and_found("honest")] for row in rows)),
        "Of disturbed tables the same is no fault by itself: here they are many times as common as at any\n"
        "table, and a thing or a finger may weigh what a bean weighs.",
        tabled(("world", *_BINS), ([row.world.name, *row.said_and_found("disturbed")] for row in rows)),
    ]


def _cases(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        shown: Counter[str] = Counter()
        grave = [each for each in row.found.examples if _is_grave(each.what)]
        for each in grave:
            shown[each.what] += 1
            if shown[each.what] <= CASES_SHOWN:
                again = f"python -m studies repeat world/{row.world.name} {each.seed}"
                yield f"- **{row.world.name}**, {each.what}: {each.where} (`{again}`)"


def _is_grave(what: str) -> bool:
    return any(word in what for word in _GRAVE) and "not decidable" not in what


def of_rate(rate: Rate) -> str:
    """A rate with its upper bound."""
    if not rate.trials:
        return "–"
    if not rate.events:
        return f"0 of {rate.trials} ({rate})"
    return f"{rate.events} of {rate.trials} = {number(rate.share)} (< {number(rate.highest)})"
