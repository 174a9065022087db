"""Imports what every Python of a tab needs and what loads no compiled library.

The browser keeps the memory of a Python that has come so far, and begins the next one with it.
"""

from importlib import import_module

MODULES = (
    "starlette.applications",
    "cupsboard.web.static_files",
    "cupsboard.procedures.counting_table",
    *(
        f"cupsboard.web.{name}"
        for name in ("analysis", "app", "careers", "downloads", "hint", "kept_games", "legend", "puzzles")
    ),
    *(f"cupsim.page.{name}" for name in ("inbox", "keeper", "long_thoughts", "pace", "puzzle_put_up")),
    *(f"cupsim.page.{name}" for name in ("seats", "ticking", "truth")),
    *(f"cupsim.page.{name}" for name in ("uploads", "way_back")),
    "cupsim.page.king_of_the_cups.person_hands",
    *(f"cupsim.page.tab.{name}" for name in ("carried", "far", "helper")),
    *(f"cupsboard.storage.{name}" for name in ("paths", "rules_file")),
    *(f"cupsim.runs.{name}" for name in ("games", "memory_store")),
)
for _name in MODULES:
    import_module(_name)
