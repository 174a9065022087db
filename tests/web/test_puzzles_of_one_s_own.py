"""A position that a page keeps as a puzzle: refused with a reason, listed with all others, deleted."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import RecordOf, format_record
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.puzzles import PuzzlesPage
from cupsboard.web.server import serving
from cupsim.runs.memory_store import Memory
from http_calls import delete, get, post
from starlette.routing import Route


@pytest.fixture
def address() -> Iterator[str]:
    memory = Memory()
    page = PuzzlesPage(lambda: memory)
    changing = (Route(path, serve, methods=[method]) for method, path, serve in page.changing())
    with serving(application(Hub(), Hub(), routes=(*page.routes(), *changing)), port=0) as address:
        yield address


def listed(address: str) -> list[Any]:
    return list(json.loads(get(f"{address}puzzles.json").text)["puzzles"])


def record(history: History[Any]) -> bytes:
    return format_record(RecordOf.of(history)).encode()


def test_a_position_is_kept_once_listed_with_game_and_size_and_deleted(address: str) -> None:
    beans = {Place("north-1"): 2, Place("south-1"): 2, Place("south-2"): 1}
    begun = laid(games.named("cups 2"), Side.NORTH, beans, {Side.SOUTH: 1, Side.NORTH: 2})
    number = len(engines.puzzles()) + 1
    for move in ("?move=1", ""):
        answer = post(f"{address}puzzles{move}", record(begun))
        assert (answer.status, json.loads(answer.text)) == (200, {"number": number, "isProved": True})
    own = listed(address)[-1]
    assert {name: own[name] for name in ("number", "kind", "game", "cups", "isSolved")} == {
        "number": number, "kind": "own", "game": "cups 2", "cups": 2, "isSolved": False,
    }  # fmt: skip
    assert own["beans"]["north-2"] == 1, "North was to move: the sides change"
    assert delete(f"{address}puzzles/{number}").status == 204
    assert delete(f"{address}puzzles/{number}").status == 404
    assert len(listed(address)) == len(engines.puzzles())


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"nonsense", "line 1"),
        (record(History(games.named("cups 2"), Side.SOUTH)), "this game holds no move to go on from"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(address: str, sent: bytes, why: str) -> None:
    answer = post(f"{address}puzzles", sent)
    assert answer.status == 422
    assert why in answer.text
    assert post(f"{address}puzzles?move=x", sent).status == 422
