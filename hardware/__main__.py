"""`python -m hardware`: draw the pages of the ready boards, or make the parts for a printer."""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cupsboard import profile
from cupsboard.profile import ProfileError

from hardware.circuit.kicad import project
from hardware.circuit.netlist import netlist
from hardware.drawings.pages import all_pages, wires_csv
from hardware.drawings.plate_picture import deck_picture
from hardware.drawings.wiring_poster import wiring_poster
from hardware.ordering.parts_list import LIST_CELLS, ONE_SUPPLY, USUAL
from hardware.parts.ballast_cup import BallastCup, cups_to_print
from hardware.parts.cells import CELLS, USUAL_CELL, cell
from hardware.parts.deck import POT, Deck, deck_drawing
from hardware.parts.electronics import Electronics
from hardware.parts.mount import Cup, Measures, MountError, holder, parts, printed_cup
from hardware.parts.mount_drawing import mount_drawing
from hardware.parts.solid import binary_stl, surface
from hardware.parts.table import Table
from hardware.plans import plates
from hardware.plans.dxf import dxf
from hardware.plans.pdf import pdf

BOARDS = Path(__file__).parent / "boards"
REFUSED = 2
_STAND_LESS = 4.0
_OF_THE_CELL = (
    "cell_length",
    "cell_width",
    "cell_height",
    "hole_edge",
    "hole_spacing",
    "fixed_screw",
    "free_screw",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    try:
        written: list[Path] = asked.command(asked)
    except MountError as fault:
        print(f"hardware: {_by_options(str(fault))}", file=sys.stderr)
        return REFUSED
    except (ProfileError, OSError) as fault:
        print(f"hardware: {fault}", file=sys.stderr)
        return REFUSED
    for path in written:
        print(path)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    drawing = commands.add_parser("draw", help="write the pages and pictures of the ready boards anew")
    drawing.set_defaults(command=_draw)
    _add_print(commands)
    _add_cups(commands)
    _add_kicad(commands)
    return parser


def _add_print(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    printing = commands.add_parser(
        "print",
        help="write STL files and drawings for your cups and cells; millimetres",
        description="Write STL files and drawings for your cups and cells. All measures in millimetres.",
        allow_abbrev=False,
    )
    printing.set_defaults(command=_print)
    printing.add_argument("--to", type=Path, default=Path("parts"), metavar="FOLDER", help="default: parts")
    printing.add_argument("--board", default="2x4", help="profile whose deck is drawn; default: 2x4")
    for cup in (Measures().cup, POT):
        for option, says in (
            (f"--{cup.name}", f"diameter of a {cup.name} 5 mm above its bottom; default: {cup.foot:g}"),
            (f"--{cup.name}-top", f"its diameter where it is widest; default: {cup.top:g}"),
            (
                f"--{cup.name}-stand",
                f"diameter of the ring or bottom that it stands on; default: {_STAND_LESS:g} less than "
                f"--{cup.name}",
            ),
        ):
            printing.add_argument(option, type=float, metavar="MM", help=says)
    printing.add_argument("--pitch", type=float, metavar="MM", help="from cup to cup, if more than needed")
    printing.add_argument(
        "--list", default=USUAL, choices=tuple(LIST_CELLS), help=f"list of parts you buy by; default: {USUAL}"
    )
    known = "; ".join(f"{name}: {each.what}" for name, each in CELLS.items())
    printing.add_argument("--cell", help=f"{known}; default: that of --list")
    for option, says in (
        ("--cell-length", "of the bar"),
        ("--cell-width", "of the bar"),
        ("--cell-height", "of the bar"),
        ("--hole-edge", "from the end of the cell to the middle of its first hole, along the bar"),
        ("--hole-spacing", "from the first to the second hole of one end"),
    ):
        printing.add_argument(option, type=float, metavar="MM", help=f"{says}; default: that of --cell")
    for option in ("--fixed-screw", "--free-screw"):
        printing.add_argument(option, help="M3, M4 or M5; default: that of --cell")


def _add_kicad(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    says = "write the circuit of a board as a project for KiCad 8 or later"
    writing = commands.add_parser("kicad", help=says, description=f"{says.capitalize()}.", allow_abbrev=False)
    writing.set_defaults(command=_kicad)
    writing.add_argument("--to", type=Path, default=Path("kicad"), metavar="FOLDER", help="default: kicad")
    writing.add_argument("--board", default="2x4", help="profile, by name or file; default: 2x4")


def _add_cups(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    usual = BallastCup()
    says = "write STL files of cups with a pocket for ballast, one for each symbol; millimetres and grams"
    printing = commands.add_parser("cups", help=says, description=f"{says.capitalize()}.", allow_abbrev=False)
    printing.set_defaults(command=_print_cups)
    printing.add_argument("--to", type=Path, default=Path("parts"), metavar="FOLDER", help="default: parts")
    printing.add_argument(
        "--ballast",
        type=float,
        default=0.0,
        metavar="GRAMS",
        help="the most that a pocket must take, of steel",
    )
    for option, name, what in (
        ("--mouth", "mouth", "outer diameter"),
        ("--height", "height", "height"),
        ("--pocket", "pocket", "inner diameter of the pocket"),
        ("--pocket-depth", "pocket_depth", "its depth"),
    ):
        value: float = getattr(usual, name)
        printing.add_argument(
            option, type=float, default=value, metavar="MM", help=f"{what}; default: {value:g}"
        )


def _by_options(words: str) -> str:
    """The same words with every measure called by the option that gives it."""
    fields = "|".join((*_OF_THE_CELL, "(?:cup|pot)_(?:foot|stand|top)"))
    return re.sub(
        rf"\b(?:{fields})\b", lambda found: f"--{found[0].removesuffix('_foot').replace('_', '-')}", words
    )


def _draw(_: argparse.Namespace) -> list[Path]:
    BOARDS.mkdir(exist_ok=True)
    return [_write(BOARDS / name, text.encode()) for name, text in all_pages().items()]


def _print(asked: argparse.Namespace) -> list[Path]:
    given = {name: getattr(asked, name) for name in _OF_THE_CELL if getattr(asked, name) is not None}
    measures = replace(cell(asked.cell or LIST_CELLS[asked.list]), cup=_cup(asked, Measures().cup), **given)
    board = profile.load(asked.board)
    layout = _layout(asked, board, measures)
    if conflicts := Electronics(board, layout).conflicts():
        raise MountError(
            f"{board.name}: with these measures {conflicts[0]} on the base board; take the usual cell "
            f"(--cell {USUAL_CELL}), or cups of the usual size"
        )
    solids, one_supply = parts(measures), asked.list in ONE_SUPPLY
    drawings = {
        "mount.svg": mount_drawing(measures),
        "wires.csv": wires_csv(board, layout, one_supply=one_supply),
    }
    if isinstance(layout, Deck):
        solids["pot-holder"] = holder(layout.pot_measures)
        solids |= {each.name: printed_cup(each) for each in (measures.cup, layout.pot)}
        drawings["deck.svg"] = deck_drawing(board, layout)
        drawings["poster.svg"] = wiring_poster(board, layout, one_supply=one_supply)
    else:
        drawings["deck.svg"] = deck_picture(board, layout)
    folder: Path = asked.to
    folder.mkdir(parents=True, exist_ok=True)
    files = {f"{name}.stl": binary_stl(name, surface(solid)) for name, solid in solids.items()}
    files |= {name: text.encode() for name, text in drawings.items()}
    for plate in (plates.base(board, layout), plates.deck(board, layout)):
        files[f"{plate.kind}.dxf"] = dxf(plate).encode()
        files[f"{plate.kind}.pdf"] = pdf(plate)
    return [_write(folder / name, content) for name, content in files.items()]


def _layout(asked: argparse.Namespace, board: profile.Profile, measures: Measures) -> Deck | Table:
    if not board.cups:
        measures.check()
        return Table.of(board, measures)
    deck = Deck(board.cups, measures, _cup(asked, POT), asked.pitch)
    deck.check()
    return deck


def _kicad(asked: argparse.Namespace) -> list[Path]:
    board = profile.load(asked.board)
    folder: Path = asked.to
    folder.mkdir(parents=True, exist_ok=True)
    files = project(netlist(board), board.name)
    return [_write(folder / name, text.encode()) for name, text in files.items()]


def _print_cups(asked: argparse.Namespace) -> list[Path]:
    cup = replace(
        BallastCup(),
        mouth=asked.mouth,
        height=asked.height,
        pocket=asked.pocket,
        pocket_depth=asked.pocket_depth,
    )
    solids = cups_to_print(cup, asked.ballast)
    folder: Path = asked.to
    folder.mkdir(parents=True, exist_ok=True)
    return [
        _write(folder / f"{name}.stl", binary_stl(name, surface(solid))) for name, solid in solids.items()
    ]


def _cup(asked: argparse.Namespace, usual: Cup) -> Cup:
    """The three diameters that were given. Raises MountError where one of the first two is missing."""
    name = usual.name
    foot, top, stand = (getattr(asked, key) for key in (name, f"{name}_top", f"{name}_stand"))
    if foot is None and top is None and stand is None:
        return usual
    if foot is None or top is None:
        raise MountError(
            f"{name}: give both --{name} (5 mm above its bottom) and --{name}-top (where it is widest); "
            f"{name}s that flare need room above the deck"
        )
    return Cup(name, foot, foot - _STAND_LESS if stand is None else stand, top)


def _write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    sys.exit(main())
