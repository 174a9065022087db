"""The part of Python's standard library that a tab can need."""

import re
from io import BytesIO
from zipfile import ZipFile

from cupsim.page.tab.archives import archive

UNUSED = frozenset(
    {
        # They debug, test, measure and explain,
        *(
            "bdb",
            "cmd",
            "code",
            "compileall",
            "difflib",
            "doctest",
            "pdb",
            "pickletools",
            "pydoc",
            "pydoc_data",
        ),
        *("_pyrepl", "rlcompleter", "symtable", "tabnanny", "unittest"),
        *("cProfile", "profile", "profiling", "pstats", "timeit", "trace", "tracemalloc"),
        # draw windows and write to terminals,
        *("curses", "getpass", "idlelib", "tkinter", "turtle", "turtledemo", "webbrowser"),
        # speak over networks,
        *("ftplib", "imaplib", "mailbox", "netrc", "poplib", "smtplib", "socketserver", "wsgiref", "xmlrpc"),
        # read and write what no board has,
        *("dbm", "filecmp", "fileinput", "plistlib", "sqlite3", "tarfile", "wave", "xml"),
        # install Python and its programs, or are there in C as well.
        *("ensurepip", "lib2to3", "venv", "zipapp", "_pydatetime", "_pydecimal", "_pyio"),
        *("antigravity", "optparse", "sched", "this"),
    }
)
"""Modules that no board in a tab imports."""
UNUSED_FILES = frozenset(
    {
        *("email/_header_value_parser.py", "email/headerregistry.py", "http/cookiejar.py", "http/server.py"),
        *("logging/config.py", "logging/handlers.py", "multiprocessing/managers.py"),
    }
)
ENCODINGS = frozenset(
    {
        *(
            "__init__",
            "aliases",
            "ascii",
            "latin_1",
            "utf_8",
            "utf_8_sig",
            "unicode_escape",
            "raw_unicode_escape",
        ),
        # JSON may come in these, names in archives in that, and names of hosts in those.
        *("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"),
        *("cp437", "idna", "punycode"),
    }
)
"""The character sets that a board in a tab can meet; the other hundred are of older systems."""


def used(library: bytes) -> bytes:
    """Return the library's archive without what a tab never imports. Raises BadZipFile."""
    with ZipFile(BytesIO(library)) as whole:
        names = (name for name in whole.namelist() if not name.endswith("/"))
        return archive({name: whole.read(name) for name in names if _is_used(name)})


def _is_used(name: str) -> bool:
    if name in UNUSED_FILES:
        return False
    module, *inner = re.split("[/.]", name)
    return module not in UNUSED and (module != "encodings" or inner[0] in ENCODINGS)
