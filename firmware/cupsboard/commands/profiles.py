"""The command `cupsboard setup profile`: what board a profile describes, and a new one from a few answers."""

import argparse
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.drivers import header_duties
from cupsboard.profile import Profile, ProfileError
from cupsboard.station.files.new_profile import answered, written
from cupsboard.station.terminal.console import typed_line


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    built_in = ", ".join(profile.built_in_names())
    ways = add_commands(parser)
    told = "Show what board a profile describes, or what is wrong with it."
    checking = add_command(ways, "check", told, f"{told} Exit code 2: the file can't be used.")
    checking.add_argument("profile", metavar="PROFILE", help=f"a TOML file, or a built-in board: {built_in}")
    checking.set_defaults(command=_check)
    told = "ask a few questions, and write a profile with lines and lights that fit the answers"
    asking = add_command(ways, "new", told, f"{told.capitalize()}.")
    asking.add_argument("file", type=Path, metavar="FILE", help="TOML file to write; it must not exist yet")
    asking.set_defaults(command=_new)


def _check(asked: argparse.Namespace) -> int:
    board = profile.load(asked.profile)
    print(_board(board))
    if needs := header_duties.needs(board):
        print("on the Pi", *needs, sep="\n  ")
    return 0


def _board(board: Profile) -> str:
    unit = "GPIO" if board.lines is profile.LineNumbers.GPIO else "line"
    strip = board.strip
    by_pico = board.pico is not None
    chip, clocked = (
        ("chip", f"clocked by a Pico at {board.pico}")
        if by_pico
        else (unit, f"clock on {unit} {board.clock}")
    )
    if board.cups:
        weighed = "cups, pots and stock trays" if board.has_stock_trays else "cups and pots"
        shape = f"{board.cups} cups a side; {weighed} weighed"
    else:
        shape = f"{board.spots} spots in the middle, {len(board.owners)} players; spots and trays weighed"
    buttons = ", ".join(f"{owner} {unit} {line}" for owner, line in board.buttons.items())
    buzzer = "none" if board.buzzer is None else f"{unit} {board.buzzer}"
    lines = [
        f"{board.name}: {shape}",
        f"cells    {len(board.cells)} at {board.rate_sps} SPS, {clocked}",
        *(
            f"  {cell.place:<12} {chip} {cell.line:<3} {_pixels(strip.spans[cell.place].pixels)}"
            for cell in board.cells
        ),
        f"pixels   {strip.pixel_count} ({strip.order}) on {unit} {strip.line}",
        f"  brightness {strip.brightness:g}, at most {strip.current_budget_ma:.0f} mA",
        f"buttons  {buttons}",
        f"buzzer   {buzzer}",
    ]
    return "\n".join(lines)


def _pixels(span: range) -> str:
    return f"pixel {span[0]}" if len(span) == 1 else f"pixels {span[0]} to {span[-1]}"


def _new(asked: argparse.Namespace) -> int:
    path: Path = asked.file
    if path.exists():
        raise _existing(path)
    board = answered(_input)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(written(board))
    except FileExistsError:
        raise _existing(path) from None
    print(f"written: {path}; see the wiring with `cupsboard setup profile check {path}`")
    return 0


def _existing(path: Path) -> ProfileError:
    return ProfileError(f"{path}: exists already; choose another name, or remove it first")


def _input(question: str) -> str:
    said = typed_line(question)
    if said is None:
        print()
        raise ProfileError(
            "the input ended before all questions were answered, nothing was written; answer them at a "
            "terminal (an empty line takes what is proposed)"
        )
    return said
