"""Three browsers that are steered the same way: WebDriver's actions, scripts and pictures.

Chromium and WebKitGTK speak classic WebDriver through a driver each. Firefox speaks WebDriver BiDi itself, so
that it needs no driver, which Debian doesn't have.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from time import monotonic, sleep
from typing import Any, Protocol

from websockets.sync.client import connect

HERE = Path(__file__).parent
START_SECONDS = 40.0
ANSWER_SECONDS = 60.0

PACKAGES = {
    "chromium": ("chromium", "chromedriver:chromium-driver"),
    "firefox": ("firefox-esr",),
    "webkit": ("WebKitWebDriver:webkit2gtk-driver", "Xvfb:xvfb", "gir1.2-webkit2-4.1", "python3-gi"),
}
"""The Debian packages of each browser; a program before a colon says that its package is there."""

Action = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """What kind of visitor a window is for."""

    is_dark: bool = False
    has_touch: bool = False


class Window(Protocol):
    """A window of a browser."""

    version: str
    can_touch: bool

    def go(self, address: str) -> None: ...

    def run(self, script: str) -> Any:
        """What an expression comes to, a promise awaited."""

    def act(self, sources: Sequence[Action]) -> None:
        """WebDriver's actions, as they stand in its specification."""

    def picture(self) -> bytes: ...

    def resize(self, width: int, height: int) -> None: ...

    def close(self) -> None: ...


def install(names: Sequence[str]) -> None:
    """Fetch what is missing, as root on Debian; elsewhere say what to install."""
    wanted = [each for name in names for each in PACKAGES[name]]
    missing = [each.partition(":")[2] or each for each in wanted if not is_there(each)]
    if missing:
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise SystemExit(
                f"judge: missing {' '.join(missing)}; as root: apt-get install {' '.join(missing)}"
            )
        print("installing", *missing, flush=True)
        quiet = {
            "check": True,
            "stdout": subprocess.DEVNULL,
            "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        }
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], **quiet)
    if not AXE.exists():
        if shutil.which("npm") is None:
            raise SystemExit("judge: missing npm, which fetches axe-core")
        TOOLS.mkdir(exist_ok=True)
        shutil.copy(HERE / "package.json", TOOLS)
        subprocess.run(
            ["npm", "install", "--silent", "--no-package-lock", "--prefix", str(TOOLS)], check=True
        )


TOOLS = HERE.parents[1] / ".judge"
AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"


def is_there(package: str) -> bool:
    program, colon, _ = package.partition(":")
    if colon or package in ("chromium", "firefox-esr"):
        return shutil.which(program) is not None
    return subprocess.run(["dpkg", "-s", package], capture_output=True, check=False).returncode == 0


def opened(name: str, wish: Wish) -> Window:
    """A new browser without a past, with one window."""
    return {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}[name](wish)


class Program:
    """A program that is ended with what it began."""

    def __init__(self, *command: str, env: Mapping[str, str] | None = None) -> None:
        self.lines: list[str] = []
        self._program = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, **(env or {})},
            start_new_session=True,
        )
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._program.stdout is not None
        self.lines.extend(self._program.stdout)

    def line_with(self, pattern: str) -> str:
        """What the pattern's group finds in the first line that it fits."""
        found = awaited(
            lambda: next((hit for line in tuple(self.lines) if (hit := re.search(pattern, line))), None),
            lambda: f"{pattern} in {''.join(self.lines[-20:])}",
        )
        return str(found[1])

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._program.pid, 15)
        try:
            self._program.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self._program.pid, 9)
            self._program.wait(5)

    def kill(self) -> None:
        """As a power cut would."""
        os.killpg(self._program.pid, 9)
        self._program.wait(5)


def awaited(look: Callable[[], Any], what: Callable[[], str], seconds: float = START_SECONDS) -> Any:
    """The first thing that is found, looked for again and again."""
    end = monotonic() + seconds
    while not (found := look()):
        if monotonic() > end:
            raise TimeoutError(f"in vain waited for {what()}")
        sleep(0.05)
    return found


