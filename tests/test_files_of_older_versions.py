"""Files of every released version are read for ever, and mean what they meant (see tests/fixtures)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.drivers.files import Files
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.history import Entry, History, Moved, Passed, StockCorrected, TableCorrected
from cupsboard.rules.record import parse_record
from cupsboard.session.start import Start
from cupsboard.session.trace import read_trace
from cupsboard.storage import calibration_file, knowledge_file
from cupsboard.storage.games import KeptGames

FIXTURES = Path(__file__).parent / "fixtures" / "0.1.0"
GAMES, BOARD, RECORDS = (FIXTURES / name for name in ("games", "board", "records"))
PLACES = profile.load(str(BOARD / "profile.toml")).places


def in_words(entry: Entry) -> str:
    match entry:
        case Moved(side, label):
            return f"{side.value} {label}"
        case Passed(side):
            return f"{side.value} pass"
        case StockCorrected(side, count):
            return f"{side.value} stock {count}"
        case TableCorrected():
            raise AssertionError("no version before 0.3.0 wrote this")


def history_in_words(history: History[Position]) -> Iterator[str]:
    starter = "anybody" if history.starter is None else history.starter.value
    yield f"game: {history.game.name}, {starter} starts"
    yield from (f"{number}. {in_words(entry)}" for number, entry in enumerate(history.entries, start=1))
    taken_back = whole_of(history).entries[len(history.entries) :]
    yield f"taken back: {', '.join(map(in_words, taken_back)) or 'nothing'}"
    table = history.game.contents(history.position)
    yield "table: " + ", ".join(f"{place} {count}" for place, count in table.items())


def whole_of(history: History[Position]) -> History[Position]:
    """The game with everything that could be redone."""
    while history.can_redo:
        history = history.redo()
    return history


def journal_in_words(number: int) -> Iterator[str]:
    kept = KeptGames(Files(GAMES), lambda: "").journal(number)
    yield f"began: {kept.began}"
    yield f"set up: {kept.is_set_up}, over: {kept.is_over}, result shown: {kept.is_result_shown}"
    yield from history_in_words(kept.history)


def index_in_words() -> Iterator[str]:
    games = KeptGames(Files(GAMES), lambda: "")
    yield f"playing: {games.number}"
    yield f"put aside: {', '.join(map(str, games.adjourned))}"


def calibration_in_words(name: str) -> Iterator[str]:
    found = calibration_file.load(Files(BOARD), name, PLACES)
    yield f"made {found.made} at {found.rate_sps} a second"
    beans = found.beans
    yield f"beans: {beans.mean_grams} +- {beans.mean_error_grams} g, spread {beans.spread_grams} g"
    yield f"{beans.sample} beans weighed"
    for place, each in found.places.items():
        yield f"{place}: zero {each.zero_counts} +- {each.zero_error_counts}, {each.counts_per_gram} a gram"
        yield f"  gain {each.gain_error}, cup {each.cup_grams} +- {each.cup_error_grams} g"
        yield f"  noise {each.noise_grams} g"
        yield f"  calibrated {each.calibrated!r} by {each.method!r}, cell {each.cell_serial!r}"
        yield f"  reference {each.reference_grams} +- {each.reference_error_grams}"


def knowledge_in_words(name: str) -> Iterator[str]:
    calibration = calibration_file.load(Files(BOARD), "calibration.toml", PLACES)
    known = knowledge_file.load(Files(BOARD), name, calibration)
    assert known is not None
    for place, each in known.places.items():
        yield f"{place}: {known.contents[place]} beans"
        yield f"  tare {each.tare.grams} (variance {each.tare.variance})"
    for piece, mass in known.pieces.items():
        yield f"a {piece}: {mass.mean_grams} (variance {mass.variance})"


def record_in_words(name: str) -> Iterator[str]:
    found = parse_record((RECORDS / name).read_text(encoding="utf-8"), Cups.named)
    yield f"{' against '.join(found.names)}, {found.date}"
    yield from (f"{option} is {value}" for option, value in found.options)
    yield from history_in_words(found.history())
    yield f"result: {found.result}"


def trace_in_words() -> Iterator[str]:
    with (BOARD / "evening.trace").open("rb") as file:
        trace = read_trace(file)
        start = Start.from_header(trace.header)
        yield f"board: {start.profile.name}, places {', '.join(start.profile.places)}"
        assert start.history is not None
        yield from history_in_words(start.history)
        frames = 0
        for step in trace:
            if step.frame is not None:
                frames += 1
                if frames % 50 == 1:
                    readings = " ".join(map(str, step.frame.readings))
                    yield f"{step.frame.time:.4f} s: frame {frames}, {readings}"
            for edge in step.edges:
                yield f"{edge.time:.4f} s: {edge.button} {'down' if edge.is_down else 'up'}"
            yield from (f"{step.time:.4f} s: {each['event']}" for each in step.decisions if "event" in each)


MEANINGS = {
    **{f"games/game-{number:04d}.journal": (journal_in_words, number) for number in range(1, 7)},
    "games/games.json": (index_in_words,),
    **{
        f"board/{name}.toml": (calibration_in_words, f"{name}.toml")
        for name in ("calibration", "calibration-1", "calibration-2")
    },
    **{
        f"board/{name}.toml": (knowledge_in_words, f"{name}.toml")
        for name in ("knowledge", "knowledge-before")
    },
    **{f"records/{name}.txt": (record_in_words, f"{name}.txt") for name in ("finished", "unfinished")},
    "board/evening.trace": (trace_in_words,),
}


def meaning(name: str) -> str:
    describe, *of = MEANINGS[name]
    return "\n".join(describe(*of)) + "\n"


@pytest.mark.parametrize("name", MEANINGS)
def test_a_file_of_an_older_version_means_what_it_meant(name: str) -> None:
    path = FIXTURES / name
    assert meaning(name) == path.with_name(f"{path.name}.meaning").read_text(encoding="utf-8")


def test_each_file_of_an_older_version_has_its_meaning_beside_it() -> None:
    files = {path.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*") if path.is_file()}
    explained = {name for name in files if f"{name}.meaning" in files}
    of_another_test = {
        "README.md",
        "board/profile.toml",
        "board/games.json",
        "board/game-0001.journal",
        "board/healing.log",
    }
    assert explained == MEANINGS.keys()
    assert files - explained - {f"{name}.meaning" for name in explained} == of_another_test
