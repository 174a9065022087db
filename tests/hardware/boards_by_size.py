"""Every board that the tests build: those of the project, and each size that `profile new` proposes."""

import pytest
from cupsboard import profile
from cupsboard.profile import Profile
from cupsboard.station.files.new_profile import proposed

from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.deck import POT, Deck
from hardware.parts.electronics import Electronics
from hardware.parts.table import Table

ALL = [*profile.built_in_names(), *range(2, 11)]


def board_of(asked: str | int) -> Profile:
    return profile.load(asked) if isinstance(asked, str) else proposed(asked)


def layout_of(board: Profile, cell: str = USUAL_CELL) -> Deck | Table:
    measures = CELLS[cell].measures
    return Deck(board.cups, measures, POT) if board.cups else Table.of(board, measures)


@pytest.fixture(params=ALL)
def board(request: pytest.FixtureRequest) -> Profile:
    return board_of(request.param)


@pytest.fixture
def electronics(board: Profile) -> Electronics:
    return Electronics(board, layout_of(board))
