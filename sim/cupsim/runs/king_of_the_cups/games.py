"""Whole games of King of the Cups without a screen, held against the truth."""

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from cupsboard.loop import Moment
from cupsboard.referee.events import GameOver
from cupsboard.rules.record import RecordOf, format_record

from cupsim.runs.king_of_the_cups.evening import RaceEvening, Setting
from cupsim.runs.king_of_the_cups.judge import Counts, Judge
from cupsim.runs.king_of_the_cups.strangers_evening import StrangersEvening
from cupsim.runs.worker import end_with_parent

ROOMS_PLAYED = frozenset({"king_of_the_cups"})
PATIENCE_SECONDS = 120.0
"""A game in which nothing lands and no turn ends for so long (in virtual time) is given up."""
LONGEST_SECONDS = 1800.0
"""And so is one that goes on for so long, whatever happens in it: none takes a quarter of that."""
LAST_LOOK_SECONDS = 1.0


@dataclass
class RacePlayed:
    """What became of a game. `unfinished` says why it did not end; None if it did."""

    setting: Setting
    record: str
    result: str
    unfinished: str | None
    findings: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    virtual_seconds: float = 0.0
    real_seconds: float = 0.0

    @property
    def is_good(self) -> bool:
        """Whether it finished, and the board took no cup for another and no hand for another's."""
        return self.unfinished is None and not self.findings


def play(setting: Setting, patience_seconds: float = PATIENCE_SECONDS) -> RacePlayed:
    """Play one game to its end, or until nothing has happened for so long."""
    began = perf_counter()
    evening = StrangersEvening(setting) if setting.are_strangers else RaceEvening(setting)
    judge = Judge(evening.table)
    ended: list[GameOver[Any]] = []
    words: list[str] = []

    def listen(moment: Moment) -> None:
        judge(moment)
        words[:] = [moment.decided.scene.message.key]
        ended.extend(event for event in moment.decided.events if isinstance(event, GameOver))

    evening.loop.listen(listen)
    unfinished = None
    while not ended:
        ends = min(judge.progress_at + patience_seconds, LONGEST_SECONDS)
        if evening.now >= ends:
            lights = {place: said.value for place in evening.profile.places if (said := evening.says(place))}
            unfinished = (
                f"no end in {evening.now:.1f} s, of which nothing happened in the last "
                f"{evening.now - judge.progress_at:.1f} s: "
                f"{type(evening.heart.referee.state).__name__}, {words}, {lights}"
            )
            break
        evening.run_until(ends, lambda: bool(ended))
    evening.run_until(evening.now + LAST_LOOK_SECONDS, lambda: False)
    judge.finish(evening.now)
    history = evening.heart.history
    judge.counts.rounds = evening.dice_fell
    return RacePlayed(
        setting,
        format_record(RecordOf.of(history)),
        RecordOf.of(history).result,
        unfinished,
        judge.findings,
        judge.counts,
        evening.now,
        perf_counter() - began,
    )


def play_many(settings: Sequence[Setting], jobs: int) -> Iterator[RacePlayed]:
    """Play many games in `jobs` processes; each comes as soon as it may, in the order given."""
    if jobs == 1 or len(settings) == 1:
        yield from map(_survive, settings)
        return
    with get_context("spawn").Pool(min(jobs, len(settings)), end_with_parent) as pool:
        yield from pool.imap(_survive, settings)


def _survive(setting: Setting) -> RacePlayed:
    """Play one of many: if the program breaks in it, that is how this game ended."""
    try:
        return play(setting)
    except Exception:
        return RacePlayed(setting, "", "broken", f"the program broke:\n{traceback.format_exc()}")
