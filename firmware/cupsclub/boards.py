"""Two members at one board of the club: called there, confirmed by each, and given up if it comes to that.

Their game begins there once both came; one of a tournament has begun before, and is only brought there. Such
a game is never ended by what happens to a board: it leaves the board, and is played by phone or called again.

The board plays by its own referee, and says each turn that it has agreed to as an entry of the game, like any
other. That it may say is decided by two confirmations, each by a member's own phone, or by a code that the
member types at the board: the board's own word confirms for none, not even for the member whose device it is.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame, for_distance
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

from cupsclub.people import People, new_code
from cupsclub.ratings import is_usual
from cupsclub.seats import Seats
from cupsclub.store.calls import Board, Call, Calls
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Game, Records, Seat
from cupsclub.tournaments.waiting import Waiting, waiting_games

CALL_SECONDS = 3600.0
"""How long both have time to confirm; of the server's time."""
PAIRED_CALL_SECONDS = 600.0
"""The same for a game of a tournament, whose board others may be waiting for."""
STOPPED_SECONDS = 3600.0
"""After this without an entry a director may give a game up."""
MOST_CALLS = 10
"""Games of one board, or of one member, for which members are called and that are not over."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who is to play what at a board: the numbers of two members, by side.

    `starter` None has it drawn. `clock` is the board's own. A pairing that is `rated` counts in the list of
    its game, once both have confirmed.
    """

    south: int
    north: int
    game: str
    clock: Clock | None = None
    rated: bool = True
    starter: wire.SideName | None = None


@dataclass(frozen=True, slots=True)
class Acts:
    """What the server writes into a game, in this order."""

    game: str
    acts: tuple[wire.Act, ...]


