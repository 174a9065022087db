"""Trying the lights: every pixel in turn, all at their brightest, then the buttons, which light answers.

No program sees the lights: a person looks at them and presses to go on. Every part also ends by itself, since
the buttons may not be there yet.
"""

from collections.abc import Mapping, Sequence
from enum import Enum

from cupsboard.loop import Output
from cupsboard.profile import Profile
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.signs.light_patterns import draw_milliamperes, render
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone

HUES = ("red", "green", "blue")
HUE_SECONDS = 0.4
"""How long a pixel shows each hue: long enough to name it, and 68 pixels take 82 seconds."""
ALL_SECONDS = 120.0
"""How long all lights stay white: time to put a meter to both ends of the strip."""
PATIENCE_SECONDS = 20.0
"""How long the next button is waited for."""


class Part(Enum):
    """What is being tried."""

    EACH = "every pixel in turn"
    ALL = "all pixels at once"
    BUTTONS = "the buttons"
    DONE = "done"

    __hash__ = object.__hash__


class TryingLights:
    """One trial of a board's lights and buttons; implements `Procedure`."""

    is_still = False
    """Nothing is weighed, and the cells need not be started anew."""

    def __init__(self, profile: Profile) -> None:
        """Begin with the first pixel of the chain of this board."""
        strip = profile.strip
        self._places = sorted(strip.pixels, key=lambda place: strip.spans[place].first)
        self._pixels = [
            (place, number) for place in self._places for number in range(1, strip.spans[place].count + 1)
        ]
        self._row_of = {owner: self._row(owner) for owner in profile.owners}
        everything = Scene(self._all(self._places), None, Message("lights-done"))
        lit = render(
            everything,
            strip.pixels,
            strip.pixel_count,
            0.0,
            brightness=strip.brightness,
            budget_milliamperes=strip.current_budget_ma,
        )
        self.amperes = draw_milliamperes(lit) / 1000.0
        """The computed current of the strip while all its lights are white."""
        self._part = Part.EACH
        self._since: float | None = None
        """When the part began, or of the buttons the last one was pressed."""
        self._down: dict[str, bool] = {}
        """The buttons that were pressed since they are asked for, and whether each is held."""

    @property
    def is_finished(self) -> bool:
        """Whether every part has ended."""
        return self._part is Part.DONE

    @property
    def pressed_buttons(self) -> tuple[str, ...]:
        """The buttons that were pressed since they were asked for."""
        return tuple(owner for owner in self._row_of if owner in self._down)

    @property
    def missing_buttons(self) -> tuple[str, ...]:
        """The buttons that have not been pressed since they were asked for."""
        return tuple(owner for owner in self._row_of if owner not in self._down)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Go on by time and presses; see `Activity.step`."""
        if self._since is None:
            self._since = now
        pressed = [edge for edge in edges if edge.is_down]
        if self._part is Part.BUTTONS:
            self._hold(now, edges)
        elif pressed or now - self._since >= self._seconds():
            self._part, self._since = _AFTER[self._part], now
        scene = Scene(self._signs(now - self._since), None, self._message(now - self._since))
        return Output.of(scene, Tone.AGREED if pressed else None)

    def _hold(self, now: float, edges: Sequence[Edge]) -> None:
        """Note which buttons are held, and end once all were pressed and let go, or none for too long."""
        for edge in edges:
            if edge.is_down or edge.button in self._down:
                self._down[edge.button] = edge.is_down
                self._since = now
        is_complete = not self.missing_buttons and not any(self._down.values())
        if is_complete or now - (self._since or 0.0) >= PATIENCE_SECONDS:
            self._part = Part.DONE

    def _seconds(self) -> float:
        return ALL_SECONDS if self._part is Part.ALL else len(self._pixels) * len(HUES) * HUE_SECONDS

    def _shown(self, seconds: float) -> tuple[Place, int, str]:
        """Return place and number of the pixel that is lit `seconds` after the beginning, and its hue."""
        pixel, hue = divmod(int(seconds / HUE_SECONDS), len(HUES))
        return (*self._pixels[min(pixel, len(self._pixels) - 1)], HUES[hue])

    def _signs(self, seconds: float) -> tuple[Sign, ...]:
        match self._part:
            case Part.EACH:
                place, number, hue = self._shown(seconds)
                return (Sign(place, Meaning.TRIED, number, hue),)
            case Part.ALL:
                return self._all(self._places)
            case Part.BUTTONS:
                held = [owner for owner, is_down in self._down.items() if is_down]
                return tuple(sign for owner in held for sign in self._all(self._row_of[owner]))
            case Part.DONE:
                return ()

    def _message(self, seconds: float) -> Message:
        match self._part:
            case Part.EACH:
                return Message("lights-each", {"place": self._shown(seconds)[0]})
            case Part.ALL:
                return Message("lights-all", {"amperes": f"{self.amperes:.1f}"})
            case Part.BUTTONS if self.missing_buttons:
                return Message("lights-buttons", {"missing": len(self.missing_buttons)})
            case _:
                return Message("lights-done")

    def _row(self, owner: str) -> tuple[Place, ...]:
        """Return the lit places of one player, by whose name theirs begin."""
        return tuple(place for place in self._places if place.partition("-")[0] == owner)

    @staticmethod
    def _all(places: Sequence[Place]) -> tuple[Sign, ...]:
        return tuple(Sign(place, Meaning.TRIED) for place in places)


_AFTER: Mapping[Part, Part] = {Part.EACH: Part.ALL, Part.ALL: Part.BUTTONS}
