"""Whole games of King of the Cups in virtual time, with real dice and power cuts, held against the truth."""

from random import Random

import pytest
from cupsboard.referee.events import DiceFell, Ending, TurnEnded, WentBack
from cupsboard.rules import games
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Dice, Seat, tray
from cupsboard.rules.record import parse_record
from cupsim.commands.main import main
from cupsim.runs.king_of_the_cups.evening import RaceEvening, Setting
from cupsim.runs.king_of_the_cups.games import play
from cupsim.runs.king_of_the_cups.judge import Judge, OwnThrow
from cupsim.runs.king_of_the_cups.power import Cuts, lost
from cupsim.table.king_of_the_cups.deeds import Landed, Left
from cupsim.table.king_of_the_cups.hand_acts import Seize, SetDown
from cupsim.table.king_of_the_cups.race_table import RaceTable
from cupsim.table.king_of_the_cups.racing_hand import RacingHand

RIGHT = CUPS[0]
ROLL = Dice(RIGHT, RIGHT).outcome


def judged(grabber: Seat, label: str, says: Seat) -> Judge:
    """What the judge makes of a board that says this after a hand has put the right cup on its tray."""
    table = RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0))
    judge = Judge(table)
    judge.hear(DiceFell(Seat.ONE, ROLL), 1.0)
    hand = RacingHand(grabber, table, lambda *_: None, Random(2))
    hand.do(Seize(RIGHT), SetDown(tray(grabber)), now=2.0)
    hand.advance(10.0)
    judge.hear(TurnEnded(says, label, Ending.STILLNESS), 5.0)
    judge.finish(60.0)
    return judge


def test_a_grab_that_was_made_is_no_finding() -> None:
    judge = judged(Seat.TWO, f"grab {RIGHT.kind}", Seat.TWO)
    assert judge.findings == []
    assert judge.counts.grabs == 1


def test_a_grab_credited_to_another_player_is_found() -> None:
    judge = judged(Seat.TWO, f"grab {RIGHT.kind}", Seat.ONE)
    assert judge.counts.player_mistaken == 1
    assert judge.counts.unseen == 1


def test_a_cup_taken_for_another_is_found() -> None:
    assert judged(Seat.TWO, f"grab {CUPS[5].kind}", Seat.TWO).counts.cup_mistaken == 1


def test_a_grab_that_was_never_written_down_is_found() -> None:
    judge = judged(Seat.TWO, f"back {CUPS[5].kind}", Seat.TWO)
    assert judge.counts.unseen == 1


@pytest.mark.parametrize("label", ["grab {} lifted 0.900 landed 1.200", "lift {} lifted 0.900"])
def test_what_is_written_down_only_when_players_have_answered_is_still_what_hands_did(label: str) -> None:
    table = RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0))
    judge = Judge(table)
    judge.hear(DiceFell(Seat.ONE, ROLL), 1.0)
    hand = RacingHand(Seat.TWO, table, lambda *_: None, Random(2))
    hand.do(Seize(CUPS[5]), SetDown(tray(Seat.TWO)), now=1.8)
    hand.advance(10.0)
    judge.hear(TurnEnded(Seat.TWO, label.format(CUPS[5].kind), Ending.STILLNESS), 18.0)
    judge.finish(60.0)
    assert judge.findings == []


def test_who_is_out_for_a_lift_that_was_written_down_claims_nothing_more() -> None:
    table = RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0))
    judge = Judge(table)
    judge.hear(DiceFell(Seat.ONE, ROLL), 1.0)
    hand = RacingHand(Seat.TWO, table, lambda *_: None, Random(2))
    where = {cup: table.nearest(cup) or "" for cup in CUPS}
    hand.do(Seize(CUPS[5]), SetDown(where[CUPS[5]]), now=2.0)
    hand.advance(10.0)
    judge.hear(TurnEnded(Seat.TWO, f"lift {CUPS[5].kind}", Ending.STILLNESS), 4.0)
    hand.do(Seize(RIGHT), SetDown(tray(Seat.TWO)), now=12.0)
    hand.advance(20.0)
    judge.finish(60.0)
    assert judge.findings == []


def test_of_two_cups_in_one_moment_the_later_claims_nothing_whichever_was_written_down_first() -> None:
    table = RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0))
    judge = Judge(table)
    judge.hear(DiceFell(Seat.ONE, ROLL), 1.0)
    for seat, cup, landed_at in ((Seat.ONE, CUPS[5], 2.0004), (Seat.TWO, RIGHT, 2.0)):
        table.deeds += [Left(1.5, cup, SPOTS[0], seat), Landed(landed_at, cup, tray(seat), seat, tray(seat))]
    judge.hear(TurnEnded(Seat.TWO, f"grab {RIGHT.kind}", Ending.STILLNESS), 2.3)
    judge.finish(60.0)
    assert judge.findings == []


@pytest.mark.long("a whole game")
@pytest.mark.parametrize("has_pins", [False, True])
def test_a_game_ends_with_a_record_that_reads_back(has_pins: bool) -> None:
    played = play(Setting(3, 4, has_pins))
    assert played.unfinished is None
    record = parse_record(played.record, games.of_any_players)
    assert record.history().is_over
    assert played.counts.cup_mistaken == 0
    assert played.counts.grabs >= 3


