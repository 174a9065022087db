"""What an owner's page may order, how it becomes one, and that all others are as deaf as ever."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from cupsboard.rules.places import Place, Side
from cupsboard.session import orders
from cupsboard.signs.scene import Message
from cupsboard.storage.database import Database
from cupsboard.storage.owners import NAME, Owners
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.looks import ADDRESS as LOOKS
from cupsboard.web.owner import COOKIE, ORDERS, OwnersPage
from cupsboard.web.restoring import ADDRESS as RESTORE
from cupsboard.web.server import serving
from http_calls import Answer, get, host_and_port, post
from processes import PATIENCE_SECONDS, wait_until
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

README = Path(__file__).parents[2] / "firmware" / "README.md"


class Board:
    """What stands behind the page: a file of owners, and orders that are carried out at once."""

    def __init__(self, folder: Path) -> None:
        self.owners_file = folder / NAME
        self.owners = Owners(folder, lambda: "2026-11-27T21:04", lambda: 1e9, lambda _: None)
        self.orders = orders.Orders()
        self.carried_out: list[orders.Order] = []
        self.is_pairing = False
        self.asks: list[orders.Ask] = []
        """The browsers that the board has heard ask."""
        self.address = ""

    def step(self) -> None:
        """As the board's loop does it."""
        for order, answer in self.orders.take():
            if isinstance(order, orders.Ask):
                self.asks.append(order)
                orders.carried_out(answer)
            elif order == orders.GoBack():
                orders.refuse(answer, orders.OrderRefused("nothing-measured"))
            else:
                self.carried_out.append(order)
                orders.carried_out(answer)

    def asked(self, call: Callable[[], Answer]) -> Answer:
        """Return the answer to a call that the board's loop takes part in."""
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(call)
            wait_until(lambda: answer.done() or self.step(), "an answer")
            return answer.result()

    def post(self, path: str, body: object = None, cookie: str = "", origin: str | None = None) -> Answer:
        headers = {"Origin": self.address.rstrip("/") if origin is None else origin}
        if cookie:
            headers["Cookie"] = f"{COOKIE}={cookie}"
        content = json.dumps({} if body is None else body).encode()
        return self.asked(lambda: post(self.address + path, content, headers))

    def get(self, path: str, cookie: str = "") -> Answer:
        return get(self.address + path, {"Cookie": f"{COOKIE}={cookie}"} if cookie else {})


async def told(_: Request) -> Response:
    return PlainTextResponse("because")


@contextmanager
def served(board: Board) -> Iterator[Board]:
    page = OwnersPage(
        board.owners,
        lambda: board.is_pairing,
        board.orders,
        lambda: ("cups-report.zip", b"a zip"),
        lambda file: file.write(b"all"),
        [("GET", LOOKS, told), ("POST", RESTORE, told)],
    )
    with serving(application(Hub(), Hub(), routes=page.routes()), port=0) as board.address:
        yield board


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    with served(Board(tmp_path_factory.mktemp("state"))) as board:
        yield board


@pytest.fixture
def board(shared: Board) -> Board:
    shared.owners_file.unlink(missing_ok=True)
    shared.is_pairing = False
    shared.asks.clear()
    shared.carried_out.clear()
    return shared


def cookie_of(answer: Answer) -> str:
    found = re.match(rf"{COOKIE}=([\w-]+);", answer.headers["set-cookie"])
    assert found is not None
    return found[1]


def test_a_browser_whose_number_the_board_s_buttons_repeat_becomes_an_owner_s(board: Board) -> None:
    board.is_pairing = True
    asked = board.post("owner/ask")
    assert (asked.status, "set-cookie" in asked.headers) == (200, False)
    told = json.loads(asked.text)
    (ask,) = board.asks
    assert told["number"] == list(ask.number)
    assert all(2 <= part <= 5 for part in ask.number)
    body = {"invitation": told["invitation"], "name": "phone"}
    with ThreadPoolExecutor(1) as browser:
        accepting = browser.submit(board.post, "owner/accept", body)
        assert board.get("owner").status == 200
        assert not accepting.done()
        assert board.owners.listed() == ()
        orders.carried_out(ask.pressed)
        answer = accepting.result(PATIENCE_SECONDS)
    assert answer.status == 204
    assert {"httponly", "samesite=strict", "path=/"} <= {
        part.strip().lower() for part in answer.headers["set-cookie"].split(";")
    }
    token = cookie_of(answer)
    assert json.loads(board.get("owner", token).text) == {"isOwner": True}
    (listed,) = json.loads(board.get("owner/list", token).text)
    assert listed == {"number": 1, "name": "phone", "since": "2026-11-27T21:04", "isYou": True}
    # The invitation holds once.
    assert board.post("owner/accept", body).status == 409
    assert len(board.owners.listed()) == 1


def test_nobody_asks_unless_somebody_at_the_board_has_opened_it(board: Board) -> None:
    refused = board.post("owner/ask")
    assert (refused.status, json.loads(refused.text)["key"]) == (409, "refused.not-open")
    assert board.asks == []


