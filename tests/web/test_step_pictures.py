"""Every step that asks hands for something has its picture on the owner's page, and none is of no step."""

import re
from importlib.resources import files

import pytest
from cupsboard.signs.sentences import ENGLISH

PICTURE = files("cupsboard").joinpath("web", "static", "setup", "picture.js").read_text(encoding="utf-8")
PICTURED = set(re.findall(r'"([a-z.-]+)": \[(?:CUP|BARE)', PICTURE))
WITHOUT_HANDS = {
    "calibrate-restless",
    "calibrate-shaken",
    *("calibrate-refused", "calibrate-done", "prove-done", "doctor-done", "lights-done", "beans-blind"),
    *("lights-each", "lights-all"),
}
"""What is said of a step that is over, or that only lights do."""


def test_no_picture_is_of_a_sentence_that_there_is_not() -> None:
    assert PICTURED
    assert set(ENGLISH.sentences) >= PICTURED


@pytest.mark.parametrize("procedure", ["calibrate", "prove", "doctor", "beans", "kinds", "lights"])
def test_each_sentence_of_a_procedure_has_a_picture(procedure: str) -> None:
    said = {key for key in ENGLISH.sentences if key.startswith(f"{procedure}-")}
    assert said
    assert said - PICTURED - WITHOUT_HANDS == set()
