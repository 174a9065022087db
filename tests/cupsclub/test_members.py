"""Members of a club at the writer: who may come in, who may play with whom, and what stays of who leaves."""

import itertools
import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsclub.archive import Known, faults, record_text
from cupsclub.people import DEVICE_SECONDS, INVITED_SECONDS, MOST_DEVICES, MOST_REPORTS, People, digest
from cupsclub.ratings import DAY_SECONDS, MOST_A_DAY
from cupsclub.store.members import Member, Members, Role
from cupsclub.store.port import Records
from cupsclub.store.results import Results
from cupsclub.writer import Came, Change, Heard, Left, Writer
from hypothesis import given
from hypothesis import strategies as st
from memory_records import Commit, Killed, MemoryRecords

ANNA, BEN, CLEO, GUEST, STRANGER = 1, 2, 3, 4, 5
NAMES: dict[int, tuple[str, Role]] = {
    ANNA: ("Anna", "director"),
    BEN: ("Ben", "member"),
    CLEO: ("Cleo", "member"),
    GUEST: ("Gus", "guest"),
}
MINUTES = Clock(600.0, 10.0)


class House:
    """A club of four; each has come in with a browser, whose connection has the member's number."""

    def __init__(self, records: Records) -> None:
        self.records, self.now, self.games, self.keys = records, 1000.0, 0, 0
        self.writer = self.begun_writer()
        for number, (name, role) in NAMES.items():
            self.done(lambda people, name=name, role=role: people.invite(name, role, f"CODE{name}"))
            self.done(
                lambda people, name=name, number=number: people.enter(
                    f"CODE{name}", self.token(number), "phone"
                )
            )
        self.come()

    def begun_writer(self) -> Writer:
        return Writer(self.records, lambda: self.now, self.new_code, lambda: Side.SOUTH, lambda: 0.0)

    def come(self) -> None:
        for number in NAMES:
            self.writer.handle([Came(number, "", self.token(number))])
        self.writer.handle([Came(STRANGER, "f" * 64)])

    def restart(self) -> None:
        self.writer = self.begun_writer()
        self.come()

    def token(self, number: int) -> str:
        return f"{number}" * 64

    def new_code(self) -> str:
        self.games += 1
        return f"GAME{self.games:04}"

    def done(self, change: Callable[[People], Any]) -> Any:
        request = Change(change)
        self.writer.handle([request])
        return request.answer

    def by(self, number: int, change: Callable[[People, Member], Any]) -> Any:
        return self.done(lambda people: change(people, people.member(self.token(number))))

    def told(self, client: int, *messages: wire.FromClient) -> list[tuple[int, wire.FromServer]]:
        self.now += 1.0
        return self.writer.handle([Heard(client, message) for message in messages])

    def answer(self, client: int, message: wire.FromClient) -> wire.FromServer:
        return next(each for to, each in self.told(client, message) if to == client)

    def refusal(self, client: int, message: wire.FromClient) -> str:
        own = [each for to, each in self.told(client, message) if to == client]
        return next((each.why for each in own if isinstance(each, wire.Refused)), "done")

    def invite(self, **how: Any) -> wire.Invite:
        self.keys += 1
        given = {"clock": MINUTES, "rated": True, "to": 0, "side": "south", "starter": "south", **how}
        game = given.pop("game", "cups 2")
        return wire.Invite(f"{self.keys:032x}", game, "X", **given)

    def begun(self, host: int = ANNA, guest: int = BEN, **how: Any) -> str:
        """A game of two members; return its code."""
        seated = self.answer(host, self.invite(**how))
        assert isinstance(seated, wire.Seated), seated
        joined = self.answer(guest, wire.Join(seated.game, "X"))
        assert isinstance(joined, wire.Seated), joined
        return seated.game

    def say(self, client: int, code: str, act: wire.Act) -> str:
        self.keys += 1
        changed = self.shared(code).changed
        return self.refusal(client, wire.Say(code, f"{self.keys:032x}", changed, wire.plain(act)))

    def shared(self, code: str) -> SharedGame:
        return SharedGame.of(self.records.entries(code, 0))

    def ratings(self) -> dict[int, float]:
        return {each.member: each.rating for each in Results(self.records).standings()}


