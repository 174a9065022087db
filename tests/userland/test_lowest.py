"""Every library is asked for from a version on that can be tried."""

import tomllib

import pytest
from lowest import ROOT, lowest


def test_every_dependency_names_its_lowest_version() -> None:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "dependencies"
    ]
    assert len(list(lowest(dependencies))) == len(dependencies) > 0


def test_the_lowest_version_is_asked_for_exactly_and_an_upper_bound_left_to_itself() -> None:
    assert list(lowest(["a-b>=1.2.post3", "c>=1.0,<2"])) == ["a-b==1.2.post3", "c==1.0"]


@pytest.mark.parametrize("dependency", ["a", "a==1", "a<2", "a>=1; python_version < '3.12'"])
def test_one_without_is_refused_with_the_next_step(dependency: str) -> None:
    with pytest.raises(ValueError, match="names no lowest version; write name>=version"):
        list(lowest([dependency]))
