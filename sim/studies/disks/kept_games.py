"""Games kept without a board, whose power may go in any write."""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from cupsboard.ports import Rows
from cupsboard.referee.events import (
    Ending,
    Event,
    GameStarted,
    Passed,
    Redone,
    StockCorrected,
    TableCorrected,
    TurnEnded,
    Undone,
)
from cupsboard.rules import games as all_games
from cupsboard.rules import history as history_entries
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.history import Entry, History
from cupsboard.rules.places import cup, pot
from cupsboard.signs.scene import Message
from cupsboard.storage.games import KeptGames
from cupsim.runs.memory_store import HeldRows

from studies.disks.faulty_disk import FaultyDisk, Trouble

GAME = all_games.named("cups 3")
STEPS = 30
WRITES = STEPS + 2
"""The most that so many steps make: one to begin a game, one for the empty board, one a step."""


STEPS_ON_A_FAULTY_DISK = 10
SECONDS_A_STEP = 8


class PowerCut(Exception):
    """The power is gone."""


class FailingStore(HeldRows):
    """Rows whose power goes in the `cut`-th write, which arrives whole if it `arrives`, or not at all."""

    def __init__(self, cut: int = -1, *, arrives: bool = False) -> None:
        super().__init__()
        self.writes_left = cut
        self._arrives = arrives

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`."""
        self.writes_left -= 1
        is_cut = self.writes_left == -1
        if not is_cut or self._arrives:
            super().keep(rows)
        if is_cut:
            raise PowerCut
        return ()


def opened(rows: Rows) -> KeptGames:
    """Return the games among these rows; each begins on the same evening."""
    return KeptGames(rows, lambda: "2026-11-21T20:15")


def one_more(history: History[Any], rng: random.Random) -> tuple[History[Any], list[Event]]:
    """The game after something that may happen in it, and the events that tell of it."""
    game, position = history.game, history.position
    if history.can_undo and rng.random() < 0.15:
        return history.undo(), [Undone()]
    if history.can_redo and rng.random() < 0.5:
        return history.redo(), [Redone()]
    if game.standing(position) is not Standing.TO_MOVE:
        return history, []
    side = rng.choice(game.movers(position))
    if rng.random() < 0.05:
        return history.correct_stock(side, 2), [StockCorrected(side, 2)]
    if rng.random() < 0.05:
        changes = (Mark(cup(side, 1), 1), Mark(pot(side.other), 2))
        return history.correct_table(side, changes), [TableCorrected(side, changes)]
    plan = rng.choice(game.plans(position, side))
    assert plan.side is not None
    history = history.play(plan.side, plan.label)
    events: list[Event] = [TurnEnded(plan.side, plan.label, Ending.PRESSED)]
    while game.standing(history.position) is Standing.PASS:
        (mover,) = game.movers(game.pass_turn(history.position))
        history = history.pass_turn()
        events.append(Passed(mover.other))
    return history, events


def played(store: HeldRows, seed: int, steps: int = STEPS) -> list[History[Any]]:
    """Play and write until the power goes; the game after each step that was begun."""
    rng = random.Random(seed)
    stages = [History[Any](GAME, None)]
    with suppress(PowerCut):
        games = opened(store)
        games.begin(GAME, None)
        games.add([GameStarted(None)])
        for _ in range(steps):
            history, events = one_more(stages[-1], rng)
            stages.append(history)
            games.add(events)
    return stages


def without_passes(history: History[Any]) -> tuple[Entry, ...]:
    """Return the entries without forced passes at their end, which follow from the rules."""
    entries = history.entries
    while entries and isinstance(entries[-1], history_entries.Passed):
        entries = entries[:-1]
    return entries


def fault_after(seed: int, cut: int, *, arrives: bool) -> str | None:
    """Play, cut the power in a write, take the game up and go on: what was wrong with it, in words."""
    store = FailingStore(cut, arrives=arrives)
    stages = played(store, seed)
    store.writes_left = -1
    games = opened(store)
    kept = games.playing()
    if kept is None:
        return None if cut < 1 else "the game is lost"
    if without_passes(kept.history) not in [without_passes(stage) for stage in stages[-2:]]:
        return f"{stages[-1].entries} became {kept.history.entries}"
    after, events = one_more(kept.history, random.Random(seed))
    games.add(events)
    again = opened(store).playing()
    return None if again is not None and again.history == after else "what was played on is lost"


def fault_on_a_disk(seed: int, trouble: Trouble, starts_in: int, lasts: int, cut_after: int) -> str | None:
    """Play two games on a disk that refuses some writes, and cut the power: what was wrong then, in words.

    Nothing may be gone that was not owed, and what is there must be a stage of the game.
    """
    rng, disk = random.Random(seed), FaultyDisk(random.Random(seed))
    disk.trouble, disk.starts_in, disk.lasts = trouble, starts_in, lasts
    games = opened(disk)
    games.begin(GAME, None)
    stages, promised = [(1, History[Any](GAME, None))], -1 if games.ledger.owes else 0
    for step in range(1, cut_after + 1):
        number, history = stages[-1]
        if step == STEPS_ON_A_FAULTY_DISK:
            games.begin(GAME, None)
            number, history = games.number, History[Any](GAME, None)
        else:
            history, events = one_more(history, rng)
            games.add(events)
        for second in range(SECONDS_A_STEP):
            games.ledger.step(float(step * SECONDS_A_STEP + second))
        stages.append((number, history))
        if not games.ledger.owes:
            promised = len(stages) - 1
    disk.cut_power()
    disk.mend()
    found = opened(disk)
    kept = found.playing()
    if kept is None:
        return None if promised == -1 else "the game is lost"
    said = [(number, without_passes(history)) for number, history in stages[max(0, promised) :]]
    if (found.number, without_passes(kept.history)) not in said:
        return f"game {found.number}: {stages[promised][1].entries} became {kept.history.entries}"
    return None
