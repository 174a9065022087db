"""Why the board decided so: looks of an evening in words, from a trace, and the weights as rows."""

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest
from cupsboard.commands.main import main as cupsboard
from cupsboard.recognition.accounts import Account, AccountKind
from cupsboard.recognition.outcome import (
    Alternative,
    Blind,
    Burdened,
    Lifted,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
)
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.session.looks import look_phrases
from cupsboard.signs.sentences import ENGLISH, Language, read_language, say
from cupsboard.station.terminal.evening_looks import ROW_SECONDS
from cupsim.commands.main import main as cupsim

GERMAN = read_language("de")

CUP, POT = Place("south-1"), Place("north-pot")
NOTHING = Account(AccountKind.NOTHING_MOVED)
DROP = Account(AccountKind.DONE, ("drop 1",))


def alternative(account: Account, probability: float) -> Alternative:
    return Alternative({CUP: 1}, probability, account, is_legal=True)


def why(seen: Recognition, language: Language = ENGLISH) -> str:
    return "; ".join(say(each, language) for each in look_phrases(seen))


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Unchanged(), "nothing moved (97.0 %); else drop 1 (2.0 %)"),
        (Lifted(frozenset({CUP, POT})), "in the air: North's pot, South's cup 1"),
        (Burdened({CUP: 25.3}), "something on South's cup 1, +25.30 g"),
        (Blind({POT: CellFault.SILENT}), "North's pot: no conversions: unplugged or unpowered"),
        (
            Undecided(CUP, (alternative(DROP, 0.6), alternative(NOTHING, 0.3999)), Unchanged()),
            "undecided: drop 1 (60.0 %) or nothing moved (40.0 %); South's cup 1 is asked about (97.0 %)",
        ),
    ],
)
def test_every_outcome_is_told_with_what_it_rests_on(outcome: Outcome, said: str) -> None:
    assert why(Recognition(outcome, {CUP: 1}, 0.97, alternative(DROP, 0.02))) == said


def test_a_look_is_told_in_german_too() -> None:
    asked = Undecided(CUP, (alternative(DROP, 0.6), alternative(NOTHING, 0.3999)), Unchanged())
    assert why(Recognition(asked, {CUP: 1}, 0.97, None), GERMAN) == (
        "unentschieden: 1 gelegt (60,0 %) oder nichts hat sich bewegt (40,0 %); "
        "gefragt wird nach Becher 1 von Süd (97,0 %)"
    )
    blind = Blind({POT: CellFault.SILENT})
    assert (
        why(Recognition(blind, {CUP: 1}, 0.97, None), GERMAN)
        == "Topf von Nord: keine Messwerte: Kabel ab oder kein Strom"
    )


def test_what_is_nearly_sure_is_told_by_how_seldom_it_is_wrong() -> None:
    assert why(Recognition(Unchanged(), {}, 0.9999, None)) == "nothing moved (sure but for 1 in 10 000)"
    assert why(Recognition(Unchanged(), {}, 1.0, None)) == "nothing moved (sure but for 1 in 10^9)"


@pytest.mark.long("a whole game")
def test_a_trace_tells_every_look_and_gives_the_weights_of_every_frame(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace, weights = tmp_path / "evening.trace", tmp_path / "weights.csv"
    assert cupsim(["game", "--seed", "7", "--cups", "2", "--trace", str(trace)]) == 0
    capsys.readouterr()
    assert cupsboard(["lab", "scope", "--trace", str(trace), "--csv", str(weights)]) == 0
    said = capsys.readouterr().out
    assert "nothing moved (" in said
    assert "weights: " in said
    assert "so: The game begins." in said
    rows = list(csv.DictReader(weights.open(encoding="utf-8")))
    assert len(rows) > 1000
    assert len([row for row in rows if row["look"]]) == said.count("said: ")
    assert float(rows[100]["south-1"]) > 10
    assert cupsboard(["lab", "scope", "--trace", str(trace), "--at", "20"]) == 0
    some = capsys.readouterr().out
    assert 0 < some.count("said: ") < said.count("said: ")
    assert cupsboard(["lab", "scope", "--trace", str(trace), "--last", "30"]) == 0
    last = capsys.readouterr().out
    assert said.startswith(last, said.index(last.splitlines()[0]))
    assert 0 < last.count("said: ") < some.count("said: ") * 3
    assert cupsboard(["lab", "scope", "--trace", str(trace), "--last", "30", "--plain"]) == 0
    first, *plain = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    looks = [each["look"] for each in plain if "look" in each]
    times = [each["row"][0] for each in plain if "row" in each]
    assert len(looks) == last.count("said: ")
    assert all(len(each["row"]) == 1 + len(first["places"]) for each in plain if "row" in each)
    assert (times == sorted(times), times[-1] - times[0] > 25) == (True, True)
    assert min(later - earlier for earlier, later in pairwise(times)) >= ROW_SECONDS - 0.011
    assert looks[-1]["lines"][-1]["key"] == "looks.said"


def test_what_is_no_trace_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.trace"
    path.write_text("{}\n")
    assert cupsboard(["lab", "scope", "--trace", str(path)]) == 2
    assert f"{path}: line 1: format" in capsys.readouterr().err
    assert cupsboard(["lab", "scope", "--clock", "27"]) == 2
    assert "--data: say which GPIO it is" in capsys.readouterr().err
