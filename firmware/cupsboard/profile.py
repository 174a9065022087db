"""A board described once: its places and cells, its lines, its lights. Strictly loaded."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from importlib.resources import files

from cupsboard.formats import file_reading
from cupsboard.formats.strict_data import PlainDataError, from_plain, read_document
from cupsboard.formats.toml_positions import in_file
from cupsboard.rules.places import (
    SEAT_NAMES,
    Place,
    Side,
    board_places,
    cup,
    is_cup,
    side_of,
    stock,
    table_places,
)

FORMAT = "cupsboard-profile"
VERSION = 1
FEWEST_CUPS, MOST_CUPS = 2, 12
FEWEST_SEATS, MOST_SEATS = 2, len(SEAT_NAMES)
SPOTS = 9
"""In the middle of a board without sides, 3 by 3."""
RATES_SPS = (10, 80)
"""Conversions a second that an HX711 can be set to."""
CHIPS_PER_BRANCH = 6
"""HX711 on one output of the clock buffer, at most."""
MOST_PICO_CHIPS = 12
"""HX711 on one Pico: two lines each."""
_RACE_SPS = 80
"""Where hands race for what stands on spots, a tenth of a second is too long to see who was first."""

_ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
_PIXELS_PER_CUP, _PIXELS_PER_POT = 3, 4
_PULLED_UP_AT_BOOT = range(2, 9)
"""BCM2835 ARM Peripherals, table 6-31: GPIO 0 to 8 are pulled up at reset."""
_CONSOLE = 14
SERIAL_LINES = (14, 15)
"""GPIO 14 says and GPIO 15 hears what goes over the header's serial line."""
SPI_PIXELS, _SPI_CLOCK = 10, 11
"""Pixels on GPIO 10 need no root on any Pi; up to the Pi 4 it is the data line of a bus."""


class ProfileError(ValueError):
    """Base of every fault of a profile; the message begins with the place and names the next step."""


class LineNumbers(Enum):
    """What a line number stands for."""

    GPIO = "gpio"
    """A GPIO of the Pi's 40-pin header, 2 to 27 (Broadcom numbers)."""
    ABSTRACT = "abstract"
    """A number that only tells lines apart, 0 to 63: a simulated board."""

    __hash__ = object.__hash__

    @property
    def numbers(self) -> range:
        """The numbers that may be used; GPIO 0 and 1 belong to the HAT's ID memory."""
        return range(2, 28) if self is LineNumbers.GPIO else range(64)


@dataclass(frozen=True, slots=True)
class Cell:
    """A load cell with its amplifier: the place it weighs and its data line."""

    place: Place
    line: int


@dataclass(frozen=True, slots=True)
class PixelSpan:
    """Neighbouring pixels of the strip."""

    first: int
    count: int

    @property
    def pixels(self) -> range:
        """The indices of the pixels."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class Strip:
    """The pixel strip; `order` is the order of the colours on the wire, `brightness` 0 to 1."""

    line: int
    pixel_count: int
    order: str
    brightness: float
    current_budget_ma: float
    spans: Mapping[Place, PixelSpan]

    @property
    def pixels(self) -> dict[Place, range]:
        """The pixel indices of every lit place."""
        return {place: span.pixels for place, span in self.spans.items()}


@dataclass(frozen=True, slots=True)
class Profile:
    """One board: its places and buttons by name, one clock for all cells, their nominal conversions a second.

    Or `pico` names the serial line of a Pico that clocks the chips by itself: there is no clock then, and the
    line of a cell is the number of its chip on the Pico, from 0.
    A board has two sides with `cups` each, or `spots` in the middle with a tray for each who sits round it.
    `buttons` are the players' lines by whose they are: south and north, or one, two and so on.
    """

    name: str
    lines: LineNumbers
    rate_sps: int
    cells: tuple[Cell, ...]
    strip: Strip
    buttons: Mapping[str, int]
    buzzer: int | None = None
    clock: int | None = None
    pico: str | None = None
    cups: int = 0
    spots: int = 0

    @property
    def places(self) -> tuple[Place, ...]:
        """The weighed places in the order of the cells, which is the order of a Frame's readings."""
        return tuple(cell.place for cell in self.cells)

    @property
    def clock_branches(self) -> tuple[tuple[Place, ...], ...]:
        """Which chips hang on which output of the clock buffer: neighbours together.

        Those of a side are, and on a board without sides the spots, and the trays round them. None do where a
        Pico clocks each by itself.
        """
        if self.pico is not None:
            return ()
        branches: list[tuple[Place, ...]] = []
        for first_row in (True, False):
            row = [
                place
                for place in self.places
                if (side_of(place) is Side.SOUTH if self.cups else is_cup(place)) is first_row
            ]
            size = math.ceil(len(row) / math.ceil(len(row) / CHIPS_PER_BRANCH)) if row else 1
            branches += [tuple(row[first : first + size]) for first in range(0, len(row), size)]
        return tuple(branches)

    @property
    def owners(self) -> tuple[str, ...]:
        """Who plays at the board, in their order: each has a button, and a row and a pot or else a tray."""
        return tuple(self.buttons)

    @property
    def needed_places(self) -> tuple[Place, ...]:
        """The places without which nothing can be played on the board."""
        return board_places(self.cups) if self.cups else table_places(self.spots, self.owners)

    @property
    def possible_places(self) -> tuple[Place, ...]:
        """These, and those that may be weighed and lit as well: the stocks of a board with two sides."""
        return (*self.needed_places, *(map(stock, Side) if self.cups else ()))

    @property
    def named_lines(self) -> tuple[tuple[str, int], ...]:
        """Every line that the board uses, with its place in the profile."""
        return (
            *(() if self.clock is None else (("clock", self.clock),)),
            *(self._cell_lines if self.pico is None else (("pico", line) for line in SERIAL_LINES)),
            ("strip.line", self.strip.line),
            *((f"buttons.{owner}", line) for owner, line in self.buttons.items()),
            *(() if self.buzzer is None else (("buzzer", self.buzzer),)),
        )

    @property
    def _cell_lines(self) -> tuple[tuple[str, int], ...]:
        return tuple((f"cells[{index}].line", cell.line) for index, cell in enumerate(self.cells))

    @property
    def clock_line(self) -> int:
        """The clock of all cells. Raises ProfileError where a Pico clocks them."""
        if self.clock is None:
            raise ProfileError("clock: missing, for a Pico clocks the chips; take a profile with a clock")
        return self.clock

    @property
    def has_stock_trays(self) -> bool:
        """Whether the stocks are weighed too."""
        return stock(Side.SOUTH) in self.places


