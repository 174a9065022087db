"""Whole games by simulated hands, from a saved position too, checked against what truly lies there."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.referee.events import Ending, QuestionAsked, TableAgreed, TurnEnded, WrongTableSeen
from cupsboard.referee.states import Asking, Owed
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Place, Side, cup, pot, stock
from cupsboard.rules.record import Record, parse_record
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.event_text import result_words
from cupsboard.signs.scene import Meaning, Message, Scene
from cupsim.commands.main import main
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, Played, play, play_many
from cupsim.runs.summary import summary, table_row, totals
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import Drop, PressButton, Take
from cupsim.table.table import Table

SHORT = Pairing(Setting(seed=3, cups=2, stock_beans=3))
"""A game of a few moves."""
SOUTH_1, SOUTH_2, NORTH_1 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.NORTH, 1)


def test_a_game_is_played_to_its_end_and_every_agreed_table_is_the_true_one() -> None:
    played = play(SHORT)
    assert played.is_good
    assert played.unfinished is None
    assert played.findings == ()
    assert played.counts.moves > 0


def test_the_record_of_a_game_reads_back_and_says_how_it_was_made() -> None:
    played = play(SHORT)
    record = parse_record(played.record, Cups.named)
    assert result_words(record.history()) == played.result
    assert dict(record.options)["seed"] == "3"
    assert sum(record.history().position.row(side).stock for side in Side) == 0


@pytest.mark.long("whole games")
def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again = play(SHORT), play(SHORT)
    assert (first.record, first.virtual_seconds) == (again.record, again.virtual_seconds)
    (_, other) = SHORT.seeds(2)
    assert play(other).virtual_seconds != first.virtual_seconds


@pytest.mark.long("whole games")
def test_levels_play_a_whole_game_the_same_from_the_same_seed() -> None:
    pairing = Pairing(Setting(seed=5, cups=2, stock_beans=6), south="8", north="2")
    first, again = play(pairing), play(pairing)
    assert first.is_good
    assert (first.record, first.virtual_seconds) == (again.record, again.virtual_seconds)
    assert parse_record(first.record, Cups.named).names == ("level 8 (simulated)", "level 2 (simulated)")


def test_a_game_in_which_no_turn_ends_is_given_up_and_says_where_it_hangs() -> None:
    played = play(SHORT, patience_seconds=3)
    assert not played.is_good
    assert played.unfinished is not None
    assert "no turn ended for 3 s" in played.unfinished
    assert "the board says" in played.unfinished
    assert played.result == "unfinished"


@pytest.mark.long("a game replayed, as in test_replay.py")
def test_the_trace_of_a_game_replays_to_the_same_decisions(tmp_path) -> None:
    path = tmp_path / "game.trace"
    play(SHORT, trace=path)
    with path.open("rb") as lines:
        replayed = replay(read_trace(lines))
    assert replayed.difference is None
    assert replayed.decisions > 10


@pytest.mark.long("whole games")
def test_many_games_in_several_processes_are_the_same_as_one_after_the_other() -> None:
    pairings = SHORT.seeds(2)
    at_once = list(play_many(pairings, jobs=2))
    in_turn = list(play_many(pairings, jobs=1))
    assert [played.record for played in at_once] == [played.record for played in in_turn]


def test_a_game_that_breaks_the_program_is_one_bad_game_among_others() -> None:
    broken = Pairing(SHORT.setting, south="nobody")
    good, bad = play_many([SHORT, broken], jobs=1)
    assert good.is_good
    assert not bad.is_good
    assert bad.unfinished is not None
    assert "no player called 'nobody'" in bad.unfinished


@pytest.mark.long("a whole game")
def test_the_summary_names_moves_recognitions_questions_deeds_and_times() -> None:
    played = play(SHORT)
    text = summary(played)
    assert f"moves           {played.counts.moves} " in text
    for words in ("Complete", "asked", "honest moves", "south", "north", "virtual", "all as they truly lay"):
        assert words in text


@pytest.mark.long("several games")
def test_totals_add_up_the_games() -> None:
    games = list(play_many(SHORT.seeds(2), jobs=1))
    text = totals(games, wall_seconds=1.0)
    assert "2: 2 finished, 0 with an agreed table" in text
    assert f"moves           {sum(played.counts.moves for played in games)} " in text
    assert all(played.result in table_row(played) for played in games)


# What the board believes, held against the truth


class Evening:
    """A table whose beans are moved by hand, and a tally that is told what a board would say."""

    def __init__(self) -> None:
        self.table = Table(2, Random(1), stock_beans=6)
        self.witness = Witness(self.table, Cups(2).places)
        self.tally = Tally(self.witness)
        self.now = 0.0

    def drop(self, side: Side, *places: Place) -> None:
        for place in places:
            self.now += 1.0
            (bean,) = self.table.take(stock(side), 1, self.now)
            self.table.drop(place, bean, self.now)
            self.witness.saw(side, self.now)

    def hear(self, *events: object) -> None:
        self.now += 1.5
        scene = Scene((), None, Message("who-starts"))
        self.tally(Moment(self.now, None, (), Decided(events, scene, None)))

    def agree(self, side: Side, how: Ending = Ending.PRESSED, **beans: int) -> None:
        self.hear(TurnEnded(side, "a move", how), TableAgreed(self.table_with(beans)))

    def table_with(self, beans: Mapping[str, int]) -> Mapping[Place, int]:
        named = {Place(name.replace("_", "-")): count for name, count in beans.items()}
        return {**dict.fromkeys((*Cups(2).places, *map(stock, Side)), 0), **named}


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_agreed_table_that_lies_there_is_no_misbelief(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1, SOUTH_2)
    evening.agree(Side.SOUTH, south_1=1, south_2=1)
    assert evening.tally.misbeliefs == []


def test_an_agreed_table_that_was_there_only_on_the_way_is_a_misbelief(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1, SOUTH_2)
    evening.agree(Side.SOUTH, south_1=1)
    (misbelief,) = evening.tally.misbeliefs
    assert "south-2 holds 1, not 0" in misbelief


def test_beans_of_the_opponent_who_began_already_are_no_misbelief(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1)
    evening.drop(Side.NORTH, NORTH_1, cup(Side.NORTH, 2))
    evening.agree(Side.SOUTH, Ending.OPPONENT_BEGAN, south_1=1)
    evening.agree(Side.NORTH, south_1=1, north_1=1, north_2=1)
    assert evening.tally.misbeliefs == []


def test_a_table_that_never_lay_there_is_a_misbelief_even_if_the_opponent_began(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1, SOUTH_2)
    evening.drop(Side.NORTH, NORTH_1)
    evening.agree(Side.SOUTH, Ending.OPPONENT_BEGAN, south_1=1)
    assert len(evening.tally.misbeliefs) == 1


def test_a_table_that_its_mover_left_is_true_though_they_have_moved_again_since(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1)
    evening.drop(Side.NORTH, NORTH_1)
    evening.drop(Side.SOUTH, SOUTH_2)
    evening.agree(Side.SOUTH, Ending.OPPONENT_BEGAN, south_1=1)
    assert evening.tally.misbeliefs == []
    evening.agree(Side.NORTH, Ending.OPPONENT_BEGAN)
    assert len(evening.tally.misbeliefs) == 1, "an empty table was left before the one that was agreed"


def test_the_table_after_a_far_move_must_lie_there_now_whoever_laid_it_out(evening: Evening) -> None:
    evening.drop(Side.SOUTH, NORTH_1)
    evening.agree(Side.NORTH, Ending.FAR, north_1=1)
    assert evening.tally.misbeliefs == []
    evening.drop(Side.SOUTH, cup(Side.NORTH, 2), SOUTH_1)
    evening.agree(Side.NORTH, Ending.FAR, north_1=1, north_2=1)
    assert len(evening.tally.misbeliefs) == 1


def test_a_table_agreed_without_a_move_must_lie_there_now(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1)
    evening.hear(TableAgreed(evening.table_with({})))
    assert len(evening.tally.misbeliefs) == 1


def test_a_move_that_is_asked_about_twice_is_one_questioned_move(evening: Evening) -> None:
    evening.drop(Side.SOUTH, SOUTH_1)
    evening.hear(WrongTableSeen((), "a bean too many"))
    evening.hear(QuestionAsked(SOUTH_1, "drop 1"))
    evening.agree(Side.SOUTH, south_1=1)
    evening.drop(Side.NORTH, NORTH_1)
    evening.agree(Side.NORTH, south_1=1, north_1=1)
    counts = evening.tally.counts
    assert (counts.moves, counts.questioned_moves, counts.wrong_tables, counts.asked) == (2, 1, 1, 1)


def test_differences_at_the_end_count_the_stocks_too(evening: Evening) -> None:
    evening.drop(Side.SOUTH, pot(Side.SOUTH))
    differences = evening.witness.differences({pot(Side.SOUTH): 1, stock(Side.SOUTH): 6})
    assert differences == ("south-stock holds 5, not 6",)


def test_a_program_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["game", "--north", "engine:nosuch"])
    assert "'nosuch': there is no program 'nosuch' that can be run" in capsys.readouterr().err


SOUTH, NORTH = Side.SOUTH, Side.NORTH


def board_with_trays() -> World:
    """A board that has just found itself empty, with both stocks weighed."""
    world = World(Setting(seed=3, cups=4, stock_trays=True))
    world.run_until(2.0)
    return world


@pytest.mark.long("a whole game")
def test_a_game_with_weighed_stocks_is_played_to_its_end() -> None:
    played = play(Pairing(Setting(seed=3, cups=2, stock_trays=True)))
    assert played.is_good, played
    assert played.counts.questioned_moves == 0


def test_a_handful_of_four_must_be_dropped_to_its_last_bean() -> None:
    world = board_with_trays()
    hands = world.hands[SOUTH]
    hands.do(Take(stock(SOUTH), 4), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 2)), PressButton(), now=world.now)
    world.run_until(world.now + 7.0)
    assert world.reader.meanings[cup(SOUTH, 3)] is Meaning.MUST_NEXT
    assert isinstance(world.referee.state, Owed)
    hands.do(Drop(cup(SOUTH, 3)), Drop(cup(SOUTH, 4)), now=world.now)
    world.run_until(world.now + 4.0)
    assert world.referee.history.entries[-1].label == "drop 4"  # type: ignore[union-attr]


def test_without_trays_the_same_two_beans_are_a_finished_move() -> None:
    world = World(Setting(seed=3, cups=4))
    world.run_until(2.0)
    acts = (Take(stock(SOUTH), 4), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 2)), PressButton())
    world.hands[SOUTH].do(*acts, now=world.now)
    world.run_until(world.now + 7.0)
    assert world.referee.history.entries[-1].label == "drop 2"  # type: ignore[union-attr]


def test_nobody_can_call_a_stock_empty_that_the_scale_sees_filled() -> None:
    world = board_with_trays()
    acts = (Take(stock(SOUTH)), Drop(cup(SOUTH, 1)), PressButton())
    world.hands[SOUTH].do(*acts, now=world.now)
    world.run_until(world.now + 5.0)
    world.hands[NORTH].do(PressButton(1.2), now=world.now)
    world.run_until(world.now + 4.0)
    assert world.game.contents(world.referee.position)[stock(NORTH)] == 40


def test_a_small_stock_that_lacks_half_its_beans_is_noticed_before_the_game_begins() -> None:
    world = World(Setting(seed=3, cups=2, stock_beans=4, stock_trays=True))
    world.table.take(stock(NORTH), 2, 0.0)
    world.run_until(5.0)
    assert isinstance(world.referee.state, Asking)
    assert world.referee.state.question == stock(NORTH)


MOVE = 10


@pytest.fixture(scope="module")
def saved() -> Record[object]:
    return parse_record(play(Pairing(Setting(seed=3, cups=3))).record, games.named)


@pytest.mark.long("a whole game")
@pytest.mark.parametrize("stock_trays", [False, True], ids=["stocks believed", "stocks weighed"])
def test_a_game_goes_on_from_a_move_and_its_trace_replays(
    saved: Record[object], stock_trays: bool, tmp_path: Path
) -> None:
    setting = Setting(seed=21, stock_trays=stock_trays).going_on(saved.history().gone_on_from(MOVE))
    played = play(Pairing(setting), trace=tmp_path / "game.trace")
    assert played.is_good, played
    record = parse_record(played.record, games.named)
    assert record.entries[:MOVE] == saved.entries[:MOVE]
    assert record.history().is_over
    with (tmp_path / "game.trace").open("rb") as lines:
        assert replay(read_trace(lines)).difference is None


@pytest.mark.long("a position put up by hands")
def test_players_wait_until_the_position_lies_there(saved: Record[object]) -> None:
    world = World(Setting(seed=4).going_on(saved.history().gone_on_from(MOVE)))
    for side in Side:
        world.seat(side, "greedy")
    empty = world.table.contents()
    world.run_until(30.0)
    assert world.table.contents() == empty
    assert world.is_table_wanted


@pytest.mark.long("a whole game comes first")
def test_each_player_s_bowl_holds_at_first_what_belongs_on_their_side(saved: Record[object]) -> None:
    history = saved.history().gone_on_from(MOVE)
    world = World(Setting(seed=4).going_on(history))
    contents = history.game.contents(history.position)
    for side in Side:
        own = sum(count for place, count in contents.items() if place.startswith(side.value))
        assert world.table.contents()[f"{side.value}-stock"] == own


def test_hands_that_are_called_for_nothing_stop_at_once() -> None:
    world = World(Setting(seed=4, cups=2))
    world.run_until(3.0)
    assert not world.is_table_wanted
    world.put_up()
    world.run_until(6.0)
    assert world.helper is not None
    assert not world.helper.is_at_it, "the board is content at once"


def played(word: str, cups: int, seed: int, clumsiness: float) -> Played:
    return play(Pairing(Setting(seed, cups=cups, game=f"{word} {cups}"), "random", "4", clumsiness))


@pytest.mark.parametrize(("word", "seed"), [("kalah", 5), ("oware", 3)])
def test_a_short_game_ends_with_one_press_a_move_and_every_agreed_table_lay_there(
    word: str, seed: int
) -> None:
    game = played(word, 2, seed, 0.0)
    assert game.is_good
    assert sum(each.presses for each in game.deeds.values()) <= game.counts.moves, "a further turn, too"


@pytest.mark.long("whole games on boards of every size")
@pytest.mark.parametrize("word", ["kalah", "oware"])
@pytest.mark.parametrize(("cups", "seed"), [(4, 11), (4, 12), (6, 21), (10, 31)])
def test_clumsy_hands_end_their_game_and_no_agreed_table_is_wrong(word: str, cups: int, seed: int) -> None:
    game = played(word, cups, seed, 0.3)
    assert game.unfinished is None
    assert game.findings == ()
