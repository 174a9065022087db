import random
from dataclasses import replace

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.referee.events import (
    ComputerSeated,
    Ending,
    Event,
    GameArranged,
    GameClosed,
    GameOver,
    GameStarted,
    Passed,
    Redone,
    TurnEnded,
    Undone,
    WentBack,
)
from cupsboard.rules.cups.rules import Position
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Side
from cupsboard.rules.record import NameRefused
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage.games import Game, GameKeeper, KeptGameError, KeptGames, known_players, read, record_of
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st
from studies.disks.kept_games import GAME, WRITES, fault_after, opened, played

SOUTH, NORTH = Side.SOUTH, Side.NORTH


@given(seed=st.integers(0, 10_000))
def test_a_game_reads_back_with_what_can_still_be_redone(seed: int) -> None:
    store = Memory()
    stages = played(store, seed)
    kept = opened(store).playing()
    assert kept is not None
    assert kept.is_set_up
    assert kept.history == stages[-1]


@given(seed=st.integers(0, 10_000), cut=st.integers(0, WRITES), arrives=st.booleans())
def test_after_a_power_cut_in_any_write_the_game_is_that_before_or_after_it(
    seed: int, cut: int, arrives: bool
) -> None:
    assert fault_after(seed, cut, arrives=arrives) is None


def after(*events: Event) -> HistoryOf[Position, Side]:
    """A game with these events, which south begins, as it reads back."""
    games = opened(Memory())
    games.begin(GAME, SOUTH)
    games.add(events)
    return read(games.game(1).row({}, is_playing=True)).history


def finished_game() -> tuple[History[Position], list[Event]]:
    """A game to its end, and the events that tell of it."""
    history, told = History(GAME, None), list[Event]()
    rng = random.Random(1)
    while not history.is_over:
        side = rng.choice(GAME.movers(history.position))
        plan = rng.choice(GAME.plans(history.position, side))
        history = history.play(side, plan.label)
        told.append(TurnEnded(side, plan.label, Ending.PRESSED))
        while GAME.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            told.append(Passed(GAME.movers(history.position)[0].other))
    return history, told


def at(time: float, *events: Event) -> Moment:
    return Moment(time, None, (), Decided(events, Scene((), None, Message("x")), None))


def test_a_result_counts_as_seen_after_ten_seconds_of_light() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    history, told = finished_game()
    writer = GameKeeper(games, GAME, None)
    writer(at(5.0, *told, GameOver(None, {})))
    for time, is_shown in ((5.1, False), (14.9, False), (15.0, True)):
        writer(at(time))
        assert games.game(1).is_result_shown is is_shown
    assert games.game(1).history == history


def test_a_result_that_was_taken_back_is_not_seen() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    _, told = finished_game()
    writer = GameKeeper(games, GAME, None)
    writer(at(5.0, *told, GameOver(None, {})))
    writer(at(8.0, Undone()))
    writer(at(30.0))
    assert not games.game(1).is_result_shown
    writer(at(31.0, Redone(), GameOver(None, {})))
    writer(at(41.0))
    writer(at(42.0, Undone()))
    assert not games.game(1).is_result_shown


def test_moves_that_both_boards_took_back_are_gone() -> None:
    moves = [TurnEnded(side, "drop 1", Ending.FAR) for side in (SOUTH, NORTH)]
    history = after(GameStarted(SOUTH), *moves, WentBack(1))
    assert history.entries == History(GAME, SOUTH).play(SOUTH, "drop 1").entries
    assert not history.can_redo


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"entries": "north drop 1"}, "south's turn"),
        ({"entries": "south hop"}, "hop"),
        ({"steps": 7}, "after 7 steps: the game has 1"),
        ({"name": "chess"}, "chess"),
        ({"starter": "west"}, "starter: 'west' doesn't play cups 3"),
        ({"lap": "south put"}, "is no act"),
    ],
)
def test_a_game_that_the_rules_refuse_is_refused_with_its_number_and_the_next_step(
    changed: dict[str, object], message: str
) -> None:
    games, told = opened(store := Memory()), list[Message]()
    games.begin(GAME, SOUTH)
    games.add([TurnEnded(SOUTH, "drop 1", Ending.PRESSED)])
    store.keep([replace(row, **changed) for row in store.find(Game)])
    with pytest.raises(KeptGameError, match=rf"^game 1: .*{message}.*; begin another game"):
        opened(store).playing()
    games = KeptGames(store, lambda: "today", told.append)
    assert games.playing() is None
    assert [message.key for message in told] == ["notes.game-lost"]
    games.begin(GAME, None)
    assert (games.number, len(store.find(Game))) == (2, 2)


def test_an_unfinished_game_is_put_aside_for_another_and_taken_up_again() -> None:
    store = Memory()
    first = played(store, seed=3, steps=4)[-1]
    games = opened(store)
    games.begin(GAME, NORTH)
    assert (games.number, games.adjourned) == (2, (1,))
    games.add([GameStarted(NORTH), TurnEnded(NORTH, "drop 2", Ending.PRESSED)])
    games = opened(store)
    assert games.take_up(1).history == first
    assert (games.number, games.adjourned) == (1, (2,))
    playing = opened(store).playing()
    assert playing is not None
    assert playing.history == first


