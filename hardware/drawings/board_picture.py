"""The plan of a board from above: places, their data lines, the clock's branches and the chain of pixels."""

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Side, cup, pot

from hardware.circuit.wiring import clock_branches, pin_of
from hardware.drawings.drawing import BUTTON, BUZZER, CARD, CLOCK, DATA, FAINT, INK, PIXEL, SOFT, Drawing

_PITCH, _CUP_RADIUS = 128.0, 44.0
_POT_WIDTH, _MARGIN, _TOP = 150.0, 30.0, 92.0
_NORTH_STRIP, _NORTH_Y, _SOUTH_Y, _SOUTH_STRIP = _TOP + 66.0, _TOP + 142.0, _TOP + 310.0, _TOP + 386.0
_CARD_HEIGHT, _POT_RADIUS = 452.0, 58.0
_TINTS = ("#dfeef2", "#efe6fb", "#e5f3e8", "#fbeede")


def board_picture(profile: Profile) -> str:
    """The whole board as its south player sees it, as SVG."""
    return _Plan(profile).draw()


class _Plan:
    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.width = 2 * (_MARGIN + _POT_WIDTH) + profile.cups * _PITCH
        self.drawing = Drawing(self.width, _TOP + _CARD_HEIGHT + 84, f"Plan of the {profile.name} board")
        self.tint = {
            place: tint
            for branch, tint in zip(clock_branches(profile), _TINTS, strict=False)
            for place in branch
        }

    def draw(self) -> str:
        drawing = self.drawing
        drawing.text(_MARGIN, 40, f"{self.profile.name}: the board from above", size=22, bold=True)
        drawing.text(
            _MARGIN,
            64,
            "South sits below, north above. Pixels are numbered along their chain from 0.",
            fill=SOFT,
        )
        drawing.box(
            _MARGIN - 12, _TOP, self.width - 2 * _MARGIN + 24, _CARD_HEIGHT, fill=CARD, line=FAINT, corner=26
        )
        self._draw_chain()
        for side, y, strip in ((Side.SOUTH, _SOUTH_Y, _SOUTH_STRIP), (Side.NORTH, _NORTH_Y, _NORTH_STRIP)):
            for number in range(1, self.profile.cups + 1):
                self._draw_cup(cup(side, number), self._cup_x(side, number), y, strip)
            self._draw_pot(side)
            self._draw_button(side)
        self._draw_legend()
        return drawing.text_file()

    def _cup_x(self, side: Side, number: int) -> float:
        column = number - 1 if side is Side.SOUTH else self.profile.cups - number
        return _MARGIN + _POT_WIDTH + (column + 0.5) * _PITCH

    def _draw_cup(self, place: Place, x: float, y: float, strip: float) -> None:
        self.drawing.circle(x, y, _CUP_RADIUS, fill=self.tint[place], line=DATA, weight=2)
        self._draw_label(place, x, y)
        span = self.profile.strip.spans[place].pixels
        step = -26.0 if place.startswith("north") else 26.0
        for index, pixel in enumerate(span):
            self._draw_pixel(pixel, x + (index - (len(span) - 1) / 2) * step, strip)

    def _draw_pot(self, side: Side) -> None:
        place, is_south = pot(side), side is Side.SOUTH
        x = self.width - _MARGIN - _POT_WIDTH / 2 - 20 if is_south else _MARGIN + _POT_WIDTH / 2 + 20
        middle = (_NORTH_Y + _SOUTH_Y) / 2
        self.drawing.circle(x, middle, _POT_RADIUS, fill=self.tint[place], line=DATA, weight=2)
        self._draw_label(place, x, middle)
        span = self.profile.strip.spans[place].pixels
        edge = x + 78 if is_south else x - 78
        step = -26.0 if is_south else 26.0
        for index, pixel in enumerate(span):
            self._draw_pixel(pixel, edge, middle + (index - (len(span) - 1) / 2) * step)

    def _draw_label(self, place: Place, x: float, y: float) -> None:
        line = next(cell.line for cell in self.profile.cells if cell.place == place)
        self.drawing.text(x, y - 11, place, size=14, anchor="middle", bold=True)
        self.drawing.text(x, y + 8, f"GPIO {line}", size=13, anchor="middle", fill=DATA, bold=True)
        self.drawing.text(x, y + 25, f"pin {pin_of(self.profile, line)}", size=12, anchor="middle", fill=SOFT)

    def _draw_pixel(self, pixel: int, x: float, y: float) -> None:
        self.drawing.box(x - 10, y - 10, 20, 20, fill="#ffffff", line=PIXEL, weight=2, corner=4)
        self.drawing.text(x, y + 4, str(pixel), size=10.5, anchor="middle", fill=PIXEL, bold=True)

    def _draw_chain(self) -> None:
        """The data wire of the pixels, under them: in at south-1, round the board against the clock."""
        left, right = _MARGIN + _POT_WIDTH / 2 - 58, self.width - _MARGIN - _POT_WIDTH / 2 + 58
        first = self._cup_x(Side.SOUTH, 1) - 26
        middle = (_NORTH_Y + _SOUTH_Y) / 2
        chain = (
            (first - 74, _SOUTH_STRIP),
            (right, _SOUTH_STRIP),
            (right, _NORTH_STRIP),
            (left, _NORTH_STRIP),
            (left, middle + 39),
        )
        self.drawing.path(chain, line=PIXEL, weight=2.5)
        self.drawing.arrow(first - 16, _SOUTH_STRIP, (1, 0), fill=PIXEL, size=13)
        line = self.profile.strip.line
        words = f"data in: GPIO {line}, pin {pin_of(self.profile, line)}"
        self.drawing.text(_MARGIN + 12, _SOUTH_STRIP + 34, words, size=12, fill=PIXEL, bold=True)

    def _draw_button(self, side: Side) -> None:
        is_south = side is Side.SOUTH
        line = self.profile.buttons["south"] if is_south else self.profile.buttons["north"]
        x = self.width - _MARGIN - 30 if is_south else _MARGIN + 30
        y = _SOUTH_STRIP + 36 if is_south else _NORTH_STRIP - 36
        self.drawing.circle(x, y, 13, fill=BUTTON)
        self.drawing.text(
            x - 22 if is_south else x + 22,
            y + 4,
            f"button {side.value}: GPIO {line}, pin {pin_of(self.profile, line)}",
            size=12,
            anchor="end" if is_south else "start",
            fill=BUTTON,
            bold=True,
        )

    def _draw_legend(self) -> None:
        y = _TOP + _CARD_HEIGHT + 34
        x = _MARGIN
        for number, (branch, tint) in enumerate(
            zip(clock_branches(self.profile), _TINTS, strict=False), start=1
        ):
            self.drawing.circle(x + 7, y - 4, 7, fill=tint, line=CLOCK, weight=1)
            words = f"clock branch {number}: {branch[0]} to {branch[-1]}"
            self.drawing.text(x + 20, y, words, size=12, fill=INK)
            x += 290
            if x + 270 > self.width and number < len(clock_branches(self.profile)):
                x, y = _MARGIN, y + 22
        if self.profile.buzzer is not None:
            y += 24
            self.drawing.circle(_MARGIN + 7, y - 4, 7, fill=BUZZER)
            pin = pin_of(self.profile, self.profile.buzzer)
            self.drawing.text(
                _MARGIN + 20,
                y,
                f"buzzer, anywhere under the deck: GPIO {self.profile.buzzer}, pin {pin}",
                size=12,
            )
