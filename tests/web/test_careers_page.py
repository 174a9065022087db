"""How a player plays, as a page is told: at once, and again for each game that is judged."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from cupsboard.storage.games import Game
from cupsboard.storage.judgements import Judged
from cupsboard.storage.memory import memory_in
from cupsboard.web import careers
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from http_calls import get
from played_games import played

GAMES = 5


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    games = [played(number, ("Änna", "level 2")) for number in range(1, GAMES + 1)]
    memory_in(tmp_path).keep([*games, played(GAMES + 1, ("Ben", ""))])
    routes = careers.routes(lambda: memory_in(tmp_path))
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        yield address


def told(address: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in get(f"{address}career.jsonl?name={quote(name)}").text.splitlines()]


def test_a_career_is_told_at_once_and_each_game_is_judged_once(tmp_path: Path, address: str) -> None:
    lines = told(address, "Änna")
    assert [line["judged"] for line in lines] == [*range(GAMES + 1)]
    first, last = lines[0], lines[-1]
    assert {key: first[key] for key in ("games", "opponents", "strengths")} == {
        key: last[key] for key in ("games", "opponents", "strengths")
    }
    assert last["strengths"][0]["rating"]["games"] == GAMES
    assert last["moves"] == sum(row.south_moves for row in memory_in(tmp_path).find(Judged)) > GAMES
    assert sum(last["mistakes"].values()) > 0
    # Players who draw their moves lose much by them.
    assert max(month["loss"] for month in last["months"]) > 0.2
    assert told(address, "Änna") == [last]


def test_a_game_that_nobody_can_judge_is_not_tried_again(tmp_path: Path, address: str) -> None:
    (row,) = memory_in(tmp_path).find(Game, number=1)
    broken = Game(**{each: getattr(row, each) for each in row.__slots__} | {"entries": "south fly 3"})
    memory_in(tmp_path).keep((broken,))
    assert told(address, "Änna")[-1]["judged"] == GAMES
    assert memory_in(tmp_path).find(Judged, number=1)[0].south_moves == 0
    assert len(told(address, "Änna")) == 1


@pytest.mark.parametrize("name", ["", "level 2", "greedy (simulated)"])
def test_guests_and_programs_have_no_career(address: str, name: str) -> None:
    assert get(f"{address}career.jsonl?name={quote(name)}").status == 404


def test_few_games_are_counted_and_not_judged(tmp_path: Path, address: str) -> None:
    (line,) = told(address, "Ben")
    assert (line["games"], line["opponents"]) == (1, [])
    assert memory_in(tmp_path).find(Judged) == ()
