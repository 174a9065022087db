"""The reader of games as histories of acts: follow the scales, look, keep, agree.

    reader = Reader(game.turns, turn, pieces, knowledge)      turn = game.turns.begin(position, player)
    reader.follow(now, fresh_grams, latest_grams)             at every frame of the scales, if there are any
    look = reader.look(settled)                               whenever the table lies still, or the turn is
                                                              said to be done (is_done=True)
    reader.keep(look)                                         if that look is believed
    reader.agree(pieces, turn)                                when the game goes on from a table

`pieces` says how many pieces of each kind lie in every place of the game, stocks that no scale weighs among
them (`game.pieces(position)`). `knowledge` is of the weighed places with those pieces in them, and of every
kind (`Knowledge.pieces`); places may be any names. A look changes nothing; one that is not kept is forgotten.

`look.verdict.belief` is SURE, OPEN, WRONG or UNEXPLAINED. If it is SURE, `look.verdict.tables[0]` is what
lies there: its `pieces`, the `acts` of the turn so far, and `following`, the turn after it, where it may end.
Then `game.turns.label(table.acts)` names the turn, `game.play(position, player, label)` is the position after
it, and `reader.agree(game.pieces(after), game.turns.begin(after, next_player))` goes on from there.

A cup in the air says nothing of itself and leaves all others readable: so a look while the next cup is lifted
shows a whole lap. What that cup holds may then be told as in it or in the hand. Looks at the end of each lap
decide what one look at the end of a long turn can't.

No clock is read and every limit is a count, so the same calls come to the same everywhere.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.histories.explaining import Explained, Explanation, Noticed, explain
from cupsboard.recognition.histories.keeping import Scales, acts_of, trusted_places, unseen, world_after
from cupsboard.recognition.histories.landings import Landing, Steps
from cupsboard.recognition.histories.verdict import Belief, Table, Verdict, groups_of, table_of, verdict_of
from cupsboard.recognition.histories.world import Lots, World, lots_of
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge, zeros_doubted
from cupsboard.recognition.recognise import lifted_places
from cupsboard.rules.places import Kind, Place
from cupsboard.rules.turns import Turns
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight


def begun(knowledge: Knowledge, calibration: Calibration) -> Knowledge:
    """Return `knowledge` with a smaller variance of the jump that a zero makes when hands touch its cup.

    The jump is limited to what it is under beans, whatever the pieces are: it depends on cup and cell only.
    As a share of a dime it would be 80 mg instead of 19, and then a cent and a dime, 240 mg apart, stay open
    in one turn of ten.
    """
    jump_grams = COSTS.learning.first_jump_beans * calibration.beans.mean_grams
    jump_variance = min(knowledge.jump_variance, max(jump_grams, PHYSICS.drift_grams) ** 2)
    return replace(knowledge, jump_variance=jump_variance)


T = TypeVar("T")
_COSTS = COSTS.histories


@dataclass(frozen=True, slots=True)
class Look(Generic[T]):
    """The result of a look at one settled table: its verdict, and the data that `Reader.keep` needs."""

    verdict: Verdict[T]
    explained: Explained[T]
    settled: Settled
    lifted: frozenset[Place]

    @property
    def wrong_share(self) -> float:
        """Return the probability that any mishap happened, summed over the tables of the verdict."""
        return sum(each.probability for each in self.verdict.tables if not each.is_lawful)


class _Known(NamedTuple, Generic[T]):
    """The reader's state before a look, to go back to."""

    worlds: tuple[World[T], ...]
    scales: Scales
    stretches: Mapping[Place, int]
    lifted_together: frozenset[Place]


