"""Archives of files: the same wherever they are made of the same files; read with limits and not believed."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_FIRST_TIME = (1980, 1, 1, 0, 0, 0)
_LONGEST_NAME_BYTES = 200
"""A file system takes 255, of which those that write files need some."""


def archive(contents: Mapping[str, bytes]) -> bytes:
    """Return the files, by their paths, as one ZIP archive.

    Nothing in it is packed: what packs the whole of it finds more, and Python reads it sooner.
    """
    content = BytesIO()
    with ZipFile(content, "w") as writing:
        for path in sorted(contents):
            writing.writestr(ZipInfo(path, _FIRST_TIME), contents[path])
    return content.getvalue()


def unpacked(content: bytes, most_files: int, most_bytes: int) -> Mapping[str, bytes]:
    """Return the files of an archive without folders. Raises ValueError for one that is torn or too large."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            infos = archive.infolist()
            if not 0 < len(infos) <= most_files or any(_is_foreign(each) for each in infos):
                raise ValueError("it holds other files than those of an evening")
            if sum(each.file_size for each in infos) > most_bytes:
                raise ValueError(f"it holds more than {most_bytes:,} bytes")
            return {each.filename: _read(archive, each) for each in infos}
    except ValueError:
        raise
    except Exception as fault:
        # Among others zlib.error, EOFError, and RuntimeError for what is encrypted.
        raise ValueError(f"it is damaged: {fault}") from None


def _is_foreign(info: ZipInfo) -> bool:
    name = info.filename
    is_plain = Path(name).name == name != ".." and len(name.encode()) <= _LONGEST_NAME_BYTES
    # The others may take gigabytes of memory to unpack.
    return not is_plain or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED)


def _read(archive: ZipFile, info: ZipInfo) -> bytes:
    with archive.open(info) as file:
        # All at once would unpack whatever is packed there before its size was looked at.
        found = file.read(info.file_size + 1)
        if len(found) == info.file_size and not file.read(1):
            return found
    raise ValueError(f"{info.filename} is not as long as it says")
