"""Somebody who plays South at the page, by the page's own orders, in the evening's own time."""

from collections.abc import Callable
from pathlib import Path

from cupsboard.referee.events import TurnEnded
from cupsboard.referee.states import Turn
from cupsboard.rules.game import Plan
from cupsboard.rules.places import OFF_BOARD, Side
from cupsboard.signs.scene import Meaning
from cupsim.page import requests
from cupsim.page.evening import PERSON, PageEvening
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

SOUTH, NORTH = Side.SOUTH, Side.NORTH
TICK_SECONDS = 0.04
ME = 1


class Visitor:
    """South at a page; North is whoever the page seats there."""

    def __init__(
        self, folder: Path, seed: int, cups: int = 4, north: str = "greedy", handling: str = "usual"
    ) -> None:
        pairing = Pairing(Setting(seed, cups=cups, handling=handling), north=north)
        self.evening = PageEvening(pairing, {SOUTH: PERSON, NORTH: north}, folder / "trace")
        self.world = self.evening.world
        self.ended: list[tuple[float, TurnEnded]] = []
        self.world.loop.listen(
            lambda moment: self.ended.extend(
                (moment.time, event) for event in moment.decided.events if isinstance(event, TurnEnded)
            )
        )

    def waits(self, seconds: float) -> None:
        """Let so much of the evening pass."""
        end = self.world.now + seconds
        self.waits_until(lambda: self.world.now >= end, seconds + 1.0)

    def waits_until(self, is_so: Callable[[], bool], most_seconds: float) -> float:
        """Wait for something, and say how long that took; it may take no more than `most_seconds`."""
        began = self.world.now
        while not is_so():
            self.evening.advance(TICK_SECONDS / (self.evening.pace.factor or 1.0))
            assert self.world.now - began <= most_seconds, self.world.referee.state
        return self.world.now - began

    @property
    def has_turn(self) -> bool:
        """Whether the board waits for South's move."""
        return self.world.referee.state == Turn() and SOUTH in self.movers

    @property
    def movers(self) -> tuple[Side, ...]:
        """Who may move by what has been ended."""
        return self.world.game.movers(self.world.referee.position)

    @property
    def said(self) -> set[Meaning]:
        """All that the lights say now."""
        return set(self.world.reader.meanings.values())

    @property
    def message(self) -> str:
        """The key of the sentence that the page shows now."""
        return str(self.evening.state()["game"]["message"]["key"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.world.game.movers(self.world.referee.position)

    def plans(self) -> list[Plan]:
        """What South may play."""
        return list(self.world.game.plans(self.world.referee.position, SOUTH))

    def moves(self, plan: Plan) -> None:
        """Carry a move out, bean by bean."""
        for transfer in plan.open:
            self.evening.obey(ME, requests.Take(SOUTH, str(transfer.source), transfer.count))
            self.evening.obey(ME, requests.Drop(SOUTH, str(transfer.target), transfer.count))
        self.waits_until(lambda: not self.world.hands[SOUTH].is_busy, 60.0)
        assert OFF_BOARD not in {transfer.source for transfer in plan.open}

    def presses(self, real_seconds: float = 0.12) -> None:
        """Click the own button."""
        self.evening.obey(ME, requests.Button((SOUTH,), True))
        left = real_seconds
        while left > 0:
            self.evening.advance(min(TICK_SECONDS, left))
            left -= TICK_SECONDS
        self.evening.obey(ME, requests.Button((SOUTH,), False))
