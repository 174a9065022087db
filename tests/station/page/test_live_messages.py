"""The messages of the live page are what their types and their page say, in a game and in a job."""

import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

import events_page
import msgspec
from cupsboard.session import orders
from cupsboard.station.occupation import GAME
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.hub import difference, patched
from cupsboard.web.live_messages import KINDS, State
from ordered_evening import Evening, Script, with_a_bean_moved
from processes import started
from quick_evening import furnish

TEXT = events_page.PAGE.read_text("utf-8")
PROGRAM = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
OF_SOME_GAMES = {"board": {"script", "mayBeFar", "pixels", "sps", "slotSeconds", "trendLength", "buzzer"}}
"""What only the page's own drawing needs."""


def undocumented(kind: Any, data: Any, where: str = "state") -> Iterator[str]:
    """The keys of an object that its type doesn't have, in all objects in it."""
    if get_origin(kind) is NotRequired:
        yield from undocumented(get_args(kind)[0], data, where)
    elif kind in KINDS:
        hints = get_type_hints(kind)
        for key, value in data.items():
            if key in hints:
                yield from undocumented(hints[key], value, f"{where}.{key}")
            elif key not in OF_SOME_GAMES.get(where.rpartition(".")[2], set()):
                yield f"{where}.{key}"
    elif get_origin(kind) is dict:
        for key, value in data.items():
            yield from undocumented(get_args(kind)[1], value, f"{where}.{key}")
    elif get_origin(kind) is list:
        for value in data:
            yield from undocumented(get_args(kind)[0], value, where)


def test_every_state_of_a_game_and_of_a_job_is_of_its_type_and_has_no_key_that_is_not_documented(
    tmp_path: Path,
) -> None:
    furnish(tmp_path)
    states: list[dict[str, Any]] = []

    def script(evening: Evening) -> Script:
        evening.station.page.tell = states.append
        yield from with_a_bean_moved(evening)
        yield from evening.paused()
        begun = evening.order(orders.Begin("doctor"))
        yield begun.done
        yield evening.waited(3.0)
        back = evening.order(orders.Begin(GAME))
        yield back.done
        yield evening.waited(3.0)

    assert Evening(tmp_path, "--new", "--no-page").run(script) == Ending.WELL
    assert {state["activity"]["name"] for state in states} >= {"game", "doctor"}
    sent = [json.loads(json.dumps(patched({}, state))) for state in states]
    for state in sent:
        assert list(undocumented(State, state)) == []
        msgspec.convert(state, State)
    for before, after in pairwise(sent):
        assert patched(before, difference(before, after)) == after


def test_the_tables_are_those_of_the_types_and_every_field_is_explained() -> None:
    assert events_page.with_tables(TEXT) == TEXT
    for kind in KINDS:
        assert kind.__doc__
        assert all(said for *_, said in events_page.said_of_fields(kind)), kind


def test_the_program_of_the_page_says_the_score_and_who_has_the_turn() -> None:
    command = ("-m", "cupsim", "--watch-only", "--cups", "2", "--no-browser", "--port", "0")
    with started(sys.executable, *command) as board:
        address = board.until(re.compile(r"http://([\d.:]+)/"))[1]
        with started(sys.executable, "-c", PROGRAM, address) as listener:
            listener.until(
                re.compile(r"south \d+, north \d+, turn: (south|north), over: False, winner: None")
            )
