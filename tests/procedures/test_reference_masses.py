"""What may go on a place: weights, coins of a table that anyone can extend, or nothing known at all."""

import pytest
from cupsboard.procedures.reference_masses import known_coins, nominal, reference
from cupsboard.scales.errors import SensingError

TABLE = b"""
format = "cupsboard-coins"
version = 1
[coins.krone]
what = "1 krone"
mass_grams = 4.35
deviation_grams = 0.03
"""


@pytest.mark.parametrize(
    ("text", "mass_grams"),
    [
        ("100 g", 100.0),
        ("49.5g", 49.5),
        ("100,0 g", 100.0),
        ("0,1 kg", 100.0),
        ("100 grams", 100.0),
        ("3.5 oz", 99.22333),
        ("0.25 lb", 113.398093),
        ("2 pounds", 907.18474),
        ("2 nickels", 10.0),
        ("nickel", 5.0),
        ("12 cents", 30.0),
        ("3 two-euros", 25.5),
    ],
)
def test_masses_are_understood_as_people_write_them(text: str, mass_grams: float) -> None:
    found = reference(text)
    assert found.mass_grams == pytest.approx(mass_grams)
    assert 0 < found.error_grams < 0.02 * mass_grams
    assert found.is_known


def test_more_coins_are_known_better_each() -> None:
    one, nine = reference("1 nickel"), reference("9 nickels")
    assert nine.error_grams / nine.mass_grams == pytest.approx(one.error_grams / one.mass_grams / 3)


def test_another_coin_takes_only_a_table() -> None:
    coins = known_coins(TABLE)
    assert reference("3 krones", coins).mass_grams == pytest.approx(13.05)


@pytest.mark.parametrize(
    "text",
    [
        "9" * 400 + " g",
        "9" * 400 + " nickels",
        "",
        "0 g",
        "-5 g",
        "100",
        "0 nickels",
        "2 bricks",
        "nan g",
        "2.5 nickels",
    ],
)
def test_what_is_no_mass_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(SensingError, match=r"is not known; give grams \(.*Coins: cent, nickel"):
        reference(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("4.35", "0.0", r"coins\.krone: 0\.0 g .* is no coin"),
        ("4.35", "nan", r"coins\.krone: nan g"),
        ("deviation_grams", "deviation", r"coins\.krone\.deviation: unknown key"),
        ("cupsboard-coins", "cupsboard-profile", "another kind of file"),
    ],
)
def test_a_faulty_table_of_coins_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(SensingError, match=message):
        known_coins(TABLE.replace(old.encode(), new.encode()))


def test_an_unknown_mass_is_taken_for_what_nominal_cells_say() -> None:
    unknown = reference("none")
    assert not unknown.is_known
    felt = nominal(33_000.0, 3_000.0)
    assert felt.mass_grams == pytest.approx(11.0)
    assert felt.error_grams > 1.0


@pytest.mark.parametrize("text", ["0.01 g", "10001 g", "999999999 g", "9999 nickels"])
def test_a_mass_that_no_board_can_be_calibrated_with_is_refused(text: str) -> None:
    with pytest.raises(SensingError, match=rf"reference: '{text}': \S+ g is not between 0.1 and 10000 g"):
        reference(text)
