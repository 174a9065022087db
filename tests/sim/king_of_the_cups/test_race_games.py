"""Whole games of King of the Cups in virtual time, and the judge that holds them against the truth."""

from random import Random

import pytest
from cupsboard.referee.events import DiceFell, Ending, TurnEnded
from cupsboard.rules import games
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Dice, Seat, tray
from cupsboard.rules.record import parse_record
from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.games import play
from cupsim.runs.king_of_the_cups.judge import Judge
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
