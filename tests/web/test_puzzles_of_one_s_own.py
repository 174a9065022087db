"""A position that a page keeps as a puzzle: refused with a reason, listed with all others, deleted."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.puzzles import begun
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import RecordOf, format_record
from cupsboard.storage.own_puzzles import own_puzzles
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.puzzles import PuzzlesPage
from cupsboard.web.server import serving
from cupsim.runs.memory_store import Memory
from http_calls import delete, get, post
from starlette.routing import Route


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def address(memory: Memory) -> Iterator[str]:
    page = PuzzlesPage(lambda: memory)
    changing = (Route(path, serve, methods=[method]) for method, path, serve in page.changing())
    with serving(application(Hub(), Hub(), routes=(*page.routes(), *changing)), port=0) as address:
        yield address


def listed(address: str) -> list[Any]:
    return list(json.loads(get(f"{address}puzzles.json").text)["puzzles"])


def record(history: History[Any]) -> bytes:
    return format_record(RecordOf.of(history)).encode()


def table(game: str, turn: str, **numbers: int) -> bytes:
    """Return what the page sends of a table that was laid out and counted."""
    lying = {name.replace("_", "-"): count for name, count in numbers.items()}
    told = {"game": game, "turn": turn, "numbers": lying, "stocks": {"south": 0, "north": 0}}
    return json.dumps(told).encode()


def test_a_first_position_and_a_laid_table_are_kept_before_anything_is_played(
    address: str, memory: Memory
) -> None:
    number = len(engines.puzzles()) + 1
    for starter in (None, Side.SOUTH, Side.NORTH):
        first = post(f"{address}puzzles?move=0", record(History(games.named("cups 2 stock 2"), starter)))
        assert (first.status, json.loads(first.text)["number"]) == (200, number), first.text
    laid_out = post(f"{address}puzzles", table("cups 2", "south", north_1=2, south_1=2, south_2=1))
    assert (laid_out.status, json.loads(laid_out.text)["number"]) == (200, number + 1), laid_out.text
    own, _ = own_puzzles(memory)
    put_up = begun(own, games.named(own.game))
    assert engines.puzzle_of(put_up, (own,)) == own
    assert engines.puzzle_of(History(games.named(own.game), Side.SOUTH), (own,)) is None, (
        "a game is no puzzle"
    )


def test_a_position_is_kept_once_listed_with_game_and_size_and_deleted(address: str) -> None:
    beans = {Place("north-1"): 2, Place("south-1"): 2, Place("south-2"): 1}
    lying = laid(games.named("cups 2"), Side.NORTH, beans, {Side.SOUTH: 1, Side.NORTH: 2})
    number = len(engines.puzzles()) + 1
    for move in ("?move=1", ""):
        answer = post(f"{address}puzzles{move}", record(lying))
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
        (table("cups 2", "south", north_1=3, north_2=90), "93 beans lie there"),
        (table("coin-duel 2 stage 1", "south"), "is followed as it is sown"),
        (table("cups 2", "west"), "this is no table that was laid out"),
        (b'{"game": "cups 2", "turn": ["south"]}', "this is no table that was laid out"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(address: str, sent: bytes, why: str) -> None:
    answer = post(f"{address}puzzles", sent)
    assert answer.status == 422
    assert why in answer.text
    assert post(f"{address}puzzles?move=x", sent).status == 422
