"""What a board makes of what it kept, when it is switched on, and how a game goes on from a record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from cupsboard.core.heart import Decided
from cupsboard.engine import engines
from cupsboard.loop import Moment
from cupsboard.ports import Rows, StoreError
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import (
    Ending,
    Event,
    GameStarted,
    Redone,
    Restored,
    TableAgreed,
    TableCorrected,
    TurnEnded,
    Undone,
)
from cupsboard.referee.options import Options
from cupsboard.referee.states import Goal, Restoring, State, Turn
from cupsboard.rules import games, history
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Mark, Transfer, of_beans
from cupsboard.rules.games import named
from cupsboard.rules.history import History
from cupsboard.rules.places import Kind, Place, Side, cup, stock
from cupsboard.rules.record import Record, format_record, parse_record
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.game_session import Evening
from cupsboard.session.resume import Begun, KnowledgeKeeper, begun
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage import learnt, piece_sets
from cupsboard.storage.games import Game, GameKeeper, KeptGames
from cupsboard.storage.learnt import Learnt
from cupsboard.web.board_view import BoardView
from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play
from cupsim.runs.memory_store import HeldRows, Memory
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import Act
from cupsim.table.hands import Hands
from seated_evening import evening_at

R = TypeVar("R")
WORLD = World(Setting(seed=1, cups=3))
ONE_MOVE: tuple[Event, ...] = (GameStarted(None), TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED))
LYING = {"south-1": 1, "south-2": 1}


def kept(*events: Event) -> Memory:
    store = Memory()
    games = KeptGames(store, lambda: "today")
    games.begin(Cups(3), None)
    games.add(events)
    return store


def knowing(store: Memory, **counts: int) -> Memory:
    contents = {place: counts.get(place.replace("-", "_"), 0) for place in WORLD.profile.places}
    store.keep((learnt.row(from_calibration(WORLD.calibration, of_beans(contents)), WORLD.calibration),))
    return store


def switched_on(store: Rows, cups: int = 3) -> Begun:
    games = KeptGames(store, lambda: "today")
    return begun(WORLD.profile, WORLD.calibration, Cups(cups), Options(), games)


def state_of(store: Rows) -> State:
    return switched_on(store).start.free_order().referee.state


def test_a_game_goes_on_in_the_middle_of_a_move() -> None:
    assert state_of(knowing(kept(*ONE_MOVE), south_1=1, south_2=1)) == Turn()


def test_a_game_with_odds_goes_on_unasked_and_so_do_its_odds() -> None:
    store, game = Memory(), named("cups 3 odds south 2")
    games = KeptGames(store, lambda: "today")
    games.begin(game, None)
    games.add(ONE_MOVE)
    beginning = begun(WORLD.profile, WORLD.calibration, None, Options(), KeptGames(store, lambda: "today"))
    assert beginning.start.record.position == game.play(game.start(None), Side.SOUTH, "drop 2")
    assert beginning.next_game == game


class CentsAndDimes(Cups):
    """Cups as it would be played with two kinds of coins."""

    @property
    def kinds(self) -> Mapping[Kind, int]:
        return {Kind("cent"): 1, Kind("dime"): 10}


def asked_for_coins(calibration: Calibration) -> Begun:
    store = Memory()
    games = KeptGames(store, lambda: "today")
    return begun(WORLD.profile, calibration, CentsAndDimes(3), Options(), games)


def test_a_game_of_kinds_that_the_board_was_not_taught_is_refused() -> None:
    with pytest.raises(SensingError, match="this board was not taught cent, dime; weigh some of each"):
        asked_for_coins(WORLD.calibration)


def test_a_game_of_kinds_that_the_board_cannot_tell_apart_is_refused_with_the_figures() -> None:
    coarse = World(Setting(seed=1, cups=3, cells="5kg")).calibration
    coins = piece_sets.load("us-coins").calibrated(coarse)
    with pytest.raises(
        SensingError, match=r"dime and cent: up to 1 in [0-9]+ is taken .* leave out the cent"
    ):
        asked_for_coins(replace(coarse, kinds=coins))


def test_a_board_that_was_taught_coins_it_cannot_tell_apart_plays_with_beans_as_before() -> None:
    coarse = World(Setting(seed=1, cups=3, cells="5kg")).calibration
    taught = replace(coarse, kinds=piece_sets.load("us-coins").calibrated(coarse))
    games = KeptGames(Memory(), lambda: "today")
    start = begun(WORLD.profile, taught, Cups(3), Options(), games).start
    assert start.knowledge == from_calibration(coarse, {})


def test_a_corrected_table_is_the_one_that_play_goes_on_from_after_a_power_cut() -> None:
    corrected = TableCorrected(Side.NORTH, (Mark(Place("south-2"), -1),))
    store = knowing(kept(*ONE_MOVE, corrected), south_1=1)
    referee = switched_on(store).start.free_order().referee
    assert referee.history.entries[-1] == history.TableCorrected(Side.NORTH, corrected.changes)
    assert referee.state == Turn()
    undone = knowing(kept(*ONE_MOVE, corrected, Undone()), south_1=1)
    assert state_of(undone) == Restoring(Goal.RESUME)
    redone = knowing(kept(*ONE_MOVE, corrected, Undone(), Redone()), south_1=1)
    assert state_of(redone) == Turn()


class Cut(Exception):
    """The power is gone."""


class CutOff(Memory):
    """A store whose power goes with each write."""

    def keep(self, rows: Sequence[object]) -> Sequence[Message]:
        raise Cut


def test_a_move_is_written_with_what_was_learnt_of_its_table_or_both_are_lost() -> None:
    store = CutOff()
    HeldRows.keep(store, [*knowing(kept(GameStarted(None))).find(Game), *knowing(Memory()).find(Learnt)])
    known = [switched_on(store).start.knowledge]
    games = KeptGames(store, lambda: "today")
    keeper = KnowledgeKeeper(games.ledger, WORLD.calibration, lambda: known[0])
    known[0] = from_calibration(WORLD.calibration, of_beans({**known[0].contents, Place("south-1"): 1}))
    happened = (TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED), TableAgreed(known[0].contents))
    moment = Moment(1.0, None, (), Decided(happened, Scene((), None, Message("x")), None))
    keeper(moment)
    with pytest.raises(Cut):
        GameKeeper(games, Cups(3), None)(moment)
    assert state_of(store) == Turn()
    assert not any(switched_on(store).start.knowledge.contents.values())


def test_a_table_that_has_yet_to_follow_the_record_is_wanted_first() -> None:
    assert state_of(knowing(kept(*ONE_MOVE), north_3=2)) == Restoring(Goal.RESUME)


def test_a_move_from_another_board_that_was_not_laid_out_when_the_power_went_is_asked_for() -> None:
    assert state_of(knowing(kept(*ONE_MOVE))) == Restoring(Goal.RESUME)


def test_an_empty_board_is_wanted_where_none_was_seen() -> None:
    assert state_of(kept()) == Restoring(Goal.SET_UP)


def wants_its_table(beginning: Begun) -> bool:
    """Whether the board asks for the table of the record, which it has never weighed."""
    is_bare = not any(known.pieces for known in beginning.start.knowledge.places.values())
    return is_bare and beginning.start.free_order().referee.state == Restoring(Goal.RESUME)


def test_a_game_goes_on_from_the_record_when_what_was_learnt_says_nothing() -> None:
    store = knowing(kept(*ONE_MOVE))
    store.keep([replace(each, knowledge="{}") for each in store.find(Learnt)])
    beginning = switched_on(store)
    assert any("what was learnt is left out: " in note for note in beginning.notes)
    assert wants_its_table(beginning)


class Unreadable(Memory):
    """A disk on which what was learnt can't be read."""

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        if table is Learnt:
            raise StoreError("memory.sqlite can't be read: disk I/O error; check the disk")
        return super().find(table, **equal)


