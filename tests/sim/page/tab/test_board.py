"""A board in a tab answers as a served one does, with its engine and programs in a helper beside it."""

import asyncio
import json
import tracemalloc
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import played_games
import pytest
from cupsboard.drivers.files import Files
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import Limit
from cupsboard.ports import Gone
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.session import analysis_worker
from cupsboard.session.engine_process import EngineProcess
from cupsboard.storage.games import Game
from cupsboard.storage.judgements import Judged
from cupsboard.web import analysis, careers, hint, puzzles
from cupsim.page import timeline_worker
from cupsim.page.kept_evening import from_bytes
from cupsim.page.stage import Stage
from cupsim.page.tab.board import Board, begin
from cupsim.page.tab.far import PATIENCE, FarEngine, FarPrograms
from cupsim.page.tab.helper import PROGRAMS
from cupsim.page.tab.kept_rows import RowsInFile
from local_helper import LocalHelper
from own_loops import run_in_own_loop
from processes import PATIENCE_SECONDS

ASKED = {"game": "cups", "version": "1", "languages": ["de", "en"]}
TOKEN = "0123456789abcdef" * 2


class Page:
    """What a page of a tab sends and hears."""

    def __init__(self, scratch: Path, folder: Path | None, game: str) -> None:
        self.told: list[tuple[dict[str, Any], bytes | None]] = []
        self.saved = 0
        self._number = 0
        self.board: Board = begin(
            json.dumps({**ASKED, "game": game}),
            lambda text, piece: self.told.append((json.loads(text), piece)),
            LocalHelper,
            str(scratch),
            None if folder is None else str(folder),
            self._save,
            lambda _line: None,
        )

    async def _save(self) -> None:
        self.saved += 1

    def opens(self, path: str) -> int:
        self._number += 1
        self._says({"open": self._number, "path": path})
        return self._number

    def sends(self, connection: int, **order: Any) -> None:
        self._says({"say": connection, "text": json.dumps(order)})

    async def hears(self, connection: int, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        def found() -> dict[str, Any] | None:
            heard = [json.loads(each["text"]) for each, _ in self.told if each.get("heard") == connection]
            return next(filter(is_it, heard), None)

        return await _awaited(found, lambda: f"none of {self.told}")

    async def asks(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        self._number += 1
        number = self._number
        self._says({"ask": number, "method": method, "path": path}, body)
        await _awaited(lambda: [each for each, _ in self.told if each.get("done") == number], lambda: path)
        (status,) = [each["status"] for each, _ in self.told if each.get("answer") == number]
        return status, b"".join(piece or b"" for each, piece in self.told if each.get("piece") == number)

    def _says(self, message: dict[str, Any], body: bytes | None = None) -> None:
        self.board.carried.heard(json.dumps(message), body)


async def _awaited(found: Callable[[], Any], why: Callable[[], str]) -> Any:
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE_SECONDS
    while not (there := found()):
        assert loop.time() < end, why()
        await asyncio.sleep(0.005)
    return there


def at_a_board(do: Callable[[Page], Awaitable[None]], folder: Path | None = None, game: str = "cups") -> None:
    """Do something at a page while its board ticks."""

    async def run() -> None:
        with TemporaryDirectory() as scratch:
            await visit(Page(Path(scratch), folder, game))

    async def visit(page: Page) -> None:
        ticking = asyncio.create_task(page.board.run())
        try:
            await do(page)
        finally:
            ticking.cancel()
            await page.board.carried.close()

    run_in_own_loop(run())


def test_a_page_is_greeted_gets_the_table_and_has_its_orders_carried_out(tmp_path: Path) -> None:
    async def play(page: Page) -> None:
        live = page.opens("/live")
        hello = (await page.hears(live, lambda each: "hello" in each))["hello"]
        assert hello == {
            "languages": ["de", "en"],
            "modules": ["./hands/main.js", "./tab/main.js"],
            "version": "1",
        }
        await page.hears(
            live, lambda each: "evening" in each.get("state", {}) or "evening" in each.get("patch", {})
        )
        page.sends(live, do="here", token=TOKEN, visit=TOKEN)
        await page.hears(live, lambda each: "you" in each)
        page.sends(live, do="take", side="south", place="south-stock", number=1)
        await page.hears(live, lambda each: each.get("arrived") == 1)

    at_a_board(play, tmp_path)


def test_requests_are_answered_by_the_same_routes_and_a_second_worker() -> None:
    async def ask(page: Page) -> None:
        page.opens("/live")
        status, record = await page.asks("GET", "/record.txt")
        assert (status, record[:12]) == (200, b"Game: cups 4")
        status, hint = await page.asks("POST", "/hint/south")
        assert (status, json.loads(hint)["side"]) == (200, "south")
        game = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
        status, lines = await page.asks("POST", "/analysis", game)
        assert (status, json.loads(lines)["number"]) == (200, 1), lines
        status, timeline = await page.asks("POST", "/timeline", game)
        assert (status, len(json.loads(timeline)["steps"])) == (200, 2)
        status, why = await page.asks("POST", "/timeline", b"nonsense")
        assert (status, b"Game:" in why) == (422, True)
        status, trace = await page.asks("GET", "/evening.trace")
        assert (status, trace[:1]) == (200, b"{")
        assert (await page.asks("GET", "/no/such"))[0] == 404

    at_a_board(ask)


def test_what_is_kept_goes_home_and_comes_back_to_another_board(tmp_path: Path) -> None:
    (here := tmp_path / "here").mkdir()
    (there := tmp_path / "there").mkdir()
    archives: list[bytes] = []

    async def bring_home(page: Page) -> None:
        await _awaited(lambda: page.saved, lambda: "nothing is saved")
        status, content = await page.asks("GET", "/kept.zip")
        assert status == 200
        archives.append(content)

    async def take_in(page: Page) -> None:
        assert await page.asks("POST", "/kept", archives[0]) == (200, b"")

    at_a_board(bring_home, here)
    at_a_board(take_in, there)
    with ZipFile(BytesIO(archives[0])) as archive:
        kept = from_bytes(archive.read("evening.json"))
    assert from_bytes((there / "evening.json").read_bytes()) == kept


def test_before_its_page_is_loaded_again_a_board_keeps_what_lies_on_it(tmp_path: Path) -> None:
    (folder := tmp_path / "kept").mkdir()

    async def load_again(page: Page) -> None:
        connection = page.opens("/live")
        page.sends(connection, do="here", token=TOKEN, visit=TOKEN)
        page.sends(connection, do="new game", game="kalah", cups=6, beans="navy", cells="1kg", anyway=True)
        await page.hears(connection, lambda said: "kalah 6" in json.dumps(said))
        assert (await page.asks("POST", "/keep"))[0] == 200
        kept = from_bytes((folder / "evening.json").read_bytes())
        assert kept.setting.game == "kalah 6"

    at_a_board(load_again, folder)


def test_an_address_names_the_game_that_a_new_evening_begins_with(tmp_path: Path) -> None:
    for wished, played, unknown in (
        ("coin-duel 4 stage 2", "coin-duel 4 stage 2", None),
        ("oware 6", "oware 6", None),
        ("chess", "cups 4", "chess"),
    ):
        asked = json.dumps({**ASKED, "wished": wished})
        board = begin(asked, lambda *_: None, LocalHelper, str(tmp_path), None, _unasked, lambda _line: None)
        assert isinstance(board.stage, Stage)
        assert board.stage.evening.world.game.name == played
        assert board.unknown == unknown


async def _unasked() -> None:
    """Nothing is kept, so nothing is saved."""


def archive_of(*files: tuple[str, bytes], packed: int = ZIP_DEFLATED) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w", packed) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return content.getvalue()


def saying_one_byte(content: bytes, true_bytes: int) -> bytes:
    """An archive whose only file says that it is a byte long."""
    said = true_bytes.to_bytes(4, "little")
    assert content.count(said) == 2
    return content.replace(said, (1).to_bytes(4, "little"))


UNPACKED_BYTES = 100_000_000
STRANGE: dict[str, Callable[[], bytes]] = {
    "no archive": lambda: b"no archive",
    "another folder": lambda: archive_of(("../evening.json", b"x")),
    "too long a name": lambda: archive_of(("evening.json", b"x"), ("n" * 255, b"x")),
    "more files": lambda: archive_of(*((f"{number}.txt", b"") for number in range(101))),
    "more bytes": lambda: archive_of(("evening.json", bytes(UNPACKED_BYTES))),
    "more bytes than it says": lambda: saying_one_byte(
        archive_of(("evening.json", bytes(UNPACKED_BYTES))), UNPACKED_BYTES
    ),
    "packed otherwise": lambda: archive_of(("evening.json", b"x"), packed=ZIP_LZMA),
    "torn": lambda: archive_of(("evening.json", b"x" * 999), packed=ZIP_STORED).replace(b"xxx", b"xyz", 1),
}


@pytest.mark.parametrize("strange", STRANGE)
def test_what_is_no_archive_of_ours_changes_nothing(strange: str, tmp_path: Path) -> None:
    async def take_in(page: Page) -> None:
        await _awaited(lambda: page.saved, lambda: "nothing is saved")
        before = (tmp_path / "evening.json").read_bytes()
        content = STRANGE[strange]()
        tracemalloc.start()
        status, why = await page.asks("POST", "/kept", content)
        assert tracemalloc.get_traced_memory()[1] < UNPACKED_BYTES / 4
        tracemalloc.stop()
        assert (status, b"choose a file" in why) == (422, True)
        assert from_bytes(before).setting == from_bytes((tmp_path / "evening.json").read_bytes()).setting
        live = page.opens("/live")
        await page.hears(live, lambda each: "state" in each)

    at_a_board(take_in, tmp_path)
    assert not (tmp_path.parent / "evening.json").exists()


def test_an_archive_of_which_a_file_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "second.arrived.new").mkdir()

    async def take_in(page: Page) -> None:
        await _awaited(lambda: page.saved, lambda: "nothing is saved")
        content = archive_of(("evening.json", b"half a change"), ("second", b"x"))
        status, why = await page.asks("POST", "/kept", content)
        assert (status, b"second" in why) == (507, True)
        live = page.opens("/live")
        await page.hears(live, lambda each: "state" in each)

    at_a_board(take_in, tmp_path)
    assert b"half a change" not in (tmp_path / "evening.json").read_bytes()
    assert not [*tmp_path.glob("*.arrived")]


def test_a_table_of_king_of_the_cups_is_played_in_a_tab_too() -> None:
    async def look(page: Page) -> None:
        live = page.opens("/live")
        hello = (await page.hears(live, lambda each: "hello" in each))["hello"]
        assert hello["modules"] == ["./hands/king/main.js", "./tab/main.js"]
        assert (await page.asks("GET", "/kept.zip"))[0] == 404

    at_a_board(look, game="king")


GAME = games.named("cups 2")
START = GAME.start(Side.SOUTH)
MOVES = [plan.label for plan in GAME.plans(START, Side.SOUTH)]
RECORD = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()


class Desk:
    """Helpers that work only when they are let."""

    def __init__(self) -> None:
        self.helpers: list[LocalHelper] = []
        self._arriving: list[tuple[Callable[..., object], str]] = []

    def start(self, heard: Callable[[str], None]) -> LocalHelper:
        self.helpers.append(LocalHelper(heard, lambda work, text: self._arriving.append((work, text))))
        return self.helpers[-1]

    def works(self) -> None:
        while self._arriving:
            work, text = self._arriving.pop(0)
            work(text)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def engine(desk: Desk, told: list[str]) -> EngineProcess:
    return EngineProcess(told.append, PATIENCE, start=lambda: FarEngine(desk.start))


def test_a_helper_answers_by_the_engines_protocol(desk: Desk) -> None:
    asked = engine(desk, told := [])
    asked.submit(GAME, START, Limit(nodes=200))
    assert not asked.poll().is_final
    desk.works()
    assert asked.poll().move in MOVES
    assert told == []


@pytest.mark.parametrize("level", [LEVELS[0].name, LEVELS[-1].name])
def test_move_now_ends_the_helper_and_there_is_a_legal_move_at_once(desk: Desk, level: str) -> None:
    asked = engine(desk, told := [])
    first = asked.submit_level(GAME, START, level, seed=1)
    asked.stop()
    thought = asked.poll()
    assert (thought.question, thought.is_final) == (first, True)
    assert thought.move in MOVES
    assert [each.is_ended for each in desk.helpers] == [True, False]
    asked.submit(GAME, START, Limit(nodes=200))
    desk.works()
    assert asked.poll().move in MOVES
    assert told == []


def test_stop_ends_nobody_who_thinks_about_nothing(desk: Desk) -> None:
    asked = engine(desk, [])
    asked.submit(GAME, START, Limit(nodes=200))
    desk.works()
    asked.poll()
    asked.stop()
    assert [each.is_ended for each in desk.helpers] == [False]


def test_a_helper_that_breaks_is_told_of(desk: Desk) -> None:
    asked = engine(desk, told := [])
    asked.submit(GAME, START, Limit(nodes=200))
    desk.helpers[0]._heard('{"broken": "out of memory"}')
    asked.poll()
    assert told == ["the engine stopped: out of memory; starting it again"]


def test_a_tab_judges_the_games_of_a_player_once_and_keeps_that(tmp_path: Path) -> None:
    rows = RowsInFile(Files(tmp_path), (Game,))
    rows.keep([played_games.played(number, ("Anna", "level 2")) for number in range(1, 6)])

    async def look(page: Page) -> None:
        for judged in ([0, 1, 2, 3, 4, 5], [5]):
            status, lines = await page.asks("GET", "/career.jsonl?name=Anna")
            assert status == 200
            assert [json.loads(line)["judged"] for line in lines.splitlines()] == judged

    for _ in range(2):
        at_a_board(look, tmp_path)
        rows = RowsInFile(Files(tmp_path), (Game, Judged))
        rows.keep([Gone(Judged, each.number) for each in rows.find(Judged)])


def test_every_program_beside_a_page_runs_in_a_helper() -> None:
    commands = (analysis.COMMAND, careers.COMMAND, hint.COMMAND, puzzles.COMMAND, timeline_worker.COMMAND)
    assert {command[-1] for command in commands} == set(PROGRAMS)
    assert analysis_worker.__name__ in PROGRAMS


def test_a_helper_serves_again_after_its_program_ended_and_never_after_one_that_was_left() -> None:
    started: list[LocalHelper] = []

    def start(heard: Callable[[str], None]) -> LocalHelper:
        started.append(LocalHelper(heard))
        return started[-1]

    async def run() -> None:
        programs = FarPrograms(start)
        for _ in range(2):
            async with programs.launch(analysis.COMMAND, RECORD) as working:
                assert await working.said()
                assert working.returncode == 0
        assert len(started) == 1
        async with programs.launch(analysis.COMMAND, RECORD):
            pass
        assert started[0].is_ended
        async with programs.launch(analysis.COMMAND, b"nonsense") as working:
            assert await working.said() == b""
            assert working.returncode not in (0, None)
        assert len(started) == 2

    run_in_own_loop(run())


def test_the_time_in_which_a_helper_begins_is_not_its_programs() -> None:
    said: list[Callable[[str], None]] = []

    class Beginning:
        def __init__(self, heard: Callable[[str], None]) -> None:
            said.append(heard)

        def post(self, text: str) -> None:
            """It hears nothing yet."""

        def end(self) -> None:
            """It has not begun."""

    async def launch() -> None:
        async def enter() -> None:
            async with FarPrograms(Beginning).launch(analysis.COMMAND, RECORD):
                entered.set()

        entered = asyncio.Event()
        task = asyncio.create_task(enter())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not entered.is_set()
        said[0]('{"there": true}')
        await task
        assert entered.is_set()

    run_in_own_loop(launch())
