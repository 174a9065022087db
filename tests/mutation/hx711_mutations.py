"""Shows that each countermeasure of the HX711 bank reader is needed: without it, its test fails.

Each mutation takes one countermeasure out of a copy of the package, by editing its source, and runs the
tests of that failure on the copy. The product has no switches for this.

Usage: python tests/mutation/hx711_mutations.py [words]; exits with 1 if a test passes without its
countermeasure. With words, only mutations whose row has one of them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BANK, CLOCKING, CHIPS = "bank.py", "bank.py", "expected_chips.py"
PACE, RHYTHM, WATCH, WORDS = "pace.py", "rhythm.py", "line_watch.py", "bank.py"
FAILURES, JUDGED = "test_bank_failures.py", "test_bank_judged.py"


@dataclass(frozen=True)
class Mutation:
    """One countermeasure taken out: each edit is (module, what is there, what is put there).

    Its tests are those of a row of failures, or those whose names contain some words.
    """

    row: int | str
    without: str
    edits: tuple[tuple[str, str, str], ...]

    @property
    def tests(self) -> tuple[str, str]:
        """The file of its tests, and which of them."""
        if isinstance(self.row, int):
            return FAILURES, f"row_{self.row:02d}"
        return JUDGED, self.row.replace(" ", "_")


MUTATIONS = (
    Mutation(1, "timing of each pulse", ((CLOCKING, "longest > PULSE_HIGH_SECONDS", "longest > 1e9"),)),
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
        5, "going on without a silent cell", ((CHIPS, "LEFT_OUT_PERIODS = 2.0", "LEFT_OUT_PERIODS = 1e9"),)
    ),
    Mutation(6, "timing of each pulse", ((CLOCKING, "longest > PULSE_HIGH_SECONDS", "longest > 1e9"),)),
    Mutation(
        7,
        "names for stuck lines",
        (
            (CHIPS, "CellFault.STUCK_LOW if is_low else CellFault.SILENT", "CellFault.SILENT"),
            (CHIPS, "STUCK_FRAMES = 8", "STUCK_FRAMES = -1"),
        ),
    ),
    Mutation(
        8,
        "a consistent rhythm before belief",
        (
            (WATCH, "        if pace.is_known:", "        if pace.rhythm.has_phase:"),
            (CHIPS, "SETTLING_FRAMES = 4", "SETTLING_FRAMES = 0"),
            (CHIPS, "CAREFUL_FRAMES = 12", "CAREFUL_FRAMES = 0"),
        ),
    ),
    Mutation(9, "the saturated state", ((WORDS, "if counts == HIGHEST:", "if counts > HIGHEST:"),)),
    Mutation(
        10,
        "two's complement",
        ((WORDS, "return word - (1 << WORD_BITS) if word > HIGHEST else word", "return word"),),
    ),
    Mutation(11, "a reset of 10 ms or more", ((BANK, "RESET_SECONDS = 12e-3", "RESET_SECONDS = 1e-3"),)),
    Mutation(12, "exactly 25 pulses", ((CLOCKING, "PULSES = 25", "PULSES = 26"),)),
    Mutation(13, "the count of equal results", ((WORDS, "FROZEN_RESULTS = 32", "FROZEN_RESULTS = 10**9"),)),
    Mutation(14, "faults instead of numbers", ((BANK, "return fault or CellFault.MISSED", "return 0"),)),
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
        ((PACE, "if not self._fast.is_known:", "if self._fast.is_known or True:"),),
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
    Mutation(21, "bounded waits", ((CHIPS, "SILENT_PERIODS = 6.5", "SILENT_PERIODS = 1e9"),)),
    Mutation(
        "other rate may take a place",
        "quiet before 10 SPS is believed",
        ((PACE, "quiet_seconds > FAST_LATEST_SECONDS", "quiet_seconds >= 0.0"),),
    ),
    Mutation(
        "get power at any time",
        "frames for cells that nobody waits for",
        ((BANK, "return now > self._watch.frame_end + IDLE_FRAME_SECONDS", "return False"),),
    ),
    Mutation(
        "lasts through a power cycle",
        "seeing a line high before it falls",
        (
            (WATCH, "self._murky = 0, 0, 0", "self._murky = self.everyone, 0, 0"),
            (PACE, "quiet_seconds > FAST_LATEST_SECONDS", "quiet_seconds >= 0.0"),
        ),
    ),
    Mutation(
        "other rate may take a place",
        "trials of dead cells",
        ((CHIPS, "TRIAL_SECONDS = 0.8", "TRIAL_SECONDS = -1.0"),),
    ),
    Mutation(
        "stands still now and then",
        "excuses for time not looked at",
        ((BANK, "if late > LATE_SECONDS:", "if late > 1e9:"),),
    ),
    Mutation(
        "computer too slow is named",
        "a name for a slow clock",
        ((BANK, "SLOW_CLOCK_FRAMES = 8", "SLOW_CLOCK_FRAMES = 10**9"),),
    ),
    Mutation(
        "computer too slow is named",
        "time to recover from a stretched frame",
        ((CHIPS, "RECOVERY_PERIODS = 24.0", "RECOVERY_PERIODS = 0.0"),),
    ),
    Mutation(
        "nothing drives",
        "the count of words not believed",
        ((CHIPS, "ERRATIC_FRAMES = 20", "ERRATIC_FRAMES = 10**9"),),
    ),
    Mutation(
        "warms fast is followed",
        "room for drift",
        ((RHYTHM, "DRIFT_PER_SECOND = 2e-3", "DRIFT_PER_SECOND = 50e-6"),),
    ),
    Mutation(
        "spoilt by a short power",
        "dropping the first value after it",
        ((CHIPS, "STRETCHED_FRAMES = 1", "STRETCHED_FRAMES = 0"),),
    ),
)


def outcome(mutation: Mutation, home: Path) -> str:
    """What the tests of a row say about a copy of the package with the mutation."""
    package = home / "cupsboard"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "firmware" / "cupsboard", package, ignore=shutil.ignore_patterns("__pycache__"))
    for module, old, new in mutation.edits:
        path = package / "drivers" / "hx711" / module
        source = path.read_text()
        if source.count(old) < 1:
            return f"EDIT NOT POSSIBLE: {old!r} is not in {module}"
        path.write_text(source.replace(old, new, 1))
    file, which = mutation.tests
    environment = os.environ | {
        "PYTHONPATH": f"{home}{os.pathsep}{ROOT / 'sim'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "--all",
        "--rootdir",
        str(ROOT),
    ]
    result = subprocess.run(
        [*command, str(ROOT / "tests" / "drivers" / "hx711" / file), "-k", which],
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
        words = sys.argv[1:]
        chosen = [m for m in MUTATIONS if not words or any(word in str(m.row) for word in words)]
        whole = [
            outcome(Mutation(row, "nothing", ()), home) for row in dict.fromkeys(m.row for m in MUTATIONS)
        ]
        print(f"With every countermeasure: {whole.count('PASSES')} of {len(whole)} rows pass.\n")
        unnoticed += len(whole) - whole.count("PASSES")
        print(f"{'row':>36s}  {'its test, without ...':42s}")
        for mutation in chosen:
            result = outcome(mutation, home)
            unnoticed += result != "fails"
            print(f"{mutation.row!s:>36s}  {mutation.without:42s} {result}", flush=True)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
