import json
from collections.abc import Sequence

import pytest
from cupsboard import profile
from cupsboard.engine.analysis import Reason
from cupsboard.engine.hints import Hint
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Side, board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.session.trace import TracedStep, TraceError, TraceHeader, TraceWriter, read_trace
from cupsboard.signs.advice import Advice
from hypothesis import given
from hypothesis import strategies as st

CUPS = 2
CELLS = len(board_places(CUPS))
HEADER = TraceHeader(
    profile=profile.generated(CUPS),
    calibration=Calibration(
        made="2026-11-21T18:30:00",
        rate_sps=9.7,
        beans=PieceCalibration(0.55, 0.01, 0.08, 40),
        places=dict.fromkeys(board_places(CUPS), PlaceCalibration(0.1, 1800.0, 2e-4, 25.0, 0.01, 0.012)),
    ),
    knowledge={"position": "0 0", "masses": [0.1, 0.2]},
    options={"starts": None},
)

moments = st.floats(0.0, 1e6, allow_nan=False)
frames = st.builds(
    Frame,
    time=moments,
    readings=st.tuples(
        *[st.one_of(st.integers(-(1 << 23), (1 << 23) - 1), st.sampled_from(CellFault))] * CELLS
    ),
)
edges = st.builds(Edge, button=st.sampled_from(["south", "north"]), is_down=st.booleans(), time=moments)
decisions = st.dictionaries(st.text(), st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.text()))
reasons = st.builds(
    Reason,
    name=st.sampled_from(["blocks", "reply-captures"]),
    side=st.sampled_from(Side),
    place=st.none() | st.just(Place("south-1")),
    beans=st.integers(0, 40),
    cost_beans=st.floats(0.0, 40.0),
)
hints = st.builds(
    Hint,
    side=st.sampled_from(Side),
    move=st.just("drop 2"),
    places=st.just((Place("south-1"), Place("south-2"))),
    loss_beans=st.floats(0.0, 40.0),
    reasons=st.lists(reasons, max_size=2).map(tuple),
)
answers = st.builds(
    Advice,
    question=st.integers(1, 1000),
    move=st.none() | st.sampled_from(["drop 2", "sow 1"]),
    pondering_seconds=st.floats(0.0, 4.0),
    hint=st.none() | hints,
)
steps = st.builds(
    TracedStep,
    time=moments,
    frame=st.none() | frames,
    edges=st.lists(edges, max_size=3).map(tuple),
    decisions=st.lists(decisions, max_size=3).map(tuple),
    advice=st.lists(answers, max_size=1).map(tuple),
)
evenings = st.lists(steps, max_size=8).map(lambda some: sorted(some, key=lambda step: step.time))


def written(evening: Sequence[TracedStep], header: TraceHeader = HEADER) -> list[bytes]:
    lines: list[bytes] = []
    writer = TraceWriter(lines.append, header)
    for step in evening:
        writer.write(step)
    return lines


A_FRAME = TracedStep(1.0, Frame(0.9, (0, -1, 8388607, -8388608, CellFault.SILENT, CellFault.MISSED)), (), ())
A_PRESS = TracedStep(
    1.5, None, (Edge("south", True, 1.5),), ({"event": "turn ended", "confidence": 0.1 + 0.2},)
)


@given(evenings)
def test_an_evening_reads_back_to_the_last_digit(evening: list[TracedStep]) -> None:
    trace = read_trace(written(evening))
    assert trace.header == HEADER
    assert list(trace) == evening
    assert trace.torn_line is None


def test_every_line_is_json_and_a_fault_stands_there_by_its_name() -> None:
    first, second, third = (json.loads(line) for line in written([A_FRAME, A_PRESS]))
    assert first["format"] == "cupsboard-trace"
    assert second == {"time": 1.0, "frame": [0.9, [0, -1, 8388607, -8388608, "SILENT", "MISSED"]]}
    assert third["edges"] == [["south", True, 1.5]]


def test_a_trace_cut_anywhere_in_its_last_line_gives_all_whole_steps_and_says_so() -> None:
    lines = written([A_FRAME, A_PRESS])
    for length in range(1, len(lines[2]) - 1):
        trace = read_trace([*lines[:2], lines[2][:length]])
        assert list(trace) == [A_FRAME]
        assert trace.torn_line == 3


