"""The command `cupsboard profile`: what board a profile describes, or what is wrong with it."""

import argparse

from cupsboard import profile
from cupsboard.commands import profile_new
from cupsboard.commands.parsers import add_check, add_commands
from cupsboard.drivers import header_duties
from cupsboard.profile import Profile


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    built_in = ", ".join(profile.built_in_names())
    ways = add_commands(parser)
    checking = add_check(ways, "what board a profile describes", _check)
    checking.add_argument("profile", metavar="PROFILE", help=f"a TOML file, or a built-in board: {built_in}")
    profile_new.add_to(ways)


def _check(asked: argparse.Namespace) -> int:
    board = profile.load(asked.profile)
    print(_board(board))
    if needs := header_duties.needs(board):
        print("on the Pi", *needs, sep="\n  ")
    return 0


def _board(board: Profile) -> str:
    unit = "GPIO" if board.lines is profile.LineNumbers.GPIO else "line"
    strip = board.strip
    if board.cups:
        weighed = "cups, pots and stock trays" if board.has_stock_trays else "cups and pots"
        shape = f"{board.cups} cups a side; {weighed} weighed"
    else:
        shape = f"{board.spots} spots in the middle, {len(board.owners)} players; spots and trays weighed"
    buttons = ", ".join(f"{owner} {unit} {line}" for owner, line in board.buttons.items())
    buzzer = "none" if board.buzzer is None else f"{unit} {board.buzzer}"
    lines = [
        f"{board.name}: {shape}",
        f"cells    {len(board.cells)} at {board.rate_sps} SPS, clock on {unit} {board.clock}",
        *(
            f"  {cell.place:<12} {unit} {cell.line:<3} {_pixels(strip.spans[cell.place].pixels)}"
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
