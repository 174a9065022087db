"""The club of a board: how it joins and leaves one, and who is called to it.

A thread asks the club's server every few seconds who is called here; the board's own thread reads the newest
answer, and never waits for it. While there is no club there is no thread.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread
from typing import Any, TypeAlias

from cupsboard.distance import membership as memberships
from cupsboard.distance import sitting as sittings
from cupsboard.distance.membership import Membership
from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.sitting import Sitting
from cupsboard.ports import Store, StoreError
from cupsboard.profile import Profile
from cupsboard.rules.errors import RulesError
from cupsboard.scales.errors import SensingError
from cupsboard.session import orders
from cupsboard.session.club_table import named
from cupsboard.session.held_back import with_told
from cupsboard.session.orders import spoken_of
from cupsboard.session.playable import require_playable
from cupsboard.signs.phrases import game_phrases
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene
from cupsboard.station.game.beginning import NextGame
from cupsboard.station.occupation import Plan
from cupsboard.station.terminal.console import say
from cupsboard.web.sections import Section, message_section

TOLD_SECONDS = 60.0
"""How long what came of a game stands before it takes turns with what is to be done."""
LOOK_SECONDS, LONGEST_SECONDS = 3.0, 30.0
"""Between two questions to the server; the pause doubles up to the longer one where no answer comes."""
InClub: TypeAlias = (
    orders.JoinClub | orders.LeaveClub | orders.CallMembers | orders.ConfirmHere | orders.GiveUpCall
)
Call = dict[str, Any]
"""What the server tells of a game that is called here."""


def join(store: Store, server: str, code: str, name: str) -> Membership:
    """Join a server's club by a code that its page gave a member; blocks for some seconds.

    Raises DistanceError, and StoreError where the place can't be kept.
    """
    from cupsboard.distance.link import enter_club

    fresh = Membership(server.strip().rstrip("/"), memberships.drawn_token(), name.strip())
    joined = replace(fresh, member=enter_club(fresh.server, fresh.token, code.strip(), fresh.board))
    memberships.keep(store, joined)
    say(f"this board is {joined.board} in the club of {joined.server}, as a device of {joined.member}")
    return joined


class Club:
    """A board's place in a club, if it has one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.membership: Membership | None = None
        self.sitting: Sitting | None = None
        """The game of the club that this board referees; None for none."""
        try:
            self.membership, self.sitting = memberships.read(store), sittings.read(store)
        except StoreError as fault:
            say(f"{fault}; this board knows no club now")
        self._ended = set[tuple[str, int]]()
        """Games of the club that are over here, or that no board like this plays: the server may not know.

        Each with the entry by which its players came here: those of a tournament may come once more."""
        self._call: Call | None = None
        self._since: float | None = None
        self.told: Message | None = None
        """What came of the last game of the club here, or of a call; None after another call."""
        self._told_at: float | None = None
        self.is_busy = False
        """Whether the board is at something else than a game of its own: then it is called no pairing."""
        self.trouble: Message | None = None
        """Why the club can't be asked; None while all is well."""
        self._unplayable: Message | None = None
        """Why the last game that was called here is none for this board; None after another call."""
        self._watched: tuple[Membership, Event] | None = None
        self._look()

    def join(self, server: str, code: str, name: str) -> None:
        """Join another club; see `join`."""
        joined = join(self._store, server, code, name)
        self._forget()
        self.membership = joined
        self._look()

    def leave(self) -> None:
        """Leave the club, and tell its server if it is heard; blocks for some seconds. Raises StoreError."""
        left = self.membership
        memberships.keep(self._store, None)
        self._forget()
        if left is not None:
            with suppress(OSError):
                _asked(left, {"act": "leave"})

    def _forget(self) -> None:
        self.close()
        sittings.keep(self._store, None)
        self.membership = self.sitting = self._call = self.trouble = None

    def ask(self, **said: Any) -> dict[str, Any]:
        """Return the club's answer; blocks for some seconds. Raises DistanceError."""
        if self.membership is None:
            raise RuntimeError("this board is in no club")
        answer = _asked(self.membership, said)
        if said["act"] in ("confirm", "call", "give-up"):
            # What comes of it is shown at once, and not at the next look.
            self._take(self._told(self.membership))
        return answer

    def _told(self, own: Membership) -> dict[str, Any]:
        from cupsboard.distance.link import asked_of_club

        return asked_of_club(
            own.server, own.token, path="board.json?busy=1" if self.is_busy else "board.json"
        )

    def members(self) -> list[dict[str, Any]]:
        """Return whom the board may call; blocks for some seconds. Raises DistanceError."""
        from cupsboard.distance.link import asked_of_club

        assert self.membership is not None
        found = asked_of_club(self.membership.server, self.membership.token, path="lobby.json")
        return [
            {"number": each["number"], "name": each["name"]}
            for each in found["members"]
            if each["role"] in ("member", "director")
        ]

    @property
    def call(self) -> Call | None:
        """Return who is called to this board now; None without a call, or for a game that is over here."""
        call = self._call
        return None if call is None or (call["game"], call["placed"]) in self._ended else call

    def sit(self, sitting: Sitting) -> None:
        """Note the game that two members play here. Raises StoreError."""
        sittings.keep(self._store, sitting)
        self.sitting = sitting

    def rise(self, told: Message) -> None:
        """Note that this game is over, and what is said of it until others are called."""
        if self.sitting is None:
            return
        self.told, self._told_at = told, None
        self._ended.add((self.sitting.code, self.sitting.placed))
        self.sitting = None
        with suppress(StoreError):
            sittings.keep(self._store, None)

    def say_over(self, call: Call) -> None:
        """Note that a game of the club is none of this board's any more."""
        self._ended.add((call["game"], call["placed"]))

    def refuse(self, code: str, why: Message) -> None:
        """Give a game up that this board can't play, and show why. Blocks for some seconds."""
        self._unplayable = why
        with suppress(OSError):
            self.ask(act="give-up", game=code)

    def over(self, scene: Scene, now: float, *, is_own: bool = False) -> Scene:
        """Return a scene that calls those who are to play here, or tells what came of the last game.

        `is_own` is for the club's game itself, over which that stands longer. Without either it is the scene.
        """
        call, told = self.call, self.told
        if call is not None and not call["isBegun"]:
            self._since = now if self._since is None else self._since
            return with_told(scene, self._since, now, called(call), Meaning.NEW_GAME)
        self._since = None
        if told is None:
            return scene
        self._told_at = now if self._told_at is None else self._told_at
        is_new, is_over_here = now < self._told_at + TOLD_SECONDS, is_own and self.sitting is None
        if not (is_new or is_over_here):
            return scene
        # Told anew at each moment, its turn never ends.
        return with_told(scene, now if is_new and is_over_here else self._told_at, now, told)

    def section(self) -> Section | None:
        """Return what pages show of the club; None without one."""
        own, call = self.membership, self.call
        if own is None:
            return None
        section: Section = {"server": own.server, "board": own.board, "member": own.member}
        section["isPlaying"] = self.sitting is not None
        if self.told is not None:
            section["told"] = message_section(self.told)
        if (trouble := self.trouble or self._unplayable) is not None:
            section["trouble"] = message_section(trouble)
        if call is not None:
            shown = ("game", "name", "seats", "confirmed", "isBegun", "isMoved", "rated")
            section["call"] = {name: call[name] for name in shown}
        return section

    def close(self) -> None:
        """End the thread."""
        if self._watched is not None:
            self._watched[1].set()
            self._watched = None

    def _look(self) -> None:
        """Ask the club that there is now, and no other."""
        self.close()
        if (own := self.membership) is not None:
            self._watched = own, Event()
            Thread(target=self._watch, args=self._watched, name="club", daemon=True).start()

    def _watch(self, own: Membership, is_over: Event) -> None:
        from cupsboard.distance.link import ClubRefused

        pause = LOOK_SECONDS
        while not is_over.is_set():
            try:
                told = self._told(own)
                pause = LOOK_SECONDS
                if not is_over.is_set():
                    self._take(told)
            except ClubRefused as refused:
                # Taken away by its member or a director: nothing comes of asking often.
                pause = LONGEST_SECONDS
                self._fail(is_over, Message("club-taken-away", {"why": str(refused)}))
            except OSError as fault:
                pause = min(LONGEST_SECONDS, 2 * pause)
                self._fail(is_over, Message("club-unheard", {"why": str(fault)}))
            is_over.wait(pause)

    def _take(self, told: dict[str, Any]) -> None:
        before, call = self.call, told.get("call")
        self._call, self.trouble = call if isinstance(call, dict) else None, None
        if (now := self.call) is not None and not now["isBegun"]:
            self._unplayable = self.told = None
        elif before is not None and not before["isBegun"] and (now is None or now["game"] != before["game"]):
            self.told, self._told_at = Message("club-call-over", _names(before)), None

    def _fail(self, is_over: Event, why: Message) -> None:
        if is_over.is_set():
            return
        if self.trouble is None:
            say(f"the club is not heard: {why.values['why']}")
        self.trouble = why
        # A call may have lapsed by now.
        self._call = self._call if self._call is not None and self._call["isBegun"] else None


