"""Whole games of Coin Duel by simulated people, and the judge that holds the board against the truth."""

import pytest
from cupsboard.loop import Moment
from cupsboard.recognition.histories.reader import begun
from cupsboard.recognition.kinds_apart import kinds_complaints
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.rules import games
from cupsboard.rules.record import parse_record
from cupsim.people.coin_duel.pair import Conduct
from cupsim.people.putting_right import laid_out
from cupsim.runs.coin_duel.evening import DuelEvening, Setting
from cupsim.runs.coin_duel.games import play
from cupsim.runs.coin_duel.judge import Judge

SMALL = "coin-duel 4 stage 3 stock 3 turns 3"
HONEST = Conduct(errs=0.0, concedes=0.0)


@pytest.mark.long("a whole match")
@pytest.mark.parametrize("has_pins", [False, True])
def test_a_match_ends_with_a_record_that_reads_back(has_pins: bool) -> None:
    played = play(Setting(5, SMALL, has_pins), conduct=HONEST)
    assert played.is_good, played
    assert parse_record(played.record, games.of_any_players).history().is_over
    assert played.counts.rounds == 3
    assert played.counts.turns >= 8
    assert played.counts.decision_ms


def test_a_set_of_coins_that_the_board_refuses_is_changed_for_another() -> None:
    """Among the first coins of this seed up to 1 in 44 dimes passes for a cent."""
    world = DuelEvening(Setting(4_100_001, "coin-duel 10 stage 3", has_pins=False), HONEST).world
    kinds = {kind: world.calibration.pieces[kind] for kind in world.game.kinds}
    assert not kinds_complaints(world.calibration, kinds)


def test_zeros_jump_no_further_under_coins_than_under_beans() -> None:
    world = DuelEvening(Setting(34, "coin-duel 10 stage 3", has_pins=False), HONEST).world
    calibration = world.calibration
    kinds = {kind: calibration.pieces[kind] for kind in world.game.kinds}
    of_coins = from_calibration(calibration, kinds, tuple(world.game.kinds))
    of_beans = from_calibration(calibration, {})
    assert begun(of_coins, calibration).jump_variance == of_beans.jump_variance
    assert begun(of_beans, calibration) == of_beans


@pytest.mark.long("a match")
def test_what_goes_wrong_is_noticed_and_put_right_and_the_match_ends() -> None:
    played = play(Setting(2, SMALL, has_pins=False), conduct=Conduct(errs=0.5, concedes=0.0, careless=0.0))
    assert played.unfinished is None
    assert sum(played.counts.noticed.values()) >= 2


@pytest.mark.long("many turns at 80 samples a second")
def test_a_power_cut_in_mid_relay_costs_no_coin() -> None:
    played = play(Setting(5, SMALL, has_pins=False, power_cuts=0.3), conduct=HONEST)
    assert played.counts.power_cuts > 0
    assert played.unfinished is None
    assert played.counts.agreed_wrong == 0


@pytest.mark.long("two games")
def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (play(Setting(7, SMALL, has_pins=False)) for _ in range(2))
    assert one.record == other.record


def test_the_judge_finds_a_turn_that_ended_with_another_table() -> None:
    evening = DuelEvening(Setting(3, SMALL, has_pins=False), HONEST)
    judge = Judge(evening)

    def falsely(moment: Moment) -> None:
        """Somebody takes a coin away, and no scale feels it."""
        if moment.decided.events:
            filled = next(
                (p for p, lot in evening.world.table.pieces().items() if p[-1] in "1234" and lot), None
            )
            if filled is not None:
                evening.world.table._standing(filled).beans.pop()
                judge._saw(moment.time)

    evening.listen(falsely)
    evening.listen(judge)
    evening.world.run_until(60.0, lambda: judge.counts.turns > 0)
    assert judge.counts.agreed_wrong == 1
    assert "not" in judge.findings[-1]


def test_a_table_is_put_right_coin_by_coin() -> None:
    lying = {"south-1": {"cent": 2}, "south-stock": {"dime": 1}, "south-2": {}}
    wanted = {"south-1": {"cent": 1}, "south-stock": {"dime": 1}, "south-2": {"cent": 1}}
    took, dropped = laid_out(wanted, lying)  # type: ignore[arg-type]
    assert (took.place, dropped.place) == ("south-1", "south-2")  # type: ignore[union-attr]