def test_a_game_goes_on_from_the_record_when_what_was_learnt_cannot_be_read() -> None:
    store = Unreadable()
    store.keep(kept(*ONE_MOVE).find(Game))
    beginning = switched_on(store)
    assert any("what was learnt is left out: memory.sqlite can't be read" in note for note in beginning.notes)
    assert wants_its_table(beginning)


def test_zeros_are_less_sure_after_the_board_was_off() -> None:
    store = knowing(kept(*ONE_MOVE), south_1=1, south_2=1)
    before = learnt.load(store, WORLD.calibration)
    assert before is not None
    after = switched_on(store).start.knowledge
    assert all(
        after.places[place].tare.variance > known.tare.variance for place, known in before.places.items()
    )


def test_a_game_under_way_goes_on_whatever_other_game_is_asked_for_which_is_the_next() -> None:
    store, asked = kept(*ONE_MOVE), Cups(3, 12)
    for _ in range(2):
        beginning = begun(
            WORLD.profile, WORLD.calibration, asked, Options(), KeptGames(store, lambda: "today")
        )
        assert (beginning.start.game, beginning.next_game) == (Cups(3), asked)
        assert beginning.notes == (
            "game 1 of today goes on after 1 entries: it is of cups 3; --new beside the other options begins "
            "cups 3 stock 12",
        )
    assert KeptGames(store, lambda: "").adjourned == ()


