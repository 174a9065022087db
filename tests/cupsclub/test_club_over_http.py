"""The club over HTTP: cookies that count on its own pages alone, codes that count once."""

import json
import secrets
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import scrypt
from pathlib import Path
from typing import Any

import pytest
from cupsboard.distance.link import DistanceError, enter_club, take_seat
from cupsboard.distance.wire import VERSION, Hello, Invite, Lobby, written
from cupsclub.store.members import Members
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.codes import LOCKS_AT_ONCE, WRONG_AT_ONCE
from cupsclub.web.server import serving
from http_calls import Answer, get, post
from processes import PATIENCE_SECONDS, ran
from test_club_server import CUPSCLUB
from websockets.sync.client import connect


@pytest.fixture
def club(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as running:
        yield running.address.rstrip("/")


def code_for(folder: Path, name: str, *options: str) -> str:
    """Invite somebody as who runs the server does."""
    done = ran(*CUPSCLUB, "invite", name, *options, "--file", folder / "club.sqlite")
    assert (done.code, done.complaints) == (0, "")
    return done.said.split("#")[1].split()[0]


class Visitor:
    """A browser: it sends its cookie, and its Origin with whatever it wants written."""

    def __init__(self, address: str, source: str = "") -> None:
        self.address, self.origin, self.cookie, self.source = address, address, "", source

    def act(self, act: str, /, **fields: Any) -> Answer:
        headers = {"Origin": self.origin, "Cookie": self.cookie}
        said = json.dumps({"act": act, **fields}).encode()
        answer = post(f"{self.address}/club/act", said, {k: v for k, v in headers.items() if v}, self.source)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def read(self, path: str) -> Answer:
        return get(f"{self.address}/club/{path}", {"Cookie": self.cookie} if self.cookie else {})


def come_in(address: str, folder: Path, name: str = "Anna", *options: str) -> Visitor:
    visitor = Visitor(address)
    assert visitor.act("enter", code=code_for(folder, name, *options), label="phone").status == 200
    return visitor


def test_a_club_begins_with_the_first_invitation_and_its_code_makes_a_member_once(
    club: str, tmp_path: Path
) -> None:
    stranger = Visitor(club)
    assert json.loads(stranger.read("me.json").text) == {
        "isClub": False,
        "club": "",
        "me": None,
        "passkeys": False,
    }
    code = code_for(tmp_path, "Anna", "--director")
    assert json.loads(stranger.read("me.json").text)["isClub"] is True
    # To open a link or to look whom it is for uses nothing up.
    assert json.loads(stranger.act("look", code=code).text) == {
        "name": "Anna",
        "role": "director",
        "isKnown": False,
    }
    spelt = f" {code[:4].lower()}-{code[4:].lower()} "
    entered = stranger.act("enter", code=spelt, label="phone")
    assert json.loads(entered.text) == {"number": 1, "name": "Anna", "role": "director"}
    cookie = entered.headers["set-cookie"]
    assert all(each in cookie for each in ("cups=", "HttpOnly", "SameSite=strict", "Path=/"))
    assert json.loads(stranger.read("me.json").text)["me"] == {
        "number": 1,
        "name": "Anna",
        "role": "director",
    }
    replayed = Visitor(club).act("enter", code=code)
    assert (replayed.status, json.loads(replayed.text)["why"]) == (409, "unknown-game")


def test_behind_a_proxy_with_https_the_cookie_is_the_host_s_own_and_no_other_counts(
    club: str, tmp_path: Path
) -> None:
    code = code_for(tmp_path, "Anna")
    host = club.partition("//")[2]
    secure = {"Origin": f"https://{host}", "X-Forwarded-Proto": "https"}
    entered = post(f"{club}/club/act", json.dumps({"act": "enter", "code": code}).encode(), secure)
    cookie = entered.headers["set-cookie"]
    assert cookie.startswith("__Host-cups=")
    assert "Secure" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    for name, status in (("__Host-cups", 200), ("cups", 403)):
        answer = get(f"{club}/club/lobby.json", {"Cookie": f"{name}={token}", "X-Forwarded-Proto": "https"})
        assert answer.status == status


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1"])
def test_a_member_s_cookie_counts_on_pages_of_the_club_alone(club: str, tmp_path: Path, origin: str) -> None:
    anna = come_in(club, tmp_path)
    anna.origin = origin
    assert anna.act("rename", name="Eve").status == 403
    headers = {"Cookie": anna.cookie} | ({"Origin": origin} if origin else {})
    with connect(f"{club.replace('http', 'ws')}/v1", additional_headers=headers) as socket:
        for message in (Hello(VERSION, ""), Lobby()):
            socket.send(written(message))
        heard = [json.loads(socket.recv(PATIENCE_SECONDS)) for _ in range(2)]
    assert heard[1]["why"] == "members-only"
    assert json.loads(anna.read("me.json").text)["me"]["name"] == "Anna"


def test_a_member_s_own_page_hears_of_the_lobby_until_its_device_is_taken_away(
    club: str, tmp_path: Path
) -> None:
    anna = come_in(club, tmp_path)
    with connect(
        f"{club.replace('http', 'ws')}/v1", additional_headers={"Cookie": anna.cookie, "Origin": club}
    ) as socket:
        socket.send(written(Hello(VERSION, "")))
        socket.send(written(Lobby()))
        assert [json.loads(socket.recv(PATIENCE_SECONDS))["message"] for _ in range(2)] == ["welcome", "news"]
        second = Visitor(club)
        second.act("enter", code=json.loads(anna.act("code").text)["code"], label="computer")
        first, _ = json.loads(second.read("own.json").text)["devices"]
        assert second.act("forget-device", number=first["number"]).status == 200
        assert [each["isThis"] for each in json.loads(second.read("own.json").text)["devices"]] == [True]
        assert anna.read("lobby.json").status == 403
        assert anna.act("rename", name="Eve").status == 403


def test_a_board_becomes_a_member_s_device_by_a_code_and_says_its_own_token(
    club: str, tmp_path: Path
) -> None:
    anna = come_in(club, tmp_path)
    code, token = json.loads(anna.act("code").text)["code"], secrets.token_hex(32)
    assert enter_club(club, token, code, "Hall") == "Anna"
    with pytest.raises(DistanceError, match="was used"):
        enter_club(club, token, code, "Hall")
    with pytest.raises(DistanceError, match="look at the address"):
        enter_club("http://127.0.0.1:1", token, code, "Hall")
    assert take_seat(club, token, Invite("0" * 32, "cups 2", "Board", to=0)).game
    assert get(f"{club}/club/lobby.json", {"Authorization": f"Bearer {token}"}).status == 200
    assert get(f"{club}/club/lobby.json", {"Authorization": f"Bearer {'0' * 64}"}).status == 403
    short = json.dumps({"act": "enter", "code": "ANYTHING", "token": "secret"}).encode()
    assert post(f"{club}/club/act", short).status == 422


def test_who_is_no_member_reads_nothing_and_does_nothing(club: str, tmp_path: Path) -> None:
    come_in(club, tmp_path)
    stranger = Visitor(club)
    for path in ("lobby.json", "own.json", "export.json", "past.json"):
        assert stranger.read(path).status == 403
    acts: list[dict[str, Any]] = [
        {"act": "code"},
        {"act": "rename", "name": "Eve"},
        {"act": "block", "member": 1, "on": True},
        {"act": "report", "member": 1, "what": "name"},
        {"act": "delete"},
        {"act": "leave"},
        {"act": "invite", "name": "Eve"},
        {"act": "keep-out", "member": 1, "on": True},
        {"act": "role", "member": 1, "role": "guest"},
        {"act": "passkey-options"},
    ]
    for each in acts:
        assert stranger.act(each.pop("act"), **each).status == 403


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[]", 422),
        (b'{"act": "confetti"}', 422),
        (b"[" * 15_000, 422),
        (b"x" * 30_000, 413),
    ],
)
def test_what_no_page_of_ours_asks_is_refused(club: str, said: bytes, status: int) -> None:
    assert post(f"{club}/club/act", said, {"Origin": club}).status == status


