"""Follow a game by its looks: laps, ends of turns, doubts, progress, and offences with what mends them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.histories.explaining import Explanation
from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Belief, Question, Table, Verdict
from cupsboard.recognition.histories.world import Slip
from cupsboard.referee.as_landed.course import Course
from cupsboard.referee.as_landed.instructions import BeginWeighed, Effect, OnlyTable, Sight
from cupsboard.referee.as_landed.laps import same_pieces
from cupsboard.referee.as_landed.lying import Lying, lying
from cupsboard.referee.as_landed.states import Choosing, Offence, Playing, RoundEnded, State, Unclear
from cupsboard.referee.events import Ending, LapSeen, NotNow, OffenceSeen, TableDoubted
from cupsboard.referee.inputs import Press
from cupsboard.referee.options import Options
from cupsboard.referee.states import Refusal
from cupsboard.referee.times import PRESS_SETTLES_SECONDS, STEPWISE_AFTER_SECONDS
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOfRounds, Mark, Pieces
from cupsboard.rules.history import History
from cupsboard.rules.places import HAND, Kind, Place, Side
from cupsboard.rules.turns import TAKE, Act

_OFFENCE = "offence"
_EXCHANGES = frozenset(
    {MishapKind.SWAPPED, MishapKind.SWAPPED_IN_SIGHT, MishapKind.TRADED, MishapKind.EXCHANGED}
)
"""Pieces, or whole cups, that lie where others lay."""


def offence(
    course: Course,
    slips: Sequence[Slip],
    marks: tuple[Mark, ...],
    places: Iterable[Place],
    before: Offence | None,
    acts: Sequence[Act] = (),
) -> Offence | None:
    """Return the state for an illegal table that lies there after `acts`.

    None if no hand caused it, or if it is no player's turn. `slips` are the errors that explain the table,
    `marks` the changes that mend it, `places` further places to look at. The state is `before` itself as long
    as the same changes mend it.
    """
    player = course.player
    if player is None or (slips and all(slip.what is MishapKind.NOT_A_PIECE for slip in slips)):
        return None
    if before is not None and before.marks == marks and before.player is player:
        return before
    ends_round = isinstance(course.game, GameOfRounds) and course.game.offence_ends_round
    said = _call_of(slips, course.calls(player), acts)
    mishaps = tuple(Mishap(slip.what, slip.places, slip.pieces) for slip in slips)
    where = tuple(dict.fromkeys((*places, *(mark.place for mark in marks))))
    return Offence(player, said, ends_round and said is not None, marks, where, mishaps)


def marks_of(look: Look[Any], table: Table[Any], kinds: Sequence[Kind]) -> tuple[Mark, ...]:
    """Return the pieces that are too many or too few on the scales, compared with the nearest legal table.

    `table` is one of the tables that the look `look` found possible; `kinds` are all kinds of pieces.
    """
    one = _explanation(look, table)
    return tuple(
        Mark(place, more, kind)
        for place in one.world.knowledge
        for kind, have, should in zip(kinds, one.lots[place], one.way.lots[place], strict=True)
        if (more := have - should)
    )


def _explanation(look: Look[Any], table: Table[Any]) -> Explanation[Any]:
    found = (
        one
        for one in look.explained.explanations
        if one.mishaps.slips == table.slips and one.node.turn == table.turn
    )
    return next(found)


def _call_of(slips: Sequence[Slip], calls: Sequence[str], acts: Sequence[Act]) -> str | None:
    """Return the call for this mishap, of those that can be made; None if the game has no offences."""
    offences = [said for said in calls if said.split(" ")[0] == _OFFENCE]
    if not offences:
        return None
    said = f"{_OFFENCE} {_name_of(slips, acts)}"
    return said if said in offences else offences[-1]


def _name_of(slips: Sequence[Slip], acts: Sequence[Act]) -> str:
    """Return the name that players use for the offence, after these acts."""
    came = {slip.places[-1] for slip in slips if slip.what in (MishapKind.TOO_MANY, MishapKind.MISPLACED)}
    went = {slip.places[0] for slip in slips if slip.what in (MishapKind.MISSING, MishapKind.MISPLACED)}
    taken = max((number for number, act in enumerate(acts) if act.target == HAND), default=None)
    handful = acts if taken is None else acts[taken + 1 :]
    if any(slip.what in _EXCHANGES for slip in slips) or came & went:
        return "exchanged"
    if taken is not None and acts[taken].source in came:
        return "put-back"
    if came and came <= {act.target for act in handful}:
        return "two-at-once"
    if came and acts:
        return "skipped"
    return "other"


MOST_CHOICES = 4
"""At most this many tables are offered; holds go through them."""
TOLD_SHARE = 0.98
"""A piece decides for a table from this share of the probability on."""


def is_piece_out(state: Choosing, verdict: Verdict[Any]) -> bool:
    """Return whether `verdict` shows one piece missing from the cup that the board asked to take it from."""
    return bool(verdict.tables) and _piece_out(state, verdict.tables[0]) is not None


def told_by_piece(state: Choosing, verdict: Verdict[Any]) -> Table[Any] | None:
    """Return the table of `state` that the weight of the removed piece singles out.

    None if another table is still possible.
    """
    shares = [0.0] * len(state.tables)
    total = 0.0
    for table in verdict.tables:
        if (slip := _piece_out(state, table)) is None:
            continue
        total += table.probability
        for number, choice in enumerate(state.tables):
            if same_pieces(_without(choice.pieces, slip), table.pieces):
                shares[number] += table.probability
                break
    best = max(range(len(shares)), key=shares.__getitem__)
    return state.tables[best] if total and shares[best] >= TOLD_SHARE * total else None


def are_same(some: Sequence[Table[Any]], others: Sequence[Table[Any]]) -> bool:
    """Return whether both sequences hold the same tables in the same order, whatever their probabilities."""
    return len(some) == len(others) and all(
        one.turn == other.turn and one.slips == other.slips and same_pieces(one.pieces, other.pieces)
        for one, other in zip(some, others, strict=True)
    )


def _piece_out(state: Choosing, table: Table[Any]) -> Slip | None:
    match table.slips:
        case (Slip(MishapKind.MISSING, (place,), _, 1) as slip,) if place == state.question.lift:
            return slip
        case _:
            return None


def _without(pieces: Pieces, slip: Slip) -> Pieces:
    (place,), kind = slip.places, slip.kind
    lot = pieces[place]
    return {**pieces, place: {each: count - (each == kind) for each, count in lot.items()}}


class Following:
    """Follows one game by looks at the table: keeps its course and its state up to date."""

    def __init__(self, course: Course, options: Options) -> None:
        self.options = options
        self.course = course
        """Record, round, turn and goal."""
        self.state: State = course.resting()
        self.lying: Lying | None = None
        """How far a wanted table has come; None if none is wanted, or it was not looked at yet."""
        self._before: Pieces = course.pieces
        """The pieces of each place when a certain table was first wanted."""
        self._vouched: frozenset[Place] = frozenset()
        """Places for which players say that only pieces lie there, while the table stays as it is."""
        self._warned: frozenset[Place] = frozenset()
        """Places that a tap declared empty of foreign things although the weight says otherwise."""
        self._is_looked_at = False
        """Whether players have looked at the unclear places."""
        self._compared: object = None
        self._press: Press | None = None
        self._judged_press: Press | None = None
        """The press that was judged in this step."""
        """A tap for the end of a turn that still waits for its look."""
        self._entered = 0
        """How many turns that ended without a tap have been entered since the agreed table."""
        self._done_since: float | None = None
        self._offended_on: object = None
        """The table on which an offence was seen; while it lies so, no other offence is reported."""
        self._partly_since: tuple[object, float] | None = None
        """The table on which a cup is partly taken up, and since when it has lain so."""

    @property
    def position(self) -> Any:
        """Return the position after the last entry of the record."""
        return self.course.position

    @property
    def history(self) -> History[Any]:
        """Return the record of the game so far."""
        return self.course.history

    @property
    def pieces(self) -> Pieces:
        """Return the pieces believed to lie in each place now, hand and stocks included."""
        match self.state:
            case Playing(pieces=pieces):
                return pieces
            case RoundEnded(is_cleared=True):
                return self.course.pieces
            case _:
                return self.course.kept_pieces

    @property
    def to_be_taken_from(self) -> frozenset[Place]:
        """Return the places from which pieces are to be taken for the wanted table, by what lay there."""
        wanted = None if self.lying is None else self.course.wanted
        return frozenset(
            place
            for place, lot in (wanted or {}).items()
            if sum(self._before.get(place, {}).values()) > sum(lot.values())
        )

    @property
    def next_acts(self) -> tuple[Act, ...]:
        """Return the acts that may come next; () if no turn is followed."""
        if not isinstance(self.state, Playing):
            return ()
        turns, state = self.course.game.turns, self.state
        counts = {HAND: 0} | {place: sum(lot.values()) for place, lot in state.pieces.items()}
        begun = [state.turn] if state.player is not None else self.course.turns.values()
        return tuple(dict.fromkeys(choice.act for turn in begun for choice in turns.acts(counts, turn)))

    def _rest(self) -> None:
        """Return to the course's state before the next look."""
        self.state = self.course.resting()
        self.lying, self._press, self._done_since, self._compared = None, None, None, None
        self._vouched, self._is_looked_at = frozenset(), False
        self._warned = frozenset()

    # A turn

    def _see(self, now: float, sight: Sight, look: Look[Any]) -> Iterator[Effect]:
        """Judge a look at a turn."""
        if self.course.player is None:
            yield from self._see_open_start(sight, look)
        if self.course.player is not None:
            is_done_said = self._press is not None
            yield from self._judge(now, sight, look)
            if is_done_said and not isinstance(self.state, Playing):
                self._press = None

    def _see_open_start(self, sight: Sight, look: Look[Any]) -> Iterator[Effect]:
        """Judge a look at an open start: who plays first has perhaps begun."""
        verdict = look.verdict
        is_lawful = verdict.belief in (Belief.SURE, Belief.OPEN) and verdict.tables[0].is_lawful
        if is_lawful and sight.player is not None and (verdict.tables[0].acts or verdict.tables[0].ended):
            # Which piece it was may be open; who put it down is not.
            if isinstance(self.state, RoundEnded):
                yield from self.course.begin_round(sight.player, is_beneath=True)
            else:
                yield from self.course.begun_by(sight.player)
        elif verdict.is_sure:
            if isinstance(self.state, Unclear):
                self._rest()
        elif isinstance(self.state, RoundEnded):
            self.state, self._compared = replace(self.state, is_cleared=False), None
        else:
            self.state = self._unclear(sight, look)

    def _judge(self, now: float, sight: Sight, look: Look[Any]) -> Iterator[Effect]:
        verdict = look.verdict
        if verdict.is_table_sure and verdict.tables:
            self._vouched, self._is_looked_at = frozenset(), False
            yield from self._sure(now, sight, look, verdict.tables[0])
            return
        if isinstance(self.state, Choosing) and is_piece_out(self.state, verdict):
            told = told_by_piece(self.state, verdict)
            if told is not None and not self.state.is_told:
                self.state = replace(self.state, tables=(told,), offered=0, is_told=True)
                yield OnlyTable(told)
        elif verdict.belief is Belief.OPEN and verdict.question is not None:
            yield from self._ask(now, sight, look, verdict.question)
        elif verdict.belief is Belief.WRONG:
            yield from self._be_offended(now, sight, look, verdict.tables[0])
        else:
            yield from self._nothing_explains(sight, look)

    def _ask(self, now: float, sight: Sight, look: Look[Any], question: Question) -> Iterator[Effect]:
        """Ask which of several possible tables lies there."""
        tables = tuple(table for table in look.verdict.tables if table.is_lawful)[:MOST_CHOICES]
        if not tables:
            yield from self._be_offended(now, sight, look, look.verdict.tables[0])
        elif not isinstance(self.state, Choosing) or not are_same(self.state.tables, tables):
            self.state = Choosing(question, tables, 0)
            yield TableDoubted(*question)

    def _sure(self, now: float, sight: Sight, look: Look[Any], table: Table[Any]) -> Iterator[Effect]:
        """Take in a legal table: enter the turns that ended on the way, and show the current one."""
        for acts in table.ended[self._entered :]:
            player = self.course.player
            if player is None:
                break
            try:
                yield from self.course.end_turn(player, (*self.course.since, *acts), Ending.OPPONENT_BEGAN)
            except RulesError:
                # Counts alone don't say that the round was over by then.
                self.state = self._unclear(sight, look)
                return
            self._entered += 1
            self._before = self.course.game.pieces(self.course.position)
        if self.course.player is None:
            self._entered = 0
            self._rest()
        else:
            yield from self._played(now, look, table, self.course.player)

    def _played(self, now: float, look: Look[Any], table: Table[Any], player: Side) -> Iterator[Effect]:
        before, acts = self.state, (*self.course.since, *table.acts)
        is_done = table.following is not None and look.verdict.is_sure
        is_same = isinstance(before, Playing) and before.acts == acts
        was_asked = isinstance(before, Playing) and before.is_press_asked and is_same
        self.state = Playing(
            player, table.turn, table.pieces, acts, is_done=is_done, is_press_asked=was_asked
        )
        if look.verdict.is_sure and not any(table.pieces.get(HAND, {}).values()):
            self.course.lap = acts
        if acts and not is_same:
            yield LapSeen(player, acts, table.pieces)
        if not is_done:
            self._done_since = None
        elif self._done_since is None:
            self._done_since = now
        yield from self._counted(now, player, is_done=is_done)

    def _counted(self, now: float, player: Side, *, is_done: bool) -> Iterator[Effect]:
        """Judge a tap for the end of a turn by the look that was made for it."""
        press = self._press
        if press is None or now < press.time + PRESS_SETTLES_SECONDS:
            return
        self._press, self._judged_press = None, press
        state = self.state
        assert isinstance(state, Playing)
        if press.side is not player:
            yield NotNow(press.side, Refusal.NOT_YOUR_TURN)
        elif is_done:
            yield from self._end_turn(Ending.PRESSED)
        else:
            yield NotNow(press.side, Refusal.GOES_ON if state.acts else Refusal.NOTHING_MOVED)

    def _end_turn(self, how: Ending) -> Iterator[Effect]:
        state = self.state
        assert isinstance(state, Playing)
        assert state.player is not None
        yield from self.course.end_turn(state.player, state.acts, how)
        self._before = self.course.game.pieces(self.course.position)
        self._entered = 0
        self._rest()

    # What is no turn

    def _be_offended(self, now: float, sight: Sight, look: Look[Any], table: Table[Any]) -> Iterator[Effect]:
        """Report an offence: the table that lies there is not legal."""
        before = self.state if isinstance(self.state, Offence) else None
        lies = None if sight.settled is None else sight.settled.stretches
        if before is not None and lies == self._offended_on:
            # Of two ways to mend the same table the one that was said stays.
            return
        marks = marks_of(look, table, tuple(self.course.game.kinds))
        if self._is_being_taken_up(now, lies, table, marks) and self.course.player is not None:
            yield from self._counted(now, self.course.player, is_done=False)
            return
        found = offence(self.course, table.slips, marks, (), before, table.acts)
        if found is None:
            yield from self._nothing_explains(sight, look)
        elif found is not before:
            self.state, self._offended_on = found, lies
            yield OffenceSeen(found.player, found.said, found.marks, found.mishaps)

    def _is_being_taken_up(self, now: float, lies: object, table: Table[Any], marks: Sequence[Mark]) -> bool:
        """Return whether a cup is being emptied slowly, with part of it already in the hand.

        That is no offence unless the hand stops. Putting back a part of what was taken up is one.
        """
        if not self._is_partly_taken(table, marks):
            self._partly_since = None
            return False
        if self._partly_since is None or self._partly_since[0] != lies:
            self._partly_since = lies, now
        return now - self._partly_since[1] < STEPWISE_AFTER_SECONDS

    def _is_partly_taken(self, table: Table[Any], marks: Sequence[Mark]) -> bool:
        acts, state = (*self.course.since, *table.acts), self.state
        if not isinstance(state, Playing) or len({mark.place for mark in marks}) != 1:
            return False
        place, is_too_much = marks[0].place, all(mark.surplus > 0 for mark in marks)
        if acts and acts[:-1] == state.acts:
            return is_too_much and acts[-1].verb == TAKE and acts[-1].source == place
        may_be_taken = any(act.verb == TAKE and act.source == place for act in self.next_acts)
        return acts == state.acts and may_be_taken and all(mark.surplus < 0 for mark in marks)

    def _nothing_explains(self, sight: Sight, look: Look[Any]) -> Iterator[Effect]:
        """Ask players to look, since no table explains the weights; an offence if they have looked."""
        before = self.state if isinstance(self.state, Offence) else None
        unclear = self._unclear(sight, look)
        found = None
        if self._is_looked_at and self._vouched.issuperset(unclear.places):
            found = offence(self.course, (), unclear.marks, unclear.places, before)
        self.state = found or unclear
        if found is not None and found is not before:
            yield OffenceSeen(found.player, found.said, found.marks, found.mishaps)

    def _unclear(self, sight: Sight, look: Look[Any]) -> Unclear:
        """Return the state for a table without explanation: the places that are off, and the way back."""
        believed = {place: known.pieces for place, known in sight.knowledge.places.items()}
        there = lying(sight.knowledge, look.settled, believed, believed, look.lifted)
        changed = (mark.place for mark in there.marks)
        places = tuple(dict.fromkeys((*_burdened(look), *there.strange, *changed)))
        return Unclear(places, there.marks)

    # A wanted table

    def _compare(self, sight: Sight) -> Iterator[Effect]:
        """Compare the table with the wanted one."""
        wanted, settled = self.course.wanted, sight.settled
        compared = None if settled is None else (settled.stretches, self._vouched)
        if wanted is None or settled is None or compared == self._compared:
            return
        self._compared = compared
        self.lying = lying(sight.knowledge, settled, self._before, wanted, self._vouched)
        if not self.lying.is_as_wanted:
            return
        self.lying, self._entered = None, 0
        if isinstance(self.state, RoundEnded):
            self.state = replace(self.state, is_cleared=True)
            yield BeginWeighed()
        else:
            yield from self.course.arrive()
            self._rest()


def _burdened(look: Look[Any]) -> tuple[Place, ...]:
    """Return the places that bear a foreign thing in the best explanation."""
    explanations = look.explained.explanations
    return tuple(sorted(explanations[0].mishaps.burdened)) if explanations else ()
