"""The fonts that come with the page: small, free, and with every letter that the page can say."""

import json
from importlib.resources import files

from cupsboard.signs.sentences import words_folder
from cupsim.runs.game_world import Setting
from sitting import NOBODY, Sit, Visit

FONTS = files("cupsboard").joinpath("web", "static", "fonts")
WORDS = [words_folder(), files("cupsim").joinpath("page", "static", "words")]
MOST_BYTES = 60_000

# A letter that a font lacks is as wide as in the font named after it, and these two differ in width.
LACKING = """async ([font, letters]) => {
  await document.fonts.load(`600 40px "${font}"`, letters);
  const canvas = document.createElement('canvas').getContext('2d');
  const width = (letter, instead) => {
    canvas.font = `600 40px "${font}", ${instead}`;
    return canvas.measureText(letter).width;
  };
  return [...letters].filter((each) => width(each, 'monospace') !== width(each, 'serif'));
}"""


def letters_of_the_page() -> str:
    texts = [json.dumps(json.loads(each.read_text("utf-8")), ensure_ascii=False)
             for folder in WORDS for each in folder.iterdir()]  # fmt: skip
    return "".join(sorted(set("".join([*texts, "0123456789×%–…"]))))


def test_both_fonts_have_every_letter_of_the_words_and_sentences(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), NOBODY, is_only_watched=True).address)
    for font in ("Cups text", "Cups titles"):
        assert page.evaluate(LACKING, [font, letters_of_the_page()]) == []
    assert page.evaluate(LACKING, ["Cups text", "aЖ"]) == ["Ж"], "what no font of ours has is found"


def test_the_fonts_are_small_and_their_licence_lies_beside_them() -> None:
    sizes = [len(each.read_bytes()) for each in FONTS.iterdir() if each.name.endswith(".woff2")]
    assert len(sizes) == 2
    assert sum(sizes) < MOST_BYTES
    assert "SIL OPEN FONT LICENSE Version 1.1" in FONTS.joinpath("OFL.txt").read_text("utf-8")
