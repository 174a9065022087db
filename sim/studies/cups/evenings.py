"""Whole games through simulated pins: real firmware, simulated people of a given clumsiness."""

from cupsim.runs.games import Pairing, Played, play_many

from studies.cups.boards import setting_of
from studies.cups.study import Study
from studies.tally import Example, Tally


def try_game(study: Study, seed: int) -> Tally:
    """One game to its end, held against the truth."""
    (played,) = play_many([pairing_of(study, seed)], jobs=1)
    counts, found = played.counts, Tally()
    found.counts.update(
        {
            "games": 1,
            "unfinished games": int(played.unfinished is not None),
            "games with a wrong agreed table": int(bool(played.findings)),
            "moves": counts.moves,
            "questioned moves": counts.questioned_moves,
            "wrong agreed tables": len(played.findings),
            "looks": counts.recognitions.total(),
            "looks that were wrong": counts.misread,
        }
    )
    for what, said in _troubles(played):
        found.show(Example(what, seed, said))
    return found


def pairing_of(study: Study, seed: int) -> Pairing:
    """The evening with its two people."""
    return Pairing(setting_of(study, seed), clumsiness=float(study.variant or 0))


def _troubles(played: Played) -> list[tuple[str, str]]:
    troubles = [("wrong agreed table", misbelief) for misbelief in played.findings]
    if played.unfinished is not None:
        troubles.append(("unfinished game", played.unfinished))
    return troubles
