"""The reader of histories in the shadow of the tracker: it sees the same looks, and nobody asks it.

An evening goes as the tracker has it. Beside it the other reader is shown every look that was kept, on the
same scales with the same errors, and what it would have said is counted under the same names.
"""

from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

from cupsboard.recognition.histories.reader import Look, Reader
from cupsboard.recognition.histories.verdict import Belief
from cupsboard.recognition.outcome import NotLegal, Recognition, Unchanged, Undecided
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import BEAN, HAND, Kind, Place
from cupsboard.scales.readings import Settled

from studies.tally import Example, Tally
from studies.worlds.any_order import AnyOrder, Doing
from studies.worlds.disturbances import DISTURBANCES, THING
from studies.worlds.evening import ROOMS_PLAYED as ROOMS_PLAYED
from studies.worlds.evening import Evening
from studies.worlds.verdicts import Verdict, in_words
from studies.worlds.world import World

OF_THE_TRACKER, OF_THE_READER = "tracker ms", "reader ms"


def play(world: World, seed: int, most_moves: int | None = None) -> Tally:
    """One evening; the counts of the reader in the shadow begin with "shadow"."""
    evening = _ShadowedEvening(world, seed)
    evening.play(most_moves or 10**9)
    tally = evening.tally
    tally.counts.update({f"shadow {name}": count for name, count in evening.shadow.counts.items()})
    tally.examples += evening.shadow.examples
    return tally


def of_the_shadow(found: Tally) -> Tally:
    """What was counted of the reader, under the names of the tracker's counts."""
    tally = Tally()
    for name, count in found.counts.items():
        if name.startswith("shadow "):
            tally.counts[name.removeprefix("shadow ")] = count
    return tally


def milliseconds(found: Tally, of: str, share: float) -> float:
    """In so many milliseconds this share of the looks was answered."""
    prefix = f"shadow {of} "
    times = sorted(
        (int(name.removeprefix(prefix)), count)
        for name, count in found.counts.items()
        if name.startswith(prefix)
    )
    wanted = share * sum(count for _, count in times)
    for tenths, count in times:
        wanted -= count
        if wanted <= 0:
            return tenths / 10
    return 0.0


class _Shadowed(Tracker):
    """The tracker, which tells another reader what it is told."""

    def __init__(self, tracker: Tracker, agreed: Callable[[Contents, bool], None]) -> None:
        self.__dict__ |= tracker.__dict__
        self.reader: Reader[Doing] | None = None
        self.looks: list[tuple[Settled, float]] = []
        self._agreed = agreed

    def __getstate__(self) -> dict[str, Any]:
        # An evening reckons the tracker's size by it: the reader is none of that.
        return {**self.__dict__, "reader": None, "_agreed": None}

    def look(self, plans: Any, settled: Settled) -> Recognition:
        begun = process_time()
        seen = super().look(plans, settled)
        self.looks = [(settled, process_time() - begun)]
        return seen

    def lift(self, places: frozenset[Place]) -> None:
        super().lift(places)
        if self.reader is not None:
            self.reader.lift(places)

    def only_pieces(self, places: frozenset[Place]) -> None:
        super().only_pieces(places)
        if self.reader is not None:
            self.reader.only_pieces(places)

    def agree(self, contents: Contents, *, is_beneath: bool = False) -> None:
        super().agree(contents, is_beneath=is_beneath)
        self._agreed(contents, is_beneath)


