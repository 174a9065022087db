"""`python -m hardware`: draw the pages of the ready boards, or make the parts for a printer."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cupsboard import profile
from cupsboard.profile import ProfileError

from hardware.deck import POT_BOTTOM, Deck, deck_drawing
from hardware.mount import Measures, MountError, holder, parts
from hardware.mount_drawing import mount_drawing
from hardware.pages import all_pages
from hardware.solid import binary_stl, surface

BOARDS = Path(__file__).parent / "boards"
REFUSED = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    try:
        written: list[Path] = asked.command(asked)
    except (MountError, ProfileError, OSError) as fault:
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
    usual = Measures()
    printing = commands.add_parser(
        "print", help="write STL files and drawings for your cups and cells; millimetres"
    )
    printing.set_defaults(command=_print)
    printing.add_argument("--to", type=Path, default=Path("parts"), metavar="FOLDER", help="default: parts")
    printing.add_argument("--board", default="2x4", help="profile whose deck is drawn; default: 2x4")
    for name, usually, says in (
        ("--cup", usual.cup_bottom, "diameter of a cup where it stands"),
        ("--pot", POT_BOTTOM, "diameter of a pot where it stands"),
        ("--cell-length", usual.cell_length, "of the bar"),
        ("--cell-width", usual.cell_width, "of the bar"),
        ("--cell-height", usual.cell_height, "of the bar"),
        ("--hole-edge", usual.hole_edge, "from the end of the cell to the middle of its first hole"),
        ("--hole-spacing", usual.hole_spacing, "from the first to the second hole of one end"),
    ):
        printing.add_argument(
            name, type=float, default=usually, metavar="MM", help=f"{says}; default: {usually:g}"
        )
    printing.add_argument("--fixed-screw", default=usual.fixed_screw, help="M3, M4 or M5; default: M5")
    printing.add_argument("--free-screw", default=usual.free_screw, help="M3, M4 or M5; default: M4")
    return parser


def _draw(_: argparse.Namespace) -> list[Path]:
    BOARDS.mkdir(exist_ok=True)
    return [_write(BOARDS / name, text.encode()) for name, text in all_pages().items()]


def _print(asked: argparse.Namespace) -> list[Path]:
    measures = Measures(
        cup_bottom=asked.cup,
        cell_length=asked.cell_length,
        cell_width=asked.cell_width,
        cell_height=asked.cell_height,
        hole_edge=asked.hole_edge,
        hole_spacing=asked.hole_spacing,
        fixed_screw=asked.fixed_screw,
        free_screw=asked.free_screw,
    )
    board = profile.load(asked.board)
    deck = Deck(board.cups, measures, asked.pot)
    solids = parts(measures)
    deck.pot_measures.check()
    solids["pot-holder"] = holder(deck.pot_measures)
    folder: Path = asked.to
    folder.mkdir(parents=True, exist_ok=True)
    files = {f"{name}.stl": binary_stl(name, surface(solid)) for name, solid in solids.items()}
    files["mount.svg"] = mount_drawing(measures).encode()
    files["deck.svg"] = deck_drawing(board, deck).encode()
    return [_write(folder / name, content) for name, content in files.items()]


def _write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    sys.exit(main())
