"""Whole games of King of the Cups without a screen, held against the truth."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from cupsboard.loop import Moment
from cupsboard.referee.events import DiceFell, GameOver
from cupsboard.rules.record import RecordOf, format_record

from cupsim.runs.king_of_the_cups.evening import RaceEvening, Setting
from cupsim.runs.king_of_the_cups.judge import Counts, Judge, OwnThrow
from cupsim.runs.king_of_the_cups.own_dice import OwnDice
from cupsim.runs.king_of_the_cups.power import Cuts
from cupsim.runs.king_of_the_cups.strangers_evening import StrangersEvening
from cupsim.runs.played import Played
from cupsim.runs.power_cuts import PowerCut
from cupsim.runs.worker import side_by_side

ROOMS_PLAYED = frozenset({"king_of_the_cups"})
PATIENCE_SECONDS = 120.0
"""A game in which nothing lands and no turn ends for so long (in virtual time) is given up."""
LONGEST_SECONDS = 1800.0
"""And so is one that goes on for so long, whatever happens in it: none takes a quarter of that."""
LAST_LOOK_SECONDS = 1.0


RacePlayed: TypeAlias = Played[Setting, Counts]


def play(setting: Setting, patience_seconds: float = PATIENCE_SECONDS) -> RacePlayed:
    """Play one game to its end, or until nothing has happened for so long."""
    began = perf_counter()
    cuts = Cuts(Random(f"cuts {setting.seed}")) if setting.has_power_cuts else None
    if setting.are_strangers:
        evening: RaceEvening | StrangersEvening = StrangersEvening(setting)
    else:
        evening = RaceEvening(setting, store=None if cuts is None else cuts.store)
    judge, own_dice = _judged(evening)
    ended: list[GameOver[Any]] = []
    words: list[str] = []
    races = [0]

    def listen(moment: Moment) -> None:
        judge(moment)
        words[:] = [moment.decided.scene.message.key]
        ended.extend(event for event in moment.decided.events if isinstance(event, GameOver))
        if isinstance(evening, RaceEvening) and evening.rolls != races[0]:
            races[0] = evening.rolls
            position = evening.heart.history.position
            is_new = any(isinstance(event, DiceFell) for event in moment.decided.events)
            if position.dice is not None and not is_new:
                judge.race_begins_anew(moment.time, position.dice.right_cup, position.out)

    evening.listen(listen)
    if cuts is not None and isinstance(evening, RaceEvening):
        cuts.watch(evening)
    unfinished = None
    while not (ended or evening.heart.history.is_over):
        ends = min(judge.progress_at + patience_seconds, LONGEST_SECONDS)
        if evening.now >= ends:
            lights = {place: said.value for place in evening.profile.places if (said := evening.says(place))}
            unfinished = (
                f"no end in {evening.now:.1f} s, of which nothing happened in the last "
                f"{evening.now - judge.progress_at:.1f} s: "
                f"{type(evening.heart.referee.state).__name__}, {words}, {lights}"
            )
            break
        _play_on(evening, judge, cuts, ends, lambda: bool(ended))
    evening.run_until(evening.now + LAST_LOOK_SECONDS, lambda: False)
    judge.finish(evening.now)
    history = evening.heart.history
    judge.counts.rounds = evening.dice_fell
    judge.counts.told_wrongly = 0 if own_dice is None else own_dice.told_wrongly
    record = RecordOf.of(history)
    return RacePlayed(
        setting,
        judge.counts,
        format_record(record),
        record.result,
        unfinished,
        judge.findings,
        evening.now,
        perf_counter() - began,
    )


def _judged(evening: RaceEvening | StrangersEvening) -> tuple[Judge, OwnDice | None]:
    """The judge of an evening, and who throws there."""
    if isinstance(evening, StrangersEvening) or not evening.setting.has_real_dice:
        return Judge(evening.table), None
    own_dice = OwnDice(evening, Random(f"own dice {evening.setting.seed}"))
    evening.add(own_dice)

    def thrown() -> OwnThrow | None:
        since = evening.heart.referee.race_since
        return (
            None
            if evening.last_throw is None
            else OwnThrow(evening.last_throw[0], since, evening.last_throw[1])
        )

    return Judge(evening.table, thrown), own_dice


def _play_on(
    evening: RaceEvening | StrangersEvening,
    judge: Judge,
    cuts: Cuts | None,
    until: float,
    is_over: Callable[[], bool],
) -> None:
    """Let the game go on, until the power goes or it is over; if it went, until the board is on again."""
    if cuts is None or isinstance(evening, StrangersEvening):
        evening.run_until(until, is_over)
        return
    try:
        evening.run_until(until, lambda: is_over() or cuts.is_due)
    except PowerCut:
        pass
    else:
        if not cuts.is_due:
            return
    judge.power_went(evening.now)
    if (fault := cuts.go_through(lambda time: evening.run_until(time, lambda: False))) is not None:
        judge.findings.append(f"{evening.now:.2f} s: {fault}")
    judge.power_came(evening.now)


def play_many(
    settings: Sequence[Setting], jobs: int, patience_seconds: float = PATIENCE_SECONDS
) -> Iterator[RacePlayed]:
    """Play many games in `jobs` processes; each comes as soon as it may, in the order given."""
    return side_by_side(partial(play_or_break, patience_seconds=patience_seconds), settings, jobs)


def play_or_break(setting: Setting, patience_seconds: float = PATIENCE_SECONDS) -> RacePlayed:
    """Play one of many, whose end is also that the program breaks in it."""
    return RacePlayed.of(lambda: play(setting, patience_seconds), setting, Counts())
