"""Whole games of Coin Duel without a screen, refereed by the board and held against the truth."""

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter

from cupsboard.rules.game import Standing
from cupsboard.rules.record import RecordOf, format_record

from cupsim.people.coin_duel.pair import Conduct
from cupsim.runs.coin_duel.evening import DuelEvening, Setting
from cupsim.runs.coin_duel.judge import Counts, Judge, given_up
from cupsim.runs.worker import side_by_side

ROOMS_PLAYED = frozenset({"coin_duel"})
PATIENCE_SECONDS = 240.0
"""A game in which no turn ends for so long (in virtual time) is given up."""
STRIDE_SECONDS = 1.0


@dataclass
class DuelPlayed:
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
        """Whether it ended, no wrong table was believed and no honest play called illegal."""
        return self.unfinished is None and not self.findings


def play(
    setting: Setting, patience_seconds: float = PATIENCE_SECONDS, conduct: Conduct | None = None
) -> DuelPlayed:
    """Play a game to its end, to something wrong that is believed, or until nothing has happened for long."""
    began = perf_counter()
    evening = DuelEvening(setting, conduct or Conduct())
    judge = Judge(evening)
    evening.listen(judge)
    random = Random(f"cuts {setting.seed}")
    unfinished = None
    while not judge.is_silent and evening.game.standing(evening.position()) is not Standing.OVER:
        if evening.now >= judge.progress_at + patience_seconds:
            state = evening.referee.state
            unfinished = (
                f"nothing happened for {patience_seconds:.0f} s at {evening.now:.1f} s: "
                f"{type(state).__name__}, {evening.sentence_key}"
            )
            break
        evening.world.run_until(evening.now + STRIDE_SECONDS)
        if _is_in_mid_relay(evening) and random.random() < setting.power_cuts:
            judge.counts.power_cuts += 1
            evening.cut_power()
    judge.counts.taken_back = sum(1 for _ in given_up(evening.pair.played))
    record = RecordOf.of(evening.referee.history)
    return DuelPlayed(
        setting,
        format_record(record),
        record.result,
        unfinished,
        judge.findings,
        judge.counts,
        evening.now,
        perf_counter() - began,
    )


def _is_in_mid_relay(evening: DuelEvening) -> bool:
    return any(hands.beans for hands in evening.world.hands.values())


def play_many(settings: Sequence[Setting], jobs: int, patience_seconds: float) -> Iterator[DuelPlayed]:
    """Play many games in `jobs` processes; yield their results in the order of `settings`."""
    play_one = partial(play_or_break, patience_seconds=patience_seconds)
    return side_by_side(play_one, settings, jobs)


def play_or_break(setting: Setting, patience_seconds: float) -> DuelPlayed:
    """Play one of many: if the program breaks in it, that is how this game ended."""
    try:
        return play(setting, patience_seconds)
    except Exception:
        return DuelPlayed(setting, "", "broken", f"the program broke:\n{traceback.format_exc()}")
