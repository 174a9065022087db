"""The other board, as a game played here sees it: news for the referee, and moves for the shared record.

Which moves to send follows from the two records alone: each move that this board has and the shared record
lacks. So a power cut between the game and the outbox loses no move.
"""

import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Protocol

from cupsboard.core.free_order import Core
from cupsboard.distance import wire
from cupsboard.distance.follower import Follower
from cupsboard.distance.shared_game import SharedGame, alone_from, before_last_move
from cupsboard.distance.wire import Move, Reason, TableState, act_from
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import FarAsked
from cupsboard.referee.far import Far, FarAsk, FarEnd, FarOther, FarPhrase, FarWish
from cupsboard.referee.states import Over, Paused, Refusal, Restoring, Turn
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, Moved, Passed
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_text
from cupsboard.signs.advice import Advice, Question
from cupsboard.storage.writer import Job, Writer, at_once

_OTHERS: Mapping[TableState, FarOther] = {
    "laying": FarOther.LAYING,
    "differs": FarOther.DIFFERS,
    "paused": FarOther.PAUSED,
}
_WON: Mapping[Reason, FarEnd] = {"resigned": FarEnd.WON, "timed-out": FarEnd.WON_BY_TIME}
_LOST: Mapping[Reason, FarEnd] = {"resigned": FarEnd.LOST, "timed-out": FarEnd.LOST_BY_TIME}
Own = Moved[Side] | Passed[Side]
"""What a board enters by itself."""


def entries_of(shared: SharedGame) -> tuple[str, ...]:
    """Return the entries of the shared record as text, with the passes that must follow.

    () before the game has begun.
    """
    return () if shared.history is None else tuple(map(entry_text, passed(shared.history).entries))


def passed(history: History[Any]) -> History[Any]:
    """Return a record with the passes that must follow.

    A copy may have a move before the pass that the server wrote with it; this board has both at once.
    """
    while history.game.standing(history.position) is Standing.PASS:
        history = history.pass_turn()
    return history


def far_of(follower: Follower, own: Side, owed: Sequence[Own] = (), server_ahead: float | None = None) -> Far:
    """Return the state of the shared game and of the connection, as the referee gets it.

    `own` is the side at this board. `owed` are entries of this board that the shared record does not have
    yet. `server_ahead` is what the server's time is ahead of the loop's, in seconds.
    """
    shared, moving = follower.game, unsent_move(follower, own)
    ask = shared.ask
    said_in, phrase = shared.phrases.get(own.other, (0, None))
    return Far(
        own,
        (*entries_of(shared), *moving, *map(entry_text, owed)),
        is_on_its_way=bool(moving or owed),
        is_linked=follower.is_linked,
        asked=_asked(shared, own),
        ask=0 if ask is None else ask.n,
        is_asking=ask is not None and ask.by is own,
        end=_end(follower, own),
        other=_other(follower, own),
        clocks=_clocks(shared, server_ahead),
        has_waiting_clocks=shared.is_waiting and shared.end is None,
        alone_from=_alone_from(shared, own, server_ahead),
        said=None if phrase is None else FarPhrase(phrase),
        said_in=said_in,
        declined_in=max((n for (side, _), n in shared.declined.items() if side is own), default=0),
        again=tuple(side for side in Side if side in shared.again),
    )


def unsent_move(follower: Follower, own: Side) -> tuple[str, ...]:
    """Return the entries that a move on its way will make, forced passes among them."""
    unsent, shared = follower.unsent, follower.game
    act = None if unsent is None else act_from(unsent.act)
    if (
        unsent is None
        or not isinstance(act, Move)
        or shared.history is None
        or unsent.after != shared.changed
    ):
        return ()
    before = passed(shared.history)
    after = passed(before.play(own, act.label))
    return tuple(map(entry_text, after.entries[len(before.entries) :]))


def ahead(local: History[object], known: Sequence[str], own: Side) -> tuple[Own, ...]:
    """Return the moves of this side, and passes, that a record has right behind the known entries."""
    count = len(known)
    further = (entry for entry in local.entries[count:] if isinstance(entry, Moved | Passed))
    ahead = tuple(takewhile(lambda entry: isinstance(entry, Passed) or entry.player is own, further))
    is_further = tuple(map(entry_text, local.entries[:count])) == tuple(known)
    return ahead if is_further and ahead and isinstance(ahead[0], Moved) else ()


