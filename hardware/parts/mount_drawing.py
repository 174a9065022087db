"""The dimension drawing of the printed parts and the deck, from the same measures as the parts."""

from itertools import pairwise

from hardware.drawings.drawing import CARD, CLOCK, DATA, FAINT, INK, PIXEL, SOFT, Drawing
from hardware.parts.flat import Point
from hardware.parts.mount import SCREWS, STOP_NUT_ACROSS_FLATS, STOP_THREAD, Measures, grams, parts
from hardware.parts.overload import SET_AT
from hardware.parts.solid import Region

_WIDTH, _HEIGHT = 1380, 1080
_NOTES = (
    "Measure the cup three times: 5 mm above its bottom,",
    "where the rim of the holder ends; at the ring it",
    "stands on; and at the top, where it is widest.",
    "",
    "Only the spacer touches the free end of the cell;",
    "only the cup touches the holder.",
    "",
    "The deck stands on posts of its own. The gap round",
    "a holder stays clean: a crumb in it carries weight.",
    "",
    "The stop meets the bar itself, not its screws. Load",
    f"the cup to {SET_AT:.0%} of what the cell is rated for, turn",
    "the M4 screw up from below until the page shows a",
    "little less, press hard once, and set it again if it",
    "then shows more. Lock it with a drop of threadlocker.",
    "",
    "Felt or silicone in the cup: a bean lies still after",
    "50 to 70 ms, in a hard cup only after 160.",
)
_PRINTED, _METAL, _WOOD, _SCREW = "#d6ebf0", "#dfe3e7", "#f1e3cd", "#aab3ba"


def mount_drawing(measures: Measures) -> str:
    """Side view of one assembled place, foot and holder from above, as SVG with sizes in millimetres."""
    return _Sheet(measures).draw()


