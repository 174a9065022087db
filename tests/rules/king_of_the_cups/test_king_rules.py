"""King of the Cups: its dice, its rounds and its end, against a plain program of the same rules."""

import random
from collections import Counter

import plain_king
import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import named, of_any_players
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups import cups_and_dice
from cupsboard.rules.king_of_the_cups.moves import IllegalMove, Reason
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.king_of_the_cups.rounds import round_taken_back, rounds
from cupsboard.rules.king_of_the_cups.rules import FIRST, KingOfTheCups
from cupsboard.rules.places import OFF_BOARD, SEAT_NAMES, Place, table_places
from cupsboard.rules.record_entries import entry_from_text, entry_text
from hypothesis import given
from hypothesis import strategies as st
from king_play import ROLLS, King, gone_on, king_games, new_game
from plain_king import PlainKing, Refused, called

ONE, TWO, THREE, FOUR = tuple(cups_and_dice.Seat)[:4]
EXAMPLES = {
    "red-circle, red-circle": "red-circle",
    "blue-circle, blue-square": "blue-triangle",
    "blue-circle, red-circle": "yellow-circle",
    "red-circle, blue-square": "yellow-triangle",
}
BOTH_DIFFER = "red-circle, blue-square"


def begun(players: int, *entries: str, starter: cups_and_dice.Seat | None = ONE) -> King:
    return said(HistoryOf(KingOfTheCups(players), starter), *entries)


def said(history: King, *entries: str) -> King:
    return history.enter_all(entry_from_text(entry, history.game.players) for entry in entries)


def plain(history: King) -> PlainKing:
    game = history.game
    assert isinstance(game, KingOfTheCups)
    starter = history.starter.value if history.starter else None
    return PlainKing(game.player_count, [cup.kind for cup in game.arrangement], starter)


@pytest.mark.parametrize(("dice", "right"), EXAMPLES.items())
def test_the_examples_of_the_rules_call_their_cups(dice: str, right: str) -> None:
    assert cups_and_dice.parse_dice(dice).right_cup == cups_and_dice.cup_named(right)


def test_all_81_rolls_call_the_cup_that_the_plain_words_call() -> None:
    assert len(set(ROLLS)) == 81
    for dice in ROLLS:
        assert dice.right_cup.kind == called(dice.outcome)
        assert cups_and_dice.Dice(dice.other, dice.one).right_cup == dice.right_cup
        assert cups_and_dice.parse_dice(dice.outcome) == dice


def test_every_cup_is_called_by_nine_of_the_81_rolls() -> None:
    assert Counter(dice.right_cup for dice in ROLLS) == dict.fromkeys(cups_and_dice.CUPS, 9)


@given(king_games())
def test_every_game_goes_as_in_the_plain_program(history: King) -> None:
    other = plain(history)
    for stage, step in zip(history.stages(), history.steps, strict=False):
        other.say(entry_text(step.entry))
        position, game = step.position, stage.game
        assert [*position.lying] == [other.stands[cup.kind] for cup in cups_and_dice.CUPS]
        assert {each.cup.kind: each.home for each in position.astray} == other.must_go
        assert (position.roller and position.roller.value) == other.roller
        assert (position.dice and position.dice.right_cup.kind) == other.wanted
        assert (game.standing(position) is Standing.OVER) == other.is_over
        assert {seat.value: cups for seat, cups in game.score(position).items()} == {
            name: other.cups_of(name) for name in other.names
        }


@st.composite
def things_said(draw: st.DrawFn) -> str:
    cup = draw(st.sampled_from(cups_and_dice.CUPS)).kind
    return " ".join(
        (
            draw(st.sampled_from(plain_king.NAMES[:3])),
            draw(
                st.sampled_from(
                    (
                        *(f"{verb} {cup}" for verb in ("grab", "lift", "back", "call early", "call out")),
                        f"chance {draw(st.sampled_from(ROLLS)).outcome}",
                        *("chance first", "call early"),
                    )
                )
            ),
        )
    )


@given(king_games(40), st.lists(things_said(), max_size=12))
def test_what_may_be_entered_is_what_the_plain_program_allows(history: King, entries: list[str]) -> None:
    other = plain(history)
    for entry in history.entries:
        other.say(entry_text(entry))
    names = {seat.value for seat in history.game.players}
    for text in (each for each in entries if each.split(" ")[0] in names):
        try:
            other.say(text)
        except Refused:
            with pytest.raises(RulesError):
                said(history, text)
        else:
            history = said(history, text)


