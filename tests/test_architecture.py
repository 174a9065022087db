"""Which module may reach which: the walls of the house, followed through the imports to their end."""

import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cupsboard
import cupsclub
import cupsim
import pytest
import studies
from import_graph import Graph, circles, floors, graph, is_within, is_within_any, modules, trespasses

FIRMWARE = Path(cupsboard.__file__).parent
CLUB = Path(cupsclub.__file__).parent
SIMULATOR = Path(cupsim.__file__).parent
STUDIES = Path(studies.__file__).parent
HARDWARE = FIRMWARE.parents[1] / "hardware"


@cache
def sources() -> Mapping[str, Path]:
    """Return the file of each module."""
    return modules(
        {
            "cupsboard": FIRMWARE,
            "cupsclub": CLUB,
            "cupsim": SIMULATOR,
            "studies": STUDIES,
            "hardware": HARDWARE,
        }
    )


@cache
def imports() -> Graph:
    """Return what each module imports; every worker of the tests collects this file, one needs it."""
    return graph(sources())


TOPS = ("cupsboard", "cupsclub", "cupsim", "studies")
"""These hold a docstring and the version."""

UP_TO_SIGNS = ("rules", "engine", "numbers", "scales", "recognition", "referee", "signs")
UP_TO_LOOP = (*UP_TO_SIGNS, "core", "ports", "loop")
UP_TO_SESSION = (*UP_TO_LOOP, "formats", "profile", "storage", "distance", "session")
FIRMWARE_WALLS = {
    "rules": (),
    "formats": (),
    "numbers": (),
    "scales": ("rules", "numbers"),
    "engine": ("rules",),
    "recognition": ("rules", "numbers", "scales"),
    "referee": ("rules", "numbers", "scales", "recognition"),
    "signs": ("rules", "engine", "numbers", "scales", "recognition", "referee"),
    "core": UP_TO_SIGNS,
    "ports": ("rules", "scales.cell_faults", "scales.readings", "referee.edges", "signs.scene"),
    "loop": UP_TO_LOOP,
    "profile": ("rules", "formats"),
    "drivers": (
        *(
            "rules",
            "scales.cell_faults",
            "scales.readings",
            "referee.edges",
            "signs.scene",
            "signs.light_patterns",
            "ports",
        ),
        *("formats", "profile"),
    ),
    "storage": (*UP_TO_LOOP, "formats", "profile", "distance.far_copy"),
    "distance": ("rules", "scales.cell_faults", "scales.readings", "referee.edges", "signs.scene", "ports"),
    "systemd": (*UP_TO_LOOP, "formats", "profile", "storage", "distance.far_copy", "drivers.header_duties"),
    "session": (*UP_TO_LOOP, "formats", "profile", "storage", "distance"),
    "procedures": (*UP_TO_SESSION, "drivers.hx711.cell_health"),
    "web": UP_TO_SESSION,
    "station": (*UP_TO_SESSION, "procedures", "drivers", "systemd", "web"),
    "recognition.likelihood": (
        *("rules", "numbers", "scales.cell_faults", "scales.readings", "scales.calibration", "scales.errors"),
        "recognition.population",
    ),
    "signs.scene": ("rules",),
    "signs.light_patterns": ("rules", "signs.scene"),
}
"""What each room of the firmware may reach beside itself."""

PURE_AT_A_DISTANCE = ("wire", "far_copy", "shared_game", "verdict", "pulse", "follower")
"""The modules of `distance` that know no clock, disk or socket, and no port to one."""

