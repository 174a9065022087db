"""The guest's disk: Debian with what Raspberry Pi OS brings, and the files of the walk. Needs root."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from onpi.electronics import compiled
from onpi.table import small_profile

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
CACHE = Path("~/.cache/cupsboard-machine").expanduser()
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""The Python of each of Debian's releases that Raspberry Pi OS is made of."""
PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "udev", "kmod", "python3", "python3-venv", "python3-dev", "gcc"),
    *("libc6-dev", "minisign", "linux-image-amd64", "procps", "sudo", "hostname"),
)
DISK_BYTES = 3 * 1024**3
MODEL = "Raspberry Pi 4 Model B Rev 1.4"
SHELL = """\
[Unit]
Description=A root shell on the second serial line
After=systemd-user-sessions.service
[Service]
ExecStartPre=/bin/stty -F /dev/ttyS1 raw -echo
ExecStart=/bin/bash --norc
StandardInput=tty-force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS1
Restart=always
[Install]
WantedBy=multi-user.target
"""
MODEL_UNIT = """\
[Unit]
Description=Says what a Pi's kernel says of its model
DefaultDependencies=no
After=local-fs.target
Before=sysinit.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/mount --bind /srv/pi/cpuinfo /proc/cpuinfo
[Install]
WantedBy=sysinit.target
"""
TABLE_UNIT = """\
[Unit]
Description=The electronics of a board
Before=cupsboard.service
ConditionPathExists=/opt/cupsboard/current
[Service]
Type=notify
NotifyAccess=main
ExecStart=/opt/cupsboard/current/bin/python /srv/pi/tests/machine/inside/table.py
Restart=on-failure
[Install]
WantedBy=multi-user.target
"""
DROP_IN = """\
# The service itself is as `setup` installs it. Its pins are emulated below lgpio.
[Unit]
Wants=table.service
After=table.service
[Service]
Environment=LD_PRELOAD=/srv/pi/gpiochip.so
BindReadOnlyPaths=/srv/pi/cpuinfo:/proc/cpuinfo
"""
ARGUMENTS = "console=tty1 rootwait"
SEED = "datasource_list: [NoCloud]\ndatasource: {NoCloud: {seedfrom: 'file:///boot/firmware/'}}\n"
"""Where Raspberry Pi OS lets cloud-init look."""
MODEL_DROP_IN = "[Service]\nBindReadOnlyPaths=/srv/pi/cpuinfo:/proc/cpuinfo\n"


class NotHere(RuntimeError):
    """What this computer lacks for the walk; the message says what."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk to boot from, with its kernel beside it."""

    path: Path
    kernel: Path
    initrd: Path
    first_arguments: str = ""
    """What the kernel of a prepared card is told at its first start alone."""


def made(folder: Path, files: Path, suite: str, prepare: Callable[[Path], None] | None) -> Disk:
    """Make a fresh disk in a folder; what is below `files` lies in /srv/pi. Raises NotHere.

    `prepare` is given the boot partition of a freshly flashed card, to change it.
    """
    archive = _system(suite)
    root = folder / "root"
    root.mkdir()
    run("tar", "-x", "-f", str(archive), "-C", str(root))
    _furnish(root, files)
    boot = root / "boot" / "firmware"
    if suite == "trixie":
        # As the imager leaves it for cloud-init.
        (boot / "meta-data").write_text("instance-id: walk\n")
        (boot / "user-data").write_text("#cloud-config\n")
        (root / "etc/cloud/cloud.cfg.d/99-card.cfg").write_text(SEED)
    if prepare is not None:
        prepare(boot)
    # A card's boot partition is a FAT, where every file may be run.
    for path in boot.rglob("*"):
        path.chmod(0o755)
    if (boot / "firstrun.sh").exists():
        (boot.parent / "firstrun.sh").symlink_to("firmware/firstrun.sh")
    arguments = (boot / "cmdline.txt").read_text().removeprefix(ARGUMENTS).strip()
    disk = Disk(folder / "disk", folder / "kernel", folder / "initrd", arguments)
    for found, target in (("vmlinuz-*", disk.kernel), ("initrd.img-*", disk.initrd)):
        (path,) = (root / "boot").glob(found)
        shutil.copy(path, target)
    with disk.path.open("wb") as file:
        file.truncate(DISK_BYTES)
    run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(disk.path))
    shutil.rmtree(root)
    return disk


