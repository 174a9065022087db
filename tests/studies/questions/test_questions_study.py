"""How often players are asked is counted from what the board does, kept, and put on a page."""

import re
from collections import Counter
from pathlib import Path

import pytest
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from studies.commands.main import main
from studies.questions.evening import (
    ANSWERED,
    ASKED,
    MOVES,
    PRESSED_AGAIN,
    SAID,
    SECONDS,
    STOLEN,
    STUCK,
    WRONG,
)
from studies.questions.report import Line, questions_page
from studies.questions.rows import ROWS, USUAL, Row
from studies.questions.trial import TRIAL
from studies.rates import Rate
from studies.results import Results
from studies.runner import Evening, asked_for, evenings
from studies.tally import Tally

PROJECT = Path(__file__).parents[3]
SMALL = Row("small", "a small board", Pairing(Setting(0, cups=2, stock_beans=3, handling="uniform")))


@pytest.fixture
def results(tmp_path: Path) -> Results[Evening, Tally]:
    return Results(TRIAL, tmp_path)


def noted(moves: int, asked: int = 0, wrong: int = 0, stuck: int = 0) -> Tally:
    """What a game of so many moves came to."""
    counts = Counter({MOVES: moves, ASKED: asked, WRONG: wrong, STUCK: stuck, PRESSED_AGAIN: asked})
    counts += Counter({f"{SAID}look-or-press": asked})
    seconds = {
        name: [0.5] * (moves - asked) + [late] * asked for name, late in ((SECONDS, 4.0), (ANSWERED, 3.0))
    }
    return Tally(counts, values=seconds)


def test_a_game_is_counted_kept_and_played_again_only_by_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(ROWS, SMALL.name, SMALL)  # type: ignore[arg-type]
    asked = ["questions", "--row", "small", "--jobs", "1", "--seed", "3", "--directory", str(tmp_path)]
    main([*asked, "--games", "1"])
    results = Results(TRIAL, tmp_path)
    ((evening, found),) = results.found.items()
    assert evening == Evening("small", 300_000)
    assert found.counts[MOVES] > 3
    assert len(found.values[SECONDS]) <= found.counts[MOVES]
    parts = zip(found.values[ANSWERED], found.values[SECONDS], strict=True)
    assert all(0.1 < board <= whole < 60.0 for board, whole in parts)
    said = (tmp_path / "QUESTIONS.md").read_text("utf-8")
    assert "`python -m studies questions --row small --games 1 --seed 3`" in said
    assert f"| small | 1 | {found.counts[MOVES]} |" in said
    assert f"of {found.counts[MOVES]} asked about" in capsys.readouterr().out
    both = evenings(["small"], 2, 3)
    assert [each in results for each in both] == [True, False]


def test_a_row_that_does_not_exist_is_refused_with_those_that_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["questions", "--row", "pink"]) == 2
    assert "there is no such row; write all or one of usual, 2x2" in capsys.readouterr().err


def test_a_row_is_judged_by_the_lower_bound_of_its_rate(results: Results[Evening, Tally]) -> None:
    def is_good(*found: Tally) -> bool:
        results.found = {Evening("usual", seed): each for seed, each in enumerate(found)}
        return Line(USUAL, results).is_good

    assert is_good(noted(40, asked=1)), "one of 40 may be chance"
    assert not is_good(*[noted(40, asked=1)] * 25), "25 of 1,000 are not"
    assert not is_good(noted(40, wrong=1))
    assert not is_good(noted(40), noted(0, stuck=1))


def test_the_page_says_of_each_row_what_was_found(results: Results[Evening, Tally]) -> None:
    results.found = {Evening("usual", 1): noted(40, asked=4), Evening("king", 1): noted(30)}
    results.found[Evening("usual", 1)].counts[STOLEN] = 3
    said = questions_page([Line(ROWS[name], results) for name in ("usual", "king")], "this")
    assert "Made by `this`" in said
    assert "| usual | 1 | 40 | 4 (10 %) | 4.0 % | 1.0 % | 4 | 0.50 | 4.00 | 0.50 | 3.00 | 0 | 0 |" in said
    assert "| usual | look-or-press 4 |" in said
    assert said.count(" stole ") == said.count("The child of `usual` stole 3 beans.") == 1


def test_every_row_says_what_it_varies_and_plays_the_seed_that_is_asked_for() -> None:
    assert len({row.varies for row in ROWS.values()}) == len(ROWS) >= 25
    assert asked_for(ROWS, "all") == tuple(ROWS.values())
    for row in ROWS.values():
        game = row.of_seed(41)
        assert (game.setting.seed if isinstance(game, Pairing) else game.seed) == 41


def test_the_guide_promises_what_the_page_found_of_the_usual_board() -> None:
    page, guide = (
        (PROJECT / each).read_text("utf-8") for each in ("sim/results/QUESTIONS.md", "hardware/README.md")
    )
    found = next(line for line in page.splitlines() if re.match(r"\| usual \| \d", line)).split(" | ")
    moves, asked = int(found[2]), int(found[3].split()[0])
    most = Rate(asked, moves).highest
    said = " ".join(guide.split())
    assert f"{asked} of {moves:,} moves, which is at most 1 in {1 / most:.0f} (95 %)" in said
