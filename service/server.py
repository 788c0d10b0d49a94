"""Running the service under granian: one address, one line when it accepts requests, a clean stop."""

from __future__ import annotations

import contextlib
import functools
import http.client
import logging
import multiprocessing
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from typing import Any

import click
from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server

from domain.migration import migrate
from service import logs, metrics
from service.answers import OUTAGES
from service.app import create_app
from service.config import Settings

_KEPT_OPEN: list[Any] = []

logger = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; prints ``listening on http://HOST:PORT`` when requests are accepted."""
    with metrics.shared(), _reserved(settings.host, settings.port) as (host, port):
        ready = multiprocessing.Semaphore(0)
        server = Server(
            "kerbholz",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            # Never HTTP/2: in clear text it would come past whatever a proxy in front limits, and a body that
            # is not ended there keeps a thread spinning for ever.
            http=HTTPModes.http1,
            workers=settings.workers,
            blocking_threads=settings.threads,
            workers_kill_timeout=10,
            respawn_failed_workers=True,
            log_level=LogLevels.error,
            # By default granian logs to standard output, which holds one line: the address.
            log_dictconfig=logs.configuration(settings.log_level),
        )
        server.on_startup(lambda: _announce(host, port, settings.workers, ready))
        server.serve(target_loader=functools.partial(_load, settings, ready), wrap_loader=False)


@contextlib.contextmanager
def _reserved(host: str, port: int) -> Iterator[tuple[str, int]]:
    """The address, held while it lasts.

    Each worker binds for itself (SO_REUSEPORT): without this, port 0 would be another port in each, and a
    port that is taken would go unnoticed.
    """
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, proto) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            address = probe.getsockname()
        held = socket.socket(family, kind, proto)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from None
    with held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(address)
        yield address[0], address[1]


def _load(settings: Settings, ready: Any) -> Flask:
    """The application of one worker, in its main thread."""
    for number in (signal.SIGTERM, signal.SIGINT):
        # The handler inherited from the parent would swallow it.
        signal.signal(number, signal.SIG_DFL)
    if "mode=memory" in settings.environment.get("SQLITE_DBNAME", ""):
        migrate_in_memory(settings)
    metrics.forget_the_dead()
    app = create_app(settings, stopping=_stopping_event())
    threading.Thread(target=_follow, args=(app,), daemon=True).start()
    ready.release()
    return app


def _follow(app: Flask) -> None:
    """Keep the read models up to date from now on; if that can't begin, the first who reads them begins it."""
    try:
        app.extensions["kerbholz"].runner()
    except OUTAGES as error:
        logger.warning("read models are not followed yet: %s", type(error).__name__)


def migrate_in_memory(settings: Settings) -> None:
    """Make the tables of a database in memory, which lives as long as a connection to it is open."""
    _KEPT_OPEN.append(sqlite3.connect(settings.environment["SQLITE_DBNAME"], uri=True, check_same_thread=False))
    migrate(settings.environment)


def _stopping_event() -> threading.Event:
    """An event that is set when this worker is told to stop, for answers that would go on for ever."""
    stopping = threading.Event()
    ours, pythons = socket.socketpair()
    pythons.setblocking(False)
    signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)

    # Kept open to the end: a second signal is written to it as well.
    _KEPT_OPEN.append(pythons)

    def listen() -> None:
        while ours.recv(1)[0] not in (signal.SIGTERM, signal.SIGINT):
            pass
        stopping.set()

    threading.Thread(target=listen, daemon=True).start()
    return stopping


def _announce(host: str, port: int, workers: int, ready: Any) -> None:
    def wait_and_say() -> None:
        for _ in range(workers):
            ready.acquire()
        while not _answers(host, port):
            time.sleep(0.05)
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"listening on http://{shown}:{port}")

    threading.Thread(target=wait_and_say, daemon=True).start()


def _answers(host: str, port: int) -> bool:
    with (
        contextlib.suppress(OSError, http.client.HTTPException),
        contextlib.closing(http.client.HTTPConnection(host, port, timeout=5)) as connection,
    ):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False
