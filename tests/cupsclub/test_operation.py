"""What those meet who run a server: its health and figures, its unit, its container, proxies before it."""

import json
import re
import secrets
import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cupsclub
import pytest
from cupsboard.distance.wire import Move
from cupsboard.systemd.exit_codes import Ending
from cupsclub.web import vitals
from cupsclub.web.server import DESCRIPTORS_A_CONNECTION, KEPT_DESCRIPTORS, MOST_CALLERS, serving
from http_calls import Answer, get
from processes import Program, free_port, ran, started, wait_until
from test_club_server import CUPSCLUB, HELLO, club_process, key, seats_at
from websockets.sync.client import ClientConnection, connect

OPERATION = Path(cupsclub.__file__).parent / "operation"
ROOT = Path(__file__).parents[2]
UNIT = (OPERATION / "cupsclub.service").read_text()


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])


def asked(address: str, token: str) -> Answer:
    """What one who comes through a proxy is told."""
    return get(address, {"X-Forwarded-For": "192.0.2.7", "Authorization": f"Bearer {token}"})


def test_figures_tell_what_was_written_how_soon_it_was_seen_and_who_is_there(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club, seats_at(club.address, tmp_path) as seats:
        seats[0].link.say(Move("drop 1"), key())
        for seat in seats:
            seat.knows(2)
        wait_until(
            lambda: figure(get(f"{club.address}metrics").text, "cupsclub_said_to_seen_seconds_count") >= 2,
            "the figure of what was seen",
        )
        told = get(f"{club.address}metrics").text
        assert figure(told, "cupsclub_entries_total") == 2
        assert figure(told, "cupsclub_sockets") == figure(told, "cupsclub_games_followed") + 1 == 2
        assert figure(told, "cupsclub_games_going") == 1
        assert figure(told, "cupsclub_database_seconds_total") > 0
        assert figure(told, 'cupsclub_said_to_seen_seconds_bucket{le="\\+Inf"}') >= 2
        assert (get(f"{club.address}health").status, get(f"{club.address}health").text) == (200, "well\n")


def test_how_a_server_does_is_for_this_computer_and_for_who_has_the_token(tmp_path: Path) -> None:
    token = secrets.token_hex(32)
    (tmp_path / "token").write_text(f"{token}\n")
    options = "serve", "--file", tmp_path / "club.sqlite", "--port", "0", "--metrics-token"
    with started(*CUPSCLUB, *options, tmp_path / "token") as program:
        address = program.until(re.compile(r"at (http://\S+/) "))[1]
        for page in ("health", "metrics"):
            assert get(address + page).status == 200
            assert asked(address + page, token).status == 200
            for other in ("", "x", token[:-1]):
                assert asked(address + page, other).status == 404
    (tmp_path / "token").write_text("short")
    done = ran(*CUPSCLUB, *options, tmp_path / "token")
    assert (done.code, "at least 20" in done.complaints) == (2, True)


def test_without_a_token_nobody_comes_in_through_a_proxy_by_saying_none(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        assert asked(f"{club.address}metrics", "").status == 404


def test_a_server_without_room_or_games_is_not_well_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.sqlite"
    with serving(path, "127.0.0.1", 0) as club:
        with monkeypatch.context() as patched:
            patched.setattr(vitals, "LEAST_FREE_BYTES", 10**18)
            told = get(f"{club.address}health")
            assert (told.status, told.text.startswith("the disk has")) == (503, True)
        path.rename(tmp_path / "elsewhere")
        told = get(f"{club.address}health")
        assert (told.status, "no such file" in told.text) == (503, True)


def settings_of(unit: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))


def test_the_unit_lets_as_many_in_as_the_server_does_and_stays_down_where_somebody_must_mend_it() -> None:
    settings = settings_of(UNIT)
    due = DESCRIPTORS_A_CONNECTION * MOST_CALLERS + KEPT_DESCRIPTORS
    assert int(settings["LimitNOFILE"]) >= due
    kept_down = {int(code) for code in settings["RestartPreventExitStatus"].split()}
    assert kept_down == {int(each) for each in Ending if each.keeps_the_service_down}
    words = shlex.split(settings["ExecStart"])
    assert Path(words[words.index("--file") + 1]).parent == Path("/var/lib") / settings["StateDirectory"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze (package systemd)")
def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "cupsclub.service"
    unit.write_text(UNIT.replace("/opt/cupsclub/bin/cupsclub", sys.executable))
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


def caddy(folder: Path, port: int, server: int) -> list[str | Path]:
    (folder / "Caddyfile").write_text(
        f"{{\n admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n"
        f" storage file_system {folder}\n}}\n"
        + (OPERATION / "Caddyfile")
        .read_text()
        .replace("cups.example.org", f"https://localhost:{port}")
        .replace(":2878", f":{server}")
    )
    return ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


def nginx(folder: Path, port: int, server: int) -> list[str | Path]:
    subprocess.run(
        f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        f" -keyout {folder}/key.pem -out {folder}/chain.pem".split(),
        check=True,
        capture_output=True,
    )
    told = (OPERATION / "nginx.conf").read_text().replace(":2878", f":{server}")
    told = re.sub(r"/etc/\S+fullchain.pem", str(folder / "chain.pem"), told)
    told = re.sub(r"/etc/\S+privkey.pem", str(folder / "key.pem"), told)
    told = told.replace("listen 443", f"listen {port}").replace("cups.example.org", "localhost")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{told}\n}}"
    )
    return ["nginx", "-p", folder, "-c", folder / "nginx.conf"]


