"""One evening of a row: a whole game on such a disk, or games that are kept without a board."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

from studies.disks.cuts import endure
from studies.disks.faulty_disk import FOR_EVER, Trouble
from studies.disks.kept_games import STEPS_ON_A_FAULTY_DISK, WRITES, fault_after, fault_on_a_disk
from studies.disks.refusals import bear
from studies.results import Trial
from studies.runner import Evening
from studies.tally import Example, Tally

ROOMS_PLAYED = frozenset({"cups"})
ENTRIES, REFUSED, CUTS, CUTS_IN_WRITES = "entries", "writes refused", "cuts", "cuts in writes"
LOST, OWING, SHOWN, FINISHED = "entries lost", "seconds owing", "seconds shown", "finished"
MISBELIEVED, FAULTS = "wrongly agreed", "faults"
COUNTED = (ENTRIES, REFUSED, CUTS, CUTS_IN_WRITES, LOST, FINISHED, MISBELIEVED, FAULTS)
REFUSING = tuple(each for each in Trouble if each is not Trouble.GONE)
LASTING = (1, 3, 10, FOR_EVER)
"""How many writes in a row are refused."""
STARTS = range(1, 28)
"""In which write of two short games the trouble starts; they make that many."""


def _game_through_cuts(cups: int, seed: int) -> Tally:
    endured = endure(Pairing(Setting(seed, cups=cups)), seed)
    counts = Counter({ENTRIES: endured.moves, CUTS: endured.cuts_at_instants, FINISHED: int(endured.is_over)})
    counts.update({CUTS_IN_WRITES: endured.cuts_in_writes, LOST: endured.moves_lost})
    counts[MISBELIEVED] += bool(endured.misbeliefs)
    return _with_faults(Tally(counts), seed, (*endured.faults, *endured.misbeliefs[:1]), len(endured.faults))


def _game_refused(trouble: Trouble, lasts: int, with_cuts: bool, seed: int) -> Tally:
    borne = bear(Pairing(Setting(seed, cups=2)), seed, trouble, lasts, with_cuts=with_cuts)
    counts = Counter({ENTRIES: borne.entries, REFUSED: borne.refused, CUTS: borne.cuts})
    counts.update({LOST: borne.entries_lost, FINISHED: int(borne.is_over)})
    tally = _with_faults(Tally(counts), seed, borne.faults, len(borne.faults))
    tally.measure(OWING, borne.seconds_owing)
    tally.measure(SHOWN, borne.seconds_shown)
    return tally


def _cut_games(seed: int) -> Iterator[str | None]:
    for cut, arrives in product(range(WRITES), (False, True)):
        fault = fault_after(seed, cut, arrives=arrives)
        yield fault and f"write {cut}, which {'arrives' if arrives else 'is lost'}: {fault}"


def _refused_games(seed: int) -> Iterator[str | None]:
    steps = range(2 * STEPS_ON_A_FAULTY_DISK + 1)
    for trouble, start, lasts, cut in product(REFUSING, STARTS, LASTING, steps):
        fault = fault_on_a_disk(seed, trouble, start, lasts, cut)
        yield fault and f"{trouble.value} from write {start} for {lasts}, cut after {cut}: {fault}"


def _games(cases: Callable[[int], Iterable[str | None]], seed: int) -> Tally:
    each = list(cases(seed))
    found = [fault for fault in each if fault]
    return _with_faults(Tally(Counter({CUTS_IN_WRITES: len(each)})), seed, found, len(found))


def _with_faults(tally: Tally, seed: int, said: Iterable[str], faults: int) -> Tally:
    tally.counts[FAULTS] += faults
    for words in said:
        tally.show(Example(FAULTS, seed, words))
    return tally


def _refusals() -> Iterator[tuple[str, Callable[[int], Tally]]]:
    for trouble, lasts, with_cuts in (*product(REFUSING, LASTING, (False, True)), (Trouble.GONE, 1, False)):
        writes = "for ever" if lasts == FOR_EVER else f"{lasts}"
        name = f"{trouble.value}, {writes}{', cuts' if with_cuts else ''}"
        yield name, partial(_game_refused, trouble, lasts, with_cuts)


ROWS: Mapping[str, Callable[[int], Tally]] = {
    "cuts, 2x3": partial(_game_through_cuts, 3),
    "cuts, 2x4": partial(_game_through_cuts, 4),
    "cuts, games alone": partial(_games, _cut_games),
    **dict(_refusals()),
    "refused, games alone": partial(_games, _refused_games),
}
"""Plays an evening with a seed, by the name of its row."""


def play(played: Evening) -> Tally:
    """Play an evening of its row."""
    return ROWS[played.row](played.seed)


TRIAL = Trial("disks", Evening, play, Tally.from_json, "studies.disks.evening", Tally.as_json)
