"""An update with a way back: a new program is tried, and the old one returns if the board does worse with it.

Names in /opt/cupsboard say how far it is: `current` is the program that runs, `trusted` the last one that was
seen well, and the file `trial` is there while the two may differ. After a power cut at any moment the trusted
program goes on from there.

The new program may write files that the old one can't read. So what the board keeps is copied before, as a
backup, and goes back together with the old program, which puts the backup in place when it starts.

How well a board does is what the system around it sees: it weighs, its page answers, and its game goes on.
"""

import argparse
import json
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from cupsboard.formats.private_files import replacing, synced
from cupsboard.ports import StoreError
from cupsboard.storage import backup
from cupsboard.storage.backup import BackupError
from cupsboard.storage.games import Game
from cupsboard.storage.memory import memory_in
from cupsboard.storage.paths import Homes
from cupsboard.systemd import unit
from cupsboard.systemd.notify import CANT_PLAY
from cupsboard.systemd.steps import Host, Run, ServiceError, Write, take
from cupsboard.systemd.unit import AT_SERVICE

PAGE_SECONDS = 3.0
USUAL_PORT = 2877


@dataclass(frozen=True, slots=True)
class Health:
    """What was seen of a board.

    `game` is the number of the one being played (0: none), and `began` when that was.
    """

    is_active: bool = False
    is_weighing: bool = False
    can_play: bool = True
    has_page: bool = False
    game: int = 0
    began: str = ""
    restarts: int = 0