_JUDGING = ("rules", *(f"distance.{name}" for name in PURE_AT_A_DISTANCE))
_CLUB_ROWS = (
    "ratings",
    "store.port",
    "store.members",
    "store.newer",
    "store.offers",
    "store.results",
    "store.calls",
)
_TOLD = tuple(
    f"tournaments.{each}"
    for each in ("entries", "tables", "swiss", "tournament", "rounds", "standings", "judging")
)
"""The modules of `tournaments` that are functions of entries alone."""
CLUB_WALLS = {
    "ratings": (_JUDGING, ()),
    "store": ((*_JUDGING, "formats.private_files"), ("ratings", "tournaments.entries")),
    **dict.fromkeys(_TOLD, (_JUDGING, (*_TOLD, "ratings"))),
    "tournaments": (_JUDGING, (*_CLUB_ROWS, "people", "seats", "store.tournaments")),
    "people": (_JUDGING, (*_CLUB_ROWS,)),
    "clients": (_JUDGING, (*_CLUB_ROWS, "people")),
    "seats": (_JUDGING, (*_CLUB_ROWS, "people")),
    "boards": (_JUDGING, (*_CLUB_ROWS, "people", "seats", "store.tournaments", "tournaments")),
    "writer": (
        _JUDGING,
        (*_CLUB_ROWS, "people", "clients", "seats", "boards", "store.tournaments", "tournaments"),
    ),
    "archive": (_JUDGING, (*_CLUB_ROWS, "people", "seats", "store.tournaments", "tournaments")),
    "web": (
        (*UP_TO_SESSION, "distance", "web"),
        ("ratings", "store", "people", "clients", "seats", "boards", "writer", "archive", "tournaments"),
    ),
}
"""What each room of the club may reach: of the firmware, and of its own beside itself."""

NO_COMMANDS = (*UP_TO_SESSION, "procedures", "drivers")
SIMULATOR_WALLS = {
    "electronics": ((), ()),
    "table": (("rules", "numbers", "scales", "formats.file_reading"), ()),
    "people": (("rules", "engine", "signs.scene", "signs.light_patterns"), ("electronics", "table")),
    "people.king_of_the_cups.strangers": (("rules", "signs.scene"), ("table.king_of_the_cups.deeds",)),
    "runs": (NO_COMMANDS, ("electronics", "table", "people")),
    "page": ((*NO_COMMANDS, "web"), ("electronics", "table", "people", "runs")),
}
"""What each room of the simulator may reach: of the firmware, and of its own beside itself."""

SHARED = ("rates", "page", "tally", "fingerprint", "results")
"""What the studies share, beside their rooms."""
_PLAYED = ("electronics", "table", "people", "runs")
_JUDGED = ("rules", "formats", "numbers", "scales", "recognition")
STUDY_WALLS = {
    "cups": (NO_COMMANDS, _PLAYED, SHARED),
    "calibrations": (NO_COMMANDS, _PLAYED, (*SHARED, "runner", "cups")),
    "as_landed": (NO_COMMANDS, _PLAYED, (*SHARED, "runner")),
    "disks": (NO_COMMANDS, _PLAYED, (*SHARED, "runner")),
    "people": ((*NO_COMMANDS, "web"), (*_PLAYED, "page"), (*SHARED, "runner")),
    "questions": (NO_COMMANDS, _PLAYED, (*SHARED, "runner")),
    "worlds": (_JUDGED, ("runs.worker",), (*SHARED, "runner")),
    "coins": (_JUDGED, ("runs.worker",), (*SHARED, "runner")),
    "recogniser": (_JUDGED, (), ()),
    "runner": (("formats",), ("runs.worker",), SHARED),
    **dict.fromkeys(SHARED, (("formats",), (), SHARED)),
}
"""What each room of the studies may reach: of the firmware, of the simulator, of its own beside itself."""

PURE = ("rules", "numbers", "scales", "recognition", "referee", "signs", "core", "engine")
IMPURE_STANDARD_MODULES = {
    *("asyncio", "concurrent", "ctypes", "io", "logging", "multiprocessing", "os", "pathlib", "selectors"),
    *("shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time"),
    "urllib",
}

CALLING_C = {("cupsboard.engine.core", "ctypes")}
"""What calls a compiled library that is as pure as its layer."""

