from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.storage.solved_puzzles import NAME, SolvedPuzzles, Tried


def test_what_was_tried_and_solved_is_kept(tmp_path: Path) -> None:
    kept = SolvedPuzzles(Files(tmp_path))
    assert kept.of("one") == Tried()
    kept.add("one", is_solved=False)
    kept.add("one", is_solved=True)
    kept.add("one", is_solved=False)
    assert SolvedPuzzles(Files(tmp_path)).of("one") == Tried(3, is_solved=True)


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b'{"format": "x", "version": 1, "tried": {}}'])
def test_a_damaged_file_is_named_with_the_next_step(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(StoreError, match=r"puzzles\.json: .*delete it to begin anew"):
        SolvedPuzzles(Files(tmp_path))