def test_a_game_nobody_moved_in_is_not_worth_putting_aside() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    games.begin(GAME, None)
    assert (games.number, games.adjourned) == (2, ())


def test_a_game_that_was_not_put_aside_cannot_be_taken_up() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    with pytest.raises(KeptGameError, match="there is no game 7; those put aside: none"):
        games.take_up(7)
    for _ in range(3):
        games.add([GameStarted(SOUTH), TurnEnded(SOUTH, "drop 1", Ending.PRESSED)])
        games.begin(GAME, None)
    with pytest.raises(KeptGameError, match="those put aside: 1, 2, 3"):
        games.take_up(7)


def test_what_comes_before_a_new_game_in_one_moment_is_written_to_the_old_one() -> None:
    games = opened(Memory())
    games.begin(GAME, SOUTH)
    GameKeeper(games, GAME, SOUTH)(at(5.0, TurnEnded(SOUTH, "drop 1", Ending.PRESSED), GameClosed()))
    assert games.number == 2
    assert len(games.game(1).history.entries) == 1
    assert not games.game(2).history.entries


def test_what_comes_before_an_arrangement_in_one_moment_is_written_to_the_game_before_it() -> None:
    games = opened(Memory())
    games.begin(GAME, SOUTH)
    arranged = GameArranged("kalah 4")
    GameKeeper(games, GAME, SOUTH)(at(5.0, TurnEnded(SOUTH, "drop 1", Ending.PRESSED), arranged))
    assert games.number == 2
    assert len(games.game(1).history.entries) == 1
    assert games.game(2).history.game.name == arranged.game


def test_games_are_found_by_a_player_and_by_a_date() -> None:
    names, days = ["Anna", "Ben"], ["2026-11-21T20:15", "2026-11-22T10:00", "2026-12-01T10:00"]
    games = KeptGames(Memory(), lambda: days[0], players=lambda: (names[0], names[1]))
    for _ in range(3):
        games.begin(GAME, None)
        games.add([GameStarted(None), TurnEnded(SOUTH, "drop 1", Ending.PRESSED)])
        names.reverse()
        del days[0]
        names[0] = "Cleo"
    assert [row.number for row in games.found("Anna", "")] == [1, 2]
    assert [row.number for row in games.found(None, "2026-11")] == [1, 2]
    assert [row.number for row in games.found("Anna", "2026-11-22")] == [2]
    assert games.found("Dora", "") == ()


def test_a_name_that_is_written_with_other_signs_is_the_same_player() -> None:
    of_one_sign, of_two_signs = "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}"
    names = [of_one_sign, ""]
    games = KeptGames(Memory(), lambda: "2026-11-29", players=lambda: tuple(names))
    for names[0] in (of_one_sign, of_two_signs):
        games.begin(GAME, SOUTH)
    for said in (of_one_sign, of_two_signs):
        assert len(games.found(said, "")) == len(games.found(None, "", said.upper())) == 2
    assert known_players(games.ledger) == (of_one_sign,)


def test_who_sits_down_after_the_last_move_has_not_played_the_game() -> None:
    names = ["Anna", "Ben"]
    games = KeptGames(Memory(), lambda: "today", players=lambda: (names[0], names[1]))
    games.begin(GAME, None)
    _, told = finished_game()
    GameKeeper(games, GAME, None)(at(5.0, *told, GameOver(None, {})))
    names[:] = "Cleo", "Dan"
    games.seat(None)
    assert games.names == {"south": "Anna", "north": "Ben"}
    games.begin(GAME, None)
    assert games.names == {"south": "Cleo", "north": "Dan"}
    assert known_players(games.ledger) == ("Cleo", "Dan", "Anna", "Ben")


def test_a_game_is_renamed_or_deleted_but_not_the_one_that_is_played() -> None:
    games = opened(store := Memory())
    for _ in range(2):
        games.begin(GAME, None)
        games.add([GameStarted(SOUTH), TurnEnded(SOUTH, "drop 1", Ending.PRESSED)])
    games.rename(1, {"south": "Anna", "north": ""})
    assert record_of(games.row(1)).names == ("Anna", "?")
    with pytest.raises(NameRefused):
        games.rename(1, {"south": "Anna", "north": "aNNA"})
    games.delete(1)
    for change in (lambda: games.delete(2), lambda: games.rename(2, {}), lambda: games.delete(1)):
        with pytest.raises(KeptGameError):
            change()
    assert [row.number for row in store.find(Game)] == [2]


def test_the_lead_of_south_is_kept_for_every_step() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    history, told = finished_game()
    games.add(told)
    points = [GAME.score(stage.position) for stage in history.stages()]
    assert games.row(1).lead == " ".join(str(each[SOUTH] - each[NORTH]) for each in points)


def test_the_board_itself_has_its_level_for_a_name() -> None:
    games = KeptGames(Memory(), lambda: "today", players=lambda: ("Anna", ""))
    games.begin(GAME, None)
    GameKeeper(games, GAME, None)(at(1.0, ComputerSeated(NORTH, "4"), GameStarted(None)))
    assert [(row.south, row.north) for row in games.found("level 4", "")] == [("Anna", "level 4")]
    games.begin(GAME, None)
    games.rename(1, {"south": "Zoë", "north": "Ben"})
    assert (games.row(1).south, games.row(1).north) == ("Zoë", "level 4")