PI = "cupsboard.drivers.raspberry_pi"
LIBRARY_HOMES = {
    "msgspec": (
        *(
            "cupsboard.formats.strict_data",
            "cupsboard.distance.wire",
            *(f"cupsboard.distance.{each}" for each in ("seat", "membership", "sitting")),
            "cupsim.page.requests",
        ),
        *(
            "cupsclub.store.statements",
            "cupsclub.store.members",
            "cupsclub.store.results",
            "cupsclub.web.club",
            "cupsclub.web.neighbours",
        ),
        *("cupsclub.tournaments.entries", "cupsclub.store.tournaments"),
        "cupsclub.web.tournament_acts",
    ),
    "starlette": ("cupsboard.web", "cupsclub.web", "cupsim.page"),
    "uvicorn": tuple(f"cupsboard.web.{each}" for each in ("server", "connection_limits")),
    "websockets": (
        *("cupsboard.distance.link", "cupsboard.web.server"),
        "cupsboard.station.terminal.running_board",
    ),
    "sqlite3": ("cupsboard.storage.database", "cupsclub.store.sqlite"),
    "psycopg": ("cupsclub.store.postgres",),
    "webauthn": ("cupsclub.web.passkeys",),
    "networkx": ("cupsclub.tournaments.swiss",),
    "aiomqtt": ("cupsboard.station.broker",),
    "segno": ("cupsboard.web.qr_code",),
    "numpy": ("cupsboard.procedures.cups.table_building", "hardware.assembly.mesh_overlaps"),
    "gpiozero": ("cupsboard.drivers", "cupsim.electronics.pins", "hardware"),
    "adafruit_pixelbuf": ("cupsim.electronics.pins",),
    "adafruit_hx711": ("cupsboard.drivers.hx711.adafruit_view",),
    "tomli_w": (
        *("cupsboard.storage", "cupsboard.station.files.new_profile"),
        "cupsboard.procedures.doctor.support_bundle",
    ),
    **dict.fromkeys(("board", "digitalio", "microcontroller", "neopixel", "lgpio", "gpiod"), (PI,)),
}


def ways_over(room: str, allowed: tuple[str, ...]) -> list[str]:
    """How a room reaches what it may not, import by import."""

    def is_allowed(module: str) -> bool:
        is_room = is_within_any(module, (*TOPS, "hardware")) and module not in TOPS
        return not is_room or is_within(module, room) or is_within_any(module, allowed)

    inside = [module for module in imports() if is_within(module, room)]
    assert inside, f"{room} is empty"
    return [" > ".join(way) for way in trespasses(imports(), inside, is_allowed)]


def firmware(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"cupsboard.{name}" for name in names)


def simulator(names: tuple[str, ...]) -> tuple[str, ...]:
    return (*(f"cupsim.{name}" for name in names), "cupsim.errors")


@pytest.mark.parametrize("room", FIRMWARE_WALLS)
def test_a_room_of_the_firmware_reaches_only_what_lies_below_it(room: str) -> None:
    assert ways_over(f"cupsboard.{room}", firmware(FIRMWARE_WALLS[room])) == []


@pytest.mark.parametrize("room", CLUB_WALLS)
def test_a_room_of_the_club_reaches_only_what_lies_below_it(room: str) -> None:
    of_firmware, of_club = CLUB_WALLS[room]
    allowed = (*firmware(of_firmware), *(f"cupsclub.{each}" for each in of_club))
    assert ways_over(f"cupsclub.{room}", allowed) == []


@pytest.mark.parametrize("module", PURE_AT_A_DISTANCE)
def test_what_is_pure_at_a_distance_reaches_the_rules_alone(module: str) -> None:
    beside = (f"distance.{each}" for each in PURE_AT_A_DISTANCE)
    assert ways_over(f"cupsboard.distance.{module}", firmware(("rules", *beside))) == []


@pytest.mark.parametrize("room", SIMULATOR_WALLS)
def test_a_room_of_the_simulator_reaches_only_what_lies_below_it(room: str) -> None:
    of_firmware, of_simulator = SIMULATOR_WALLS[room]
    assert ways_over(f"cupsim.{room}", firmware(of_firmware) + simulator(of_simulator)) == []


