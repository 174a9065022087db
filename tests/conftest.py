"""How all tests run: with how many examples, which not in the landing check, and in which order."""

import gc
import sys
from collections import Counter
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
    "test_commands.py",
    "test_power_cuts.py",
    "test_pictures.py",
    "test_campaign.py",
    "test_terminal.py",
    "test_reader_process.py",
    "test_playing.py",
    "test_king_page.py",
    "test_grabs.py",
    "test_bank_judged.py",
    "test_replay.py",
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


def needs_browser(item: pytest.Item) -> bool:
    """Return whether a test opens pages in a browser."""
    return "browser" in getattr(item, "fixturenames", ())


def is_left_out(item: pytest.Item, number: int) -> bool:
    """Return whether the landing check leaves a test out.

    Those are a test marked long, but for the variants that its mark keeps, and a test that needs a browser,
    unless it is marked landing. `number` counts the variants of one function from zero.
    """
    if needs_browser(item) and not item.get_closest_marker("landing"):
        return True
    mark = item.get_closest_marker("long")
    if mark is None:
        return False
    every = mark.kwargs.get("every")
    if every is not None:
        return bool(number % every)
    return not any(item.name.endswith(f"[{variant}]") for variant in mark.kwargs.get("but", ()))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked long to the whole run; the longest files and browsers go first."""
    if not config.getoption("--all"):
        variants = Counter[str]()
        kept, left_out = [], []
        for item in items:
            function = item.nodeid.partition("[")[0]
            (left_out if is_left_out(item, variants[function]) else kept).append(item)
            variants[function] += 1
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    with_browser = {item.path for item in items if needs_browser(item)}

    def rank(item: pytest.Item) -> int:
        # A page mostly waits: other tests fill the time only while there are some left.
        return ranks.get(item.path.name, len(LONGEST) + (item.path not in with_browser))

    items.sort(key=rank)


def pytest_sessionstart() -> None:
    """Let no test answer for garbage of another that is cleared away while it is too deep in a recursion."""
    theirs = sys.unraisablehook

    def hook(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is not RecursionError:
            theirs(unraisable)

    sys.unraisablehook = hook


def pytest_collection_finish() -> None:
    """Spare the collector of garbage what lives until the run ends: thousands of tests and their modules."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def own_evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Boards that tests begin keep their evenings away from those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
