"""The circuit of a board: one chip in full, and how often it is there."""

from cupsboard.profile import Profile

from hardware.svg import (
    BUTTON,
    BUZZER,
    CARD,
    CLOCK,
    DATA,
    FAINT,
    FIVE_VOLTS,
    GROUND,
    INK,
    PIXEL,
    SOFT,
    THREE_VOLTS,
    Drawing,
)
from hardware.wiring import clock_branches, currents, pin_of

_WIDTH, _HEIGHT = 1240, 850
_PI_LEFT, _PI_RIGHT = 40, 240


def circuit_picture(profile: Profile) -> str:
    """Everything between the header, the supply and the parts, as SVG; supplies are flags, not lines."""
    return _Circuit(profile).draw()


class _Circuit:
    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.drawing = Drawing(_WIDTH, _HEIGHT, f"Circuit of the {profile.name} board")

    def draw(self) -> str:
        drawing = self.drawing
        drawing.text(40, 40, f"{self.profile.name}: the circuit", size=22, bold=True)
        drawing.text(
            40, 64, "Flags of the same name are joined. All grounds meet at the 5 V supply.", fill=SOFT
        )
        self._draw_pi()
        self._draw_clock()
        self._draw_chip()
        self._draw_pixels()
        self._draw_button()
        self._draw_buzzer()
        self._draw_supply()
        return drawing.text_file()

    def _draw_pi(self) -> None:
        self._part(_PI_LEFT, 92, _PI_RIGHT - _PI_LEFT, 726, "Raspberry Pi")
        self.drawing.text(_PI_LEFT + 16, 140, "on its own supply", size=12, fill=SOFT)
        for y, words, pins in ((172, "3.3 V", "pins 1, 17"), (300, "ground", "pins 6, 9, 14, 20 ...")):
            self.drawing.text(_PI_RIGHT - 14, y + 4, f"{words}  ·  {pins}", size=12, anchor="end")
        self._flag(_PI_RIGHT, 172, "3.3 V", THREE_VOLTS)
        self._ground(_PI_RIGHT + 24, 300, left=_PI_RIGHT)

    def _draw_clock(self) -> None:
        branches = clock_branches(self.profile)
        self._port(self.profile.clock, 236, CLOCK, 330)
        self._part(330, 108, 120, 40 + 48 * len(branches) + 26, "74AHC125", "at 3.3 V")
        self._flag(390, 108, "3.3 V", THREE_VOLTS, upward=True)
        for number, branch in enumerate(branches):
            y = 176 + 48 * number
            self._gate(362, y, CLOCK)
            self.drawing.path(((384, y), (450, y)), line=CLOCK, weight=2)
            self._resistor(450, y, "47 Ω", CLOCK)
            words = f"SCK of {branch[0]} ... {branch[-1]}"
            self.drawing.text(532, y + 4, words, size=12, fill=CLOCK, bold=True)
        self.drawing.text(466, 120, "OE and unused inputs to ground,", size=11, fill=SOFT)
        self.drawing.text(466, 135, "100 nF from 3.3 V to ground", size=11, fill=SOFT)
        bottom = 176 + 48 * (len(branches) - 1)
        self.drawing.path(((330, 236), (344, 236)), line=CLOCK, weight=2)
        self.drawing.path(((344, min(176, 236)), (344, max(bottom, 236))), line=CLOCK, weight=2)
        for number in range(len(branches)):
            y = 176 + 48 * number
            self.drawing.path(((344, y), (362, y)), line=CLOCK, weight=2)

    def _draw_chip(self) -> None:
        cells = self.profile.cells
        self._part(820, 108, 150, 216, "HX711", f"one a place, {len(cells)} in all")
        drawing = self.drawing
        for y, name, colour in (
            (184, "SCK", CLOCK),
            (216, "DOUT", DATA),
            (254, "VDD", INK),
            (290, "VCC", INK),
        ):
            drawing.text(830, y + 4, name, size=12, bold=True, fill=colour)
        self._flag(820, 184, "its branch", CLOCK, leftward=True, width=78)
        self._flag(820, 254, "3.3 V", THREE_VOLTS, leftward=True)
        self._flag(820, 290, "5 V", FIVE_VOLTS, leftward=True)
        self._ground(895, 348, top=324)
        self._draw_data(", ".join(str(cell.line) for cell in cells))
        self._draw_bridge()

    def _draw_data(self, lines: str) -> None:
        drawing, y = self.drawing, 400
        drawing.path(((820, 216), (716, 216), (716, y), (_PI_RIGHT, y)), line=DATA, weight=2)
        drawing.text(_PI_RIGHT - 14, y + 4, "a GPIO for each", size=12, anchor="end", fill=DATA, bold=True)
        words = f"DOUT, one line a chip: {len(self.profile.cells)} GPIOs"
        drawing.text(_PI_RIGHT + 14, y - 9, words, size=12, fill=DATA, bold=True)
        drawing.text(_PI_RIGHT + 14, y + 18, lines, size=11.5, fill=SOFT)

    def _draw_bridge(self) -> None:
        drawing = self.drawing
        wires = (
            ("E+", "red", "#c8382f"),
            ("E−", "black", "#22303c"),
            ("A−", "white", "#a9b4bb"),
            ("A+", "green", "#2b8a3e"),
        )
        self._part(1080, 140, 120, 168, "load cell")
        for number, (name, colour_name, colour) in enumerate(wires):
            y = 190 + 30 * number
            drawing.text(960, y + 4, name, size=12, bold=True, anchor="end")
            drawing.path(((970, y), (1080, y)), line=colour, weight=3)
            drawing.text(1025, y - 5, colour_name, size=11, fill=SOFT, anchor="middle")
        drawing.text(970, 344, "Colours differ between makers:", size=11, fill=SOFT)
        drawing.text(970, 360, "follow the sheet of your cell.", size=11, fill=SOFT)

    def _draw_pixels(self) -> None:
        drawing, strip, y = self.drawing, self.profile.strip, 540
        self._port(strip.line, y, PIXEL, 362)
        self._part(330, y - 72, 120, 104, "74AHCT125", "at 5 V")
        self._flag(390, y - 72, "5 V", FIVE_VOLTS, upward=True)
        drawing.path(((330, y), (362, y)), line=PIXEL, weight=2)
        self._gate(362, y, PIXEL)
        drawing.path(((384, y), (450, y)), line=PIXEL, weight=2)
        self._resistor(450, y, "330 Ω", PIXEL)
        drawing.text(466, y + 26, "the resistor sits at the strip", size=11, fill=SOFT)
        self._part(820, y - 72, 380, 104, "WS2812B strip", f"{strip.pixel_count} pixels, {strip.order}")
        drawing.path(((524, y), (820, y)), line=PIXEL, weight=2)
        drawing.text(830, y + 4, "DIN", size=12, bold=True, fill=PIXEL)
        for number in range(9):
            drawing.box(876 + 34 * number, y - 11, 22, 22, fill="#e5f3e8", line=PIXEL, corner=4)
        self._flag(1000, y - 72, "5 V", FIVE_VOLTS, upward=True)
        self._ground(1000, y + 52, top=y + 32)
        drawing.text(1024, y + 58, "1000 µF, 10 V from 5 V", size=12, fill=SOFT)
        drawing.text(1024, y + 74, "to ground, at the strip", size=12, fill=SOFT)

    def _draw_button(self) -> None:
        buttons = self.profile.buttons
        for line, y in ((buttons.south, 640), (buttons.north, 690)):
            self._port(line, y, BUTTON, 330)
            drawing = self.drawing
            drawing.circle(334, y, 4, fill="#ffffff", line=BUTTON, weight=2)
            drawing.path(((337, y - 3), (366, y - 14)), line=BUTTON, weight=2)
            drawing.circle(370, y, 4, fill="#ffffff", line=BUTTON, weight=2)
            drawing.path(((374, y), (420, y)), line=BUTTON, weight=2)
            name = "south" if line == buttons.south else "north"
            drawing.text(392, y - 8, f"button {name}", size=12, fill=BUTTON, bold=True)
            self._ground(420, y, top=y, flat=True)

    def _draw_buzzer(self) -> None:
        drawing, line, y = self.drawing, self.profile.buzzer, 772
        if line is None:
            drawing.text(330, y, "This board has no line left for a buzzer.", size=12, fill=SOFT)
            return
        self._port(line, y, BUZZER, 310)
        self._resistor(310, y, "1 kΩ", BUZZER)
        drawing.circle(420, y, 20, fill=CARD, line=BUZZER, weight=2)
        drawing.path(((382, y), (412, y)), line=BUZZER, weight=2)
        drawing.path(((412, y - 10), (412, y + 10)), line=BUZZER, weight=3)
        drawing.path(((412, y - 4), (428, y - 14), (428, y - 34)), line=BUZZER, weight=2)
        drawing.path(((412, y + 4), (428, y + 14), (428, y + 26)), line=BUZZER, weight=2)
        drawing.arrow(428, y + 14, (0.848, 0.53), fill=BUZZER, size=9)
        self._ground(428, y + 26, top=y + 24)
        drawing.text(448, y + 4, "NPN (BC547, 2N3904)", size=12, fill=SOFT)
        drawing.path(((428, y - 34), (560, y - 34)), line=BUZZER, weight=2)
        drawing.box(560, y - 50, 104, 32, fill=CARD, line=BUZZER, corner=6)
        drawing.text(612, y - 30, "active buzzer", size=12, anchor="middle")
        self._flag(664, y - 34, "5 V", FIVE_VOLTS)

    def _draw_supply(self) -> None:
        y, needs = 700, currents(self.profile)
        self._part(900, y - 20, 300, 116, "5 V supply", f"at least {needs.supply_amperes:g} A")
        for row, words in enumerate(
            (
                f"pixels {needs.pixels:.0f} mA at most (the profile's budget)",
                f"bridges {needs.bridges:.0f} mA, HX711 {needs.chips:.0f} mA",
            )
        ):
            self.drawing.text(914, y + 52 + 20 * row, words, size=12)
        self._flag(900, y + 42, "5 V", FIVE_VOLTS, leftward=True)
        self._ground(866, y + 74, left=900)

    def _part(self, x: float, y: float, width: float, height: float, name: str, more: str = "") -> None:
        self.drawing.box(x, y, width, height, fill=CARD, line=FAINT, corner=10, weight=2)
        self.drawing.text(x + 14, y + 24, name, size=14, bold=True)
        if more:
            self.drawing.text(x + 14, y + 42, more, size=11.5, fill=SOFT)

    def _port(self, line: int, y: float, colour: str, end: float) -> None:
        """A line of the Pi that leads to something at its right."""
        words = f"GPIO {line}  ·  pin {pin_of(self.profile, line)}"
        self.drawing.text(_PI_RIGHT - 14, y + 4, words, size=12, anchor="end", fill=colour, bold=True)
        self.drawing.path(((_PI_RIGHT, y), (end, y)), line=colour, weight=2)

    def _gate(self, x: float, y: float, colour: str) -> None:
        self.drawing.path(
            ((x, y - 12), (x + 22, y), (x, y + 12)), line=colour, weight=2, fill="#ffffff", closed=True
        )

    def _resistor(self, x: float, y: float, value: str, colour: str) -> None:
        """Seventy-four pixels long."""
        self.drawing.path(((x, y), (x + 16, y)), line=colour, weight=2)
        self.drawing.box(x + 16, y - 7, 42, 14, fill="#ffffff", line=colour, corner=2, weight=2)
        self.drawing.path(((x + 58, y), (x + 74, y)), line=colour, weight=2)
        self.drawing.text(x + 37, y - 12, value, size=11, anchor="middle", fill=INK)

    def _flag(
        self,
        x: float,
        y: float,
        name: str,
        colour: str,
        *,
        upward: bool = False,
        leftward: bool = False,
        width: float = 46,
    ) -> None:
        if upward:
            self.drawing.path(((x, y), (x, y - 8)), line=colour, weight=2)
            left, low = x - width / 2, y - 28.0
        else:
            end = x - 12 if leftward else x + 12
            self.drawing.path(((x, y), (end, y)), line=colour, weight=2)
            left, low = (end - width if leftward else end), y - 10
        self.drawing.box(left, low, width, 20, fill=colour, corner=10)
        self.drawing.text(
            left + width / 2, low + 14, name, size=11.5, fill="#ffffff", anchor="middle", bold=True
        )

    def _ground(
        self, x: float, y: float, *, top: float | None = None, left: float | None = None, flat: bool = False
    ) -> None:
        """A ground sign with its upper bar at y; a wire comes from above or from the side."""
        if left is not None:
            self.drawing.path(((left, y), (x, y), (x, y + 8)), line=GROUND, weight=2)
        elif flat:
            self.drawing.path(((x, y), (x, y + 8)), line=GROUND, weight=2)
        else:
            self.drawing.path(((x, top if top is not None else y), (x, y + 8)), line=GROUND, weight=2)
        for step, half in ((0, 11), (5, 7), (10, 3)):
            self.drawing.path(((x - half, y + 8 + step), (x + half, y + 8 + step)), line=GROUND, weight=2.5)
