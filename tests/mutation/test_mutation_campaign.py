"""The campaign tries mutants of a made-up shop, whose tests notice some of them."""

from pathlib import Path

import pytest
from campaign import Campaign, Project, Room, run, sample
from mutants import Mutant, enum_members, places
from trial import Recording

pytestmark = pytest.mark.long("of interest to who changes the mutation campaign")

TILL = '''"""What a customer pays."""

from enum import Enum


class Coin(Enum):
    """What the till takes."""

    PENNY = 1
    SHILLING = 12


def price(count: int) -> int:
    """Ten cost as much as nine."""
    if count >= 10:
        count -= 1
    return count * 5


def change(paid: int) -> list[Coin]:
    """In coins, the large ones first."""
    coins = []
    while paid >= 12:
        coins.append(Coin.SHILLING)
        paid -= 12
    return coins + [Coin.PENNY] * paid
'''
TESTS = """
import pytest
from till import Coin, change, price

def test_a_single_thing_has_its_price():
    assert price(1) == 5

@pytest.mark.parametrize("count", [9, 10], ids=["nine", "ten|run"])
def test_ten_cost_as_much_as_nine(count):
    assert price(count) == 45

def test_change_is_given():
    assert change(13) == [Coin.SHILLING, Coin.PENNY]
"""


@pytest.fixture
def shop(tmp_path: Path) -> Project:
    for name, text in {"src/shop/till/__init__.py": TILL, "tests/till/test_till.py": TESTS}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text.replace("from till", "from shop.till"))
    return Project(tmp_path, "src/shop", {"till": Room("till", ("tests/till",))}, ("src", "tests"))


def mutants_of(shop: Project, *changes: str) -> list[Mutant]:
    every = [place.mutant(which) for place in shop.places("till") for which in range(len(place.changes))]
    return [next(mutant for mutant in every if change in mutant.key) for change in changes]


def outcomes(shop: Project, *changes: str) -> list[str]:
    campaign = Campaign(shop, "till", shop.root / "kept")
    return [each.outcome for each in campaign.outcomes(mutants_of(shop, *changes))]


UNNOTICED = "while paid >= ⟦12 → 11⟧"
"""Only who pays eleven would notice, and nobody in the tests does."""


def test_a_test_kills_what_it_notices_and_the_rest_survives(shop: Project) -> None:
    before = {file: file.read_bytes() for file in shop.files()}
    assert outcomes(shop, "count * 5 → count / 5", UNNOTICED) == ["killed", "survived"]
    assert {file: file.read_bytes() for file in shop.files()} == before


def test_a_change_that_never_ends_is_noticed(shop: Project) -> None:
    assert outcomes(shop, "without paid -= 12") == ["timeout"]


