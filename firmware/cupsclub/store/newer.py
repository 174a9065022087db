"""Boards that know more than a server which was put back to an older copy of its records.

A board offers the entries that the record lacks, and waits. A director is asked whether they are taken. Where
both boards have an entry, it has to be the same one. Entries that are taken keep their numbers, their keys
and their times, so nothing is doubled, and both copies are the record again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.places import Side

from cupsclub.store.offers import Offers, Settled
from cupsclub.store.port import Records

MOST_ENTRIES = 10_000
"""Of one game: a hundred times a long one."""
WAIT_SECONDS = 86400.0
"""For how long a game that was put back waits for both sides, before who is there goes on."""
_WAITING = (
    "The server was put back to an older copy; a director is asked about the newer entries of this game."
)
_TOGETHER = (
    "The server was put back to an older copy; the game waits until both sides were here, or for a day."
)
_PAST = "The record goes another way than your copy; follow it from its beginning."


@dataclass(frozen=True, slots=True)
class Asked:
    """What a director is asked: of which game, whose record has `n` entries; how far each side's copy goes.

    `agree_to` is the newest entry that can be taken: behind it the two copies differ, or end.
    """

    game: str
    n: int
    south: int
    north: int
    agree_to: int


class Newer:
    """Takes offers in, and what was agreed to, within a transaction of the records."""

    def __init__(self, records: Records, rated: Callable[[str, SharedGame], wire.Rated | None]) -> None:
        """`rated` writes what the end of a game does to the ratings, and returns it; None if nothing."""
        self._records, self._rated, self._offers = records, rated, Offers(records)
        self.restored_at = self._offers.restored_at()
        self.here: dict[str, set[Side]] = {}
        """The sides of each game that have been here since then without more than the record has."""

    def may_come(self, code: str, entries: Sequence[wire.Entry]) -> bool:
        """Return whether newer entries may be offered: the game has not gone on since it was put back."""
        if self.restored_at is None or not entries:
            return False
        settled = self._offers.settled(code)
        if settled is not None:
            return settled.is_taken and settled.n == len(entries)
        return entries[-1].at <= self.restored_at

    def have_nothing(self, code: str, sides: Iterable[Side]) -> bool:
        """Note that sides have been here since the server was put back, and have offered nothing before.

        Return whether that is news.
        """
        new = set(sides) - self.here.get(code, set()) if self.restored_at is not None else set()
        if new:
            self.here.setdefault(code, set()).update(new)
        return bool(new)

    def require_complete(self, say: wire.Say, now: float) -> None:
        """Raise Refusal where a board may have entries that come before what is said."""
        record, settled = self._records.entries(say.game, 0), self._offers.settled(say.game)
        if settled is not None or self.restored_at is None or not self.may_come(say.game, record):
            return
        if say.after > len(record) or self._offers.of(say.game):
            raise Refusal("newer", _WAITING)
        if len(self.here.get(say.game, ())) < len(Side) and now < self.restored_at + WAIT_SECONDS:
            raise Refusal("newer", _TOGETHER)

    def refusal(self, code: str, sides: Sequence[Side]) -> Refusal:
        """Return the answer to a copy that knows more than the record: to offer that, or take the record."""
        entries = self._records.entries(code, 0)
        if not sides or not self.may_come(code, entries):
            return Refusal("ahead", f"The record has {len(entries)} entries, and you know more.")
        mine = self._offers.of(code).get(wire.side_name(sides[0]), {})
        return Refusal("newer", _WAITING, max(mine, default=len(entries)))

    def offered(self, code: str, sides: Sequence[Side], entries: Sequence[wire.Entry]) -> None:
        """Keep what a copy of `sides` has: the newest entry known here, and those behind. Raises Refusal."""
        record = self._records.entries(code, 0)
        mine = self._offers.of(code).get(wire.side_name(sides[0]), {})
        if not entries or not self.may_come(code, record):
            raise Refusal("ahead", _PAST)
        known = {entry.n: entry for entry in record} | dict(mine)
        head, first = max(known), entries[0]
        if known.get(first.n) != first:
            raise Refusal("ahead", _PAST)
        if entries[-1].n > MOST_ENTRIES:
            raise Refusal("full", f"A game has {MOST_ENTRIES} entries, the most that are kept.")
        new = [entry for entry in entries if entry.n > head]
        if [entry.n for entry in new] != list(range(head + 1, head + 1 + len(new))):
            raise Refusal("ahead", _PAST)
        for side in sides:
            self._offers.add(code, wire.side_name(side), new)

    def agreed(self) -> Sequence[str]:
        """Return the codes of the games whose newer entries are to be taken."""
        if self.restored_at is None:
            return ()
        return [code for code in self._offers.games() if self._offers.settled(code) is not None]

    def taken(self, code: str, shared: SharedGame) -> tuple[wire.Entry, ...]:
        """Return the entries of a game that are taken, to be written now; the game is settled with them.

        What the rules don't allow is not taken, nor what is behind that. Ratings are worked out anew, as
        other results may have come before this one. A game after this one is not known here, so its code is
        left out.
        """
        keys = {entry.key for entry in self._records.entries(code, 0)}
        found, offers = list[wire.Entry](), self._offers.of(code)
        for entry in _common(offers, shared.n):
            if entry.n <= shared.n:
                # A rating was worked out in its place.
                continue
            try:
                if (entry.key is not None and entry.key in keys) or isinstance(
                    entry.what, wire.Next | wire.Rated
                ):
                    break
                following = [entry]
                after = shared.followed(entry)
                if after.end is not None and shared.end is None:
                    self._records.end_game(code)
                    rated = self._rated(code, after)
                    if rated is not None:
                        following.append(wire.Entry(after.n + 1, entry.at, wire.plain(rated)))
                        after = after.followed(following[-1])
            except wire.WireError:
                break
            shared = after
            found += following
            keys.add(entry.key)
        self._offers.forget(code)
        self._offers.settle(code, Settled(shared.n, is_taken=True))
        return tuple(found)


def asked(records: Records) -> Sequence[Asked]:
    """Return what a director has yet to decide."""
    offers = Offers(records)
    return [_asked(records, code) for code in offers.games() if offers.settled(code) is None]


def settle(records: Records, code: str, *, is_taken: bool) -> None:
    """Decide of the newer entries of a game; the server writes what is agreed to. Raises Refusal."""
    offers = Offers(records)
    if code not in offers.games():
        raise Refusal("unknown-game", "No board has newer entries of this game.")
    offers.settle(code, Settled(len(records.entries(code, 0)), is_taken))
    if not is_taken:
        offers.forget(code)


def _asked(records: Records, code: str) -> Asked:
    n, offers = len(records.entries(code, 0)), Offers(records).of(code)
    south, north = (max(offers.get(side, {}), default=n) for side in ("south", "north"))
    return Asked(code, n, south, north, n + len(_common(offers, n)))


def _common(offers: Mapping[wire.SideName, Mapping[int, wire.Entry]], n: int) -> Sequence[wire.Entry]:
    """Return the entries behind number `n` that a side has, as far as the other side has no other one."""
    found = list[wire.Entry]()
    while True:
        n += 1
        here = [each[n] for each in offers.values() if n in each]
        if not here or any(entry != here[0] for entry in here):
            return found
        found.append(here[0])