class _Sheet:
    def __init__(self, measures: Measures) -> None:
        self.m = measures
        self.parts = parts(measures)
        self.drawing = Drawing(_WIDTH, _HEIGHT, "One place: foot, cell, spacer, holder and deck")

    def draw(self) -> str:
        size = " × ".join(f"{each:g}" for each in (self.m.cell_length, self.m.cell_width, self.m.cell_height))
        self.drawing.text(40, 40, f"One place on a load cell of {size} mm", size=22, bold=True)
        self.drawing.text(
            40,
            64,
            "Millimetres, drawn by the code that makes the parts. Blue is printed, grey metal, brown wood.",
            fill=SOFT,
        )
        m = self.m
        left = min(-33.0, m.load_x - max(m.cup.top / 2, m.deck_hole / 2 + 29) - 4)
        scale = min(4.8, 920 / (self._far + 24 - left))
        self._draw_side(_View(self.drawing, (40 - left * scale, 480), scale))
        for row, words in enumerate(_NOTES):
            self.drawing.text(980, 140 + 18 * row, words, size=13)
        along = min(4.0, 400 / (m.cell_length + 16))
        self._draw_foot(_View(self.drawing, (120, 830), along))
        self._draw_spacer(_View(self.drawing, (700, 830), along))
        self._draw_holder(_View(self.drawing, (1090, 830), min(4.0, 260 / m.holder_diameter)))
        return self.drawing.text_file()

    @property
    def _far(self) -> float:
        """The right end of deck and base board in the side view."""
        return self.m.load_x + self.m.deck_hole / 2 + 26

    def _draw_side(self, side: "_View") -> None:
        m = self.m
        end = m.cell_length + 8
        far = self._far
        side.box(-30, -10, far, 0, _WOOD)
        side.words(-26, -7, "base board, stiff: 18 mm plywood")
        side.box(-8, 0, end, m.plate, _PRINTED)
        side.box(0, m.plate, m.bearing, m.plate + m.pad, _PRINTED)
        cell_bottom = m.plate + m.pad
        side.box(0, cell_bottom, m.cell_length, cell_bottom + m.cell_height, _METAL)
        side.words(m.cell_length / 2 - 6, cell_bottom + m.cell_height / 2 - 1, "load cell")
        self._draw_cable(side, cell_bottom + m.cell_height / 2)
        top = cell_bottom + m.cell_height
        side.box(m.cell_length - m.bearing, top, m.cell_length, top + m.spacer, _PRINTED)
        self._draw_holder_section(side, top + m.spacer)
        self._draw_deck_section(side)
        self._draw_stop(side)
        self._draw_screws(side)
        side.across(0, m.cell_length, -16, f"{m.cell_length:g}")
        if m.stop_in:
            side.across(0, m.stop_x, -24, f"{m.stop_x:g}: overload stop, beside nuts")
            side.across(0, m.load_x, -32, f"{m.load_x:g}: middle of cup")
        else:
            side.across(0, m.load_x, -24, f"{m.load_x:g}: middle of cup and overload stop")
        side.up(m.cell_length + 14, 0, cell_bottom, f"{cell_bottom:g}", beside=True)
        side.up(m.cell_length + 14, cell_bottom, top, f"{m.cell_height:g}", beside=True)
        side.up(far + 5, 0, m.deck_posts, f"posts {m.deck_posts:g}", beside=True)
        side.up(far + 5, m.deck_posts, m.deck_posts + m.deck, f"deck {m.deck:g}", beside=True)

    def _draw_screws(self, side: "_View") -> None:
        """The screws of both ends, as long as the shopping list has them, and their middles."""
        m = self.m
        bottom = m.plate + m.pad
        fixed, free = SCREWS[m.fixed_screw], SCREWS[m.free_screw]
        head = bottom + m.cell_height + m.free_grip
        for x in sorted({x for x, _ in m.fixed_holes}):
            low = fixed.head_height
            side.screw(x, low, low + m.fixed_length, fixed.thread)
            side.screw(x, low, low - 0.8 * fixed.head_height, fixed.bare_head)
            side.axis(x, 0, bottom + m.cell_height - 1)
        for x in sorted({x for x, _ in m.end_holes(m.load_x)}):
            side.screw(x, head, head - m.free_length, free.thread)
            side.screw(x, head, head + 0.85 * free.head_height, free.bare_head)
            side.axis(x, head - m.free_length - 1, head + free.head_height)

    def _draw_cable(self, side: "_View", height: float) -> None:
        side.line(((0, height), (-14, height), (-22, 1)), CLOCK, dashes="6 4")
        side.words(-31, -15, "cable: a slack bow,", CLOCK)
        side.words(-31, -18.5, "tied to the base", CLOCK)

    def _draw_holder_section(self, side: "_View", bottom: float) -> None:
        m = self.m
        outer, seat, dish = m.holder_diameter / 2, m.seat / 2, m.dish / 2
        ledge, rim = bottom + m.ledge_top, bottom + m.holder_height
        left_half = ((-outer, rim), (-seat, rim), (-seat, ledge), (-dish, ledge), (-dish, bottom + m.floor))
        outline = (*left_half, *((-x, z) for x, z in reversed(left_half)), (outer, bottom), (-outer, bottom))
        side.shape(tuple((m.load_x + x, z) for x, z in outline), _PRINTED)
        self._draw_cup(side, ledge)
        left = m.load_x - m.deck_hole / 2 - 29
        for height in (bottom, rim):
            side.line(((m.load_x - outer, height), (left - 1, height)), FAINT)
        side.up(left, bottom, rim, f"{m.holder_height:g}")

    def _draw_cup(self, side: "_View", ledge: float) -> None:
        """The cup with the three diameters that are asked for."""
        m, cup = self.m, self.m.cup
        high = ledge + 34
        right = ((cup.stand / 2, ledge), (cup.foot / 2, ledge + m.rim_height), (cup.top / 2, high))
        wall = (*((-x, z) for x, z in reversed(right)), *right)
        side.line(tuple((m.load_x + x, z) for x, z in wall), DATA, dashes="7 5")
        side.across(
            m.load_x - cup.top / 2, m.load_x + cup.top / 2, high + 3, f"top Ø {cup.top:g}", below=False
        )
        foot, stand = f"foot Ø {cup.foot:g}, {m.rim_height:g} above the bottom", f"stands on Ø {cup.stand:g}"
        for half, z, words in ((cup.foot / 2, ledge + m.rim_height, foot), (cup.stand / 2, ledge, stand)):
            side.across(m.load_x - half, m.load_x + half, z + 0.6, words, below=False)

    def _draw_deck_section(self, side: "_View") -> None:
        m = self.m
        low, high, half = m.deck_posts, m.deck_posts + m.deck, m.deck_hole / 2
        side.box(m.load_x - half - 24, low, m.load_x - half, high, _WOOD)
        side.box(m.load_x + half, low, m.load_x + half + 26, high, _WOOD)
        side.words(m.load_x - half - 22, low + 2, "deck")
        side.across(
            m.load_x - half,
            m.load_x + half,
            high + 11,
            f"hole in the deck Ø {m.deck_hole:g}: {m.gap:g} free all round",
            below=False,
        )

    def _draw_stop(self, side: "_View") -> None:
        m = self.m
        half = STOP_THREAD / 2
        side.box(m.stop_x - half, -10, m.stop_x + half, m.plate + m.pad - 0.9, _SCREW)
        side.box(
            m.stop_x - STOP_NUT_ACROSS_FLATS / 2, 0, m.stop_x + STOP_NUT_ACROSS_FLATS / 2, 3.2, "#c4cbd1"
        )
        side.words(m.stop_x - 19, m.plate + 0.6, "M4 stop", INK, size=11)

    def _draw_foot(self, view: "_View") -> None:
        m, part = self.m, self.parts["foot"]
        half, end, screw = m.plate_width / 2, m.cell_length + 8, SCREWS[m.fixed_screw]
        told = f"{screw.name}×{m.fixed_length}: Ø {screw.hole:g}, pocket {screw.head:g} wide"
        self._caption(view.at(-8, half + 9), "foot", part, "from above; pockets and nut from below", told)
        view.region(part, 0.0)
        view.across(-8, end, -half - 8, f"{end + 8:g}")
        marks = [0.0, *sorted({x for x, _ in m.fixed_holes}), m.stop_x]
        for left, right in pairwise(marks):
            view.across(left, right, half + 5, f"{right - left:g}", below=False)
        if m.are_holes_across:
            view.up(
                m.bearing + 8, -m.hole_spacing / 2, m.hole_spacing / 2, f"{m.hole_spacing:g}", beside=True
            )
        view.up(end + 6, -half, half, f"{m.plate_width:g}")
        view.up(-14, 6 - half, half - 6, f"{m.plate_width - 12:g}")
        view.across(-2, end - 6, -half - 16, f"{end - 4:g} between corner screws (Ø 4.5)")

    def _draw_holder(self, view: "_View") -> None:
        m, part = self.m, self.parts["holder"]
        radius, screw = m.holder_diameter / 2, SCREWS[m.free_screw]
        told = f"floor {m.floor:g}; {screw.name}×{m.free_length}: Ø {screw.hole:g}"
        self._caption(view.at(-radius, radius), "holder", part, "from above", told)
        view.region(part, 0.0)
        view.across(-radius, radius, -radius - 8, f"Ø {m.holder_diameter:g}")
        view.across(-m.seat / 2, m.seat / 2, -radius - 16, f"Ø {m.seat:g} for a foot of Ø {m.cup.foot:g}")
        view.across(-m.dish / 2, m.dish / 2, m.dish * 0.28, f"Ø {m.dish:g}", below=False)
        half = m.hole_spacing / 2
        if m.are_holes_across:
            view.up(8, -half, half, f"{m.hole_spacing:g}", beside=True)
        else:
            view.across(-half, half, -8, f"{m.hole_spacing:g}")

    def _draw_spacer(self, view: "_View") -> None:
        m, part = self.m, self.parts["spacer"]
        half = m.cell_width / 2
        self._caption(view.at(-4, m.plate_width / 2 + 9), "spacer", part, f"{m.spacer:g} thick", "")
        view.region(part, 0.0)
        view.across(0, m.bearing, -half - 5, f"{m.bearing:g}")
        view.up(-8, -half, half, f"{m.cell_width:g}")

    def _caption(self, at: Point, name: str, part: Region, more: str, told: str) -> None:
        """Two lines of words above a part."""
        x, y = at[0], at[1] - 36
        weight = grams(part)
        words = f"{more}; {weight:.{0 if weight >= 1 else 1}f} g of PLA"
        self.drawing.text(x, y, name, size=16, bold=True)
        self.drawing.text(x + 12 * len(name) + 8, y, words, size=12, fill=SOFT)
        self.drawing.text(x, y + 18, told, size=12, fill=SOFT)


