"""What makes a board of a Pi once the program is installed: a plan of the steps that are still to be taken.

Nothing here acts: the plan is empty where all is as it should be, so it is the check of a machine as well.

A card sets itself up at its first start, without a keyboard, by a line more in the imager's file. Raspberry
Pi OS Trixie reads `user-data` of cloud-init from the boot partition. Bookworm runs `firstrun.sh`, which its
imager names on the kernel's command line. (Sources: pull request 1201 of raspberrypi/rpi-imager; command
lines of cards that it wrote.) Both leave a service behind that tries until the board is set up, as neither
may wait for a network.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cupsboard.drivers.header_duties import CONFIG, CONSOLE, config_lines, switched_off
from cupsboard.profile import Profile
from cupsboard.systemd import unit
from cupsboard.systemd.steps import Delete, Host, PlannedStep, Run, ServiceError, Write
from cupsboard.systemd.unit import Owner, files_plan

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


CONFIG_FILE = Path(CONFIG)
COMMAND_LINE = CONFIG_FILE.with_name("cmdline.txt")
CPU_INFO = Path("/proc/cpuinfo")
HOST_NAME, HOSTS = Path("/etc/hostname"), Path("/etc/hosts")
FACTORY_NAME, USUAL_NAME = "raspberrypi", "cupsboard"
"""A Pi that still has the first name gets the second one; a name that its owner chose stays."""
AVAHI = Path("/usr/lib/systemd/system/avahi-daemon.service")
"""What lets others find the machine by its name: part of Raspberry Pi OS, and not of every system."""
GROUPS = ("gpio", "spi")
PUT_ON = Path("/opt/cupsboard/put-on")
"""What set-up changed, a line each: `name OLD NEW`, `console WORD ...`, `member ACCOUNT GROUP,GROUP`, and
`package NAME`, which the script `setup` writes."""
WANTED = Path("/etc/systemd/system/multi-user.target.wants")

_MODELS = re.compile(r"Raspberry Pi (?:(Zero 2)|Compute Module ([345])|([345])|([45])00)\b")
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_SERIAL_CONSOLE = re.compile(r"\s*\bconsole=(?:serial0|ttyAMA0|ttyS0)\S*")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the owner asks for. `profile` is the file of the board, None for the one that is there."""

    board: Profile
    unit: str
    profile: Path | None = None
    owner: Owner | None = None
    host_name: str | None = None


def model(host: Host) -> str:
    """Return which Pi this is: "Zero 2 W", "3", "4" or "5". Raises ServiceError for another computer."""
    said = re.search(r"^Model\s*: (.*)$", host.read(CPU_INFO) or "", re.MULTILINE)
    found = said and _MODELS.match(said[1])
    if not found:
        raise ServiceError(
            f"{CPU_INFO}: {said[1] if said else 'no line Model'}; a board runs on a Raspberry Pi "
            "Zero 2 W, 3, 4 or 5"
        )
    return "Zero 2 W" if found[1] else next(filter(None, found.groups()))


def plan(host: Host, wishes: Wishes) -> tuple[PlannedStep, ...]:
    """Return the steps that are still to be taken; none if the machine is as it should be.

    Raises ServiceError for what the owner must change first.
    """
    boot = tuple(_boot_steps(host, wishes.board))
    name = tuple(_name_steps(host, wishes.host_name))
    steps = (*boot, *name, *_service_steps(host, wishes), *_group_steps(host, wishes.owner))
    notes = "".join(_notes(host, steps))
    return (*(Write(PUT_ON, (host.read(PUT_ON) or "") + notes) for _ in (0,) if notes), *steps)


def needs_restart(steps: Sequence[PlannedStep]) -> bool:
    """Return whether these steps count from the next start of the Pi on only."""
    at_boot = (CONFIG_FILE, COMMAND_LINE)
    return any(isinstance(step, Write) and step.path in at_boot for step in steps)


def remove_plan(host: Host, programs: Sequence[Path]) -> tuple[PlannedStep, ...]:
    """Return the steps that take the board off this machine: all that was put on it, and `programs`.

    `left_behind` says what stays. The programs go last, in their order: of a removal that was cut off the
    same command does the rest, or the script `setup` where no program is left to run.
    """
    text = host.read(CONFIG_FILE)
    without = None if text is None else _with_block(text, ())
    on_card = [path for path in (CONFIG_FILE.with_name(FOLDER),) if _is_there(host, path)]
    installed = [path for path in programs if _is_there(host, path)]
    return (
        *_first_start_steps(host),
        *unit.remove_plan(host),
        *(() if without is None or without == text else (Write(CONFIG_FILE, without),)),
        *_steps_back(host),
        *(Delete(unit.USER_FILE) for _ in (0,) if host.read(unit.USER_FILE) is not None),
        *(Run(("rm", "-rf", "--", str(path))) for path in on_card),
        # The boot partition is a file system of its own: a power cut must not bring back its lines alone.
        *(Run(("sync",)) for _ in installed[:1]),
        *(Run(("rm", "-rf", "--", str(path))) for path in installed),
    )