@given(king_games())
def test_no_cup_is_lost_and_each_stands_once(history: King) -> None:
    game = history.game
    for stage in history.stages():
        position = stage.position
        pieces = game.pieces(position)
        assert {place: sum(at.values()) for place, at in pieces.items()} == game.contents(position)
        lying = Counter(kind for at in pieces.values() for kind in at)
        lying.update(cup.kind for cup in cups_and_dice.CUPS if position.place_of(cup) == OFF_BOARD)
        assert lying == {cup.kind: 1 for cup in cups_and_dice.CUPS}
        assert all(game.contents(position)[spot] <= 1 for spot in cups_and_dice.SPOTS)


@given(king_games())
def test_undo_and_redo_lead_back_to_the_same_game(history: King) -> None:
    back, count = history, 0
    while back.can_undo:
        back, count = back.undo(), count + 1
    for _ in range(count):
        back = back.redo()
    assert back.entries == history.entries
    assert back.position == history.position


@given(king_games(), st.randoms(use_true_random=False))
def test_a_round_taken_back_is_rolled_anew_and_can_be_redone(history: King, rng: random.Random) -> None:
    played = [*rounds(history)]
    if not played:
        with pytest.raises(RulesError, match="nothing has been rolled yet"):
            round_taken_back(history)
        return
    before = round_taken_back(history)
    assert before.game.standing(before.position) is Standing.CHANCE
    assert before.position.roller is played[-1].roller
    assert [*rounds(before)] == played[:-1]
    redone = before
    while redone.can_redo:
        redone = redone.redo()
    assert redone.entries == history.entries
    assert not gone_on(rng, before, 1).can_redo


@given(st.integers(0, 2**32))
def test_every_game_comes_to_an_end_with_one_winner_who_has_enough_cups(seed: int) -> None:
    rng = random.Random(seed)
    history = gone_on(rng, new_game(rng), 20_000)
    game, position = history.game, history.position
    assert history.is_over
    winner = game.winner(position)
    assert winner is not None
    assert game.score(position)[winner] == cups_and_dice.CUPS_TO_WIN[len(game.players)]
    *_, last = rounds(history)
    assert last.winner is winner
    assert game.movers(position) == ()


@pytest.mark.parametrize(("players", "cups"), [(2, 5), (3, 4), (4, 3), (5, 3), (6, 3)])
def test_who_has_enough_cups_ends_the_game_at_once(players: int, cups: int) -> None:
    history = begun(players)
    for number, cup in enumerate(cups_and_dice.CUPS[:cups], start=1):
        assert not history.is_over
        history = said(history, f"one chance {cup.kind}, {cup.kind}", f"one grab {cup.kind}")
        assert history.game.score(history.position)[ONE] == number
    assert history.is_over
    assert history.game.winner(history.position) is ONE


def test_the_first_to_grab_the_right_cup_keeps_it_and_rolls_next() -> None:
    history = begun(3, f"one chance {BOTH_DIFFER}", "two grab yellow-triangle lifted 0.812 landed 1.240")
    assert history.game.pieces(history.position)[cups_and_dice.tray(TWO)] == {"yellow-triangle": 1}
    assert history.position.roller is TWO
    with pytest.raises(IllegalMove, match="it is two who rolls"):
        said(history, f"one chance {BOTH_DIFFER}")


def test_who_grabs_a_wrong_cup_is_out_of_that_round_alone_and_the_cup_goes_back_where_it_was() -> None:
    history = begun(3, f"one chance {BOTH_DIFFER}", "two grab red-circle landed 0.900")
    with pytest.raises(IllegalMove, match="two is out of this round") as fault:
        said(history, "two grab yellow-triangle")
    assert fault.value.reason is Reason.OUT
    won = said(history, "three grab yellow-triangle")
    with pytest.raises(IllegalMove, match="all cups are back"):
        said(won, f"three chance {BOTH_DIFFER}")
    back = said(won, "two back red-circle landed 4.000", f"three chance {BOTH_DIFFER}")
    assert back.position.place_of(cups_and_dice.cup_named("red-circle")) == cups_and_dice.SPOTS[0]
    assert back.game.movers(back.position) == (ONE, TWO, THREE)


def test_a_cup_is_stolen_from_its_owner_and_a_wrong_steal_goes_back_to_them() -> None:
    kept = begun(3, f"one chance {BOTH_DIFFER}", "two grab yellow-triangle")
    stolen = said(kept, f"two chance {BOTH_DIFFER}", "three grab yellow-triangle")
    assert stolen.game.score(stolen.position) == {ONE: 0, TWO: 0, THREE: 1}
    wrong = said(kept, "two chance red-circle, red-circle", "three grab yellow-triangle")
    assert wrong.game.score(wrong.position) == {ONE: 0, TWO: 1, THREE: 0}
    back = said(wrong, "three back yellow-triangle")
    assert back.position.place_of(cups_and_dice.cup_named("yellow-triangle")) == cups_and_dice.tray(TWO)


