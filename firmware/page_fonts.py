"""Write the page's fonts: `python firmware/page_fonts.py TEXT.woff2 TITLES.woff2`.

TEXT is `figtree-latin-wght-normal.woff2` of the npm package `@fontsource-variable/figtree`, TITLES is
`fraunces-latin-opsz-normal.woff2` of `@fontsource-variable/fraunces`; both come with `npm pack`. Both are
under the SIL Open Font License, which lies beside the results. Needs `pip install fonttools brotli`.

A browser then shows the page alike on every device. What is left out: letters of other scripts, and figures
and forms that the page never uses.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "cupsboard" / "web" / "static" / "fonts"
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "–—‘’‚“”„…−"
"""Latin letters of Western languages, and the signs of their sentences; symbols are drawn (signs.js)."""
FEATURES = ["kern", "liga", "tnum", "ccmp", "locl", "mark"]
TITLE_AXES = {"opsz": 36, "wght": 600}
"""Titles have one size and one weight, so their font needs no axes."""


def write(source: Path, target: Path, axes: Mapping[str, float]) -> None:
    """Write what the page needs of a font, at these values of its axes."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font: Any = TTFont(source)
    if axes:
        font = instantiateVariableFont(font, dict(axes))
    options = Options(layout_features=FEATURES, hinting=False, desubroutinize=True, flavor="woff2")
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)
    print(f"{target}: {target.stat().st_size / 1000:.1f} kB")


def main() -> None:
    """Write both fonts."""
    text, titles = map(Path, sys.argv[1:])
    write(text, FOLDER / "text.woff2", {})
    write(titles, FOLDER / "titles.woff2", TITLE_AXES)


if __name__ == "__main__":
    main()