@pytest.mark.parametrize("room", STUDY_WALLS)
def test_a_room_of_the_studies_reaches_only_what_lies_below_it(room: str) -> None:
    of_firmware, of_simulator, of_studies = STUDY_WALLS[room]
    allowed = (*firmware(of_firmware), *simulator(of_simulator), *(f"studies.{each}" for each in of_studies))
    assert ways_over(f"studies.{room}", allowed) == []


def test_every_room_has_its_wall() -> None:
    rooms = {module.split(".")[1] for module in imports() if module.startswith("cupsboard.")}
    assert rooms - FIRMWARE_WALLS.keys() == {"commands", "__main__"}
    rooms = {module.split(".")[1] for module in imports() if module.startswith("cupsclub.")}
    assert rooms - CLUB_WALLS.keys() == {"commands", "__main__"}
    rooms = {module.split(".")[1] for module in imports() if module.startswith("cupsim.")}
    assert rooms - SIMULATOR_WALLS.keys() == {"commands", "errors", "__main__"}
    rooms = {module.split(".")[1] for module in imports() if module.startswith("studies.")}
    assert rooms - STUDY_WALLS.keys() == {"commands", "__main__"}


def test_the_firmware_never_reaches_the_simulator_nor_the_drawings() -> None:
    # `cupsboard play --invite` begins a club on the board itself.
    ways = ways_over("cupsboard", tuple(each for each in imports() if is_within(each, "cupsclub")))
    assert ways == []


def test_a_command_of_the_firmware_alone_begins_a_club() -> None:
    found = {
        module
        for module, imported in imports().items()
        if is_within(module, "cupsboard") and any(is_within(each, "cupsclub") for each in imported)
    }
    assert found == {"cupsboard.commands.play"}


def test_nothing_that_is_installed_reaches_the_studies() -> None:
    wheel = {each for each in imports() if is_within_any(each, ("cupsboard", "cupsclub", "cupsim"))}
    assert [each for each in wheel if any(is_within(other, "studies") for other in imports()[each])] == []


def test_neither_studies_nor_drawings_are_installed() -> None:
    root = HARDWARE.parent
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    (packages,) = project["tool"]["hatch"]["build"]["targets"]["wheel"].values()
    folders = {folder.name for package in packages for folder in (root / package).glob("**/")}
    assert {"cupsboard", "cupsclub", "cupsim"} <= folders
    assert not {STUDIES.name, HARDWARE.name} & folders
    programs = {program.partition(".")[0] for program in project["project"]["scripts"].values()}
    assert programs <= {Path(package).name for package in packages}


def test_only_commands_reach_commands() -> None:
    programs = (*(f"{top}.__main__" for top in TOPS), "studies.commands")
    found = {
        module
        for module, imported in imports().items()
        if any(is_within(each, "cupsboard.commands") for each in imported)
        and not is_within_any(
            module, ("cupsboard.commands", "cupsclub.commands", "cupsim.commands", *programs)
        )
    }
    assert found == set()


def test_the_station_is_begun_by_commands_alone() -> None:
    found = {
        module
        for module, imported in imports().items()
        if any(is_within(each, "cupsboard.station") for each in imported)
        and not is_within_any(module, ("cupsboard.station", *(f"{top}.commands" for top in TOPS)))
    }
    assert found == {"hardware.checks.__main__"}


def test_the_station_knows_no_words_of_a_command() -> None:
    inside = [module for module in imports() if is_within(module, "cupsboard.station")]
    assert [module for module in inside if "argparse" in imports()[module]] == []
    assert [module for module in inside if "Namespace" in sources()[module].read_text("utf-8")] == []


def test_commands_are_few_files_on_few_floors() -> None:
    assert len([module for module in imports() if is_within(module, "cupsboard.commands")]) <= 40
    assert floors(imports(), "cupsboard.commands") <= 3


def test_the_sub_packages_of_procedures_are_no_sisters() -> None:
    top = {
        module for module in imports() if is_within(module, "cupsboard.procedures") and module.count(".") == 2
    }
    shared = tuple(module for module in top if not any(each.startswith(f"{module}.") for each in imports()))
    allowed = (*firmware(FIRMWARE_WALLS["procedures"]), *shared)
    assert ways_over("cupsboard.procedures.beans", allowed) == []
    assert ways_over("cupsboard.procedures.calibration", (*allowed, "cupsboard.procedures.beans")) == []
    assert ways_over("cupsboard.procedures.doctor", allowed) == []


