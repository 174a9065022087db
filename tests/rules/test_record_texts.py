"""Any text is soon a record or refused with one line, and what was written once is read for ever."""

import random
import tracemalloc
from collections import Counter
from dataclasses import dataclass, field

import pytest
from cups_play import histories, played
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History, Moved, StockCorrected
from cupsboard.rules.places import Side
from cupsboard.rules.record import MOST_CORRECTIONS, Record, RecordError, format_record, parse_record
from cupsboard.rules.record_entries import entry_from_text, entry_text
from hypothesis import given
from hypothesis import strategies as st

SIGNS = st.sampled_from(
    [
        *(
            "",
            " ",
            "\\t",
            "\t",
            "\n",
            "\r",
            "\x0b",
            "\x0c",
            "\x85",
            "\u2028",
            "\u00a0",
            "\u200b",
            "\ufeff",
            "\0",
        ),
        *(
            "0",
            "1",
            "-",
            "9" * 100,
            "9" * 5000,
            "٣",
            "south",
            "north",
            "pass",
            "stock",
            "drop",
            "sow",
            "open",
        ),
        *("Option: a = b", "Result: ", "cups 12 stock 9999", ":", "= ", "2. ", "x" * 1000, "\ud800"),
    ]
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A record that somebody has edited with little care."""
    text = format_record(Record.of(draw(histories((2, 3)))))
    for _ in range(draw(st.integers(0, 4))):
        where = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 0, 1, 3, 20]))
        text = text[:where] + draw(SIGNS) + text[where + length :]
    return text


@given(texts() | st.text(max_size=100))
def test_any_text_is_a_record_or_refused_in_one_short_line(text: str) -> None:
    try:
        record = parse_record(text, Cups.named)
    except RecordError as fault:
        said = str(fault)
    else:
        assert parse_record(format_record(record), Cups.named) == record
        return
    assert len(said.splitlines()) == 1
    assert len(said) <= 400


@given(histories(), st.sampled_from(["\n", "\r\n", "\r"]), st.text(" \t", max_size=3), st.integers(1, 3))
def test_line_ends_blank_lines_and_blanks_at_a_line_s_end_do_not_matter(
    history: History[Position], end: str, blanks: str, lines: int
) -> None:
    record = Record.of(history)
    text = format_record(record).replace("\n", (blanks + end) * lines)
    assert parse_record(text, Cups.named) == record


@dataclass(frozen=True)
class CountingCups(Cups):
    """Cups that counts how often something is entered."""

    entered: Counter[str] = field(default_factory=Counter, compare=False)

    def set_stock(self, position: Position, side: Side, count: int) -> Position:
        self.entered["stock"] += 1
        return super().set_stock(position, side, count)


def corrections(number: int) -> str:
    """A record of so many legal entries that lead nowhere."""
    entries = "".join(f"{each}. south stock {each % 3}\n" for each in range(1, number + 1))
    return f"Game: cups 4\nSouth: ?\nNorth: ?\nDate: ?\nStarter: open\n{entries}Result: unfinished\n"


@pytest.mark.parametrize("number", [400, 800])
def test_a_record_is_played_once_while_it_is_read(number: int) -> None:
    game = CountingCups(4)
    record = parse_record(corrections(number), lambda _: game)
    assert record.result == "unfinished"
    assert len(record.history().steps) == game.entered["stock"] == number


def bytes_of_an_entry(history: History[Position]) -> int:
    """The memory that is taken to enter one more, for a while or for good."""
    tracemalloc.start()
    history.enter(StockCorrected(Side.SOUTH, 1))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_an_entry_costs_the_same_however_long_the_game_is() -> None:
    start = History(Cups(4), None)
    short, long = (start.enter_all([StockCorrected(Side.SOUTH, 1)] * number) for number in (10, 10_000))
    bytes_of_an_entry(short)
    assert bytes_of_an_entry(long) <= 1.2 * bytes_of_an_entry(short)


def test_more_entries_than_any_game_has_are_refused_with_the_limit() -> None:
    most = 4 * Cups(4).most_moves + MOST_CORRECTIONS
    assert most == 1640
    assert len(parse_record(corrections(most), Cups.named).entries) == most
    with pytest.raises(RecordError, match=r"line 1646, .*: a record of cups 4 has at most 1,640 entries"):
        parse_record(corrections(most + 1), Cups.named)
    with pytest.raises(RulesError, match="at most 1,640 entries"):
        Record(Cups(4), None, (StockCorrected(Side.SOUTH, 1),) * (most + 1))


@pytest.mark.parametrize(("cups", "stock"), [(2, None), (2, 2000), (12, None)])
def test_the_longest_games_are_no_longer_than_a_record_may_be(cups: int, stock: int | None) -> None:
    history = played(Cups(cups, stock), random.Random(cups), 1_000_000)
    assert history.is_over
    assert parse_record(format_record(Record.of(history)), Cups.named).history() == history


def test_a_game_that_was_played_already_must_be_that_of_the_entries() -> None:
    history = History(Cups(4), None).play(Side.SOUTH, "drop 1")
    assert Record(Cups(4), None, history.entries, played=history) == Record.of(history)
    with pytest.raises(RulesError, match="played: is not the game of these entries"):
        Record(Cups(4), None, (Moved(Side.SOUTH, "drop 2"),), played=history)


def test_what_was_taken_back_is_no_part_of_a_record() -> None:
    history = History(Cups(4), None).play(Side.SOUTH, "drop 1").play(Side.NORTH, "drop 1")
    assert Record.of(history.undo()).history() == History(Cups(4), None).play(Side.SOUTH, "drop 1")


def test_a_single_entry_is_written_and_read_by_itself() -> None:
    for text in ("south drop 3", "north pass", "north stock 12"):
        assert entry_text(entry_from_text(text, tuple(Side))) == text
    assert entry_from_text("north stock 12", tuple(Side)) == StockCorrected(Side.NORTH, 12)
    for wrong in ("", "drop 3", "south", "west drop 3", "1. south drop 3", "south stock 012"):
        with pytest.raises(RulesError, match=f"'{wrong}' is no entry|'stock 012' is no correction"):
            entry_from_text(wrong, tuple(Side))


def test_a_complaint_quotes_eighty_characters_of_a_line_and_names_all_that_is_wrong() -> None:
    """Longer lines lose their middle; what is said of them does not."""

    def refused(line: str) -> str:
        with pytest.raises(RecordError) as fault:
            parse_record(f"Game: cups 2\nSouth: ?\nNorth: ?\nDate: ?\nStarter: open\n{line}\n", Cups.named)
        return str(fault.value)

    assert f"'{'x' * 80}'" in refused("x" * 80)
    assert f"'{'x' * 40} ... {'x' * 40}'" in refused("x" * 81)
    name = "n" * 180
    assert f"gives '{name}' already; remove one of them" in refused(f"Option: {name} = a\nOption: {name} = b")
