"""The board of a tab: the stage of a served page, its time, and what is kept in the browser's storage."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import SystemRandom
from time import monotonic
from typing import Any
from zipfile import ZipFile

from cupsboard.drivers.files import Files
from cupsboard.ports import Store, StoreError
from cupsboard.rules import families, games
from cupsboard.rules.errors import RulesError
from cupsboard.storage.games import Game, known_among
from cupsboard.storage.judgements import Judged
from cupsboard.storage.own_puzzles import OwnPuzzle, own_among
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.web.work import fetched
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from cupsim.page.evening_begun import begun
from cupsim.page.keeper import Keeper
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import HANDS_MODULE as TABLE_MODULE
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.stage import HANDS_MODULE, Stage
from cupsim.page.tab.archives import unpacked
from cupsim.page.tab.carried import Carried, Tell
from cupsim.page.tab.far import StartHelper, beside_by, engine_by
from cupsim.page.tab.kept_rows import RowsInFile
from cupsim.page.ticking import QUICK_TICK_SECONDS
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

NORTH = "2"
"""Somebody who meets the game here can win, and lose."""
KING = "king"
PLAYERS, QUICKNESS = 4, "mixed"
MOST_TICK_SECONDS = 0.5
"""Of a tab that stood still, or a computer that is too slow, no more time passes at once."""
MOST_KEPT_FILES, MOST_KEPT_BYTES = 100, 20_000_000
TAB_MODULE = "/tab/main.js"
_LARGEST_SEED = 2**31


@dataclass(frozen=True, slots=True)
class TabPages:
    """The files of a page that lie beside it: nothing of them is served from here."""

    version: str
    languages: Sequence[str]

    def address(self, path: str) -> str:
        """See `Addressed`: beside the page's own modules."""
        return f".{path}"

    async def serve(self, _: Request) -> Response:
        """See `Addressed`."""
        return PlainTextResponse("There is nothing here.\n", 404)


