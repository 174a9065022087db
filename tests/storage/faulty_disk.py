"""A disk that refuses writes for a while, and a game on a board with such a disk, through power cuts too.

What a reader sees and what outlives a power cut are two things: after a failed fsync the system shows data
that never reached the disk, and forgets that it owes them (https://wiki.postgresql.org/wiki/Fsync_Errors).
"""

import errno
import os
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any

from cupsboard.loop import Moment
from cupsboard.ports import StoreError, aside_names
from cupsboard.rules.history import Entry, History, Passed
from cupsboard.rules.places import Side, pot
from cupsboard.session.game_session import Evening, evening
from cupsboard.signs.scene import Meaning, Message
from cupsboard.storage.games import KeptGames
from cupsim.runs.belief_check import Tally
from cupsim.runs.games import Pairing
from cupsim.table.ground_truth import Witness

MEAN_WRITES_BETWEEN = 12
MEAN_SECONDS_BETWEEN_CUTS = 60.0
MEAN_SECONDS_OWING = 6.0
"""Something is owed for so long until the power goes, if it doesn't go before."""
DARK_SECONDS = (0.5, 10.0)
PATIENCE_SECONDS = 900.0
FOR_EVER = 1_000_000
LAST_WORDS_SECONDS = 60.0
"""Longer than the longest pause between two tries."""


class _Unread:
    """A view of the board at which nobody looks."""

    def __call__(self, moment: Moment) -> None:
        """See `View`."""

    def note(self, message: Message) -> None:
        """See `View`."""


class Trouble(Enum):
    """What a disk does instead of writing."""

    FULL = "full"
    """Of an append a part arrives (ENOSPC)."""
    FAILING = "fsync fails"
    """The data are there to be read, and nobody knows what is on the disk (EIO)."""
    READ_ONLY = "read-only"
    """Nothing arrives (EROFS)."""
    UNOPENED = "no descriptors"
    """No file can be opened, for reading either (EMFILE)."""
    GONE = "taken away"
    """All files are removed once, which shows at the next write only; then it works again."""


_NUMBERS = {
    Trouble.FULL: errno.ENOSPC,
    Trouble.FAILING: errno.EIO,
    Trouble.READ_ONLY: errno.EROFS,
    Trouble.UNOPENED: errno.EMFILE,
}


class FaultyDisk:
    """Implements `Store`; `trouble` befalls the next `lasts` writes that are tried."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._seen: dict[str, bytes] = {}
        self._durable: dict[str, bytes] = {}
        self.trouble = Trouble.FULL
        self.starts_in = FOR_EVER
        """Writes until the trouble starts."""
        self.lasts = 0
        self.refused = 0
        """Writes that failed so far."""

    def append(self, name: str, data: bytes) -> None:
        """See `Store`."""
        trouble = self._troubled()
        before, safe = self._seen.get(name, b""), self._durable.get(name, b"")
        part = data[: self._random.randint(0, len(data))]
        match trouble:
            case None:
                self._seen[name], self._durable[name] = before + data, safe + data
                return
            case Trouble.FULL:
                self._seen[name], self._durable[name] = before + part, safe + part
            case Trouble.FAILING:
                self._seen[name], self._durable[name] = before + data, safe + part
            case _:
                pass
        raise self._refusal(name)

    def read(self, name: str) -> bytes | None:
        """See `Store`."""
        if self._is_troubled and self.trouble is Trouble.UNOPENED:
            raise self._refusal(name)
        return self._seen.get(name)

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`."""
        trouble = self._troubled()
        if trouble is None or (trouble is Trouble.FAILING and self._random.random() < 0.5):
            self._seen[name] = data
            if trouble is None or self._random.random() < 0.5:
                self._durable[name] = data
        if trouble is not None:
            raise self._refusal(name)

    def set_aside(self, name: str) -> str:
        """See `Store`; a full disk has room for a name."""
        trouble = self._troubled()
        if trouble not in (None, Trouble.FULL):
            raise self._refusal(name)
        free = next(each for each in aside_names(name) if each not in self._seen)
        for files in (self._seen, self._durable):
            if name in files:
                files[free] = files.pop(name)
        return free

    def cut_power(self) -> None:
        """Forget what never reached the disk."""
        self._seen = dict(self._durable)

    def mend(self) -> None:
        """Work again."""
        self.starts_in, self.lasts = FOR_EVER, 0

    @property
    def _is_troubled(self) -> bool:
        return self.starts_in <= 0 < self.lasts

    def _troubled(self) -> Trouble | None:
        """What befalls this write; it is counted."""
        self.starts_in -= 1
        if not self._is_troubled:
            return None
        self.lasts -= 1
        if self.trouble is Trouble.GONE:
            self._seen, self._durable = {}, {}
            self.lasts = 0
            return None
        self.refused += 1
        return self.trouble

    def _refusal(self, name: str) -> StoreError:
        number = _NUMBERS[self.trouble]
        return StoreError(f"{name}: {os.strerror(number)}")


@dataclass(slots=True)
class Borne:
    """What became of a game; `faults` says in words what was not as it should be."""

    refused: int = 0
    cuts: int = 0
    cuts_while_owing: int = 0
    entries_lost: int = 0
    """What a cut took that the board had said was not written down. Such a game is not played on: its people
    would have to put back a table that they have never seen."""
    entries: int = 0
    seconds_owing: float = 0.0
    seconds_shown: float = 0.0
    """Of those, how long a pot said so."""
    is_over: bool = False
    faults: list[str] = field(default_factory=list)