class Reader(Generic[T]):
    """Reads the acts on one board from the scales, from one agreed table to the next."""

    def __init__(
        self,
        turns: Turns[Any, Any, T],
        turn: T,
        pieces: Mapping[Place, Mapping[Kind, int]],
        knowledge: Knowledge,
        noise_grams: Mapping[Place, float] | None = None,
    ) -> None:
        """Begin from an agreed table.

        `noise_grams` is the standard deviation of a sample of each place, if samples are followed.
        """
        self._turns = turns
        self._scales = Scales.of(knowledge)
        self._lightest = min(each.mean_grams for each in knowledge.pieces.values())
        self._noise = noise_grams or {}
        lots = lots_of(pieces, self._scales.kinds)
        self.worlds: tuple[World[T], ...] = (World(turn, lots, knowledge.places, _NOTHING),)
        """The possible courses of events since the agreed table, the most probable first."""
        self._steps: Steps | None = None
        self._lifted_since: dict[Place, float] = {}
        self._lifted_together: frozenset[Place] = frozenset()
        self._vouched: frozenset[Place] = frozenset()
        self._looks = 0
        self._last: Look[T] | None = None
        self._are_worlds_of_last = True
        self._stretches: Mapping[Place, int] = {}
        """The stretches of the look at which the worlds were left (see `Settled`)."""
        self._before: _Known[T] | None = None
        """The state before the last look, while that look may have seen a finger; else None."""

    @property
    def knowledge(self) -> Knowledge:
        """Return the knowledge of scales and kinds in the most probable world."""
        return Knowledge(self.worlds[0].knowledge, self._scales.pieces, self._scales.jump_variance)

    def follow(
        self, now: float, fresh_grams: Mapping[Place, float], latest_grams: Mapping[Place, float | None]
    ) -> None:
        """Add the samples of one frame, and the newest weight of every place (both as gross grams).

        Landings and lifted cups are detected in them. If the piece that the last kept look saw proves to be a
        finger, that look is taken back.
        """
        if self._steps is None:
            self._steps = Steps(self._noise, self._lightest)
        self._steps.step(now, {place: grams for place, grams in fresh_grams.items() if place in self._noise})
        if self._steps.is_undone and self._before is not None:
            self._go_back(self._before)
        lifted = lifted_places(self.knowledge, latest_grams)
        self._lifted_since = {place: self._lifted_since.get(place, now) for place in lifted}
        least = COSTS.waits.lifted_seconds
        self.lift(frozenset(place for place, since in self._lifted_since.items() if now - since >= least))

    def lift(self, places: frozenset[Place]) -> None:
        """Record that the cups of `places` are in the air: several may come back exchanged."""
        if len(places) > 1:
            self._lifted_together |= places

    def doubt_zeros(self, gone_grams: Mapping[Place, float]) -> None:
        """Make the zeros of some places less certain: each may have moved by its `gone_grams`."""
        self.worlds = tuple(
            replace(world, knowledge=zeros_doubted(world.knowledge, gone_grams)) for world in self.worlds
        )

    def only_pieces(self, places: frozenset[Place]) -> None:
        """Record that players have looked at `places` and found only pieces."""
        self._vouched |= places

    @property
    def landings(self) -> Sequence[Landing]:
        """Return the landings since the last look that was kept."""
        return self._steps.landings if self._steps else ()

    def look(self, settled: Settled, *, is_done: bool = False) -> Look[T]:
        """Return the result of a look at the settled weights; `is_done` says that the turn was declared done.

        The reader stays unchanged until `keep`.
        """
        grams = {
            place: weight.grams if isinstance(weight, Weight) else None
            for place, weight in settled.weights.items()
        }
        noticed = self._noticed(settled, lifted_places(self.knowledge, grams), is_done)
        scales = self._scales
        explained = explain(self._turns, self.worlds, scales.pieces, scales.jump_variance, settled, noticed)
        groups = groups_of(explained)
        tables = tuple(self._table(share, group[0]) for share, group in groups[: _COSTS.most_tables])
        return Look(verdict_of(explained, groups, tables, noticed.lifted), explained, settled, noticed.lifted)

    def _noticed(self, settled: Settled, lifted: frozenset[Place], is_done: bool) -> Noticed:
        now = _stretches(settled)
        known = self.worlds[0].knowledge
        still = frozenset(
            place
            for place, stretch in now.items()
            if self._stretches.get(place) == stretch and _is_as_left(known[place], settled.weights[place])
        )
        landings: dict[Place, list[float]] = {}
        if self._steps is not None:
            cups = {place: known.cup_grams for place, known in self.worlds[0].knowledge.items()}
            share = COSTS.acceptance.lifted_cup_share
            put_back = {each.place for each in self.landings if each.grams > share * cups[each.place]}
            untold = self._steps.fallen | lifted | put_back
            landings = {place: [] for place in self._noise if place not in untold}
            for each in self._steps.landings:
                if each.place in landings:
                    landings[each.place].append(each.grams)
        return Noticed(lifted, still, self._lifted_together, landings, self._noise, self._vouched, is_done)

    def _table(self, share: float, one: Explanation[T]) -> Table[T]:
        counts = {place: sum(lot) for place, lot in one.lots.items()}
        following = None if one.mishaps.slips else self._turns.ends(counts, one.node.turn)
        return table_of(share, one, acts_of(one, self._scales.kinds), self._scales.kinds, following)

    def keep(self, look: Look[T]) -> None:
        """Record a look: later looks start from the worlds that explain it.

        While a mishap is too probable, or nothing explains the weights, later looks still start from the last
        legal table.
        """
        self._looks += 1
        self._last = look
        belief = look.verdict.belief
        may_go_on = belief is Belief.OPEN and look.wrong_share <= _COSTS.question
        self._are_worlds_of_last = belief is Belief.SURE or may_go_on
        if not self._are_worlds_of_last:
            return
        self._go_on_from(look, [each for each in look.explained.explanations if not each.mishaps.slips])

    def only(self, table: Table[T]) -> None:
        """Keep only the worlds in which `table` lies on the board, of those that explain the last kept look.

        If none does, keep those of the present worlds in which it does; if none of these does, keep all.
        """
        last, lots = self._last, lots_of(table.pieces, self._scales.kinds)
        if last is not None:
            found = [
                each
                for each in last.explained.explanations
                if each.node.turn == table.turn and not each.mishaps.slips and each.lots == lots
            ]
            if found:
                self._are_worlds_of_last = True
                self._go_on_from(last, found)
                return
        kept = tuple(world for world in self.worlds if world.turn == table.turn and world.lots == lots)
        self.worlds = kept or self.worlds

    def _go_on_from(self, look: Look[T], lawful: Sequence[Explanation[T]]) -> None:
        """Follow the worlds of these explanations, the best first."""
        best, is_sure = lawful[0].cost, look.verdict.belief is Belief.SURE
        before = _Known(self.worlds, self._scales, self._stretches, self._lifted_together)
        merged: dict[object, World[T]] = {}
        for one in lawful:
            world = world_after(
                one, self._scales, look.settled, look.lifted, self._looks - 1, best - one.cost
            )
            known = merged.setdefault(world.table, world)
            if known is not world:
                merged[world.table] = replace(known, log_weight=_log_sum(known.log_weight, world.log_weight))
        worlds = sorted(merged.values(), key=lambda each: -each.log_weight)[: _COSTS.most_worlds]
        if is_sure:
            self._scales = self._scales.having_seen(lawful[0].world, worlds[0], look.settled, look.lifted)
        self.worlds = tuple(worlds)
        self._stretches = _stretches(look.settled)
        self._begin_anew(before)
        self._lifted_together &= look.lifted

    def _begin_anew(self, before: "_Known[T] | None" = None) -> None:
        self._looks, self._before = 0, before
        if self._steps is not None:
            self._steps.begin(is_final=before is None)

    def _go_back(self, before: "_Known[T]") -> None:
        """Return to the state before the last look: the piece it saw was a finger on the rim."""
        self.worlds, self._scales, self._stretches, self._lifted_together = before
        self._before, self._last, self._are_worlds_of_last = None, None, True

    def agree(self, pieces: Mapping[Place, Mapping[Kind, int]], turn: T, *, is_beneath: bool = False) -> None:
        """Begin a turn from a table that is agreed to hold `pieces`, with an empty hand.

        A table that no world contains is accepted too, but no masses are learnt from it. The last look then
        shows this table, or one that hands have made from it since (`is_beneath`).
        """
        scales = self._scales
        lots = lots_of(pieces, scales.kinds)
        # Worlds that don't explain the last look may hold the same kinds, but not these very pieces.
        worlds = self.worlds if self._are_worlds_of_last else ()
        found = next((world for world in worlds if world.lots == lots), None)
        if found is not None:
            places, self._scales = found.knowledge, scales.taught(found.samples)
        else:
            # What was touched since the last look that bears it out nobody knows.
            places, self._stretches = self._trusted(lots, is_beneath=is_beneath), {}
        self.worlds = (World(turn, lots, places, _NOTHING),)
        self._vouched = frozenset()
        self._last, self._lifted_together = None, frozenset()
        self._are_worlds_of_last = True
        self._begin_anew()

    def _trusted(self, lots: Lots, *, is_beneath: bool) -> Mapping[Place, PlaceKnowledge]:
        """Return the knowledge of the scales after players have said what lies there, by the last look."""
        world, last = self.worlds[0], self._last
        if last is None:
            return {
                place: unseen(known, world.lots[place], lots[place], self._scales)
                for place, known in world.knowledge.items()
            }
        explained = last.explained.explanations
        shown = explained[0].lots if explained and is_beneath else None
        return trusted_places(world, lots, self._scales, last.settled, last.lifted, shown)


_NOTHING = Weight(0.0, 0.0)


def _stretches(settled: Settled) -> dict[Place, int]:
    """Return the stretch of every place that can be read."""
    stretches = zip(settled.weights.items(), settled.stretches, strict=False)
    return {place: stretch for (place, weight), stretch in stretches if isinstance(weight, Weight)}


def _is_as_left(known: PlaceKnowledge, weight: Weight | CellFault) -> bool:
    """Return whether a place weighs as before; a light piece may land within the noise, in one stretch."""
    if not isinstance(weight, Weight):
        return False
    doubt = math.sqrt(known.gross.variance + known.wander_variance + weight.variance)
    return abs(weight.grams - known.gross.grams) <= COSTS.limits.chance_sigmas * doubt


def _log_sum(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))
