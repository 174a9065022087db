"""The circuit as a schematic for KiCad: a box a part, with the name of its net at each pin.

Names of nets instead of lines: KiCad checks those and makes a board from them. A sheet of seventy boxes is
not for reading; the picture to read is `drawings.circuit_picture`. The format is that of KiCad 8 and later.
"""

from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from hardware.circuit.netlist import Netlist, Part, Pin, Role

_STEP = 2.54
_BOX, _PIN = 10 * _STEP, 2 * _STEP
_COLUMN, _FIRST = 32 * _STEP, 10 * _STEP
_SHEET_HEIGHT = 320 * _STEP
_TYPES = {
    Role.GIVES: "power_out",
    Role.TAKES: "power_in",
    Role.DRIVES: "output",
    Role.HEARS: "input",
    Role.PULLED_UP: "bidirectional",
    Role.PASSIVE: "passive",
    Role.UNUSED: "no_connect",
}
_FLAG = Pin("1", "fed", Role.GIVES)


LIBRARY_TABLE = (
    '(sym_lib_table (version 7) (lib (name "cups") (type "KiCad") (uri "${KIPRJMOD}/cups.kicad_sym")'
    ' (options "") (descr "")))\n'
)
"""The text of the file `sym-lib-table` beside the schematic: it names `cups.kicad_sym`."""


def project(board: Netlist, name: str) -> dict[str, str]:
    """Return the files of a board's project by name: schematic, symbols, and two that KiCad asks for."""
    title = f"{name} board"
    return {
        f"{name}.kicad_sch": schematic(board, title),
        f"{name}.kicad_pro": "{}\n",
        "cups.kicad_sym": library(board, title),
        "sym-lib-table": LIBRARY_TABLE,
    }


def schematic(board: Netlist, title: str) -> str:
    """Return the schematic of a board as the text of a `.kicad_sch` file."""
    return _Sheet(board, title).text()


def library(board: Netlist, title: str) -> str:
    """Return the symbols of that schematic as the text of the library `cups.kicad_sym`."""
    sheet = _Sheet(board, title)
    symbols = "\n".join(sheet.symbol(part, "") for part in sheet.parts)
    return f'(kicad_symbol_lib (version 20231120) (generator "cupsboard")\n{symbols}\n)\n'


