"""Shows that each countermeasure of the HX711 bank reader is needed: without it, its test fails.

Each mutation takes one countermeasure out of a copy of the package, by editing its source, and runs the
tests of that failure's row on the copy. The product has no switches for this.

Usage: python tests/mutation/hx711_mutations.py; exits with 1 if a test passes without its countermeasure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BANK, RHYTHM, WATCH, WORDS = "hx711.py", "hx711_rhythm.py", "hx711_watch.py", "hx711_words.py"


@dataclass(frozen=True)
class Mutation:
    """One countermeasure taken out: each edit is (module, what is there, what is put there)."""

    row: int
    without: str
    edits: tuple[tuple[str, str, str], ...]


MUTATIONS = (
    Mutation(1, "timing of each pulse", ((BANK, "longest > PULSE_HIGH_SECONDS", "longest > 1e9"),)),
    Mutation(
        2,
        "prediction of conversions",
        (
            (RHYTHM, "return early - UPDATE_SECONDS <= end", "return False"),
            (WATCH, "if early - UPDATE_SECONDS <= start + length:", "if early < 0 > late:"),
        ),
    ),
    Mutation(
        3,
        "high before ready",
        (
            (
                WATCH,
                "        self.ready = 0\n        self.high = levels",
                "        self.ready = 0\n        self.high = self.everyone",
            ),
        ),
    ),
    Mutation(4, "the power cycle of the bank", ((BANK, "return self._is_still and", "return False and"),)),
    Mutation(
        5, "going on without a silent cell", ((BANK, "LEFT_OUT_PERIODS = 2.0", "LEFT_OUT_PERIODS = 1e9"),)
    ),
    Mutation(6, "timing of each pulse", ((BANK, "longest > PULSE_HIGH_SECONDS", "longest > 1e9"),)),
    Mutation(
        7,
        "names for stuck lines",
        (
            (BANK, "CellFault.STUCK_LOW if is_low else CellFault.SILENT", "CellFault.SILENT"),
            (BANK, "STUCK_FRAMES = 8", "STUCK_FRAMES = -1"),
        ),
    ),
    Mutation(
        8,
        "a consistent rhythm before belief",
        (
            (WATCH, "        if rhythm.is_known:", "        if rhythm.has_phase:"),
            (BANK, "SETTLING_FRAMES = 4", "SETTLING_FRAMES = 0"),
            (BANK, "ERRATIC_FRAMES = 12", "ERRATIC_FRAMES = 0"),
        ),
    ),
    Mutation(9, "the saturated state", ((WORDS, "if counts == HIGHEST:", "if counts > HIGHEST:"),)),
    Mutation(
        10,
        "two's complement",
        ((WORDS, "return word - (1 << WORD_BITS) if word > HIGHEST else word", "return word"),),
    ),
    Mutation(11, "a reset of 10 ms or more", ((BANK, "RESET_SECONDS = 12e-3", "RESET_SECONDS = 1e-3"),)),
    Mutation(12, "exactly 25 pulses", ((BANK, "PULSES = 25", "PULSES = 26"),)),
    Mutation(13, "the count of equal results", ((WORDS, "FROZEN_RESULTS = 32", "FROZEN_RESULTS = 10**9"),)),
    Mutation(
        14,
        "faults instead of numbers",
        ((BANK, "return self._faults[line] or CellFault.MISSED", "return 0"),),
    ),
    Mutation(
        15,
        "belief in equal results",
        (
            (
                WORDS,
                "self._last = counts\n",
                "self._last = counts\n        if self._repeats > 1:\n            return CellFault.MISSED\n",
            ),
        ),
    ),
    Mutation(
        16,
        "the rate as the chip shows it",
        ((WATCH, "FAST_SETTLING_SECONDS = 0.07", "FAST_SETTLING_SECONDS = 0.0"),),
    ),
    Mutation(
        17,
        "leaving the counts alone",
        ((WORDS, "        return counts\n\n", "        return counts // 2\n\n"),),
    ),
    Mutation(
        18, "the reset at the start", ((BANK, "self._lines.set_clock(True)", "self._lines.set_clock(False)"),)
    ),
    Mutation(
        19,
        "not touching lines at construction",
        (
            (
                BANK,
                "        self._lines = lines\n",
                "        self._lines = lines\n        lines.read_lines()\n",
            ),
        ),
    ),
    Mutation(
        20,
        "staying clear of GPIO libraries",
        ((BANK, "from math import inf", "from math import inf\nimport gpiozero"),),
    ),
    Mutation(21, "bounded waits", ((BANK, "SILENT_PERIODS = 6.5", "SILENT_PERIODS = 1e9"),)),
)


def outcome(mutation: Mutation, home: Path) -> str:
    """What the tests of a row say about a copy of the package with the mutation."""
    package = home / "cupsboard"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "firmware" / "cupsboard", package, ignore=shutil.ignore_patterns("__pycache__"))
    for module, old, new in mutation.edits:
        path = package / "drivers" / module
        source = path.read_text()
        if source.count(old) < 1:
            return f"EDIT NOT POSSIBLE: {old!r} is not in {module}"
        path.write_text(source.replace(old, new, 1))
    tests = ROOT / "tests" / "drivers" / "test_hx711_failures.py"
    environment = os.environ | {
        "PYTHONPATH": f"{home}{os.pathsep}{ROOT / 'sim'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    result = subprocess.run(
        [*command, str(tests), "-k", f"row_{mutation.row:02d}"],
        env=environment,
        capture_output=True,
        text=True,
    )
    return {0: "PASSES", 1: "fails"}.get(result.returncode, f"PYTEST ERROR {result.returncode}")


def main() -> int:
    """Run all mutations and print a table; 1 if any test did not notice."""
    unnoticed = 0
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        whole = [outcome(Mutation(row, "nothing", ()), home) for row in sorted({m.row for m in MUTATIONS})]
        print(f"With every countermeasure: {whole.count('PASSES')} of {len(whole)} rows pass.\n")
        unnoticed += len(whole) - whole.count("PASSES")
        print(f"{'row':>3s}  {'its test, without ...':42s}")
        for mutation in MUTATIONS:
            result = outcome(mutation, home)
            unnoticed += result != "fails"
            print(f"{mutation.row:3d}  {mutation.without:42s} {result}", flush=True)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
