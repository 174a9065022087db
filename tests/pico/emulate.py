"""Runs the Pico's program on an emulated RP2040, with HX711 at its pins, and holds what it says against them.

    python tests/pico/emulate.py

Builds the program by Debian's gcc-arm-none-eabi, emulates it by the package rp2040js (MIT) under Node, and
writes tests/pico/RESULTS.md. Ends with 1 if a row is wrong.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "firmware" / "pico"))

import build
from cupsboard.drivers.hx711.pico import STARTED, Records, Result

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
PACKAGE = "rp2040js@1.4.1"
SECONDS = 2.0
LINES = [(2 * chip + 2, 2 * chip + 3) for chip in range(10)] + [(22, 26), (27, 28)]
"""The data and clock line of each chip, as the guide has them; not read from the program."""
MOST_HIGH_SECONDS = 50e-6
"""A clock that is high for longer may switch a chip off (data sheet, p. 5)."""
SLOWEST, FASTEST = 1.06, 0.94
"""Periods of chips as multiples of the nominal one."""
BYTES_A_SECOND = 115_200 / 10
HEAD = """\
# The Pico's program, emulated

Written by `python tests/pico/emulate.py`: [the program](../../firmware/pico/scales.c) from its first
instruction on an emulated RP2040, with HX711 at its pins whose every word is known. *Lost* are words that a
chip had clocked out and the Pi's side did not find in the bytes; *torn* are conversions that completed inside
a word.

**What it can't show**: the flash's own timing, the crystal's start, edges on real wires, and real chips.

| what | chips | results | lost | torn | longest pulse | the serial line is busy |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """Some chips, of which some may be broken."""

    name: str
    sps: int
    kinds: Sequence[str]

    def chips(self) -> Iterator[Mapping[str, Any]]:
        """Yield each chip; no two have the same period."""
        count = len(self.kinds)
        for number, kind in enumerate(self.kinds):
            data, clock = LINES[number]
            share = FASTEST + (SLOWEST - FASTEST) * number / max(1, count - 1)
            yield {"data": data, "clock": clock, "period": share / self.sps, "kind": kind}


TRIALS = (
    Trial("10 chips at 10 samples a second", 10, ["sound"] * 10),
    Trial("10 chips at 80", 80, ["sound"] * 10),
    Trial("12 chips at 80", 80, ["sound"] * 12),
    Trial("one chip", 10, ["sound"]),
    Trial(
        "a silent one, a line stuck low, one plugged in late", 80, ["sound", "silent", "low", "late", "sound"]
    ),
)


def main() -> int:
    """Run all trials; the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "image").write_bytes(build.image())
        (folder / "emulated.mjs").write_bytes((HERE / "emulated.mjs").read_bytes())
        build.run("npm", "install", "--silent", "--prefix", str(folder), PACKAGE)
        rows = [row(trial, emulated(folder, trial)) for trial in TRIALS]
    words, rights = zip(*rows, strict=True)
    when = datetime.now(UTC).date().isoformat()
    text = HEAD + "".join(words) + f"\n{when}; {PACKAGE}; {SECONDS:g} s each; made of {build.digest()}.\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)
    return 0 if all(rights) else 1


def emulated(folder: Path, trial: Trial) -> Any:
    """Return what was said and seen in a trial."""
    chips = json.dumps(list(trial.chips()))
    command = ("node", "emulated.mjs", "image", str(SECONDS), chips)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def row(trial: Trial, found: Any) -> tuple[str, bool]:
    """Return a row of the page, and whether it is right."""
    received = bytes(byte for _, byte in found["said"])
    results: list[list[int]] = [[] for _ in trial.kinds]
    said = list(Records().take(received))
    begins_rightly = said[:1] == [Result(STARTED, 0)]
    for result in said[1:]:
        results[result.chip].append(result.word)
    lost = sum(
        len(chip["words"]) - len(heard)
        for chip, kind, heard in zip(found["chips"], trial.kinds, results, strict=True)
        if kind != "low"
    )
    is_right = all(
        heard == ([] if kind in ("low", "silent") else chip["words"][: len(heard)])
        for chip, kind, heard in zip(found["chips"], trial.kinds, results, strict=True)
    )
    torn = sum(chip["torn"] for chip in found["chips"])
    longest = max(chip["longest"] for chip in found["chips"])
    times = [moment for moment, _ in found["said"]]
    heard_for = times[-1] - times[0] if len(times) > 1 else 1.0
    busy = len(times) / heard_for / BYTES_A_SECOND
    are_heard = all(
        heard for heard, kind in zip(results, trial.kinds, strict=True) if kind in ("sound", "late")
    )
    # The word that is on its way when the emulation ends is no loss.
    is_well = is_right and are_heard and lost <= 1 and not torn and longest < MOST_HIGH_SECONDS
    is_well = is_well and begins_rightly and all(later >= earlier for earlier, later in pairwise(times))
    mark = "" if is_well else " **wrong**"
    numbers = f"{sum(map(len, results))} | {lost} | {torn} | {1e6 * longest:.1f} µs | {busy:.0%}"
    return f"| {trial.name}{mark} | {len(trial.kinds)} | {numbers} |\n", is_well


if __name__ == "__main__":
    sys.exit(main())