def test_a_last_line_that_lacks_only_its_end_of_line_is_whole() -> None:
    lines = written([A_FRAME, A_PRESS])
    trace = read_trace([*lines[:2], lines[2][:-1]])
    assert list(trace) == [A_FRAME, A_PRESS]
    assert trace.torn_line is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"time":1.0,"fra\n', "line 3: no JSON"),
        (b'{"time":NaN}\n', "line 3: no JSON"),
        (b"\xff\n", "line 3, byte 1: this is no text in UTF-8"),
        (b"[1]\n", r"line 3: \[1\] is no object"),
        (b"{}\n", "line 3: time missing"),
        (b'{"time":"1"}\n', "line 3: time '1' is no number"),
        (b'{"time":true}\n', "line 3: time True is no number"),
        (b'{"time":0.5}\n', "line 3: time 0.5 is before 1.0"),
        (b'{"time":2,"mood":"good"}\n', "line 3: unknown key mood"),
        (b'{"time":2,"frame":[2,[1,2]]}\n', "line 3: 2 readings for 6 cells"),
        (b'{"time":2,"frame":[2]}\n', r"line 3: frame: \[2\] is no time with readings"),
        (b'{"time":2,"frame":[2,[1,2,3,4,5,"TIRED"]]}\n', "line 3: reading 'TIRED' is neither"),
        (b'{"time":2,"frame":[2,[1,2,3,4,5,8388608]]}\n', "line 3: reading 8388608 is neither"),
        (b"[" * 100_000 + b"\n", "line 3: no JSON"),
        (b'{"time":2,"frame":[2,[1,2,3,4,5,6.5]]}\n', r"line 3: reading 6\.5 is neither"),
        (b'{"time":2,"frame":[2,[1,2,3,4,5,true]]}\n', "line 3: reading True is neither"),
        (b'{"time":2,"edges":[["west",true,2]]}\n', "line 3: edges: .* is no edge of a button"),
        (b'{"time":2,"edges":[["south",1,2]]}\n', "line 3: edges: .* is no edge of a button"),
        (b'{"time":2,"edges":5}\n', "line 3: edges: 5 is no list"),
        (b'{"time":2,"decisions":["pass"]}\n', "line 3: decisions: 'pass' is no object"),
        (b'{"time":2,"advice":[{"move":"drop 1"}]}\n', "line 3: advice.question: missing"),
        (b'{"time":2,"advice":[{"question":1,"move":7}]}\n', "line 3: advice.move: Expected `str | null`"),
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: bytes, message: str) -> None:
    lines = written([A_FRAME, A_PRESS])
    with pytest.raises(TraceError, match=message):
        list(read_trace([*lines[:2], line, lines[2]]))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"cupsboard-trace", b"cupsboard-profile", "line 1: format: 'cupsboard-profile' is not"),
        (b'"version":9', b'"version":8', "line 1: version: 8 is not 9; use the release it is of"),
        (b'"clock":5', b'"clock":500', "line 1: profile: clock: 500 is not between"),
        (b'"clock":5', b'"glock":5', "line 1: profile: glock: unknown key"),
        (
            b'"counts_per_gram":1800.0',
            b'"counts_per_gram":0.0',
            r"calibration: places\.south-1\.counts_per_gram",
        ),
        (b'"options":{"starts":null}', b'"options":3', "line 1: options: 3 is no object"),
        (b',"options":{"starts":null}', b"", "line 1: options missing"),
    ],
)
def test_a_malformed_header_is_refused_with_the_place_in_it(old: bytes, new: bytes, message: str) -> None:
    [line] = written([])
    assert old in line
    with pytest.raises(TraceError, match=message):
        read_trace([line.replace(old, new, 1)])


@pytest.mark.parametrize("lines", [[], [b""], [b'{"format":"cupsboard-tra']])
def test_a_trace_without_a_whole_header_is_nothing_to_replay(lines: list[bytes]) -> None:
    with pytest.raises(TraceError, match="line 1: the header is missing or torn"):
        read_trace(lines)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_json_cannot_carry_is_not_written(value: object) -> None:
    with pytest.raises(TraceError, match="JSON's own types"):
        written([TracedStep(1.0, None, (), ({"confidence": value},))])