def called(call: Call) -> Message:
    """Return the sentence that calls two members to a board, or the one who has not confirmed yet."""
    seats, game, pairing = call["seats"], game_phrases(call["name"]), call["pairing"]
    left = [side for side in ("south", "north") if side not in call["confirmed"]]
    if len(left) == 1:
        (waits,) = call["confirmed"]
        names = {"one": named(seats[waits]), "other": named(seats[left[0]]), "game": game}
        said = Message("club-called-one", names)
    else:
        said = Message("club-called", {**_names(call), "game": game})
    if pairing is None:
        return said
    values = {"name": named(pairing["tournament"]), "starter": named(seats[call["starter"]])}
    numbers = {"round": pairing["round"], "number": pairing["number"], "board": named(call["board"] or "?")}
    return Message(
        "club-of-pairing", {"result": (said,), "pairing": (Message("club-pairing", {**values, **numbers}),)}
    )


def _names(call: Call) -> dict[str, str | int | Phrases]:
    seats = call["seats"]
    return {"one": named(seats["south"]), "other": named(seats["north"])}


def _asked(own: Membership, said: dict[str, Any] | None = None) -> dict[str, Any]:
    from cupsboard.distance.link import asked_of_club

    return asked_of_club(own.server, own.token, said)


_REFUSED = {
    orders.JoinClub: {"unknown-game": "club-code", "illegal": "club-name-taken", "malformed": "club-name"},
    orders.CallMembers: {"illegal": "club-cant-call", "not-yours": "club-apart", "full": "club-full"},
    orders.ConfirmHere: {"unknown-game": "club-code-here", "not-yours": "club-not-called"},
    orders.GiveUpCall: {"illegal": "club-moved"},
}
"""The sentence for a reason of the club's, by what was ordered."""
_ANY_REFUSED = {"too-old": "club-too-old", "status-429": "club-many-codes", "rated-limit": "club-rated-limit"}