class Boards:
    """Calls members to boards, within a transaction; raises Refusal before anything is written."""

    def __init__(
        self,
        records: Records,
        now: float,
        date: float,
        drawn: Callable[[], Side] = lambda: SystemRandom().choice(list(Side)),
    ) -> None:
        """`now` is the server's time; `date`, in seconds since 1970, names the day of a game."""
        self._records, self._now, self._date = records, now, date
        self._seats = Seats(records, lambda: now, lambda: date, new_code, drawn)
        self._members, self._calls = Members(records), Calls(records)

    @classmethod
    def of(cls, people: People) -> "Boards":
        """Return the boards of the club in whose transaction people are changed."""
        return cls(people.records, people.now, people.date)

    def call(self, board: int, pairing: Pairing, by: Member | None = None) -> str:
        """Call two members to a board; return the code of their game, which begins once both have confirmed.

        `board` is the number of its device; `by` the member who asks for it at a phone, None for a board or a
        tournament, which call any two.
        """
        self._forget_lapsed()
        where = self._calls.board(board)
        if where is None:
            raise Refusal("illegal", "The club has no such board any more.")
        south, north = self._player(pairing.south), self._player(pairing.north)
        if south.number == north.number:
            raise Refusal("illegal", "Two different members play with each other.")
        if by is not None and by.number not in (south.number, north.number) and by.role != "director":
            raise Refusal("not-yours", "A director of the club calls others to a board.")
        self._seats.require_together(south.number, north.number)
        if pairing.rated:
            self._seats.require_rated(south.number, north.number)
        name = _name(pairing)
        waiting = (self._calls.of_board(board, self._now), *self._of_members(south.number, north.number))
        if any(len(each) >= MOST_CALLS for each in waiting):
            raise Refusal("full", f"{MOST_CALLS} games wait there already; play or take back one of them.")
        code = new_code()
        rules = pairing.starter, pairing.clock, True, False, north.number, pairing.rated
        self._records.add_game(Game(code, f"called {code}", name, self._date, self._now, *rules))
        asker = None if by is None else by.number
        self._calls.add(Call(code, board, south.number, north.number, asker, self._now + CALL_SECONDS))
        return code

    def call_paired(self, code: str, by: Member, board: int | None, there: Container[int]) -> None:
        """Call the two of a tournament's game to a board, None for the first free one.

        A director calls any two, and each of the two the other. `there` are the boards that were heard of
        lately. The call lights the board at once where a director asks.
        """
        pair = self.paired(code)
        if by.number not in pair and by.role != "director":
            raise Refusal("not-yours", "A director of the club calls others to a board.")
        if len([each for each in pair if self._calls.of_member(each, self._now)]):
            raise Refusal("full", "One of these two is called to a board already, or plays at one.")
        free = [each.number for each in self._calls.boards() if self.is_free(each.number, there)]
        where = next((each for each in free if board in (None, each)), None)
        if where is None:
            raise Refusal("full", "No such board is free now: it is played at, or switched off.")
        asker = None if by.role == "director" else by.number
        self._calls.add(Call(code, where, *pair, asker, self._now + PAIRED_CALL_SECONDS))

    def is_free(self, board: int, there: Container[int]) -> bool:
        """Return whether a board was heard of lately, and has no game that goes on or waits."""
        return board in there and not self._calls.of_board(board, self._now)

    def paired(self, code: str) -> tuple[int, int]:
        """Return the members of a tournament's game that can be played at a board, South's first."""
        game, shared = self._seats.game(code), SharedGame.of(self._records.entries(code, 0))
        if game.tournament is None or game.clock is None:
            raise Refusal("illegal", "This is no game of a tournament.")
        if not Clocks.of(game.clock).is_of_a_sitting:
            raise Refusal("illegal", "A game with days for a move is played by phone, and not at a board.")
        if shared.end is not None:
            raise Refusal("over", "The game is over.")
        if shared.history is None or shared.history.steps:
            raise Refusal("illegal", "A move is made already: go on by phone.")
        seats = self._records.seats(code)
        south, north = (self._player(seats[side].member or 0).number for side in ("south", "north"))
        return south, north

    def seat_next(self, board: Board, there: Container[int]) -> Acts | None:
        """Give a free board the next pairing; return what is written for two who sit there already."""
        found = self.next_at(board, there)
        if found is None:
            return None
        code, has_come = found
        until = self._now + PAIRED_CALL_SECONDS
        self._calls.add(Call(code, board.number, *self.paired(code), None, until, has_come, has_come))
        return Acts(code, (wire.AtBoard(board.name),)) if has_come else None

    def next_at(self, board: Board, there: Container[int]) -> tuple[str, bool] | None:
        """Return the game of a tournament that a free board is to have next, and whether both sit there.

        None where there is none: one that was taken back by hand is called again by hand, one that lapsed
        after the others.
        """
        if not self.is_free(board.number, there):
            return None
        found = list[tuple[float, int, str]]()
        for at, waiting in enumerate(waiting_games(self._records)):
            call, before = self._calls.of_game(waiting.code), waiting.before
            last = None if before is None else self._calls.of_game(before)
            if not self._may_be_called(waiting, call, board, there):
                continue
            # The second game of two who have just played the first one here, and sit here.
            if last is not None and last.is_on and call is None and last.board == board.number:
                return waiting.code, True
            if waiting.is_called and not (last is not None and last.is_on and last.board in there):
                found.append((0.0 if call is None else call.until, at, waiting.code))
        return None if not found else (min(found)[-1], False)

    def _may_be_called(
        self, waiting: Waiting, call: Call | None, board: Board, there: Container[int]
    ) -> bool:
        if call is not None and (
            call.is_on
            or call.off == "hand"
            or (call.off == "board" and call.board == board.number)
            or (call.is_open(self._now) and call.board in there)
        ):
            return False
        try:
            pair = self.paired(waiting.code)
        except Refusal:
            return False
        others = [each for one in pair for each in self._calls.of_member(one, self._now)]
        return all(each.game == waiting.code for each in others)

    def _of_members(self, *members: int) -> tuple[Sequence[Call], ...]:
        return tuple(self._calls.of_member(each, self._now) for each in members)

    def confirm(self, member: Member, code: str) -> Acts | None:
        """Have a member confirm; return the beginning of the game once both have, else None."""
        call, side = self._called(member, code)
        game, board = self._seats.game(code), self._calls.board(call.board)
        if board is None:
            raise Refusal("illegal", "This board was taken away from the club; call each other to another.")
        if side in call.came:
            return None
        self._player(member.number)
        self._seats.require_together(call.south, call.north)
        is_paired = game.tournament is not None
        if is_paired:
            self.paired(code)
        elif game.rated:
            self._seats.require_rated(call.south, call.north)
        come = replace(
            call, south_came=call.south_came or side == "south", north_came=call.north_came or side == "north"
        )
        self._calls.add(come)
        if not come.is_on:
            return None
        came = wire.AtBoard(board.name)
        return Acts(code, (came,) if is_paired else (self._seated(game, call), came))

    def _seated(self, game: Game, call: Call) -> wire.Begin:
        """Give both who are called their seats; return the beginning of their game."""
        for side, number in call.members.items():
            member = self._player(number)
            self._records.add_seat(game.code, side, Seat(member.name, f"member {number}", number))
        return self._seats.begun(game, self._records.seats(game.code))

    def _called(self, member: Member, code: str) -> tuple[Call, wire.SideName]:
        """Return the call of a game for a member who is still to confirm. Raises Refusal."""
        call = self._calls.of_game(code)
        if call is None or not call.is_open(self._now):
            raise Refusal(
                "unknown-game", "This call has lapsed, or was taken back; call each other once more."
            )
        side = call.side_of(member.number)
        if side is None:
            raise Refusal("not-yours", "Other members are called to this game.")
        return call, side

    def give_up(self, code: str, by: Member | None, board: Board | None = None) -> Acts | None:
        """Take a call back, or call a game off at a board: by a member, or by the board itself.

        Before the first move there each of the two may, and the board; later a director, where nothing was
        written for an hour, or at once for a game of a tournament, which leaves the board. Return what is
        written into a game that has begun; None where none is.
        """
        call = self._calls.of_game(code)
        if call is None or not call.is_open(self._now):
            raise Refusal("unknown-game", "There is no such game at a board, or it was taken back.")
        is_own = (
            call.board == board.number
            if board is not None
            else by is not None and call.side_of(by.number) is not None
        )
        is_director = by is not None and by.role == "director"
        if not is_own and not is_director:
            raise Refusal("not-yours", "Other members are called to this game.")
        shared = SharedGame.of(self._records.entries(code, 0))
        if shared.begin is None:
            self._records.forget_open_game(code)
            return None
        if shared.end is not None:
            raise Refusal("over", "The game is over.")
        is_unmoved, is_paired = shared.changed == shared.placed, shared.begin.tournament is not None
        if is_paired and (not call.is_on or is_director or (is_own and is_unmoved)):
            if call.is_on:
                return Acts(code, (wire.AtBoard(""),))
            self._calls.take_off(code, "hand" if board is None else "board")
            return None
        if is_own and is_unmoved:
            return Acts(code, (wire.End("aborted"),))
        if is_director and self.has_stopped(shared):
            return Acts(code, (wire.End("ruled"),))
        raise Refusal(
            "illegal",
            "A move is made: both call it off together, or a director does after an hour without a move.",
        )

    def has_stopped(self, shared: SharedGame) -> bool:
        """Return whether nothing was written for an hour, after which a director may give a game up."""
        return self._now - shared.changed_at >= STOPPED_SECONDS

    def _player(self, number: int) -> Member:
        found = self._members.member(number)
        if found is None or not found.may_play or found.role == "engine":
            raise Refusal("illegal", "The club has no such member to play at a board.")
        return found

    def _forget_lapsed(self) -> None:
        for code in self._calls.lapsed(self._now):
            self._records.forget_open_game(code)


def _name(pairing: Pairing) -> str:
    """Return the name of the game, as records have it. Raises Refusal for one that no board plays."""
    try:
        name = for_distance(pairing.game).name
    except RulesError as fault:
        raise Refusal("illegal", str(fault)) from None
    if "{" in name:
        raise Refusal("illegal", "Rules of your own are played among yourselves, and not in the club.")
    if pairing.rated and not is_usual(name, pairing.clock):
        text = "A rated game is a usual one, as cups 4 or kalah 6, and even: without odds, with equal times."
        raise Refusal("illegal", text)
    return name
