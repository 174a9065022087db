"""Both readers of the same looks side by side, as a table: a row a world and reader."""

from collections.abc import Iterator, Sequence

from studies.page import table
from studies.results import Results
from studies.runner import Evening, of_row
from studies.tally import Tally
from studies.worlds.disturbances import DOUBLE, HARMLESS, THING
from studies.worlds.report import Row, of_rate
from studies.worlds.shadow import OF_THE_READER, OF_THE_TRACKER, milliseconds, of_the_shadow
from studies.worlds.world import World

HEADS = (
    "world",
    "reader",
    "mistaken",
    "decidable",
    "moves asked",
    "called wrong",
    "decidable faults silent",
    "doubles silent",
    "decidable things silent",
    "called wrong when put right",
    "exchanged beans asked",
    "ms: half, 99 %, all",
)


def side_by_side(worlds: Sequence[World], results: Results[Evening, Tally]) -> list[str]:
    """The lines of the table, and below them all worlds together."""
    rows: list[list[str]] = []
    everything = Tally()
    for world in worlds:
        found = of_row(results, world.name)
        everything.add(found)
        rows += _rows(world, world.name, found)
    if len(worlds) > 1:
        rows += _rows(worlds[0], "all", everything)
    return list(table(HEADS, rows))


def _rows(world: World, name: str, found: Tally) -> Iterator[list[str]]:
    readers = (("tracker", found, OF_THE_TRACKER), ("histories", of_the_shadow(found), OF_THE_READER))
    for reader, tally, times in readers:
        row = Row(world, tally)
        counts = row.counts
        took = ", ".join(f"{milliseconds(found, times, share):g}" for share in (0.5, 0.99, 1.0))
        yield [
            name,
            reader,
            of_rate(row.mistaken),
            str(row.mistaken_decidable),
            of_rate(row.asked),
            of_rate(row.rate("moves called wrong", "moves")),
            of_rate(row.silent),
            of_rate(row.rate(f"silent {DOUBLE}", f"made {DOUBLE}")),
            str(counts[f"decidable silent {THING}"]),
            of_rate(row.rate("mended called wrong", "mended")),
            of_rate(row.rate(f"asked {HARMLESS}", f"made {HARMLESS}")),
            took,
        ]