def left_behind(host: Host) -> tuple[str, ...]:
    """Return a line for each thing that a removal leaves, with the command that takes it off as well."""
    home, packages = Path(unit.HOME), " ".join(found[1] for found in _put_on(host, "package"))
    left = []
    if _is_there(host, home):
        left.append(
            f"calibration and games in {home}, and their user {unit.USER}: sudo userdel -r {unit.USER}"
        )
    if packages:
        left.append(
            f"Debian's packages {packages}, and what came with them: sudo apt-get autoremove {packages}, if "
            "nothing else needs them"
        )
    return tuple(left)


def _first_start_steps(host: Host) -> Iterator[PlannedStep]:
    """Take off what a card began: it would set the board up anew at the next start."""
    if host.read(unit.UNIT_FOLDER / FIRST_START) is not None:
        yield Run(("systemctl", "disable", FIRST_START))
        yield Delete(unit.UNIT_FOLDER / FIRST_START)
    for path in (CONFIG_FILE.with_name(name) for name in (USER_DATA, FIRST_RUN)):
        # By its bytes: another editor may have saved it in another encoding.
        if _is_there(host, path) and _COMMAND.encode() in host.at(path).read_bytes():
            yield Run(("sed", "-i", f"\\|{_COMMAND}|d", str(path)))


def _notes(host: Host, steps: Sequence[PlannedStep]) -> Iterator[str]:
    """Yield a line for each of the steps that changes what belongs to the machine, to be taken back."""
    for step in steps:
        match step:
            case Write(path, name) if path == HOST_NAME:
                yield f"name {(host.read(HOST_NAME) or '').strip() or FACTORY_NAME} {name}"
            case Write(path) if path == COMMAND_LINE:
                yield f"console {''.join(_SERIAL_CONSOLE.findall(host.read(COMMAND_LINE) or ''))}\n"
            case Run(("usermod", _, groups, member)):
                yield f"member {member} {groups}\n"


def _put_on(host: Host, kind: str) -> list[list[str]]:
    """Return the words of each line of this kind that set-up has noted; once, however often it was put on."""
    lines = map(str.split, dict.fromkeys((host.read(PUT_ON) or "").splitlines()))
    return [words for words in lines if words and words[0] == kind]


def _steps_back(host: Host) -> Iterator[PlannedStep]:
    """Give the machine back what set-up has noted, unless its owner has changed it since."""
    name = now = (host.read(HOST_NAME) or "").strip()
    for _, before, given in reversed(_put_on(host, "name")):
        name = before if name == given else name
    if name != now:
        yield from _named(host, name)
    arguments = host.read(COMMAND_LINE) or ""
    taken = dict.fromkeys(word for found in _put_on(host, "console") for word in found[1:])
    missing = [word for word in taken if word not in arguments.split()]
    if missing:
        yield Write(COMMAND_LINE, f"{' '.join(missing)} {arguments}")
    for _, member, groups in _put_on(host, "member"):
        for group in groups.split(","):
            if member in _members(host).get(group, ()):
                yield Run(("gpasswd", "-d", member, group))


def _boot_steps(host: Host, board: Profile) -> Iterator[PlannedStep]:
    text = host.read(CONFIG_FILE)
    if text is None:
        raise ServiceError(
            f"{CONFIG_FILE}: no such file; this needs Raspberry Pi OS Bookworm or Trixie, with its boot "
            "partition mounted"
        )
    off = {duty.name for duty, _ in switched_off(board)}
    if "1-wire" in off:
        _refuse_overlay(text, "w1-gpio")
    wanted = _with_block(text, config_lines(board, model(host)))
    if wanted != text:
        yield Write(CONFIG_FILE, wanted)
    arguments = host.read(COMMAND_LINE) or ""
    is_console_off = CONSOLE in off or board.pico is not None
    if is_console_off and (without := _SERIAL_CONSOLE.sub("", arguments)) != arguments:
        yield Write(COMMAND_LINE, without.lstrip(" "))


def _refuse_overlay(text: str, overlay: str) -> None:
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"\s*dtoverlay={overlay}\b", line):
            raise ServiceError(
                f"{CONFIG_FILE}, line {number}: {line.strip()} takes a line of the header that this board "
                "needs; take that line out, or choose other lines in a profile of your own"
            )


def _with_block(text: str, lines: Sequence[str]) -> str:
    try:
        return with_block(text, lines)
    except ConfigError as fault:
        raise ServiceError(f"{CONFIG_FILE}, {fault}") from None


def _name_steps(host: Host, asked: str | None) -> Iterator[PlannedStep]:
    now = (host.read(HOST_NAME) or "").strip()
    name = asked or (USUAL_NAME if now in ("", FACTORY_NAME) else now)
    if not _NAME.fullmatch(name):
        raise ServiceError(
            f"{name!r}: no name of a computer; take small letters, digits and -, as in my-board"
        )
    if name != now:
        yield from _named(host, name)


