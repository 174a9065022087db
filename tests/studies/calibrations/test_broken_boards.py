"""One fault in a board's wiring: its cause is named first, and no sound place is accused."""

import pytest
from studies.calibrations.broken_boards import BOARDS, BoardKind, Examined, doctor_page, examine, is_good
from studies.calibrations.wiring_faults import SINGLE, Fault

AT_LANDING = {
    *("clock wire off at the Pi", "a gate of the clock buffer dead", "3.3 V off", "drifts by 0.5 g/s"),
    *("A+ loose: wanders much", "clock wire off at the amplifier", "cables crossed"),
    *("many bits flip on the Pico's line", "the Pico's line is off", "a platform that rubs at the frame"),
}
ON_EACH = [(fault, board) for fault in SINGLE for board in BOARDS if board.reader in fault.readers]


@pytest.mark.long(
    "an examination for each fault and board",
    but=[f"{name}-{'2x4, Pico' if 'Pico' in name else '2x4'}, 10 SPS" for name in AT_LANDING],
)
@pytest.mark.parametrize(
    ("fault", "board"), ON_EACH, ids=[f"{fault.name}-{board.name}" for fault, board in ON_EACH]
)
def test_the_cause_of_a_single_fault_is_named_first_and_no_sound_place_is_accused(
    fault: Fault, board: BoardKind
) -> None:
    found = examine([fault], 11, board)
    assert found.is_named, found.lines
    assert found.accused == (), found.lines


def test_a_sound_board_is_well() -> None:
    found = examine([], 12, BOARDS[0])
    assert found.lines == ()


def test_the_page_counts_what_was_named_and_shows_what_was_not() -> None:
    fault = SINGLE[0].name
    found = [
        Examined((fault,), BOARDS[0].name, True, True, (), ()),
        Examined((fault,), BOARDS[0].name, False, False, ("north-2",), ("south-1 LOOK noisy",)),
        Examined((fault, SINGLE[1].name), BOARDS[1].name, True, True, ("north-1",), ("board LOOK",)),
    ]
    text = doctor_page(found, "a command")
    assert f"| {fault} | 1 of 2 |  |  |  |  |  | 1 |" in text
    assert f"- {fault}, {BOARDS[0].name}: accused north-2; south-1 LOOK noisy" in text
    assert not is_good(found)
    assert is_good([found[0], found[2]])