def test_who_guesses_codes_has_to_wait_while_other_houses_come_in(club: str, tmp_path: Path) -> None:
    code = code_for(tmp_path, "Anna")
    guesser = Visitor(club, "127.0.0.2")
    answers = [
        guesser.act("enter", code=f"WRONG{number:03}").status for number in range(int(WRONG_AT_ONCE) + 2)
    ]
    assert (answers[0], answers[-1]) == (409, 429)
    assert guesser.act("enter", code=code).status == 429
    assert Visitor(club).act("enter", code=code).status == 200


def test_many_wrong_codes_at_once_are_no_more_than_one_after_the_other(club: str, tmp_path: Path) -> None:
    code_for(tmp_path, "Anna")
    many = 2 * int(WRONG_AT_ONCE)
    with ThreadPoolExecutor(many) as threads:
        answers = [
            each.status
            for each in threads.map(
                lambda number: Visitor(club, "127.0.0.2").act("enter", code=f"WRONG{number:03}"), range(many)
            )
        ]
    assert Counter(answers)[429] >= many - WRONG_AT_ONCE - 1


def test_strangers_from_many_addresses_may_try_few_codes_together_and_members_play_on(
    club: str, tmp_path: Path
) -> None:
    anna = come_in(club, tmp_path)
    many = 2 * int(LOCKS_AT_ONCE)

    def tried(number: int) -> Answer:
        return Visitor(club, f"127.0.0.{3 + number % 5}").act("look", code=f"WRONG{number:03}")

    # All at once: of codes that are tried one after the other a crowded computer takes in one a second.
    with ThreadPoolExecutor(many) as threads:
        answers = list(threads.map(tried, range(many)))
    assert Counter(each.status for each in answers).keys() == {409, 429}
    assert all("Many codes are tried here" in each.text for each in answers if each.status == 429)
    assert anna.act("rename", name="Änna").status == 200


