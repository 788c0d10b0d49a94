"""However `kerbholz serve` is ended, nothing of it is left, and nothing is said that is not so."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil
import pytest

from service.server import STOPPING
from tests.persistence.serving import KERBHOLZ, SAID
from tests.service.raw import Address, connected, healthy

pytestmark = pytest.mark.long

PATIENCE = STOPPING - 2.0
"""Seconds in which workers have to end by themselves, before they are made to."""


@pytest.fixture(autouse=True)
def hung_up() -> Iterator[None]:
    """A terminal that is closed says so to what tests start, also where they themselves outlive theirs (nohup)."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@dataclass
class Group:
    """`kerbholz serve` in a process group of its own, as a shell has it."""

    process: subprocess.Popen[str]
    address: Address
    workers: list[psutil.Process]

    def free(self) -> bool:
        """Whether somebody else could listen at the address now."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(self.address.pair)
            except OSError:
                return False
            return True


@contextlib.contextmanager
def started(url: str, workers: int) -> Iterator[Group]:
    command = [
        KERBHOLZ,
        "serve",
        "--port",
        "0",
        "--workers",
        str(workers),
        "--database",
        url,
        "--log-level",
        "warning",
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith(SAID), line
        found = psutil.Process(process.pid).children(recursive=True)
        assert len(found) == workers
        yield Group(process, Address(line.removeprefix(SAID).strip()), found)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def ended(group: Group) -> bool:
    """Whether all workers have ended by themselves, and soon."""
    return not psutil.wait_procs(group.workers, timeout=PATIENCE)[1]


@pytest.mark.few("1", "9")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGQUIT, signal.SIGHUP])
def test_workers_end_with_the_main_process_however_it_ends(migrated_sqlite_url: str, number: int) -> None:
    with started(migrated_sqlite_url, 2) as group, connected(group.address) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert idle.recv(65536).startswith(b"HTTP/1.1 200")
        group.process.send_signal(number)
        assert ended(group)
        group.process.wait(20)
        assert group.free()


@pytest.mark.soak
def test_workers_end_also_if_somebody_never_finishes_what_he_says(migrated_sqlite_url: str) -> None:
    with started(migrated_sqlite_url, 2) as group, connected(group.address) as slow:
        slow.sendall(b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n")
        group.process.kill()
        group.process.wait(20)
        assert not psutil.wait_procs(group.workers, timeout=STOPPING + 5)[1]
        assert group.free()


def test_workers_end_also_if_the_main_process_dies_before_they_serve(migrated_sqlite_url: str) -> None:
    command = [KERBHOLZ, "serve", "--port", "0", "--workers", "2", "--database", migrated_sqlite_url]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    parent = psutil.Process(process.pid)
    until = time.monotonic() + 20
    while not (children := parent.children()):
        assert time.monotonic() < until
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not psutil.wait_procs(children, timeout=PATIENCE + 10)[1]


def test_an_interrupt_from_the_keyboard_ends_it_without_a_word(migrated_sqlite_url: str) -> None:
    """It goes to the main process and to its workers at once."""
    with started(migrated_sqlite_url, 2) as group:
        assert healthy(group.address)
        os.killpg(group.process.pid, signal.SIGINT)
        out, said = group.process.communicate(timeout=20)
        assert (out, said, group.process.returncode) == ("", "", 0)
        assert ended(group)


def test_a_terminal_that_is_closed_ends_it(migrated_sqlite_url: str) -> None:
    """The main process and its workers are told at once."""
    with started(migrated_sqlite_url, 2) as group:
        os.killpg(group.process.pid, signal.SIGHUP)
        out, said = group.process.communicate(timeout=20)
        assert (out, said, group.process.returncode) == ("", "", 0)
        assert ended(group)
        assert group.free()


def test_it_outlives_its_terminal_where_that_is_wanted(migrated_sqlite_url: str) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with started(migrated_sqlite_url, 2) as group:
            os.killpg(group.process.pid, signal.SIGHUP)
            time.sleep(1)
            assert healthy(group.address)
            assert all(one.is_running() for one in group.workers)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_whoever_presses_the_keys_twice_is_told_nothing_either(migrated_sqlite_url: str) -> None:
    with started(migrated_sqlite_url, 2) as group:
        for _ in range(2):
            os.killpg(group.process.pid, signal.SIGINT)
            time.sleep(0.05)
        out, said = group.process.communicate(timeout=20)
        assert (out, said) == ("", "")
        assert ended(group)


@pytest.mark.few("15")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_a_request_in_progress_is_finished(migrated_sqlite_url: str, number: int) -> None:
    body = b'{"ruleset":"seven-sins","seats":[{"name":"Ada"},{"name":"Bo"}]}'
    head = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with started(migrated_sqlite_url, 1) as group, connected(group.address) as connection:
        connection.sendall(head % len(body) + body[:20])
        time.sleep(0.5)
        threading.Timer(0.5, connection.sendall, (body[20:],)).start()
        group.process.send_signal(number)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")
        assert group.process.wait(20) == 0
