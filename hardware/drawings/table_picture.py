"""The plan of a board without sides from above: spots, trays, their data lines and the chain of pixels."""

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, is_cup, tray

from hardware.circuit.wiring import clock_branches, pin_of
from hardware.drawings.drawing import BUTTON, CARD, CLOCK, DATA, FAINT, INK, PIXEL, SOFT, Drawing
from hardware.parts.flat import Point
from hardware.parts.table import TRAY_MM, Table

_SCALE, _MARGIN, _TOP, _BELOW = 1.45, 30.0, 124.0, 80.0
_SPOT_RADIUS = 44.0
_TINTS = ("#dfeef2", "#efe6fb", "#e5f3e8", "#fbeede")


def table_picture(profile: Profile, table: Table) -> str:
    """The whole board as the player at seat one sees it, as SVG."""
    return _Plan(profile, table).draw()


class _Plan:
    def __init__(self, profile: Profile, table: Table) -> None:
        self.profile, self.table = profile, table
        width, depth = (_SCALE * side for side in table.size)
        self.width, self.depth = max(width + 2 * _MARGIN, 640.0), depth
        self.board_width = width
        self.drawing = Drawing(self.width, _TOP + depth + _BELOW, f"Plan of the {profile.name} board")
        self.tint = {
            place: tint
            for branch, tint in zip(clock_branches(profile), _TINTS, strict=False)
            for place in branch
        }

    def draw(self) -> str:
        drawing, first = self.drawing, self.profile.places[0]
        line = self.profile.strip.line
        drawing.text(_MARGIN, 40, f"{self.profile.name}: the board from above", size=22, bold=True)
        drawing.text(
            _MARGIN, 64, "Seat one sits below; blue are the buttons. Pixels are numbered from 0.", fill=SOFT
        )
        words = f"data in at {first}: GPIO {line}, pin {pin_of(self.profile, line)}"
        drawing.text(_MARGIN, 88, words, size=12, fill=PIXEL, bold=True)
        left = (self.width - self.board_width) / 2
        drawing.box(left, _TOP, self.board_width, self.depth, fill=CARD, line=FAINT, corner=26)
        drawing.path([self._strip(place) for place in self.profile.places], line=PIXEL, weight=1.5)
        for place in self.profile.places:
            self._draw_place(place)
        for owner, line in self.profile.buttons.items():
            self._draw_button(owner, line)
        self._draw_legend()
        return drawing.text_file()

    def _at(self, place: Place) -> Point:
        x, y = self.table.middle(place)
        return (self.width / 2 + _SCALE * x, _TOP + self.depth / 2 - _SCALE * y)

    def _strip(self, place: Place) -> Point:
        """The middle of a place's pixels: below its circle, and on a tray inside it."""
        x, y = self._at(place)
        return (x, y + (_SPOT_RADIUS + 14 if is_cup(place) else 56))

    def _draw_place(self, place: Place) -> None:
        drawing, (x, y) = self.drawing, self._at(place)
        radius = _SPOT_RADIUS if is_cup(place) else _SCALE * TRAY_MM / 2
        drawing.circle(x, y, radius, fill=self.tint[place], line=DATA, weight=2)
        line = next(cell.line for cell in self.profile.cells if cell.place == place)
        drawing.text(x, y - 11, place, size=14, anchor="middle", bold=True)
        drawing.text(x, y + 8, f"GPIO {line}", size=13, anchor="middle", fill=DATA, bold=True)
        drawing.text(x, y + 25, f"pin {pin_of(self.profile, line)}", size=12, anchor="middle", fill=SOFT)
        span = self.profile.strip.spans[place].pixels
        middle, level = self._strip(place)
        for index, pixel in enumerate(span):
            left = middle + (index - (len(span) - 1) / 2) * 26
            drawing.box(left - 10, level - 10, 20, 20, fill="#ffffff", line=PIXEL, weight=2, corner=4)
            drawing.text(left, level + 4, str(pixel), size=10.5, anchor="middle", fill=PIXEL, bold=True)

    def _draw_button(self, owner: str, line: int) -> None:
        """Beside the tray, off what is weighed."""
        (x, y), radius = self._at(tray(owner)), _SCALE * TRAY_MM / 2
        self.drawing.circle(x - radius + 14, y - radius + 24, 13, fill=BUTTON)
        words = f"GPIO {line}, pin {pin_of(self.profile, line)}"
        self.drawing.text(x - radius, y - radius + 2, words, size=12, fill=BUTTON, bold=True)

    def _draw_legend(self) -> None:
        y = _TOP + self.depth + 30
        for number, branch in enumerate(clock_branches(self.profile), start=1):
            self.drawing.circle(_MARGIN + 7, y - 4, 7, fill=self.tint[branch[0]], line=CLOCK, weight=1)
            words = f"clock branch {number}: {branch[0]} to {branch[-1]}"
            self.drawing.text(_MARGIN + 20, y, words, size=12, fill=INK)
            y += 18