@pytest.fixture
def house(records: Records) -> House:
    return House(records)


def why(act: Callable[[], object]) -> str:
    try:
        act()
    except Refusal as refusal:
        return refusal.why
    return "done"


def test_a_rated_game_between_two_members_ends_with_both_ratings_in_the_same_breath(house: House) -> None:
    code = house.begun()
    house.told(BEN, wire.Follow(code))
    house.keys += 1
    say = wire.Say(code, f"{house.keys:032x}", house.shared(code).changed, wire.plain(wire.Resigned()))
    told = [
        message for to, message in house.told(ANNA, say) if to == BEN and isinstance(message, wire.Entries)
    ]
    assert [entry.act["kind"] for entry in told[0].entries] == ["resigned", "end", "rated"]
    rated = house.shared(code).rated
    assert rated is not None
    assert rated.after == {"south": 1137.5, "north": 1262.5}
    assert house.ratings() == {ANNA: 1137.5, BEN: 1262.5}
    assert list(faults(house.records)) == []
    # The list for everybody has games by code alone.
    assert house.records.begun(None, 9) == []


def test_a_game_by_code_alone_and_one_that_was_called_off_count_for_nothing(house: House) -> None:
    plain = house.begun(ANNA, STRANGER, rated=False, to=None, clock=None)
    assert house.shared(plain).begin == wire.Begin(
        "cups 2", {"south": "Anna", "north": "X"}, "south", members={"south": ANNA}
    )
    house.say(ANNA, plain, wire.Resigned())
    off = house.begun()
    house.say(ANNA, off, wire.Ask("abort"))
    house.say(BEN, off, wire.Yes(house.shared(off).n))
    assert house.shared(off).end == wire.End("aborted")
    assert house.ratings() == {}
    assert list(faults(house.records)) == []


@pytest.mark.parametrize(
    ("client", "how", "refused"),
    [
        (STRANGER, {}, "members-only"),
        (GUEST, {}, "members-only"),
        (ANNA, {"to": None}, "illegal"),
        (ANNA, {"clock": None}, "illegal"),
        (ANNA, {"to": ANNA}, "illegal"),
        (ANNA, {"to": GUEST}, "illegal"),
        (ANNA, {"to": 99}, "illegal"),
        (ANNA, {"listed": True}, "illegal"),
        (ANNA, {"game": "cups 2 odds south 1"}, "illegal"),
        (ANNA, {"game": "cups 2 odds south 1", "rated": False}, "done"),
        (ANNA, {"clock": Clock(600.0, north_seconds=60.0)}, "illegal"),
        (ANNA, {"to": BEN}, "done"),
        (ANNA, {"rated": False, "clock": None}, "done"),
    ],
)
def test_who_may_seek_what_kind_of_game(house: House, client: int, how: dict[str, Any], refused: str) -> None:
    assert house.refusal(client, house.invite(**how)) == refused


def test_a_seek_is_for_any_member_and_a_challenge_for_one_who_may_also_decline(house: House) -> None:
    seek = cast(wire.Seated, house.answer(ANNA, house.invite())).game
    for client in (STRANGER, GUEST):
        assert house.refusal(client, wire.Join(seek, "X")) == "members-only"
    assert house.refusal(CLEO, wire.Join(seek, "X")) == "done"
    challenge = cast(wire.Seated, house.answer(ANNA, house.invite(to=BEN))).game
    assert house.refusal(CLEO, wire.Join(challenge, "X")) == "not-yours"
    assert house.refusal(CLEO, wire.Withdraw(challenge)) == "not-yours"
    house.told(BEN, wire.Withdraw(challenge))
    assert house.records.game(challenge) is None


def test_a_seat_is_a_member_s_on_each_of_their_devices_and_lost_with_the_last_of_them(house: House) -> None:
    code = house.begun()
    house.by(ANNA, lambda people, anna: people.device_code(anna, "BOARD"))
    house.done(lambda people: people.enter("BOARD", "9" * 64, "board"))
    # A board says its token itself.
    house.writer.handle([Came(9, "9" * 64)])
    assert house.say(9, code, wire.Move("drop 1")) == "done"
    devices = Members(house.records).devices(ANNA)
    house.by(ANNA, lambda people, anna: people.forget_device(anna, devices[1].number))
    assert house.say(BEN, code, wire.Move("drop 1")) == "done"
    assert house.say(9, code, wire.Move("drop 1")) == "not-yours"
    assert house.say(ANNA, code, wire.Move("drop 1")) == "done"