class _View:
    """Draws millimetres, y upwards, at a place of the sheet."""

    def __init__(self, drawing: Drawing, origin: Point, scale: float) -> None:
        self._drawing = drawing
        self._origin = origin
        self._scale = scale

    def at(self, x: float, y: float) -> Point:
        return (self._origin[0] + self._scale * x, self._origin[1] - self._scale * y)

    def box(self, left: float, low: float, right: float, high: float, fill: str) -> None:
        self.shape(((left, low), (right, low), (right, high), (left, high)), fill)

    def shape(self, outline: tuple[Point, ...], fill: str) -> None:
        self._drawing.path([self.at(*point) for point in outline], fill=fill, weight=1.4, closed=True)

    def screw(self, x: float, start: float, end: float, width: float) -> None:
        """A part of a screw, upright."""
        self.box(x - width / 2, min(start, end), x + width / 2, max(start, end), _SCREW)

    def line(self, points: tuple[Point, ...], colour: str, dashes: str = "") -> None:
        self._drawing.path([self.at(*point) for point in points], line=colour, weight=1.8, dashes=dashes)

    def axis(self, x: float, low: float, high: float) -> None:
        self._drawing.path([self.at(x, low), self.at(x, high)], line=SOFT, weight=1, dashes="9 3 2 3")

    def region(self, region: Region, shift: float) -> None:
        fill = _PRINTED if region.heights else CARD
        if region.heights and region.heights[-1][0] > 0:
            fill = "#bcdde5"
        self.shape(tuple((x + shift, y) for x, y in region.outline), fill)
        for inner in region.inside:
            self.region(inner, shift)

    def words(self, x: float, y: float, words: str, fill: str = INK, size: float = 12) -> None:
        self._drawing.text(*self.at(x, y), words, fill=fill, size=size)

    def across(self, left: float, right: float, y: float, words: str, *, below: bool = True) -> None:
        """A size from left to right, with its words under or over the line."""
        (x1, level), (x2, _) = self.at(left, y), self.at(right, y)
        self._rule((x1, level), (x2, level), (0, 5))
        self._drawing.text(
            (x1 + x2) / 2, level + (16 if below else -5), words, size=11.5, anchor="middle", fill=PIXEL
        )

    def up(self, x: float, low: float, high: float, words: str, *, beside: bool = False) -> None:
        """A size upwards, with its words turned at the left, or upright at the right."""
        (level, y1), (_, y2) = self.at(x, low), self.at(x, high)
        self._rule((level, y1), (level, y2), (5, 0))
        if beside:
            self._drawing.text(level + 10, (y1 + y2) / 2 + 4, words, size=11.5, fill=PIXEL)
        else:
            self._drawing.text(
                level - 5, (y1 + y2) / 2, words, size=11.5, anchor="middle", fill=PIXEL, turned=True
            )

    def _rule(self, start: Point, end: Point, tick: Point) -> None:
        self._drawing.path((start, end), line=PIXEL, weight=1)
        for x, y in (start, end):
            self._drawing.path(((x - tick[0], y - tick[1]), (x + tick[0], y + tick[1])), line=PIXEL, weight=1)
