"""Tournaments over HTTP: who may read and ask for what, and what no page of ours asks."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cupsclub.people import People
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving
from http_calls import get, post
from test_club_over_http import Visitor, come_in

RULES: dict[str, Any] = {"name": "Cup", "form": "round-robin", "game": "cups 4", "clock": {"seconds": 600.0}}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as running:
        yield running.address.rstrip("/")


def opened(director: Visitor, **how: Any) -> int:
    answer = director.act("tournament-open", rules={**RULES, **how})
    assert answer.status == 200, answer.text
    number: int = json.loads(answer.text)["tournament"]
    return number


def names(visitor: Visitor) -> list[str]:
    return [each["name"] for each in json.loads(visitor.read("tournaments.json").text)["tournaments"]]


def test_strangers_read_what_is_public_and_ask_for_nothing(club: str, tmp_path: Path) -> None:
    anna, stranger = come_in(club, tmp_path, "Anna", "--director"), Visitor(club)
    closed, public = opened(anna), opened(anna, name="Open", is_public=True)
    assert names(anna) == ["Open", "Cup"]
    assert names(stranger) == ["Open"]
    assert [stranger.read(f"tournaments/{each}.json").status for each in (closed, public, 99)] == [
        404,
        200,
        404,
    ]
    assert [anna.read(f"tournaments/{each}.json").status for each in (closed, public, 99)] == [200, 200, 404]
    for act in ("enter", "withdraw", "finish", "reopen", "season"):
        assert stranger.act(f"tournament-{act}", tournament=public).status == 403
    assert stranger.act("tournament-open", rules=RULES).status == 403


def test_what_is_kept_of_a_member_names_the_tournaments_and_who_is_let_in_first_is_a_person(
    tmp_path: Path,
) -> None:
    with closing(SqliteRecords(tmp_path / "club.sqlite")) as records, records.transaction():
        People(records, 0.0).engine("1", "0" * 64)
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as running:
        address = running.address.rstrip("/")
        anna, ben = come_in(address, tmp_path, "Anna", "--director"), come_in(address, tmp_path, "Ben")
        number = opened(anna)
        told = json.loads(anna.read(f"tournaments/{number}.json").text)
        assert [name for _, name in told["others"]] == ["Anna", "Ben", "Computer 1"]
        assert ben.act("tournament-enter", tournament=number).status == 200
        for visitor, kept in ((anna, []), (ben, [{"number": number, "name": "Cup", "isIn": True}])):
            assert json.loads(visitor.read("export.json").text)["tournaments"] == kept


def test_a_foreign_page_in_a_director_s_browser_begins_no_round(club: str, tmp_path: Path) -> None:
    anna, ben = come_in(club, tmp_path, "Anna", "--director"), come_in(club, tmp_path, "Ben")
    number = opened(anna)
    for each in (anna, ben):
        assert each.act("tournament-enter", tournament=number).status == 200
    anna.origin = "https://evil.example"
    assert anna.act("tournament-round", tournament=number, round=1).status == 403
    assert json.loads(ben.read(f"tournaments/{number}.json").text)["begun"] == 0
    anna.origin = club
    assert anna.act("tournament-round", tournament=number, round=1).status == 200
    told = json.loads(ben.read(f"tournaments/{number}.json").text)
    assert [each["rival"] for each in told["mine"]] == [1, 1]
    assert [each["isMyTurn"] for each in told["mine"]] == [
        told["pairings"][0]["one"] == 2,
        told["pairings"][0]["one"] == 1,
    ]


@pytest.mark.parametrize(
    ("act", "fields", "status"),
    [
        ("open", {"rules": {**RULES, "form": "ladder"}}, 422),
        ("open", {"rules": {**RULES, "clock": {"seconds": -1.0}}}, 422),
        ("open", {"rules": {**RULES, "clock": None}}, 422),
        ("open", {"rules": {**RULES, "rounds": 4}}, 409),
        ("open", {"rules": {**RULES, "cycles": 10**30}}, 409),
        ("open", {"rules": {**RULES, "game": "cups 99"}}, 409),
        ("open", {"rules": {**RULES, "game": "bogus 4"}}, 409),
        ("open", {"rules": {**RULES, "game": "cups 4 odds 1 0"}}, 409),
        ("open", {"rules": {**RULES, "name": "x" * 61}}, 409),
        ("open", {"rules": {**RULES, "order": [1]}}, 422),
        ("enter", {"tournament": 2**70}, 409),
        ("enter", {"tournament": -1}, 409),
        ("enter", {"tournament": 1, "member": 99}, 403),
        (
            "rule",
            {"tournament": 1, "round": 1, "one": 1, "other": 1, "points": [9, 9], "why": "mistake"},
            409,
        ),
        ("rule", {"tournament": 1, "round": 1, "one": 1, "other": 2, "points": [1], "why": "mistake"}, 422),
        ("rule", {"tournament": 1, "round": 1, "one": 1, "other": 2, "points": None, "why": "because!"}, 422),
        ("round", {"tournament": 1, "round": 2}, 409),
    ],
)
def test_what_can_t_be_is_refused_and_changes_nothing(
    club: str, tmp_path: Path, act: str, fields: dict[str, Any], status: int
) -> None:
    anna = come_in(club, tmp_path, "Anna", "--director")
    opened(anna)
    before = anna.read("tournaments/1.json").text
    assert anna.act(f"tournament-{act}", **fields).status == status
    assert anna.read("tournaments/1.json").text == before


def test_a_page_of_a_tournament_is_served_by_its_number(club: str) -> None:
    assert get(f"{club}/t").status == get(f"{club}/t/3").status == 200
    assert get(f"{club}/t/x").status == 404
    assert post(f"{club}/club/tournaments.json", b"").status == 405