@contextmanager
def behind(proxy: str, folder: Path) -> Iterator[tuple[int, Program]]:
    """Run a server with a proxy before it, and give the proxy's port and the proxy."""
    with club_process(folder / "club.sqlite") as (_, address):
        port = free_port()
        command = {"caddy": caddy, "nginx": nginx}[proxy](folder, port, int(address.rpartition(":")[2]))
        with started(*command) as program:
            yield port, program


def unproved() -> ssl.SSLContext:
    """What speaks to a proxy whose certificate nobody knows."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_a_proxy_gives_the_server_an_https_address_with_sockets_and_keeps_figures_back(
    proxy: str, tmp_path: Path
) -> None:
    if shutil.which(proxy) is None:
        pytest.skip(f"no {proxy} is installed")
    with behind(proxy, tmp_path) as (port, program):

        def opened() -> ClientConnection | None:
            try:
                return connect(f"wss://localhost:{port}/v1", ssl=unproved(), compression=None)
            except OSError:
                return None

        connection = program.wait_until(opened, "the proxy")
        assert connection is not None
        with connection:
            connection.send(json.dumps(HELLO))
            assert json.loads(connection.recv(30))["message"] == "welcome"
        for page, status in (("hello.json", 200), ("metrics", 404), ("health", 404)):
            said = subprocess.run(
                ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", f"https://localhost:{port}/{page}"],
                capture_output=True,
                text=True,
            )
            assert (page, said.stdout) == (page, str(status))


@pytest.mark.long("a package is installed from the network")
def test_the_steps_of_the_container_make_a_server_that_is_well(tmp_path: Path) -> None:
    steps = re.findall(r"^([A-Z]+) (.*)$", (OPERATION / "Containerfile").read_text(), re.MULTILINE)
    source = tmp_path / "source"

    def moved(text: str) -> str:
        """The same in the test's own folder, by this Python."""
        for there in ("/opt/cupsclub", "/var/lib/cupsclub"):
            text = text.replace(there, f"{tmp_path}{there}")
        return re.sub(r"^python\b", sys.executable, text.replace("/usr/src/cupsboard", str(source)))

    subprocess.run(
        f"mkdir {source} && git archive HEAD | tar x -C {source}", shell=True, check=True, cwd=ROOT
    )
    (tmp_path / "var/lib").mkdir(parents=True)
    (tmp_path / "opt").mkdir()
    for _, command in (step for step in steps if step[0] == "RUN"):
        command = re.sub(r" -o \d+ -g \d+", "", moved(command))
        subprocess.run(command, shell=True, check=True, cwd=tmp_path, capture_output=True)
    said = dict(steps)
    server = [*json.loads(moved(said["ENTRYPOINT"])), *json.loads(moved(said["CMD"])), "--port", "0"]
    check = json.loads(re.sub(r".* CMD ", "", moved(said["HEALTHCHECK"])))
    with started(*server) as program:
        port = program.until(re.compile(r"at http://\S+:(\d+)/ "))[1]
        assert ran(*(word.replace("2878", port) for word in check)).code == 0
    assert ran(*(word.replace("2878", port) for word in check)).code == 1