def test_who_owns_the_cup_that_is_called_may_grab_it_themselves_and_rolls_next() -> None:
    kept = begun(2, f"one chance {BOTH_DIFFER}", "two grab yellow-triangle", f"two chance {BOTH_DIFFER}")
    again = said(kept, "two grab yellow-triangle")
    assert again.game.score(again.position) == {ONE: 0, TWO: 1}
    assert again.position.roller is TWO
    assert again.game.standing(again.position) is Standing.CHANCE


def test_who_takes_their_own_cup_up_in_vain_is_out_and_owes_nothing() -> None:
    kept = begun(
        2, f"one chance {BOTH_DIFFER}", "two grab yellow-triangle", "two chance red-circle, red-circle"
    )
    vain = said(kept, "two grab yellow-triangle")
    assert (vain.position.out, vain.position.astray) == ({TWO}, ())
    # So it is where another took it, and its owner takes it back in vain.
    back = said(kept, "one grab yellow-triangle", "two grab yellow-triangle")
    assert (back.position.dice, back.position.astray) == (None, ())
    assert back.game.score(back.position) == {ONE: 0, TWO: 1}


def test_if_all_grab_wrong_nobody_wins_and_the_same_player_rolls_again() -> None:
    history = begun(
        2, f"one chance {BOTH_DIFFER}", "two grab red-circle", "one lift red-square", "two back red-circle"
    )
    assert history.position.dice is None
    history = said(history, "one back red-square")
    assert history.position.roller is ONE
    assert [each.winner for each in rounds(history)] == [None]
    assert history.game.movers(history.position) == ()
    rolled = said(history, f"one chance {BOTH_DIFFER}")
    assert rolled.game.movers(rolled.position) == (ONE, TWO)


def test_a_wrong_cup_that_another_takes_on_goes_back_to_where_it_stood_first() -> None:
    history = begun(3, f"one chance {BOTH_DIFFER}", "two grab red-circle", "three grab red-circle")
    assert history.position.out == {TWO, THREE}
    assert (
        said(history, "three back red-circle").position.place_of(cups_and_dice.CUPS[0])
        == cups_and_dice.SPOTS[0]
    )
    with pytest.raises(IllegalMove, match="is where it belongs"):
        said(history, "three back red-circle", "two back red-circle")


def test_the_first_roller_is_drawn_where_nobody_was_named() -> None:
    history = begun(4, starter=None)
    assert history.game.standing(history.position) is Standing.CHANCE
    with pytest.raises(IllegalMove, match="draw who rolls first"):
        said(history, f"three chance {BOTH_DIFFER}")
    assert history.chance(THREE, FIRST).position.roller is THREE
    with pytest.raises(RulesError, match="no roll of two dice"):
        said(history, "three chance first", "three chance first")


def test_what_is_lifted_before_the_roll_is_called_early_and_changes_nothing() -> None:
    history = begun(2)
    early = said(history, "two call early", "one call early red-circle")
    assert early.position == history.position
    with pytest.raises(IllegalMove, match="call it 'early' instead"):
        said(history, "two grab red-circle")
    with pytest.raises(IllegalMove, match="can't be called here"):
        said(early, f"one chance {BOTH_DIFFER}", "two call early")


def test_the_right_cup_counts_where_it_lands() -> None:
    with pytest.raises(IllegalMove, match="counts where it lands") as fault:
        begun(2, f"one chance {BOTH_DIFFER}", "two lift yellow-triangle")
    assert fault.value.reason is Reason.RIGHT_CUP


