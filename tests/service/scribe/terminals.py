"""A terminal for the program: types lines into a pseudo-terminal and reads what it shows."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.persistence.serving import KERBHOLZ

SECONDS = 20
ROWS = 24
CONTROL = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>()].?)")
"""Escape sequences: what moves the cursor and colours the text."""


class Program:
    """`kerbholz scribe` in a pseudo-terminal of 200 columns."""

    def __init__(self, match: str, address: str, name: str, token: str, state: Path) -> None:
        self._main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, 200, 0, 0))
        command = [KERBHOLZ, "scribe", match, "--url", address, "--as", name]
        self._process = subprocess.Popen(
            command,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=_environment(token, state),
            start_new_session=True,
        )
        os.close(terminal)
        self._shown = ""
        self._read = 0

    def wait_for(self, text: str) -> str:
        """Read until *text* has been shown behind what was waited for before; what was shown up to its end."""
        deadline = time.monotonic() + SECONDS
        while text not in self._plain()[self._read :]:
            assert time.monotonic() < deadline, f"{text!r} was not shown, but {self._plain()[self._read :]!r}"
            if select.select([self._main], [], [], 0.1)[0]:
                try:
                    self._shown += os.read(self._main, 65536).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"the program ended: {self._plain()[self._read :]!r}") from None
                self._answer_questions()
        begin, self._read = self._read, self._plain().index(text, self._read) + len(text)
        return self._plain()[begin : self._read]

    def type(self, line: str) -> None:
        """Type a line, and Enter."""
        self.press(f"{line}\r")

    def press(self, keys: str) -> None:
        """Type something as it is."""
        os.write(self._main, keys.encode())

    def kill(self) -> None:
        """SIGKILL: it can save nothing any more."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=SECONDS)

    def leave(self) -> int:
        """Type `quit`; the exit code."""
        self.type("quit")
        return self._process.wait(timeout=SECONDS)

    def close(self) -> None:
        """End it, if it still runs."""
        if self._process.poll() is None:
            self.kill()
        os.close(self._main)

    def _plain(self) -> str:
        return CONTROL.sub("", self._shown).replace("\r", "")

    def _answer_questions(self) -> None:
        """A terminal that is asked where its cursor is says so."""
        for _ in range(self._shown.count("\x1b[6n")):
            os.write(self._main, f"\x1b[{ROWS};1R".encode())
        self._shown = self._shown.replace("\x1b[6n", "")


@contextlib.contextmanager
def program(match: str, address: str, token: str, state: Path, name: str = "Ada") -> Iterator[Program]:
    """The program while the block runs; it may be killed meanwhile."""
    running = Program(match, address, name, token, state)
    try:
        yield running
    finally:
        running.close()


def _environment(token: str, state: Path) -> Mapping[str, str]:
    return {
        **os.environ,
        "KERBHOLZ_TOKEN": token,
        "XDG_STATE_HOME": str(state),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
    }
