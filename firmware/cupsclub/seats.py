"""The seats of games: who may open a game, sit down at it, take it back, and play the next one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame, for_distance
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clock
from cupsboard.rules.errors import RulesError
from cupsboard.rules.odds import sides_changed
from cupsboard.rules.places import Side

from cupsclub import ratings
from cupsclub.people import require_name, shown
from cupsclub.store.calls import Calls
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Game, Records, Seat
from cupsclub.store.results import Results

MOST_OPEN_GAMES = 10
"""Games of one player that wait for their second one."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who speaks: the digest of a token, "" without one, and the member of the club with this device.

    `board` is the number of the device where that is a board.
    """

    token: str
    member: Member | None = None
    board: int | None = None

    def has(self, seat: Seat) -> bool:
        """Return whether a seat is theirs."""
        if seat.member is not None:
            return self.member is not None and self.member.number == seat.member
        return self.token != "" and self.token == seat.token


class Seats:
    """Gives seats away, within a transaction of the records; raises Refusal before anything is written."""

    def __init__(
        self,
        records: Records,
        now: Callable[[], float],
        date: Callable[[], float],
        new_code: Callable[[], str],
        drawn: Callable[[], Side],
    ) -> None:
        """`now` is the server's time, `date` the seconds since 1970; `drawn` chooses a side by chance."""
        self._records, self._now, self._date = records, now, date
        self._new_code, self._drawn = new_code, drawn
        self._members, self._results, self._calls = Members(records), Results(records), Calls(records)

    def opened(self, who: Who, wish: wire.Invite) -> tuple[str, wire.SideName]:
        """Open a game, or find the one opened with this key; return its code and the player's side."""
        _require_token(who)
        require_key(wish.key)
        code = self._records.game_with(wish.key)
        if code is None:
            code = self._open(who, wish)
        mine = self.side_name(code, who)
        if mine is None:
            raise Refusal("key-reused", "Another player's invitation has this key; draw a new one.")
        return code, mine

    def _open(self, who: Who, wish: wire.Invite) -> str:
        seat = _seat(who, wish.name)
        if self._records.open_games_of(seat.token) >= MOST_OPEN_GAMES:
            raise Refusal("full", f"{MOST_OPEN_GAMES} games of yours wait for a second player already.")
        try:
            for_distance(wish.game)
        except RulesError as fault:
            raise Refusal("illegal", str(fault)) from None
        self._require_club(who, wish)
        code = self._new_code()
        rules = wish.starter, wish.clock, wish.takebacks and not wish.rated, wish.listed, wish.to, wish.rated
        self._records.add_game(Game(code, wish.key, wish.game, self._date(), self._now(), *rules))
        self._records.add_seat(code, wish.side or wire.side_name(self._drawn()), seat)
        self._records.keep_served_seconds(self._now())
        return code

    def _require_club(self, who: Who, wish: wire.Invite) -> None:
        """Raise Refusal for a game among members that this player can't open."""
        if wish.rated and wish.to is None:
            raise Refusal(
                "illegal", "A rated game is one among members: say whom it is for, 0 for any member."
            )
        if wish.rated and wish.clock is None:
            raise Refusal("illegal", "A rated game has a clock, so that it comes to an end.")
        if wish.rated and not ratings.is_usual(wish.game, wish.clock):
            text = (
                "A rated game is a usual one, as cups 4 or kalah 6, and even: without odds, with equal times."
            )
            raise Refusal("illegal", text)
        if wish.to is None:
            return
        own = _require_player(who)
        if "{" in wish.game:
            raise Refusal("illegal", "Rules of your own are played by code, and not in the lobby.")
        if wish.listed:
            raise Refusal("illegal", "A game among members is in their lobby, and not listed beside.")
        if wish.to == 0:
            return
        other = self._members.member(wish.to)
        if other is None or not other.may_play or other.number == own.number:
            raise Refusal("illegal", "The club has no such member to play with.")
        self.require_together(own.number, other.number)
        if wish.rated:
            self.require_rated(own.number, other.number)

    def require_together(self, one: int, other: int) -> None:
        """Raise Refusal for two members of whom one keeps the other away."""
        if self._members.are_apart(one, other):
            raise Refusal("not-yours", "You two do not play with each other.")

    def require_rated(self, one: int, other: int) -> None:
        """Raise Refusal for two members who have begun as many rated games today as count."""
        if not self._may_be_rated(one, other):
            text = (
                f"You two have begun {ratings.MOST_A_DAY} rated games within a day; this one can't be rated."
            )
            raise Refusal("rated-limit", text)

    def _may_be_rated(self, one: int, other: int) -> bool:
        # Of two games that begin at once the second one has to see the first.
        self._members.hold((one, other))
        since = self._now() - ratings.DAY_SECONDS
        return self._results.begun_between(one, other, since) < ratings.MOST_A_DAY

    def joined(self, who: Who, code: str, name: str) -> tuple[wire.SideName, wire.Begin | None]:
        """Take the free seat of a game; return the side, and how the game begins if it does now."""
        _require_token(who)
        game, seats = self.game(code), self._records.seats(code)
        mine = self.side_name(code, who)
        if mine is not None:
            return mine, None
        if self._calls.of_game(code) is not None:
            raise Refusal("not-yours", "This game is played at a board, where both who are called confirm.")
        free = [wire.side_name(side) for side in Side if wire.side_name(side) not in seats]
        if not free:
            raise Refusal("full", "Both seats of this game are taken; you can watch it.")
        seat = _seat(who, name)
        if game.to is not None:
            ((host),) = (each.member for each in seats.values())
            own = _require_player(who).number
            if game.to not in (0, own):
                raise Refusal("not-yours", "This game is for another member.")
            self.require_together(own, host or 0)
            if game.rated:
                self.require_rated(own, host or 0)
        self._records.add_seat(code, free[0], seat)
        return free[0], self.begun(game, {**seats, free[0]: seat})

    def begun(self, game: Game, seats: Mapping[wire.SideName, Seat]) -> wire.Begin:
        """Return the beginning of a game whose seats are taken."""
        names: dict[str, str] = {side: seat.name for side, seat in seats.items()}
        members: dict[str, int] = {s: seat.member for s, seat in seats.items() if seat.member is not None}
        starter = game.starter or wire.side_name(self._drawn())
        name = ratings.list_of(game.name, has_engine=self._has_engine(members)) if game.rated else ""
        rules = game.clock, game.takebacks
        return wire.Begin(game.name, names, starter, *rules, members, name, game.tournament)

    def _has_engine(self, members: Mapping[str, int]) -> bool:
        known = map(self._members.member, members.values())
        return any(each is not None and each.role == "engine" for each in known)

    def withdraw(self, who: Who, code: str) -> None:
        """Take out a game that has not begun, for who opened it or for the member whom it is for."""
        game, seats = self.game(code), self._records.seats(code)
        if self._calls.of_game(code) is not None:
            raise Refusal("illegal", "A call to a board is taken back on the club's page, or at the board.")
        is_asked = who.member is not None and game.to == who.member.number
        if not is_asked and not any(who.has(seat) for seat in seats.values()):
            raise Refusal("not-yours", "Another player has opened this game.")
        if len(seats) == len(Side):
            raise Refusal("illegal", "The other seat is taken by now.")
        self._records.forget_open_game(code)

    def following(self, code: str, shared: SharedGame) -> tuple[str, wire.Begin] | None:
        """Open the next game of two who have both asked for it: each sits where the other did.

        Return its code and how it begins; None where there is none to open.
        """
        if shared.following is not None or shared.begin is None or shared.again != frozenset(Side):
            return None
        before, following = self.game(code), self._new_code()
        seats = {wire.side_name(Side(side).other): seat for side, seat in self._records.seats(code).items()}
        own = [seat.member for seat in seats.values() if seat.member is not None]
        game = replace(
            before,
            code=following,
            name=sides_changed(before.name),
            # The code of the game before, which has one such game at most, in place of an invitation's key.
            key=f"after {code}",
            opened=self._date(),
            at=self._now(),
            starter=shared.begin.starter,
            listed=False,
            rated=before.rated and self._may_be_rated(own[0], own[1]),
        )
        self._records.add_game(game)
        for side, seat in seats.items():
            self._records.add_seat(following, side, seat)
        return following, self.begun(game, seats)

    def paired(
        self, south: int, north: int, name: str, clock: Clock, *, is_rated: bool, tournament: int
    ) -> tuple[str, wire.Begin]:
        """Open a game of a tournament, in which South begins; return its code and how it begins.

        It is rated if both may have one more rated game today.
        """
        code, is_rated = self._new_code(), is_rated and self._may_be_rated(south, north)
        what = code, f"of tournament {tournament} {code}", name, self._date(), self._now()
        rules = wire.side_name(Side.SOUTH), clock, False
        game = Game(*what, *rules, to=north, rated=is_rated, tournament=tournament)
        self._records.add_game(game)
        for side, number in ((Side.SOUTH, south), (Side.NORTH, north)):
            member = self._members.member(number)
            seat = Seat("?" if member is None else shown(member), f"member {number}", number)
            self._records.add_seat(code, wire.side_name(side), seat)
        return code, self.begun(game, self._records.seats(code))

    def said(self, say: wire.Say) -> wire.AnyAct:
        """Return the act that is said. Raises Refusal for one that can't be read, or is a director's."""
        try:
            act = wire.act_from(say.act)
        except wire.WireError as fault:
            raise Refusal("malformed", str(fault)) from None
        if act is None:
            raise Refusal("malformed", f"This server knows no act of the kind {str(say.act['kind'])[:40]!r}.")
        return act

    def rated(self, code: str, shared: SharedGame) -> wire.Rated | None:
        """Write what the end of a game does to the ratings, and return it; None where it does nothing."""
        begin, score = shared.begin, ratings.score_of(shared)
        if begin is None or not begin.rated or score is None:
            return None
        before = {side: self._results.standing(begin.rated, begin.members[side.value]) for side in Side}
        place = self._results.next_place(begin.rated)
        due = ratings.rated(begin.rated, begin.members, score, place, before)
        self._results.add(code, due, begin.members)
        return due

    def game(self, code: str) -> Game:
        """Return the game of a code. Raises Refusal where there is none."""
        game = self._records.game(code)
        if game is None:
            raise Refusal(
                "unknown-game",
                "There is no game with this code: look at it again; an invitation ends after a week.",
            )
        return game

    def is_board_of(self, code: str, who: Who) -> bool:
        """Return whether a board speaks at which both sides of a game sit."""
        call = None if who.board is None else self._calls.of_game(code)
        return call is not None and call.is_on and call.board == who.board

    def side_name(self, code: str, who: Who) -> wire.SideName | None:
        """Return the side whose seat is theirs; None for who has no seat there.

        A board has no seat where its member sits at a board: a member there speaks by the own phone.
        """
        if who.board is not None and self._calls.of_game(code) is not None:
            return None
        return next((side for side, seat in self._records.seats(code).items() if who.has(seat)), None)


def require_key(key: str) -> None:
    """Raise Refusal for a key that is none."""
    if len(key) != wire.KEY_CHARACTERS or not set(key) <= set("0123456789abcdef"):
        raise Refusal("malformed", f"A key is {wire.KEY_CHARACTERS} hexadecimal digits.")


def _require_token(who: Who) -> None:
    if not who.token:
        raise Refusal("not-yours", "Who takes a seat needs a token: say hello with one.")


def _require_player(who: Who) -> Member:
    if who.member is None or not who.member.may_play:
        raise Refusal("members-only", "This is among members of the club: come in there first.")
    return who.member


def _seat(who: Who, name: str) -> Seat:
    """Return a seat of a player's; a member sits there under the member's own name."""
    if who.member is not None and who.member.may_play:
        return Seat(who.member.name, f"member {who.member.number}", who.member.number)
    return Seat(require_name(name), who.token)
