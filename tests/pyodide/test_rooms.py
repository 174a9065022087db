"""The run on Pyodide leaves no pure layer out."""

from judge import CHECKOUT, ROOMS
from test_architecture import PURE


def test_every_pure_layer_is_run() -> None:
    assert set(PURE) <= set(ROOMS)


def test_every_room_that_is_run_has_tests() -> None:
    assert [room for room in ROOMS if not any((CHECKOUT / "tests" / room).rglob("test_*.py"))] == []
