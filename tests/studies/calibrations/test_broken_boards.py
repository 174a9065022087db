"""One fault in a board's wiring: its cause is named first, and no sound place is accused."""

import pytest
from studies.calibrations.broken_boards import (
    RATES_SPS,
    SINGLE,
    Examined,
    Fault,
    doctor_page,
    examine,
    is_good,
)

AT_LANDING = {
    *("clock wire off at the Pi", "a gate of the clock buffer dead", "3.3 V off", "drifts by 0.5 g/s"),
    *("A+ loose: wanders much", "clock wire off at the amplifier", "cables crossed"),
}


@pytest.mark.long("an examination for each fault and rate", but=[f"{name}-10" for name in AT_LANDING])
@pytest.mark.parametrize("sps", RATES_SPS)
@pytest.mark.parametrize("fault", SINGLE, ids=[fault.name for fault in SINGLE])
def test_the_cause_of_a_single_fault_is_named_first_and_no_sound_place_is_accused(
    fault: Fault, sps: int
) -> None:
    found = examine([fault], 11, sps)
    assert found.is_named, found.lines
    assert found.accused == (), found.lines


def test_a_sound_board_is_well() -> None:
    found = examine([], 12, 10)
    assert found.lines == ()


def test_the_page_counts_what_was_named_and_shows_what_was_not() -> None:
    fault = SINGLE[0].name
    found = [
        Examined((fault,), 10, True, (), ()),
        Examined((fault,), 10, False, ("north-2",), ("south-1 LOOK noisy",)),
        Examined((fault, SINGLE[1].name), 80, True, ("north-1",), ("board LOOK",)),
    ]
    text = doctor_page(found, "a command")
    assert f"| {fault} | 1 of 2 | 1 | 0 of 0 | 0 |" in text
    assert f"- {fault}, 10 SPS: accused north-2; south-1 LOOK noisy" in text
    assert not is_good(found)
    assert is_good([found[0], found[2]])
