"""The command `cupsboard profile new`: a few questions, and a profile with lines and lights for them."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import tomli_w

from cupsboard import profile
from cupsboard.plain import to_plain
from cupsboard.profile import FORMAT, SPI_PIXELS, VERSION, ButtonLines, Cell, Lines, Profile, ProfileError
from cupsboard.typed_line import typed_line

T = TypeVar("T")

_CLOCK, _BUZZER, _BUTTONS = 27, 13, (20, 26)
_DATA = (4, 5, 6, 16, 17, 21, 22, 23, 24, 25, 12, 19, 18, 7, 8, 9, 15, 14, 3, 2)
"""Lines with a second duty that may have to be switched off (SPI, console, I2C) come last."""
_LARGEST_WITH_SPI = 9
_PWM_PIXELS = 18
_LARGEST = 10
"""Cups a side that the header has lines for."""

Ask = Callable[[str], str]


def add_parser(looks: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `cupsboard profile`."""
    told = "ask a few questions and write a profile with lines and lights chosen for the answers"
    parser = looks.add_parser("new", help=told, description=f"{told.capitalize()}.", allow_abbrev=False)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the TOML file to write; it must not exist yet"
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    path: Path = asked.file
    if path.exists():
        raise _existing(path)
    board = answered(_input)
    document = {"format": FORMAT, "version": VERSION, **to_plain(board)}
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            tomli_w.dump({key: value for key, value in document.items() if value is not None}, file)
    except FileExistsError:
        raise _existing(path) from None
    print(f"written: {path}; see the wiring with `cupsboard profile check {path}`")
    return 0


def _existing(path: Path) -> ProfileError:
    return ProfileError(f"{path}: exists already; choose another name, or remove it first")


def answered(ask: Ask) -> Profile:
    """The board that the answers describe; an empty answer takes what is proposed. Raises ProfileError."""
    cups = _answer(ask, f"cups a side, {profile.FEWEST_CUPS} to {_LARGEST}", 4, int)
    board = proposed(cups)
    buzzer = board.buzzer
    if buzzer is not None and not _answer(ask, "a buzzer, yes or no", "yes", str).startswith("y"):
        buzzer = None
    rate = _answer(ask, "conversions a second of the cells, 10 or 80", 10, int)
    brightness = _answer(ask, "brightness of the lights, 0.05 to 1", board.strip.brightness, float)
    budget = _answer(
        ask, "milliamperes that the supply leaves for lights", board.strip.current_budget_ma, float
    )
    strip = replace(board.strip, brightness=brightness, current_budget_ma=budget)
    board = replace(
        board,
        name=_answer(ask, "name of the board", board.name, str),
        buzzer=buzzer,
        rate_sps=rate,
        strip=strip,
    )
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
        lines=Lines.GPIO,
        clock=_CLOCK,
        cells=tuple(Cell(cell.place, next(lines)) for cell in board.cells),
        strip=replace(board.strip, line=SPI_PIXELS if cups <= _LARGEST_WITH_SPI else _PWM_PIXELS),
        buttons=ButtonLines(*_BUTTONS),
        buzzer=_BUZZER if has_buzzer else None,
    )
    profile.check(board)
    return board


def _data_lines(cups: int) -> Iterator[int]:
    if cups <= _LARGEST_WITH_SPI:
        yield from _DATA
    else:
        yield from (line for line in (*_DATA, SPI_PIXELS, SPI_PIXELS + 1, _BUZZER) if line != _PWM_PIXELS)


def _answer(ask: Ask, question: str, usual: T, read: Callable[[str], T]) -> T:
    said = ask(f"{question} [{usual}]: ").strip()
    if not said:
        return usual
    try:
        return read(said)
    except ValueError:
        raise ProfileError(f"{question}: {said!r} is no such answer; begin again") from None


def _input(question: str) -> str:
    said = typed_line(question)
    if said is None:
        print()
        raise ProfileError(
            "the input ended before all questions were answered, nothing was written; answer them at a "
            "terminal (an empty line takes what is proposed)"
        )
    return said
