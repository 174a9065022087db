"""One file with all that is needed to understand a board from afar: for a report, and to be replayed."""

import io
import platform
import zipfile
from collections.abc import Mapping
from importlib.metadata import version

JOURNAL_TAIL_BYTES = 65_536
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same contents make the same file."""


def versions() -> str:
    """What runs here."""
    lines = [
        f"cupsboard {version('cupsboard')}",
        f"python {platform.python_version()}",
        f"machine {platform.machine()} {platform.system()} {platform.release()}",
    ]
    return "\n".join(lines) + "\n"


def bundle(diagnosis: str, parts: Mapping[str, bytes], journal: bytes = b"") -> bytes:
    """A zip archive: the diagnosis, the versions, the journal's tail and `parts` by their file names."""
    tail = journal[-JOURNAL_TAIL_BYTES:]
    if len(tail) < len(journal):
        # The first line is torn by the cut.
        tail = tail.partition(b"\n")[2]
    files = {
        "diagnosis.txt": diagnosis.encode("utf-8"),
        "versions.txt": versions().encode("utf-8"),
        **({"journal-tail.txt": tail} if tail else {}),
        **parts,
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
