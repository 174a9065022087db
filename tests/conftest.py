"""How all tests run: with how many examples, which not in the landing check, and in which order."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

# A shared machine may take long over any example; pytest's timeout bounds each test as a whole.
# A landing is refused for what the commit did, not for what was drawn; the whole run draws anew.
settings.register_profile("landing", deadline=None, max_examples=10, derandomize=True)
settings.register_profile("all", deadline=None, max_examples=100)

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the whole run."""
    parser.addoption(
        "--all", action="store_true", help="run the tests marked long too, with ten times as many examples"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let one profile decide how many examples every property is tried with."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("all" if config.getoption("--all") else "landing")


def is_left_out(item: pytest.Item) -> bool:
    """Return whether the landing check leaves this test out: marked long, and none of its kept variants."""
    mark = item.get_closest_marker("long")
    kept = mark.kwargs.get("but", ()) if mark else ()
    return mark is not None and not any(item.name.endswith(f"[{variant}]") for variant in kept)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked long to the whole run, and put the longest files first."""
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=[item for item in items if is_left_out(item)])
        items[:] = [item for item in items if not is_left_out(item)]
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(LONGEST)))


@pytest.fixture(autouse=True, scope="session")
def own_evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Boards that tests begin keep their evenings away from those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
