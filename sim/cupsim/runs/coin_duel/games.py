"""Whole games of Coin Duel without a screen, refereed by the board and held against the truth."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import TypeAlias

from cupsboard.rules.game import Standing
from cupsboard.rules.record import RecordOf, format_record

from cupsim.people.coin_duel.pair import Conduct
from cupsim.runs.coin_duel.evening import DuelEvening, Setting
from cupsim.runs.coin_duel.judge import Counts, Judge, given_up
from cupsim.runs.played import Played
from cupsim.runs.worker import side_by_side

ROOMS_PLAYED = frozenset({"coin_duel"})
PATIENCE_SECONDS = 240.0
"""A game in which no turn ends for so long (in virtual time) is given up."""
STRIDE_SECONDS = 1.0


DuelPlayed: TypeAlias = Played[Setting, Counts]
"""Wrong are a table that is believed, and an honest play that is called illegal."""


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
        judge.counts,
        format_record(record),
        record.result,
        unfinished,
        judge.findings,
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
    """Play one of many, whose end is also that the program breaks in it."""
    return DuelPlayed.of(lambda: play(setting, patience_seconds), setting, Counts())
