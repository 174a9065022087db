"""Two members at one board of the club, over HTTP: who may call, confirm, say moves and give up."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from board_club import ClubBoard, Evening, says, whole_game
from cupsboard.distance import wire
from cupsboard.distance.link import ClubRefused, DistanceError, asked_of_club, enter_club
from cupsclub.boards import CALL_SECONDS, STOPPED_SECONDS
from cupsclub.ratings import MOST_A_DAY
from http_calls import get
from test_club_over_http import Visitor, club

__all__ = ["club"]
"""A fixture."""


@pytest.fixture
def evening(club: str, tmp_path: Path) -> Evening:
    return Evening(club, tmp_path)


def why(answer: Any) -> str:
    told = answer if isinstance(answer, dict) else json.loads(answer.text)
    return str(told.get("why", "done"))


def test_both_confirm_the_board_says_the_turns_and_the_result_is_rated_once(evening: Evening) -> None:
    code = evening.board.call()
    told = evening.board.told()["call"]
    assert (told["seats"], told["confirmed"], told["isBegun"]) == (
        {"south": "Anna", "north": "Ben"},
        [],
        False,
    )
    assert evening.shared(code).begin is None
    assert evening.ben.act("confirm", game=code).status == 200
    assert evening.board.told()["call"]["confirmed"] == ["north"]
    assert evening.anna.act("confirm", game=code).status == 200
    shared = evening.shared(code)
    begin = shared.begin
    assert begin is not None
    assert (shared.board, begin.members, begin.rated) == ("Table 1", {"south": 1, "north": 2}, "cups 2")
    acts = whole_game(code, evening.shared(code))
    assert set(evening.board.says(code, *acts)) == {"written"}
    rated, first = evening.shared(code).rated, evening.ratings()
    assert rated is not None
    assert first == {1: rated.after["south"], 2: rated.after["north"]}
    assert "call" not in evening.board.told()
    # What is typed or sent twice counts once, and what comes after the end does not count at all.
    assert evening.board.says(code, acts[-1]) == ["over"]
    assert evening.ratings() == first


def test_the_same_say_sent_twice_is_written_once(evening: Evening) -> None:
    code, key = evening.begun(), secrets.token_hex(16)
    act = whole_game(code, evening.shared(code))[0]
    assert evening.board.says(code, act, key=key) == ["written"]
    count = evening.shared(code).n
    assert evening.board.says(code, act, key=key) == ["written"]
    assert evening.shared(code).n == count


PRESSES: list[tuple[Callable[[Evening, str], Any], str]] = [
    (lambda at, code: at.cleo.act("confirm", game=code), "not-yours"),
    (lambda at, code: Visitor(at.address).act("confirm", game=code), "members-only"),
    # Anna's own board stands where many come by: its word is not hers.
    (lambda at, code: at.board.act("confirm", game=code), "not-yours"),
    (lambda at, code: at.board.act("code"), "not-yours"),
    (lambda at, code: at.board.act("confirm", game=code, code="WRONGONE"), "unknown-game"),
    (lambda at, code: at.board.act("confirm", game=code, code=code_of(at.cleo)), "not-yours"),
    (lambda at, code: at.ben.act("confirm", game=code, code=code_of(at.anna)), "not-yours"),
    (
        lambda at, code: ClubBoard(at.address, at.ben, "T2").act("confirm", game=code, code=code_of(at.anna)),
        "not-yours",
    ),
    (lambda at, code: at.ben.act("confirm", game="NOSUCHGA"), "unknown-game"),
]


def test_no_other_s_press_confirms(evening: Evening) -> None:
    code = evening.board.call()
    for press, refused in PRESSES:
        assert why(press(evening, code)) == refused
        assert evening.board.told()["call"]["confirmed"] == []


def code_of(member: Visitor) -> str:
    return str(json.loads(member.act("code").text)["code"])


def test_a_code_that_is_typed_at_the_board_confirms_for_its_member_once(evening: Evening) -> None:
    code, typed = evening.board.call(), code_of(evening.anna)
    assert evening.board.act("confirm", game=code, code=typed) == {}
    assert evening.board.told()["call"]["confirmed"] == ["south"]
    assert why(evening.board.act("confirm", game=code, code=typed)) == "unknown-game"
    assert evening.board.act("confirm", game=code, code=code_of(evening.ben)) == {}
    assert evening.board.told()["call"]["isBegun"]


def test_a_confirmation_lapses_and_each_of_the_two_may_withdraw_before_the_first_move(
    evening: Evening,
) -> None:
    code = evening.board.call()
    evening.ben.act("confirm", game=code)
    evening.later(CALL_SECONDS + 1)
    assert why(evening.anna.act("confirm", game=code)) == "unknown-game"
    assert "call" not in evening.board.told()
    for who in (evening.anna, evening.ben, evening.board):
        code = evening.board.call()
        who.act("give-up", game=code)
        assert "call" not in evening.board.told()
        assert why(evening.anna.act("confirm", game=code)) == "unknown-game"
    code = evening.begun()
    assert why(evening.cleo.act("give-up", game=code)) == "not-yours"
    assert evening.ben.act("give-up", game=code).status == 200
    assert evening.shared(code).end == wire.End("aborted")
    assert evening.ratings() == {}


def test_a_game_that_stopped_is_given_up_by_both_or_after_an_hour_by_a_director_unrated(
    evening: Evening,
) -> None:
    code = evening.begun()
    acts = whole_game(code, evening.shared(code))
    evening.board.says(code, *acts[:2])
    for who in (evening.ben, evening.anna, evening.board):
        assert why(who.act("give-up", game=code)) == "illegal"
    evening.later(STOPPED_SECONDS + 1)
    assert why(evening.ben.act("give-up", game=code)) == "illegal"
    assert json.loads(evening.anna.read("lobby.json").text)["played"][0]["hasStopped"]
    assert evening.anna.act("give-up", game=code).status == 200
    assert evening.shared(code).end == wire.End("ruled")
    code = evening.begun()
    evening.board.says(code, *whole_game(code, evening.shared(code))[:1])
    asked = says_by_phone(evening.ben, code, wire.Ask("abort"))
    agreed = says_by_phone(evening.anna, code, wire.Yes(evening.shared(code).n))
    assert (asked, agreed) == (["written"], ["written"])
    assert evening.shared(code).end == wire.End("aborted")
    assert evening.ratings() == {}


def says_by_phone(member: Visitor, code: str, *acts: wire.Act) -> list[str]:
    headers = {"Cookie": member.cookie, "Origin": member.address}
    return says(member.address, "", code, [(None, act) for act in acts], **headers)


def test_what_the_board_says_no_phone_says_and_what_others_say_does_not_count(evening: Evening) -> None:
    code = evening.begun()
    side, move = whole_game(code, evening.shared(code))[0]
    own = {"south": evening.anna, "north": evening.ben}[side]
    assert says_by_phone(own, code, move) == ["not-yours"]
    assert says(evening.address, secrets.token_hex(32), code, [(side, move)]) == ["not-yours"]
    # A foreign board, also of a player's own, and a phone that says a side.
    other = ClubBoard(evening.address, own, "Table 2")
    assert other.says(code, (side, move)) == ["not-yours"]
    headers = {"Cookie": own.cookie, "Origin": own.address}
    assert says(evening.address, "", code, [(side, move)], **headers) == ["not-yours"]
    assert evening.board.says(code, (side, wire.Again())) == ["not-yours"]
    assert evening.shared(code).n == 2
    # The board takes back what its players take back, and its own clock is believed.
    assert evening.board.says(code, (side, move), (side, wire.Back(1)), (side, move)) == ["written"] * 3
    assert evening.board.says(code, (side, wire.TimedOut())) == ["written"]
    assert evening.shared(code).end == wire.End("timed-out", side)
    assert len(evening.ratings()) == 2


def test_a_board_that_was_taken_away_says_nothing_more_and_the_game_is_given_up(evening: Evening) -> None:
    code = evening.begun()
    acts = whole_game(code, evening.shared(code))
    evening.board.says(code, acts[0])
    devices = json.loads(evening.anna.read("own.json").text)["devices"]
    (number,) = (each["number"] for each in devices if each["isBoard"])
    assert evening.anna.act("forget-device", number=number).status == 200
    assert evening.board.says(code, acts[1]) == ["not-yours"]
    assert evening.board.told().status == 403
    assert why(evening.ben.act("call", board=number, south=1, north=2, game="cups 2")) == "illegal"
    # Another board that takes its place does not take over its games.
    other = ClubBoard(evening.address, evening.anna, "Table 1")
    assert other.says(code, acts[1]) == ["not-yours"]
    evening.later(STOPPED_SECONDS + 1)
    assert evening.anna.act("give-up", game=code).status == 200


def test_a_token_enters_once_and_a_name_of_a_board_is_its_member_s(evening: Evening) -> None:
    with pytest.raises(ClubRefused, match="belongs to a member already"):
        enter_club(evening.address, evening.board.token, code_of(evening.ben), "Table 9")
    with pytest.raises(ClubRefused, match="called Table 1 already"):
        enter_club(evening.address, secrets.token_hex(32), code_of(evening.ben), "TABLE 1")
    again = ClubBoard(evening.address, evening.anna, "table 1")
    assert again.told()["name"] == "table 1"
    assert evening.board.told().status == 403


def test_who_may_be_called_to_what(evening: Evening) -> None:
    for how, refused in (
        ({"south": 2}, "illegal"),
        ({"south": 99}, "illegal"),
        ({"game": "coin-duel 10 stage 1"}, "illegal"),
        ({"game": "cups 2 odds south 1"}, "illegal"),
        ({"game": "cups 2 odds south 1", "rated": False}, "done"),
        ({"game": "cups 2 kind"}, "illegal"),
    ):
        assert why(evening.board.act("call", **{"south": 1, "north": 2, "game": "cups 2", **how})) == refused


def test_two_who_keep_apart_are_not_called_and_four_rated_games_a_day_are_all(evening: Evening) -> None:
    for _ in range(MOST_A_DAY):
        evening.ben.act("give-up", game=evening.begun())
    assert why(evening.board.act("call", south=1, north=2, game="cups 2")) == "rated-limit"
    evening.board.act("give-up", game=evening.board.call(rated=False))
    late = evening.board.call(north=3)
    evening.cleo.act("block", member=1, on=True)
    assert why(evening.anna.act("confirm", game=late)) == "not-yours"
    assert why(evening.board.act("call", south=1, north=3, game="cups 2")) == "not-yours"


def test_a_challenge_at_a_board_lights_it_once_the_other_has_accepted(evening: Evening) -> None:
    (board,) = json.loads(evening.ben.read("lobby.json").text)["boards"]
    assert board["name"] == "Table 1"
    asked = {"board": board["number"], "south": 2, "north": 3, "game": "cups 2"}
    assert why(evening.anna.act("call", **(asked | {"board": 77}))) == "illegal"
    code = json.loads(evening.ben.act("call", **asked).text)["game"]
    assert "call" not in evening.board.told()
    (call,) = json.loads(evening.cleo.read("lobby.json").text)["calls"]
    assert (call["board"], call["seats"]["south"], call["by"]) == ("Table 1", "Ben", 2)
    evening.cleo.act("confirm", game=code)
    assert evening.board.told()["call"]["confirmed"] == ["north"]
    # No member calls two others; a director may.
    assert why(evening.cleo.act("call", **(asked | {"north": 1}))) == "not-yours"
    assert why(evening.anna.act("call", **(asked | {"north": 3}))) == "done"


def test_a_pairing_of_the_club_is_called_to_its_board_by_one_function(evening: Evening) -> None:
    code = evening.called("Table 1", 2, 3, game="cups 2", starter="north")
    assert evening.board.told()["call"]["game"] == code
    for each in (evening.ben, evening.cleo):
        each.act("confirm", game=code)
    assert evening.board.told()["call"]["starter"] == "north"


def test_a_board_is_told_of_no_member_what_is_the_member_s_own(evening: Evening) -> None:
    bearer = {"Authorization": f"Bearer {evening.board.token}"}
    for path, status in (("lobby.json", 200), ("own.json", 403), ("export.json", 403), ("past.json", 403)):
        assert get(f"{evening.address}/club/{path}", bearer).status == status
    for act, fields in (("delete", {}), ("rename", {"name": "Eve"}), ("invite", {"name": "Eve"})):
        assert why(evening.board.act(act, **fields)) == "not-yours"
    assert evening.board.act("leave") == {}
    assert evening.board.told().status == 403


def test_what_is_no_club_and_what_is_none_at_all_is_told_apart(evening: Evening) -> None:
    with pytest.raises(DistanceError, match="look at the address"):
        asked_of_club("http://127.0.0.1:1", "0" * 64)
    with pytest.raises(DistanceError, match="older than this board"):
        asked_of_club(f"{evening.address}/g", "0" * 64)
    with pytest.raises(ClubRefused, match="taken away"):
        asked_of_club(evening.address, "0" * 64)
