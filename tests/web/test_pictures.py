"""The readme's pictures can be taken again, and are small enough for a readme."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from PIL import Image
from processes import ran

PICTURES = Path(__file__).parents[2] / "sim" / "pictures"
MOST_BYTES = 400_000
STEPS = 7
"""Of the turn: before it, three beans, the cup in the hand, the capture, the press."""


@pytest.mark.long("a whole series of pictures in a browser")
def test_the_pictures_of_the_readme_can_be_taken_again(tmp_path: Path) -> None:
    if not (os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("no Chromium here: as root apt-get install chromium, or set CHROMIUM")
    taking = ran(sys.executable, PICTURES, "--to", tmp_path)
    assert (taking.code, taking.complaints) == (0, "")
    for taken in (tmp_path / "page.webp", tmp_path / "turn.webp"):
        with Image.open(taken) as new, Image.open(PICTURES / taken.name) as kept:
            assert (new.size, new.n_frames) == (kept.size, kept.n_frames)


def test_the_pictures_are_small_and_the_turn_has_all_its_steps() -> None:
    kept = [PICTURES / "page.webp", PICTURES / "turn.webp"]
    assert sum(path.stat().st_size for path in kept) < MOST_BYTES
    with Image.open(kept[1]) as turn:
        assert turn.n_frames == STEPS
