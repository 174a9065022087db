"""Trying the lights of a board and its buttons."""

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.doctor.diagnosis import buttons_line
from cupsboard.procedures.doctor.trying_lights import TryingLights
from cupsboard.procedures.uncalibrated import assumed
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import Language, say
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, Verdict, grams_by
from cupsboard.systemd.exit_codes import Ending


def prepared(at: BoardFiles, _: Options) -> Prepared:
    """Prepare a trial of the lights, which needs no calibration."""

    def job(ready: Wired) -> Job:
        trying = TryingLights(at.profile)
        return Job(
            "lights",
            trying,
            lambda: concluded(trying, ready.missing_parts),
            grams_by(assumed(at.profile)),
            # A button that is typed would say nothing of the real ones.
            takes_presses=False,
        )

    return job


def concluded(trying: TryingLights, missing_parts: tuple[str, ...]) -> Result:
    """Return what can be said of lights and buttons; `missing_parts` are sentences of the assembly."""
    buttons = buttons_line(trying.missing_buttons, len(trying.pressed_buttons))
    is_well = buttons.is_good and not missing_parts

    def told(language: Language) -> tuple[str, ...]:
        # No part of the board sees its lights.
        words = (Message("diagnosis.lights"), Message("diagnosis.lights-judged"))
        lights, judged = (say(each, language) for each in words)
        return (f"{lights:<12} {judged}", buttons.told(language), *missing_parts)

    return Result(
        told,
        0 if is_well else Ending.FAULTY,
        (Verdict(buttons.name, buttons.is_good, (*buttons.troubles, *buttons.facts)),),
    )