def _system(suite: str) -> Path:
    """Return Debian as an archive, made once."""
    packages = ",".join((*PACKAGES, *(("cloud-init",) if suite == "trixie" else ())))
    said = hashlib.sha256(f"{suite} {packages}".encode()).hexdigest()[:12]
    archive = CACHE / f"{suite}-{said}.tar"
    if archive.exists():
        return archive
    if shutil.which("mmdebstrap") is None:
        raise NotHere("no mmdebstrap here (Debian package mmdebstrap)")
    CACHE.mkdir(parents=True, exist_ok=True)
    fresh = archive.with_suffix(".new")
    run(*("mmdebstrap", "--variant=minbase", "--format=tar", f"--include={packages}"), *(suite, str(fresh)))
    fresh.rename(archive)
    return archive


def _furnish(root: Path, files: Path) -> None:
    inside = root / "srv" / "pi"
    shutil.copytree(files, inside, symlinks=True)
    shutil.copytree(HERE.parent / "onpi", inside / "tests" / "onpi")
    shutil.copytree(HERE, inside / "tests" / "machine")
    shutil.copy(HERE.parent / "processes.py", inside / "tests")
    shutil.copy(CHECKOUT / "pyproject.toml", inside)
    shutil.copy(compiled(), inside / "gpiochip.so")
    (inside / "gpiochip.so").chmod(0o755)
    (inside / "profile.toml").write_bytes(small_profile())
    (inside / "cpuinfo").write_text(f"Hardware\t: BCM2835\nRevision\t: c03112\nModel\t\t: {MODEL}\n")
    written = {
        "etc/hostname": "raspberrypi\n",
        "etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n",
        "etc/fstab": "/dev/vda / ext4 defaults 0 1\n",
        "boot/firmware/config.txt": "dtparam=audio=on\n[all]\n",
        "boot/firmware/cmdline.txt": f"{ARGUMENTS}\n",
        "etc/systemd/system/shell.service": SHELL,
        "etc/systemd/system/model.service": MODEL_UNIT,
        "etc/systemd/system/table.service": TABLE_UNIT,
        "etc/systemd/system/cupsboard.service.d/pins.conf": DROP_IN,
        "etc/systemd/system/cupsboard-update.service.d/model.conf": MODEL_DROP_IN,
    }
    for name, text in written.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for wanted, name in (
        ("multi-user", "shell.service"),
        ("sysinit", "model.service"),
        ("multi-user", "table.service"),
    ):
        folder = root / "etc/systemd/system" / f"{wanted}.target.wants"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(f"/etc/systemd/system/{name}")
    # All modules of the kernel would be unpacked at each boot, by an emulated processor.
    modules = root / "etc" / "initramfs-tools" / "modules"
    modules.write_text("virtio_pci\nvirtio_blk\next4\n")
    (modules.parent / "conf.d" / "walk").write_text("MODULES=list\nCOMPRESS=gzip\n")
    run("chroot", str(root), "update-initramfs", "-u")
    for group in ("gpio", "spi"):
        run("chroot", str(root), "groupadd", "--system", "--force", group)
    run("chroot", str(root), "useradd", "--create-home", "anna")


def run(*command: str) -> None:
    """Carry a command out. Raises NotHere with its last words if it fails."""
    done = subprocess.run(["nice", "-n", "10", *command], capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["failed"])[-1]
        raise NotHere(f"{command[0]}: {last}")
