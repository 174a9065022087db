"""How all tests run."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

# A shared machine may take long over any example; pytest's timeout bounds each test as a whole.
settings.register_profile("patient", deadline=None)
# A landing is refused for what the commit did, not for what was drawn; who runs pytest alone draws anew.
settings.register_profile("landing", deadline=None, derandomize=True)
settings.load_profile("patient")

LONGEST = (
    "test_evenings_go_on.py",
    "test_calibrating.py",
    "test_readme.py",
    "test_power_cuts.py",
    "test_pictures.py",
    "test_commands.py",
    "test_doctor.py",
    "test_play.py",
    "test_terminal.py",
    "test_campaign.py",
    "test_playing.py",
    "test_sorting.py",
    "test_real_disks.py",
)
"""The files that take longest begin first, so that no processor waits for one at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first."""
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(LONGEST)))


@pytest.fixture(autouse=True, scope="session")
def own_evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Boards that tests begin keep their evenings away from those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
