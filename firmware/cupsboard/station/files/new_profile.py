"""A new board's profile: a few questions, and lines and lights that fit the answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import tomli_w

from cupsboard import profile
from cupsboard.drivers import header_duties
from cupsboard.formats.strict_data import to_plain
from cupsboard.profile import FORMAT, SPI_PIXELS, VERSION, Cell, LineNumbers, Profile, ProfileError
from cupsboard.signs.sentences import languages, read_language

T = TypeVar("T")

_CLOCK, _BUZZER, _BUTTONS = 27, 13, (20, 26)
_DATA = (4, 5, 6, 16, 17, 21, 22, 23, 24, 25, 12, 19, 18, 7, 8, 9, 15, 14, *_BUTTONS)
"""Lines with a second duty that may have to be switched off (SPI, console) come late."""
_BUTTONS_OF_LARGE, _FIRST_LARGE = (2, 3), 9
"""GPIO 2 and 3 have strong pull-ups of their own: right for a button, wrong behind a data line's resistor."""
_BUTTONS_OF_SEATS = (*_BUTTONS, *_BUTTONS_OF_LARGE, 9, 15)
_LARGEST_WITH_SPI = 9
_PWM_PIXELS = 18
_LARGEST = 10
"""Cups a side that the header has lines for."""
_TRIES = 5

Ask = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Seats:
    """A board without sides, for so many players."""

    count: int


def written(board: Profile) -> bytes:
    """Return a board's profile as its file says it, with what its lines ask of the Pi."""
    document = {"format": FORMAT, "version": VERSION, **to_plain(board)}
    # A board has cups or spots, and perhaps no buzzer: what it hasn't, its file doesn't name.
    named = {key: value for key, value in document.items() if value}
    return (_comments(board) + tomli_w.dumps(named)).encode()


def of_answers(answers: Mapping[str, str]) -> Profile:
    """Return the profile for answers by the first word of their question, as "conversions": "80".

    What is not answered is as proposed. Raises ProfileError for an answer that can't be.
    """

    def answer(question: str) -> str:
        # A question that is asked again says why before it.
        return next((said for word, said in answers.items() if f"; {word}" in f"; {question}"), "")

    return answered(answer)


def _comments(board: Profile) -> str:
    """Return what the board's lines ask of the Pi."""
    return "".join(f"# {sentence}\n" for sentence in header_duties.needs(board))


def answered(ask: Ask) -> Profile:
    """Ask for each property of a board, and return the profile that the answers describe.

    An empty answer takes the proposed value. An invalid answer is explained and asked for again. Raises
    ProfileError after five invalid ones.
    """
    usual: int | Seats = 4
    shape = _answer(
        ask,
        f"cups a side, {profile.FEWEST_CUPS} to {_LARGEST}; or for {profile.SPOTS} spots in the middle and a "
        f"tray for each player, 'players {profile.FEWEST_SEATS}' to 'players {profile.MOST_SEATS}'",
        usual,
        _shape,
    )
    board = proposed_for_seats(shape.count) if isinstance(shape, Seats) else proposed(shape)
    buzzer = board.buzzer
    if buzzer is not None and not _answer(ask, "a buzzer, yes or no", True, _yes_or_no):
        buzzer = None
    rate = board.rate_sps
    if not board.spots:
        # Spots want 80.
        rate = _answer(ask, "conversions a second of the cells, 10 or 80", rate, _rate)
    brightness = _answer(
        ask, "brightness of the lights, 0.05 to 1", board.strip.brightness, _between(0.05, 1.0)
    )
    budget = _answer(
        ask,
        "milliamperes that the supply leaves for lights",
        board.strip.current_budget_ma,
        _between(100, 20_000),
    )
    strip = replace(board.strip, brightness=brightness, current_budget_ma=budget)
    name = _answer(ask, "name of the board", board.name, _name)
    board = replace(board, name=name, buzzer=buzzer, rate_sps=rate, strip=strip)
    profile.check(board)
    return board