def test_a_game_that_this_board_has_no_places_for_is_put_aside() -> None:
    store = Memory()
    games = KeptGames(store, lambda: "today")
    games.begin(Cups(4), Side.SOUTH)
    games.add([TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED)])
    for asked in (Cups(3, 12), Cups(3)):
        beginning = begun(
            WORLD.profile, WORLD.calibration, asked, Options(), KeptGames(store, lambda: "today")
        )
        assert beginning.start.game == asked if asked != Cups(3) else Cups(3, 12)
    assert KeptGames(store, lambda: "").adjourned[0] == 1


def test_a_board_that_nobody_asks_goes_on_with_what_was_played_last() -> None:
    store = kept(*ONE_MOVE)
    beginning = begun(WORLD.profile, WORLD.calibration, None, Options(), KeptGames(store, lambda: "today"))
    assert beginning.next_game == beginning.start.game == Cups(3)
    assert "goes on after" in beginning.notes[0]


def test_a_board_that_nobody_asks_plays_cups_after_a_game_that_is_not_at_home_there() -> None:
    store = Memory()
    games = KeptGames(store, lambda: "today")
    games.begin(Cups(4), None)
    beginning = begun(WORLD.profile, WORLD.calibration, None, Options(), games)
    assert beginning.start.game == Cups(3)


def test_a_game_whose_kinds_the_board_was_not_taught_leaves_the_one_being_played() -> None:
    store = kept(*ONE_MOVE)
    games = KeptGames(store, lambda: "today")
    board = replace(WORLD.profile, rate_sps=80)
    with pytest.raises(SensingError, match="this board was not taught cent, nickel, dime, quarter"):
        begun(board, WORLD.calibration, named("coin-duel 3 stage 2"), Options(), games)
    assert games.number == 1
    assert games.adjourned == ()


DUEL = "coin-duel 4 stage 1"


@pytest.mark.parametrize(
    ("game", "level", "plays", "notes"),
    [
        (
            "coin-duel 4 stage 1",
            "perfect",
            "8",
            ["coin-duel 4 stage 1 has no level perfect: the board plays at level 8"],
        ),
        ("coin-duel 4 stage 1", "4", "4", []),
        ("cups 4", "perfect", "perfect", []),
    ],
)
def test_a_board_that_plays_another_game_by_now_plays_it_at_a_level_that_it_offers(
    game: str, level: str, plays: str, notes: list[str]
) -> None:
    options = Options(levels=(*LEVEL_NAMES, "engine:other"), computer=Computer(Side.NORTH, level))
    store, world = Memory(), World(Setting(seed=1, cups=4))
    games = KeptGames(store, lambda: "today")
    beginning = begun(world.profile, world.calibration, named(game), options, games)
    offered = beginning.start.options
    assert offered.computer == Computer(Side.NORTH, plays)
    assert [note for note in beginning.notes if "level" in note] == notes
    assert offered.levels == (*engines.level_names(named(game)), "engine:other")


MOVE = 13
SOUTH_1, SOUTH_2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
TODAY = "2026-11-21T20:15"


@pytest.fixture(scope="module")
def saved() -> Record[object]:
    """A game that simulated players have played to its end."""
    return parse_record(play(Pairing(Setting(seed=3, cups=3))).record, games.named)


def board_going_on(history: History[object], store: Memory) -> tuple[World, Evening[BoardView], list[str]]:
    """A board whose cups are empty, switched on to go on with this game, and what it says."""
    world = World(Setting(seed=8).going_on(history))
    kept = KeptGames(store, lambda: TODAY)
    kept.begin_from(history)
    sitting = evening_at(world, store, lambda _: None, games=kept)
    said: list[str] = []

    def listen(moment: Moment) -> None:
        words = say(moment.decided.scene.message)
        if words not in said[-1:]:
            said.append(words)

    sitting.loop.listen(listen)
    return world, sitting, said