def test_of_a_code_the_file_has_what_takes_a_twentieth_of_a_second_to_try(club: str, tmp_path: Path) -> None:
    code = code_for(tmp_path, "Anna")
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        ((kept,),) = records.rows("select code from card")
        salt = Members(records).salt()
    assert kept == scrypt(code.encode(), salt=salt.encode(), n=2**14, r=8, p=1, dklen=32).hex()
    with closing(SqliteRecords(tmp_path / "other.sqlite")) as others:
        assert Members(others).salt() != salt


def test_a_member_takes_their_data_and_is_forgotten(club: str, tmp_path: Path) -> None:
    come_in(club, tmp_path, "Dora", "--director")
    anna = come_in(club, tmp_path)
    assert json.loads(anna.read("export.json").text)["name"] == "Anna"
    assert anna.act("delete").status == 200
    assert anna.cookie in ("cups=", 'cups=""')
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        held = [
            row
            for table in ("member", "device", "card", "seat")
            for row in records.rows(f"select * from {table}")
        ]
    assert "Anna" not in str(held)


def test_games_of_the_past_are_asked_for_by_member_game_and_day(club: str, tmp_path: Path) -> None:
    anna = come_in(club, tmp_path)
    for wish in ("", "?member=1&game=cups 4&day=2026-11-29".replace(" ", "%20"), "?before=NOSUCH"):
        assert json.loads(anna.read(f"past.json{wish}").text) == {"games": [], "isMore": False}
    for wish in ("?member=Anna", "?day=yesterday", "?day=2026-13-01"):
        assert anna.read(f"past.json{wish}").status == 422


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("", "--file", "club.sqlite"), "A name has 1 to 40 printable characters"),
        (("Anna", "--file", "/dev/null/club.sqlite"), "/dev/null/club.sqlite"),
        (("Anna", "--director", "--guest"), "not allowed with"),
    ],
)
def test_an_invitation_that_can_t_be_made_says_why(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = ran(*CUPSCLUB, "invite", *(tmp_path / each if each == "club.sqlite" else each for each in options))
    assert done.code == 2
    assert said in done.complaints


def test_who_has_lost_every_device_comes_in_again_by_the_command_alone(tmp_path: Path, club: str) -> None:
    anna = Visitor(club)
    assert anna.act("enter", code=code_for(tmp_path, "Anna", "--director")).status == 200
    again = Visitor(club)
    entered = again.act("enter", code=code_for(tmp_path, "anna", "--again"))
    assert entered.status == 200
    first, second = (json.loads(each.read("me.json").text)["me"] for each in (anna, again))
    assert first["number"] == second["number"]
    unknown = ran(*CUPSCLUB, "invite", "Ben", "--again", "--file", tmp_path / "club.sqlite")
    assert (unknown.code, "No member of this name" in unknown.complaints) == (2, True)


def test_a_name_is_invited_once(tmp_path: Path) -> None:
    code_for(tmp_path, "Anna")
    done = ran(*CUPSCLUB, "invite", "ANNA", "--file", tmp_path / "club.sqlite")
    assert (done.code, "ANNA is invited already" in done.complaints) == (2, True)


def test_an_open_invitation_is_listed_replaced_and_taken_back_by_the_command(
    tmp_path: Path, club: str
) -> None:
    file, visitor = ("--file", tmp_path / "club.sqlite"), Visitor(club)
    lost = code_for(tmp_path, "Anna", "--director")
    assert ran(*CUPSCLUB, "invite", *file).said.startswith("Anna (director), for 168 more hours")
    found = code_for(tmp_path, "ANNA", "--again")
    assert visitor.act("look", code=lost).status == 409
    told = json.loads(visitor.act("look", code=found).text)
    assert (told["name"], told["role"]) == ("Anna", "director")
    assert ran(*CUPSCLUB, "invite", "anna", "--take-back", *file).code == 0
    assert visitor.act("look", code=found).status == 409
    assert ran(*CUPSCLUB, "invite", *file).said == "No invitation is open.\n"
    assert ran(*CUPSCLUB, "invite", "anna", "--take-back", *file).code == 2
    assert ran(*CUPSCLUB, "invite", "--guest", *file).code == 2


def test_a_director_sees_who_is_invited_and_takes_an_invitation_back(tmp_path: Path, club: str) -> None:
    anna = come_in(club, tmp_path, "Anna", "--director")
    ben = come_in(club, tmp_path, "Ben")
    code = json.loads(anna.act("invite", name="Tom", role="guest").text)["code"]
    (invited,) = json.loads(anna.read("own.json").text)["invitations"]
    assert (invited["name"], invited["role"]) == ("Tom", "guest")
    assert 0 < invited["left"] <= 7 * 86400
    assert "invitations" not in json.loads(ben.read("own.json").text)
    again = anna.act("invite", name="TOM")
    assert (again.status, "TOM is invited already" in again.text) == (409, True)
    assert ben.act("take-back", name="Tom").status == 403
    assert [anna.act("take-back", name="Tom").status for _ in range(2)] == [200, 409]
    assert Visitor(club).act("enter", code=code).status == 409
    assert anna.act("invite", name="Tom").status == 200