@pytest.mark.long("two games")
def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (play(Setting(5, 3, has_pins=False)) for _ in range(2))
    assert one.record == other.record


def test_all_nine_cups_stand_on_spots_when_a_game_begins() -> None:
    table = RaceTable(6, Random(1), dict.fromkeys(CUPS, 70.0))
    assert [len(cups) for cups in table.pieces().values()] == [1] * len(SPOTS) + [0] * 6


DICE = Dice(RIGHT, RIGHT)


@pytest.mark.long("a whole game")
def test_dice_that_were_told_wrongly_are_put_right_and_the_game_goes_on() -> None:
    played = play(Setting(88, 6, has_pins=False, has_real_dice=True))
    assert played.is_good
    assert played.counts.told_wrongly >= 1


@pytest.mark.long("a game with many power cuts")
@pytest.mark.parametrize("has_real_dice", [False, True])
def test_a_game_through_power_cuts_ends_as_hands_played_it(has_real_dice: bool) -> None:
    played = play(Setting(82, 2, has_pins=False, has_real_dice=has_real_dice, has_power_cuts=True))
    assert played.is_good
    assert played.counts.power_cuts >= 1


@pytest.mark.long("a game through the pins")
def test_through_pins_the_board_comes_back_with_hands_on_its_buttons() -> None:
    played = play(Setting(86, 4, has_power_cuts=True))
    assert played.is_good
    assert played.counts.power_cuts >= 1


@pytest.mark.long("a long wait")
def test_in_the_dark_nothing_is_shown_and_nobody_begins_anything() -> None:
    evening = RaceEvening(Setting(3, 2, has_pins=False), store=Cuts(Random(1)).store)
    evening.run_until(20.0, lambda: evening.dice is not None)
    evening.cut_power()
    assert evening.dice is None
    assert {evening.says(place) for place in evening.table.cells} == {None}
    evening.run_until(evening.now + 3.0, lambda: False)
    assert evening.table.deeds == []
    evening.restore_power()
    evening.run_until(evening.now + 20.0, lambda: evening.dice is not None)
    assert evening.dice is not None


@pytest.mark.parametrize(
    ("after", "is_in_write", "is_lost"),
    [("ab", False, False), ("a", False, True), ("a", True, False), ("", True, True), ("ac", True, True)],
)
def test_what_was_shown_must_be_there_after_a_cut(after: str, is_in_write: bool, is_lost: bool) -> None:
    found = lost(tuple("a"), tuple("ab"), tuple(after), is_in_write=is_in_write)
    assert (found is not None) is is_lost


def own_dice(told: Dice) -> Judge:
    judge = Judge(RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0)), lambda: OwnThrow(1.0, 1.0, DICE))
    judge.hear(DiceFell(Seat.ONE, told.outcome), 9.0)
    return judge


def test_dice_told_as_they_lie_are_no_finding_and_others_that_stand_are_one() -> None:
    for told, count in ((DICE, 0), (Dice(RIGHT, CUPS[4]), 1)):
        judge = own_dice(told)
        judge.finish(60.0)
        assert len(judge.findings) == count


def test_a_round_of_false_dice_that_is_taken_back_is_none() -> None:
    judge = own_dice(Dice(RIGHT, CUPS[4]))
    judge.hear(WentBack(1), 15.0)
    judge.finish(60.0)
    assert judge.findings == []


def cut_at(time: float) -> Judge:
    """What the judge makes of the right cup on a tray at about 2.8 s, where the power went at a time."""
    table = RaceTable(2, Random(1), dict.fromkeys(CUPS, 70.0))
    judge = Judge(table)
    judge.hear(DiceFell(Seat.ONE, DICE.outcome), 1.0)
    hand = RacingHand(Seat.TWO, table, lambda *_: None, Random(2))
    hand.do(Seize(RIGHT), SetDown(tray(Seat.TWO)), now=2.0)
    hand.advance(10.0)
    judge.power_went(time)
    judge.power_came(time + 1.0)
    return judge


def test_what_landed_just_before_the_power_went_is_lost_and_what_landed_long_before_is_not() -> None:
    for time, lost_count, unseen in ((3.5, 1, 0), (8.0, 0, 1)):
        judge = cut_at(time)
        judge.finish(60.0)
        assert (judge.counts.lost_in_cuts, judge.counts.unseen) == (lost_count, unseen)


def test_a_race_that_begins_anew_is_judged_like_any_other() -> None:
    judge = cut_at(3.5)
    judge.race_begins_anew(20.0, RIGHT, set())
    judge.hear(TurnEnded(Seat.ONE, f"grab {RIGHT.kind}", Ending.STILLNESS), 22.0)
    judge.finish(60.0)
    assert judge.counts.player_mistaken == 1


def test_strangers_have_neither(capsys: pytest.CaptureFixture[str]) -> None:
    for option in (["--real-dice"], ["--power-cuts"]):
        with pytest.raises(SystemExit):
            main(["game", "--game", "king-of-the-cups", "--strangers", *option])
        assert f"{option[0]}: does not go with --strangers" in capsys.readouterr().err
