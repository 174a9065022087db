"""A board taken apart: its layers above one another, each with the screws that hold it drawn out of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.assembly.bodies import STEPS, bodies
from hardware.drawings.drawing import SOFT, Drawing
from hardware.drawings.oblique import BACK_Y, Oblique, Shown, bounds, height, name_kinds, paint
from hardware.parts.deck import Deck
from hardware.parts.table import Table

_MARGIN, _TOP, _LABELS, _KINDS = 30.0, 90.0, 270.0, 190.0
_GAP, _SPREAD = 40.0, 0.55
"""Millimetres between layers, and how much of the board's depth lies free there: else one hides another."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its name, how it is held, and how far above their places its kinds of bodies are drawn."""

    name: str
    held_by: str
    lifts: Mapping[str, float]


LAYERS = (
    Layer(
        "electronics and laths",
        "under the base, between the laths",
        {"lath": 0.0, "Raspberry Pi": 0.0, "carrier": 0.0, "jack": 0.0},
    ),
    Layer("stops", "up through the base and the nut in the foot", {"stop": 0.0}),
    Layer(
        "base and posts",
        "laths screwed from above, posts from below",
        {"base": 0.0, "post": 0.0, "lath screw": 30.0, "post screw": -40.0},
    ),
    Layer(
        "feet, cells, modules",
        "four wood screws a foot; modules taped",
        {
            "stop nut": -25.0,
            "fixed screw": -20.0,
            "foot": 0.0,
            "module": 0.0,
            "cell": 25.0,
            "wood screw": 40.0,
        },
    ),
    Layer(
        "holders",
        "two screws from above into the free end",
        {"spacer": 0.0, "holder": 20.0, "pot-holder": 20.0, "free screw": 45.0},
    ),
    Layer("deck", "screwed on the posts", {"deck": 0.0, "strip": 15.0, "button": 30.0, "deck screw": 30.0}),
    Layer(
        "cups, pots or trays", "stand in the holders; trays screwed on", {"cup": 0.0, "pot": 0.0, "tray": 0.0}
    ),
)
"""From the lowest up; every kind of body is in one of them."""


def taken_apart(profile: Profile, layout: Deck | Table) -> tuple[tuple[Layer, tuple[Shown, ...]], ...]:
    """Return the layers of a board with their bodies, lifted so that no layer hides another one."""
    built = bodies(profile, layout)
    free = 0.0
    apart = []
    for layer in LAYERS:
        here = [Shown(body, layer.lifts[body.kind]) for body in built if body.kind in layer.lifts]
        low = min(height(shown)[0] for shown in here)
        up = free - low
        lifted = tuple(Shown(shown.body, shown.lift + up) for shown in here)
        free = max(height(shown)[1] for shown in lifted) + _GAP + BACK_Y * layout.size[1] * _SPREAD
        apart.append((layer, lifted))
    return tuple(apart)


def exploded_picture(profile: Profile, layout: Deck | Table) -> str:
    """Return the picture of a board's parts above one another, as SVG."""
    view = Oblique()
    layers = [(layer, shown, list(view.shapes(shown))) for layer, shown in taken_apart(profile, layout)]
    left, up, right, low = bounds([shape for *_, shapes in layers for shape in shapes])
    drawing = Drawing(
        _LABELS + _KINDS + right - left + 2 * _MARGIN,
        _TOP + low - up + _MARGIN,
        f"The {profile.name} board taken apart",
    )
    drawing.text(_MARGIN, 40, f"{profile.name}: taken apart", size=22, bold=True)
    drawing.text(
        _MARGIN,
        64,
        "Every body in its size and right above its place; screws drawn out of what they hold.",
        fill=SOFT,
    )
    origin = (_MARGIN + _LABELS + _KINDS - left, _TOP - up)
    for layer, shown, shapes in layers:
        paint(drawing, shapes, origin)
        first, last = name_kinds(drawing, view, shown, origin, _MARGIN + _LABELS)
        level = (first + last) / 2
        steps = sorted({STEPS.index(each.body.step) + 1 for each in shown})
        drawing.text(_MARGIN, level - 4, layer.name, size=15, bold=True)
        drawing.text(_MARGIN, level + 14, layer.held_by, size=11, fill=SOFT)
        words = f"step {' and '.join(map(str, steps))}"
        drawing.text(_MARGIN, level + 29, words, size=11, fill=SOFT)
    return drawing.text_file()
