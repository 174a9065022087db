"""Keeps an evening in a folder, so that a server which is stopped or killed begins again where it was."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.ports import StoreError
from cupsboard.storage.games import CLOCK_KEPT_SECONDS

from cupsim.page.kept_evening import KeptEvening, KeptEveningError, from_bytes, to_bytes

NAME = "evening"
SECONDS_BETWEEN, SECONDS_BETWEEN_UNPLAYED = 0.5, 10.0
"""The shortest time from one writing to the next, while a person plays and while nobody does."""
LONGEST_WAIT_SECONDS = 15.0
"""So long writing waits for hands and simulated players to finish what they are about."""
MOST_BYTES = 20_000_000

Say = Callable[[str], object]
State = Mapping[str, Any]


def usual_folder() -> Path:
    """Where evenings are kept if nobody says otherwise (XDG base directories)."""
    said = Path(os.environ.get("XDG_STATE_HOME", ""))
    # The specification has relative paths ignored.
    return (said if said.is_absolute() else Path.home() / ".local" / "state") / "cupsim"


@contextmanager
def kept_in(folder: Path | None, say: Say) -> Iterator["Keeper | None"]:
    """The keeper of a folder, of the usual one if none is named; nobody else keeps one there meanwhile.

    Where the usual one is in use the evening is not kept. Raises FolderInUseError for one that is named.
    """
    lock = locked(usual_folder() if folder is None else folder)
    try:
        lock.__enter__()
    except FolderInUseError:
        if folder is not None:
            raise FolderInUseError(
                f"{folder}: another board keeps its evening here; end it first, or name another folder"
            ) from None
        say("Another board keeps its evening; this one is not kept (or name a folder of its own: --evening)")
        yield None
        return
    try:
        yield Keeper(usual_folder() if folder is None else folder, say)
    finally:
        lock.__exit__(None, None, None)


class Keeper:
    """Reads and writes the evening of one folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.store = Files(folder)
        """Where everything of the evening is kept."""
        self._say = say
        self._kept: tuple[object, ...] = ()
        self._written_at = -inf
        self._news_since: float | None = None
        self._is_refused = False

    def read(self) -> KeptEvening | None:
        """Return the evening that was kept, or None; put a file aside that can't be read, and say so."""
        name = f"{NAME}.json"
        try:
            content = self.store.read(name, MOST_BYTES)
        except StoreError as fault:
            self._say(f"{fault}; a new evening begins")
            return None
        if content is None:
            return None
        try:
            return from_bytes(content)
        except KeptEveningError as fault:
            self.put_aside(f"{self.folder / name} {fault}")
            return None

    def put_aside(self, why: str) -> None:
        """Let the kept evening be for a new one to begin, and say where it is."""
        kept = self.folder / f"{NAME}.json"
        aside = next(
            path for number in count(1) if not (path := kept.with_name(f"{NAME}-{number}.json")).exists()
        )
        try:
            kept.rename(aside)
        except FileNotFoundError:
            return
        except OSError as fault:
            self._say(f"{why}; it can't be put aside ({fault.strerror}), and a new evening takes its place")
            return
        self._say(f"{why}; it is put aside as {aside}, and a new evening begins")
        self._kept = ()

    def step(
        self, now: float, state: State, make: Callable[[], KeptEvening], *, is_halfway: bool, is_urgent: bool
    ) -> bool:
        """Write the evening if a page shows something new and it is time to; whether it is safe as it is.

        What `is_halfway` is waited for; `is_urgent` news is of people who wait to hear that it is safe.
        """
        seen = (*(state.get(key) for key in ("table", "evening", "people", "moves")), _time_used(state))
        if seen == self._kept and not is_urgent:
            self._news_since = None
            return True
        if self._news_since is None:
            self._news_since = now
        is_waiting = is_halfway and now < self._news_since + LONGEST_WAIT_SECONDS
        is_played = bool(state.get("people", {}).get("holders"))
        pause_seconds = SECONDS_BETWEEN if is_played else SECONDS_BETWEEN_UNPLAYED
        if now < self._written_at + pause_seconds or is_waiting:
            return False
        self._written_at = now
        if self.write(make()):
            self._kept, self._news_since = seen, None
        # A disk that can't be written keeps nobody from playing.
        return True

    def write(self, kept: KeptEvening) -> bool:
        """Write the evening now; whether that could be done, which is said when it changes."""
        try:
            self.store.replace(f"{NAME}.json", to_bytes(kept))
        except StoreError as fault:
            if not self._is_refused:
                self._say(f"The evening can't be kept: {fault}. It goes on, and is tried again")
            self._is_refused = True
            return False
        if self._is_refused:
            self._say("The evening is kept again")
        self._is_refused = False
        return True


def differences(kept: KeptEvening, asked: Mapping[str, Any], said: Collection[str]) -> list[str]:
    """Return which options that were given on the command line say otherwise than this evening is."""
    setting = kept.setting
    options = kept.start().options
    is_of: Mapping[str, object] = {
        "seed": setting.seed,
        "cups": setting.cups,
        "sps": setting.sps,
        "beans": setting.beans,
        "cells": setting.cells,
        "stock": setting.stock_beans,
        "stock_trays": setting.stock_trays,
        "pico": setting.pico,
        "starter": "open" if options.starter is None else options.starter.value,
        "south": kept.players.get("south"),
        "north": kept.players.get("north"),
        "clumsiness": kept.clumsiness,
    }
    other = [name for name in is_of if name in said and asked[name] != is_of[name]]
    if not {"game", "odds"}.isdisjoint(said) and asked["game_name"] != setting.game:
        other.append("game")
    # Recordings of cells are not kept.
    return other + [name for name in ("trace_cell",) if name in said]


def _time_used(state: State) -> object:
    """Return what is new of a clock: whose runs since when, and how many spans of time that has lasted."""
    clock = state.get("clock")
    if clock is None or "runs" not in clock:
        return clock
    return clock, (state["time"] - clock["from"]) // CLOCK_KEPT_SECONDS


def is_worth_keeping(kept: KeptEvening) -> bool:
    """Whether a game is under way in it that somebody may want to go on with."""
    history = kept.start().history
    return history is not None and bool(history.steps) and not history.is_over
