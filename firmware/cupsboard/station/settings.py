"""Settings of the owner's page beside the wishes of a command: where both name a value, the wish counts."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

from cupsboard.drivers.strip import PixelStrip
from cupsboard.formats.file_reading import text_of
from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.ports import Lights, Store, StoreError
from cupsboard.referee.computer import Computer
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.names import composed
from cupsboard.rules.places import Side
from cupsboard.rules.record import NameRefused, require_players
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.orders import OrderRefused
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import languages
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.terminal.console import say
from cupsboard.station.voice import Spoken
from cupsboard.station.wishes import KeptGame, Opponent, SeatWish, Wishes
from cupsboard.storage.games import KeptGameError, KeptGames
from cupsboard.storage.writer import Job, Writer
from cupsboard.web.sections import Section

NAME = "settings.json"
FORMAT = "cupsboard-settings"
VERSION = 1
SOUNDS = ("none", "some", "all")
PLAYERS = ("south", "north", "one", "two", "three", "four", "five", "six")
"""Who may be called by a name: both sides, and the seats round a table."""
TUTORS = tuple(tutor.value for tutor in Tutor)
LEAST_BRIGHTNESS = 0.05
LEAST_VOLUME, MOST_VOLUME = 0.1, 2.0
_SERVER = re.compile(r"https?://[A-Za-z0-9._\[\]:-]{1,200}", re.ASCII)
OF_THE_GAME = ("computer", "computer_side", "brightness", "sound", "tutor")
"""What a game is taken up anew with."""
_TAB = re.compile(r"https?://[A-Za-z0-9._~:/\[\]-]{1,300}", re.ASCII)

_BROKER = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,200}))(?::([0-9]{1,5}))?", re.ASCII)

Tell = Callable[[Message], object]


class SettingsError(ValueError):
    """A setting that can't be; the message names it, its value and what may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds where the command says nothing else.

    `computer` is the level at which the board plays `computer_side`, "" for none; `brightness` is a share of
    full light, None for that of the profile; `sound` is how many tones are played; `tutor` is how strictly
    players are told of moves that lost something; `south`, `north` and the seats round a table are the
    players' names. `server` is the
    address of the server for games with friends, "" for this board's own; `tab` that of a board in a browser
    tab, to which links of games lead, "" for this board's page. `voice` is the language in which sentences
    are said aloud, "" for none, at `volume` times the usual loudness. `mqtt` is the
    broker that is told what happens, "" for none.
    """

    computer: str = ""
    computer_side: str = "north"
    brightness: float | None = None
    sound: str = "all"
    tutor: str = Tutor.OFF.value
    south: str = ""
    north: str = ""
    one: str = ""
    two: str = ""
    three: str = ""
    four: str = ""
    five: str = ""
    six: str = ""
    server: str = ""
    tab: str = ""
    voice: str = ""
    volume: float = 1.0
    mqtt: str = ""

    def changed(self, values: Mapping[str, Any], levels: tuple[str, ...]) -> "Settings":
        """Return these settings with other values; `levels` are those that may be.

        Raises SettingsError, or NameRefused for players' names.
        """
        unknown = values.keys() - {each.name for each in fields(self)}
        if unknown:
            raise SettingsError(f"{', '.join(sorted(unknown))}: there is no such setting")
        said = {each: composed(name) for each in PLAYERS if isinstance(name := values.get(each), str)}
        try:
            after = from_plain(Settings, {**to_plain(self), **values, **said}, "settings")
        except PlainDataError as fault:
            raise SettingsError(str(fault)) from None
        after._check(levels)
        return after

    def _check(self, levels: tuple[str, ...]) -> None:
        for name, value, may_be in (
            ("computer", self.computer, ("", *levels)),
            ("computer_side", self.computer_side, ("south", "north")),
            ("sound", self.sound, SOUNDS),
            ("tutor", self.tutor, TUTORS),
            ("voice", self.voice, ("", *languages())),
        ):
            if value not in may_be:
                raise SettingsError(f"{name}: {value!r} is none of {', '.join(filter(None, may_be))}")
        if self.brightness is not None and not LEAST_BRIGHTNESS <= self.brightness <= 1.0:
            raise SettingsError(f"brightness: {self.brightness:g} is not from {LEAST_BRIGHTNESS} to 1")
        if not LEAST_VOLUME <= self.volume <= MOST_VOLUME:
            raise SettingsError(f"volume: {self.volume:g} is not from {LEAST_VOLUME} to {MOST_VOLUME:g}")
        if self.server and not _SERVER.fullmatch(self.server):
            raise SettingsError(f"server: {self.server!r} is none; write it as in https://cups.example.org")
        if self.tab and not _TAB.fullmatch(self.tab):
            raise SettingsError(f"tab: {self.tab!r} is no address; write it as in https://example.org/cups/")
        if self.mqtt:
            try:
                broker_address(self.mqtt)
            except ValueError as fault:
                raise SettingsError(f"mqtt: {fault}") from None
        require_players(self.south, self.north)
        require_players(*(getattr(self, seat) for seat in PLAYERS[len(Side) :]))

    def __str__(self) -> str:
        said = [
            f"the board plays {self.computer_side} at level {self.computer}" if self.computer else "",
            "" if self.brightness is None else f"brightness {self.brightness:g}",
            "" if self.sound == "all" else f"sound {self.sound}",
            "" if self.tutor == Tutor.OFF.value else f"tutor {self.tutor}",
            f"sentences aloud ({self.voice}), volume {self.volume:g}" if self.voice else "",
            f"games with friends at {self.server}" if self.server else "",
            f"announced at the broker {self.mqtt}" if self.mqtt else "",
            *(f"{player} is {name}" for player in PLAYERS if (name := getattr(self, player))),
        ]
        return ", ".join(filter(None, said))


def broker_address(text: str) -> tuple[str, int | None]:
    """Return host and port of a broker, as in "HOST" or "HOST:1883". Raises ValueError."""
    found = _BROKER.fullmatch(text)
    port = None if found is None or found[3] is None else int(found[3])
    if found is None or not 0 < (port or 1) < 65536:
        raise ValueError(f"{text!r} is no broker; write it as in broker.local or 192.0.2.7:1883")
    return found[1] or found[2], port


def seats_at(games: KeptGames, number: int) -> Mapping[str, str]:
    """Return the settings that seat those who played a game. Raises KeptGameError and StoreError."""
    seats, plays = games.people_of(number), games.computer_of(number)
    if plays is None or plays.level not in LEVEL_NAMES:
        return {**seats, "computer": ""}
    return {**seats, "computer": plays.level, "computer_side": plays.side.value}


def load(store: Store, levels: tuple[str, ...], tell: Tell) -> Settings:
    """Return what was set; a file that is damaged is set aside and told. Raises StoreError."""
    content = store.read(NAME)
    if content is None:
        return Settings()
    try:
        match json.loads(text_of(content)):
            case {"format": "cupsboard-settings", "version": 1, "settings": dict(values)}:
                return Settings().changed(values, levels)
            case {"format": "cupsboard-settings", "version": other}:
                raise SettingsError(f"version {other!r} is not {VERSION}; set again what you want")
            case _:
                raise SettingsError(f"this is no {FORMAT}")
    except (ValueError, RecursionError) as fault:
        kept = store.set_aside(NAME)
        tell(Message("notes.set-aside", {"why": f"{NAME}: {fault}; nothing is set now", "name": kept}))
        return Settings()


def save(store: Store, settings: Settings) -> None:
    """Keep settings. Raises StoreError."""
    kept = {name: value for name, value in to_plain(settings).items() if value is not None}
    document = {"format": FORMAT, "version": VERSION, "settings": kept}
    store.replace(NAME, json.dumps(document, indent=1, ensure_ascii=False).encode())


class BoardSettings:
    """The settings of one board, applied to its files and its lights."""

    def __init__(
        self, wishes: Wishes, at: BoardFiles, lights: Lights, tell: Callable[[Message], object]
    ) -> None:
        """`tell` hears of a damaged file."""
        self._wishes, self._at, self._lights = wishes, at, lights
        try:
            self._kept = load(at.calibrations, LEVEL_NAMES, tell)
        except StoreError as fault:
            say(f"{fault}; what was set at the page does not hold now")
            self._kept = Settings()
        if isinstance(wishes.beginning, KeptGame):
            # Where the game can't be read, whoever begins it says so.
            with suppress(KeptGameError, StoreError):
                self._sit_again(KeptGames(at.memory, lambda: ""), wishes.beginning.number)
        if said := str(self._kept):
            say(f"set at the page: {said}")
        self._light()

    def _sit_again(self, games: KeptGames, number: int) -> None:
        """Seat those who played a game. Raises KeptGameError and StoreError."""
        self._kept = self._kept.changed(seats_at(games, number), LEVEL_NAMES)
        save(self._at.calibrations, self._kept)

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
        sound, tutor = self._wishes.sound or kept.sound, self._wishes.tutor or kept.tutor
        mqtt = self._wishes.mqtt or kept.mqtt or None
        return replace(self._wishes, sound=sound, tutor=tutor, opponent=opponent, mqtt=mqtt)

    @property
    def spoken(self) -> Spoken | None:
        """Return how sentences are said aloud; None for not at all."""
        voice = self._kept.voice if self._wishes.voice is None else self._wishes.voice.replace("none", "")
        return Spoken(voice, self._kept.volume) if voice else None

    def players(self) -> tuple[str, ...]:
        """Return the names of those who have a button, in their order, "" for one who has none."""
        return tuple(getattr(self._kept, owner) for owner in self._at.profile.owners)

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
        except (SettingsError, NameRefused) as fault:
            raise OrderRefused.because(fault) from None

        def written() -> Settings:
            save(self._at.calibrations, after)
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
        return any(getattr(before, name) != getattr(after, name) for name in OF_THE_GAME), plays

    @property
    def _brightness(self) -> float:
        brightness: float | None = self._wishes.brightness or self._kept.brightness
        return brightness or self._at.profile.strip.brightness

    def _light(self) -> None:
        if isinstance(self._lights, PixelStrip):
            self._lights.dim(self._brightness)