def _named(host: Host, name: str) -> Iterator[PlannedStep]:
    hosts, now = host.read(HOSTS) or "", (host.read(HOST_NAME) or "").strip()
    own = rf"^(127\.0\.1\.1[ \t]+(?:.*[ \t])?){re.escape(now or name)}(?!\S)"
    told, count = re.subn(own, rf"\g<1>{name}", hosts, flags=re.MULTILINE)
    yield Write(HOST_NAME, f"{name}\n")
    yield Write(HOSTS, told if count else f"{hosts.rstrip()}\n127.0.1.1\t{name}\n".lstrip())
    yield Run(("hostname", name))
    if _is_there(host, AVAHI):
        yield Run(("systemctl", "try-restart", AVAHI.name))


def _service_steps(host: Host, wishes: Wishes) -> tuple[PlannedStep, ...]:
    files = files_plan(host, wishes.owner, wishes.profile)
    whole = unit.install_plan(wishes.unit, files)
    is_done = all(host.read(step.path) == step.content for step in whole if isinstance(step, Write))
    is_enabled = all(_is_there(host, WANTED / name) for name in (unit.UNIT, *unit.STARTED))
    return () if is_done and is_enabled and not files else whole


def _group_steps(host: Host, owner: Owner | None) -> Iterator[PlannedStep]:
    if owner is None:
        return
    missing = [group for group in GROUPS if owner.name not in _members(host).get(group, ())]
    if missing:
        yield Run(("usermod", "-aG", ",".join(missing), owner.name))


def _members(host: Host) -> dict[str, list[str]]:
    """Return who is listed in each group of the machine."""
    lines = (line.split(":") for line in (host.read(Path("/etc/group")) or "").splitlines())
    return {name: listed.split(",") for name, *_, listed in lines}


def _is_there(host: Host, path: Path) -> bool:
    """Return whether a name is there, be it a link whose target isn't below this root."""
    return host.at(path).is_symlink() or host.at(path).exists()


FOLDER = "cupsboard"
"""On the boot partition: the release, its signature, `setup`, and what starts it."""
FIRST_START = "cupsboard-first-start.service"
USER_DATA, FIRST_RUN, ARGUMENTS = "user-data", "firstrun.sh", "cmdline.txt"
RUN_ONCE = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)
"""What the imager adds to the kernel's command line."""
_COMMAND = f"bash /boot/firmware/{FOLDER}/first-start.sh"
_LIST = re.compile(r"^runcmd:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*([ \t]*)(?=- )", re.MULTILINE)
"""The beginning of a list of commands, with comments and empty lines, up to its first command."""
_END_OF_FIRST_RUN = """\
rm -f /boot/firstrun.sh /boot/firmware/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/firmware/cmdline.txt
exit 0
"""


class CardError(ValueError):
    """A card that can't be prepared; the message names the file and the next step."""


def with_user_data(text: str | None) -> str:
    """Return the `user-data` that runs the set-up as well; a new one for None. Raises CardError."""
    text = "#cloud-config\n" if text is None else text
    if not text.startswith("#cloud-config"):
        raise CardError(f"{USER_DATA}: does not begin with #cloud-config; write the card anew")
    if _COMMAND in text:
        return text
    if (listed := _LIST.search(text)) is not None:
        return f"{text[: listed.end()]}- {_COMMAND}\n{listed[1]}{text[listed.end() :]}"
    if re.search(r"^runcmd:", text, re.MULTILINE):
        raise CardError(f"{USER_DATA}: put each command of its runcmd into a line of its own, after -")
    return f"{text.rstrip()}\nruncmd:\n- {_COMMAND}\n"


def with_first_run(text: str | None) -> str:
    """Return the `firstrun.sh` that prepares the set-up as well; a new one for None."""
    if text is None:
        return f"#!/bin/bash\n{_COMMAND}\n{_END_OF_FIRST_RUN}"
    if _COMMAND in text:
        return text
    first, _, rest = text.partition("\n")
    return f"{first}\n{_COMMAND}\n{rest}"


def with_arguments(text: str) -> str:
    """Return the kernel's command line that runs `firstrun.sh` once."""
    return text if "systemd.run=" in text else f"{text.rstrip()}{RUN_ONCE}\n"


def first_start(setup_options: Sequence[str]) -> str:
    """Return the script that leaves the service behind which sets the board up."""
    options = shlex.join(setup_options).replace("%", "%%").replace("$", "$$")
    return _FIRST_START.format(unit=FIRST_START, folder=FOLDER, done=WANTED / unit.UNIT, options=options)


_FIRST_START = """\
#!/bin/bash
# Written by `cupsboard setup card`: sets the board up once the system is up, until that succeeds.
cat >/etc/systemd/system/{unit} <<'UNIT'
[Unit]
Description=Sets the Cups board up
Wants=network-online.target
After=network-online.target
ConditionPathExists=!{done}
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/bin/bash /boot/firmware/{folder}/setup --from /boot/firmware/{folder} --yes {options}
# The lines of config.txt count from the next start on.
ExecStartPost=/usr/bin/systemctl --no-block reboot
Restart=on-failure
RestartSec=30
TimeoutStartSec=1h

[Install]
WantedBy=multi-user.target
UNIT
systemctl enable {unit}
systemctl start --no-block {unit} || true
"""