def test_a_rematch_is_rated_again_with_changed_sides_as_often_as_two_may_in_a_day(house: House) -> None:
    code = house.begun()
    for number in range(1, MOST_A_DAY + 2):
        begin = house.shared(code).begin
        assert begin is not None
        assert (begin.rated == "cups 2") == (number <= MOST_A_DAY)
        assert set(begin.members.values()) == {ANNA, BEN}
        house.say(ANNA, code, wire.Resigned())
        house.say(ANNA, code, wire.Again())
        house.say(BEN, code, wire.Again())
        code = house.shared(code).following or ""
    assert house.refusal(ANNA, house.invite(to=BEN)) == "rated-limit"
    assert house.refusal(ANNA, house.invite(to=CLEO)) == "done"
    seek = cast(wire.Seated, house.answer(ANNA, house.invite())).game
    assert house.refusal(BEN, wire.Join(seek, "X")) == "rated-limit"
    house.now += DAY_SECONDS
    assert house.refusal(BEN, wire.Join(seek, "X")) == "done"
    assert list(faults(house.records)) == []


def test_two_who_are_kept_apart_neither_ask_nor_join_each_other(house: House) -> None:
    seek = cast(wire.Seated, house.answer(BEN, house.invite())).game
    house.by(ANNA, lambda people, anna: people.block(anna, BEN, is_blocked=True))
    assert house.refusal(ANNA, wire.Join(seek, "X")) == "not-yours"
    assert house.refusal(BEN, house.invite(to=ANNA)) == "not-yours"
    house.by(ANNA, lambda people, anna: people.block(anna, BEN, is_blocked=False))
    assert house.refusal(ANNA, wire.Join(seek, "X")) == "done"


def test_a_code_lets_one_in_once_and_for_as_long_as_it_holds(house: House) -> None:
    house.by(ANNA, lambda people, anna: people.invite("Dora", "member", "DORACODE", anna))
    assert house.done(lambda people: people.card("DORACODE")).name == "Dora"
    assert house.done(lambda people: people.enter("DORACODE", "d" * 64, "")).name == "Dora"
    again = lambda: house.done(lambda people: people.enter("DORACODE", "e" * 64, ""))  # noqa: E731
    assert why(again) == "unknown-game"
    house.by(ANNA, lambda people, anna: people.invite("Emil", "member", "EMILCODE", anna))
    house.by(ANNA, lambda people, anna: people.device_code(anna, "OLDER"))
    house.by(ANNA, lambda people, anna: people.device_code(anna, "ANNACODE"))
    assert why(lambda: house.done(lambda people: people.card("OLDER"))) == "unknown-game"
    assert house.done(lambda people: people.card("ANNACODE")).member == ANNA
    house.now += DEVICE_SECONDS
    assert why(lambda: house.done(lambda people: people.card("ANNACODE"))) == "unknown-game"
    house.now += INVITED_SECONDS - DEVICE_SECONDS
    assert why(lambda: house.done(lambda people: people.card("EMILCODE"))) == "unknown-game"


def test_a_code_that_is_tried_with_a_device_of_a_member_lets_in_another_one_still(house: House) -> None:
    house.by(ANNA, lambda people, anna: people.invite("Emil", "member", "EMILCODE", anna))
    assert (
        why(lambda: house.done(lambda people: people.enter("EMILCODE", house.token(BEN), "x"))) == "illegal"
    )
    assert house.done(lambda people: people.enter("EMILCODE", "e" * 64, "x")).name == "Emil"


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 41, "Anna\x07", "Anna\u202e", "anna", "ＡＮＮＡ", "Emil", "＃9"]
)
def test_a_name_that_is_taken_or_could_deceive_is_nobody_s(house: House, name: str) -> None:
    house.by(ANNA, lambda people, anna: people.invite("Emil", "member", "EMILCODE", anna))
    assert (
        why(lambda: house.by(ANNA, lambda people, anna: people.invite(name, "member", "C", anna))) != "done"
    )
    assert why(lambda: house.by(BEN, lambda people, ben: people.rename(ben, name))) != "done"


