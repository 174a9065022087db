"""A whole evening against the board itself, through simulated pins: hands see its lights and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.hints import hint_from
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.loop import Moment
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, HintAsked, MoveHurried, Undone
from cupsboard.referee.options import Options
from cupsboard.referee.states import Over, Turn
from cupsboard.rules.history import Moved
from cupsboard.rules.places import OFF_BOARD, Place, Side, pot, side_of, stock
from cupsboard.session.game_session import evening
from cupsboard.session.replay import Tracer, replay
from cupsboard.session.trace import TraceWriter, read_trace
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.storage.games import KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory
from cupsim.table.hand_actions import Drop, Lift, Pour, PressButton, PutBack, Take

SOUTH, NORTH = Side.SOUTH, Side.NORTH
LEVELS = ("1", "2", "3", "4", "perfect")
GLANCE_SECONDS = 1.0
PONDERING_SECONDS = 1.5


class EngineHere:
    """The engine in this very process, for virtual time: it answers when it is asked the second time."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        if question is None:
            return ()
        if not self.asked or self.asked[-1].number != question.number:
            self.asked.append(question)
            return ()
        if question.level is not None:
            opponent = engines.at_level(question.game, level_named(question.level))
            move = opponent.choose(question.position, seed=7).move
            return (Advice(question.number, move, PONDERING_SECONDS),)
        infos = engines.of_game(question.game).analyse(question.position, Limit(nodes=500), EVERY_MOVE)
        explain = engines.reasons_of(question.game)
        found = hint_from(question.game, question.position, question.side, infos, explain)
        return (Advice(question.number, found.move, hint=found),)


@dataclass
class Sitting:
    """The table with its board, what happened, and hands that obey the lights of the board's own side."""

    world: World
    moments: list[Moment] = field(default_factory=list)
    trace: list[bytes] = field(default_factory=list)
    glanced: float = 0.0
    seen: Mapping[Place, Meaning] = field(default_factory=dict)

    def happened(self, kind: type) -> list[Any]:
        return [event for each in self.moments for event in each.decided.events if isinstance(event, kind)]

    @property
    def scene(self) -> Scene:
        return self.moments[-1].decided.scene

    @property
    def board(self) -> Side | None:
        return self.world.referee.seats.side

    def until(self, is_done: Any, seconds: float = 120.0) -> None:
        end = self.world.now + seconds
        self.world.run_until(end, lambda: bool(self.obey() or is_done()))
        assert is_done(), f"in vain: {self.world.referee.state}, {self.scene.message}"

    def moves(self) -> int:
        return sum(isinstance(each, Moved) for each in self.world.referee.history.entries)

    def obey(self) -> None:
        """Do for the board's side what its lights say, read off the strip."""
        world, side = self.world, self.board
        if side is None or world.now < self.glanced + GLANCE_SECONDS or world.is_table_wanted:
            return
        hands = world.hands[side]
        if hands.is_busy or world.reader.turn() is not side:
            return
        self.glanced, before, self.seen = world.now, self.seen, world.reader.meanings
        row = [place for place in world.profile.places if side_of(place) is side]
        if self.seen != before or not set(row) <= self.seen.keys():
            # Rhythms that have just changed are not all understood yet.
            return
        place_of = {meaning: place for place, meaning in world.reader.meanings.items()}
        if (cup := place_of.get(Meaning.MUST_CAPTURE)) is not None:
            hands.do(Lift(cup), Pour(pot(side)), PutBack(cup), now=world.now)
        elif (target := place_of.get(Meaning.MUST_NEXT)) is not None:
            source = place_of.get(Meaning.TOO_MANY, stock(side))
            hands.do(Take(source), Drop(target), now=world.now)
        elif place_of.get(Meaning.PRESS) == pot(side) or Meaning.LOOK in place_of:
            hands.do(PressButton(), now=world.now)
        else:
            return
        self.glanced = world.now + 5.0

    def hold(self, seconds: float, *sides: Side) -> None:
        for side in sides:
            self.world.set_button(side, True, self.world.now)
        self.world.run_until(self.world.now + seconds)
        for side in sides:
            self.world.set_button(side, False, self.world.now)
        self.world.run_until(self.world.now + 1.0)

    def lit(self) -> dict[str, Meaning]:
        """What the strip says once its rhythms have been seen, beside the glow."""
        self.world.run_until(self.world.now + 4.0)
        return {
            place: meaning
            for place, meaning in self.world.reader.meanings.items()
            if meaning is not Meaning.YOUR_TURN
        }