def test_a_program_that_asks_without_a_pause_keeps_nobody_out(tmp_path: Path) -> None:
    def asks_from(host: str, board: Board) -> str:
        origin = {"Origin": board.address.rstrip("/")}
        answer = board.asked(lambda: post(board.address + "owner/ask", b"{}", origin, source=host))
        return str(json.loads(answer.text).get("key", "heard"))

    with served(Board(tmp_path)) as board:
        said = [asks_from("127.0.0.2", board) for _ in range(30)]
        assert said == ["refused.not-open"] * 10 + ["refused.asks-too-often"] * 20
        board.is_pairing = True
        assert asks_from("127.0.0.2", board) == "refused.asks-too-often"
        assert asks_from("127.0.0.3", board) == "heard"
        assert asks_from("127.0.0.2", board) == "refused.asks-too-often"
        assert len(board.asks) == 1


def test_a_browser_that_the_board_refuses_is_none_s_and_is_told_why(board: Board) -> None:
    board.is_pairing = True
    told = json.loads(board.post("owner/ask").text)
    orders.refuse(board.asks[0].pressed, orders.OrderRefused("two-ask"))
    answer = board.post("owner/accept", {"invitation": told["invitation"], "name": "phone"})
    assert (answer.status, json.loads(answer.text)["key"]) == (409, "refused.two-ask")
    assert board.owners.listed() == ()


def test_a_browser_that_goes_away_asks_no_longer(board: Board) -> None:
    board.is_pairing = True
    told = json.loads(board.post("owner/ask").text)
    body = json.dumps({"invitation": told["invitation"], "name": "phone"}).encode()
    host, port = host_and_port(board.address)
    with socket.create_connection((host, port)) as browser:
        head = f"POST /owner/accept HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
        browser.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert board.get("owner").status == 200
    wait_until(board.asks[0].pressed.cancelled, "that it has gone")
    assert board.owners.listed() == ()


def test_an_invitation_makes_a_browser_an_owner_s_once(board: Board) -> None:
    invitation = board.owners.invite()
    answer = board.post("owner/accept", {"invitation": invitation, "name": "laptop"})
    assert board.owners.owner_of(cookie_of(answer)) is not None
    again = board.post("owner/accept", {"invitation": invitation, "name": "laptop"})
    assert (again.status, "set-cookie" in again.headers) == (409, False)


BODIES: dict[str, tuple[object, orders.Order]] = {
    "begin": (
        {"activity": "calibrate", "options": {"reference": "2 nickels"}},
        orders.Begin("calibrate", {"reference": "2 nickels"}),
    ),
    "go-on": ({}, orders.GoOn()),
    "new-game": ({"game": "kalah 4"}, orders.NewGame("kalah 4")),
    "play-from": (
        {"turn": "north", "numbers": {"south-pot": 12}, "stocks": {"south": 3}},
        orders.PlayFrom(Side.NORTH, {Place("south-pot"): 12}, {Side.SOUTH: 3}),
    ),
    "puzzle": ({"number": 3}, orders.PutUp(3)),
    "show-way": ({}, orders.ShowWay()),
    "take-up": ({"number": 3}, orders.TakeUp(3)),
    "delete": ({"number": 3}, orders.Delete(3)),
    "rename": ({"number": 3, "south": "Anna", "north": ""}, orders.Rename(3, {"south": "Anna", "north": ""})),
    "set": ({"sound": "some"}, orders.Change({"sound": "some"})),
    "calibration-back": ({"name": "calibration-1.toml"}, orders.CalibrationBack("calibration-1.toml")),
    "power-off": ({}, orders.PowerOff()),
    "update": ({"place": " /media/stick "}, orders.Update("/media/stick")),
    "profile": ({"cups": "3"}, orders.MakeProfile({"cups": "3"})),
    "leave-out": ({}, orders.GoOn(is_long=True)),
    "friend": ({}, orders.Friend(is_wanted=True)),
    "home": ({}, orders.Friend(is_wanted=False)),
    "join-club": (
        {"server": "https://club.example", "code": "ABCDEFGH", "name": "Hall"},
        orders.JoinClub("https://club.example", "ABCDEFGH", "Hall"),
    ),
    "leave-club": ({}, orders.LeaveClub()),
    "call-members": (
        {"south": 1, "north": 2, "game": "cups 4", "rated": True},
        orders.CallMembers(1, 2, "cups 4", is_rated=True),
    ),
    "take-call-back": ({}, orders.GiveUpCall()),
    "again": ({"place": "south-1"}, orders.Again("south-1")),  # type: ignore[arg-type]
}


def test_an_owner_s_orders_are_carried_out_or_refused_with_the_reason(board: Board) -> None:
    token = board.owners.add("phone")
    assert BODIES.keys() | {"back"} == ORDERS.keys()
    for name, (body, order) in BODIES.items():
        assert board.post(f"owner/orders/{name}", body, token).status == 204
        assert board.carried_out[-1] == order
    refused = board.post("owner/orders/back", {}, token)
    assert (refused.status, json.loads(refused.text)["key"]) == (409, "refused.nothing-measured")


