"""The picture of the 40-pin header: which wire goes on which pin."""

from collections.abc import Mapping

from cupsboard.profile import Profile

from hardware.circuit.wiring import Kind, Pin, header
from hardware.drawings.drawing import (
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

COLOURS: Mapping[Kind, str] = {
    Kind.FIVE_VOLTS: FIVE_VOLTS,
    Kind.THREE_VOLTS: THREE_VOLTS,
    Kind.GROUND: GROUND,
    Kind.DATA: DATA,
    Kind.CLOCK: CLOCK,
    Kind.PIXELS: PIXEL,
    Kind.BUTTON: BUTTON,
    Kind.BUZZER: BUZZER,
}
"""Kinds that carry a wire; the others stay grey."""

_WIDTH, _TOP, _ROW = 760, 96, 31
_LEFT_PIN, _RIGHT_PIN = 364, 396


def header_picture(profile: Profile) -> str:
    """The header seen from above with its first pin at the upper left, as SVG."""
    drawing = Drawing(_WIDTH, _TOP + 20 * _ROW + 76, f"Header of the {profile.name} board")
    drawing.text(28, 40, f"{profile.name}: the 40-pin header", size=22, bold=True)
    drawing.text(
        28,
        64,
        "Seen from above. Pin 1 is at the end of the SD card, in the row away from the edge.",
        fill=SOFT,
    )
    drawing.box(_LEFT_PIN - 20, _TOP - 6, 72, 20 * _ROW + 12, fill="#1f2a33", corner=8)
    for pin in header(profile):
        _draw_pin(drawing, pin)
    _draw_legend(drawing, {pin.kind for pin in header(profile)}, _TOP + 20 * _ROW + 40)
    return drawing.text_file()


def _draw_pin(drawing: Drawing, pin: Pin) -> None:
    is_left = pin.number % 2 == 1
    x, y = _LEFT_PIN if is_left else _RIGHT_PIN, _TOP + (pin.number - 1) // 2 * _ROW + _ROW / 2
    colour = COLOURS.get(pin.kind)
    if pin.number == 1:
        drawing.box(x - 12, y - 12, 24, 24, fill=colour or "#ffffff", corner=2)
    else:
        drawing.circle(x, y, 12, fill=colour or "#5c6a75")
    drawing.text(x, y + 4, str(pin.number), size=11, fill="#ffffff", anchor="middle", bold=True)
    direction = -1 if is_left else 1
    edge = x + direction * 34
    tag = pin.kind.value if pin.gpio is None else f"GPIO {pin.gpio}"
    _draw_tag(drawing, edge, y, tag, colour, direction)
    if pin.gpio is not None:
        words, fill = (pin.use, INK) if colour else (pin.use or pin.kind.value, SOFT)
        drawing.text(
            edge + direction * 84,
            y + 4.5,
            words,
            fill=fill,
            anchor="end" if is_left else "start",
            bold=bool(colour),
        )


def _draw_tag(drawing: Drawing, edge: float, y: float, tag: str, colour: str | None, direction: int) -> None:
    width = 74
    left = edge if direction > 0 else edge - width
    if colour:
        drawing.path(((edge - direction * 12, y), (edge, y)), line=colour, weight=3)
    drawing.box(
        left, y - 11, width, 22, fill=colour or CARD, line="none" if colour else FAINT, corner=11, weight=1
    )
    drawing.text(left + width / 2, y + 4.2, tag, size=12, fill="#ffffff" if colour else SOFT, anchor="middle")


def _draw_legend(drawing: Drawing, kinds: set[Kind], y: float) -> None:
    x = 28.0
    for kind, colour in COLOURS.items():
        if kind not in kinds:
            continue
        drawing.circle(x + 6, y - 4, 6, fill=colour)
        drawing.text(x + 17, y, kind.value, size=12, fill=SOFT)
        x += 32 + 6.6 * len(kind.value)
