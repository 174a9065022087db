"""Somebody who looks at the strip while its lights are tried, and presses when all was seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cupsboard.rules.places import Place
from cupsboard.signs.light_patterns import draw_milliamperes

from cupsim.electronics.pins import Colour

GLANCE_SECONDS = 0.1
MEASURING_SECONDS = 15.0
"""How long the person holds a meter to the strip."""
HELD_SECONDS = 0.5
CHANNELS = ("red", "green", "blue")


@dataclass(slots=True)
class Seen:
    """What the person saw on the strip."""

    alone: list[tuple[int, str]] = field(default_factory=list)
    """The pixels that were lit alone, with their strongest colour, in the order in which they came."""
    all_amperes: float = 0.0
    """What the strip drew at most while every pixel was lit."""
    answers: dict[str, frozenset[Place]] = field(default_factory=dict)
    """The places that were lit while a button was held."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in English, a line each."""
        pixels = list(dict.fromkeys(pixel for pixel, _ in self.alone))
        hues = {hue for _, hue in self.alone}
        order = "in the order of the chain" if pixels == sorted(pixels) else "out of order"
        answers = (
            f"seen: {button}'s button lights {', '.join(sorted(places)) or 'nothing'}"
            for button, places in self.answers.items()
        )
        return (
            f"seen: {len(pixels)} pixels alone, {order}, in {', '.join(sorted(hues))}",
            f"seen: all at once, drawing {self.all_amperes:.1f} A",
            *answers,
        )


class Onlooker:
    """Looks at each pixel; measures while all are lit; then holds each button and sees what answers."""

    def __init__(
        self,
        colours: Callable[[], list[Colour]],
        spans: Mapping[Place, range],
        buttons: Sequence[str],
        push: Callable[[str, bool], object],
    ) -> None:
        """`colours` are those of the strip now; `push` presses a button, or lets it go."""
        self.seen = Seen()
        self._colours, self._spans, self._buttons, self._push = colours, spans, buttons, push

    def acts(self) -> Iterator[float]:
        """Do all of it; yields pauses in seconds."""
        while not all(map(any, self._colours())):
            self._note_single()
            yield GLANCE_SECONDS
        for _ in range(round(MEASURING_SECONDS / GLANCE_SECONDS)):
            amperes = draw_milliamperes(self._colours()) / 1000.0
            self.seen.all_amperes = max(self.seen.all_amperes, amperes)
            yield GLANCE_SECONDS
        # The first press goes on from there.
        for button in (self._buttons[0], *self._buttons):
            self._push(button, True)
            yield HELD_SECONDS
            self.seen.answers[button] = self._lit_places()
            self._push(button, False)
            yield HELD_SECONDS

    def _note_single(self) -> None:
        lit = [(index, colour) for index, colour in enumerate(self._colours()) if any(colour)]
        if len(lit) == 1:
            index, colour = lit[0]
            found = (index, CHANNELS[colour.index(max(colour))])
            if found not in self.seen.alone[-1:]:
                self.seen.alone.append(found)

    def _lit_places(self) -> frozenset[Place]:
        colours = self._colours()
        return frozenset(
            place for place, span in self._spans.items() if any(any(colours[each]) for each in span)
        )
