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
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import CALIBRATION
from cupsboard.web.work import fetched
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsim.page.lending import Lender, SetUpRefused
from cupsim.page.ticking import Ticking, keep_ticking
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
Invite = Callable[[], str]
"""Makes an invitation to become an owner: who has the game has its board."""
SayAddress = Callable[[str, Invite], object]


class Stage(Ticking, Protocol):
    """What shows a game on pages."""

    def rest(self) -> None:
        """Keep the game if it is kept at all, and show that its board is being set up."""


class OwnersProgram(Protocol):
    """The program of a real board, with the page of its owner."""

    def __call__(
        self,
        setup: RehearsalSetup,
        lent: Lent,
        folder: Path,
        pace: float,
        say_address: SayAddress,
        is_asked_to_end: IsAsked,
    ) -> Rehearsal:
        """Run on a board that is lent until asked to end, or until its owner would play a game."""


@dataclass(frozen=True, slots=True)
class Begun:
    """At which port a board is being set up, and how one more browser becomes an owner's."""

    port: int
    invite: Invite


@dataclass(frozen=True, slots=True)
class _Wish:
    """How a page wants to set up, and where it learns at which port that is done."""

    mistake: Mistake
    pace: float
    begun: "Future[Begun]"


class SetUpMeanwhile:
    """Lends the board of an evening to its owner whenever a page wants that, and takes the board back."""

    def __init__(self, lender: Lender, program: OwnersProgram, folder: Path, say: Say) -> None:
        """`folder` is for the files of the boards that are set up; each has a folder of its own there."""
        self._lender, self._program, self._folder, self._say = lender, program, folder, say
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

    def begun(self, mistake: Mistake, pace: float) -> Begun:
        """Return where the page of Set up is, as that is being done already or begins now.

        Waits for the thread of the evening. Raises SetUpRefused.
        """
        wish = self._wish
        if wish is None:
            self._wish = wish = _Wish(mistake, pace, Future())
        try:
            return wish.begun.result(PATIENCE_SECONDS)
        except NeverDone:
            raise SetUpRefused(f"the board did not begin within {PATIENCE_SECONDS:.0f} seconds") from None

    async def end(self, _: Request) -> Response:
        """Let the game go on."""
        self._is_to_end = True
        return Response(status_code=204)

    def _grant(self, stage: Stage, wish: _Wish, is_done: IsAsked) -> None:
        self._is_to_end = False
        lender = self._lender
        try:
            lender.be_ready()
        except SetUpRefused as why:
            wish.begun.set_exception(why)
            return
        stage.rest()

        def say_address(address: str, invite: Invite) -> None:
            if not wish.begun.done():
                wish.begun.set_result(Begun(int(address.rstrip("/").rpartition(":")[2]), invite))

        sound = folder = self._folder / lender.name
        if wish.mistake is not Mistake.NONE:
            # That is another board: what is calibrated there holds no more once the mistake is mended.
            folder = self._folder / f"{lender.name}-{wish.mistake.name.lower()}"
        folder.mkdir(parents=True, exist_ok=True)
        for other in set(self._folder.iterdir()) - {sound, folder}:
            # The board of a game that is over is no more.
            rmtree(other, ignore_errors=True)
        if lender.known is not None:
            calibration_file.save(Files(folder), CALIBRATION, lender.known)
        lent = lender.lend()
        cells = lent.table.cells
        gains = {place: cell.counts_per_gram for place, cell in cells.items()}
        setup = RehearsalSetup(wish.mistake)
        rehearsal = self._program(
            setup, lent, folder, wish.pace, say_address, lambda: self._is_to_end or is_done()
        )
        if not wish.begun.done():
            wish.begun.set_exception(SetUpRefused("it ended before its page was there: try again"))
        rehearsal.clear_away()
        for place, cell in cells.items():
            # Whatever was wrong with the board is mended before the game goes on.
            cell.counts_per_gram = gains[place]
        self._give_back(sound, lent, rehearsal.now)

    def _give_back(self, folder: Path, lent: Lent, now: float) -> None:
        """Let the game go on by what its owner has calibrated, or by the calibration before."""
        calibrated: Calibration | None = None
        try:
            try:
                files = Files(folder)
                if files.read(CALIBRATION):
                    calibrated = calibration_file.load(files, CALIBRATION, lent.profile.places)
            finally:
                self._lender.take_back(calibrated, now)
        except (SensingError, StoreError) as fault:
            self._say(f"The game goes on by the calibration before: {fault}")
            self._lender.complain(fault)

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
            begun = await asyncio.to_thread(self.begun, chosen, float(pace))
            return JSONResponse({"port": begun.port, "invitation": await asyncio.to_thread(begun.invite)})
        except SetUpRefused as why:
            return PlainTextResponse(f"{why}\n", 503)