def with_a_mistake(world: World) -> Iterator[Act]:
    """Everything to where it belongs, but one bean of cup 1 into cup 2."""
    wanted = world.game.contents(world.referee.position)
    assert wanted[SOUTH_1]
    left = transfers_to(wanted, world.table.contents())
    beans = [Transfer(each.source, each.target) for each in left for _ in range(each.count)]
    wrong = next(index for index, each in enumerate(beans) if each.target == SOUTH_1)
    beans[wrong] = Transfer(beans[wrong].source, SOUTH_2)
    yield from carried(beans)


@pytest.mark.long("a whole game through the pins")
def test_a_position_put_up_with_a_mistake_is_mended_and_played_to_its_end(saved: Record[object]) -> None:
    before, store = saved.history().gone_on_from(MOVE), Memory()
    world, sitting, said = board_going_on(before, store)
    world.run_until(2.0)
    assert world.referee.state == Restoring(Goal.RESUME)
    assert said[-1].startswith("The game goes on from here. First ")
    hands = Hands(Side.SOUTH, world.table, world.set_button, Random(1))
    world.bring(hands)
    hands.do(*with_a_mistake(world), now=world.now)
    world.run_until(900.0, lambda: not hands.is_busy)
    world.run_until(world.now + 8.0)
    assert world.is_table_wanted, said
    assert any("South's cup 1" in words or "South's cup 2" in words for words in said[-2:]), said
    world.put_up()
    world.run_until(world.now + 60.0, lambda: isinstance(world.referee.state, Turn))
    assert world.referee.history == before
    witness = Witness(world.table, world.game.places)
    world.watch_hands(witness.saw)
    tally = Tally(witness)
    sitting.loop.listen(tally)
    for side in Side:
        world.seat(side, "greedy")
    world.run_until(world.now + 900.0, lambda: tally.is_over)
    assert tally.is_over, said[-12:]
    assert tally.misbeliefs == []
    record = parse_record(format_record(sitting.record()), games.named)
    assert record.entries[:MOVE] == saved.entries[:MOVE]
    assert record.history().is_over
    assert record.date == TODAY
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.history == record.history()


@pytest.mark.long("a board put up bean by bean")
def test_the_stocks_are_those_of_the_position_once_all_cups_are_filled(saved: Record[object]) -> None:
    history = saved.history().gone_on_from(MOVE)
    world, _, _ = board_going_on(history, Memory())
    world.put_up()
    world.run_until(120.0, lambda: not world.is_table_wanted)
    wanted = world.game.contents(world.referee.position)
    lying = world.table.contents()
    assert {place: lying[place] for place in wanted} == wanted
    assert all(wanted[stock(side)] for side in Side)


@pytest.mark.long("a board put up bean by bean")
def test_what_lies_there_from_another_game_is_led_to_the_position_too(saved: Record[object]) -> None:
    history, store = saved.history().gone_on_from(MOVE), Memory()
    world = World(Setting(seed=8).going_on(history))
    known = {place: int(place == SOUTH_2) for place in world.profile.places}
    store.keep((learnt.row(from_calibration(world.calibration, of_beans(known)), world.calibration),))
    world, _, said = board_going_on(history, store)
    hands = Hands(Side.NORTH, world.table, world.set_button, Random(1))
    world.bring(hands)
    hands.do(*carried([Transfer(stock(Side.NORTH), cup(Side.NORTH, 3), 9)]), now=world.now)
    world.run_until(8.0)
    assert world.referee.state == Restoring(Goal.RESUME)
    assert "First take" in said[-1]
    restored: list[Restored] = []
    world.loop.listen(
        lambda moment: restored.extend(e for e in moment.decided.events if isinstance(e, Restored))
    )
    world.put_up()
    world.run_until(120.0, lambda: bool(restored))
    assert restored == [Restored(Goal.RESUME)]


@pytest.mark.long("a board put up bean by bean")
def test_a_power_cut_while_the_position_is_put_up_loses_nothing(saved: Record[object]) -> None:
    history, store = saved.history().gone_on_from(MOVE), Memory()
    board_going_on(history, store)
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.history == history
    assert not kept.is_set_up