def _asked(shared: SharedGame, own: Side) -> FarAsk | None:
    if shared.is_adjourned and shared.end is None:
        return FarAsk.RESUME
    if shared.ask is None or shared.ask.by is own:
        return None
    return FarAsk(shared.ask.ask.what)


def _other(follower: Follower, own: Side) -> FarOther | None:
    """Return what the other side's table is like; None while this board is not connected."""
    if not follower.is_linked:
        return None
    at_table = follower.at_tables.get(own.other.value)
    if at_table is None or not at_table.link:
        return FarOther.AWAY
    return _OTHERS.get(at_table.table, FarOther.THERE)


def _clocks(shared: SharedGame, server_ahead: float | None) -> Clocks | None:
    """Return the clocks in the loop's time; None without clocks, or before the server's time is known."""
    clocks = shared.clocks
    if clocks is None or server_ahead is None:
        return None
    return clocks.started(clocks.runs, round(clocks.runs_from - server_ahead, 2))


def _alone_from(shared: SharedGame, own: Side, server_ahead: float | None) -> float | None:
    end = alone_from(shared, own)
    return None if end is None or server_ahead is None else round(end - server_ahead, 2)


def _end(follower: Follower, own: Side) -> FarEnd | None:
    if follower.fault is not None:
        return FarEnd.STOPPED
    end = follower.game.end
    if end is None or end.why == "played":
        return None
    if end.by is not None:
        return FarEnd.WITHDREW if end.by == own.value else FarEnd.OTHER_WITHDREW
    if end.winner is None:
        return FarEnd.RULED_OFF if end.why == "ruled" else FarEnd.OFF
    is_own = end.winner == own.value
    return _WON[end.why] if is_own else _LOST[end.why]


def refusal_of(refused: wire.Refused, said: wire.Act | None, shared: SharedGame) -> Refusal:
    """Return the reason of a refusal; NOT_TAKEN for one that a player can do nothing about.

    `said` is what was refused; None where it was said before the board was switched on.
    """
    match refused.why, said:
        case "stale", _:
            return Refusal.TOO_LATE
        case "over", _:
            return Refusal.SHARED_GAME_OVER
        case "declined", _:
            return Refusal.ASKED_IN_VAIN
        case "illegal", wire.Move():
            return Refusal.NOT_BY_THE_RULES
        case "illegal", wire.TimedOut():
            return Refusal.TIME_LEFT
        case "illegal", wire.Ask("back") if shared.begin is not None and not shared.begin.takebacks:
            return Refusal.NO_TAKING_BACK
        case "illegal", wire.Ask() if shared.ask is not None:
            return Refusal.ASKED_ALREADY
        case _:
            return Refusal.NOT_TAKEN


Say = Callable[[str], object]
AGAIN_SECONDS = 2.0
MOST_ACTS = 6
"""Beside moves; of more the oldest are forgotten."""
DRIFT_SECONDS = 0.5
"""Clocks that differ by more than they did are compared anew."""


class Link(Protocol):
    """The connection to the other board, as `FarTable` needs it; see `cupsboard.distance.link.Link`."""

    @property
    def follower(self) -> Follower:
        """Return the copy of the shared game as it is now."""

    @property
    def trouble(self) -> str | None:
        """Return why there is no connection, or why the copy can't be written; None while both work."""

    @property
    def server_time(self) -> float | None:
        """Return the server's time now, in seconds; None before its first word."""

    def say(self, act: wire.Act, key: str, by: wire.SideName | None = None) -> None:
        """Write down an act, and send it to the others. Raises WireError and StoreError.

        `by` is the side that acts where both sit at this board; None for the one side that does.
        """

    def at_table(self, laid: int, state: wire.TableState) -> None:
        """Tell the other side up to which entry this side's table is laid out, and the table's state."""


