"""Set up is served beside a game, by a process of its own that ends with it."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from cupsim.page.set_up_beside import SetUpBeside, SetUpRefused
from cupsim.runs.game_world import Setting
from http_calls import get, post
from processes import wait_until

BOARD = Setting(7, cups=2)


@pytest.fixture
def beside() -> Iterator[SetUpBeside]:
    with closing(SetUpBeside("127.0.0.1", lambda: BOARD)) as beside:
        yield beside


def answers(port: int) -> bool:
    with suppress(OSError):
        return get(f"http://127.0.0.1:{port}/owner").status == 200
    return False


def test_it_is_begun_once_and_another_board_takes_its_place(beside: SetUpBeside) -> None:
    with serving(application(Hub(), Hub(), routes=beside.routes()), port=0) as address:

        def asked(mistake: str) -> int:
            content = json.dumps({"mistake": mistake, "pace": "16"}).encode()
            return int(json.loads(post(f"{address}set-up", content).text)["port"])

        first = asked("none")
        wait_until(lambda: answers(first), "the page of Set up")
        assert asked("none") == first
        other = asked("dead-cell")
        wait_until(lambda: answers(other), "the page of the other board")
        assert not answers(first)
    beside.close()
    assert not answers(other)


def test_what_none_can_choose_is_refused(beside: SetUpBeside) -> None:
    with serving(application(Hub(), Hub(), routes=beside.routes()), port=0) as address:
        choices = json.loads(get(f"{address}set-up").text)
        assert "crossed-cables" in choices["mistakes"]
        for body in (b"", b"[]", b'{"mistake": "fire", "pace": "1"}', b'{"mistake": "none", "pace": 1}'):
            assert post(f"{address}set-up", body).status == 422


def test_a_board_that_the_command_refuses_is_refused_with_what_it_said() -> None:
    with (
        closing(SetUpBeside("127.0.0.1", lambda: Setting(7, cups=40))) as beside,
        pytest.raises(SetUpRefused, match=r"did not begin: .*--cups"),
    ):
        beside.port("none", "1")
