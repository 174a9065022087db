"""What the board should reach, and what a campaign says of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from studies.cups.boards import refusals
from studies.cups.grid import DOUBLE
from studies.cups.study import Kind, Study
from studies.cups.table_faults import DECIDABLE
from studies.rates import Rate, number, percentile
from studies.tally import Tally

MET, MISSED, TOO_FEW = "met", "MISSED", "too few to say"
FLOOR_FACTOR = 1.25
OTHER_ROW_MOVES = 10_000
"""Honest moves that each row of the grid needs beside the two default boards."""
MOST_SORTED_DOUBLES = 1e-4
MOST_DOUBLES = 0.015
"""Two beans of CV 15 % in one cup: at the bound of the sensing notes, 4.4. With 1 move in 1,000 questioned
that is 1.0 % for a mean that is known and 1.3 % for one that is known from ten beans (CV / sqrt(10) more
on the threshold of 1.5 beans); the rest is for the interval of what was counted."""
LookUp = Callable[[Study], Tally]


@dataclass(frozen=True, slots=True)
class Judged:
    """One target beside what was found."""

    what: str
    wanted: str
    found: str
    verdict: str


def judged(studies: Sequence[Study], found_in: LookUp) -> Iterator[Judged]:
    """Every target that the studies can say something about."""
    for study in studies:
        found = found_in(study)
        if not found.counts and not found.values:
            continue
        match study.kind:
            case Kind.HONEST if _is_default(study):
                yield from _honest(study, found)
            case Kind.LATENCY:
                yield _latency(study, found)
            case Kind.COMPUTE:
                limit = 10.0 if study.cups <= 4 else 50.0
                yield _milliseconds(study, found, limit)
            case _:
                pass
    yield from _other_honest(studies, found_in)
    yield from _faults(studies, found_in)
    yield from _trayed_leans(studies, found_in)
    yield from _deft_games(studies, found_in)


def _deft_games(studies: Sequence[Study], found_in: LookUp) -> Iterator[Judged]:
    """All whole games of people without mishaps, at whatever rate."""
    games = [study for study in studies if study.kind is Kind.GAMES and float(study.variant) == 0.0]
    counts = [found_in(study).counts for study in games]
    if moves := sum(each["moves"] for each in counts):
        rate = Rate(sum(each["wrong agreed tables"] for each in counts), moves)
        yield _never("agreed table not the true one, through pins", 10_000, rate)


def lean_rate(found: Tally) -> Rate:
    """Leans that became moves."""
    return Rate(found.counts["taken for a move"], found.counts["made"])


def fault_rate(found: Tally, names: Sequence[str], what: str) -> Rate:
    """How often faults of these classes came to `what`."""
    return Rate(
        sum(found.counts[f"{name}: {what}"] for name in names),
        sum(found.counts[f"{name}: made"] for name in names),
    )


def _is_default(study: Study) -> bool:
    is_kidney = study.beans in ("kidney", "kidney sorted")
    return is_kidney and (study.cells, study.cups, study.sps) == ("500g", 4, 80)


def _honest(study: Study, found: Tally) -> Iterator[Judged]:
    made = found.counts["made"]
    another = Rate(found.counts["taken for another"], made)
    yield _never(f"honest move taken for another, {study.beans}", 1_000_000, another)
    limit = 1e-3 if "sorted" in study.beans else 2e-3
    yield _below(f"honest move questioned, {study.beans}", limit, Rate(found.counts["questioned"], made))


def _other_honest(studies: Sequence[Study], found_in: LookUp) -> Iterator[Judged]:
    """Honest moves in each other row of the grid whose boards would start with such beans at all."""
    others = (study for study in studies if study.kind is Kind.HONEST and not _is_default(study))
    counts = [found_in(study).counts for study in others if refusals(study).share < 1.0]
    made = [each["made"] for each in counts if each["made"]]
    if not made:
        return
    what = f"honest move taken for another, each of {len(made)} other rows that start"
    another = Rate(sum(each["taken for another"] for each in counts), sum(made))
    verdict = MISSED if another.events else MET if min(made) >= OTHER_ROW_MOVES else TOO_FEW
    found = f"{another.events} in {another.trials:,} of all"
    yield Judged(what, f"0 in {OTHER_ROW_MOVES:,}", found, verdict)


def _faults(studies: Sequence[Study], found_in: LookUp) -> Iterator[Judged]:
    """All faults of a default board together, and its double beans kind by kind."""
    spoiled = [study for study in studies if study.kind is Kind.FAULTS and _is_default(study)]
    decidable = _together(fault_rate(found_in(study), tuple(DECIDABLE), "silent") for study in spoiled)
    if decidable.trials:
        yield _never("silent faults in the decidable classes", 100_000, decidable)
    for beans in sorted({study.beans for study in spoiled}, reverse=True):
        of_beans = (study for study in spoiled if study.beans == beans)
        doubles = _together(fault_rate(found_in(study), (DOUBLE,), "silent") for study in of_beans)
        if doubles.trials:
            limit = MOST_SORTED_DOUBLES if "sorted" in beans else MOST_DOUBLES
            yield _below(f"silent double bean, {beans}", limit, doubles)


def _trayed_leans(studies: Sequence[Study], found_in: LookUp) -> Iterator[Judged]:
    """All pushes on default boards with stock trays; without, only a player can tell."""
    trayed = [study for study in studies if study.kind is Kind.LEAN and _is_default(study) and study.variant]
    leans = _together(lean_rate(found_in(study)) for study in trayed)
    if leans.trials:
        yield _below("lean taken for a move, with trays", 1e-4, leans)


def _together(rates: Iterable[Rate]) -> Rate:
    each = tuple(rates)
    return Rate(sum(rate.events for rate in each), sum(rate.trials for rate in each))


def _latency(study: Study, found: Tally) -> Judged:
    seen = percentile(found.values.get("seen after", []), 0.5)
    least = percentile(found.values.get("floor", []), 0.5)
    return Judged(
        f"median from touch to decision, {study.beans}, {study.variant} cup, {study.sps} SPS",
        f"<= {FLOOR_FACTOR} x the floor",
        f"{1000 * seen:.0f} ms, {seen / least:.2f} x" if least else "–",
        TOO_FEW if not least else MET if seen <= FLOOR_FACTOR * least else MISSED,
    )


def _milliseconds(study: Study, found: Tally, limit: float) -> Judged:
    times = found.values.get("honest", []) + found.values.get("faulty", [])
    mean = sum(times) / len(times)
    return Judged(
        f"compute a decision, N = {study.cups}, honest and faulty",
        f"< {limit:.0f} ms",
        f"{mean:.1f} ms, 99 % below {percentile(times, 0.99):.1f} ms",
        MET if mean < limit else MISSED,
    )


def _never(what: str, trials: int, rate: Rate) -> Judged:
    verdict = MISSED if rate.events else MET if rate.trials >= trials else TOO_FEW
    return Judged(what, f"0 in {trials:,}", f"{rate.events} in {rate.trials:,} ({rate})", verdict)


def _below(what: str, limit: float, rate: Rate) -> Judged:
    verdict = MET if rate.highest < limit else MISSED if rate.lowest > limit else TOO_FEW
    return Judged(what, f"< {number(limit)}", f"{rate.events} in {rate.trials:,} ({rate})", verdict)
