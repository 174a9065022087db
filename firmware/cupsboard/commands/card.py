"""The command `cupsboard setup card`: a freshly flashed card that sets itself up at its first start."""

import argparse
import shutil
import sys
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.parsers import describe
from cupsboard.systemd import set_up
from cupsboard.systemd.set_up import ARGUMENTS, FIRST_RUN, FOLDER, USER_DATA, CardError

_DESCRIPTION = """\
Prepare a card that Raspberry Pi Imager has just written, so that the Pi sets itself up as a board at its
first start, without keyboard or screen. FOLDER is the card's boot partition on this computer (bootfs).
RELEASE is a signed release, cupsboard-1.2.3.tar with its .minisig beside it. Give the imager user, network
and ssh first: its settings stay.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.usage = (
        "cupsboard setup card [-h] --release RELEASE --profile PROFILE [--host-name NAME] FOLDER "
        "[-- OPTION ...]"
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the card's boot partition")
    parser.add_argument("--release", type=Path, required=True, metavar="RELEASE", help="what to install")
    parser.add_argument(
        "--profile", required=True, metavar="PROFILE", help="the board: a TOML file, or a name"
    )
    parser.add_argument("--host-name", metavar="NAME", help="the machine's name")
    parser.add_argument("play_options", nargs="*", metavar="OPTION", help="options for `cupsboard play`")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    card: Path = asked.folder
    if not (card / "config.txt").is_file() or not (card / ARGUMENTS).is_file():
        raise CardError(f"{card}: no config.txt and {ARGUMENTS}; name a fresh card's boot partition (bootfs)")
    signature = asked.release.with_name(f"{asked.release.name}.minisig")
    for path in (asked.release, signature):
        if not path.is_file():
            raise CardError(f"{path}: no such file; a release is an archive with its signature beside it")
    profile.load(asked.profile)
    inside = card / FOLDER
    inside.mkdir(exist_ok=True)
    for path in (asked.release, signature, *map(_own, ("setup", "release.pub", "release-spare.pub"))):
        shutil.copyfile(path, inside / path.name)
    options = ["--profile", asked.profile]
    if asked.profile not in profile.built_in_names():
        shutil.copyfile(asked.profile, inside / "profile.toml")
        options[1] = f"/boot/firmware/{FOLDER}/profile.toml"
    options += ["--host-name", asked.host_name] if asked.host_name else []
    options += ["--", *asked.play_options] if asked.play_options else []
    (inside / "first-start.sh").write_text(set_up.first_start(options), encoding="utf-8", newline="\n")
    print(f"{_begun_by(card)} starts {FOLDER}/first-start.sh; put the card into the Pi")
    return 0


def _begun_by(card: Path) -> str:
    """Let the file that the card's release reads at its first start begin the set-up; its name."""
    if (card / USER_DATA).exists() or (card / "meta-data").exists():
        _change(card / USER_DATA, set_up.with_user_data(_text(card / USER_DATA)))
        return USER_DATA
    _change(card / FIRST_RUN, set_up.with_first_run(_text(card / FIRST_RUN)))
    _change(card / ARGUMENTS, set_up.with_arguments(_text(card / ARGUMENTS) or ""))
    return FIRST_RUN


def _text(path: Path) -> str | None:
    # Bytes that are no UTF-8 are written back as they were; a mark of byte order is left out.
    return path.read_text(encoding="utf-8-sig", errors="surrogateescape") if path.exists() else None


def _change(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")


def _own(name: str) -> Path:
    """Return a file of this program's copy of the repository, or of its environment."""
    places = (Path(profile.__file__).parents[2] / name, Path(sys.prefix) / name)
    for path in places:
        if path.is_file():
            return path
    raise CardError(f"{name}: neither {places[0]} nor {places[1]}; say this in a copy of the repository")
