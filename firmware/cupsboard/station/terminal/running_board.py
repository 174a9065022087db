"""A job at the board that plays on this computer already: ordered and followed as its owner's page does.

Who may write the board's files is an owner for as long as that takes: a row among the owners.
"""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import SIGHUP, SIGTERM, default_int_handler, signal
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from cupsboard.rules.errors import RulesError
from cupsboard.session.orders import Begin
from cupsboard.station.files.board_files import owners_at
from cupsboard.station.occupation import GAME
from cupsboard.station.terminal.console import complain, say
from cupsboard.station.terminal.follower import Follower
from cupsboard.station.terminal.keyboard_button import HOLD
from cupsboard.station.terminal.language import in_words, language
from cupsboard.station.wishes import Wishes
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.hub import patched
from cupsboard.web.owner import COOKIE
from cupsboard.web.sections import Section, message_of
from cupsboard.web.server import answering_hosts

NAME = "terminal"
"""What the terminal is called among the owners, while it is one."""
GLANCE_SECONDS = 0.2
LONGEST_ANSWER_SECONDS = 15.0


def follow(wishes: Wishes, port: int) -> int:
    """Let the board that plays do the job that is wished, and tell what happens; return the job's exit code.

    Raises RulesError where no page answers at the port, the board refuses, or it ends meanwhile.
    """
    host = next(answering_hosts(port), None)
    if host is None:
        raise RulesError(
            f"--port {port}: another program has this board at work, and serves no page there by which it "
            "could be told; name its port, or end it first (Ctrl-C in its terminal, or sudo systemctl stop "
            "cupsboard)"
        )
    for number in (SIGHUP, SIGTERM):
        # A terminal that is gone breaks off as Ctrl-C does: the board goes back to its game.
        signal(number, default_int_handler)
    owners = owners_at(homes(os.environ, Path.home()).state, lambda message: say(in_words(message)))
    token = owners.add(NAME)
    try:
        with _Board(f"{host}:{port}", token) as board:
            return board.follow(wishes.job or Begin(GAME), wishes.follower or Follower())
    except (OSError, HTTPException, WebSocketException) as fault:
        raise RulesError(f"the board has gone ({fault}); see `journalctl -u cupsboard`") from None
    finally:
        if (owner := owners.owner_of(token)) is not None:
            owners.revoke(owner.number)


class _Board:
    """The page of a running board, as its owner has it."""

    def __init__(self, host: str, token: str) -> None:
        self._host = host
        self._headers = {"Cookie": f"{COOKIE}={token}", "Origin": f"http://{host}"}

    def __enter__(self) -> "_Board":
        self._socket: ClientConnection = connect(
            f"ws://{self._host}/live", additional_headers=self._headers, compression=None, proxy=None
        )
        self._states = self._shown()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def follow(self, order: Begin, follower: Follower) -> int:
        """Do the job to its end; the exit code. Who interrupts that gives the board back to its game.

        Another job that is under way is not broken off. Raises RulesError.
        """
        busy: Section = next(state for state in self._states if state).get("activity", {})
        if "takesPresses" in busy and "result" not in busy and busy["name"] != order.activity:
            raise RulesError(
                f"the board is at another job ({busy['name']}): see it to its end, or end it first, at the "
                "page or by Ctrl-C in its terminal; if that is lost, begin the same job here, and end that"
            )
        self._order("begin", {"activity": order.activity, "options": dict(order.options)})
        try:
            return self._followed(order.activity, follower)
        except KeyboardInterrupt:
            self._order("begin", {"activity": GAME})
            raise

    def _followed(self, name: str, follower: Follower) -> int:
        has_begun = False
        for state in self._states:
            activity = state.get("activity", {})
            if activity.get("name") != name:
                if has_begun:
                    raise RulesError(
                        "the board was told to do something else meanwhile; nothing was concluded"
                    )
                continue
            if not has_begun and activity["takesPresses"]:
                follower.ask()
            has_begun = True
            if (result := activity.get("result")) is not None:
                code = Ending.WELL if result["isGood"] else Ending.FAULTY
                report = self._report if result["hasReport"] else None
                follower.conclude(result["lines"][language().code], code, report)
                self._order("go-on", {})
                return code
            follower.hear(message_of(state["game"]["message"]), activity.get("progress"))
            line = follower.typed()
            if line is not None and activity["takesPresses"]:
                self._press(is_long=line == HOLD)
            if not follower.is_followed:
                self._order("begin", {"activity": GAME})
                return Ending.UNHEARD
        raise AssertionError

    def _shown(self) -> Iterator[Section]:
        """Yield what the board shows, again and again."""
        state: Section = {}
        while True:
            try:
                said: dict[str, Any] = json.loads(self._socket.recv(GLANCE_SECONDS))
            except TimeoutError:
                said = {}
            state = said["state"] if "state" in said else patched(state, said.get("patch", {}))
            yield state

    def _press(self, *, is_long: bool) -> None:
        """Press as at a button; a press that the board refuses is said, and ends nothing."""
        try:
            self._order("leave-out" if is_long else "go-on", {})
        except RulesError as why:
            complain(str(why))

    def _order(self, name: str, body: Section) -> None:
        """Give an order. Raises RulesError with the reason for one that is refused."""
        status, answer = self._asked("POST", f"/owner/orders/{name}", json.dumps(body))
        if status >= 400:
            raise RulesError(in_words(message_of(json.loads(answer))))

    def _report(self) -> bytes:
        return self._asked("GET", "/owner/report")[1]

    def _asked(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        with closing(HTTPConnection(self._host, timeout=LONGEST_ANSWER_SECONDS)) as connection:
            connection.request(method, path, body, self._headers)
            response = connection.getresponse()
            return response.status, response.read()
