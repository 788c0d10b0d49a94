"""The process of the relay: begun beside the workers, begun again where it fails, stopped with them."""

from __future__ import annotations

import asyncio
import logging
import logging.config
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.process import BaseProcess

from service.app import create_app
from service.config import Settings
from service.front.files import connections_for
from service.monitoring import logs, metrics
from service.relay.connection import Connection
from service.relay.relay import Relay
from service.web.event_stream import Places
from service.web.process.running import running
from service.web.responses import outages

BACKLOG = 1024
"""Connections that the operating system holds until they are accepted."""
OTHERS = 1024
"""Connections beside those of streams: of those who ask, or are refused."""
SWITCH = 0.0005
"""Seconds after which a thread that calculates lets the loop in."""
PAUSE = 1.0
"""Seconds before a relay that has failed is begun again."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Begun:
    """What a relay is begun with; *hold* ties its life to the main process's, *ready* says that it listens."""

    settings: Settings
    host: str
    port: int
    hold: Callable[[], None]
    ready: Callable[[], object]


class Kept:
    """The process of the relay, as the main process keeps it; *patience* is how long it may take to stop."""

    def __init__(self, begun: Begun, patience: float) -> None:
        self.begun = begun
        self._patience = patience
        self._is_ending = False  # set by a handler of signals, which must wait for no lock
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._keeper = threading.Thread(target=self._keep, name="kerbholz-relay", daemon=True)

    def start(self) -> None:
        """Begin it."""
        self._start()
        self._keeper.start()

    def _start(self) -> bool:
        with self._lock:
            if self._is_ending:
                return False
            process = multiprocessing.Process(target=run, args=(self.begun,), name="kerbholz-relay")
            process.start()
            self._process = process
            return True

    def _keep(self) -> None:
        going = True
        while going:
            assert self._process is not None
            self._process.join()
            # What has ended it may be about to end all: then nothing is to be said.
            until = time.monotonic() + PAUSE
            while time.monotonic() < until and not self._is_ending:
                time.sleep(0.02)
            if self._is_ending:
                return
            logger.error("the relay has ended (%s) and is begun again", self._process.exitcode)
            going = self._start()

    def end(self) -> None:
        """Tell it to stop; it takes its time."""
        self._is_ending = True
        if self._process is not None:
            self._process.terminate()

    def close(self) -> None:
        """Wait until it has stopped, or make it."""
        with self._lock:
            self.end()
        if self._process is None:
            return
        self._keeper.join(self._patience)
        if self._keeper.is_alive():
            self._process.kill()
            self._keeper.join()


def run(begun: Begun) -> None:
    """Hold streams until SIGTERM or SIGINT; in a process of its own, in its main thread."""
    sys.setswitchinterval(SWITCH)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    # A terminal that is closed tells the whole group; it is the main process that says what follows.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    begun.hold()
    logging.config.dictConfig(logs.configuration(begun.settings.log_level))
    metrics.forget_the_dead()
    asyncio.run(_serve(begun))


async def _serve(begun: Begun) -> None:
    settings = replace(begun.settings, close_after=0)  # what is done now and then is done by the workers
    loop, stopping, told = asyncio.get_running_loop(), threading.Event(), asyncio.Event()
    most = connections_for(settings.relay_streams + OTHERS)
    streams = min(settings.relay_streams, most - min(OTHERS, most // 4))
    if streams < settings.relay_streams:
        logger.warning("the limit of open files leaves room for %s streams", streams)
    places = Places(streams, settings.streams_per_caller)
    app = create_app(settings, stopping=stopping, places=places)
    works = running(app)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    try:
        works.begin_rounds()
    except outages() as error:
        logger.warning("the database is out of reach: %s", type(error).__name__)
    relay = Relay(app, works.watcher, heartbeat=settings.heartbeat, most=most)
    server = await loop.create_server(
        lambda: Connection(relay), begun.host, begun.port, reuse_address=True, reuse_port=True, backlog=BACKLOG
    )
    begun.ready()
    await told.wait()
    stopping.set()
    server.close()
    await relay.stop()
    works.close()
