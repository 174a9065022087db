"""The circuit of a board: both buffer chips pin by pin, one HX711 in full, and how often it is there.

Drawn by hand. The same circuit with schemdraw, the usual library (1.8 MB), is about 120 lines shorter and has
the same signs, but every part and word is placed by hand there too, names run over their boxes because it
doesn't measure text, its files are twice as large, and they differ between its releases, so that the test for
stale pictures would hang on one.
"""

from cupsboard.profile import Profile

from hardware.circuit.chips import (
    CLOCK_RESISTOR,
    DATA_RESISTOR,
    PULL_DOWN,
    STRIP_CAPACITOR,
    STRIP_RESISTOR,
    chips,
)
from hardware.circuit.wiring import clock_branches, currents, fuse_amperes, pin_of
from hardware.drawings.circuit_signs import CHIP_WIDTH, Signs, flag_width
from hardware.drawings.drawing import (
    BUTTON,
    BUZZER,
    CARD,
    CLOCK,
    DATA,
    FIVE_VOLTS,
    INK,
    PIXEL,
    SOFT,
    THREE_VOLTS,
    Drawing,
)

_WIDTH, _HEIGHT = 1390, 950
_PI_LEFT, _PI_RIGHT = 40, 236
_CHIPS, _FIRST_CHIP, _SECOND_CHIP = 550.0, 150.0, 508.0
_RIGHT = 1030.0
"""Where the boxes of HX711, strip and supply begin."""


def circuit_picture(profile: Profile) -> str:
    """Everything between the header, the supply and the parts, as SVG; nets are flags, not lines."""
    return _Circuit(profile).draw()