class _Classic:
    """A session of a driver that speaks classic WebDriver."""

    can_touch = True

    def __init__(self, driver: Program, address: str, capabilities: Mapping[str, Any]) -> None:
        self._driver, self._address, self._path = driver, address, ""
        told = awaited(lambda: self._begin(capabilities), lambda: "".join(driver.lines[-20:]))
        self._path = f"/session/{told['sessionId']}"
        self.version = str(told["capabilities"]["browserVersion"])

    def _begin(self, capabilities: Mapping[str, Any]) -> Any:
        with suppress(urllib.error.URLError, ConnectionError):
            return self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})

    def call(self, method: str, path: str, content: Any = None) -> Any:
        request = urllib.request.Request(
            f"{self._address}{self._path}{path}",
            method=method,
            data=None if content is None else json.dumps(content).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise RuntimeError(f"{method} {path}: {fault.read().decode()[:400]}") from None

    def go(self, address: str) -> None:
        self.call("POST", "/url", {"url": address})

    def run(self, script: str) -> Any:
        wait = (
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve({script})"
            ".then((value) => done(JSON.stringify(value ?? null)), (fault) => done('!' + fault));"
        )
        return read(self.call("POST", "/execute/async", {"script": wait, "args": []}))

    def act(self, sources: Sequence[Action]) -> None:
        self.call("POST", "/actions", {"actions": sources})

    def picture(self) -> bytes:
        return base64.b64decode(self.call("GET", "/screenshot"))

    def resize(self, width: int, height: int) -> None:
        self.call("POST", "/window/rect", {"width": width, "height": height})
        awaited(
            lambda: self.run("[innerWidth, innerHeight]") == [width, height], lambda: str((width, height))
        )

    def close(self) -> None:
        with suppress(RuntimeError, OSError):
            self.call("DELETE", "")
        self._driver.end()


class Chromium(_Classic):
    """Debian's Chromium, without a window on a screen."""

    def __init__(self, wish: Wish) -> None:
        driver = Program("chromedriver", "--port=0")
        port = driver.line_with(r"started successfully on port (\d+)")
        flags = [
            "--headless=new",
            "--disable-gpu",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
        ]
        options = {"args": [*flags, "--disable-background-networking", "--force-device-scale-factor=1"]}
        super().__init__(driver, f"http://127.0.0.1:{port}", {"goog:chromeOptions": options})
        self._wish = wish
        scheme = {"name": "prefers-color-scheme", "value": "dark" if wish.is_dark else "light"}
        self._devtools("Emulation.setEmulatedMedia", features=[scheme])
        if wish.has_touch:
            self._devtools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def _devtools(self, command: str, **values: Any) -> None:
        self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": values})

    def resize(self, width: int, height: int) -> None:
        values = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": self._wish.has_touch}
        self._devtools("Emulation.setDeviceMetricsOverride", **values)


class WebKit(_Classic):
    """WebKitGTK in a bare window on a screen that nobody sees."""

    # Its driver makes a mouse of every finger.
    can_touch = False

    def __init__(self, wish: Wish) -> None:
        theme = {"GTK_THEME": "Adwaita:dark" if wish.is_dark else "Adwaita", "LANGUAGE": "en"}
        port = free_port()
        screen = ("xvfb-run", "-a", "-s", "-screen 0 1600x1200x24")
        driver = Program(*screen, "WebKitWebDriver", f"--port={port}", env=theme)
        options = {"binary": str(HERE / "bare_webkit.py")}
        super().__init__(driver, f"http://127.0.0.1:{port}", {"webkitgtk:browserOptions": options})


class Firefox:
    """Debian's Firefox, spoken to in WebDriver BiDi."""

    can_touch = True

    def __init__(self, wish: Wish) -> None:
        self._profile = Path(mkdtemp(prefix="judge-firefox-"))
        preferences = {
            "layout.css.prefers-color-scheme.content-override": 0 if wish.is_dark else 1,
            "dom.w3c_touch_events.enabled": 1 if wish.has_touch else 0,
            "ui.primaryPointerCapabilities": 1 if wish.has_touch else 6,
            "ui.allPointerCapabilities": 1 if wish.has_touch else 6,
            # As on phones, and with GTK by default: scroll bars take no room.
            "ui.useOverlayScrollbars": 1,
            "widget.gtk.overlay-scrollbars.enabled": True,
            "intl.accept_languages": "en-GB, en",
            "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False,
        }
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()
        )
        (self._profile / "user.js").write_text("\n".join(lines))
        self._program = Program(
            "firefox-esr",
            "--headless",
            "--no-remote",
            "--remote-debugging-port=0",
            "--profile",
            str(self._profile),
        )
        address = self._program.line_with(r"WebDriver BiDi listening on (ws://\S+)")
        self._socket = connect(f"{address}/session", max_size=None, ping_interval=None)
        self._number = 0
        told = self._call("session.new", capabilities={})
        self.version = str(told["capabilities"]["browserVersion"])
        # The tab that it begins with goes nowhere on command.
        self._context = self._call("browsingContext.create", type="tab")["context"]

    def _call(self, method: str, **values: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            answer = json.loads(self._socket.recv(ANSWER_SECONDS))
            if answer.get("id") != self._number:
                continue
            if answer["type"] == "error":
                raise RuntimeError(f"{method}: {answer['error']}: {answer['message'][:400]}")
            return answer["result"]

    def go(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        read_back = "(value) => JSON.stringify(value ?? null), (fault) => '!' + fault"
        wrapped = f"Promise.resolve({script}).then({read_back})"
        told = self._call(
            "script.evaluate", expression=wrapped, target={"context": self._context}, awaitPromise=True,
            userActivation=False,
        )  # fmt: skip
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return read(told["result"]["value"])

    def act(self, sources: Sequence[Action]) -> None:
        self._call("input.performActions", context=self._context, actions=sources)

    def picture(self) -> bytes:
        return base64.b64decode(
            self._call("browsingContext.captureScreenshot", context=self._context)["data"]
        )

    def resize(self, width: int, height: int) -> None:
        self._call(
            "browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height}
        )

    def close(self) -> None:
        with suppress(RuntimeError, OSError):
            self._call("browser.close")
        self._socket.close()
        self._program.end()
        shutil.rmtree(self._profile, ignore_errors=True)


def read(told: str) -> Any:
    if told.startswith("!"):
        raise RuntimeError(told)
    return json.loads(told)


def free_port() -> int:
    import socket

    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