class _Sheet:
    def __init__(self, board: Netlist, title: str) -> None:
        self.board, self.title = board, title
        self.fed = self._fed_nets()
        self.parts = [*board.parts.values(), *self._flags()]

    def _fed_nets(self) -> dict[str, str]:
        """Return for each supply the one pin that counts as its source: KiCad takes two for a conflict."""
        fed: dict[str, str] = {}
        for net, ends in self.board.nets.items():
            for end in ends:
                if self.board.pin(end).role is Role.GIVES:
                    fed.setdefault(net, f"{end.part}.{end.pin}")
        return fed

    def _flags(self) -> Iterator[Part]:
        """A supply that comes through a part, such as the fuse, gets a flag that says so."""
        for net, ends in self.board.nets.items():
            takes = any(self.board.pin(end).role is Role.TAKES for end in ends)
            if takes and net not in self.fed:
                self.fed[net] = f"#FLG-{net}.1"
                yield Part(f"#FLG-{net}", "PWR_FLAG", net, (_FLAG,))

    def text(self) -> str:
        placed = list(self._placed())
        lines = [
            '(kicad_sch (version 20231120) (generator "cupsboard") (generator_version "1.0")',
            f'  (uuid "{self._id("sheet")}") (paper "User" 1200 {_SHEET_HEIGHT:g})',
            f"  (title_block (title {_quoted(self.title)}))",
            "  (lib_symbols",
            *(self.symbol(part, "cups:") for part in self.parts),
            "  )",
            *(line for part, x, y in placed for line in self._instance(part, x, y)),
            '  (sheet_instances (path "/" (page "1")))',
            ")",
        ]
        return "\n".join(lines) + "\n"

    def _placed(self) -> Iterator[tuple[Part, float, float]]:
        x, y = 12 * _STEP, _FIRST
        for part in self.parts:
            height = (len(part.pins) + 4) * _STEP
            if y + height > _SHEET_HEIGHT - _FIRST:
                x, y = x + _COLUMN, _FIRST
            yield part, x, y
            y += height

    def _id(self, name: str) -> str:
        return str(uuid5(NAMESPACE_URL, f"cupsboard:{self.title}:{name}"))

    def _type(self, part: Part, pin: Pin) -> str:
        if pin.role is Role.GIVES and f"{part.name}.{pin.number}" not in self.fed.values():
            return "passive"
        return _TYPES[pin.role]

    def symbol(self, part: Part, prefix: str) -> str:
        """Return the symbol of a part, its name with a prefix: that of its library, or none within it."""
        name, height = _symbol_name(part), len(part.pins) * _STEP
        pins = "\n".join(
            f"        (pin {self._type(part, pin)} line (at {-_PIN:g} {-row * _STEP:g} 0) (length {_PIN:g})"
            f" (name {_quoted(pin.name)} {_FONT}) (number {_quoted(pin.number)} {_FONT}))"
            for row, pin in enumerate(part.pins)
        )
        power = " (power)" if part.value == "PWR_FLAG" else ""
        return (
            f"    (symbol {_quoted(prefix + name)}{power} (in_bom yes) (on_board yes)\n"
            f"{_properties(part, 0, _STEP, '      ')}\n"
            f"      (symbol {_quoted(name + '_1_1')}\n"
            f"        (rectangle (start 0 {_STEP:g}) (end {_BOX:g} {-height:g})"
            " (stroke (width 0.2) (type default)) (fill (type background)))\n"
            f"{pins}))"
        )

    def _instance(self, part: Part, x: float, y: float) -> Iterator[str]:
        pins = " ".join(
            f"(pin {_quoted(pin.number)} (uuid {_quoted(self._id(f'{part.name}.{pin.number}'))}))"
            for pin in part.pins
        )
        yield (
            f"  (symbol (lib_id {_quoted('cups:' + _symbol_name(part))}) (at {x:g} {y:g} 0) (unit 1)"
            f" (in_bom yes) (on_board yes) (uuid {_quoted(self._id(part.name))})\n"
            f"{_properties(part, x, y - _STEP, '    ')}\n    {pins}\n"
            f'    (instances (project "" (path "/{self._id("sheet")}"'
            f" (reference {_quoted(reference(part))}) (unit 1)))))"
        )
        for row, pin in enumerate(part.pins):
            here, level = x - _PIN, y + row * _STEP
            net, own = self._net(part, pin), _quoted(self._id(f"{part.name}-{row}"))
            if net is None:
                yield f"  (no_connect (at {here:g} {level:g}) (uuid {own}))"
            else:
                yield (
                    f"  (global_label {_quoted(net)} (shape passive) (at {here:g} {level:g} 180)"
                    f" (effects (font (size 1 1)) (justify right))"
                    f" (uuid {own}))"
                )

    def _net(self, part: Part, pin: Pin) -> str | None:
        if part.value == "PWR_FLAG":
            return part.at
        return self.board.net_of(part.name, pin.number)


_FONT = "(effects (font (size 1 1)))"


def _properties(part: Part, x: float, y: float, indent: str) -> str:
    words = (("Reference", reference(part)), ("Value", part.value), ("Footprint", ""), ("Datasheet", ""))
    return "\n".join(
        f"{indent}(property {_quoted(name)} {_quoted(value)} (at {x + _BOX / 2:g} {y - 1.3 * (row < 1):g} 0)"
        f" (effects (font (size 1 1)){' hide' if row > 1 else ''}))"
        for row, (name, value) in enumerate(words)
    )


def reference(part: Part) -> str:
    """Return the name in KiCad's form: letters and a number."""
    return (
        part.name if part.name[-1].isdigit() and "-" not in part.name else f"{part.name}_1".replace("-", "_")
    )


def _symbol_name(part: Part) -> str:
    return part.name.replace("#", "").replace("+", "plus").replace(" ", "_")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
