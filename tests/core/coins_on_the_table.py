"""A board that referees Coin Duel in virtual time, with hands that play, err and press; and what it told."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

from cupsboard.core.as_landed import AsLanded
from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import Playing
from cupsboard.referee.events import Event, TurnEnded
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.places import HAND, Place, Side, is_cup, pot, side_of, stock
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.session.replay import Tracer
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.session.trace import TraceWriter
from cupsboard.signs.advice import Adviser, nobody
from cupsboard.signs.sentences import say
from cupsboard.storage.correction_log import HealingLog
from cupsboard.storage.games import GameKeeper, KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.people.coin_duel.choosing import ChosenPlay, choose
from cupsim.people.coin_duel.handling import STEADY, Manner, hand_acts
from cupsim.runs.coin_duel.coin_world import SPS, CoinWorld, Given
from cupsim.runs.memory_store import Memory
from cupsim.table.coins import coin_kind
from cupsim.table.hand_actions import Act, Drop, PressButton, Take, Wait

SOUTH, NORTH = Side.SOUTH, Side.NORTH
MOST_TAPS = 3
"""Who is asked to look, looks, says yes with a tap, and taps again for the end of their turn."""


class Evening:
    """A board that is switched on, and everything that follows it: game, knowledge, trace, page."""

    def __init__(
        self,
        name: str,
        seed: int,
        starter: Side | None = SOUTH,
        adviser: Adviser = nobody,
        sps: int = SPS,
        **options: Any,
    ) -> None:
        self.adviser = adviser
        self.game: Any = games.named(name)
        self.random = Random(f"evening {seed}")
        self.store = Memory()
        self.options = Options(starter=starter, press_asked_after_seconds=None, **options)
        self.world = CoinWorld(self.game, self.game.start(starter), seed, self._switched_on, sps=sps)
        self._take_up_play()
        self.wait(2.0)

    def switch_off_and_on(self) -> None:
        """The power goes, and comes back."""
        given = self._given
        self.world.heart = self._switched_on(given)
        self._take_up_play()

    def _switched_on(self, given: Given) -> AsLanded:
        self._given = given
        self.kept = KeptGames(self.store, lambda: "2026-11-23T20:15")
        beginning = begun(given.profile, given.calibration, self.game, self.options, self.kept)
        self.start = beginning.start
        heart = self.start.core()
        assert isinstance(heart, AsLanded)
        self.heart = heart
        self.events: list[Event] = []
        self.said: list[str] = []
        """What the screen has said, sentence by sentence."""
        self.trace: list[bytes] = []
        self.view = BoardView(self.start)
        self._listeners: list[Listener] = [
            KnowledgeKeeper(self.kept.ledger, given.calibration, lambda: heart.knowledge),
            GameKeeper(self.kept, self.game, self.options.starter),
            HealingLog(self.kept.ledger, lambda: heart.knowledge, 0.0, print),
            self.view,
            MoveTeller([].append, self.start.record),
            Tracer(TraceWriter(self.trace.append, self.start.header())),
        ]
        return heart

    def _take_up_play(self) -> None:
        self.world.loop = GameLoop(self.world.bench.board, self.heart, adviser=self.adviser)
        self.world.loop.listen(self._take_in)
        for listener in self._listeners:
            self.world.loop.listen(listener)

    def _take_in(self, moment: Moment) -> None:
        self.events += moment.decided.events
        self.scene = moment.decided.scene
        self.said.append(say(self.scene.message))

    @property
    def referee(self) -> Referee:
        """Who judges."""
        return self.heart.referee

    @property
    def position(self) -> Any:
        """What is in the record."""
        return self.referee.history.position

    def wait(self, seconds: float) -> None:
        """Let virtual time pass."""
        self.world.run_until(self.world.now + seconds)

    def do(self, side: Side, *acts: Act) -> None:
        """Let hands do something, and the board see it."""
        hands = self.world.hands[side]
        hands.do(*acts, now=self.world.now)
        self.world.run_until(self.world.now + 300.0, lambda: not hands.is_busy)

    def tap(self, side: Side, wait_seconds: float = 3.0) -> None:
        """Tap a button and wait for what comes of it."""
        self.do(side, PressButton())
        self.wait(wait_seconds)

    def hold(self, side: Side, seconds: float = 1.2) -> None:
        """Hold a button."""
        self.do(side, PressButton(seconds))
        self.wait(0.3)

    def chosen(self, manner: Manner = STEADY) -> tuple[Side, ChosenPlay]:
        """A play of whose turn it is."""
        (side,) = self.game.movers(self.position)
        return side, choose(self.game, self.position, side, manner.relay_tries, self.random)

    def carry_out(self, side: Side, chosen: ChosenPlay, manner: Manner = STEADY) -> None:
        """All of a play but its tap."""
        self.world.hands[side].tempo = manner.tempo
        self.do(side, *hand_acts(chosen.deeds, manner, self.random))

    def laps(self, chosen: ChosenPlay, manner: Manner = STEADY) -> list[tuple[Act, ...]]:
        """What hands do for a play, lap by lap: each begins where a cup is taken up."""
        starts = [0] + [
            number for number, deed in enumerate(chosen.deeds) if number and deed.act.target == HAND
        ]
        return [
            hand_acts(chosen.deeds[start:end], manner, self.random)
            for start, end in pairwise([*starts, len(chosen.deeds)])
        ]

    def play(self, manner: Manner = STEADY) -> str:
        """One play of whose turn it is, honestly, and its tap; what it is called."""
        side, chosen = self.chosen(manner)
        return self._played(side, chosen, manner)

    def play_from(self, position: Any, side: Side, manner: Manner = STEADY) -> str:
        """One play from another position than the record's, and its tap."""
        chosen = choose(self.game, position, side, manner.relay_tries, self.random)
        return self._played(side, chosen, manner)

    def play_as(self, side: Side, manner: Manner = STEADY) -> str:
        """One play of a side that may begin, whatever the record says by then; what it is called."""
        position = self.position
        movers = self.game.movers(position)
        if movers == (side.other,):
            state = self.referee.state
            assert isinstance(state, Playing)
            position = self.game.play(position, side.other, self.game.turns.label(state.acts))
        chosen = choose(self.game, position, side, manner.relay_tries, self.random)
        return self._played(side, chosen, manner)

    def _played(self, side: Side, chosen: ChosenPlay, manner: Manner) -> str:
        self.carry_out(side, chosen, manner)
        turns = len(self.told(TurnEnded))
        for _ in range(MOST_TAPS):
            self.world.hands[side].do(PressButton(), now=self.world.now)
            self.world.run_until(self.world.now + 4.0, lambda: self._has_ended(side, turns))
            if self._has_ended(side, turns):
                break
        return chosen.label

    def _has_ended(self, side: Side, turns: int) -> bool:
        return any(turn.side is side for turn in self.told(TurnEnded)[turns:])

    def play_out(self, most_turns: int, manner: Manner = STEADY) -> int:
        """Honest plays until nobody can play or so many are made; how many were."""
        for number in range(most_turns):
            if self.game.standing(self.position) is not Standing.TO_MOVE:
                return number
            label = self.play(manner)
            turn = self.told(TurnEnded)[-1]
            assert turn.label == label, (turn.label, label, self.referee.state)
        return most_turns

    def told(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def lying(self) -> dict[Place, dict[str, int]]:
        """What really lies where."""
        return {place: dict(lot) for place, lot in self.world.table.pieces().items()}

    def is_hand_full(self) -> bool:
        """Whether anything is in anybody's hand."""
        return any(hands.beans or hands.cup for hands in self.world.hands.values())

    def lying_wrong(self) -> bool:
        """Whether the table isn't the one that is written down."""
        lying, written = self.lying(), self.referee.course.kept_pieces
        return any(+Counter(lying[place]) != +Counter(written[place]) for place in self.game.places)

    def hold_both(self, seconds: float = 1.2) -> None:
        """Hold both buttons."""
        for hands in self.world.hands.values():
            hands.do(PressButton(seconds), now=self.world.now)
        self.world.run_until(self.world.now + seconds + 3.0)

    def tap_both(self) -> None:
        """Tap both buttons at the same moment."""
        self.hold_both(0.15)

    def clear(self) -> None:
        """Everybody puts all that lies in their cups and pots back to their stocks."""
        for place, lot in self.lying().items():
            side, count = side_of(place), sum(lot.values())
            if count and side is not None and (is_cup(place) or place == pot(side)):
                self.do(side, Take(place, count), Wait(0.2), Drop(stock(side), count))
        self.wait(3.0)

    def lay_out_stocks(self) -> None:
        """Both take the pieces of the next round from the box, and put back what they don't need."""
        table, now = self.world.table, self.world.now
        wanted = self.referee.course.pieces
        for side in Side:
            here = stock(side)
            table.take(here, table.contents()[here], now)
            for kind, count in wanted[here].items():
                for _ in range(count):
                    table.drop(here, coin_kind(kind).draw(self.random), now)

    def restore_from_hand(self, side: Side) -> None:
        """Put all that is in a hand to where it is missing, and the rest to rights."""
        hands, wanted = self.world.hands[side], self.referee.course.pieces
        for place, lot in wanted.items():
            if under := +(Counter(lot) - Counter(self.lying()[place])) & Counter(p.kind for p in hands.beans):
                self.do(side, *(Drop(place, kinds=(kind,)) for kind in under.elements()))
        self.restore()

    def restore(self) -> None:
        """Bring every piece to where it is wanted, by what the record says, whoever's it is."""
        wanted = self.referee.course.pieces
        for side, hands in self.world.hands.items():
            self.do(side, *(Drop(stock(side), kinds=(piece.kind,)) for piece in hands.beans))
        for place, lot in self.lying().items():
            if over := +(Counter(lot) - Counter(wanted.get(place, {}))):
                self.do(SOUTH, Take(place, kinds=tuple(over.elements())))
        for place, lot in wanted.items():
            if under := +(Counter(lot) - Counter(self.lying()[place])):
                self.do(SOUTH, *(Drop(place, kinds=(kind,)) for kind in under.elements()))
        self.wait(3.0)