def test_what_a_director_does_is_refused_to_others_and_written_down(house: House) -> None:
    acts: list[Callable[[People, Member], object]] = [
        lambda people, own: people.invite("Dora", "member", "DORA", own),
        lambda people, own: people.keep_out(own, CLEO, is_out=True),
        lambda people, own: people.keep_out(own, CLEO, is_out=False),
        lambda people, own: people.set_role(own, CLEO, "guest"),
        lambda people, own: people.code_for(own, CLEO, "CLEO"),
    ]
    for client in (BEN, GUEST):
        assert {why(partial(house.by, client, act)) for act in acts} == {"not-yours"}
    for act in acts:
        house.by(ANNA, act)
    notes = Members(house.records).notes(9)
    assert [(note.by, note.about, note.what) for note in notes] == [
        (ANNA, CLEO, "new-code"),
        (ANNA, CLEO, "role-guest"),
        (ANNA, CLEO, "let-in"),
        (ANNA, CLEO, "kept-out"),
    ]


def test_who_is_kept_out_is_a_stranger_at_once_and_comes_in_by_a_new_code_when_let_in(house: House) -> None:
    code = house.begun(ANNA, CLEO)
    house.by(ANNA, lambda people, anna: people.keep_out(anna, CLEO, is_out=True))
    assert house.say(CLEO, code, wire.Resigned()) == "not-yours"
    assert house.refusal(CLEO, wire.Lobby()) == "members-only"
    house.by(ANNA, lambda people, anna: people.code_for(anna, CLEO, "CLEO"))
    assert why(lambda: house.done(lambda people: people.enter("CLEO", "c" * 64, ""))) == "members-only"
    house.by(ANNA, lambda people, anna: people.keep_out(anna, CLEO, is_out=False))
    assert house.done(lambda people: people.enter("CLEO", "c" * 64, "")).number == CLEO
    house.writer.handle([Came(9, "", "c" * 64)])
    assert house.say(9, code, wire.Resigned()) == "done"


def test_a_member_who_leaves_stays_as_a_number_so_that_results_add_up(house: House) -> None:
    code = house.begun()
    house.say(ANNA, code, wire.Resigned())
    seek = cast(wire.Seated, house.answer(BEN, house.invite())).game
    kept = json.dumps(house.by(BEN, lambda people, ben: people.export(ben)))
    assert all(each in kept for each in ("Ben", "phone", code, "1262.5"))
    house.by(BEN, lambda people, ben: people.delete(ben))
    assert house.refusal(BEN, wire.Lobby()) == "members-only"
    assert house.records.game(seek) is None
    assert house.shared(code).name(Side.NORTH) == f"#{BEN}"
    assert "Ben" not in (record_text(house.records, code, Known().shared(house.records, code)) or "")
    assert house.ratings() == {ANNA: 1137.5, BEN: 1262.5}
    assert list(faults(house.records)) == []
    # The name is free, and whoever takes it is another number.
    house.by(ANNA, lambda people, anna: people.invite("Ben", "member", "NEWBEN", anna))
    assert house.done(lambda people: people.enter("NEWBEN", "b" * 64, "")).number == 5
    # The last director goes once all others have gone.
    delete_anna = partial(house.by, ANNA, lambda people, anna: people.delete(anna))
    assert why(delete_anna) == "illegal"
    house.writer.handle([Came(9, "", "b" * 64)])
    house.done(lambda people: people.engine("1", "7" * 64))
    for number in (CLEO, GUEST):
        house.by(number, lambda people, own: people.delete(own))
    house.done(lambda people: people.delete(people.member("b" * 64)))
    assert why(delete_anna) == "done"


