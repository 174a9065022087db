"""The file of a sowing game's rules that somebody wrote."""

from cupsboard.formats import file_reading
from cupsboard.formats.toml_positions import in_file, tables_in
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import OWN
from cupsboard.rules.sowing import shelf, text

MOST_BYTES = 20_000


def load(path: str) -> str:
    """Return the name of the family of games by the rules in a file. Raises RulesError.

    The message names file, line, value, and what would do.
    """
    try:
        content = file_reading.read(path, MOST_BYTES)
    except OSError as fault:
        why = fault.strerror or fault
        raise RulesError(f"{path or repr('')}: {why}; give the file of a game's rules") from None
    return parse(content, path)


def parse(content: bytes, source: str) -> str:
    """Return the name of the family of games by the rules in a document; `source` is named in errors."""
    try:
        rules = shelf.checked(text.from_table(tables_in(file_reading.text_of(content))))
    except (file_reading.NoText, RulesError) as fault:
        raise RulesError(in_file(source, content, fault)) from None
    except (ValueError, RecursionError) as fault:
        raise RulesError(f"{source}: {fault}; write lines of TOML, as in beans = 4") from None
    return f"{OWN} {text.line_of(rules)}"
