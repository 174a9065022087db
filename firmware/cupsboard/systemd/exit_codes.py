"""How commands end: every exit code, as shells and the service manager read it."""

from enum import IntEnum


class Ending(IntEnum):
    """An exit code. `meaning` is what the table of exit codes says of it."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> "Ending":
        """Return the ending with this code."""
        ending = int.__new__(cls, code)
        ending._value_ = code
        ending.meaning = meaning
        return ending

    WELL = 0, "all is well; `cupsboard play` ends so after Ctrl-C, a stop, or the end of its terminal"
    FAULTY = (
        1,
        "what the command examined (a board, a replay, the list of games) is not as it should be; or, with a "
        "traceback, a fault of the program",
    )
    REFUSED = (
        2,
        "the command was asked for something it can't do, or given a file it can't use; a line says why and "
        "what to do",
    )
    TRY_AGAIN = (
        75,
        "`cupsboard play`: a trouble that may pass by itself, or be mended meanwhile (EX_TEMPFAIL of "
        "sysexits.h)",
    )
    HUNG_UP = 129, "another command: its terminal is gone"
    INTERRUPTED = 130, "another command: Ctrl-C"
    UNHEARD = 141, "another command: nobody reads its output any more"
    STOPPED = 143, "another command: a stop"

    @property
    def keeps_the_service_down(self) -> bool:
        """Whether a service that ended so is not started again, beside one that ended well."""
        return self is Ending.REFUSED
