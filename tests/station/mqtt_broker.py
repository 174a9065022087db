"""A real broker for tests, mosquitto, and who listens to it."""

import json
import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from processes import PATIENCE_SECONDS, Program, started

MOSQUITTO = which("mosquitto") or which("mosquitto", path="/usr/sbin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is a program of its own")


@contextmanager
def mosquitto(folder: Path, port: int, passwords: Path | None = None) -> Iterator[Program]:
    """A broker that keeps nothing on disk; `passwords` are all that it lets in."""
    assert MOSQUITTO is not None
    access = "allow_anonymous true" if passwords is None else f"password_file {passwords}"
    settings = folder / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\n{access}\npersistence false\nuser root\n")
    with started(MOSQUITTO, "-c", str(settings)) as program:
        program.until("running")
        yield program


class Listener:
    """Hears all topics of a broker."""

    def __init__(self, port: int, **account: str) -> None:
        self._heard: queue.Queue[tuple[str, str, bool]] = queue.Queue()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        if account:
            self._client.username_pw_set(**account)
        self._client.on_message = lambda _client, _data, heard: self._heard.put(
            (heard.topic, heard.payload.decode(), heard.retain)
        )
        self._client.connect("127.0.0.1", port)
        self._client.subscribe("#", qos=1)
        self._client.loop_start()

    def wait_for(self, topic: str, is_it: Callable[[Any], bool] = lambda _: True) -> Any:
        """Return the next message on a topic that is it, as JSON where it is JSON."""
        while True:
            try:
                heard, text, _ = self._heard.get(timeout=PATIENCE_SECONDS)
            except queue.Empty:
                raise AssertionError(f"in vain waited for {topic}") from None
            said = json.loads(text) if text.startswith("{") else text
            if heard == topic and is_it(said):
                return said

    def hears(self, topic: str, is_it: Callable[[Any], bool]) -> Callable[[], bool]:
        """Return what tells, without waiting, whether such a message has come by now."""

        def has_come() -> bool:
            while not self._heard.empty():
                heard, text, _ = self._heard.get_nowait()
                if heard == topic and is_it(json.loads(text) if text.startswith("{") else text):
                    return True
            return False

        return has_come

    def close(self) -> None:
        self._client.loop_stop()
        self._client.disconnect()


@contextmanager
def listening(port: int, **account: str) -> Iterator[Listener]:
    listener = Listener(port, **account)
    try:
        yield listener
    finally:
        listener.close()