def built_in_names() -> tuple[str, ...]:
    """The boards that come with the package: those with two sides, then those for seats, smallest first."""
    profiles = files("cupsboard").joinpath("profiles").iterdir()
    names = (entry.name.removesuffix(".toml") for entry in profiles if entry.name.endswith(".toml"))
    return tuple(sorted(names, key=_numbers_and_name))


def _numbers_and_name(name: str) -> tuple[list[int], str]:
    return [int(number) for number in re.findall(r"\d+", name)], name


def load(name_or_path: str) -> Profile:
    """The built-in profile of that name, or the one in that file. Raises ProfileError."""
    if name_or_path in built_in_names():
        content = files("cupsboard").joinpath("profiles", f"{name_or_path}.toml").read_bytes()
        return parse(content, f"{name_or_path}.toml")
    try:
        return parse(file_reading.read(name_or_path), name_or_path)
    except OSError as fault:
        raise ProfileError(
            f"{name_or_path or repr('')}: {fault.strerror or fault}; give a profile's file or a built-in "
            f"board: {', '.join(built_in_names())}"
        ) from None


def parse(content: bytes, source: str) -> Profile:
    """The profile in a TOML document; `source` is named in errors. Raises ProfileError."""
    try:
        return from_tables(read_document(content, FORMAT, VERSION))
    except (PlainDataError, ProfileError) as fault:
        raise ProfileError(in_file(source, content, fault)) from None


def from_tables(tables: object) -> Profile:
    """The profile in plain data, as a trace carries it. Raises ProfileError."""
    try:
        profile = from_plain(Profile, tables)
    except PlainDataError as fault:
        raise ProfileError(str(fault)) from None
    check(profile)
    return profile


def generated(cups: int, *, stock_trays: bool = False, rate_sps: int = 10) -> Profile:
    """A board of any size with numbered lines, for the simulator. Raises ProfileError."""
    _within("cups", cups, FEWEST_CUPS, MOST_CUPS, "choose a size in between")
    places = (*board_places(cups), *(map(stock, Side) if stock_trays else ()))
    profile = Profile(
        name=f"2x{cups}" + (" with stock trays" if stock_trays else ""),
        lines=LineNumbers.ABSTRACT,
        clock=5,
        rate_sps=rate_sps,
        cells=tuple(Cell(place, line) for line, place in enumerate(places, start=7)),
        strip=_strip(places),
        buttons={Side.SOUTH.value: 2, Side.NORTH.value: 3},
        buzzer=4,
        cups=cups,
    )
    check(profile)
    return profile


