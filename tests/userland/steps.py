"""The steps of a walk, and what each must come to."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from guide_commands import commands, from_path, update
from roots import MAKER, Ran, run_as

OK, FAILED, NOT_RUN = "ok", "failed", "not run"
INTERRUPTED = "the walk was interrupted"
ENVIRONMENT = "/opt/cupsboard/current/bin"
_PLACE = "/var/tmp/walk-folder"
"""Keeps the folder that one line of shell leaves the next in."""
Judge = Callable[[Ran], str | None]
"""Says what is wrong with how a command ended, None if nothing is."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what it must come to; `why_not` is the reason of a step that can't be taken."""

    command: str
    judge: Judge | None = None
    title: str = ""
    why_not: str = ""
    is_needed: bool = True
    """Whether the steps after it make no sense without it."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a step."""

    step: str
    result: str
    remark: str = ""
    seconds: float | None = None


def succeeds(ran: Ran) -> str | None:
    """Exit code 0."""
    return None if ran.code == 0 else _last_words(ran)


def says(words: str) -> Judge:
    """Exit code 0, and these words."""

    def judge(ran: Ran) -> str | None:
        return succeeds(ran) or (None if words in ran.output else f"doesn't say {words!r}")

    return judge


def refuses(words: str) -> Judge:
    """Exit code 2 with one line that has these words, and nothing else."""

    def judge(ran: Ran) -> str | None:
        if ran.code != 2:
            return f"exit code {ran.code}, not 2: {_last_words(ran)}"
        lines = ran.errors.splitlines()
        if len(lines) != 1 or ran.output:
            return f"{len(lines)} lines instead of one: {_last_words(ran)}"
        return None if words in lines[0] else f"another reason: {lines[0]}"

    return judge


_MODULES = (
    "lgpio gpiod gpiozero.pins.lgpio adafruit_hx711.hx711 adafruit_blinka.microcontroller.bcm283x.neopixel"
)
"""The last is Blinka's way to rpi_ws281x; `import neopixel` finds it on a Pi only."""
_PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
_ON_A_PI_5 = "adafruit_raspberry_pi5_neopixel_write"
_CHIP = "/dev/gpiochip0"


def of_the_guide(guide: str, repository: str, *, is_a_pi_s: bool = True) -> Iterator[Step]:
    """The guide's own commands, then the program that they installed.

    Where the processor is not `is_a_pi_s`, lgpio is an empty library, and no step asks it anything.
    """
    walked = [from_path(command, repository) for command in commands(guide)]
    yield from (Step(command) for command in walked)
    yield _check("cupsboard setup profile check 2x4", says("south-pot"))
    if is_a_pi_s:
        yield _check(
            "sudo cupsboard doctor",
            refuses("no GPIO"),
            "`sudo cupsboard doctor`: no header here, in one line",
        )
        yield _loads(*_MODULES.split())
        yield from _with_a_closed_chip()
    yield _check("cat /etc/systemd/system/cupsboard.service", says(f"ExecStart={ENVIRONMENT}/cupsboard play"))
    yield _check("sudo cupsboard setup --check", says("All is as it should be."))
    # The script tells whether its own folder is installed: setting up must leave that as it was.
    yield _check("sudo ~/cupsboard/setup --check", says("All is as it should be."))
    yield _check(f"{ENVIRONMENT}/cupsim game --seed 7")
    yield _check(update(guide), says("All is as it should be."))
    yield from _on_a_pi_5(is_a_pi_s)


def _on_a_pi_5(is_a_pi_s: bool) -> Iterator[Step]:
    install = f"echo 'Model : {_PI_5}' | sudo tee /proc/cpuinfo && sudo ~/cupsboard/setup --beside"
    title = "on a Pi 5: `sudo cupsboard/setup --beside`"
    if not is_a_pi_s:
        yield Step(install, title=title, why_not="its lights' library is offered for a Pi's processor alone")
        return
    yield _check(install, title=title)
    yield _check(f'"$(sudo ~/cupsboard/setup --beside | tail -1)/bin/python" -c "import {_ON_A_PI_5}"')


def _check(command: str, judge: Judge = succeeds, title: str = "") -> Step:
    return Step(command, judge, title, is_needed=False)


def _loads(*modules: str) -> Step:
    program = f"import {', '.join(modules)}; print({modules[0]}.__file__)"
    title = f"from the environment: `import {', '.join(modules)}`"
    return _check(
        f'cd "$(mktemp -d)" && {ENVIRONMENT}/python -c "{program}"', says("/opt/cupsboard/versions/"), title
    )


def _with_a_closed_chip() -> Iterator[Step]:
    """A file that only root may open stands for a GPIO chip: the program loads the real lgpio and asks it."""
    made = f"sudo touch {_CHIP} && sudo chmod 600 {_CHIP}"
    ended = f"code=$?; sudo rm {_CHIP}; exit $code"
    yield _check(
        f"{made} && cupsboard doctor --profile 2x4; {ended}",
        refuses(_CHIP),
        f"`cupsboard doctor`: the real lgpio can't open {_CHIP}, in one line",
    )
    yield _check(
        f"{made} && sudo cupsboard doctor; {ended}",
        refuses(_CHIP),
        "the same with sudo, as the service's user: `sudo cupsboard doctor`",
    )


def walk(steps: Sequence[Step], root: Path, logs: Path, limit_seconds: float) -> Iterator[Row]:
    """Take the steps as the maker, each in the folder where the one before ended.

    After one that failed and is needed, or an interruption, the rest is not run.
    """
    logs.mkdir(parents=True, exist_ok=True)
    stopped = ""
    for number, step in enumerate(steps, 1):
        title = step.title or f"`{step.command}`"
        if step.why_not or stopped:
            yield Row(title, NOT_RUN, step.why_not or stopped)
            continue
        try:
            ran = run_as(MAKER, root, _in_its_folder(step.command), limit_seconds)
        except KeyboardInterrupt:
            stopped = INTERRUPTED
            yield Row(title, NOT_RUN, stopped)
            continue
        (logs / f"{number:02}.log").write_text(f"$ {step.command}\n{ran.output}{ran.errors}\n= {ran.code}\n")
        wrong = "took too long" if ran.code is None else (step.judge or succeeds)(ran)
        yield Row(title, FAILED if wrong else OK, wrong or "", ran.seconds)
        if wrong and step.is_needed:
            stopped = f"needs {title}"


def _in_its_folder(command: str) -> str:
    return (
        f'cd "$(cat {_PLACE} 2>/dev/null || echo ~)"\n'
        f"trap 'code=$?; pwd >{_PLACE}; exit $code' EXIT\n"
        f"{command}"
    )


def _last_words(ran: Ran) -> str:
    """The line of a complaint that says most: the last that names an error, else the last."""
    lines = [line.strip() for line in f"{ran.output}\n{ran.errors}".splitlines() if line.strip()]
    named = [line for line in lines if re.match(r"E: |error|ERROR|fatal|.*Error\b", line)]
    return (named or lines or [f"exit code {ran.code}"])[-1]