def test_a_game_of_an_owner_s_own_comes_as_the_text_of_its_file_or_is_refused_with_its_line(
    board: Board,
) -> None:
    token, path = board.owners.add("phone"), "owner/orders/new-game"
    rules = {"name": "my.toml", "text": "title = 'My'\ngap = true\n"}
    assert board.post(path, {"rules": rules}, token).status == 204
    assert board.carried_out == [orders.NewGame('sowing {title = "My", gap = true}')]
    for text, fault in {
        "title = 'Oware'\ngap = true": "my.toml, line 1: title: Oware ships, with other rules",
        "title = 'M'\ngap = 1": "my.toml, line 2: gap: 1 is not to be read; write true or false",
        "title = '\ud800'": "my.toml: line 1, byte 10: this is no text in UTF-8",
    }.items():
        refused = board.post(path, {"rules": rules | {"text": text}}, token)
        (why,) = json.loads(refused.text)["values"]["why"]
        assert (refused.status, why["values"]["text"][: len(fault)]) == (409, fault)
    for other in ({"rules": "text"}, {"rules": {"name": "my.toml"}}, {"rules": rules | {"text": "#" * 5000}}):
        assert board.post(path, other, token).status == 409


OF_OWNERS = [*(f"owner/orders/{name}" for name in ORDERS), "owner/revoke", RESTORE.removeprefix("/")]


@pytest.mark.parametrize("path", OF_OWNERS)
def test_no_other_browser_orders_anything(board: Board, path: str) -> None:
    token = board.owners.add("phone")
    kept = board.owners_file.read_bytes()
    body = {"activity": "doctor", "place": "south-1", "number": 1}
    for cookie in ("", "x", token[:-1] + ("A" if token[-1] != "A" else "B"), "é".encode().decode("latin-1")):
        assert board.post(path, body, cookie).status == 403
    assert board.post(path, body, token, origin="http://evil.example").status == 403
    assert board.carried_out == []
    assert board.owners_file.read_bytes() == kept


def test_no_other_browser_sees_the_owners_or_the_report(board: Board) -> None:
    token = board.owners.add("phone")
    for path in ("owner/list", "owner/report", "owner/backup.zip", LOOKS.removeprefix("/")):
        assert board.get(path).status == 403
        assert board.get(path, token).status == 200


def test_all_files_come_in_one_as_large_as_they_are(board: Board) -> None:
    token = board.owners.add("phone")
    assert board.get("owner/backup.zip", token).text == "all"


def test_files_for_which_there_is_no_room_are_refused_with_the_reason(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    answer = board.get("owner/backup.zip", board.owners.add("phone"))
    assert (answer.status, "No space left on device" in answer.text) == (503, True)


def test_who_was_revoked_is_as_deaf_as_all_others(board: Board) -> None:
    token, other = board.owners.add("phone"), board.owners.add("laptop")
    assert board.post("owner/revoke", {"number": 1}, other).status == 204
    assert board.post("owner/orders/go-on", {}, token).status == 403
    assert board.post("owner/revoke", {"number": 1}, other).status == 409


def test_a_card_that_takes_its_time_over_an_owner_holds_up_no_other_page(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation = board.owners.invite()
    is_asked, gate = threading.Event(), threading.Event()
    keep = Database.keep

    def slowly(database: Database, rows: Sequence[object]) -> Sequence[Message]:
        is_asked.set()
        assert gate.wait(PATIENCE_SECONDS)
        return keep(database, rows)

    monkeypatch.setattr(Database, "keep", slowly)
    with ThreadPoolExecutor(1) as browser:
        accepted = browser.submit(board.post, "owner/accept", {"invitation": invitation, "name": "phone"})
        try:
            assert is_asked.wait(PATIENCE_SECONDS)
            assert board.get("owner").status == 200
            assert not accepted.done()
        finally:
            gate.set()
        assert accepted.result().status == 204


@pytest.mark.parametrize(
    "content", [b"[]", b"{", b"3", b'{"activity": 3}', b"[" * 3000, b" " * 5000, b"\xff"]
)
def test_what_is_no_order_does_nothing(board: Board, content: bytes) -> None:
    token = board.owners.add("phone")
    headers = {"Origin": board.address.rstrip("/"), "Cookie": f"{COOKIE}={token}"}
    answer = board.asked(lambda: post(board.address + "owner/orders/begin", content, headers))
    assert answer.status == 409
    assert board.carried_out == []


def test_a_call_that_no_page_makes_does_nothing(board: Board) -> None:
    token = board.owners.add("phone")
    answer = board.asked(
        lambda: post(board.address + "owner/orders/go-on", b"{}", {"Cookie": f"{COOKIE}={token}"})
    )
    assert (answer.status, board.carried_out) == (409, [])


def test_the_readme_has_a_row_for_everything_that_an_owner_may_change() -> None:
    rows = [f"| `{name}` | {ordered.means} |" for name, ordered in ORDERS.items()]
    table = "| order | what it does |\n| --- | --- |\n" + "\n".join([*rows, "| `ask` | "])
    assert table in README.read_text(encoding="utf-8")
