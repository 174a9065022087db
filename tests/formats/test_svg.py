"""Whatever a picture is given, an XML parser reads it back as it was meant."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cupsboard.formats.svg import Svg
from hypothesis import example, given
from hypothesis import strategies as st

SVG = "{http://www.w3.org/2000/svg}"
CONTROLS = "".join(map(chr, set(range(0x20)) - set(b"\t\n\r")))
ALLOWED = st.characters(exclude_categories=["Cs"], exclude_characters=CONTROLS + "\ufffe\uffff")
lengths = st.floats(-1e6, 1e6)


def shapes_of(picture: Svg, **more: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture.written(**more)))


@example(words="\t<&\r\n>", name="\"'\t\r\n", title="]]>")
@given(words=st.text(ALLOWED), name=st.text(ALLOWED, min_size=1), title=st.text(ALLOWED, min_size=1))
def test_words_and_attributes_are_read_back_as_they_were_given(words: str, name: str, title: str) -> None:
    picture = Svg(10, 10)
    picture.text(1, 2, words, class_=name)
    heading, text = shapes_of(picture, title=title)
    assert (heading.text, text.text or "", text.get("class")) == (title, words, name)


@example(words="\x00\x1b\x7f\ud800\uffff&<>\"'")
@given(words=st.text(st.characters(exclude_categories=[])))
def test_any_text_at_all_makes_a_well_formed_picture(words: str) -> None:
    picture = Svg(10, 10)
    picture.text(0, 0, words, class_=words)
    whole = picture.written(title=words, css=words, aria_label=words)
    text = ElementTree.fromstring(whole.encode("utf-8")).find(f"{SVG}text")
    assert text is not None
    assert len(text.text or "") == len(words)


def test_what_xml_cannot_hold_becomes_the_sign_for_an_unknown_character() -> None:
    picture = Svg(10, 10)
    picture.text(0, 0, "a\x00b\ud800c")
    assert shapes_of(picture)[0].text == "a\ufffdb\ufffdc"


@given(points=st.lists(st.tuples(lengths, lengths), min_size=1))
def test_places_are_written_to_a_hundredth_of_a_pixel(points: list[tuple[float, float]]) -> None:
    picture = Svg(10, 10)
    picture.polyline(points)
    written = (shapes_of(picture)[0].get("points") or "").split()
    found = [tuple(map(float, point.split(","))) for point in written]
    assert found == [pytest.approx(point, abs=0.0051) for point in points]
    assert "e" not in "".join(written)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_no_place_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=f"^{wrong} is no place or size in a picture$"):
        Svg(10, 10).circle(1, wrong, 3)


def test_every_shape_has_the_attributes_of_its_element_in_the_order_of_drawing() -> None:
    picture = Svg(40, 30)
    picture.background(fill="#fff")
    picture.rect(1, 2, 3, 4, rx=2)
    picture.circle(5, 6, 7.25, class_="mark")
    picture.line((0, 1), (2, 3), stroke_width=2, stroke_dasharray="")
    picture.polygon(((0, 0), (1, 0), (0, 1.5)))
    picture.text(3, 4, "up", turned_degrees=-90, text_anchor="end")
    assert [(shape.tag.removeprefix(SVG), shape.attrib) for shape in shapes_of(picture)] == [
        ("rect", {"width": "40", "height": "30", "fill": "#fff"}),
        ("rect", {"x": "1", "y": "2", "width": "3", "height": "4", "rx": "2"}),
        ("circle", {"cx": "5", "cy": "6", "r": "7.25", "class": "mark"}),
        ("line", {"x1": "0", "y1": "1", "x2": "2", "y2": "3", "stroke-width": "2"}),
        ("polygon", {"points": "0,0 1,0 0,1.5"}),
        ("text", {"x": "3", "y": "4", "text-anchor": "end", "transform": "rotate(-90 3 4)"}),
    ]


def test_a_picture_has_its_size_as_its_frame_and_more_only_if_asked() -> None:
    picture = Svg(40, 30.5)
    assert ElementTree.fromstring(picture.written()).attrib == {"viewBox": "0 0 40 30.5"}
    asked = ElementTree.fromstring(picture.written(width=40, role="img", aria_label="a"))
    assert asked.attrib == {"viewBox": "0 0 40 30.5", "width": "40", "role": "img", "aria-label": "a"}


def test_svg_is_written_in_one_place() -> None:
    root = Path(__file__).parents[2]
    writers = {
        path.relative_to(root).as_posix()
        for wing in ("firmware", "sim", "hardware")
        for path in (root / wing).rglob("*.py")
        if "www.w3.org/2000/svg" in path.read_text()
    }
    assert writers == {"firmware/cupsboard/formats/svg.py"}
