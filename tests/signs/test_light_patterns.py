"""The light grammar: read without hue, at any brightness, from any moment; and never too much current."""

from itertools import combinations

import pytest
from cupsboard.referee.states import ShowingScore
from cupsboard.rules.places import Place, Side, board_places, cup, pot
from cupsboard.signs.interludes import DIGIT_SECONDS, score_signs
from cupsboard.signs.light_patterns import (
    GRAMMAR,
    PERIOD_SECONDS,
    SLOT_SECONDS,
    TONES,
    Colour,
    draw_milliamperes,
    render,
)
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone
from cupsim.people.light_decoding import decode
from hypothesis import given
from hypothesis import strategies as st

PLACES = board_places(4)
SPANS = {place: range(3 * index, 3 * index + 3) for index, place in enumerate(PLACES)}
COUNT = 3 * len(PLACES)
CUP = PLACES[0]

meanings = st.sampled_from(list(Meaning))
scenes = st.dictionaries(st.sampled_from(PLACES), meanings).map(
    lambda signs: Scene(
        tuple(Sign(place, meaning) for place, meaning in signs.items()), None, Message("test")
    )
)


def scene_of(*signs: Sign) -> Scene:
    return Scene(signs, None, Message("test"))


def watched(
    scene: Scene, start: float, every_seconds: float, brightness: float, drawn_every: float = 0.001
) -> list[tuple[float, list[Colour]]]:
    """What an eye sees in one period, of lights that are redrawn now and then."""
    steps = int(PERIOD_SECONDS / every_seconds) + 2
    times = [start + step * every_seconds for step in range(steps)]
    return [
        (time, render(scene, SPANS, COUNT, time // drawn_every * drawn_every, brightness=brightness))
        for time in times
    ]


@given(meanings, st.floats(0, 1000), st.floats(0.05, 1), st.floats(0.01, 0.045))
def test_every_meaning_reads_back_from_any_moment_at_any_brightness(
    meaning: Meaning, start: float, brightness: float, every_seconds: float
) -> None:
    samples = watched(scene_of(Sign(CUP, meaning)), start, every_seconds, brightness)
    assert decode(samples, SPANS) == {CUP: meaning}


@given(meanings, st.floats(0, 1000))
def test_lights_redrawn_as_seldom_as_the_strip_does_still_read(meaning: Meaning, start: float) -> None:
    samples = watched(scene_of(Sign(CUP, meaning)), start, 0.02, 0.3, drawn_every=0.04)
    assert decode(samples, SPANS) == {CUP: meaning}


@given(scenes, st.floats(0, 100))
def test_all_places_of_a_scene_read_at_once(scene: Scene, start: float) -> None:
    said = decode(watched(scene, start, 0.025, 1.0), SPANS)
    assert said == {sign.place: sign.meaning for sign in scene.signs}


@given(st.permutations([0, 1, 2]), meanings)
def test_hue_does_not_matter_for_reading(order: list[int], meaning: Meaning) -> None:
    def shuffled(pixel: Colour) -> Colour:
        red, green, blue = (pixel[index] for index in order)
        return red, green, blue

    samples = [
        (time, [shuffled(pixel) for pixel in pixels])
        for time, pixels in watched(scene_of(Sign(CUP, meaning)), 0.3, 0.02, 1.0)
    ]
    assert decode(samples, SPANS) == {CUP: meaning}


def test_any_two_meanings_differ_by_a_fifth_of_a_second_or_more_in_rhythm_alone() -> None:
    def seen(meaning: Meaning) -> str:
        rhythm = GRAMMAR[meaning].rhythm
        return rhythm if "#" in rhythm else rhythm.replace("-", "#")

    for first, second in combinations(Meaning, 2):
        one, other = seen(first), seen(second)
        distance = min(
            sum(a != b for a, b in zip(one, other[turn:] + other[:turn], strict=True))
            for turn in range(len(other))
        )
        assert distance * SLOT_SECONDS >= 0.2, (first, second)


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    for meaning, look in GRAMMAR.items():
        rises = sum(
            before != "#" and after == "#"
            for before, after in zip(look.rhythm, look.rhythm[1:] + look.rhythm[0], strict=True)
        )
        assert rises / PERIOD_SECONDS <= 3, meaning


@pytest.mark.parametrize("meaning", list(Meaning))
def test_a_dark_strip_says_nothing_and_a_lit_one_always_something(meaning: Meaning) -> None:
    assert decode(watched(scene_of(), 0, 0.02, 1.0), SPANS) == {}
    assert decode(watched(scene_of(Sign(CUP, meaning)), 0, 0.02, 0.02), SPANS).keys() == {CUP}


@given(scenes, st.floats(0, 10), st.floats(40, 3000), st.floats(0.05, 1))
def test_no_scene_draws_more_than_the_budget(
    scene: Scene, seconds: float, budget: float, brightness: float
) -> None:
    pixels = render(scene, SPANS, COUNT, seconds, brightness=brightness, budget_milliamperes=budget)
    assert draw_milliamperes(pixels) <= budget + 1e-9


def test_a_full_white_strip_of_22_pixels_draws_the_1_3_amperes_of_the_books() -> None:
    assert draw_milliamperes([(255, 255, 255)] * 22) == pytest.approx(22 * 61)


def test_a_capped_scene_keeps_its_rhythm() -> None:
    everywhere = scene_of(*(Sign(place, Meaning.MAY_NEXT) for place in PLACES))
    samples = [
        (time, render(everywhere, SPANS, COUNT, time, budget_milliamperes=COUNT * 1.0 + 60))
        for time in (step * 0.02 for step in range(90))
    ]
    assert decode(samples, SPANS) == dict.fromkeys(PLACES, Meaning.MAY_NEXT)


def test_of_two_signs_at_one_place_the_graver_shows() -> None:
    pot_place = pot(Side.SOUTH)
    scene = scene_of(Sign(pot_place, Meaning.YOUR_TURN), Sign(pot_place, Meaning.INTO_POT))
    assert decode(watched(scene, 0, 0.02, 1.0), SPANS) == {pot_place: Meaning.INTO_POT}


@pytest.mark.parametrize("meaning", [Meaning.TENS, Meaning.ONES])
@pytest.mark.parametrize("beans", [1, 2, 3])
def test_of_a_place_that_counts_as_many_pixels_are_lit_as_it_counts(meaning: Meaning, beans: int) -> None:
    pixels = render(scene_of(Sign(CUP, meaning, beans)), SPANS, COUNT, 0.0)
    assert sum(any(pixel) for pixel in pixels) == beans


def test_lights_that_are_tried_without_a_number_are_all_lit_as_bright_as_a_pixel_can_be() -> None:
    assert render(scene_of(Sign(CUP, Meaning.TRIED)), SPANS, COUNT, 0.0)[:4] == [(255, 255, 255)] * 3 + [
        (0, 0, 0)
    ]


IN_THE_MIDDLE = {Meaning.MAY_NEXT, Meaning.TOO_FEW}
ONE_ALONE = {Meaning.TRIED}
AT_THE_ENDS = {Meaning.NOT_NOW, Meaning.PAUSED, Meaning.DEAD, Meaning.BLOCKED, Meaning.EMBLEM, Meaning.OUT}


@pytest.mark.parametrize("meaning", list(Meaning))
def test_a_quiet_sign_takes_the_ends_a_single_bean_the_middle_a_trial_one_and_every_other_all(
    meaning: Meaning,
) -> None:
    lit: set[int] = set()
    for slot in range(16):
        pixels = render(scene_of(Sign(CUP, meaning, 3)), SPANS, COUNT, slot * SLOT_SECONDS + 0.01)
        lit |= {index for index, pixel in enumerate(pixels) if any(pixel)}
    others = {0, 2} if meaning in AT_THE_ENDS else {2} if meaning in ONE_ALONE else {0, 1, 2}
    assert lit == ({1} if meaning in IN_THE_MIDDLE else others)


def test_a_place_of_two_pixels_shows_everything_with_both() -> None:
    for meaning in (Meaning.TOO_FEW, Meaning.DEAD, Meaning.LOOK):
        pixels = render(scene_of(Sign(CUP, meaning)), {CUP: range(2, 4)}, 6, 0.0)
        assert [any(pixel) for pixel in pixels] == [False, False, True, True, False, False]


def test_of_more_than_three_pixels_the_ends_are_one_each() -> None:
    strips = [
        render(scene_of(Sign(CUP, meaning)), {CUP: range(5)}, 5, 0.0)
        for meaning in (Meaning.DEAD, Meaning.TOO_FEW)
    ]
    lit = [[index for index, pixel in enumerate(pixels) if any(pixel)] for pixels in strips]
    assert lit == [[0, 4], [1, 2, 3]]


def colour_name(colour: Colour) -> str:
    """What a person would call it."""
    red, green, blue = colour
    if red == green == blue:
        return "white"
    if max(colour) == red:
        if blue > green:
            return "purple"
        return "yellow" if green > 0.7 * red else "orange" if green > 0.3 * red else "red"
    if max(colour) == green:
        return "green"
    return "sky" if green > 0.5 * blue else "blue"


COLOURS = {
    "white": {
        *(Meaning.OWNER, Meaning.HELD, Meaning.TENS, Meaning.ONES, Meaning.PASSED, Meaning.DEAD),
        *(Meaning.RACE, Meaning.CIRCLE, Meaning.SQUARE, Meaning.TRIANGLE, Meaning.TRIED),
    },
    "blue": {Meaning.GOODBYE, Meaning.PAUSED, Meaning.BLOCKED},
    "sky": {
        *(Meaning.PRESS, Meaning.THINKING, Meaning.WINNER, Meaning.TIE, Meaning.YOUR_TURN),
        *(Meaning.HOME, Meaning.READY),
    },
    "green": {
        *(Meaning.MUST_NEXT, Meaning.MAY_NEXT, Meaning.KEEP, Meaning.RIGHT, Meaning.TAKE_UP),
        Meaning.GOOD_MOVE,
    },
    "yellow": {
        *(Meaning.NEW_GAME, Meaning.STOCK_EMPTY, Meaning.TABLE_RIGHT, Meaning.POWER_OFF),
        *(Meaning.LOOK, Meaning.UNWRITTEN, Meaning.DAMAGED, Meaning.YOU, Meaning.GIVE_UP),
        *(Meaning.FAR_ASKS, Meaning.WAS_BETTER),
    },
    "orange": {Meaning.LIFTED, Meaning.NOT_NOW, Meaning.THROW_AWAY, Meaning.NO_LINK, Meaning.TIME_SHORT},
    "red": {Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.TAKE_AWAY, Meaning.OUT},
    "purple": {Meaning.EMBLEM, Meaning.MUST_CAPTURE, Meaning.MAY_CAPTURE, Meaning.INTO_POT},
}


def test_beans_are_green_captures_purple_questions_yellow_and_what_is_wrong_red_or_orange() -> None:
    found: dict[str, set[Meaning]] = {}
    for meaning, look in GRAMMAR.items():
        found.setdefault(colour_name(look.hue), set()).add(meaning)
    assert found == COLOURS


def test_every_hue_is_one_that_a_pixel_has() -> None:
    assert all(0 <= part <= 255 for look in GRAMMAR.values() for part in look.hue)


def test_a_strip_at_half_its_brightness_draws_half_as_much_for_its_light() -> None:
    scene = scene_of(Sign(CUP, Meaning.MUST_NEXT))
    full, half = (
        draw_milliamperes(render(scene, SPANS, COUNT, 0.0, brightness=brightness)) - COUNT
        for brightness in (1.0, 0.5)
    )
    assert half == pytest.approx(full / 2, rel=0.02)


def test_a_scene_that_fits_the_budget_is_not_dimmed_and_one_that_does_not_uses_it_up() -> None:
    everywhere = scene_of(*(Sign(place, Meaning.MUST_NEXT) for place in PLACES))
    full = draw_milliamperes(render(everywhere, SPANS, COUNT, 0.0))
    assert render(everywhere, SPANS, COUNT, 0.0, budget_milliamperes=full) == render(
        everywhere, SPANS, COUNT, 0.0, budget_milliamperes=10 * full
    )
    dimmed = draw_milliamperes(render(everywhere, SPANS, COUNT, 0.0, budget_milliamperes=full - 100))
    assert full - 110 < dimmed <= full - 100


def test_a_strip_draws_an_ampere_at_most_unless_more_is_allowed() -> None:
    everywhere = scene_of(*(Sign(place, Meaning.HELD) for place in PLACES))
    assert draw_milliamperes(render(everywhere, SPANS, COUNT, 0.0, budget_milliamperes=2000.0)) > 1050
    assert 950 < draw_milliamperes(render(everywhere, SPANS, COUNT, 0.0)) <= 1000


def test_a_budget_that_dark_pixels_use_up_leaves_the_strip_dark() -> None:
    pixels = render(scene_of(Sign(CUP, Meaning.HELD)), SPANS, COUNT, 0.0, budget_milliamperes=COUNT - 1.0)
    assert not any(map(any, pixels))


def test_a_time_on_the_border_of_two_slots_falls_into_the_later_one() -> None:
    scene = scene_of(Sign(CUP, Meaning.TOO_FEW))
    lit = [any(map(any, render(scene, SPANS, COUNT, slot * SLOT_SECONDS))) for slot in range(16)]
    assert lit == [True, True, *[False] * 14]


def test_a_sign_at_a_place_without_lights_is_left_out() -> None:
    scene = scene_of(Sign(Place("south-stock"), Meaning.TOO_FEW))
    assert set(render(scene, SPANS, COUNT, 0.0)) == {(0, 0, 0)}


def test_each_tone_has_a_pattern_of_its_own() -> None:
    assert TONES.keys() == set(Tone)
    assert len(set(TONES.values())) == len(Tone)
    assert all(seconds > 0 for pattern in TONES.values() for seconds in pattern)


def beeps(tone: Tone) -> list[str]:
    """The sounds of a tone as one hears them; a pause lies between two."""
    for seconds in TONES[tone][1::2]:
        assert 0.05 < seconds < 0.15
    kinds = {"short": (0.04, 0.1), "long": (0.2, 0.3), "very long": (0.4, 0.6)}
    return [
        next(kind for kind, (least, most) in kinds.items() if least <= seconds <= most)
        for seconds in TONES[tone][::2]
    ]


def test_a_tone_is_told_from_the_others_by_its_short_and_long_beeps() -> None:
    assert {tone: beeps(tone) for tone in Tone} == {
        Tone.AGREED: ["short"],
        Tone.NOT_NOW: ["short", "short"],
        Tone.WRONG: ["long", "long"],
        Tone.PASSED: ["short", "long"],
        Tone.OVER: ["short", "short", "very long"],
        Tone.ROLLED: ["long"],
        Tone.TIME: ["short", "short", "short"],
    }


def test_every_meaning_has_words_of_its_own() -> None:
    assert all(meaning.value for meaning in Meaning)
    assert len({meaning.value for meaning in Meaning}) == len(Meaning)


SOUTH, NORTH = Side.SOUTH, Side.NORTH
ROWS = {side: (cup(side, 1), cup(side, 2), pot(side)) for side in Side}


def shown(south: int, north: int, seconds: float) -> tuple[Sign, ...]:
    showing = ShowingScore({SOUTH: south, NORTH: north}, since=100.0, until=120.0)
    return score_signs(showing, ROWS, 100.0 + seconds)


def test_tens_come_first_and_ones_after_them_and_again() -> None:
    tens = (Sign(cup(SOUTH, 1), Meaning.TENS, 2),)
    ones = (
        Sign(cup(SOUTH, 1), Meaning.ONES, 3),
        Sign(cup(SOUTH, 2), Meaning.ONES, 1),
        Sign(cup(NORTH, 1), Meaning.ONES, 3),
        Sign(cup(NORTH, 2), Meaning.ONES, 3),
        Sign(pot(NORTH), Meaning.ONES, 1),
    )
    assert shown(24, 7, 0.0) == shown(24, 7, DIGIT_SECONDS - 0.1) == tens
    assert shown(24, 7, DIGIT_SECONDS + 0.1) == shown(24, 7, 2 * DIGIT_SECONDS - 0.1) == ones
    assert shown(24, 7, 2 * DIGIT_SECONDS + 0.1) == tens


def test_without_ten_beans_anywhere_there_are_only_ones() -> None:
    only = (
        Sign(cup(SOUTH, 1), Meaning.ONES, 3),
        Sign(cup(SOUTH, 2), Meaning.ONES, 3),
        Sign(pot(SOUTH), Meaning.ONES, 3),
    )
    assert shown(9, 0, 0.1) == shown(9, 0, DIGIT_SECONDS + 0.1) == only
    assert shown(10, 0, 0.1) == (Sign(cup(SOUTH, 1), Meaning.TENS, 1),)


def test_a_whole_row_counts_to_nine() -> None:
    assert sum(sign.beans for sign in shown(99, 0, 0.1)) == 9


def test_only_the_score_a_light_that_is_tried_and_a_row_whose_time_runs_down_light_single_pixels() -> None:
    place = cup(SOUTH, 1)
    for meaning in Meaning:
        scene = Scene((Sign(place, meaning, 1),), None, Message("score"))
        lit = sum(map(any, render(scene, {place: range(4)}, 4, 0.0)))
        counted = (Meaning.TENS, Meaning.ONES, Meaning.TRIED, Meaning.YOUR_TURN)
        assert (lit == 1) is (meaning in counted)
