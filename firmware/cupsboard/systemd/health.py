"""How a board does, as the system around it sees it: it weighs, its page answers, and its game goes on."""

import argparse
import hashlib
import json
from dataclasses import dataclass

from cupsboard.storage.games import NAME as INDEX
from cupsboard.storage.games import journal_name
from cupsboard.systemd import unit
from cupsboard.systemd.notify import CANT_PLAY
from cupsboard.systemd.service_files import AT_SERVICE
from cupsboard.systemd.steps import Host

PAGE_SECONDS = 3.0
USUAL_PORT = 2877


@dataclass(frozen=True, slots=True)
class Health:
    """What was seen of a board.

    `game` is the number of the one being played (0: none), `written` how long its journal is,
    and `digest` the check sum of that.
    """

    is_active: bool = False
    is_weighing: bool = False
    can_play: bool = True
    has_page: bool = False
    game: int = 0
    written: int = 0
    digest: str = ""
    restarts: int = 0
    goes_on: bool = True
    """Whether the journal begins with what was written when it was looked at before."""


def seen(host: Host, before: Health | None = None) -> Health:
    """Return how the board does now. Raises ServiceError where systemd doesn't answer."""
    found = unit.status(host)
    says = found.properties.get("StatusText", "")
    game = _game(host)
    journal = _journal(host, game)
    goes_on = before is None or game != before.game or _digest(journal[: before.written]) == before.digest
    return Health(
        found.is_active,
        says.startswith("weighing"),
        CANT_PLAY not in says,
        _answers(host),
        game,
        len(journal),
        _digest(journal),
        int(found.properties.get("NRestarts") or 0),
        goes_on,
    )


def worse_than(before: Health, now: Health) -> str | None:
    """Return what the board did before and does no more, None if that is nothing."""
    if before.is_active and not now.is_active:
        return "did not get ready"
    if before.is_weighing and not now.is_weighing:
        return "did not weigh"
    if before.can_play and not now.can_play:
        return "could not play"
    if before.has_page and not now.has_page:
        return "served no page"
    if now.game < before.game or not now.goes_on:
        return not_gone_on(before)
    return None


def not_gone_on(before: Health) -> str:
    """Return the complaint about a board that plays another game than before."""
    return f"did not go on with game {before.game}"


def _game(host: Host) -> int:
    try:
        index = json.loads(host.read(AT_SERVICE.state / INDEX) or "{}")
        return int(index["games"]["playing"])
    except (ValueError, TypeError, KeyError):
        return 0


def _journal(host: Host, game: int) -> bytes:
    try:
        return host.at(AT_SERVICE.state / journal_name(game)).read_bytes()
    except FileNotFoundError:
        return b""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _answers(host: Host) -> bool:
    """Whether the page of the service answers on this computer."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--port", type=int, default=USUAL_PORT)
    parser.add_argument("--no-page", action="store_true")
    # A board that plays asks for no page, and these load a third of all that it would.
    from urllib.error import URLError
    from urllib.request import urlopen

    written = host.read(unit.UNIT_FOLDER / unit.UNIT) or ""
    try:
        asked, _ = parser.parse_known_args(unit.play_options_in(written))
        with urlopen(f"http://127.0.0.1:{asked.port}/", timeout=PAGE_SECONDS) as page:
            return not asked.no_page and page.status == 200
    except (argparse.ArgumentError, URLError, OSError):
        return False
