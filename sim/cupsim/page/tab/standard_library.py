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


def used(library: bytes) -> bytes:
    """Return the library's archive without what a tab never imports. Raises BadZipFile."""
    with ZipFile(BytesIO(library)) as whole:
        names = (name for name in whole.namelist() if not name.endswith("/"))
        kept = (
            name for name in names if name not in UNUSED_FILES and re.split("[/.]", name)[0] not in UNUSED
        )
        return archive({name: whole.read(name) for name in kept})
