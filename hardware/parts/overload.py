"""From which load on the stop meets a bar, and what both then bear: a beam held at one end, with a prop.

Shares are of the rated load of the cell; platform, cup and hand count into a load. A bar of one maker bends
more than that of another, and a printed part is off by more than that, so the stop is a screw that is set
under a load.
"""

from dataclasses import dataclass

from hardware.parts.mount import Measures

BENDS_MM = (0.3, 0.5)
"""What the free end of a bar bends under its rated load: the least and the most that data sheets have."""
MEETS = (1.2, 1.5)
"""The stop meets above what a full pot weighs, and below what bends a bar for ever (150 %, as makers say)."""
PAPER_MM, OFF_MM = 0.1, 0.015
"""A strip of copier paper, and how far off a screw is set by it: eight degrees of an M4 thread."""


@dataclass(frozen=True, slots=True)
class Overload:
    """The stop under the bar of a mount."""

    measures: Measures

    @property
    def _lever(self) -> float:
        return self.measures.load_x - self.measures.bearing

    @property
    def _prop(self) -> float:
        return self.measures.stop_x - self.measures.bearing

    @property
    def bend_at_stop(self) -> float:
        """What the bar bends where the stop is, in bends of its free end."""
        lever, prop = self._lever, self._prop
        return prop**2 * (3 * lever - prop) / (2 * lever**3)

    @property
    def upside_down(self) -> float:
        """What the bar feels of a load beyond the stop, upside down: 0 where the stop is under the cup."""
        return 3 * (self._lever - self._prop) / (2 * self._prop)

    @property
    def set_at(self) -> float:
        """The load, in shares, under which a strip of paper is just held where the stop is set right."""
        middle = sum(
            self._share(PAPER_MM + off, bend) for bend, off in zip(BENDS_MM, (OFF_MM, -OFF_MM), strict=True)
        )
        return round(sum(MEETS) / 2 - middle / 2, 2)

    def meets(self, bend_mm: float, off_mm: float = 0.0) -> float:
        """Return the load, in shares, from which on the stop carries a bar that bends so, set so far off."""
        return self.set_at + self._share(PAPER_MM + off_mm, bend_mm)

    @property
    def gap_mm(self) -> float:
        """Between stop and bar without a load, of a bar in the middle of what data sheets have."""
        bend = sum(BENDS_MM) / 2
        return self.meets(bend) * bend * self.bend_at_stop

    def felt(self, load: float, meets: float) -> float:
        """Return what the bar feels of a load, both in shares, if its stop meets there."""
        return min(load, meets) - max(0.0, load - meets) * self.upside_down

    def on_stop(self, load: float, meets: float) -> float:
        """Return what presses on the stop, in shares."""
        return max(0.0, load - meets) * (1.0 + self.upside_down)

    def _share(self, gap_mm: float, bend_mm: float) -> float:
        return gap_mm / (bend_mm * self.bend_at_stop)
