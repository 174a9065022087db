"""What the members of a club may do: come in, bring devices, keep others away, take their data and leave."""

import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import scrypt, sha256
from typing import Any, Literal, TypeAlias, get_args

from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import MOST_NAME_CHARACTERS
from cupsboard.rules.names import folded, is_visible

from cupsclub.store import newer
from cupsclub.store.calls import Board, Calls
from cupsclub.store.members import Card, Member, Members, Note, Passkey, Role
from cupsclub.store.port import Records
from cupsclub.store.results import Results

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are taken for each other."""
CODE_CHARACTERS = 8
INVITED_SECONDS = 7 * 86400.0
"""How long an invitation to the club holds, in the server's time."""
DEVICE_SECONDS = DAY_SECONDS = 86400.0
"""How long a code for a member's next device holds."""
MOST_DEVICES = 20
MOST_REPORTS = 20
"""Of one member within a day."""
MOST_LABEL_CHARACTERS = 40
Complaint: TypeAlias = Literal["name", "leaves", "slow", "unkind", "helped"]
"""What a member may be reported for: the name, leaving games, playing slowly, phrases, a computer's help."""


def new_code() -> str:
    """Return a code that can't be guessed, for a game or for coming in."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_CHARACTERS))


def digest(token: str) -> str:
    """Return what is stored of a token, which itself is at its owner's alone; "" for none."""
    return sha256(token.encode()).hexdigest() if token else ""


def lock_of(code: str, salt: str) -> str:
    """Return what is stored of a code of eight letters, of which a thief of the file must not find the code.

    To try all codes, almost 10^12, takes a processor a thousand years, and anew for each club, which has its
    own `salt`. One takes a twentieth of a second and 16 MB: call it beside the writer, one after the other.
    """
    return scrypt(code.encode(), salt=salt.encode(), n=2**14, r=8, p=1, dklen=32).hex()


def require_name(name: str) -> str:
    """Return a name as it is shown to others. Raises Refusal for one that could deceive or take much room."""
    trimmed = name.strip()
    if not trimmed or len(trimmed) > MOST_NAME_CHARACTERS or not is_visible(trimmed):
        raise Refusal("malformed", f"A name has 1 to {MOST_NAME_CHARACTERS} printable characters.")
    return trimmed


def shown(member: Member) -> str:
    """Return what others see of a member: the name, or the number of one who has left."""
    return member.name or f"#{member.number}"