def test_a_stopped_campaign_goes_on(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcomes(shop, UNNOTICED) == ["survived"]
    (kept,) = (shop.root / "kept").glob("*.jsonl")
    kept.write_text(kept.read_text() + '\n{"key": "till/__init')
    capsys.readouterr()
    assert outcomes(shop, UNNOTICED, "⟦5 → 6⟧") == ["survived", "killed"]
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == ["killed"]
    assert outcomes(shop, UNNOTICED, "⟦5 → 6⟧") == ["survived", "killed"]
    assert capsys.readouterr().out == ""


def test_a_survivor_is_tried_again_when_a_test_is_new_and_what_was_noticed_is_not(
    shop: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outcomes(shop, UNNOTICED, "⟦5 → 6⟧") == ["survived", "killed"]
    more = shop.root / "tests/till/test_change.py"
    more.write_text("from shop.till import change\n\ndef test_eleven():\n    assert len(change(11)) == 11\n")
    capsys.readouterr()
    assert outcomes(shop, UNNOTICED, "⟦5 → 6⟧") == ["killed", "killed"]
    assert UNNOTICED in capsys.readouterr().out.splitlines()[-1]
    more.unlink()
    assert outcomes(shop, UNNOTICED, "⟦5 → 6⟧") == ["survived", "killed"]


def test_nothing_is_said_of_a_room_whose_tests_fail_anyway(shop: Project) -> None:
    tests = shop.root / "tests/till/test_till.py"
    tests.write_text(tests.read_text().replace("== 5", "== 6"))
    with pytest.raises(RuntimeError, match="fail without any change"):
        outcomes(shop, UNNOTICED)


def test_the_command_asks_for_an_argument_and_for_a_mutant(
    shop: Project, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["till", "--only", UNNOTICED]
    assert run(shop, words, tmp_path) == 1
    page = capsys.readouterr().out
    assert "`till/__init__.py:23` `change`, constant: `` while paid >= ⟦12 → 11⟧ ``" in page
    assert "**Neither a test nor an argument.**" in page
    (survivor,) = (mutant.key for mutant in mutants_of(shop, UNNOTICED))
    arguments = tmp_path / "arguments.toml"
    arguments.write_text(f'"{survivor}" = "Nobody pays eleven."\n')
    assert run(shop, words, tmp_path) == 0
    assert "Nobody pays eleven." in capsys.readouterr().out
    arguments.write_text(arguments.read_text() + '"till/__init__.py price: gone" = "?"\n')
    assert run(shop, words, tmp_path) == 1
    assert "no mutant has the key 'till/__init__.py price: gone'" in capsys.readouterr().out


def test_a_room_s_table_says_what_was_tried(
    shop: Project, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(shop, ["--sample", "2"], tmp_path) in (0, 1)
    page = (tmp_path / "RESULTS.md").read_text()
    assert "`python tests/mutation/campaign.py --seed 1 --sample 2`" in page
    assert f"| till | `tests/till` | {len(shop.places('till'))} | 2 |" in page
    assert page in capsys.readouterr().out


def test_the_kept_table_is_that_of_one_seed_and_repeats_what_others_said(
    shop: Project, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "other_seeds.md").write_text("Seed 7: nothing noticed.\n")
    run(shop, ["--sample", "2", "--seed", "2"], tmp_path)
    assert "--seed 2 --sample 2" in capsys.readouterr().out
    assert not (tmp_path / "RESULTS.md").exists()
    run(shop, ["--sample", "2"], tmp_path)
    assert "\nSeed 7: nothing noticed.\n" in (tmp_path / "RESULTS.md").read_text()


def test_the_table_of_some_rooms_goes_to_the_page_that_is_named(shop: Project, tmp_path: Path) -> None:
    run(shop, ["till", "--sample", "2", "--page", "TILL.md"], tmp_path)
    assert "campaign.py till --seed 1 --sample 2`" in (tmp_path / "TILL.md").read_text()
    assert not (tmp_path / "RESULTS.md").exists()


def changes_of(source: str) -> list[str]:
    found = places(source, "m", enum_members([TILL]))
    return [key.partition(": ")[2] for place in found for key in place.mutant_keys()]


@pytest.mark.parametrize(
    "source",
    [
        '"""Says: 1 > 2."""\n\n\ndef f() -> None:\n    """Says: not 3."""\n',
        "Aliased = tuple[int, str] | None",
        "P = TypeVar('P', bound='Place')",
        "from m import n",
        "__all__ = ['f', 'g']",
        "class A(Generic[P], metaclass=M):\n    count: Literal[1, 2]",
        "@dataclass(frozen=True, slots=True)\nclass A:\n    pass",
        "assert_never(state)",
    ],
)
def test_declarations_are_never_changed(source: str) -> None:
    assert changes_of(source) == []


def test_what_an_error_says_is_never_changed() -> None:
    assert changes_of("raise RulesError(f'{cup} holds {1}')") == [
        "⟦without raise RulesError(f'{cup} holds {1}')⟧"
    ]


@pytest.mark.parametrize(
    ("source", "change"),
    [
        ("x = a < b", "x = ⟦a < b → a <= b⟧"),
        ("x = a and b", "x = ⟦a and b → a or b⟧"),
        ("x = a and b", "x = ⟦a and b → b⟧"),
        ("x = not a", "x = ⟦not a → a⟧"),
        ("x = a + b", "x = ⟦a + b → a - b⟧"),
        ("x = isinstance(a, B | C)", "x = isinstance(a, ⟦B | C → C⟧)"),
        ("x = 3", "x = ⟦3 → 2⟧"),
        ("x = 3.0", "x = ⟦3.0 → 6.0⟧"),
        ("x = f'{a} goes'", "x = f'{a}⟦' goes' → ''⟧'"),
        ("x = a if b else c", "x = ⟦a if b else c → c if b else a⟧"),
        ("x = (a, b)", "x = ⟦without a⟧"),
        ("x = {a: b}", "x = ⟦without a⟧"),
        ("x = Coin.PENNY", "x = ⟦Coin.PENNY → Coin.SHILLING⟧"),
        ("x = f(a, b, c=d)", "x = ⟦without c=d⟧"),
        ("x = f(a, b)", "x = ⟦f(a, b) → f(b, a)⟧"),
        ("x = min(a)", "x = ⟦min(a) → max(a)⟧"),
        ("x = [a for a in b if a]", "x = [a for a in b if ⟦a → True⟧]"),
        ("if a:\n    b", "⟦without if a⟧"),
        ("if a:\n    b\nelse:\n    c", "⟦branches exchanged⟧"),
        ("for a in b:\n    break", "⟦break → continue⟧"),
        ("a.b = c", "⟦without a.b = c⟧"),
        ("raise a", "⟦without raise a⟧"),
        ("def f() -> bool:\n    return a", "⟦return a → return not a⟧"),
        ("def f() -> int | None:\n    return a", "⟦return a → return None⟧"),
        ("match a:\n    case A(None):\n        b\n    case C():\n        d", "case A(⟦None → _⟧)"),
        ("match a:\n    case A():\n        b\n    case C():\n        d", "⟦without case A()⟧"),
        ("match a:\n    case A() if b:\n        c", "case A() if ⟦b → not b⟧"),
    ],
)
def test_behaviour_is_changed(source: str, change: str) -> None:
    assert change in changes_of(source)


def test_every_mutant_is_a_program_unlike_the_others(shop: Project) -> None:
    every = [place.mutant(which) for place in shop.places("till") for which in range(len(place.changes))]
    for mutant in every:
        compile(mutant.source, mutant.key, "exec")
    assert len({mutant.key for mutant in every}) == len({mutant.source for mutant in every}) == len(every)
    assert TILL.splitlines()[14] == "    if count >= 10:"
    (boundary,) = mutants_of(shop, "⟦count >= 10 → count > 10⟧")
    assert boundary.lines == range(15, 16)


def test_a_change_to_one_module_leaves_the_sample_of_another(shop: Project) -> None:
    other = shop.root / "src/shop/till/other.py"
    other.write_text("X = 1\nY = 2\nZ = 3\n")
    drawn = [each.key for each in sample(shop.places("till"), 1, 8)]
    assert len(drawn) == len(set(drawn)) == 8
    assert [each.key for each in sample(shop.places("till"), 2, 8)] != drawn
    other.write_text("\n\nX = 1\nY = 2\nZ = 3\nMORE = 4\n")
    of_till = [key for key in drawn if "__init__" in key]
    assert [each.key for each in sample(shop.places("till"), 1, 100) if each.key in of_till] == of_till


def test_a_mutant_is_judged_by_the_tests_that_run_its_lines_and_what_an_import_runs_by_all(
    shop: Project,
) -> None:
    inside, imported = mutants_of(shop, "⟦10 → 9⟧", "PENNY = ⟦1 → 2⟧")
    lines = {"15": ["one", "other"], "16": ["other", "third"], "9": [""]}
    recording = Recording({"one": 3.0, "other": 0.1, "third": 0.01}, {inside.module: lines})
    assert recording.judges(inside) == {"one": 3.0, "other": 0.1}
    assert recording.judges(imported) == recording.seconds


def test_what_no_test_runs_survives_and_says_so(
    shop: Project, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    module = shop.root / "src/shop/till/__init__.py"
    module.write_text(module.read_text() + "\n\ndef unused(paid: int) -> bool:\n    return paid > 7\n")
    assert run(shop, ["till", "--only", "⟦paid > 7 → paid >= 7⟧"], tmp_path) == 1
    assert "No test runs this line." in capsys.readouterr().out
