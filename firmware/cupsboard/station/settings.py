"""Settings of the owner's page beside the wishes of a command: where both name a value, the wish counts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cupsboard.drivers.strip import PixelStrip
from cupsboard.formats.strict_data import to_plain
from cupsboard.ports import Lights, StoreError
from cupsboard.referee.computer import Computer
from cupsboard.rules.places import Side
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.orders import OrderRefused
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.terminal.console import say
from cupsboard.station.wishes import Opponent, SeatWish, Wishes
from cupsboard.storage import settings
from cupsboard.storage.settings import Settings, SettingsError
from cupsboard.storage.writer import Job, Writer
from cupsboard.web.sections import Section


class BoardSettings:
    """The settings of one board, applied to its files and its lights."""

    def __init__(
        self, wishes: Wishes, at: BoardFiles, lights: Lights, tell: Callable[[Message], object]
    ) -> None:
        """`tell` hears of a damaged file."""
        self._wishes, self._at, self._lights = wishes, at, lights
        try:
            self._kept = settings.load(at.calibrations, LEVEL_NAMES, tell)
        except StoreError as fault:
            say(f"{fault}; what was set at the page does not hold now")
            self._kept = Settings()
        if said := str(self._kept):
            say(f"set at the page: {said}")
        self._light()

    @property
    def at(self) -> BoardFiles:
        """The board's files, whose profile is as bright as it is set."""
        strip = replace(self._at.profile.strip, brightness=self._brightness)
        return replace(self._at, profile=replace(self._at.profile, strip=strip))

    @property
    def wishes(self) -> Wishes:
        """Return the wishes, with the settings where nothing is wished."""
        kept, opponent = self._kept, self._wishes.opponent
        if opponent is None and kept.computer:
            opponent = Opponent(kept.computer, side=Side(kept.computer_side))
        return replace(self._wishes, sound=self._wishes.sound or kept.sound, opponent=opponent)

    @property
    def friend_wish(self) -> SeatWish:
        """Return the wish for a game with a friend, at the server that is set."""
        from cupsboard.station.game.shared_seat import wish_of_owner

        return wish_of_owner(self._kept.server, self._kept.south)

    @property
    def section(self) -> Section:
        """Return the settings as the owner's page shows them."""
        return {name: value for name, value in to_plain(self._kept).items() if value is not None}

    def begin_change(self, values: Mapping[str, Any], writer: Writer[Settings]) -> Job[Settings]:
        """Begin to write other settings; return the job, which returns them. Raises OrderRefused."""
        try:
            after = self._kept.changed(values, LEVEL_NAMES)
        except SettingsError as fault:
            raise OrderRefused.because(fault) from None

        def written() -> Settings:
            settings.save(self._at.calibrations, after)
            return after

        return writer(written)

    def changed(self, job: Job[Settings], plays: Computer | None) -> tuple[bool, Computer | None]:
        """Take over settings that are written by now.

        Return whether a game has to be taken up anew, and what the board then plays; `plays` is what it plays
        now. Raises OrderRefused if they could not be written.
        """
        before = self._kept
        try:
            after = job.result()
        except StoreError as fault:
            raise OrderRefused.because(fault) from None
        self._kept = after
        self._light()
        if (before.computer, before.computer_side) != (after.computer, after.computer_side):
            plays = Computer(Side(after.computer_side), after.computer) if after.computer else None
        after_same = replace(before, south=after.south, north=after.north, server=after.server)
        return after_same != after, plays

    @property
    def _brightness(self) -> float:
        brightness: float | None = self._wishes.brightness or self._kept.brightness
        return brightness or self._at.profile.strip.brightness

    def _light(self) -> None:
        if isinstance(self._lights, PixelStrip):
            self._lights.dim(self._brightness)