def new_key() -> str:
    """Return a key that was never used before."""
    return secrets.token_hex(wire.KEY_CHARACTERS // 2)


class FarTable:
    """The connection of a game to the other board: passes on its news, and sends what is done here.

    It is an `Adviser` for the news. `listen` is a listener of the loop.
    """

    def __init__(
        self, link: Link, own: Side, heart: Callable[[], Core], say: Say, writer: Writer[None] = at_once
    ) -> None:
        """`own` is the side at this board; `heart` gives that of the game, which begins after this does.

        `say` tells the board's owner what does not show in lights. `writer` writes what is said down.
        """
        self._writer = writer
        self._acts = deque[wire.Act](maxlen=MOST_ACTS)
        """What was said by buttons and is not written down yet."""
        self._saying: tuple[wire.Act, Job[None]] | None = None
        """What is being written down."""
        self._server_ahead: float | None = None
        """What the server's time is ahead of the loop's."""
        self._link, self._own, self._heart, self._say = link, own, heart, say
        self._told: Far | None = None
        self._told_to: Core | None = None
        """The core that was told: one that is switched on anew knows nothing yet."""
        self._known: tuple[str, ...] | None = None
        """The shared record, with what is on its way there, as this board's own last began with it."""
        self._times_put_back = link.follower.times_put_back
        self._reported: wire.Refused | None = None
        self._refusals, self._refusal = 0, Refusal.NOT_TAKEN
        self._said: wire.Act | None = None
        self._compared: tuple[Follower, History[object]] | None = None
        """The copy and the record of this board that were compared last, if nothing was to be said."""
        self._again_at = 0.0
        """When a disk that has refused a say is asked again, in the loop's time."""
        self._seen: tuple[Follower, History[object]] | None = None
        self._complaint: str | None = None
        self._trouble: str | None = None
        self._at_table: tuple[float, int, wire.TableState] | None = None
        """What was told of this board's table, after the time since when that connection has been there."""

    @property
    def shared(self) -> SharedGame:
        """Return the copy of the shared game as it is now."""
        return self._link.follower.game

    def __call__(self, _: Question | None) -> tuple[Advice, ...]:
        """See `Adviser`: tell what is new of the other board; no engine plays in a game with it."""
        if self._told_to is not (heart := self._heart()):
            self._told_to, self._told, self._known, self._compared = heart, None, None, None
        now = self._link.follower, heart.history
        if self._told is not None and self._seen is not None and _is_same(now, self._seen):
            return ()
        self._seen = now
        far = far_of(now[0], self._own, self._owed(), self._server_ahead)
        far = replace(far, refusals=self._refusals, refusal=self._refusal)
        # What this board has done by itself since it was told may be no more in the record.
        if far == self._told and tuple(map(entry_text, now[1].entries)) == far.entries:
            return ()
        self._told = far
        return (Advice(0, far=far),)

    def listen(self, moment: Moment) -> None:
        """Send what this side has to say after a moment of the loop; tell the owner of trouble with the link.

        That is answers and requests in `moment`, the next move that the shared record lacks, and whether this
        board's table is laid out.
        """
        for event in moment.decided.events:
            if isinstance(event, FarAsked):
                self.wish(event)
        self._say_trouble()
        self._tell_time(moment.time)
        if self._has_written(moment.time) and moment.time >= self._again_at:
            self._say_next()
        self._show_table()

    def _say_trouble(self) -> None:
        """Say why there is no link, or why the game can't go on here, once for each reason."""
        trouble = self._link.follower.fault or self._link.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self._say("the link to the other board is there" if trouble is None else f"no link: {trouble}")

    def _owed(self) -> tuple[Own, ...]:
        """Return what this board has beyond the shared record and what is on its way there.

        () where that record has gone back or ended, or a move was refused, until this board has followed:
        what it has beyond is then no news.
        """
        follower, local = self._link.follower, self._heart().history
        if follower.times_put_back != self._times_put_back:
            self._times_put_back, self._known = follower.times_put_back, None
            self._say("the server was put back to an older state; what was played since is sent once more")
        known = (*entries_of(follower.game), *unsent_move(follower, self._own))
        if tuple(map(entry_text, local.entries)) == known:
            self._known = known
            return ()
        if follower.game.end is not None:
            return ()
        has_grown = not follower.game.is_taken_back
        if self._known is not None:
            has_grown = known[: len(self._known)] == self._known
        if not has_grown:
            return ()
        self._known = known
        return ahead(local, known, self._own)

    def _tell_time(self, now: float) -> None:
        """Note what the server's time is ahead of the loop's, where that is another than it was."""
        if (server_time := self._link.server_time) is not None:
            ahead = server_time - now
            if self._server_ahead is None or abs(ahead - self._server_ahead) > DRIFT_SECONDS:
                self._server_ahead, self._seen = ahead, None

    def _has_written(self, now: float) -> bool:
        """Return whether nothing is being written down; what a disk refused is tried again after a while."""
        if self._saying is None:
            return True
        act, job = self._saying
        if not job.done():
            return False
        self._saying = None
        try:
            job.result()
        except (wire.WireError, StoreError) as fault:
            self._again_at = now + AGAIN_SECONDS
            if not isinstance(act, wire.Move):
                self._acts.appendleft(act)
            if str(fault) != self._complaint:
                self._complaint = str(fault)
                self._say(f"not sent to the other board yet: {fault}")
        else:
            self._complaint = None
        return True

    def _say_next(self) -> None:
        """Say the oldest act of the buttons, or the next move that the shared record lacks."""
        follower = self._link.follower
        now = follower, self._heart().history
        is_compared = self._compared is not None and _is_same(now, self._compared)
        if is_compared and not self._acts:
            return
        shared, owed, refused = follower.game, self._owed(), follower.refused
        if refused is not None and refused is not self._reported:
            self._reported = refused
            why = refusal_of(refused, self._said, shared)
            self._refuse(why, f"the server refused it: {refused.text}")
        # While its pass is missing yet, a move would be said after an older position.
        is_played = shared.to_move is self._own
        if self._acts and follower.unsent is None:
            self._begin_to_say(self._acts.popleft())
        elif is_played and follower.unsent is None and owed and isinstance(owed[0], Moved):
            self._begin_to_say(wire.Move(owed[0].label))
        else:
            self._compared = now

    def _refuse(self, why: Refusal, text: str) -> None:
        """Have the board say why nothing came of what was said, and its owner the server's own words."""
        self._refusals, self._refusal, self._seen = self._refusals + 1, why, None
        self._say(text)

    def _begin_to_say(self, act: wire.Act) -> None:
        self._said = act
        self._saying = act, self._writer(lambda: self._link.say(act, new_key()))

    def wish(self, asked: FarAsked) -> None:
        """Say a wish of this side to the other board, as soon as what was said before is written down."""
        act = self._act_of(asked)
        if act is not None:
            self._acts.append(act)

    def _act_of(self, asked: FarAsked) -> wire.Act | None:
        """Return what a wish says in the shared game; None where there is nothing to say it of.

        An answer names the question that the player was shown; the server's may be another by now.
        """
        shared = self._link.follower.game
        match asked.wish:
            case FarWish.YES:
                return wire.Yes(asked.ask)
            case FarWish.NO:
                return wire.No(asked.ask)
            case FarWish.RESUME:
                return wire.Resumed()
            case FarWish.GIVE_UP:
                return wire.Resigned()
            case FarWish.ADJOURN:
                return wire.Ask("adjourn")
            case FarWish.ABORT:
                return wire.Ask("abort")
            case FarWish.CLAIM:
                return wire.TimedOut()
            case FarWish.AGAIN:
                return wire.Again()
            case FarWish.SAY if asked.phrase is not None:
                return wire.Said(asked.phrase.value)
            case FarWish.TAKE_BACK if (to := before_last_move(shared, self._own)) is not None:
                return wire.Ask("back", to)
            case FarWish.TAKE_BACK:
                self._refuse(Refusal.NOTHING_TO_UNDO, "there is no move of yours to take back")
        return None

    def _show_table(self) -> None:
        follower = self._link.follower
        state: wire.TableState
        match self._heart().referee.state:
            case Turn() | Over():
                state = "agrees"
            case Paused():
                state = "paused"
            case Restoring():
                state = "laying"
            case _:
                state = "differs"
        now = follower.since, (follower.game.changed if state == "agrees" else 0), state
        if follower.is_linked and now != self._at_table:
            self._at_table = now
            self._link.at_table(*now[1:])


def _is_same(now: tuple[object, object], before: tuple[object, object]) -> bool:
    return now[0] is before[0] and now[1] is before[1]
