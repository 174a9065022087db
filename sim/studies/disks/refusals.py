"""A game on a board whose disk refuses writes, through power cuts too."""

from dataclasses import dataclass, field
from random import Random

from cupsboard.loop import Moment
from cupsboard.rules.history import Entry
from cupsboard.rules.places import Side, pot
from cupsboard.session.game_session import Evening, evening
from cupsboard.signs.scene import Meaning, Message
from cupsboard.storage.games import KeptGames
from cupsim.runs.belief_check import Tally
from cupsim.runs.games import Pairing
from cupsim.table.ground_truth import Witness

from studies.disks.faulty_disk import FaultyDisk, Trouble
from studies.disks.kept_games import without_passes

MEAN_WRITES_BETWEEN = 12
MEAN_SECONDS_BETWEEN_CUTS = 60.0
MEAN_SECONDS_OWING = 6.0
"""Something is owed for so long until the power goes, if it doesn't go before."""
DARK_SECONDS = (0.5, 10.0)
PATIENCE_SECONDS = 900.0
LAST_WORDS_SECONDS = 60.0
"""Longer than the longest pause between two tries."""


class _Unread:
    """A view of the board at which nobody looks."""

    def __call__(self, moment: Moment) -> None:
        """See `View`."""

    def note(self, message: Message) -> None:
        """See `View`."""


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
        borne.cuts_while_owing += sitting.games.ledger.owes
        world.cut_power()
        self._disk.cut_power()
        self._disk.mend()
        world.run_until(world.now + self._random.uniform(*DARK_SECONDS))
        world.restore_power()
        sitting = self._sit_down()
        after = without_passes(world.referee.history)
        if after not in self._since_written:
            borne.faults.append(f"{before.entries} became {after}")
        borne.entries_lost += max(0, len(without_passes(before)) - len(after))
        self._since_written = [after]
        return sitting

    def _sit_down(self) -> Evening[_Unread]:
        world, disk = self._world, self._disk
        sitting = evening(
            world.bench.board,
            world.profile,
            world.calibration,
            world.setting.options,
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
        record, owes = without_passes(self._world.referee.history), sitting.games.ledger.owes
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
        if sitting.games.ledger.owes:
            self._borne.faults.append("something is still owed to a disk that works")
        self._disk.cut_power()
        kept = KeptGames(self._disk, lambda: "").playing()
        played = self._world.referee.history
        if kept is None or kept.history != played:
            self._borne.faults.append(f"in the end {played.entries} were kept as {kept}")
