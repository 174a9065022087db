"""What a command says with --help."""

import contextlib
import io
from functools import cache
from importlib import import_module


@cache
def help_page(program: str, *subcommands: str) -> str:
    """Return what a command of `cupsboard`, `cupsim` or `studies` prints with --help."""
    page = io.StringIO()
    main = import_module(f"{program}.commands.main").main
    with contextlib.redirect_stdout(page), contextlib.suppress(SystemExit):
        main([*subcommands, "--help"])
    assert page.getvalue().startswith("usage: "), (program, subcommands)
    return page.getvalue()