def bear(pairing: Pairing, seed: int, trouble: Trouble, lasts: int, *, with_cuts: bool) -> Borne:
    """Play one game to its end on a disk that again and again refuses so many writes.

    With `FOR_EVER` it refuses all after the first few, and works again when the game is over. A cut mends it.
    """
    return _Ordeal(pairing, Random(seed), trouble, lasts, with_cuts).run()


class _Ordeal:
    def __init__(
        self, pairing: Pairing, random: Random, trouble: Trouble, lasts: int, with_cuts: bool
    ) -> None:
        self._random = random
        self._lasts = lasts
        self._with_cuts = with_cuts
        self._world = pairing.seated()
        self._disk = FaultyDisk(random)
        self._disk.trouble = trouble
        witness = Witness(self._world.table, self._world.game.places)
        self._world.watch_hands(witness.saw)
        self._tally = Tally(witness)
        self._borne = Borne()
        self._since_written: list[tuple[Entry, ...]] = [()]
        """The record as it was written last, and what it became since."""
        self._before = 0.0
        self._owing_left = 0.0
        """Seconds with something unwritten until the power goes."""

    def run(self) -> Borne:
        world, tally, borne = self._world, self._tally, self._borne
        sitting = self._sit_down()
        while not self._is_done and world.now < tally.progress_at + PATIENCE_SECONDS:
            # The first cut comes while something is owed, whatever the people of the game do.
            is_by_chance = self._with_cuts and borne.cuts > 0
            seconds = self._random.expovariate(1 / MEAN_SECONDS_BETWEEN_CUTS) if is_by_chance else 100.0
            owing = self._random.expovariate(1 / MEAN_SECONDS_OWING) if self._with_cuts else PATIENCE_SECONDS
            self._owing_left = owing
            world.run_until(world.now + seconds, lambda: tally.is_over or self._owing_left <= 0.0)
            if self._with_cuts and not tally.is_over and (is_by_chance or self._owing_left <= 0.0):
                sitting = self._endure_darkness(sitting)
        borne.is_over = tally.is_over
        if not self._is_done:
            borne.faults.append(f"no turn ended for {PATIENCE_SECONDS:.0f} s: {world.referee.state}")
        borne.entries = len(world.referee.history.entries)
        borne.refused = self._disk.refused
        self._disk.mend()
        if self._disk.trouble is Trouble.GONE:
            # It shows at the next write only.
            sitting.games.add_result_shown()
        world.run_until(world.now + LAST_WORDS_SECONDS)
        self._compare_all_written(sitting)
        return borne

    @property
    def _is_done(self) -> bool:
        return self._tally.is_over or self._borne.entries_lost > 0

    def _endure_darkness(self, sitting: Evening[_Unread]) -> Evening[_Unread]:
        world, borne = self._world, self._borne
        before = world.referee.history
        borne.cuts += 1
        borne.cuts_while_owing += sitting.games.spool.owes
        world.cut_power()
        self._disk.cut_power()
        self._disk.mend()
        world.run_until(world.now + self._random.uniform(*DARK_SECONDS))
        world.restore_power()
        sitting = self._sit_down()
        after = _without_passes(world.referee.history)
        if after not in self._since_written:
            borne.faults.append(f"{before.entries} became {after}")
        borne.entries_lost += max(0, len(_without_passes(before)) - len(after))
        self._since_written = [after]
        return sitting

    def _sit_down(self) -> Evening[_Unread]:
        world, disk = self._world, self._disk
        sitting = evening(
            world.bench.board,
            world.profile,
            world.calibration,
            world.setting.options,
            disk,
            KeptGames(disk, lambda: "an evening"),
            lambda _: None,
            lambda _: _Unread(),
        )
        world.adopt(sitting.loop)
        world.loop.listen(self._tally)
        world.loop.listen(lambda moment: self._watch(sitting, moment))
        self._before = world.now
        self._plan_trouble()
        return sitting

    def _plan_trouble(self) -> None:
        if self._is_done:
            return
        self._disk.starts_in = 1 + int(self._random.expovariate(1 / MEAN_WRITES_BETWEEN))
        self._disk.lasts = self._lasts

    def _watch(self, sitting: Evening[_Unread], moment: Moment) -> None:
        """Note what the board has said to be written, and whether it shows what is not."""
        record, owes = _without_passes(self._world.referee.history), sitting.games.spool.owes
        if record != self._since_written[-1]:
            self._since_written.append(record)
        if not owes:
            self._since_written = [record]
            if self._disk.lasts == 0:
                self._plan_trouble()
        passed, self._before = moment.time - self._before, moment.time
        if owes:
            shown = {self._world.reader.meanings.get(pot(side)) for side in Side}
            self._owing_left -= passed
            self._borne.seconds_owing += passed
            self._borne.seconds_shown += passed * (Meaning.UNWRITTEN in shown)

    def _compare_all_written(self, sitting: Evening[_Unread]) -> None:
        if sitting.games.spool.owes:
            self._borne.faults.append("something is still owed to a disk that works")
        self._disk.cut_power()
        kept = KeptGames(self._disk, lambda: "").playing()
        played = self._world.referee.history
        if kept is None or kept.history != played:
            self._borne.faults.append(f"in the end {played.entries} were kept as {kept}")


def _without_passes(history: History[Any]) -> tuple[Entry, ...]:
    """The entries without forced passes at their end, which follow from the rules."""
    entries = history.entries
    while entries and isinstance(entries[-1], Passed):
        entries = entries[:-1]
    return entries