class Board:
    """A stage that ticks, whoever its page is."""

    def __init__(
        self,
        stage: Stage | TableStage,
        tell: Tell,
        folder: Path | None = None,
        saved: Callable[[], Awaitable[object]] | None = None,
        unknown: str | None = None,
    ) -> None:
        """What is kept lies in the `folder`; `saved` sees to it that it outlives the tab.

        `unknown` is what the page's address wishes for and no game is called.
        """
        self.stage, self._folder, self._saved, self.unknown = stage, folder, saved, unknown
        routes = [
            Route("/kept.zip", self._bring_home),
            Route("/kept", self._take_in, methods=["POST"]),
            Route("/keep", self._keep, methods=["POST"]),
        ]
        self.carried = Carried(Starlette(routes=[*routes, Mount("/", stage.app)]), tell)
        self._is_left = False
        self._seen: object = None

    async def run(self) -> None:
        """Tick in real time, until what is kept is replaced."""
        before = monotonic()
        async with self.stage.app.router.lifespan_context(self.stage.app):
            while not self._is_left:
                now = monotonic()
                self.stage.tick(min(now - before, MOST_TICK_SECONDS))
                before = now
                await self._save()
                await asyncio.sleep(max(0.001, now + QUICK_TICK_SECONDS - monotonic()))

    async def _save(self) -> None:
        """Let what has been written outlive the tab."""
        if self._folder is None or self._saved is None:
            return
        seen = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in self._files()]
        if seen != self._seen:
            self._seen = seen
            await self._saved()

    def _files(self) -> list[Path]:
        assert self._folder is not None
        return sorted(path for path in self._folder.iterdir() if path.is_file())

    async def _keep(self, _: Request) -> Response:
        """Keep the evening as it is now: the page that shows it is loaded again."""
        if isinstance(self.stage, Stage):
            self.stage.keep()
        await self._save()
        return PlainTextResponse("")

    async def _bring_home(self, _: Request) -> Response:
        if self._folder is None:
            return PlainTextResponse("Nothing is kept here.\n", 404)
        content = BytesIO()
        with ZipFile(content, "w") as archive:
            for path in self._files():
                archive.write(path, path.name)
        return Response(content.getvalue(), media_type="application/zip")

    async def _take_in(self, request: Request) -> Response:
        content = bytearray()
        if self._folder is None:
            return PlainTextResponse("nothing is kept in this browser\n", 409)
        if not await fetched(request, content.extend, MOST_KEPT_BYTES):
            return PlainTextResponse(f"this file is larger than {MOST_KEPT_BYTES:,} bytes\n", 413)
        try:
            _replace(self._folder, unpacked(bytes(content), MOST_KEPT_FILES, MOST_KEPT_BYTES))
        except ValueError as fault:
            return PlainTextResponse(f"{fault}: choose a file cups-kept.zip that was saved here\n", 422)
        except StoreError as fault:
            return PlainTextResponse(f"{fault}\n", 507)
        # The evening that lies on the table must not be written over the one that came.
        self._is_left = True
        await self._save()
        return PlainTextResponse("")


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace all of these files, or none. Raises StoreError."""
    store = Files(folder)
    arrived = {folder / f"{name}.arrived": folder / name for name in files}
    try:
        for fresh, path in arrived.items():
            store.replace(fresh.name, files[path.name])
    except StoreError:
        for fresh in arrived:
            fresh.unlink(missing_ok=True)
        raise
    for fresh, path in arrived.items():
        fresh.replace(path)


def begin(
    asked: str,
    tell: Tell,
    start_helper: StartHelper,
    scratch: str,
    folder: str | None,
    saved: Callable[[], Awaitable[object]],
    say: Callable[[str], object] = print,
) -> Board:
    """The board that a page asks for, as JSON: `game`, and `version` and `languages` of the page.

    `wished`, if it is said, names the game of two rows that a new evening begins with, as a record names it.
    The evening's trace lies in the folder `scratch`, and what is kept in the other; without one nothing is.
    """
    said: Mapping[str, Any] = json.loads(asked)
    pages = TabPages(said["version"], said["languages"])
    # A Python that was remembered would draw from the other generator what it drew the last time.
    seed = SystemRandom().randrange(_LARGEST_SEED)
    kept = None if folder is None else Path(folder)
    if said["game"] == KING:
        return Board(table_stage(pages, seed, start_helper, kept, say), tell, kept, saved)
    wished = said.get("wished")
    setting = Setting(seed) if wished is None else _wished(wished, seed)
    trace_path = Path(scratch) / "evening.trace"
    stage = rows_stage(pages, setting or Setting(seed), trace_path, start_helper, kept, say)
    return Board(stage, tell, kept, saved, unknown=wished if setting is None else None)


def table_stage(
    pages: TabPages,
    seed: int,
    start_helper: StartHelper,
    folder: Path | None = None,
    say: Callable[[str], object] = print,
) -> TableStage:
    """A table of King of the Cups, whose games are kept in the folder."""
    table = TableEvening(seed, PLAYERS, QUICKNESS, say=say)
    return TableStage(
        table,
        is_only_watched=False,
        pages=pages,
        modules=(TABLE_MODULE, TAB_MODULE),
        rows=None if folder is None else rows_in_file(Files(folder)),
        beside=beside_by(start_helper),
    )


def rows_in_file(store: Store) -> Callable[[], RowsInFile]:
    """Return what reads all rows that a tab keeps, once."""

    @cache
    def rows() -> RowsInFile:
        return RowsInFile(store, (Tried, OwnPuzzle, Game, Judged))

    return rows


def _wished(name: str, seed: int) -> Setting | None:
    """The setting of a game by its name; None if no game is called so."""
    try:
        game = games.named(name)
    except RulesError:
        return None
    return Setting(seed, len(game.places) // 2 - 1, families.family_of(name).usual_sps, game=game.name)


def rows_stage(
    pages: TabPages,
    setting: Setting,
    trace_path: Path,
    start_helper: StartHelper,
    folder: Path | None = None,
    say: Callable[[str], object] = print,
) -> Stage:
    """The evening that was kept in the folder, else a new one of this setting."""
    keeper = None if folder is None else Keeper(folder, say)
    usual = Pairing(setting, PERSON, NORTH)
    rows = rows_in_file(Files(folder or trace_path.parent))
    known, own = known_among(rows), own_among(rows)
    evening, seats = begun(
        *(usual, keeper, trace_path, say),
        start_engine=engine_by(start_helper),
        knowing=lambda options: replace(options, known=known, own_puzzles=own),
    )

    return Stage(
        evening,
        is_only_watched=False,
        keeper=keeper,
        seats=seats,
        puzzles=rows,
        rows=rows,
        beside=beside_by(start_helper),
        pages=pages,
        modules=(HANDS_MODULE, TAB_MODULE),
    )
