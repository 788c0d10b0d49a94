"""`kerbholz` in processes that are forked from one which has loaded the code already.

From its arguments on, everything is as if it had been started. What is spared is the second in which Python loads
the modules, of which a run of the tests would need hundreds. Others start the command as people do: those of
`test_stopping.py`, of the tours and of the demonstration among them.

Nothing of the tests is loaded here, since all of it would be in the service as well.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection

LOADED = ["service.cli", "service.server", "domain.store.postgres.connecting", __name__]

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(LOADED)


class Forked:
    """A command under way, with the part of `subprocess.Popen` that tests need."""

    def __init__(self, arguments: Sequence[str]) -> None:
        reading, writing = _processes.Pipe(duplex=False)
        with writing, Connection(os.dup(2), readable=False) as errors:
            given = (list(arguments), dict(os.environ), writing, errors)
            self._process = _processes.Process(target=_run, args=given)
            self._process.start()
        with reading:
            self.stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")

    @property
    def pid(self) -> int:
        """Of the process."""
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        """The exit code, if it has ended: below 0 the signal that ended it."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """The exit code; raises subprocess.TimeoutExpired if it does not end in so many seconds."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("kerbholz", timeout)
        return code

    def terminate(self) -> None:
        """SIGTERM."""
        self._process.terminate()


def _run(arguments: list[str], environment: dict[str, str], output: Connection, errors: Connection) -> None:
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in ((1, output), (2, errors)):
        os.dup2(stream.fileno(), number)
        stream.close()
    # Those of the process that this was forked from may have been made for files.
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", buffering=1, closefd=False)
    # How this process was begun is no choice for those that it begins.
    multiprocessing.set_start_method(None, force=True)  # type: ignore[arg-type]
    from service.cli import main

    main(arguments, prog_name="kerbholz")
