"""Lights, tones and pages that wait while a move is being written, and say so where it can't be.

Meanwhile the board still reads scales and buttons. It waits a second at most: then the lights say that the
move is not written yet. That sign is at both pots, where it hides no offer and no order. If a pot already
says something (a tie, a pause, a place that can't be weighed) the two take turns; if it asks for a hand or
answers a finger, the sign waits. The sentence likewise replaces those that ask for nothing. All this is put
over what the core shows, because a disk is no part of the game: a trace replays the same on any disk.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from cupsboard.loop import Listener, Moment
from cupsboard.ports import Lights, Sound
from cupsboard.referee.events import PowerOffWanted
from cupsboard.rules.places import Side, pot
from cupsboard.signs.light_patterns import PERIOD_SECONDS, shown
from cupsboard.signs.possibilities import BARE
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone
from cupsboard.storage.ledger import Ledger

SHOWN_SECONDS = 3 * PERIOD_SECONDS
"""How long the sign shows: enough to be read."""
EVERY_SECONDS = 3 * SHOWN_SECONDS
DAMAGED_SHOWN_SECONDS = 10 * PERIOD_SECONDS
"""How long the sign of a damaged file shows from the start on; its sentence stays on the page."""

_TELLS = (
    Meaning.GOODBYE,
    Meaning.PAUSED,
    Meaning.WINNER,
    Meaning.TIE,
    Meaning.DEAD,
    Meaning.BLOCKED,
    Meaning.EMBLEM,
)
"""Meanings at a pot that ask for nothing to be done."""
_ASK_FOR_NOTHING = (
    *("who-starts", "your-turn", "your-turn-again", "your-turn-marked", "winner", "tie", "paused"),
    *("laps.who-starts", "laps.your-turn", "laps.your-turn-stock", "laps.your-turn-cups"),
    *("laps.winner", "laps.tie"),
)


def with_unwritten(scene: Scene, since: float, now: float) -> Scene:
    """Return `scene` with the warning that the last moves have not been written since `since`."""
    is_its_turn = (now - since) % EVERY_SECONDS < SHOWN_SECONDS
    gives_way = (Meaning.YOUR_TURN, *_TELLS) if is_its_turn else (Meaning.YOUR_TURN,)
    at_pots = _at_pots(scene, Meaning.UNWRITTEN, gives_way)
    return replace(at_pots, message=_message(scene.message, is_its_turn))


def with_told(
    scene: Scene, since: float, now: float, message: Message, meaning: Meaning | None = None
) -> Scene:
    """Return `scene` with a message now and then, and with a meaning at the pots if there is one.

    A scene that asks for something to be done stays as it is.
    """
    is_its_turn = (now - since) % EVERY_SECONDS < SHOWN_SECONDS
    if not is_its_turn or scene.message.key.removesuffix(BARE) not in _ASK_FOR_NOTHING:
        return scene
    at_pots = scene if meaning is None else _at_pots(scene, meaning, (Meaning.YOUR_TURN, *_TELLS))
    return replace(at_pots, message=message)


def with_damaged(scene: Scene, since: float, now: float) -> Scene:
    """Return `scene` with the warning that a damaged file was found at the time `since`."""
    if now >= since + DAMAGED_SHOWN_SECONDS:
        return scene
    return _at_pots(scene, Meaning.DAMAGED, (Meaning.YOUR_TURN, *_TELLS))


def _at_pots(scene: Scene, meaning: Meaning, gives_way: Sequence[Meaning]) -> Scene:
    """Return the scene with a meaning at each pot that shows nothing else, or what gives way to it."""
    shows = shown(scene.signs)
    pots = tuple(pot(side) for side in Side if shows.get(pot(side), Meaning.YOUR_TURN) in gives_way)
    signs = tuple(sign for sign in scene.signs if sign.place not in pots)
    return replace(scene, signs=(*signs, *(Sign(place, meaning) for place in pots)))


def _message(message: Message, is_its_turn: bool) -> Message:
    if message.key == "goodbye":
        # It says that everything is kept.
        return Message("goodbye-unwritten")
    asks = message.key.removesuffix(BARE) not in _ASK_FOR_NOTHING
    return message if asks or not is_its_turn else Message("unwritten")


Tell = Callable[[Message], object]


class WrittenDown:
    """A listener of the loop that writes what was gathered, and reports each failure and recovery once.

    It must run before the listener that writes the game, so that its tone follows that of the move.
    """

    def __init__(
        self, ledger: Ledger, sound: Sound, tell: Tell, damage_found_at: float | None = None
    ) -> None:
        """Begin; `damage_found_at` is when a damaged file was found, None if all files are sound."""
        self._ledger = ledger
        self._sound = sound
        self._tell = tell
        self._damage_found_at = damage_found_at
        self._is_damage_heard = damage_found_at is None
        self._since: float | None = None

    def __call__(self, moment: Moment) -> None:
        """Do the writes that are due."""
        if not self._is_damage_heard:
            self._is_damage_heard = True
            self._sound.show(Tone.WRONG, moment.time)
        for message in self._ledger.step(moment.time):
            self._tell(message)
        if not self._ledger.is_refused:
            self._since = None
        elif self._since is None:
            self._since = moment.time
            self._sound.show(Tone.WRONG, moment.time)
        if PowerOffWanted() in moment.decided.events:
            self.end()

    def over(self, scene: Scene, now: float) -> Scene:
        """Return `scene` with a sign for unwritten moves or a damaged file; unchanged if there is neither."""
        if not self._ledger.owes:
            found_at = self._damage_found_at
            return scene if found_at is None else with_damaged(scene, found_at, now)
        return with_unwritten(scene, now if self._since is None else self._since, now)

    def end(self) -> None:
        """Try for the last time to write the remaining entries; report a failure."""
        fault = self._ledger.last_try()
        if fault is not None:
            self._tell(Message("notes.moves-lost", {"why": str(fault)}))


IsWriting = Callable[[], bool]
HELD_SECONDS = 0.02
"""How soon lights that wait look again whether the move is written."""


class HeldListeners:
    """Passes every moment to its listeners in order, but none before the moment is written to disk."""

    def __init__(self, is_writing: IsWriting, listeners: Sequence[Listener]) -> None:
        self._is_writing = is_writing
        self._listeners = listeners
        self._held: deque[Moment] = deque()

    def __call__(self, moment: Moment) -> None:
        """Pass on this moment and those that were held back, or hold it back too."""
        self._held.append(moment)
        if not self._is_writing():
            self.release()

    def release(self) -> None:
        """Pass all moments that were held back to the listeners."""
        while self._held:
            held = self._held.popleft()
            for listener in self._listeners:
                listener(held)


class HeldLights:
    """Lights that keep their scene while a move is being written; implements `Lights`."""

    def __init__(self, lights: Lights, is_writing: IsWriting) -> None:
        self._lights = lights
        self._is_writing = is_writing
        self._scene: Scene | None = None

    def show(self, scene: Scene, now: float) -> float:
        """Show `scene`; while a move is written, keep the one before. Return the next time, in seconds."""
        is_held = self._scene is not None and scene is not self._scene and self._is_writing()
        if self._scene is None or not is_held:
            self._scene = scene
        due = self._lights.show(self._scene, now)
        return min(due, now + HELD_SECONDS) if is_held else due


class HeldSound:
    """A sound that keeps its latest tone back while a move is being written; implements `Sound`."""

    def __init__(self, sound: Sound, is_writing: IsWriting) -> None:
        self._sound = sound
        self._is_writing = is_writing
        self._held: Tone | None = None

    def show(self, tone: Tone, now: float) -> None:
        """Begin a tone; while a move is being written, keep it for later."""
        if self._is_writing():
            self._held = tone
        else:
            self._held = None
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """Continue the present tone, or begin the one that was kept back."""
        if self._held is not None and not self._is_writing():
            tone, self._held = self._held, None
            self._sound.show(tone, now)
        self._sound.step(now)
