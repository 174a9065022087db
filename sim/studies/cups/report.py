"""The results of a campaign as a page of tables and pictures, each with the command that makes it again."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from studies.cups.baselines import BASELINES
from studies.cups.boards import BOARDS_ASKED, refusals
from studies.cups.faulty_moves import LIMITED
from studies.cups.landings import TRIALS
from studies.cups.pictures import curves_picture, rates_picture
from studies.cups.study import Chunk, Kind, Study
from studies.cups.table_faults import DECIDABLE
from studies.cups.targets import fault_rate, judged, lean_rate
from studies.cups.trial import found_in
from studies.page import page, tabled
from studies.rates import Rate, percentile
from studies.results import Results
from studies.tally import Tally

ROW_LIMIT = 12
"""Rows of a picture; the tables hold the rest."""


class Report:
    """A page about the studies that have results."""

    def __init__(
        self, studies: Sequence[Study], results: Results[Chunk, Tally], command: str, unfinished: float = 0.0
    ) -> None:
        """`command`, with the seeds of the results, runs the same again; a share of it is `unfinished`."""
        self._command = command
        self._unfinished = unfinished
        self._seeds: dict[str, set[int]] = {}
        for chunk in results.found:
            self._seeds.setdefault(Study.parse(chunk.study).kind.value, set()).add(chunk.campaign_seed)
        self._fingerprints = {results.trial.fingerprint(chunk) for chunk in results.found}
        self._found = {study: found_in(results, study) for study in studies}
        self._studies = [study for study in studies if self._found[study] != Tally()]

    def page(self) -> str:
        """The page in Markdown."""
        sections: list[tuple[Kind | None, str, str, Callable[[], Iterator[str]]]] = [
            (None, "Targets", "", self._targets),
            (Kind.HONEST, "Honest moves", "false-refusals.svg", self._honest),
            (Kind.FAULTS, "One fault on top of a move", "silent-faults.svg", self._faults),
            (Kind.LEAN, "A steady push without a move", "", self._leans),
            (Kind.GAMES, "Whole games through simulated pins", "", self._games),
            (Kind.LANDINGS, "What landings are worth", "", self._landings),
            (Kind.LATENCY, "From touch-down to decision", "latency.svg", self._latency),
            (Kind.COMPUTE, "Compute", "", self._compute),
            (None, "Examples", "", self._examples),
        ]
        blocks = [*self._head()]
        for kind, title, picture, body in sections:
            if kind is None or self._of(kind):
                blocks += [f"## {title}", self._made_by(kind), *body()]
                blocks += [f"![{title}]({picture})"] if picture else []
        return page(*blocks)

    def pictures(self) -> dict[str, str]:
        """The pictures by their path from the folder of the page."""
        pictures = {}
        if honest := self._of(Kind.HONEST):
            rows = {named(study): _refusals(found) for study, found in honest[:ROW_LIMIT]}
            pictures["false-refusals.svg"] = rates_picture("Honest moves that were refused", rows)
        if spoiled := [pair for pair in self._of(Kind.FAULTS) if not pair[0].variant]:
            study, found = spoiled[0]
            title = f"Faults passed silently: {named(study)}"
            pictures["silent-faults.svg"] = rates_picture(title, _silences(found))
        curves = {}
        for study, found in self._of(Kind.LATENCY):
            if study.beans == "kidney":
                curves[f"{study.sps} SPS, {study.variant}: seen"] = found.values.get("seen after", [])
                curves[f"{study.sps} SPS, {study.variant}: floor"] = found.values.get("floor", [])
        if curves:
            title = "From touch-down to decision: kidney beans"
            pictures["latency.svg"] = curves_picture(title, "s", curves)
        return pictures

    def _made_by(self, kind: Kind | None) -> str:
        """The commands that made a section: one for each seed."""
        only = "" if kind is None else f" --only {kind.value}"
        kinds = self._seeds.keys() if kind is None else {kind.value}
        seeds = sorted({seed for name in kinds for seed in self._seeds[name]})
        return ", ".join(f"`{self._command} --seed {seed}{only}`" for seed in seeds)

    def _of(self, kind: Kind) -> list[tuple[Study, Tally]]:
        return [(study, self._found[study]) for study in self._studies if study.kind is kind]

    def _head(self) -> Iterator[str]:
        yield "# What the board can tell, and what it can't: a campaign"
        made = ", ".join(f"`{each}` ({', '.join(sorted(self._seeds))})" for each in self._fingerprints)
        yield (
            f"Made by {self._made_by(None)}. Each row says its conditions; every evening has a seed of its "
            "own.\n"
            f'A rate of zero is given as its 95 % upper bound ("< 3e-6"). Sources: {made}.'
        )
        if self._unfinished:
            yield f"**{self._unfinished:.0%} of the grid has not been run**; the same commands go on."

    def _targets(self) -> Iterator[str]:
        rows = [
            (each.what, each.wanted, each.found, each.verdict)
            for each in judged(self._studies, self._found.__getitem__)
        ]
        yield tabled(("target", "wanted", "found", ""), rows)

    def _honest(self) -> Iterator[str]:
        yield f"Of {BOARDS_ASKED} boards of a row so many refuse to start with such beans on such cells."
        head = ["beans, cells, board, rate", "refuse", "moves", "questioned", "taken for another"]
        head += [f"{name}: {what}" for name in BASELINES for what in ("refused", "another")]
        rows = []
        for study, found in self._of(Kind.HONEST):
            counts, made = found.counts, found.counts["made"]
            outcomes = ["questioned", "taken for another"]
            outcomes += [f"{name}: {what}" for name in BASELINES for what in ("refused", "taken for another")]
            refused = refusals(study)
            refuse = f"{refused.events} of {refused.trials}" if refused.events else "none"
            shares = (str(Rate(counts[what], made)) for what in outcomes)
            rows.append((named(study), refuse, f"{made:,}", *shares))
        yield tabled(head, rows)

    def _faults(self) -> Iterator[str]:
        for study, found in self._of(Kind.FAULTS):
            yield f"**{named(study)}**"
            rows = [_fault_row(name, (name,), found) for name in (*DECIDABLE, *LIMITED)]
            rows.insert(len(DECIDABLE), _fault_row("all of these", tuple(DECIDABLE), found))
            head = (
                "fault",
                "made",
                "silent",
                "questioned",
                "named",
                *(f"silent by {name}" for name in BASELINES),
            )
            yield tabled(head, [row for row in rows if row[1] != "0"])

    def _leans(self) -> Iterator[str]:
        rows = [
            (
                named(study),
                f"{found.counts['made']:,}",
                str(lean_rate(found)),
                str(Rate(found.counts["taken for a beginning"], found.counts["made"])),
            )
            for study, found in self._of(Kind.LEAN)
        ]
        yield "A push may look like a whole move, or like the beginning of one that is waited for."
        head = ("beans, cells, board, rate", "leans", "taken for a move", "taken for a beginning")
        yield tabled(head, rows)

    def _games(self) -> Iterator[str]:
        rows = []
        for study, found in self._of(Kind.GAMES):
            counts = found.counts
            moves = counts["moves"]
            rows.append(
                (
                    f"{named(study)}, clumsiness {study.variant}",
                    f"{counts['games']:,}",
                    f"{counts['unfinished games']}",
                    f"{moves:,}",
                    str(Rate(counts["wrong agreed tables"], moves)),
                    str(Rate(counts["questioned moves"], moves)),
                    str(Rate(counts["looks that were wrong"], counts["looks"])),
                )
            )
        head = (
            "conditions",
            "games",
            "unfinished",
            "moves",
            "wrong agreed table",
            "questioned",
            "wrong looks",
        )
        yield tabled(head, rows)

    def _landings(self) -> Iterator[str]:
        yield (
            "What comes into the first cup of an empty board, what was seen of it, and how often its settled "
            "weight passed for the beginning of a move without that evidence and with it."
        )
        for study, found in self._of(Kind.LANDINGS):
            yield f"{named(study)}, {study.variant} cup:"
            yield tabled(
                ("what comes", "tried", "passed without", "passed with", "seen"),
                [_landed_row(found, trial.what) for trial in TRIALS],
            )

    def _latency(self) -> Iterator[str]:
        rows = []
        for study, found in self._of(Kind.LATENCY):
            seen, least = found.values.get("seen after", []), found.values.get("floor", [])
            at = [f"{1000 * percentile(seen, share):.0f}" for share in (0.05, 0.5, 0.95, 1.0)]
            floors = [f"{1000 * percentile(least, share):.0f}" for share in (0.5, 0.95)]
            median = percentile(least, 0.5)
            ratio = f"{percentile(seen, 0.5) / median:.2f}" if median else "–"
            landings, missing = found.counts["landings"], found.counts["not seen"]
            where = f"{named(study)}, {study.variant} cup"
            rows.append((where, f"{landings:,}", f"{missing}", *at, *floors, ratio))
        yield "Milliseconds. The floor is settling to a fifth of a bean and one more sample."
        head = ("conditions", "landings", "not seen", "5 %", "median", "95 %", "longest")
        yield tabled((*head, "floor, median", "floor, 95 %", "ratio of medians"), rows)

    def _compute(self) -> Iterator[str]:
        rows = []
        for study, found in self._of(Kind.COMPUTE):
            for what in sorted(found.values):
                times = found.values[what]
                mean = sum(times) / len(times)
                rows.append(
                    (
                        f"N = {study.cups}",
                        what,
                        f"{len(times):,}",
                        f"{mean:.2f}",
                        f"{percentile(times, 0.99):.2f}",
                    )
                )
        yield "Milliseconds of processor time a decision, best of three."
        yield tabled(("board", "tables", "decisions", "mean", "99 % below"), rows)

    def _examples(self) -> Iterator[str]:
        examples = {
            (each.what, study.key): (each.what, study.key, str(each.seed), each.where)
            for study in self._studies
            for each in reversed(self._found[study].examples)
        }
        yield "Each can be played again: `python -m studies repeat STUDY SEED`."
        yield tabled(("what", "study", "seed", "where"), examples.values())


def named(study: Study) -> str:
    """The conditions of a study in words."""
    return f"{study.beans}, {study.cells}, N = {study.cups}, {study.sps} SPS"


def _refusals(found: Tally) -> dict[str, Rate]:
    made = found.counts["made"]
    by_baselines = {name: Rate(found.counts[f"{name}: refused"], made) for name in BASELINES}
    return {"likelihood (the board)": Rate(found.counts["questioned"], made), **by_baselines}


def _silences(found: Tally) -> dict[str, dict[str, Rate]]:
    classes = [name for name in (*DECIDABLE, *LIMITED) if found.counts[f"{name}: made"]]
    return {
        name: {
            "likelihood (the board)": fault_rate(found, (name,), "silent"),
            **{baseline: fault_rate(found, (name,), f"silent by {baseline}") for baseline in BASELINES},
        }
        for name in classes
    }


def _fault_row(title: str, names: Sequence[str], found: Tally) -> tuple[str, ...]:
    outcomes = ["silent", "questioned", "named", *(f"silent by {name}" for name in BASELINES)]
    rates = [fault_rate(found, names, what) for what in outcomes]
    return (title, f"{rates[0].trials:,}", *(str(rate) for rate in rates))


def _landed_row(found: Tally, what: str) -> tuple[str, ...]:
    made = found.counts[f"{what}: made"]
    prefixes = (f"{what}: passed", f"{what}: made")
    seen = {
        key.removeprefix(f"{what}: "): count
        for key, count in found.counts.items()
        if key.startswith(f"{what}: ") and not key.startswith(prefixes)
    }
    words = ", ".join(f"{name} {count / made:.1%}" for name, count in Counter(seen).most_common(3))
    passed = (str(Rate(found.counts[f"{what}: passed {how}"], made)) for how in ("without", "with"))
    return (what, f"{made:,}", *passed, words)
