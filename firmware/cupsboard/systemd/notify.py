"""What the board tells the system that started it: ready, alive, stopping, switch off.

The protocol is systemd's (sd_notify(3), systemd.exec(5)): datagrams to the socket in NOTIFY_SOCKET, and a
directory of the service's own in RUNTIME_DIRECTORY. Without them nothing is told.
"""

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from cupsboard.loop import Moment
from cupsboard.referee.events import NotNow, PowerOffWanted
from cupsboard.referee.states import Refusal
from cupsboard.systemd.shared_names import POWER_OFF_REQUEST, UPDATE_REQUEST

FEEDS_PER_PERIOD = 4
"""How often the watchdog is fed in the time it waits; sd_watchdog_enabled(3) asks for two or more."""
LONGEST_STATUS = 500
"""Characters of the line that `systemctl status` shows."""
CANT_PLAY = "can't play"
"""Begins what the status says of a board that lacks something without which no game is played.

The program before an update reads the status of the one after it, so these words must stay.
"""

Tell = Callable[[str], None]
"""Takes lines such as "READY=1"."""


def teller(environment: Mapping[str, str]) -> Tell | None:
    """A sender to the supervising system; None where there is none."""
    name = environment.get("NOTIFY_SOCKET", "")
    if name[:1] not in ("/", "@"):
        return None
    address = "\0" + name[1:] if name.startswith("@") else name

    def tell(state: str) -> None:
        # A board goes on playing when nobody listens any more, or when there is no descriptor left.
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender,
        ):
            sender.setblocking(False)
            sender.sendto(state.encode(), address)

    return tell


def watchdog_seconds(environment: Mapping[str, str], process: int) -> float | None:
    """How long the supervisor waits for a sign of life of this process; None if it doesn't watch."""
    try:
        microseconds = int(environment.get("WATCHDOG_USEC", ""))
        watched = int(environment.get("WATCHDOG_PID", process))
    except ValueError:
        return None
    return microseconds / 1e6 if microseconds > 0 and watched == process else None


def can_power_off(environment: Mapping[str, str]) -> bool:
    """Whether a service is there to hear a request to switch off."""
    return _request(environment) is not None


def ask_to_power_off(environment: Mapping[str, str]) -> bool:
    """Ask the system to shut down and switch off; False where no service is there to hear it."""
    request = _request(environment)
    if request is None:
        return False
    request.touch()
    return True


def ask_to_update(environment: Mapping[str, str], place: str = "") -> bool:
    """Ask the system to update this program; False where no service is there to hear it. Raises OSError."""
    request = _request(environment, UPDATE_REQUEST)
    if request is None:
        return False
    # Whole at once: the file is read as soon as it is there.
    fresh = request.with_name(f"{UPDATE_REQUEST}.new")
    fresh.write_text(place, encoding="utf-8")
    fresh.replace(request)
    return True


def _request(environment: Mapping[str, str], name: str = POWER_OFF_REQUEST) -> Path | None:
    directory = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(directory) / name if directory else None


class PowerSwitch:
    """A listener of the loop that passes the players' wish to switch off on; goes behind the game's.

    A request that nobody heard is taken back, so that it is not heard much later.
    """

    def __init__(self, environment: Mapping[str, str], say: Callable[[str], object]) -> None:
        self._environment = environment
        self._say = say

    def __call__(self, moment: Moment) -> None:
        """Ask, or take it back."""
        for event in moment.decided.events:
            match event:
                case PowerOffWanted():
                    self._ask()
                case NotNow(why=Refusal.CANNOT_POWER_OFF):
                    self._take_back()
                case _:
                    pass

    def _ask(self) -> None:
        try:
            ask_to_power_off(self._environment)
        except OSError as fault:
            self._say(f"switching off can't be asked for: {fault}; pull the plug, everything is kept")

    def _take_back(self) -> None:
        request = _request(self._environment)
        if request is None:
            return
        try:
            request.unlink(missing_ok=True)
        except OSError as fault:
            self._say(f"the wish to switch off can't be taken back: {fault}; the board may go off later")


class Watched:
    """A listener of the loop that says "ready" at the first frame and "alive" while frames arrive.

    Buttons and time alone are no sign of life: a board whose scales have fallen silent is started anew.
    """

    def __init__(self, tell: Tell, waits_seconds: float | None) -> None:
        self._tell = tell
        self._every = None if waits_seconds is None else waits_seconds / FEEDS_PER_PERIOD
        self._is_told = self._is_ready = False
        self._does, self._lacks = "waiting for the scales", ""
        self._next_feed = 0.0

    def __call__(self, moment: Moment) -> None:
        """Take notice of a moment."""
        if not self._is_told:
            self._is_told = True
            self._tell(self._status())
        if moment.frame is not None:
            self.weighed(moment.time)

    def weighed(self, time: float) -> None:
        """Take notice of a frame."""
        if not self._is_ready:
            self._is_ready = True
            self._does = "weighing"
            self._tell(f"READY=1\n{self._status()}")
        if self._every is not None and time >= self._next_feed:
            self._next_feed = time + self._every
            self._tell("WATCHDOG=1")

    def lack(self, words: str) -> None:
        """Show beside what the board does what it goes on without ("" for nothing); for any thread."""
        self._lacks = " ".join(words.split())
        self._tell(self._status())

    def stopping(self) -> None:
        """Say that the board ends as it was asked to."""
        self._tell("STOPPING=1\nSTATUS=stopping")

    def _status(self) -> str:
        status = "; ".join(filter(None, (self._does, self._lacks)))
        return f"STATUS={status[:LONGEST_STATUS]}"
