"""Set up, from the page of a game: the board's owner has the board meanwhile, and then the game goes on.

The program of a real board runs on the very cells of the game, which goes on by what that has calibrated.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NeverDone
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Protocol

from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.rules.places import BEAN
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import CALIBRATION
from cupsboard.web.work import fetched
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsim.page.evening import PageEvening
from cupsim.page.stage import Stage
from cupsim.page.ticking import keep_ticking
from cupsim.runs.build_faults import Mistake
from cupsim.runs.rehearsal import Lent, Rehearsal, RehearsalSetup

MODULE = "/hands/set_up.js"
MISTAKES = tuple(each.name.lower().replace("_", "-") for each in Mistake)
"""What may be wrong with the board, as `--mistake` calls it."""
PACES = ("1", "4", "16")
"""How many times as fast as life its time may go."""
PATIENCE_SECONDS = 30.0
MOST_BYTES = 1024

IsAsked = Callable[[], bool]
Say = Callable[[str], object]


class SetUpRefused(Exception):
    """The board can't be set up now; the message says why."""


class OwnersProgram(Protocol):
    """The program of a real board, with the page of its owner."""

    def __call__(
        self,
        setup: RehearsalSetup,
        lent: Lent,
        folder: Path,
        pace: float,
        say_address: Say,
        is_asked_to_end: IsAsked,
    ) -> Rehearsal:
        """Run on a board that is lent until asked to end, or until its owner would play a game."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """How a page wants to set up, and where it learns at which port that is done."""

    mistake: Mistake
    pace: float
    port: "Future[int]"


class SetUpMeanwhile:
    """Lends the board of an evening to its owner whenever a page wants that, and takes the board back."""

    def __init__(self, evening: PageEvening, program: OwnersProgram, folder: Path, say: Say) -> None:
        """`folder` is for the files of the boards that are set up; each has a folder of its own there."""
        self._evening, self._program, self._folder, self._say = evening, program, folder, say
        self._wish: _Wish | None = None
        self._is_to_end = False

    def keep_going(self, stage: Stage, is_done: IsAsked) -> None:
        """Let the evening go on, and be set up whenever a page wants that, until it is done."""
        while not is_done():
            keep_ticking(stage, lambda: is_done() or self._wish is not None)
            if self._wish is not None:
                self._grant(stage, self._wish, is_done)
                self._wish = None

    def routes(self) -> Sequence[BaseRoute]:
        """Return where a page asks for Set up, learns what it may choose from, and ends it."""
        return (
            Route("/set-up", self._choices, methods=["GET"]),
            Route("/set-up", self._begin, methods=["POST"]),
            Route("/set-up", self.end, methods=["DELETE"]),
        )

    def port(self, mistake: Mistake, pace: float) -> int:
        """Return the port of the page of Set up, as it is being done already or begins now.

        Waits for the thread of the evening. Raises SetUpRefused.
        """
        wish = self._wish
        if wish is None:
            self._wish = wish = _Wish(mistake, pace, Future())
        try:
            return wish.port.result(PATIENCE_SECONDS)
        except NeverDone:
            raise SetUpRefused(f"the board did not begin within {PATIENCE_SECONDS:.0f} seconds") from None

    async def end(self, _: Request) -> Response:
        """Let the game go on."""
        self._is_to_end = True
        return Response(status_code=204)

    def _grant(self, stage: Stage, wish: _Wish, is_done: IsAsked) -> None:
        self._is_to_end = False
        evening = self._evening
        evening.let_hands_finish()
        if (why := self._why_not()) is not None:
            wish.port.set_exception(SetUpRefused(why))
            return
        stage.keep()
        stage.rest()

        def say_address(address: str) -> None:
            if not wish.port.done():
                wish.port.set_result(int(address.rstrip("/").rpartition(":")[2]))

        setting = evening.world.setting
        drawn = {name: getattr(setting, name) for name in ("seed", "cups", "sps", "beans", "cells")}
        setup = RehearsalSetup(mistake=wish.mistake, **drawn)
        folder = self._folder / "-".join(map(str, drawn.values()))
        folder.mkdir(parents=True, exist_ok=True)
        for other in set(self._folder.iterdir()) - {folder}:
            # The board of a game that is over is no more.
            rmtree(other, ignore_errors=True)
        world = evening.world
        if world.game.kinds.keys() != {BEAN}:
            # What coins weigh is known already: beans alone calibrate a board.
            calibration_file.save(Files(folder), CALIBRATION, world.calibration)
        table = world.table
        away = {place: table.take(place, count, world.now) for place, count in table.contents().items()}
        gains = {place: cell.counts_per_gram for place, cell in table.cells.items()}
        lent = Lent(world.profile, table, world.now, evening.pulled)
        rehearsal = self._program(
            setup, lent, folder, wish.pace, say_address, lambda: self._is_to_end or is_done()
        )
        if not wish.port.done():
            wish.port.set_exception(SetUpRefused("it ended before its page was there: try again"))
        rehearsal.clear_away()
        for place, cell in table.cells.items():
            # Whatever was wrong with the board is mended before the game goes on.
            cell.counts_per_gram = gains[place]
        for place, pieces in away.items():
            for piece in pieces:
                table.drop(place, piece, rehearsal.now)
        self._go_on(folder, rehearsal.now)

    def _why_not(self) -> str | None:
        world = self._evening.world
        if self._evening.is_shared:
            return "this game is shared with another board: set up before it begins or when it is over"
        if not world.is_powered:
            return "the power is off: switch the board on first"
        if lifted := [place for place in world.table.cells if not world.table.has_cup(place)]:
            return f"no cup stands on {', '.join(lifted)}: put it back first"
        return None

    def _go_on(self, folder: Path, now: float) -> None:
        """Go on with the game by what was calibrated, or by the calibration before."""
        world = self._evening.world
        kept = world.start_by(world.calibration)
        try:
            if (folder / CALIBRATION).exists():
                calibrated = calibration_file.load(Files(folder), CALIBRATION, world.profile.places)
                kept = world.start_by(calibrated)
        except (SensingError, StoreError) as fault:
            self._say(f"The game goes on by the calibration before: {fault}")
        self._evening.take_up(kept, now)

    async def _choices(self, _: Request) -> Response:
        return JSONResponse({"mistakes": MISTAKES, "paces": PACES})

    async def _begin(self, request: Request) -> Response:
        content = bytearray()
        try:
            if not await fetched(request, content.extend, MOST_BYTES):
                return PlainTextResponse("this is too long\n", 413)
            order = json.loads(bytes(content))
            mistake, pace = order["mistake"], order["pace"]
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, RecursionError, TypeError, KeyError):
            return PlainTextResponse("say a mistake and a pace\n", 422)
        if mistake not in MISTAKES or pace not in PACES:
            return PlainTextResponse(f"choose a mistake of {MISTAKES} and a pace of {PACES}\n", 422)
        try:
            chosen = Mistake[mistake.replace("-", "_").upper()]
            return JSONResponse({"port": await asyncio.to_thread(self.port, chosen, float(pace))})
        except SetUpRefused as why:
            return PlainTextResponse(f"{why}\n", 503)
