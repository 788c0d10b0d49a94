"""Running the service under granian: one address, one line when it accepts requests, a clean stop."""

from __future__ import annotations

import contextlib
import functools
import http.client
import logging
import multiprocessing
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import click
from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server

from domain.application.upkeep.migration import migrate
from service.app import create_app
from service.config import Settings
from service.front.files import connections_for
from service.front.gateway import Front
from service.monitoring import logs, metrics
from service.relay.process import Begun, Kept
from service.web.process.running import running
from service.web.request_bodies import LARGER
from service.web.responses import outages

_KEPT_OPEN: list[Any] = []

SWITCH = 0.0005
"""Seconds after which a thread that calculates lets another one in that waits; Python's own 5 ms are long for a
small request beside long work, which has to be let in a dozen times."""

STOPPING = 10
"""Seconds in which a worker has to stop; then it is killed."""
BACKLOG = 1024
"""Connections that the operating system holds until they are accepted."""
MOST_CONNECTIONS = 16_384
"""Connections that a worker holds open, silent ones included: beyond it nobody is let in."""

logger = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; prints ``listening on http://HOST:PORT`` first when it accepts requests."""
    # As SIGTERM; else a core dump of the main process would leave its workers without it.
    signal.signal(signal.SIGQUIT, _stop)
    ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    with (
        _figures(settings.workers if settings.streams_port is None else settings.workers + 1),
        _reserved(settings.host, settings.port) as (host, port),
        contextlib.closing(Lifeline()) as line,
        contextlib.ExitStack() as stack,
    ):
        ready = _semaphore()
        relay = stack.enter_context(_relay(settings, line, ready))
        server = Server(
            "kerbholz",
            address=host,
            port=port,
            interface=Interfaces.ASGI,
            # Never HTTP/2: in clear text it would come past whatever a proxy in front limits, and a body that
            # is not ended there keeps a thread spinning for ever.
            http=HTTPModes.http1,
            workers=settings.workers,
            websockets=False,
            backlog=BACKLOG,
            backpressure=connections_for(MOST_CONNECTIONS),
            workers_kill_timeout=STOPPING,
            respawn_failed_workers=True,
            log_level=LogLevels.error,
            # By default granian logs to standard output, which holds one line: the address.
            log_dictconfig=logs.configuration(settings.log_level),
        )
        # granian would start its workers anew. A terminal that is closed is to stop the service, unless it was
        # started so as to outlive it (nohup).
        server.on_startup(lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else _stop))
        if relay is not None:
            server.on_startup(lambda: _end_with(relay))
            server.on_startup(relay.start)
        streams = relay.begun.port if relay is not None else None
        server.on_startup(lambda: _announce(host, port, streams, settings.workers, ready))
        server.serve(target_loader=functools.partial(_load, settings, ready, line), wrap_loader=False)


@contextlib.contextmanager
def _figures(workers: int) -> Iterator[None]:
    """The folder for the figures of several workers."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(metrics.shared(workers))
        except OSError as error:
            raise click.ClickException(
                f"several workers need a folder for temporary files: {error.strerror} (TMPDIR names one)"
            ) from None
        yield


def _semaphore() -> Any:
    try:
        return multiprocessing.Semaphore(0)
    except OSError as error:
        raise click.ClickException(f"workers need shared memory (/dev/shm): {error.strerror}") from None


@contextlib.contextmanager
def _relay(settings: Settings, line: Lifeline, ready: Any) -> Iterator[Kept | None]:
    """The relay, not begun yet, if there is to be one; it has stopped at the end."""
    if settings.streams_port is None:
        yield None
        return
    with _reserved(settings.host, settings.streams_port) as (host, port):
        relay = Kept(Begun(settings, host, port, line.hold, ready.release), STOPPING)
        try:
            yield relay
        finally:
            relay.close()


def _end_with(relay: Kept) -> None:
    """Stop the relay together with the workers, and not after them."""
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        assert callable(before)

        def end(told: int, frame: Any, before: Callable[..., object] = before) -> None:
            relay.end()
            before(told, frame)

        signal.signal(number, end)


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
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not the name of a host"
        raise click.ClickException(f"cannot listen on {host}:{port}: {why}") from None
    with held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(address)
        yield address[0], address[1]


class Lifeline:
    """How workers notice that the main process is gone, however it went: the end of a pipe that it alone holds.

    Without it they would live on, and hold the port, with nobody to stop them.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def close(self) -> None:
        """Let go of it, in the main process."""
        for end in (self._read, self._write):
            os.close(end)

    def hold(self) -> None:
        """End this worker when the main process is gone: as if it had been told to, and then by force."""
        os.close(self._write)

        def watch() -> None:
            while os.read(self._read, 1):
                pass
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(STOPPING)
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def _stop(*_: object) -> None:
    """Stop as for SIGTERM."""
    os.kill(os.getpid(), signal.SIGTERM)