def generated_for_seats(seats: int) -> Profile:
    """A board of nine spots for so many players round it, with numbered lines. Raises ProfileError."""
    _within("seats", seats, FEWEST_SEATS, MOST_SEATS, "choose a number in between")
    owners = SEAT_NAMES[:seats]
    places = table_places(SPOTS, owners)
    profile = Profile(
        name=f"3x3-{seats}",
        lines=LineNumbers.ABSTRACT,
        clock=5,
        rate_sps=_RACE_SPS,
        cells=tuple(Cell(place, line) for line, place in enumerate(places, start=7)),
        strip=_strip(places),
        buttons={owner: line for line, owner in enumerate(owners, start=7 + len(places))},
        buzzer=4,
        spots=SPOTS,
    )
    check(profile)
    return profile


def by_pico(board: Profile, device: str = "/dev/serial0") -> Profile:
    """Return a board with its chips on a Pico at a serial line. Raises ProfileError if there are too many."""
    cells = tuple(Cell(cell.place, chip) for chip, cell in enumerate(board.cells))
    moved = replace(board, clock=None, pico=device, cells=cells)
    check(moved)
    return moved


def one_cell(clock: int, data: int) -> Profile:
    """Return a board of one cell, in the place of South's first cup: nothing can be played on it."""
    return Profile(
        name="one cell",
        lines=LineNumbers.GPIO,
        clock=clock,
        rate_sps=RATES_SPS[0],
        cells=(Cell(cup(Side.SOUTH, 1), data),),
        strip=_strip(()),
        buttons={},
        cups=FEWEST_CUPS,
    )


def _strip(places: Iterable[Place]) -> Strip:
    """One chain along the places."""
    spans: dict[Place, PixelSpan] = {}
    first = 0
    for place in places:
        count = _PIXELS_PER_CUP if is_cup(place) else _PIXELS_PER_POT
        spans[place] = PixelSpan(first, count)
        first += count
    return Strip(6, first, "GRB", brightness=0.5, current_budget_ma=1500.0, spans=spans)


def check(profile: Profile) -> None:
    """Refuse a board that can't be built or played on. Raises ProfileError."""
    if not profile.name.strip():
        raise ProfileError("name: is empty; give the board a name")
    if not profile.name.isprintable():
        raise ProfileError(
            f"name: {profile.name!r} holds a character that can't be printed; use letters, digits and signs"
        )
    _check_shape(profile)
    if profile.rate_sps not in RATES_SPS:
        raise ProfileError(
            f"rate_sps: {profile.rate_sps} is neither 10 nor 80; see the RATE pin of the HX711"
        )
    if profile.spots and profile.rate_sps != _RACE_SPS:
        raise ProfileError(
            f"rate_sps: {profile.rate_sps} is too slow to see who is first at a spot; set the HX711s to 80"
        )
    _check_owners(profile)
    _check_places(profile)
    _check_clock(profile)
    _check_lines(profile)
    _check_strip(profile)


def _check_shape(profile: Profile) -> None:
    if profile.cups and profile.spots:
        raise ProfileError(
            f"spots: {profile.spots} beside {profile.cups} cups a side; leave out one of them: a board has "
            "two sides, or spots in the middle"
        )
    if profile.spots:
        _within("spots", profile.spots, SPOTS, SPOTS, f"a board without sides has {SPOTS}")
    else:
        _within("cups", profile.cups, FEWEST_CUPS, MOST_CUPS, "choose a size in between")


def _check_owners(profile: Profile) -> None:
    """Buttons belong to both sides, or to the first seats in their order."""
    if profile.spots:
        _within("buttons", len(profile.buttons), FEWEST_SEATS, MOST_SEATS, "give each player one")
        wanted = SEAT_NAMES[: len(profile.buttons)]
    else:
        wanted = tuple(side.value for side in Side)
    for owner in profile.buttons:
        if owner not in wanted:
            raise ProfileError(f"buttons.{owner}: nobody of that name plays; write {', '.join(wanted)}")
    for owner in wanted:
        if owner not in profile.buttons:
            raise ProfileError(f"buttons.{owner}: missing; add it")


def _check_places(profile: Profile) -> None:
    seen: dict[Place, int] = {}
    trays = {stock(side) for side in Side}
    for index, place in enumerate(profile.places):
        if place in seen:
            raise ProfileError(
                f"cells[{index}].place: {place} is cells[{seen[place]}] already; give each place one cell"
            )
        if place not in profile.possible_places:
            shape = f"2x{profile.cups} board" if profile.cups else f"board with {profile.spots} spots"
            like = '"south-1", "north-pot" or "south-stock"' if profile.cups else '"spot-1" or "one-tray"'
            raise ProfileError(
                f"cells[{index}].place: {place!r} is no place of a {shape}; use names like {like}"
            )
        seen[place] = index
    if missing := [place for place in profile.needed_places if place not in seen]:
        each = "cup and pot" if profile.cups else "spot and tray"
        raise ProfileError(f"cells: {', '.join(missing)} missing; every {each} needs a cell")
    if len(trays & seen.keys()) == 1:
        raise ProfileError(f"cells: only {', '.join(trays & seen.keys())}; weigh both stocks or none")