def test_a_report_is_one_of_the_set_words_and_for_directors(house: House) -> None:
    code = house.begun()
    house.by(BEN, lambda people, ben: people.report(ben, ANNA, "slow", code))
    assert Members(house.records).notes(9)[0].game == code
    for what, game in (("you are bad!", None), ("slow", "NOSUCH")):

        def report(people: People, ben: Member, what: str = what, game: str | None = game) -> None:
            people.report(ben, ANNA, what, game)

        assert why(partial(house.by, BEN, report)) == "malformed"
    assert why(lambda: house.by(BEN, lambda people, ben: people.report(ben, BEN, "slow", None))) == "illegal"
    told = [
        why(lambda: house.by(BEN, lambda people, ben: people.report(ben, ANNA, "slow", None)))
        for _ in range(MOST_REPORTS)
    ]
    assert told == ["done"] * (MOST_REPORTS - 1) + ["full"]


def test_a_member_has_a_bounded_number_of_devices_and_the_oldest_goes_first(house: House) -> None:
    for number in range(MOST_DEVICES):
        house.by(ANNA, lambda people, anna: people.device_code(anna, f"C{number}"))  # noqa: B023
        house.done(lambda people: people.enter(f"C{number}", f"{number:064x}", f"device {number}"))  # noqa: B023
    labels = [each.label for each in Members(house.records).devices(ANNA)]
    assert labels == [f"device {number}" for number in range(MOST_DEVICES)]
    assert Members(house.records).with_token(digest(house.token(ANNA))) is None


def test_the_lobby_hears_who_comes_and_goes_and_of_every_seek(house: House) -> None:
    assert house.refusal(STRANGER, wire.Lobby()) == "members-only"
    assert house.answer(ANNA, wire.Lobby()) == wire.News((ANNA,))
    assert (ANNA, wire.News((ANNA, BEN))) in house.told(BEN, wire.Lobby())
    assert (BEN, wire.News((ANNA, BEN))) in house.told(ANNA, house.invite())
    assert house.writer.handle([Left(BEN)]) == [(ANNA, wire.News((ANNA,)))]


def test_a_result_that_was_changed_by_hand_is_found_by_the_check(house: House) -> None:
    code = house.begun()
    house.say(ANNA, code, wire.Resigned())
    with house.records.transaction():
        house.records.write("update standing set rating = 2000 where member = ?", [(ANNA,)])
    assert list(faults(house.records)) == [
        f"member {ANNA}: is not listed in 'cups 2' as all entries make it:"
        f" Listed(list='cups 2', member={ANNA}, rating=1137.5, games=1, opponents=1)"
    ]
    with house.records.transaction(), suppress(StopIteration):
        house.records.write("update standing set rating = 1137.5 where member = ?", [(ANNA,)])
        house.records.write("update game set ended = 0 where code = ?", [(code,)])
    assert list(faults(house.records)) == [f"{code}: is over by its entries, and is listed otherwise"]


@given(
    happenings=st.lists(
        st.tuples(
            st.sampled_from(list(itertools.permutations((ANNA, BEN, CLEO), 2))),
            st.sampled_from(["resigns", "aborts", "leaves it"]),
            st.sampled_from(list(Commit)),
        ),
        max_size=8,
    )
)
def test_whatever_commit_fails_or_is_the_server_s_last_the_ratings_are_those_of_the_entries(
    happenings: list[tuple[tuple[int, int], str, Commit]],
) -> None:
    records = MemoryRecords()
    house = House(records)
    for (host, guest), how, commit in happenings:
        seated = house.answer(host, house.invite())
        if not isinstance(seated, wire.Seated) or house.refusal(guest, wire.Join(seated.game, "X")) != "done":
            continue
        if how == "aborts":
            house.say(host, seated.game, wire.Ask("abort"))
        records.next_commit = commit
        try:
            if how == "resigns":
                house.say(host, seated.game, wire.Resigned())
            elif how == "aborts":
                house.say(guest, seated.game, wire.Yes(house.shared(seated.game).n))
        except Killed:
            house.restart()
        records.next_commit = Commit.GOOD
        assert list(faults(records)) == []
        games = [house.shared(code) for code in records.codes()]
        counted = [game.rated for game in games if game.rated is not None]
        assert len(counted) == len([game for game in games if game.end and game.end.why == "resigned"])
        assert sorted(each.place for each in counted) == list(range(1, len(counted) + 1))