class _ShadowedEvening(Evening):
    """An evening at which both look."""

    def __init__(self, world: World, seed: int) -> None:
        self.shadow = Tally()
        self._after: Any = None
        super().__init__(world, seed)
        self._turns = AnyOrder(self._game, self._table.inside)

    def _tracker_of_the_table(self) -> Tracker:
        self._both = _Shadowed(super()._tracker_of_the_table(), self._goes_on)
        return self._both

    def _turn(self, position: Any) -> Any:
        self._begin(position, self._table.contents())
        return super()._turn(position)

    def _answered_move(self, plan: Plan, after: Any) -> Any:
        self._after = after
        found = super()._answered_move(plan, after)
        self._after = None
        return found

    def _goes_on(self, contents: Contents, is_beneath: bool) -> None:
        """The mover's table is agreed; the reply is to come, or goes on."""
        if self._after is not None:
            after, self._after = self._after, None
            self._begin(after, contents, is_beneath=is_beneath)

    def _begin(self, position: Any, contents: Contents, *, is_beneath: bool = False) -> None:
        both, game = self._both, self._game
        (side, *_) = game.movers(position)
        turn = self._turns.begin(position, side)
        pieces: dict[Place, Mapping[Kind, int]] = {
            place: {BEAN: count} for place, count in {**game.contents(position), **contents}.items()
        }
        if both.reader is None:
            both.reader = Reader(self._turns, turn, pieces, both.knowledge)
        else:
            both.reader.agree(pieces, turn, is_beneath=is_beneath)

    def _judge(self, kind: str, seen: Recognition, fingers: set[Place], finished: Plan | None) -> None:
        super()._judge(kind, seen, fingers, finished)
        reader = self._both.reader
        is_clearing = bool(self._plans) and self._plans[0].side is None
        if reader is None:
            return
        if is_clearing:
            # No act of the game: what lies there is agreed next.
            reader.keep(reader.look(self._settled))
            return
        settled, tracker_seconds = self._both.looks[-1]
        begun = process_time()
        look = reader.look(settled)
        self._time(tracker_seconds, process_time() - begun)
        reader.keep(look)
        self._count(kind, look)

    def _time(self, tracker_seconds: float, reader_seconds: float) -> None:
        """Counted by the whole tenth of a millisecond."""
        for name, seconds in ((OF_THE_TRACKER, tracker_seconds), (OF_THE_READER, reader_seconds)):
            self.shadow.counts[f"{name} {round(seconds * 1e4)}"] += 1

    def _count(self, kind: str, look: Look[Doing]) -> None:
        counts, truth = self.shadow.counts, self._table.contents()
        said = self._as_a_recognition(look)
        is_accepted, is_true = look.verdict.is_sure, said.found == truth
        verdict = Verdict.RIGHT if is_accepted and is_true else Verdict.MISTAKEN
        if not is_accepted:
            verdict = Verdict.CALLED_WRONG if look.verdict.belief is Belief.WRONG else Verdict.ASKED
            verdict = Verdict.RIGHT if self._table.in_the_air else verdict
        is_silent = verdict is Verdict.MISTAKEN
        if kind in DISTURBANCES or kind == THING:
            counts[f"made {kind}"] += 1
            counts[f"silent {kind}"] += is_silent
            counts[f"asked {kind}"] += not is_accepted
            is_decidable = self._could_be_told(kind, said)
            counts[f"decidable {kind}"] += is_decidable
            counts[f"decidable silent {kind}"] += is_decidable and is_silent
            if is_decidable and is_silent:
                self._tell(f"{kind} silent", said)
            return
        counts[kind] += 1
        counts[f"{kind} {verdict.value}"] += verdict is not Verdict.RIGHT
        if is_silent and self._could_be_told(kind, said):
            counts[f"{kind} mistaken decidable"] += 1
            self._tell(f"{kind} mistaken", said)

    def _as_a_recognition(self, look: Look[Doing]) -> Recognition:
        """The verdict in the words of the tracker; what is in the air is taken as it is."""
        verdict, truth = look.verdict, self._table.contents()
        air = {HAND, *self._table.in_the_air}
        if not verdict.tables:
            return Recognition(Undecided(next(iter(truth)), (), Unchanged()), truth, 0.0, None)
        (first, *_) = verdict.tables
        found = {
            place: truth[place] if place in air else sum(first.pieces[place].values()) for place in truth
        }
        outcome = Unchanged() if verdict.is_sure else NotLegal((), ())
        return Recognition(outcome, found, first.probability, None)

    def _tell(self, what: str, said: Recognition) -> None:
        where = f"game {self._games + 1}, move {self._moves}, look {self._looks}: "
        self.shadow.show(
            Example(f"reader: {what}", self._seed, where + in_words(said, self._table.contents()))
        )