def _check_clock(profile: Profile) -> None:
    """Either the Pi clocks the chips, or a Pico does."""
    if profile.pico is None:
        if profile.clock is None:
            raise ProfileError("clock: missing; give the line of the clock, or the serial line of a Pico")
        return
    if profile.clock is not None:
        raise ProfileError("clock: a Pico clocks the chips by itself; leave out clock or pico")
    if not profile.pico.startswith("/"):
        raise ProfileError(f'pico: {profile.pico!r} is no device; write its path, such as "/dev/serial0"')
    for index, (cell, (where, line)) in enumerate(zip(profile.cells, profile._cell_lines, strict=True)):
        if line != index:
            raise ProfileError(f"{where}: {cell.place} is chip {index} on the Pico; write {index}")
    if len(profile.cells) > MOST_PICO_CHIPS:
        raise ProfileError(f"cells: {len(profile.cells)}, and a Pico has lines for {MOST_PICO_CHIPS}")


def _check_lines(profile: Profile) -> None:
    numbers = profile.lines.numbers
    wanted = len(profile.named_lines)
    if wanted > len(numbers):
        raise ProfileError(
            f"lines: {wanted} wanted, but {profile.lines.value} has {len(numbers)}; leave out the buzzer, or "
            "build a smaller board"
        )
    seen: dict[int, str] = {}
    for where, line in profile.named_lines:
        _within(where, line, numbers[0], numbers[-1], f'choose a line of lines = "{profile.lines.value}"')
        if line in seen:
            raise ProfileError(f"{where}: line {line} is {seen[line]} already; give each its own line")
        seen[line] = where
    if profile.lines is LineNumbers.GPIO:
        _check_header(profile)


def _check_header(profile: Profile) -> None:
    """What else the lines of a Pi's header do."""
    for where, line in (("clock", profile.clock), ("buzzer", profile.buzzer)):
        if line in _PULLED_UP_AT_BOOT:
            raise ProfileError(
                f"{where}: GPIO {line} is pulled up while the Pi starts, which holds all chips asleep or "
                "lets the buzzer sound; choose one from 9 on"
            )
    for where, line, what in (
        ("clock", profile.clock, "clock the chips"),
        ("buzzer", profile.buzzer, "sound the buzzer"),
    ):
        if line == _CONSOLE:
            raise ProfileError(
                f"{where}: GPIO {_CONSOLE} carries the start-up messages of the serial console, which would "
                f"{what}; choose another"
            )
    if profile.strip.line == SPI_PIXELS:
        for where, line in profile.named_lines:
            if line == _SPI_CLOCK:
                raise ProfileError(
                    f"{where}: GPIO {_SPI_CLOCK} is the clock of the SPI bus that drives pixels on GPIO "
                    f"{SPI_PIXELS}; leave it free"
                )


def _check_strip(profile: Profile) -> None:
    strip = profile.strip
    _within("strip.pixel_count", strip.pixel_count, 1, 1000, "count the pixels of the strip")
    if strip.order not in _ORDERS:
        raise ProfileError(f"strip.order: {strip.order!r} is not one of {', '.join(_ORDERS)}")
    _within("strip.brightness", strip.brightness, 0.05, 1.0, "darker can't be read, brighter there is none")
    _within(
        "strip.current_budget_ma",
        strip.current_budget_ma,
        100,
        20_000,
        "give what the supply leaves for pixels",
    )
    _check_spans(strip, profile.places, {*profile.possible_places})


def _check_spans(strip: Strip, weighed: Iterable[Place], allowed: set[Place]) -> None:
    owners: dict[int, Place] = {}
    for place, span in strip.spans.items():
        where = f"strip.spans.{place}"
        if place not in allowed:
            raise ProfileError(f"{where}: no such place on this board; remove it")
        _within(f"{where}.first", span.first, 0, strip.pixel_count - 1, "count the pixels from 0")
        _within(f"{where}.count", span.count, 1, strip.pixel_count - span.first, "stay on the strip")
        for pixel in span.pixels:
            if pixel in owners:
                raise ProfileError(
                    f"{where}: pixel {pixel} is {owners[pixel]}'s already; let no spans overlap"
                )
            owners[pixel] = place
    if missing := [place for place in weighed if place not in strip.spans]:
        raise ProfileError(f"strip.spans: {', '.join(missing)} missing; every weighed place needs a light")


def _within(where: str, value: float, lowest: float, highest: float, next_step: str) -> None:
    # Written so that NaN is refused too.
    if not lowest <= value <= highest:
        raise ProfileError(f"{where}: {value} is not between {lowest:g} and {highest:g}; {next_step}")