def seated(cups: int = 2, seed: int = 3, person: str = "greedy") -> Sitting:
    """South is a simulated person; the board plays North."""
    options = Options(can_power_off=True, levels=LEVELS, computer=Computer(NORTH, "4"))
    world = World(Setting(seed=seed, cups=cups, options=options))
    sitting = Sitting(world)
    store = Memory()
    games = KeptGames(store, lambda: "2026-11-21T20:15")
    played = evening(
        world.bench.board,
        world.profile,
        world.calibration,
        options,
        store,
        games,
        lambda _: None,
        BoardView,
        EngineHere(),
    )
    played.loop.listen(Tracer(TraceWriter(sitting.trace.append, played.start.header())))
    played.loop.listen(sitting.moments.append)
    world.adopt(played.loop)
    world.seat(SOUTH, person)
    return sitting


def persons_turn(sitting: Sitting) -> bool:
    """Whether the person is to move, nothing is begun, and everybody's hands are off."""
    world, person = sitting.world, sitting.world.referee.seats.side
    return (
        person is not None
        and world.referee.state == Turn()
        and world.referee.notice is None
        and world.referee.history.game.movers(world.referee.position) == (person.other,)
        and not any(hands.is_busy for hands in world.hands.values())
    )


@pytest.mark.long("a whole game by lights alone")
def test_a_whole_game_with_undo_hint_and_sides_changed_is_played_by_lights_alone_and_replays() -> None:
    sitting = seated()
    world = sitting.world
    sitting.until(lambda: sitting.moves() >= 4 and persons_turn(sitting), 600.0)

    # The person asks for a hint, and sees where to play, and why.
    world.unseat(SOUTH)
    sitting.until(lambda: persons_turn(sitting))
    sitting.hold(1.2, SOUTH)
    sitting.until(lambda: sitting.scene.message.key in ("hint", "hint-capture", "hint-stock"))
    assert sitting.happened(HintAsked)
    assert Meaning.MAY_NEXT in sitting.lit().values()

    # They take back: their own move and the board's reply, in one.
    moves = sitting.moves()
    sitting.hold(1.2, SOUTH, NORTH)
    assert len(sitting.happened(Undone)) == 2
    assert sitting.moves() == moves - 2
    world.put_up()
    sitting.until(lambda: persons_turn(sitting), 300.0)
    world.seat(SOUTH, "greedy")
    sitting.until(lambda: sitting.moves() >= moves and persons_turn(sitting), 600.0)

    # They change sides in a pause: now the board plays South, and it is South's turn.
    world.unseat(SOUTH)
    sitting.until(lambda: persons_turn(sitting))
    sitting.hold(4.4, SOUTH, NORTH)
    sitting.hold(1.2, SOUTH)
    sitting.hold(0.15, SOUTH)
    assert sitting.happened(ComputerSeated) == [ComputerSeated(SOUTH, "4")]
    sitting.until(lambda: sitting.scene.message.key == "computer-thinks", 30.0)
    world.seat(NORTH, "greedy")
    sitting.until(lambda: isinstance(world.referee.state, Over), 1800.0)

    contents = world.game.contents(world.referee.position)
    assert world.table.contents() == {**contents, OFF_BOARD: 0}
    assert replay(read_trace(sitting.trace)).difference is None


def test_in_the_same_second_in_which_a_turn_ends_the_board_shows_that_it_thinks() -> None:
    sitting = seated()
    sitting.until(lambda: sitting.moves() >= 1)
    ended = next(at for at, each in enumerate(sitting.moments) if each.decided.scene.turn is NORTH)
    first = sitting.moments[ended].decided.scene
    assert first.message.key == "computer-thinks"
    assert pot(NORTH) in {sign.place for sign in first.signs if sign.meaning is Meaning.THINKING}


def test_it_orders_no_sooner_than_its_choice_deserves_and_a_tap_of_its_button_makes_it_move_now() -> None:
    sitting = seated()
    sitting.until(lambda: sitting.moves() >= 1)
    began = sitting.world.now
    sitting.until(lambda: sitting.scene.message.key == "computer-next")
    assert sitting.world.now - began >= PONDERING_SECONDS - 0.2
    sitting.until(lambda: sitting.moves() >= 3, 300.0)
    began = sitting.world.now
    sitting.hold(0.15, NORTH)
    sitting.until(lambda: sitting.scene.message.key == "computer-next")
    assert sitting.happened(MoveHurried)
    assert sitting.world.now - began < PONDERING_SECONDS
