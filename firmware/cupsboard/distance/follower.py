"""One client's copy of one game, without input and output: messages and losses in, messages to send out.

The record is the server's. A copy takes nothing for true but entries that came in their order; what was said
counts when it comes back as an entry. Its link writes the row of a copy down where that has changed, then
sends, and only then is the step taken: so whatever write a power cut falls into, the copy and the unsent say
go on from there. A server that was put back to an older copy of its records may ask for the entries that it
lacks; a director decides whether they are taken. Else its record is right, and this copy is made anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from cupsboard.distance import wire
from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.shared_game import SharedGame

AGAIN_SECONDS = 5.0
"""What was sent and neither answered nor written is sent again after this long."""

Step: TypeAlias = "tuple[Follower, Sequence[wire.FromClient]]"
"""The copy after a step, and what to send once its row is written."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A copy of the game with a code, and what is under way with the server."""

    code: str
    token: str
    agent: str = ""
    game: SharedGame = field(default_factory=SharedGame)
    entries: tuple[wire.Entry, ...] = ()
    unsent: wire.Say | None = None
    """What was said and is not in the record yet."""
    is_linked: bool = False
    """Whether the server has welcomed us on the connection that there is."""
    since: float = 0.0
    """Since when the link is as it is."""
    server_ahead: float | None = None
    """The server's time less this client's, in seconds; None before the server's first word."""
    head: int = 0
    """The newest entry that the server has named."""
    follow_at: float | None = None
    """When to ask for entries again; None while nothing is known to be missing."""
    say_at: float = 0.0
    """When to send `unsent` again."""
    at_tables: Mapping[str, wire.AtTable] = field(default_factory=dict)
    refused: wire.Refused | None = None
    """The last refusal of something said here, until something else is said."""
    is_put_back: bool = False
    """Whether the server has less than this copy, or something else: all entries are asked for anew."""
    times_put_back: int = 0
    """How often that has happened, since this program was begun."""
    is_offering: bool = False
    """Whether the server lacks entries of this copy, which it was given: a director is asked about them."""
    fault: str | None = None
    """Why this copy can't go on, in words for people."""

    def begun_again(self, kept: FarCopy | None = None) -> "Follower":
        """Return the follower of the row that the disk kept, if there is one. Raises WireError."""
        if kept is None:
            return self
        entries = tuple(wire.entry_from(line) for line in kept.entries.split("\n") if line)
        unsent = wire.client_message(kept.unsent) if kept.unsent else None
        if not isinstance(unsent, wire.Say | None):
            raise wire.WireError("what was to be said is of another program")
        return replace(self, game=SharedGame.of(entries), entries=entries, unsent=unsent)

    @property
    def kept(self) -> FarCopy:
        """Return the row of what has to outlive a power cut."""
        unsent = "" if self.unsent is None else wire.written(self.unsent)
        return FarCopy(self.code, "\n".join(map(wire.written, self.entries)), unsent)

    def is_kept_as(self, other: "Follower") -> bool:
        """Return whether the row of another follower says the same."""
        return (self.entries, self.unsent) == (other.entries, other.unsent)

    def connected(self, now: float) -> Step:
        """Return what follows from a new connection: the server is greeted."""
        hello = wire.Hello(wire.VERSION, self.token, self.agent)
        return replace(self, is_linked=False, since=now), [hello]

    def lost(self, now: float) -> "Follower":
        """Return the follower without a connection; it knows nothing of the others any more."""
        since = now if self.is_linked else self.since
        return replace(self, is_linked=False, since=since, follow_at=None, at_tables={})

    def said(self, act: wire.Act, key: str, now: float, by: wire.SideName | None = None) -> Step:
        """Return what follows when this client says an act. Raises WireError while another is under way.

        `by` names the side where both sit at this client's board.
        """
        if self.unsent is not None:
            raise wire.WireError("what was said before is not in the record yet; wait for its entry")
        say = wire.Say(self.code, key, self.game.changed, wire.plain(act), by)
        saying = replace(self, unsent=say, say_at=now + AGAIN_SECONDS, refused=None)
        return saying, [say] if self.is_linked else []

    def at_table(self, laid: int, state: wire.TableState) -> Sequence[wire.FromClient]:
        """Return what tells the others how far this side's table is."""
        return [wire.Table(self.code, laid, state)] if self.is_linked else []

    def ticked(self, now: float) -> Step:
        """Return what is to be sent again because no answer came."""
        if not self.is_linked:
            return self, []
        is_due = self.follow_at is not None and now >= self.follow_at
        follower, messages = self._following(now) if is_due else (self, [])
        return follower._saying(messages, now) if now >= self.say_at else (follower, messages)

    def heard(self, message: wire.FromServer, now: float) -> Step:
        """Return what follows from a message of the server; nothing once there is a fault."""
        if self.fault is not None:
            return self, []
        match message:
            case wire.Welcome(time):
                return replace(self, server_ahead=time - now)._welcomed(now)
            case wire.Bye(why, retry_after):
                return replace(self, fault=why if retry_after is None else self.fault), []
            case wire.Entries():
                return self._told(message, now) if message.game == self.code else (self, [])
            case wire.Refused():
                return self._refused(message, now) if message.game == self.code else (self, [])
            case wire.Presence(game, sides):
                return (replace(self, at_tables=sides) if game == self.code else self), []
            case wire.Beat(time, heads):
                # A server whose computer has slept goes on from where it was.
                head = max(self.head, heads.get(self.code, 0))
                return replace(self, server_ahead=time - now, head=head)._caught_up(now)
            case wire.Seated() | wire.News():
                return self, []
            case _:
                assert_never(message)

    def _welcomed(self, now: float) -> Step:
        follower, messages = replace(self, is_linked=True, since=now)._following(now)
        return follower._saying(messages, now)

    def _saying(self, messages: Sequence[wire.FromClient], now: float) -> Step:
        """Return what sends the unsent say, if there is one, after other messages."""
        if self.unsent is None:
            return self, messages
        return replace(self, say_at=now + AGAIN_SECONDS), [*messages, self.unsent]

    def _following(self, now: float) -> Step:
        # Asked from the newest entry of the copy itself, which shows whether copy and record are one.
        since = 0 if self.is_put_back else max(0, self.game.n - 1)
        return replace(self, follow_at=now + AGAIN_SECONDS), [wire.Follow(self.code, since)]

    def _caught_up(self, now: float) -> Step:
        """Return what is asked for where the server has named entries that the copy lacks."""
        is_behind = self.head > self.game.n and self.follow_at is None and self.is_linked
        return self._following(now) if is_behind else (self, [])

    def _told(self, told: wire.Entries, now: float) -> Step:
        """Take in the entries that follow the copy; ask again where there is a gap."""
        if (told.since is None and self.follow_at is not None) or (self.is_put_back and told.since != 0):
            # Until the question is answered these may follow other entries than this copy's.
            return replace(self, head=max(self.head, told.head)), []
        if self.is_put_back:
            return self._put_back_to(told, now)
        # No answer to a question that named an entry of ours can lack that entry.
        is_short = told.since is not None and told.head <= told.since and told.since < self.game.n
        if is_short:
            return self._offering(told.head, now) if told.head else self._forked(now)
        if any(entry.n == self.game.n and entry != self.entries[-1] for entry in told.entries):
            return self._forked(now)
        new = tuple(entry for entry in told.entries if entry.n > self.game.n)
        try:
            game = self.game
            for entry in new:
                if entry.n > game.n + 1:
                    return replace(self, head=max(self.head, told.head))._caught_up(now)
                game = game.followed(entry)
        except wire.WireError as fault:
            text = f"{fault}; this program is older than the server's: install the newest"
            return replace(self, fault=text), []
        is_written = self.unsent is not None and any(entry.key == self.unsent.key for entry in new)
        follower = replace(
            self,
            game=game,
            entries=self.entries + new,
            head=max(self.head, told.head),
            follow_at=self.follow_at if max(self.head, told.head) > game.n else None,
            unsent=None if is_written else self.unsent,
            is_offering=False,
        )
        return follower, []

    def _offering(self, head: int, now: float) -> Step:
        """Return what offers entries that the server lacks, from its newest one on, and follows later."""
        offered = [*self.entries[max(0, head - 1) : head + 1]]
        for entry in self.entries[head + 1 :]:
            if len(wire.written(wire.Newer(self.code, (*offered, entry)))) > wire.MOST_BYTES:
                break
            offered.append(entry)
        message = [wire.Newer(self.code, tuple(offered))] if head < self.game.n else []
        return replace(self, is_offering=True, follow_at=now + AGAIN_SECONDS), message

    def _forked(self, now: float) -> Step:
        """Return what asks for the whole record of a server that has another one than this copy."""
        return replace(self, is_put_back=True, is_offering=False, head=0)._following(now)

    def _put_back_to(self, told: wire.Entries, now: float) -> Step:
        """Take the record of a server that was put back for the copy."""
        times = self.times_put_back + 1
        anew = replace(self, is_put_back=False, times_put_back=times, game=SharedGame(), entries=())
        if not told.entries:
            text = "the server was put back to a time before this game began; begin another game (--new)"
            return replace(anew, fault=text), []
        return anew._told(told, now)

    def _refused(self, refused: wire.Refused, now: float) -> Step:
        if refused.key is None and refused.why == "newer":
            return self._offering(refused.head, now)
        if refused.key is None and refused.why in ("unknown-game", "ahead"):
            if refused.why == "ahead":
                return self._forked(now)
            return replace(self, fault=f"{refused.text} To play, begin another game (--new)."), []
        if self.unsent is None or refused.key != self.unsent.key:
            return self, []
        if refused.why in wire.PASSING:
            return replace(self, say_at=now + AGAIN_SECONDS), []
        head = max(self.head, refused.head)
        return replace(self, unsent=None, refused=refused, head=head)._caught_up(now)
