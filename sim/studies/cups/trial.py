"""What the study of moves tries, which of it is wanted, and what was found in a row of its grid."""

from collections.abc import Sequence

from studies.cups.kinds import run_chunk
from studies.cups.study import Chunk, Study
from studies.results import Results, Trial
from studies.tally import Tally

TRIAL = Trial("cups", Chunk, run_chunk, Tally.from_json, "studies.cups.kinds", Tally.as_json)


def chunks_of(studies: Sequence[Study], campaign_seed: int) -> list[Chunk]:
    """List the chunks of these studies so that all grow alike, and an interrupted run has some of each."""
    chunks = [
        (chunk.first / study.evenings, chunk) for study in studies for chunk in study.chunks(campaign_seed)
    ]
    return [chunk for _, chunk in sorted(chunks, key=lambda each: each[0])]


def found_in(results: Results[Chunk, Tally], study: Study) -> Tally:
    """Add up everything found in a study so far, whichever chunk was finished first."""
    total = Tally()
    for chunk in sorted(results.found, key=lambda each: each.key):
        if chunk.study == study.key:
            total.add(results.found[chunk])
    return total


def share_of(results: Results[Chunk, Tally], study: Study) -> float:
    """Return how much of a study has been run, from whatever seeds: 0 to 1."""
    evenings = sum(chunk.end - chunk.first for chunk in results.found if chunk.study == study.key)
    return min(1.0, evenings / study.evenings)