def proposed(cups: int) -> Profile:
    """A board of a size on the header, with pixels that need no root where there is room. See `check`."""
    if not profile.FEWEST_CUPS <= cups <= _LARGEST:
        raise ProfileError(
            f"cups: {cups} is not between {profile.FEWEST_CUPS} and {_LARGEST}: the header has no more lines"
        )
    board = profile.generated(cups)
    lines = iter(_data_lines(cups))
    has_buzzer = cups <= _LARGEST_WITH_SPI
    board = replace(
        board,
        lines=LineNumbers.GPIO,
        clock=_CLOCK,
        cells=tuple(Cell(cell.place, next(lines)) for cell in board.cells),
        strip=replace(board.strip, line=SPI_PIXELS if cups <= _LARGEST_WITH_SPI else _PWM_PIXELS),
        buttons=_owned(board, _BUTTONS if cups < _FIRST_LARGE else _BUTTONS_OF_LARGE),
        buzzer=_BUZZER if has_buzzer else None,
    )
    profile.check(board)
    return board


def proposed_for_seats(seats: int) -> Profile:
    """A board of spots and trays on the header; six players leave one of its lines free. See `check`."""
    board = profile.generated_for_seats(seats)
    buttons = _owned(board, _BUTTONS_OF_SEATS)
    lines = (line for line in _DATA if line not in buttons.values())
    board = replace(
        board,
        lines=LineNumbers.GPIO,
        clock=_CLOCK,
        cells=tuple(Cell(cell.place, next(lines)) for cell in board.cells),
        strip=replace(board.strip, line=SPI_PIXELS),
        buttons=buttons,
        buzzer=_BUZZER,
    )
    profile.check(board)
    return board


def _owned(board: Profile, lines: Sequence[int]) -> dict[str, int]:
    """A line for each player's button."""
    return dict(zip(board.owners, lines, strict=False))


def _data_lines(cups: int) -> Iterator[int]:
    if cups <= _LARGEST_WITH_SPI:
        yield from _DATA
    else:
        yield from (line for line in (*_DATA, SPI_PIXELS, SPI_PIXELS + 1, _BUZZER) if line != _PWM_PIXELS)


def _answer(ask: Ask, question: str, usual: T, read: Callable[[str], T]) -> T:
    """The answer to a question, asked again while it can't be read."""
    shown = {True: "yes", False: "no"}[usual] if isinstance(usual, bool) else usual
    complaint = ""
    for _ in range(_TRIES):
        said = ask(f"{complaint}{question} [{shown}]: ").strip()
        if not said:
            return usual
        try:
            return read(said)
        except ValueError as fault:
            complaint = f"{said!r} {fault}; "
    raise ProfileError(f"{question}: {complaint}nothing was written; begin again")


def _shape(said: str) -> int | Seats:
    word, _, number = said.partition(" ")
    if word.casefold() != "players":
        return _cups(said)
    seats = _whole(number)
    if not profile.FEWEST_SEATS <= seats <= profile.MOST_SEATS:
        raise ValueError(
            f"is not between {profile.FEWEST_SEATS} and {profile.MOST_SEATS} players, for which the header "
            "has lines"
        )
    return Seats(seats)


def _cups(said: str) -> int:
    cups = _whole(said)
    if not profile.FEWEST_CUPS <= cups <= _LARGEST:
        raise ValueError(
            f"is not between {profile.FEWEST_CUPS} and {_LARGEST}, for which the header has lines"
        )
    return cups


def _rate(said: str) -> int:
    rate = _whole(said)
    if rate not in profile.RATES_SPS:
        raise ValueError("is neither 10 nor 80; see the RATE pin of the HX711")
    return rate


def _whole(said: str) -> int:
    try:
        return int(said)
    except ValueError:
        raise ValueError("is no whole number") from None


def _between(lowest: float, highest: float) -> Callable[[str], float]:
    def read(said: str) -> float:
        try:
            value = float(said.replace(",", "."))
        except ValueError:
            raise ValueError("is no number") from None
        if not lowest <= value <= highest:
            raise ValueError(f"is not between {lowest:g} and {highest:g}")
        return value

    return read


def _yes_or_no(said: str) -> bool:
    word = said.casefold()
    if word in _in_every_language("deeds.yes"):
        return True
    if word in _in_every_language("deeds.no"):
        return False
    raise ValueError("is neither yes nor no")


def _in_every_language(key: str) -> set[str]:
    """The word of a sentence's key in each language, and its first letter."""
    words = (read_language(code).sentences[key] for code in languages())
    return {said for word in words for said in (word, word[0])}


def _name(said: str) -> str:
    if not said.isprintable():
        raise ValueError("holds a character that can't be printed")
    return said