def seen(host: Host) -> Health:
    """Return how the board does now. Raises ServiceError where systemd doesn't answer."""
    found = unit.status(host)
    says = found.properties.get("StatusText", "")
    game, began = _game(host)
    return Health(
        found.is_active,
        says.startswith("weighing"),
        CANT_PLAY not in says,
        _answers(host),
        game,
        began,
        int(found.properties.get("NRestarts") or 0),
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
    if now.game < before.game or (now.game == before.game and now.began != before.began):
        return not_gone_on(before)
    return None


def not_gone_on(before: Health) -> str:
    """Return the complaint about a board that plays another game than before."""
    return f"did not go on with game {before.game}"


def _game(host: Host) -> tuple[int, str]:
    """Return the number of the game being played, and when it began; 0 and "" where none can be read."""
    try:
        for row in memory_in(host.at(AT_SERVICE.state)).find(Game, is_playing=True):
            return row.number, row.began
    except StoreError:
        pass
    return 0, ""


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


PROGRAMS = Path("/opt/cupsboard")
CURRENT, TRUSTED, TRIAL = (PROGRAMS / name for name in ("current", "trusted", "trial"))
BEFORE = PROGRAMS / "before-update.zip"
"""What the board kept before the last update."""
VERSIONS = PROGRAMS / "versions"
COMPILED = PROGRAMS / "compiled"
"""Libraries that were compiled here, by the hash of their source: an update need not compile them again."""
PIP = PROGRAMS / "pip"
"""The environment whose pip installs every program."""
OUTCOME = PROGRAMS / "last-update"
"""A line that says how the last update ended."""
STARTING_SECONDS = 180
"""A Zero 2 W starts the board in a minute; the service manager gives up after one and a half."""
STEADY_SECONDS = 20
"""The board must do well for so long: several restarts of a program that ends again would show."""
MOST_STARTS = 6
"""A program that has ended so often is no good: nobody need wait for the rest of the time."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A program that is being tried: the one to go back to, and how the board did with that."""

    previous: str
    before: Health


def update(
    host: Host,
    place: str,
    wait: Callable[[float], object],
    say: Callable[[str], object],
    today: Callable[[], str],
) -> bool:
    """Install what is newer at `place` and try it; return whether the board runs what it should afterwards.

    False means that the board has gone back. `today` returns date and time. Raises ServiceError where nothing
    has changed.
    """
    before = seen(host)
    found = _installed_beside(host, place)
    if found is None:
        say(f"{place}: nothing newer than what runs")
        return True
    _copy_files(host, today())
    # While that took its minutes the board played on, and may have been too busy to show how well it does.
    now = seen(host)
    before = replace(before, game=now.game, began=now.began)
    trial = Trial(os.readlink(host.at(CURRENT)), before)
    _write_trial(host, trial)
    _lead(host, CURRENT, found)
    return _tried(host, trial, wait, say)


def go_on(host: Host, wait: Callable[[float], object], say: Callable[[str], object]) -> bool:
    """Go on with a trial that a power cut interrupted; as `update`. True where there is none."""
    text = host.read(TRIAL)
    if text is None:
        return True
    try:
        known = json.loads(text)
        trial = Trial(known["previous"], Health(**known["before"]))
    except (ValueError, TypeError, KeyError):
        # Nothing of the trial can be believed, but which program was well is known.
        trial = Trial(os.readlink(host.at(TRUSTED)), Health())
    return _tried(host, trial, wait, say)


def _tried(host: Host, trial: Trial, wait: Callable[[float], object], say: Callable[[str], object]) -> bool:
    name = Path(os.readlink(host.at(CURRENT))).name
    say(f"trying {name}")
    _restart(host)
    complaint = _watched(host, trial.before, wait)
    if complaint is None:
        _lead(host, TRUSTED, os.readlink(host.at(CURRENT)))
        _end(host, f"{name} runs since the update", say)
        _forget_others(host)
        return True
    # The old program is to run whatever becomes of the files.
    missing = _files_given_back(host)
    _lead(host, CURRENT, trial.previous)
    _restart(host)
    _end(host, f"{name} was tried and {complaint}; {Path(trial.previous).name} runs again{missing}", say)
    return False


def _watched(host: Host, before: Health, wait: Callable[[float], object]) -> str | None:
    """Watch the board; why it does worse than before, None once it has done well for long enough."""
    complaint: str | None = "did not get ready"
    steady, restarts, has_done_well = 0, 0, False
    first: int | None = None
    for _ in range(STARTING_SECONDS + STEADY_SECONDS):
        wait(1.0)
        now = seen(host)
        complaint = worse_than(before, now)
        if complaint is None and not has_done_well:
            has_done_well = True
            # Players hold a button for seconds before they begin a new game: at once it was the program.
            if before.game and now.game != before.game:
                return not_gone_on(before)
        first = now.restarts if first is None else min(first, now.restarts)
        if now.restarts - first >= MOST_STARTS:
            return f"ended {MOST_STARTS} times"
        is_steady = complaint is None and now.restarts == restarts
        steady, restarts = (steady + 1 if is_steady else 0), now.restarts
        if steady >= STEADY_SECONDS:
            return None
    return "kept starting anew" if complaint is None else f"{complaint} in {STARTING_SECONDS} s"


def _installed_beside(host: Host, place: str) -> str | None:
    """Let the script of the trusted program check and install; the new environment, None if none is newer."""
    command = (str(TRUSTED / "setup"), "--from", place, "--beside")
    ran = host.run(command)
    if ran.code != 0:
        complaint = " ".join(ran.complaint.split()) or f"exit code {ran.code}"
        # The script says itself that nothing has changed, except where it ended of something unforeseen.
        so_far = "" if "othing has changed" in complaint else "; nothing has changed"
        raise ServiceError(f"{shlex.join(command)}: {complaint}{so_far}")
    last = ran.output.splitlines()[-1:] or [""]
    return last[0] if last[0].startswith(f"{VERSIONS}/") else None


def _copy_files(host: Host, today: str) -> None:
    """Write a backup of what the board keeps. Raises ServiceError where that can't be."""
    try:
        with replacing(host.at(BEFORE)) as file:
            backup.write(file, _homes(host), today)
    except (OSError, BackupError) as fault:
        raise ServiceError(
            f"what the board keeps can't be copied for the way back: {fault}; nothing has changed"
        ) from None


def _files_given_back(host: Host) -> str:
    """Let the program that starts next put in place what the board kept before; it sets the rest aside.

    Return what is to be said where that can't be, else "".
    """
    pending = backup.way_back_for(AT_SERVICE)
    fresh = pending.with_name(f"{pending.name}.new")
    owned = ("-o", unit.USER, "-g", unit.USER, "-m", "600")
    try:
        # A program that starts again and again would take it, and write on in its own way.
        take(Run(("systemctl", "stop", unit.UNIT)), host)
        take(Run(("install", *owned, str(BEFORE), str(fresh))), host)
        synced(host.at(fresh))
        host.at(fresh).replace(host.at(pending))
        synced(host.at(pending.parent))
    except (ServiceError, OSError) as fault:
        return f", without the files of before ({BEFORE}): {fault}"
    return ""


def _homes(host: Host) -> Homes:
    return Homes(host.at(AT_SERVICE.settings), host.at(AT_SERVICE.state))


def _restart(host: Host) -> None:
    take(Run(("systemctl", "restart", "--no-block", unit.UNIT)), host)


def _lead(host: Host, name: Path, target: str) -> None:
    """Let a name lead to another program, in one rename."""
    fresh = host.at(name).with_name(f".{name.name}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(host.at(name))
    synced(host.at(PROGRAMS))


def _write_trial(host: Host, trial: Trial) -> None:
    take(Write(TRIAL, json.dumps(asdict(trial))), host)
    synced(host.at(PROGRAMS))


def _end(host: Host, outcome: str, say: Callable[[str], object]) -> None:
    take(Write(OUTCOME, f"{outcome}\n"), host)
    host.at(TRIAL).unlink(missing_ok=True)
    synced(host.at(PROGRAMS))
    say(outcome)


def _forget_others(host: Host) -> None:
    """Delete all programs but the current one and the newest other, to which one may go back by hand."""
    folder = host.at(VERSIONS)
    current = Path(os.readlink(host.at(CURRENT))).name
    others = sorted(
        (each for each in folder.iterdir() if each.name != current), key=lambda each: each.stat().st_mtime
    )
    _delete(host, [f"{VERSIONS}/{each.name}" for each in others[:-1]])


def _delete(host: Host, paths: Sequence[str]) -> None:
    if paths:
        take(Run(("rm", "-rf", "--", *paths)), host)