def _load(settings: Settings, ready: Any, line: Lifeline) -> Front:
    """The application of one worker, in its main thread."""
    sys.setswitchinterval(SWITCH)
    for number in (signal.SIGTERM, signal.SIGINT):
        # The handler inherited from the parent would swallow it.
        signal.signal(number, signal.SIG_DFL)
    # A terminal that is closed tells the whole group; it is the main process that says what follows.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    line.hold()
    if settings.registry is None and "mode=memory" in settings.environment.get("SQLITE_DBNAME", ""):
        migrate_in_memory(settings)
    metrics.forget_the_dead()
    stopping = Stopping()
    app = create_app(settings, stopping=stopping.event)
    threading.Thread(target=_follow, args=(app,), daemon=True).start()
    ready.release()
    return Front(
        app,
        threads=settings.threads,
        max_body=settings.max_body,
        larger=LARGER,
        body_seconds=settings.body_seconds,
        started=stopping.listen,
    )


def _follow(app: Flask) -> None:
    """Keep the read models up to date from now on; if that can't begin, the first who reads them begins it.

    And begin what is done now and then.
    """
    running(app).begin_rounds()
    try:
        running(app).runner()
    except outages() as error:
        logger.warning("read models are not followed yet: %s", type(error).__name__)


def migrate_in_memory(settings: Settings) -> None:
    """Make the tables of a database in memory, which lives as long as a connection to it is open."""
    _KEPT_OPEN.append(sqlite3.connect(settings.environment["SQLITE_DBNAME"], uri=True, check_same_thread=False))
    migrate(settings.environment)


class Stopping:
    """Tells this worker's answers that would go on for ever when it is told to stop."""

    def __init__(self) -> None:
        self.event = threading.Event()

    def listen(self) -> None:
        """Hear of signals from now on, and pass them on to the event loop, which listens the same way.

        To be called in the main thread, when the loop has its handlers.
        """
        ours, pythons = socket.socketpair()
        pythons.setblocking(False)
        loops = signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)
        # Kept open to the end: a second signal is written to it as well.
        _KEPT_OPEN.append(pythons)

        def pass_on() -> None:
            while number := ours.recv(1):
                if number[0] in (signal.SIGTERM, signal.SIGINT):
                    self.event.set()
                with contextlib.suppress(OSError):
                    os.write(loops, number)

        threading.Thread(target=pass_on, daemon=True).start()


def _announce(host: str, port: int, streams: int | None, workers: int, ready: Any) -> None:
    def wait_and_say() -> None:
        for _ in range(workers if streams is None else workers + 1):
            ready.acquire()
        while not _answers(host, port):
            time.sleep(0.05)
        shown = f"[{host}]" if ":" in host else host
        said = [f"listening on http://{shown}:{port}", f"pages: http://{shown}:{port}/"]
        if streams is not None:
            said.append(f"streams: http://{shown}:{streams}")
        try:
            # Programs read the first line. All are written at once: some read no more than that.
            click.echo("\n".join(said))
        except OSError as error:
            logger.warning("listening on http://%s:%s, which cannot be printed: %s", shown, port, error.strerror)

    threading.Thread(target=wait_and_say, daemon=True).start()


def _answers(host: str, port: int) -> bool:
    with (
        contextlib.suppress(OSError, http.client.HTTPException),
        contextlib.closing(http.client.HTTPConnection(host, port, timeout=5)) as connection,
    ):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False
