from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.storage.solved_puzzles import NAME, Became, SolvedPuzzles, Tried

TODAY, TOMORROW = "2026-11-27", "2026-11-28"


def test_what_was_tried_and_solved_is_kept(tmp_path: Path) -> None:
    kept = SolvedPuzzles(Files(tmp_path))
    assert kept.of("one") == Tried()
    for became in (Became.MISSED, Became.SOLVED, Became.MISSED):
        kept.add("one", became, TODAY)
    assert SolvedPuzzles(Files(tmp_path)).of("one") == Tried(3, is_solved=True)


def test_what_is_solved_on_the_day_of_a_hint_is_kept_apart(tmp_path: Path) -> None:
    kept = SolvedPuzzles(Files(tmp_path))
    for became in (Became.HELPED, Became.SOLVED, Became.SOLVED):
        kept.add("one", became, TODAY)
    tried = SolvedPuzzles(Files(tmp_path)).of("one")
    assert tried == Tried(2, is_solved=False, is_solved_with_help=True, helped_on=TODAY)
    kept.add("one", Became.SOLVED, TOMORROW)
    assert kept.of("one").is_solved


def test_a_hint_takes_nothing_away_from_who_has_solved_it_before(tmp_path: Path) -> None:
    kept = SolvedPuzzles(Files(tmp_path))
    for became in (Became.SOLVED, Became.HELPED, Became.SOLVED):
        kept.add("one", became, TODAY)
    assert kept.of("one").is_solved


@pytest.mark.parametrize(
    "content",
    [
        *(b"{", b"[]", b"\xff", b'{"format": "x", "version": 2, "tried": {}}'),
        b'{"format": "cupsboard-solved-puzzles", "version": 1, "tried": {}}',
    ],
)
def test_a_damaged_file_is_named_with_the_next_step(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(StoreError, match=r"puzzles\.json: .*delete it to begin anew"):
        SolvedPuzzles(Files(tmp_path))