class _Circuit:
    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.drawing = Drawing(_WIDTH, _HEIGHT, f"Circuit of the {profile.name} board")
        self.signs = Signs(self.drawing)

    def draw(self) -> str:
        drawing = self.drawing
        drawing.text(40, 40, f"{self.profile.name}: the circuit", size=22, bold=True)
        drawing.text(
            40, 64, "Flags of the same name are joined. All grounds meet at the 5 V supply.", fill=SOFT
        )
        self._draw_pi()
        for y, chip in zip((_FIRST_CHIP, _SECOND_CHIP), chips(self.profile), strict=True):
            self.signs.chip(_CHIPS, y, chip)
            supply_end = _CHIPS + CHIP_WIDTH + 14 + flag_width(chip.supply.value)
            self.signs.capacitor(supply_end, y + 20, "100 nF")
        self._draw_branches()
        self._draw_module()
        self._draw_bridge()
        self._draw_strip()
        self._draw_button()
        self._draw_buzzer()
        self._draw_supply()
        return drawing.text_file()

    def _draw_pi(self) -> None:
        signs, drawing = self.signs, self.drawing
        signs.part(
            _PI_LEFT, 92, _PI_RIGHT - _PI_LEFT, _HEIGHT - 132, "Raspberry Pi", "on a supply of its own"
        )
        for y, words, pins in ((172, "3.3 V", "pins 1, 17"), (214, "ground", "pins 6, 9, 14 ...")):
            drawing.text(_PI_RIGHT - 14, y + 4, f"{words}  ·  {pins}", size=12, anchor="end")
        signs.flag(_PI_RIGHT, 172, "3.3 V", THREE_VOLTS)
        signs.ground(_PI_RIGHT + 24, 214, left=_PI_RIGHT)
        for line, y, name, colour in (
            (self.profile.clock_line, 290, "clock", CLOCK),
            (self.profile.strip.line, 500, "pixels", PIXEL),
        ):
            # The clock's buffer has the Pi's own 3.3 V, so nothing can flow back into a line of it.
            start = _PI_RIGHT if name == "clock" else signs.resistor(_PI_RIGHT, y, DATA_RESISTOR, colour)
            self._port(line, y, colour, _PI_RIGHT + (70 if name == "clock" else 0))
            drawing.path(((start, y), (start + 70, y)), line=colour, weight=2)
            signs.pull_down(start + 30, y, PULL_DOWN, colour)
            signs.flag(start + 70, y, name, colour)
        self._draw_data(400)

    def _draw_data(self, y: float) -> None:
        lines = [str(cell.line) for cell in self.profile.cells]
        drawing = self.drawing
        drawing.text(
            _PI_RIGHT - 14, y + 4, "a GPIO for each cell", size=12, anchor="end", fill=DATA, bold=True
        )
        end = self.signs.resistor(_PI_RIGHT, y, DATA_RESISTOR, DATA)
        self.signs.flag(end, y, "DOUT", DATA)
        drawing.text(end + 76, y + 4, f"{len(lines)} times", size=11.5, fill=SOFT)
        for row, first in enumerate(range(0, len(lines), 9)):
            words = ", ".join(lines[first : first + 9])
            drawing.text(_PI_RIGHT + 14, y + 24 + 15 * row, words, size=11, fill=SOFT)

    def _draw_branches(self) -> None:
        """What hangs on each output of the clock buffer, in words below the chip."""
        for row, branch in enumerate(clock_branches(self.profile)):
            self.drawing.text(
                _CHIPS - 70,
                _FIRST_CHIP + 236 + 15 * row,
                f"branch {row + 1}: {len(branch)} × {CLOCK_RESISTOR}, SCK of {branch[0]} to {branch[-1]}",
                size=11,
                fill=CLOCK,
            )

    def _draw_module(self) -> None:
        drawing, signs, x = self.drawing, self.signs, _RIGHT
        signs.part(x, 108, 130, 216, "HX711", f"one a place, {len(self.profile.cells)}")
        for y, name, colour in (
            (184, "SCK", CLOCK),
            (216, "DOUT", DATA),
            (254, "VDD", INK),
            (290, "VCC", INK),
        ):
            drawing.text(x + 10, y + 4, name, size=12, bold=True, fill=colour)
        signs.resistor(x - 74, 184, CLOCK_RESISTOR, CLOCK)
        signs.flag(x - 74, 184, "branch", CLOCK, leftward=True)
        signs.flag(x, 216, "DOUT", DATA, leftward=True)
        signs.flag(x, 254, "3.3 V", THREE_VOLTS, leftward=True)
        signs.flag(x, 290, "5 V", FIVE_VOLTS, leftward=True)
        signs.ground(x + 60, 340, top=324)
        drawing.text(x - 12, 134, "at the buffer, one", size=11, anchor="end", fill=SOFT)
        drawing.text(x - 12, 149, "for each module:", size=11, anchor="end", fill=SOFT)

    def _draw_bridge(self) -> None:
        drawing, left = self.drawing, _RIGHT + 130
        wires = (
            ("E+", "red", "#c8382f"),
            ("E−", "black", "#22303c"),
            ("A−", "white", "#a9b4bb"),
            ("A+", "green", "#2b8a3e"),
        )
        self.signs.part(left + 80, 140, 110, 168, "load cell")
        for number, (name, colour_name, colour) in enumerate(wires):
            y = 190 + 30 * number
            drawing.text(left - 10, y + 4, name, size=12, bold=True, anchor="end")
            drawing.path(((left, y), (left + 80, y)), line=colour, weight=3)
            drawing.text(left + 40, y - 5, colour_name, size=11, fill=SOFT, anchor="middle")
        drawing.text(left - 30, 350, "Colours differ between makers:", size=11, fill=SOFT)
        drawing.text(left - 30, 366, "follow the sheet of your cell.", size=11, fill=SOFT)

    def _draw_strip(self) -> None:
        drawing, signs, strip, y, x = self.drawing, self.signs, self.profile.strip, 568, _RIGHT
        signs.part(x, y - 72, 320, 104, "WS2812B strip", f"{strip.pixel_count} pixels, {strip.order}")
        signs.resistor(x - 74, y, STRIP_RESISTOR, PIXEL)
        signs.flag(x - 74, y, "strip", PIXEL, leftward=True)
        drawing.text(x - 140, y + 28, "this resistor sits", size=11, fill=SOFT)
        drawing.text(x - 140, y + 43, "at the strip", size=11, fill=SOFT)
        drawing.text(x + 10, y + 4, "DIN", size=12, bold=True, fill=PIXEL)
        for number in range(8):
            drawing.box(x + 50 + 32 * number, y - 11, 22, 22, fill="#e5f3e8", line=PIXEL, corner=4)
        signs.flag(x + 230, y - 72, "5 V", FIVE_VOLTS, upward=True)
        signs.ground(x + 40, y + 48, top=y + 32)
        drawing.text(x + 66, y + 54, f"{STRIP_CAPACITOR}, at the strip: plus to 5 V,", size=12, fill=SOFT)
        drawing.text(x + 66, y + 70, "minus (the stripe) to ground", size=12, fill=SOFT)

    def _draw_button(self) -> None:
        buttons, drawing = self.profile.buttons, self.drawing
        step = min(56.0, 150 / (len(buttons) - 1))
        for number, (name, line) in enumerate(buttons.items()):
            y = 620 + number * step
            self._port(line, y, BUTTON, _PI_RIGHT)
            x = self.signs.resistor(_PI_RIGHT, y, DATA_RESISTOR, BUTTON) + 24
            drawing.path(((x - 24, y), (x, y)), line=BUTTON, weight=2)
            drawing.circle(x + 4, y, 4, fill="#ffffff", line=BUTTON, weight=2)
            drawing.path(((x, y - 8), (x + 44, y - 8)), line=BUTTON, weight=2)
            drawing.path(((x + 22, y - 8), (x + 22, y - 16)), line=BUTTON, weight=2)
            drawing.circle(x + 40, y, 4, fill="#ffffff", line=BUTTON, weight=2)
            drawing.path(((x + 44, y), (x + 80, y)), line=BUTTON, weight=2)
            drawing.text(x + 26, y - 20, f"button {name}", size=12, anchor="middle", fill=BUTTON, bold=True)
            self.signs.ground(x + 80, y, top=y, flat=True)

    def _draw_buzzer(self) -> None:
        drawing, signs, line, y = self.drawing, self.signs, self.profile.buzzer, 850
        if line is None:
            drawing.text(260, y, "This board has no line left for a buzzer.", size=12, fill=SOFT)
            return
        self._port(line, y, BUZZER, 250)
        signs.resistor(250, y, DATA_RESISTOR, BUZZER)
        drawing.circle(360, y, 20, fill=CARD, line=BUZZER, weight=2)
        drawing.path(((322, y), (352, y)), line=BUZZER, weight=2)
        drawing.path(((352, y - 10), (352, y + 10)), line=BUZZER, weight=3)
        drawing.path(((352, y - 4), (368, y - 14), (368, y - 34)), line=BUZZER, weight=2)
        drawing.path(((352, y + 4), (368, y + 14), (368, y + 26)), line=BUZZER, weight=2)
        drawing.arrow(368, y + 14, (0.848, 0.53), fill=BUZZER, size=9)
        signs.ground(368, y + 26, top=y + 24)
        drawing.text(388, y + 4, "NPN 2N3904", size=12, fill=SOFT)
        drawing.path(((368, y - 34), (460, y - 34)), line=BUZZER, weight=2)
        drawing.box(460, y - 50, 130, 32, fill=CARD, line=BUZZER, corner=6)
        drawing.text(525, y - 30, "−  active buzzer  +", size=12, anchor="middle")
        signs.flag(604, y - 34, "5 V", FIVE_VOLTS)
        drawing.path(((590, y - 34), (604, y - 34)), line=BUZZER, weight=2)
        self._draw_diode(440, 598, y - 34)

    def _draw_diode(self, left: float, right: float, y: float) -> None:
        """Across the buzzer: the ring of the diode lies at 5 V."""
        drawing, above, middle = self.drawing, y - 38, (left + right) / 2
        drawing.path(((left, y), (left, above), (middle - 8, above)), line=BUZZER, weight=2)
        drawing.path(
            ((middle - 8, above - 7), (middle + 6, above), (middle - 8, above + 7)),
            line=BUZZER,
            fill=BUZZER,
            closed=True,
        )
        drawing.path(((middle + 6, above - 8), (middle + 6, above + 8)), line=BUZZER, weight=3)
        drawing.path(((middle + 6, above), (right, above), (right, y)), line=BUZZER, weight=2)
        drawing.text(middle + 16, above - 8, "1N4148, ring to 5 V", size=11, fill=SOFT)

    def _draw_supply(self) -> None:
        y, needs, x, drawing = 760, currents(self.profile), _RIGHT, self.drawing
        self.signs.part(x, y - 20, 320, 116, "5 V supply", f"at least {needs.supply_amperes:g} A")
        for row, words in enumerate(
            (
                f"pixels {needs.pixels:.0f} mA at most (the profile's budget)",
                f"bridges {needs.bridges:.0f} mA, HX711 {needs.chips:.0f} mA",
            )
        ):
            drawing.text(x + 14, y + 52 + 20 * row, words, size=12)
        plus, fuse = y + 10, x - 90
        drawing.path(((x, plus), (fuse + 46, plus)), line=FIVE_VOLTS, weight=2)
        drawing.box(fuse, plus - 8, 46, 16, fill=CARD, line=FIVE_VOLTS, corner=2, weight=2)
        drawing.text(fuse + 23, plus - 14, f"fuse {fuse_amperes(self.profile):g} A", size=11, anchor="middle")
        self.signs.flag(fuse, plus, "5 V", FIVE_VOLTS, leftward=True)
        self._draw_polarity_diode(fuse - 8, plus, y + 74)
        self.signs.ground(x - 34, y + 74, left=x)

    def _draw_polarity_diode(self, x: float, plus: float, ground: float) -> None:
        """From ground up to 5 V behind the fuse: its ring lies at 5 V."""
        drawing, middle = self.drawing, (plus + ground) / 2
        drawing.circle(x, plus, 3.5, fill=FIVE_VOLTS)
        drawing.path(((x, plus), (x, middle - 8)), line=INK, weight=2)
        drawing.path(((x - 8, middle - 8), (x + 8, middle - 8)), line=INK, weight=3)
        drawing.path(
            ((x, middle - 8), (x - 7, middle + 6), (x + 7, middle + 6)), line=INK, fill=INK, closed=True
        )
        drawing.path(((x, middle + 6), (x, ground)), line=INK, weight=2)
        drawing.text(x - 14, middle + 4, "1N5822", size=11, anchor="end", fill=SOFT)
        self.signs.ground(x, ground, top=ground)

    def _port(self, line: int, y: float, colour: str, end: float) -> None:
        """A line of the Pi that leads to something at its right."""
        words = f"GPIO {line}  ·  pin {pin_of(self.profile, line)}"
        self.drawing.text(_PI_RIGHT - 14, y + 4, words, size=12, anchor="end", fill=colour, bold=True)
        self.drawing.path(((_PI_RIGHT, y), (end, y)), line=colour, weight=2)
