"""A flashed card is prepared in the way of its release, and what the imager wrote on it stays."""

import subprocess
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.systemd import set_up

COMMAND = "bash /boot/firmware/cupsboard/first-start.sh"
BY_IMAGER = """\
#cloud-config
hostname: kitchen
users:
- name: anna
runcmd:
  - [ rfkill, unblock, wifi ]
  - other
"""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    card = tmp_path / "bootfs"
    card.mkdir()
    (card / "config.txt").write_text("[all]\n")
    (card / "cmdline.txt").write_text("console=tty1 rootwait\n")
    for name in ("cupsboard-1.0.0.tar", "cupsboard-1.0.0.tar.minisig"):
        (tmp_path / name).write_bytes(name.encode())
    return card


def prepared(card: Path, *options: str) -> int:
    release = str(card.parent / "cupsboard-1.0.0.tar")
    return main(["setup", "card", "--release", release, "--profile", "2x4", *options, str(card)])


def test_a_card_of_trixie_is_begun_by_cloud_init_and_keeps_what_the_imager_wrote(card: Path) -> None:
    (card / "user-data").write_text(BY_IMAGER)
    assert prepared(card, "--host-name", "beans") == 0
    said = (card / "user-data").read_text()
    assert said == BY_IMAGER.replace("runcmd:\n", f"runcmd:\n  - {COMMAND}\n")
    assert (card / "cmdline.txt").read_text() == "console=tty1 rootwait\n"
    inside = {path.name for path in (card / "cupsboard").iterdir()}
    assert inside == {
        *("cupsboard-1.0.0.tar", "cupsboard-1.0.0.tar.minisig", "setup", "first-start.sh"),
        *("release.pub", "release-spare.pub"),
    }
    script = (card / "cupsboard" / "first-start.sh").read_text()
    assert "/setup --from /boot/firmware/cupsboard --yes --profile 2x4 --host-name beans\n" in script
    assert prepared(card, "--host-name", "beans") == 0
    assert (card / "user-data").read_text() == said


@pytest.mark.parametrize("comment", ["# ", "# Küche"])
def test_a_card_that_another_editor_saved_keeps_its_bytes_but_for_a_mark_of_byte_order(
    card: Path, comment: str
) -> None:
    spoilt = BY_IMAGER.replace("runcmd:", f"{comment}\nruncmd:").encode("latin-1")
    (card / "user-data").write_bytes(BOM_UTF8 + spoilt)
    assert prepared(card) == 0
    line = f"runcmd:\n  - {COMMAND}\n".encode()
    assert (card / "user-data").read_bytes() == spoilt.replace(b"runcmd:\n", line)


def test_a_card_of_bookworm_is_begun_by_firstrun_with_the_imager_s_words_behind_it(card: Path) -> None:
    assert prepared(card) == 0
    script = (card / "firstrun.sh").read_text()
    assert script.startswith(f"#!/bin/bash\n{COMMAND}\n")
    assert (card / "cmdline.txt").read_text() == f"console=tty1 rootwait{set_up.RUN_ONCE}\n"
    by_imager = "#!/bin/bash\n\nset +e\nimager_custom set_hostname kitchen\nexit 0\n"
    assert set_up.with_first_run(by_imager) == by_imager.replace("bash\n", f"bash\n{COMMAND}\n", 1)
    assert set_up.with_first_run(set_up.with_first_run(by_imager)) == set_up.with_first_run(by_imager)
    assert set_up.with_arguments(f"quiet{set_up.RUN_ONCE}\n") == f"quiet{set_up.RUN_ONCE}\n"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (None, f"#cloud-config\nruncmd:\n- {COMMAND}\n"),
        ("#cloud-config\nssh_pwauth: true", f"#cloud-config\nssh_pwauth: true\nruncmd:\n- {COMMAND}\n"),
        ("#cloud-config\nruncmd:\n- a\n", f"#cloud-config\nruncmd:\n- {COMMAND}\n- a\n"),
        (
            "#cloud-config\nruncmd: # once\n\n  # first\n  - a\n",
            f"#cloud-config\nruncmd: # once\n\n  # first\n  - {COMMAND}\n  - a\n",
        ),
    ],
)
def test_cloud_init_gets_one_command_more(text: str | None, end: str) -> None:
    assert set_up.with_user_data(text) == end


@pytest.mark.parametrize("text", ["hostname: x\n", "#cloud-config\nruncmd: [a, b]\n"])
def test_what_cloud_init_would_not_read_so_is_refused(text: str) -> None:
    with pytest.raises(set_up.CardError, match=r"^user-data: "):
        set_up.with_user_data(text)


def test_the_script_is_one_that_a_shell_reads() -> None:
    script = set_up.first_start(["--profile", "my board.toml", "--", "--listen", "0.0.0.0"])
    assert "--yes --profile 'my board.toml' -- --listen 0.0.0.0\n" in script
    assert subprocess.run(["bash", "-n"], input=script, text=True).returncode == 0


def test_a_folder_that_is_no_card_and_a_release_without_signature_are_refused(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (card.parent / "cupsboard-1.0.0.tar.minisig").unlink()
    assert prepared(card) == 2
    assert "minisig: no such file" in capsys.readouterr().err
    (card / "config.txt").unlink()
    assert prepared(card) == 2
    assert "boot partition" in capsys.readouterr().err
    assert not (card / "cupsboard").exists()
