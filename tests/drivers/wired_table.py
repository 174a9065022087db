"""People and hands in virtual time at a board wired as on a Pi: all of it but the process boundary."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cupsboard import profile
from cupsboard.drivers.assembly import Wired, around
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.drivers.raspberry_pi import HeaderLines, find_header
from cupsboard.loop import GameLoop, Moment
from cupsboard.referee.events import Event
from cupsboard.referee.options import Options
from cupsboard.rules.places import Place, Side, stock
from cupsboard.signs.sentences import say
from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.pins import SimulatedStrip
from cupsim.people.light_reader import LightReader
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.simulated_board import VirtualClock
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import Act, Drop, Take
from header_fakes import Bench, ChipGpio

BOARD = profile.load("2x3")
PI_5 = {4: "pinctrl-rp1"}


class WiredTable:
    """One evening on the 2x3 board; what lacks is what the machine does not have."""

    def __init__(
        self,
        seed: int,
        *,
        stock_beans: int | None = None,
        has_strip: bool = True,
        has_pins: bool = True,
        stillness: float | None = None,
    ) -> None:
        options = Options(stillness_seconds=stillness)
        self.world = World(Setting(seed, cups=BOARD.cups, stock_beans=stock_beans, options=options))
        self.events: list[Event] = []
        self.words: set[str] = set()
        self.board = self._wire(Bench(BOARD, has_strip, has_pins), Random(seed))
        self._witness = Witness(self.world.table, self.world.game.places)
        self.world.watch_hands(self._witness.saw)
        self.tally = Tally(self._witness)
        self.world.loop.listen(self.tally)
        self.world.loop.listen(self._listen)

    def _wire(self, machine: Bench, rng: Random) -> Wired:
        world = self.world
        assert world.profile.places == BOARD.places
        chips = ChipBank([world.bench.chips[place] for place in BOARD.places], world.bench.host, rng)
        data = [cell.line for cell in BOARD.cells]
        gpio = ChipGpio(PI_5, chips=chips, clock=BOARD.clock, data=data)
        lines = HeaderLines(gpio, find_header(gpio, [4]).chip, BOARD.clock, data, chips.now)
        bank = Bank(lines, BOARD.places)
        board = around(bank, bank.health, VirtualClock(chips), BOARD, machine)
        strip = machine.strip or SimulatedStrip(BOARD.strip.pixel_count, BOARD.strip.order)
        world.bench = replace(
            world.bench, board=board.board, pins=machine.pin_factory, strip=strip, profile=BOARD
        )
        world.loop = GameLoop(board.board, world.core)
        world.reader = LightReader(strip, BOARD.strip.pixels)
        return board

    def seat_both(self) -> None:
        """Let two simulated people play."""
        pairing = Pairing(self.world.setting)
        for side in Side:
            self.world.seat(side, pairing.player_of(side), pairing.traits_of(side))

    def play_to_the_end(self, patience_seconds: float = 300.0) -> None:
        """Go on until the game is over, or no turn has ended for long."""
        world, tally = self.world, self.tally
        while not tally.is_over and world.now < tally.progress_at + patience_seconds:
            world.run_until(world.now + 10.0, lambda: tally.is_over)

    def pass_time(self, seconds: float) -> None:
        """Let the evening go on."""
        self.world.run_until(self.world.now + seconds)

    def do(self, side: Side, acts: Sequence[Act]) -> None:
        """Let a hand do this, and the table come to rest."""
        self.world.hands[side].do(*acts, now=self.world.now)
        self.world.run_until(self.world.now + 30.0, lambda: not self.world.hands[side].is_busy)
        self.pass_time(2.0)

    def drop(self, side: Side, *places: Place) -> None:
        """A bean from the stock into each place."""
        self.do(side, [act for place in places for act in (Take(stock(side)), Drop(place))])

    def unplug(self, place: Place) -> None:
        """Pull a cell's cable."""
        self.world.bench.chips[place].unplug()

    def plug(self, place: Place) -> None:
        """Put it back."""
        self.world.bench.chips[place].plug()

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def _listen(self, moment: Moment) -> None:
        self.events += moment.decided.events
        self.words.add(say(moment.decided.scene.message))