def test_no_imports_run_in_a_circle() -> None:
    assert circles(imports()) == []


@pytest.mark.parametrize("layer", PURE)
def test_a_pure_layer_uses_pure_standard_modules_only(layer: str) -> None:
    wrong = {
        (module, each)
        for module, imported in imports().items()
        if is_within(module, f"cupsboard.{layer}")
        for each in imported
        if not is_within(each, "cupsboard")
        and (
            each.partition(".")[0] not in sys.stdlib_module_names
            or each.partition(".")[0] in IMPURE_STANDARD_MODULES
        )
    }
    assert wrong - CALLING_C == set()


@pytest.mark.parametrize("library", LIBRARY_HOMES)
def test_a_library_is_imported_only_in_its_home(library: str) -> None:
    found = {
        module
        for module, imported in imports().items()
        if any(is_within(each, library) for each in imported)
        and not is_within_any(module, LIBRARY_HOMES[library])
    }
    assert found == set()


HEARTS = {"king_of_the_cups": ("core.grabs",)}
"""The heart of a game that shares it with no other yet."""


@pytest.mark.parametrize("game", ["cups", "coin_duel", "king_of_the_cups"])
def test_a_game_is_reached_through_the_registry_alone(game: str) -> None:
    rooms = firmware(
        (
            *(f"rules.{game}", "rules.games", f"engine.{game}"),
            *(f"referee.{game}", f"signs.{game}", f"web.{game}", *HEARTS.get(game, ())),
        )
    ) + tuple(f"cupsim.{wing}.{game}" for wing in ("table", "people", "runs", "page"))
    found = {
        module
        for module, imported in imports().items()
        if any(is_within(each, f"cupsboard.rules.{game}") for each in imported)
        and not is_within_any(module, rooms)
    }
    assert found == set()


@pytest.mark.parametrize("game", ["cups", "coin_duel"])
def test_an_engine_of_a_game_is_reached_through_the_registry_alone(game: str) -> None:
    found = {
        module
        for module, imported in imports().items()
        if any(is_within(each, f"cupsboard.engine.{game}") for each in imported)
        and not is_within_any(module, firmware((f"engine.{game}", "engine.engines", f"procedures.{game}")))
    }
    assert found == set()


@pytest.mark.parametrize("package", TOPS)
def test_the_top_of_a_package_has_few_rooms(package: str) -> None:
    rooms = {module.split(".")[1] for module in imports() if module.startswith(f"{package}.")}
    assert len(rooms) <= {"cupsboard": 22, "cupsclub": 12, "cupsim": 9, "studies": 17}[package]


def test_modules_stay_small_enough_to_hold_one_idea() -> None:
    lengths = {
        path: len(path.read_text("utf-8").splitlines())
        for folder in (FIRMWARE, CLUB, SIMULATOR, STUDIES)
        for path in folder.rglob("*.py")
    }
    assert {path: length for path, length in lengths.items() if length > 600} == {}


def test_a_back_door_is_found_with_the_import_that_opens_it() -> None:
    imports = {
        "house.scales": frozenset({"house.ports"}),
        "house.ports": frozenset({"house.scene"}),
        "house.scene": frozenset[str](),
    }
    ways = trespasses(imports, ["house.scales"], lambda module: module != "house.scene")
    assert list(ways) == [("house.scales", "house.ports", "house.scene")]


def test_the_floors_of_a_package_are_counted_along_its_longest_chain() -> None:
    imports = {
        "house": frozenset[str](),
        "house.attic": frozenset({"house", "house.hall", "house.cellar", "garden"}),
        "house.hall": frozenset({"house.cellar"}),
        "house.cellar": frozenset({"garden"}),
        "garden": frozenset[str](),
    }
    assert floors(imports, "house") == 3


def test_a_circle_is_found() -> None:
    imports = {"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset({"a"})}
    assert len(circles(imports)) == 3