def in_club(club: Club, order: InClub) -> None:
    """Do in the club what is ordered; blocks for some seconds. Raises OrderRefused, and StoreError."""
    from cupsboard.distance.link import ClubRefused, DistanceError

    try:
        _ordered(club, order)
    except ClubRefused as refused:
        key = {**_ANY_REFUSED, **_REFUSED.get(type(order), {})}.get(refused.why)
        raise orders.OrderRefused.because(refused) if key is None else orders.OrderRefused(key) from None
    except DistanceError as fault:
        raise orders.OrderRefused("club-no-net", why=(spoken_of(fault),)) from None


def _ordered(club: Club, order: InClub) -> None:
    call = club.call
    match order:
        case orders.JoinClub(server, code, name):
            club.join(server, code, name)
        case orders.LeaveClub():
            club.leave()
        case _ if club.membership is None:
            raise orders.OrderRefused("no-club")
        case orders.CallMembers(south, north, game, is_rated):
            club.ask(act="call", south=south, north=north, game=game, rated=is_rated)
        case orders.ConfirmHere(code) if call is not None:
            club.ask(act="confirm", game=call["game"], code=code)
        case orders.GiveUpCall() if call is not None:
            club.ask(act="give-up", game=call["game"])
        case _:
            raise orders.OrderRefused("no-call")


def club_plan(club: Club, board: Profile, beside: Callable[[Callable[[], None]], object]) -> Plan | None:
    """Return the plan of a game to which both have come; None while there is none that is to begin.

    One that this board can't play is given up, and its page says so.
    """
    call = club.call
    if call is None or club.sitting is not None:
        return None
    try:
        game = for_distance(call["name"])
        require_playable(board, game)
    except (RulesError, SensingError) as fault:
        why = Message("club-unplayable", {"why": str(fault)})
        club.say_over(call)
        beside(lambda: club.refuse(call["game"], why))
        return None
    if not call["isBegun"]:
        return None
    sitting = Sitting.called(call)
    return Plan(chosen=NextGame(None, None), sitting=sitting)