class People:
    """Does what members ask for, within a transaction; raises Refusal before anything is written."""

    def __init__(self, records: Records, now: float, date: float = 0.0) -> None:
        """`now` is the server's time; `date`, in seconds since 1970, is for those who come in."""
        self.records, self.now, self.date = records, now, date
        self._members = Members(records)

    def member(self, token: str) -> Member:
        """Return the member whose phone or computer has a token. Raises Refusal where it is no member's.

        A board stands where many come by: it does nothing in its member's name.
        """
        found = self._members.with_token(digest(token))
        if found is None:
            raise Refusal("members-only", "This is for members of the club: come in there first.")
        if self.board(token) is not None:
            raise Refusal("not-yours", "A board does that for no member; use your own phone or computer.")
        return found

    def board(self, token: str) -> Board | None:
        """Return the board of the club that has a token; None without one."""
        return Calls(self.records).board_with(digest(token))

    @property
    def salt(self) -> str:
        """Return what the codes of this club are locked with; see `lock_of`."""
        return self._members.salt()

    def name_club(self, by: Member, name: str) -> None:
        """Give the club a name, as a director; "" takes it away."""
        _require_director(by)
        self._members.name_club(require_name(name) if name.strip() else "")

    def invite(self, name: str, role: Role, lock: str, by: Member | None = None) -> None:
        """Let a new member of this name come in, once, by the code that has this lock.

        `by` is the director who invites, if any.
        """
        if by is not None:
            _require_director(by)
        name = self._require_free(require_name(name), None)
        self._members.forget_old_cards(self.now)
        self._members.add_card(lock, Card(name, role, None, self.now + INVITED_SECONDS))

    def code_again(self, name: str, lock: str) -> None:
        """Let the member of this name come in with a new device; only whose server it is may ask for that.

        Who is only invited is invited anew, and the older code counts no more.
        """
        if (card := self._invitation(require_name(name))) is not None:
            self._members.forget_invitation(card.name)
            self.invite(card.name, card.role, lock)
            return
        found = self._members.named(folded(require_name(name)))
        if found is None or found.is_blocked:
            raise Refusal(
                "illegal", "No member of this name is let in here; without --again a new member is invited."
            )
        self.device_code(found, lock)

    def _require_free(self, name: str, member: int | None) -> str:
        """Return a name that no other member has, nor a member who has left."""
        if re.fullmatch(r"#\d+", folded(name)):
            raise Refusal("malformed", f"{name} stands for a member who has left; choose another name.")
        found = self._members.named(folded(name))
        if found is not None and found.number != member:
            raise Refusal("illegal", f"A member of the club is called {name} already; choose another name.")
        if self._invitation(name) is not None:
            raise Refusal(
                "stale",
                f"{name} is invited already and has not come in; a director can take that invitation back"
                " (--take-back), or who runs the server gives another code for it (--again).",
            )
        return name

    def _invitation(self, name: str) -> Card | None:
        """Return the open invitation of a new member of this name; None without one."""
        cards = self._members.invitations(self.now)
        return next((each for each in cards if folded(each.name) == folded(name)), None)

    def take_back(self, by: Member | None, name: str) -> None:
        """Take an open invitation back: its code counts no more. `by` is as in `invite`."""
        if by is not None:
            _require_director(by)
        card = self._invitation(require_name(name))
        if card is None:
            raise Refusal(
                "unknown-game", "No invitation of this name is open: who came in is a member by now."
            )
        self._members.forget_invitation(card.name)

    def device_code(self, member: Member, lock: str) -> None:
        """Let a member come in once more, with another device, by the code that has this lock.

        An older one counts no more.
        """
        self._members.forget_old_cards(self.now)
        self._members.forget_device_cards(member.number)
        card = Card(member.name, member.role, member.number, self.now + DEVICE_SECONDS)
        self._members.add_card(lock, card)

    def card(self, lock: str) -> Card:
        """Return what the code with this lock is for. Raises Refusal where it is for nothing, or was used."""
        found = self._members.card(lock, self.now)
        if found is None:
            raise Refusal("unknown-game", "This code holds no more: it was used, or its time is over.")
        return found

    def enter(self, lock: str, token: str, label: str, *, is_board: bool = False) -> Member:
        """Use the code with this lock: `token` is from now on that of a device of who comes in by it.

        The label of a board is the name that members know it by.
        """
        card = self.card(lock)
        self._require_no_member_s(token)
        if is_board:
            label = self._require_free_board(require_name(label), card.member)
        if card.member is None:
            taken = self._members.named(folded(card.name))
            if taken is not None:
                raise Refusal("illegal", "Another member has this name by now; ask for another code.")
            self._members.forget_card(lock)
            member = self._members.add(card.name, folded(card.name), card.role, self.date)
        else:
            known = self._members.member(card.member)
            if known is None or known.is_blocked:
                raise Refusal("members-only", "This member is kept out by a director.")
            self._members.forget_card(lock)
            member = known
        self.add_device(member, token, label, is_board=is_board)
        return member

    def _require_free_board(self, name: str, member: int | None) -> str:
        """Return the name of a board that no other member's has; an older board of that name goes."""
        for board in Calls(self.records).boards():
            if folded(board.name) == folded(name):
                if board.member != member:
                    raise Refusal("illegal", f"A board of the club is called {board.name} already.")
                self._members.forget_device(board.member, board.number)
        return name

    def confirming(self, lock: str) -> Member:
        """Use the code with this lock, by which a member confirms something at a board; return the member."""
        card = self.card(lock)
        member = None if card.member is None else self._members.member(card.member)
        if member is None or member.is_blocked:
            raise Refusal("members-only", "This is no code of a member; a member's own page gives one.")
        self._members.forget_card(lock)
        return member

    def add_device(self, member: Member, token: str, label: str, *, is_board: bool = False) -> None:
        """Make a token that of a device of a member; the oldest goes where there are many."""
        self._require_no_member_s(token)
        devices = self._members.devices(member.number)
        for old in devices[: max(0, len(devices) + 1 - MOST_DEVICES)]:
            self._members.forget_device(member.number, old.number)
        label = "".join(each for each in label if each.isprintable())[:MOST_LABEL_CHARACTERS]
        self._members.add_device(digest(token), member.number, label, self.date, is_board=is_board)

    def _require_no_member_s(self, token: str) -> None:
        """Raise Refusal for a token of a device that a member has."""
        if self._members.device_with(digest(token)) is not None:
            raise Refusal("illegal", "This device belongs to a member already.")

    def keep_passkey(self, member: Member, id: str, public_key: str, count: int) -> None:
        """Keep a passkey that a member's browser has made."""
        if (
            self._members.passkey(id) is not None
            or len(self._members.passkeys(member.number)) >= MOST_DEVICES
        ):
            raise Refusal("full", "This passkey is kept already, or too many are.")
        self._members.add_passkey(Passkey(id, member.number, public_key, count), self.date)

    def enter_signed(self, id: str, count: Callable[[Passkey], int], token: str, label: str) -> Member:
        """Let a member in by a passkey; `count` judges what it signed and returns how often it has by now."""
        passkey = self._members.passkey(id)
        member = None if passkey is None else self._members.member(passkey.member)
        if passkey is None or member is None or member.is_blocked:
            raise Refusal("members-only", "This passkey is no member's, or not any more.")
        self._members.count_passkey(id, count(passkey))
        self.add_device(member, token, label)
        return member

    def engine(self, name: str, token: str) -> Member:
        """Return the member that plays at a level of the engine, which has this token alone."""
        name = f"Computer {name}"
        while (known := self._members.named(folded(name))) is not None and known.role != "engine":
            name += "·"
        if known is None:
            known = self._members.add(name, folded(name), "engine", self.date)
        self._members.forget_ways_in(known.number)
        self.add_device(known, token, "")
        return known

    def leave(self, token: str) -> None:
        """Sign a device out: it is no member's any more."""
        member, number = self._members.with_token(digest(token)), self._members.device_with(digest(token))
        if member is None or number is None:
            raise Refusal("members-only", "This is for members of the club: come in there first.")
        self._members.forget_device(member.number, number)

    def forget_device(self, member: Member, number: int) -> None:
        """Take one of a member's devices away: its token does not let in any more."""
        self._members.forget_device(member.number, number)

    def forget_passkey(self, member: Member, id: str) -> None:
        """Take one of a member's passkeys away."""
        self._members.forget_passkey(member.number, id)

    def rename(self, member: Member, name: str) -> None:
        """Give a member another name; games that have begun keep the one they began with."""
        name = self._require_free(require_name(name), member.number)
        self._members.change(replace(member, name=name), folded(name))

    def block(self, member: Member, about: int, is_blocked: bool) -> None:
        """Keep two members from playing with each other, or no more; none but the one who asks sees that."""
        self._members.block(member.number, self._other(member, about).number, is_blocked=is_blocked)

    def report(self, member: Member, about: int, what: str, game: str | None) -> None:
        """Tell the directors what a member is said to have done."""
        other = self._other(member, about)
        if what not in get_args(Complaint) or (game is not None and self.records.game(game) is None):
            raise Refusal("malformed", "There is nothing of this kind to report.")
        if self._members.notes_since(member.number, self.now - DAY_SECONDS) >= MOST_REPORTS:
            raise Refusal("full", "You have reported much within a day; try again tomorrow.")
        self._members.add_note(Note(self.now, member.number, other.number, what, game))

    def keep_out(self, by: Member, about: int, is_out: bool) -> None:
        """Have a director keep a member out, or let the member in again: with all that lets in taken away."""
        _require_director(by)
        other = self._other(by, about)
        self._members.change(replace(other, is_blocked=is_out), folded(other.name))
        if is_out:
            self._members.forget_ways_in(other.number)
        self._members.add_note(Note(self.now, by.number, other.number, "kept-out" if is_out else "let-in"))

    def set_role(self, by: Member, about: int, role: str) -> None:
        """Have a director give another member a role."""
        _require_director(by)
        other = self._other(by, about)
        if role not in get_args(Role) or "engine" in (role, other.role):
            raise Refusal("malformed", "There is no such role.")
        self._members.change(replace(other, role=role), folded(other.name))  # type: ignore[arg-type]
        self._members.add_note(Note(self.now, by.number, other.number, f"role-{role}"))

    def settle_newer(self, by: Member, code: str, is_taken: bool) -> None:
        """Have a director decide of entries that boards have beyond a server that was put back."""
        _require_director(by)
        newer.settle(self.records, code, is_taken=is_taken)

    def code_for(self, by: Member, about: int, lock: str) -> None:
        """Have a director let a member in anew, by the code with this lock, who has lost every device."""
        _require_director(by)
        other = self._other(by, about)
        self.device_code(other, lock)
        self._members.add_note(Note(self.now, by.number, other.number, "new-code"))

    def _other(self, own: Member, number: int) -> Member:
        other = self._members.member(number)
        if other is None or other.name == "" or other.number == own.number:
            raise Refusal("illegal", "The club has no such other member.")
        return other

    def delete(self, member: Member) -> None:
        """Delete what is known of a member; the number stays in games and results, so that these add up."""
        number = member.number
        known = self._members.every()
        others = [each for each in known if each.name and each.role != "engine" and each.number != number]
        if member.role == "director" and others and all(each.role != "director" for each in others):
            raise Refusal("illegal", "You are the only director: make another member one first.")
        self._members.forget_ways_in(number)
        self._members.forget_blocks(number)
        for code in self._members.open_games(number):
            self.records.forget_open_game(code)
        self._members.forget_name(number, shown(replace(member, name="")))
        self._members.change(replace(member, name="", role="member"), None)

    def export(self, member: Member) -> dict[str, Any]:
        """Return all that is known of a member, as JSON has it."""
        return {
            "number": member.number,
            "name": member.name,
            "role": member.role,
            "since": _day(member.since),
            "devices": [
                {"label": each.label, "since": _day(each.since)}
                for each in self._members.devices(member.number)
            ],
            "passkeys": [{"id": id, "since": _day(at)} for id, at in self._members.passkeys(member.number)],
            "blocked": list(self._members.blocks(member.number)),
            "reported": [
                {"about": each.about, "what": each.what, "game": each.game}
                for each in self._members.notes(1000, member.number)
            ],
            "ratings": [
                {"list": each.list, "rating": each.rating, "games": each.games, "opponents": each.opponents}
                for each in Results(self.records).standings()
                if each.member == member.number
            ],
            "games": [
                {"game": code, "name": name, "opened": _day(opened), "side": side}
                for code, name, opened, side in self._members.games(member.number)
            ],
        }


def _require_director(member: Member) -> None:
    if member.role != "director":
        raise Refusal("not-yours", "A director of the club does that.")


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
