"""The weights of ten minutes and the zeros of years, as an owner's page gets them."""

import json
from collections.abc import Iterator

import pytest
from cupsboard.storage.zero_history import Zeros
from cupsboard.web import care
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from http_calls import get
from starlette.routing import Route

PLACES = ["south-1", "north-1"]
CALM, ASKED = {"key": "calm", "text": "Nothing to do."}, {"key": "asked", "text": "Look there, please."}
REPORTS = ["one.html", "two.html"]
KEPT = [{"name": "calibration-1.toml", "made": "2026-11-19T18:30"}]
DAYS = [
    Zeros("one", "2026-11-20", "2026-11-19T18:30", '{"south-1": 23.5, "north-1": 24.0}'),
    Zeros("two", "2026-11-27", "2026-11-19T18:30", '{"south-1": 23.52}'),
]


@pytest.fixture
def trail() -> care.Trail:
    return care.Trail(PLACES)


@pytest.fixture
def address(trail: care.Trail) -> Iterator[str]:
    answering = {
        care.WEIGHTS: trail.send,
        care.WEIGHTS_CSV: trail.send_csv,
        **care.zeros(lambda: DAYS, PLACES),
        **care.calibrations(
            dict.fromkeys(REPORTS, b"<head><style>p { color: red }</style></head>").get, REPORTS, lambda: KEPT
        ),
    }
    routes = [Route(path, answer) for path, answer in answering.items()]
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        yield address


def test_what_is_older_than_ten_minutes_is_forgotten(trail: care.Trail) -> None:
    for second in range(2000):
        trail.take(float(second), [0.0, 1.0], CALM)
    times = [row[0] for row in trail.since(float("-inf"))["rows"]]
    assert times == [float(each) for each in range(1999 - int(care.SECONDS), 2000)]


def test_a_page_gets_what_came_since_it_looked_and_each_sentence_once(
    trail: care.Trail, address: str
) -> None:
    trail.take(1.0, [0.504, ""], CALM)
    trail.take(1.2, [0.5, 2.0], CALM)
    trail.take(1.4, [0.0, 2.5], ASKED)
    found = json.loads(get(address + care.WEIGHTS[1:]).text)
    assert found["places"] == PLACES
    assert found["rows"] == [[1.0, 0.5, None], [1.2, 0.5, 2.0], [1.4, 0.0, 2.5]]
    assert found["said"] == [[1.0, CALM], [1.4, ASKED]]
    later = json.loads(get(address + care.WEIGHTS[1:] + "?since=1.2").text)
    assert (later["rows"], later["said"]) == ([[1.4, 0.0, 2.5]], [[1.4, ASKED]])
    assert get(address + care.WEIGHTS_CSV[1:]).text.splitlines() == [
        "seconds,south-1,north-1,said",
        "0.00,0.5,,Nothing to do.",
        "0.20,0.5,2.0,",
        '0.40,0.0,2.5,"Look there, please."',
    ]


def test_the_zeros_of_all_days_come_as_data_and_as_a_table(address: str) -> None:
    assert [each["grams"]["south-1"] for each in json.loads(get(address + care.ZEROS[1:]).text)] == [
        23.5,
        23.52,
    ]
    assert get(address + care.ZEROS_CSV[1:]).text.splitlines() == [
        "day,calibrated,south-1,north-1",
        "2026-11-20,2026-11-19T18:30,23.5,24.0",
        "2026-11-27,2026-11-19T18:30,23.52,",
    ]


def test_the_report_takes_its_style_from_a_file_as_our_pages_do(address: str) -> None:
    page, style = get(f"{address}owner/one.html"), get(address + care.REPORT_STYLE[1:])
    assert get(f"{address}owner/two.html").text == page.text
    assert page.text == f'<head><link rel="stylesheet" href="{care.REPORT_STYLE}"></head>'
    assert (style.text, style.headers["content-type"]) == ("p { color: red }", "text/css; charset=utf-8")
    assert json.loads(get(address + care.CALIBRATIONS[1:]).text) == KEPT