def test_a_table_may_be_corrected_as_long_as_every_cup_has_its_place() -> None:
    history = begun(2, f"one chance {BOTH_DIFFER}", "two grab red-circle")
    swapped = "one table spot-2 -1 red-square, spot-3 +1 red-square, spot-3 -1 red-triangle"
    done = said(history, f"{swapped}, spot-2 +1 red-triangle")
    assert done.position.place_of(cups_and_dice.cup_named("red-triangle")) == cups_and_dice.SPOTS[1]
    given_away = said(history, "one table two-tray -1 red-circle, one-tray +1 red-circle")
    assert given_away.position.astray == ()
    assert given_away.game.score(given_away.position) == {ONE: 1, TWO: 0}
    for fault, words in (
        ("spot-2 -1 red-square", "say where it was put"),
        ("spot-3 -1 red-square, spot-1 +1 red-square", "red-square stands on spot-2"),
        ("spot-2 -1 red-square, spot-1 +1 red-square", "would be the place of 2 cups"),
        ("spot-2 -1 red-square, three-tray +1 red-square", "no such cup or place"),
        ("spot-2 -1 red-circle", "stands on two-tray"),
        ("spot-2 -1", "no such cup or place"),
    ):
        with pytest.raises(RulesError, match=words):
            said(history, f"one table {fault}")


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("snatch red-circle", "is not a move"),
        ("grab red-oval", "none of the nine cups"),
        ("grab red-circle lifted 1.2", "is not a move"),
        ("grab red-circle lifted 1.200 landed 1.199", "landed before it was lifted"),
        ("lift red-circle landed 1.200", "is a grab"),
        ("back red-circle lifted 1.200", "only the landing"),
        ("back red-circle", "is where it belongs"),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_its_reason(label: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        begun(2, f"one chance {BOTH_DIFFER}").play(ONE, label)


@given(king_games())
def test_a_position_reads_back_from_its_line(history: King) -> None:
    game, position = history.game, history.position
    assert game.parse_position(game.format_position(position)) == position


LINE = (
    "roller two / dice red-circle, blue-square / cups two-tray spot-2 spot-3 spot-4 spot-5 spot-6 spot-7 "
    "off-board one-tray / out one two / back red-circle spot-1 two, yellow-square spot-8 one"
)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("roller two", "roller four", "'four' doesn't play"),
        ("roller two", "roller -", "nobody rolled them"),
        (" / out one two", "", "write roller, dice, cups, out, back"),
        ("spot-3", "spot-2", "spot-2 is the place of 2 cups"),
        ("spot-3 ", "", "8 places"),
        ("spot-3", "spot-10", "is no place of this game"),
        ("blue-square", "blue", "none of the nine cups"),
        ("out one two", "out one two three", "that ends the round"),
        ("dice red-circle, blue-square", "dice -", "nobody is out between rounds"),
        (", yellow-square spot-8 one", "", "yellow-square is off-board"),
        ("out one two", "out two one", "write 'roller two"),
        ("yellow-square spot-8 one", "yellow-square one", "write a cup, its place"),
        ("red-circle spot-1 two", "yellow-square spot-8 one", "names a cup twice"),
        ("red-circle spot-1 two", "red-circle two-tray two", "red-circle stands on two-tray already"),
    ],
)
def test_a_line_that_is_no_position_is_refused(old: str, new: str, words: str) -> None:
    game = KingOfTheCups(3)
    assert game.format_position(game.parse_position(LINE)) == LINE
    with pytest.raises(RulesError, match=words):
        game.parse_position(LINE.replace(old, new, 1))


def test_a_game_is_named_with_its_players_and_the_cups_on_its_spots() -> None:
    assert KingOfTheCups.named("king-of-the-cups 4") == KingOfTheCups(4)
    turned = KingOfTheCups(2, tuple(reversed(cups_and_dice.CUPS)))
    assert turned.name == "king-of-the-cups 2 spots yt-ys-yc-bt-bs-bc-rt-rs-rc"
    assert KingOfTheCups.named(turned.name) == turned
    assert turned.start(ONE).place_of(cups_and_dice.CUPS[0]) == cups_and_dice.SPOTS[8]
    for name, words in (
        ("king-of-the-cups 7", "2 to 6 players"),
        ("king-of-the-cups 2 spots yt-ys-yc-bt-bs-bc-rt-rs-rx", "'rx' is no cup"),
        ("king-of-the-cups 2 spots yt-ys-yc-bt-bs-bc-rt-rs-rs", "each of the nine cups once"),
    ):
        with pytest.raises(RulesError, match=words):
            KingOfTheCups.named(name)


def test_the_registry_finds_it_among_the_games_of_any_players() -> None:
    assert of_any_players("king-of-the-cups 3") == KingOfTheCups(3)
    assert of_any_players("cups 4") == named("cups 4")
    with pytest.raises(RulesError, match="is played round a table"):
        named("king-of-the-cups 3")


def test_its_places_and_players_are_those_of_a_board_for_seats() -> None:
    for players in range(2, 7):
        game = KingOfTheCups(players)
        assert tuple(seat.value for seat in game.players) == SEAT_NAMES[:players]
        assert game.places == table_places(9, SEAT_NAMES[:players])


def test_places_are_nine_spots_and_a_tray_for_each_player() -> None:
    game = KingOfTheCups(6)
    assert len(game.places) == 15
    assert game.contents(game.start(None)) == {
        **dict.fromkeys(cups_and_dice.SPOTS, 1),
        **{Place(f"{name}-tray"): 0 for name in plain_king.NAMES},
    }
    assert [*game.kinds] == [cup.kind for cup in cups_and_dice.CUPS]


def test_a_position_is_a_frozen_value() -> None:
    position: Position = begun(2).position
    assert hash(position) == hash(begun(2).position)
    assert position == begun(2).position
