"""Runs the chunks of a campaign side by side, and writes each down as soon as it is done.

Results are lines of JSON in one file that only ever grows: whoever pulls the plug loses at most the chunks
that were being run, and starting again goes on with what is missing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cupsboard
import cupsim
from cupsim.runs.worker import end_with_parent

import studies
from studies.cups.compute import time_decisions
from studies.cups.evenings import try_game
from studies.cups.faulty_moves import try_faults
from studies.cups.honest_moves import try_honest_moves
from studies.cups.landings import try_landings
from studies.cups.latency import try_drop
from studies.cups.leaning import try_leans
from studies.cups.study import Chunk, Found, Kind, Study, seed_and_evenings
from studies.kept_lines import KeptLines

EVENINGS: Mapping[Kind, Callable[[Study, int], Found]] = {
    Kind.HONEST: try_honest_moves,
    Kind.FAULTS: try_faults,
    Kind.LEAN: try_leans,
    Kind.GAMES: try_game,
    Kind.LATENCY: try_drop,
    Kind.LANDINGS: try_landings,
    Kind.COMPUTE: time_decisions,
}
"""What one evening of each kind is."""


class Results:
    """The finished chunks of one campaign, in a directory."""

    def __init__(self, directory: Path) -> None:
        self._lines = KeptLines(directory / "results.jsonl")
        self._found: dict[str, tuple[str, Found]] = {}
        self._evenings: Counter[str] = Counter()
        self.seeds: dict[str, set[int]] = {}
        """The campaign seeds of the results of each kind."""
        self.sources: dict[str, set[str]] = {}
        """The states of the program that made the results of each kind; more than one is worth a remark."""
        self._lines.read(self._take, "result of a campaign", "another directory")

    def __contains__(self, chunk: Chunk) -> bool:
        return chunk.key in self._found

    def add(self, chunk: Chunk, found: Found) -> None:
        """Keep a finished chunk; it is on the disk when this returns."""
        sources = sources_now()
        self._lines.add({"chunk": chunk.key, "study": chunk.study.key, "sources": sources, **found.as_json()})
        self._keep(chunk.key, chunk.study.key, sources, found)

    def of(self, study: Study) -> Found:
        """Everything found in a study so far, whichever chunk was finished first."""
        total = Found()
        for _, (key, found) in sorted(self._found.items()):
            if key == study.key:
                total.add(found)
        return total

    def share_of(self, study: Study) -> float:
        """How much of a study has been run, from whatever seeds: 0 to 1."""
        return min(1.0, self._evenings[study.key] / study.evenings)

    def _take(self, plain: Any) -> None:
        self._keep(plain["chunk"], plain["study"], plain["sources"], Found.from_json(plain))

    def _keep(self, chunk: str, study: str, sources: str, found: Found) -> None:
        seed, first, end = seed_and_evenings(chunk)
        self._found[chunk] = (study, found)
        self._evenings[study] += end - first
        kind = Study.parse(study).kind.value
        self.sources.setdefault(kind, set()).add(sources)
        self.seeds.setdefault(kind, set()).add(seed)


def run(studies: Sequence[Study], results: Results, *, campaign_seed: int, jobs: int) -> Iterator[Chunk]:
    """Run what is missing, in `jobs` processes; each chunk comes when it has been written down."""
    missing = missing_chunks(studies, results, campaign_seed)
    if jobs == 1:
        for chunk in missing:
            results.add(chunk, run_chunk(chunk))
            yield chunk
        return
    with get_context("spawn").Pool(min(jobs, len(missing) or 1), end_with_parent) as pool:
        for chunk, found in pool.imap_unordered(_run_named, missing):
            results.add(chunk, found)
            yield chunk


def missing_chunks(studies: Sequence[Study], results: Results, campaign_seed: int) -> list[Chunk]:
    """The chunks that are not finished; all studies grow alike, and an interrupted one has some of each."""
    chunks = [chunk for study in studies for chunk in study.chunks(campaign_seed)]
    chunks.sort(key=lambda chunk: chunk.first / chunk.study.evenings)
    return [chunk for chunk in chunks if chunk not in results]


def run_chunk(chunk: Chunk) -> Found:
    """All evenings of a chunk, one after the other."""
    total = Found()
    for seed in chunk.seeds:
        total.add(EVENINGS[chunk.study.kind](chunk.study, seed))
    return total


def sources_now() -> str:
    """A short fingerprint of the programs under trial, to tell results of different days apart."""
    digest = sha256()
    for package in (cupsboard, cupsim, studies):
        assert package.__file__ is not None
        for path in sorted(Path(package.__file__).parent.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _run_named(chunk: Chunk) -> tuple[Chunk, Found]:
    return chunk, run_chunk(chunk)
