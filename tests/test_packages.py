"""What pyproject.toml says of packages is so, and every package that is installed has its version pinned."""

import re
import tomllib
from pathlib import Path

from installed_packages import brought_by
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def test_the_packages_that_an_installation_brings_are_as_many_as_the_project_says() -> None:
    said = re.search(
        r"^# \d+ MB in (\d+) packages", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert said is not None
    assert len(brought_by("cupsboard") - {"cupsboard"}) == int(said[1])


def pinned() -> set[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return {canonicalize_name(Requirement(line).name) for line in lines}


def test_every_package_that_tests_need_is_pinned() -> None:
    assert brought_by("cupsboard", extra="test") - {"cupsboard"} - pinned() == set()


def test_every_package_that_an_extra_names_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [Requirement(each) for extra in project["optional-dependencies"].values() for each in extra]
    assert {canonicalize_name(each.name) for each in named} - {"cupsboard"} - pinned() == set()
