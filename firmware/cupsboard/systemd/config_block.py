"""The lines of a board in the Pi's config.txt, between two marks; what else stands there is the owner's."""

from collections.abc import Sequence

BEGIN = "# cupsboard: begin (written by `cupsboard setup`, which writes it anew)"
END = "# cupsboard: end"


class ConfigError(ValueError):
    """A config.txt whose marks are not a pair; the message names the line and the next step."""


def with_block(text: str, lines: Sequence[str]) -> str:
    """Return the text with these lines alone between the marks, at its end; without marks if there are none.

    They count for every model (`[all]`), whatever filter stands before them. Raises ConfigError.
    """
    rest = _without_block(text)
    if not lines:
        return rest
    if rest and not rest.endswith("\n"):
        rest += "\n"
    return rest + "".join(f"{line}\n" for line in (BEGIN, "[all]", *lines, END))


def _without_block(text: str) -> str:
    kept: list[str] = []
    begun: int | None = None
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        match line.strip():
            case mark if mark == BEGIN:
                if begun is not None:
                    raise ConfigError(f"line {number}: begins once more what line {begun} has begun; {_MEND}")
                begun = number
            case mark if mark == END:
                if begun is None:
                    raise ConfigError(f"line {number}: ends what was never begun; {_MEND}")
                begun = None
            case _ if begun is None:
                kept.append(line)
    if begun is not None:
        raise ConfigError(f"line {begun}: begins what never ends; {_MEND}")
    return "".join(kept)


_MEND = f"take the lines of the board and their marks out ({BEGIN[:18]} ..., {END}), and say this again"
