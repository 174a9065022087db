"""What a maker sends to a helper: the profile in it is that of the board, whatever the board lacks."""

import io
import zipfile
from datetime import UTC, datetime

import pytest
from cupsboard import profile
from cupsboard.procedures.doctor.support_bundle import bundle


@pytest.mark.parametrize(
    "board",
    [*(profile.load(name) for name in profile.built_in_names()), profile.by_pico(profile.load("2x4"))],
    ids=lambda board: board.name,
)
def test_the_profile_in_the_file_is_that_of_the_board(board: profile.Profile) -> None:
    archive = bundle("all good", board, b"", {}, datetime(2026, 11, 29, tzinfo=UTC))
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        kept = profile.parse(files.read("profile.toml"), "profile.toml")
    assert kept == board
