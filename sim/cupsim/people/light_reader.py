"""What people see of the lights: the bytes on the strip's wire, read back by their rhythm alone."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from cupsboard.rules.places import Place, Side, is_cup, side_of
from cupsboard.signs.light_patterns import PERIOD_SECONDS
from cupsboard.signs.scene import Meaning, Sign

from cupsim.electronics.pins import Colour, SimulatedStrip
from cupsim.people.light_decoding import decode

PICTURE_SECONDS = 0.025
"""The eye takes a picture this often: a border between slots of a tenth of a second is then seen where it is,
even if a board of 80 samples a second draws it a frame too early or too late."""
LOOK_SECONDS = 0.4
"""How often the pictures of the last period are read."""


def glowing_side(glowing: Iterable[Place]) -> Side | None:
    """Return the side on which most glowing places lie, since a player may own cups of the other's row.

    None if both sides have as many.
    """
    sides = Counter(side_of(place) for place in glowing)
    south, north = sides[Side.SOUTH], sides[Side.NORTH]
    return None if south == north else Side.SOUTH if south > north else Side.NORTH


class LightReader:
    """Watches one strip for as long as a rhythm takes, and says what each place means.

    While the lights change, a window over old and new reads as nonsense; a meaning counts only when two looks
    in a row agree on it. Looking is on a schedule of its own, so that nobody changes it by asking.
    """

    def __init__(self, strip: SimulatedStrip, spans: Mapping[Place, range]) -> None:
        self._strip = strip
        self._spans = spans
        self._seen: deque[tuple[float, Sequence[Colour]]] = deque()
        self._transmissions = -1
        self._next_look = 0.0
        self._read: Mapping[Place, Meaning | None] = {}
        self.meanings: Mapping[Place, Meaning] = {}
        """What the places say; one whose rhythm has only just begun is not understood yet."""

    def watch(self, now: float) -> None:
        """Notice what the strip shows; to be called at least as often as it changes."""
        if self._strip.transmissions != self._transmissions:
            self._transmissions = self._strip.transmissions
            self._seen.append((now, self._strip.colours))
            while len(self._seen) > 2 and self._seen[1][0] < now - 2 * PERIOD_SECONDS:
                self._seen.popleft()
        if now >= self._next_look and self._seen:
            self._next_look = now + LOOK_SECONDS
            before, self._read = self._read, decode(self._pictures(now), self._spans)
            self.meanings = {
                place: meaning
                for place, meaning in self._read.items()
                if meaning is not None and before.get(place) is meaning
            }

    def signs(self) -> tuple[Sign, ...]:
        """The meanings as signs; nobody can read a number of beans from a light."""
        return tuple(Sign(place, meaning) for place, meaning in self.meanings.items())

    def turn(self) -> Side | None:
        """Return the side whose cups glow; None if both or none do."""
        return glowing_side(place for place, meaning in self.meanings.items() if meaning in _MOVERS_OWN)

    def lit_side(self) -> Side | None:
        """Return the side whose cups are lit at this instant; None if both or none are."""
        colours = self._seen[-1][1] if self._seen else ()
        sides = {
            side_of(place)
            for place, span in self._spans.items()
            if is_cup(place) and any(any(colours[index]) for index in span if index < len(colours))
        }
        return sides.pop() if len(sides) == 1 else None

    def _pictures(self, now: float) -> list[tuple[float, Sequence[Colour]]]:
        """One picture every glance over the last period, from what was on the wire then."""
        pictures = []
        changes = iter(self._seen)
        current = next(changes)
        upcoming = next(changes, None)
        count = round(PERIOD_SECONDS / PICTURE_SECONDS)
        for number in range(count + 1):
            time = now - PERIOD_SECONDS + number * PICTURE_SECONDS
            while upcoming is not None and upcoming[0] <= time:
                current, upcoming = upcoming, next(changes, None)
            pictures.append((time, current[1]))
        return pictures


_MOVERS_OWN = (Meaning.YOUR_TURN, Meaning.BLOCKED)
"""What only the places of the player show whose turn it is."""
