"""A board announces what happens to a real broker, which may be gone, come back, or turn it away."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.session import orders
from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import ENGLISH, say
from cupsboard.station import broker
from cupsboard.station.broker import ACCOUNT, Broker, BrokerWish
from cupsboard.station.settings import Settings, save
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.announcements import Topics, topic_name
from cupsboard.web.sections import game_section, message_section
from mqtt_broker import listening, mosquitto, needs_mosquitto
from ordered_evening import Evening, Script, with_a_bean_moved
from processes import free_port, wait_until
from quick_evening import furnish

pytestmark = needs_mosquitto

TOPICS = Topics("kitchen")
HISTORY = History(Cups(3), Side.SOUTH)


def state(turn: Side, said: int = 0) -> dict[str, Any]:
    scene = Scene((), turn, Message("your-turn", {"side": turn.value, "stock": 9}))
    log = {str(number): message_section(Message("notes.moves-written")) for number in range(1, said + 1)}
    return {"board": {"name": "Kitchen", "game": "cups 3"}, "game": game_section(HISTORY, scene), "log": log}


class Told:
    """A board that announces, and what it complained of."""

    def __init__(self, port: int, account: Path | None = None) -> None:
        self.complaints: list[str] = []
        self.lacks = MissingParts(lambda message: self.complaints.append(say(message)))
        self.line = ""
        self.lacks.show_by(lambda line: setattr(self, "line", line))
        self.broker = Broker(BrokerWish("127.0.0.1", port, account), TOPICS, ENGLISH, self.lacks)


@contextmanager
def telling(port: int, account: Path | None = None) -> Iterator[Told]:
    told = Told(port, account)
    try:
        yield told
    finally:
        told.broker.close()


def test_state_and_discovery_are_there_for_who_comes_later_and_events_for_who_listens(tmp_path: Path) -> None:
    port = free_port()
    with mosquitto(tmp_path, port), listening(port) as early, telling(port) as board:
        board.broker.tell(state(Side.SOUTH))
        assert early.wait_for(TOPICS.discovery)["device"]["name"] == "Kitchen"
        assert early.wait_for(TOPICS.state)["turn"] == "south"
        assert early.wait_for(TOPICS.status) == "online", (
            "nobody takes the state of an earlier evening for it"
        )
        board.broker.tell(state(Side.NORTH, said=1))
        assert early.wait_for(TOPICS.state)["turn_name"] == "North"
        assert early.wait_for(TOPICS.event) == {
            "event_type": "said",
            "text": "all moves are written down again",
        }
        with listening(port) as late:
            assert late.wait_for(TOPICS.state)["turn"] == "north"
        board.broker.close()
        assert early.wait_for(TOPICS.status) == "offline"
    assert board.complaints == []


def test_a_state_that_stays_the_same_is_said_again_for_who_waits_for_a_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "REPEAT_SECONDS", 0.1)
    port = free_port()
    with mosquitto(tmp_path, port), listening(port) as listener, telling(port) as board:
        board.broker.tell(state(Side.SOUTH))
        for _ in range(3):
            assert listener.wait_for(TOPICS.state)["turn"] == "south"


def test_a_board_that_is_killed_is_gone_by_the_broker_s_word(tmp_path: Path) -> None:
    port = free_port()
    with mosquitto(tmp_path, port), listening(port) as listener, telling(port) as board:
        board.broker.tell(state(Side.SOUTH))
        assert listener.wait_for(TOPICS.status) == "online"
        # Another client of the same name has the broker drop the first, as a cut line would.
        import paho.mqtt.client as paho
        from paho.mqtt.enums import CallbackAPIVersion

        other = paho.Client(CallbackAPIVersion.VERSION2, client_id="cupsboard-kitchen")
        other.connect("127.0.0.1", port)
        other.loop_start()
        assert listener.wait_for(TOPICS.status) == "offline"
        other.loop_stop()
        assert listener.wait_for(TOPICS.status) == "online"
        assert board.line == ""


def test_a_broker_that_is_killed_and_comes_back_gets_the_newest_state(tmp_path: Path) -> None:
    port = free_port()
    with telling(port) as board:
        with mosquitto(tmp_path, port) as process, listening(port) as listener:
            board.broker.tell(state(Side.SOUTH))
            assert listener.wait_for(TOPICS.state)["turn"] == "south"
            process.process.kill()
            wait_until(lambda: "no broker answers" in board.line, "the board complains")
        board.broker.tell(state(Side.NORTH, said=200))
        assert f"no broker answers at 127.0.0.1:{port} (Connection refused)" in board.line
        with mosquitto(tmp_path, port), listening(port) as listener:
            assert listener.wait_for(TOPICS.state)["turn"] == "north"
            assert listener.wait_for(TOPICS.event)["event_type"] == "said"
            wait_until(lambda: board.line == "", "nothing is missing any more")
    assert len(board.complaints) == 1, "the same reason is told once"


def passwords(folder: Path) -> Path:
    path = folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(path), "board", "beans"], check=True)
    return path


def account_in(folder: Path, password: str, mode: int = 0o600) -> Path:
    path = folder / ACCOUNT
    path.write_text(f'user = "board"\npassword = "{password}"\n')
    path.chmod(mode)
    return path


def test_a_wrong_password_is_told_with_its_file_and_is_mended_while_the_board_plays(tmp_path: Path) -> None:
    port = free_port()
    account = account_in(tmp_path, "peas")
    with mosquitto(tmp_path, port, passwords(tmp_path)), telling(port, account) as board:
        board.broker.tell(state(Side.SOUTH))
        wait_until(lambda: board.complaints, "the board complains")
        assert "turns this board away: see name and password in mqtt.toml" in board.complaints[0]
        account_in(tmp_path, "beans")
        with listening(port, username="board", password="beans") as listener:
            assert listener.wait_for(TOPICS.state)["turn"] == "south"
        assert "peas" not in "".join(board.complaints)


@pytest.mark.parametrize(
    ("content", "mode", "said"),
    [
        ('user = "board"\n', 0o644, "may be read by others: say chmod 600"),
        ('password = "secret', 0o600, "can't be read: write user ="),
        ('password = ["secret"]', 0o600, "can't be read: write user ="),
        ('secret = "secret"', 0o600, "can't be read: write user ="),
    ],
)
def test_an_account_that_is_open_or_torn_is_told_without_what_it_holds(
    content: str, mode: int, said: str, tmp_path: Path
) -> None:
    path = tmp_path / ACCOUNT
    path.write_text(content)
    path.chmod(mode)
    with telling(free_port(), path) as board:
        wait_until(lambda: board.complaints, "the board complains")
    (complaint,) = board.complaints
    assert said in complaint
    assert str(path) in complaint
    assert "secret" not in complaint


def test_without_the_library_the_next_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "aiomqtt", None)
    with telling(free_port()) as board:
        wait_until(lambda: board.complaints, "the board complains")
    assert "this program lacks aiomqtt: install it with its extra mqtt" in board.complaints[0]


def test_an_evening_is_announced_from_its_first_bean_to_its_end_and_set_at_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    furnish(tmp_path)
    port, name = free_port(), topic_name(socket.gethostname())
    topics = Topics(name)

    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        yield listener.hears(topics.state, lambda told: told["last_move"] == "South: drop 1")
        yield from evening.paused()
        yield listener.hears(topics.event, lambda told: told["event_type"] == "paused")
        elsewhere = evening.order(orders.Change({"mqtt": f"127.0.0.1:{other_port}"}))
        yield elsewhere.done
        assert elsewhere.exception() is None

    other_port = free_port()
    with mosquitto(tmp_path, port), listening(port) as listener:
        evening = Evening(tmp_path, "--new", "--no-page")
        save(evening.at.calibrations, Settings(mqtt=f"127.0.0.1:{port}"))
        assert evening.run(script) == Ending.WELL
        assert listener.wait_for(topics.status, lambda told: told == "offline")
    assert f"announced at the broker 127.0.0.1:{port}" in capsys.readouterr().out
