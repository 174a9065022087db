"""Whatever pages ask of an evening, in whatever order: it goes on, and no bean is lost or made."""

import json
import tempfile
from pathlib import Path
from typing import Any

from cupsboard.rules.places import Side
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.reception import Reception
from cupsim.page.requests import read_order
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from hypothesis import given
from hypothesis import strategies as st
from sitting import TWO_PERSONS

sides = st.sampled_from(["south", "north"])
HOLDERS = [f"{side}-{kind}" for side in ("south", "north") for kind in ("1", "pot", "stock")]
places = st.sampled_from([*HOLDERS, "south-2", "north-9", "off-board"])
counts = st.integers(1, 4)
flags = st.booleans()


def order(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


orders = st.one_of(
    order("take", side=sides, place=places, count=counts),
    order("drop", side=sides, place=places, count=counts),
    order("lift", side=sides, place=places),
    order("pour", side=sides, cup=places, place=places),
    order("tip out", side=sides, cup=places),
    order("put back", side=sides, cup=places, place=places),
    order("lean", side=sides, place=places),
    order("bump", side=sides),
    order("button", sides=st.lists(sides, min_size=1, max_size=2), down=flags),
    order("seat", side=sides, who=st.sampled_from([PERSON, "greedy", "nobody"])),
    order("stand up", side=sides),
    order("hand over", side=sides, to=st.integers(1, 3)),
    order("ask", side=sides),
    order("decline", side=sides),
    order("answer", yes=flags),
    order("may begin", is_allowed=flags),
    order("rematch", opponent=st.fixed_dictionaries({"side": sides, "who": st.sampled_from(["1", "x"])})),
    order("clumsiness", share=st.floats(0, 1)),
    order("speed", factor=st.sampled_from([0.0, 1.0, 8.0])),
    order("cable", place=places, pulled=flags),
    order("coin", place=places, lies=flags),
    order("swap", one=places, other=places),
    order("warm"),
    order("stall"),
    order("power", on=flags),
)


def beans_of(evening: PageEvening) -> list[int]:
    """The numbers of all beans a page is told of, wherever they are."""
    table = evening.state()["table"]
    held = [
        number
        for hand in table["hands"].values()
        for number in hand["beans"] + hand.get("cup", {"beans": []})["beans"]
    ]
    return sorted(held + [number for numbers in table["beans"].values() for number in numbers])


@given(st.lists(st.tuples(st.integers(1, 2), orders, st.sampled_from([0.02, 0.2])), min_size=5, max_size=40))
def test_an_evening_survives_every_order(asked: list[tuple[int, dict[str, Any], float]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        evening = PageEvening(Pairing(Setting(7, cups=2, stock_beans=3)), TWO_PERSONS, Path(folder) / "trace")
        reception = Reception(evening, lambda _connection, message: json.dumps(message, allow_nan=False))
        for page in (1, 2):
            reception.obey(page, requests.Here(f"{page:032x}", "0" * 32))
        beans = beans_of(evening)
        for page, message, seconds in asked:
            reception.obey(page, read_order(json.dumps(message)))
            reception.advance(seconds)
            assert beans_of(evening) == beans
            json.dumps(reception.state(), allow_nan=False)
        for page in (1, 2):
            reception.left(page)
        evening.close()


def test_a_place_of_another_board_is_told_not_to_be_here(tmp_path: Path) -> None:
    evening = PageEvening(Pairing(Setting(7, cups=2)), TWO_PERSONS, tmp_path / "trace")
    evening.obey(1, read_order('{"do": "take", "side": "south", "place": "south-9"}'))
    assert "no south-9 on this board" in evening.state()["evening"]["notice"]["text"]
    evening.close()


def test_who_does_not_sit_there_can_t_move_that_hand(tmp_path: Path) -> None:
    seats = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
    evening = PageEvening(Pairing(Setting(7, cups=2)), seats, tmp_path / "trace")
    evening.obey(1, read_order('{"do": "take", "side": "north", "place": "north-stock"}'))
    assert "a simulated player plays north" in evening.state()["evening"]["notice"]["text"]
    evening.close()
