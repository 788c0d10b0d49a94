"""A process that holds thousands of streams open, and costs those whom it measures as little as possible.

It is the kernel that says when something came (``SO_TIMESTAMPNS``): the process reads it now and then, and
however late that is, the time is right. Nothing wakes it meanwhile. Of what came to one stream between two looks,
all has the time of the last. Where it reads at once, it competes for the processor with what it reads, and the
time is that at which it has read: so much later something comes to readers on the same machine.
"""

from __future__ import annotations

import multiprocessing
import re
import resource
import select
import socket
import struct
import time
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe

from tests.benchmarks.clients import HEAD_END

SO_TIMESTAMPNS = 35
"""Linux: a message comes with the time at which the kernel had it."""
TIMESPEC = struct.Struct("qq")
LARGEST = 1 << 16
"""Bytes that are read at once."""
PATIENCE = 600.0
"""Seconds in which all have to be there, on a machine with much else to do."""
AT_ONCE = 200
"""Connections that are being opened at a time."""
SOON, LATER = 0.05, 1.0
"""Seconds between two looks at what has come: where each stream is told something every second, and where all
streams are told something together, which nobody is to disturb."""
EVENT = re.compile(rb"id: (\d+)\nevent: (decision|snapshot)\n")


@dataclass(frozen=True)
class Asked:
    """Streams that are to be opened: of which match (a number), by which path, and with which token."""

    address: tuple[str, int]
    streams: Sequence[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class Told:
    """What has come: when (by the clock on the wall), of which match, which version."""

    times: array[float]
    matches: array[int]
    versions: array[int]

    def __iter__(self) -> Iterator[tuple[float, int, int]]:
        return zip(self.times, self.matches, self.versions, strict=True)


@dataclass(frozen=True, slots=True)
class Standing:
    """How many streams are open and how many were cut, how many decisions came in all, and how many of these did
    not follow the one before them; and the seconds of the processor that reading has taken."""

    open: int
    cuts: int
    told: int
    wrong: int
    spent: float


def read(asked: Asked, pipe: Pipe) -> None:
    """Hold streams open, and answer what is asked by the pipe."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, len(asked.streams) + 256)), hard))
    held = Held(asked, pipe)
    while held.turn():
        pass


class Held:
    """The connections of the reading process."""

    def __init__(self, asked: Asked, pipe: Pipe) -> None:
        self._poll = select.epoll()
        self._poll.register(pipe.fileno(), select.EPOLLIN)
        self._asked = asked
        self._pipe = pipe
        self._pause = SOON
        self._buffer = bytearray(LARGEST)
        self._waiting = deque(range(len(asked.streams)))
        self._open: dict[int, tuple[socket.socket, int]] = {}
        self._begun: set[int] = set()
        self._rest: dict[int, bytes] = {}
        self._seen: dict[int, int] = {}
        self._told = Told(array("d"), array("l"), array("l"))
        self._cuts = self._number = self._wrong = 0
        self._more()

    def turn(self) -> bool:
        """Read what has come; False when it is to end."""
        if self._waiting or len(self._begun) < len(self._open) or not self._pause:
            going = self._drain(SOON if self._waiting else LATER)
        else:
            self._pipe.poll(self._pause)
            going = self._drain(0)
        self._more()
        return going

    def _more(self) -> None:
        """Open some more connections."""
        while self._waiting and len(self._open) - len(self._begun) < AT_ONCE:
            number = self._waiting.popleft()
            _, path, token = self._asked.streams[number]
            head = [f"GET {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
            if number in self._seen:
                head.append(f"Last-Event-ID: {self._seen[number]}")
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
            try:
                connection.connect(self._asked.address)
                connection.sendall("\r\n".join(head).encode() + HEAD_END)
            except OSError:  # nobody listens at the moment
                connection.close()
                self._waiting.appendleft(number)
                time.sleep(0.05)
                return
            connection.setblocking(False)
            self._open[connection.fileno()] = connection, number
            self._poll.register(connection.fileno(), select.EPOLLIN)

    def _drain(self, seconds: float) -> bool:
        """Read all that is there, after waiting for it; False when it is to end."""
        going = True
        while ready := self._poll.poll(seconds):
            for file, _ in ready:
                if file in self._open:
                    self._read(file, *self._open[file])
                else:
                    going = self._answer() and going
            if not self._pause or self._waiting or not going:
                break
            seconds = 0
        return going

    def _read(self, file: int, connection: socket.socket, number: int) -> None:
        size, at = 0, 0.0
        with suppress(OSError):
            if not self._pause:
                size, at = connection.recv_into(self._buffer), time.time()
            else:
                size, said, _, _ = connection.recvmsg_into([self._buffer], 64)
                for _, kind, value in said:
                    if kind == SO_TIMESTAMPNS:
                        seconds, nanoseconds = TIMESPEC.unpack(value)
                        at = seconds + nanoseconds / 1e9
        if size:
            self._heard(file, number, bytes(self._buffer[:size]), at)
        else:
            self._cut(file, connection, number)

    def _heard(self, file: int, number: int, got: bytes, at: float) -> None:
        if number in self._rest:
            got = self._rest.pop(number) + got
        end = got.rfind(b"\n\n") + 2
        if end < 2 or got[end:] not in (b"", b"\r\n"):
            self._rest[number] = got[end:] if end >= 2 else got
        match = self._asked.streams[number][0]
        for found in EVENT.finditer(got, 0, end if end >= 2 else 0):
            version = int(found[1])
            if found[2] == b"decision":
                self._number += 1
                self._wrong += version != self._seen[number] + 1
                self._told.times.append(at)
                self._told.matches.append(match)
                self._told.versions.append(version)
            self._seen[number] = version
        # Whoever comes back, and has missed nothing, is told a comment.
        if file not in self._begun and end >= 2:
            self._begun.add(file)

    def _cut(self, file: int, connection: socket.socket, number: int) -> None:
        self._cuts += 1
        self._begun.discard(file)
        self._rest.pop(number, None)
        del self._open[file]
        self._poll.unregister(file)
        connection.close()
        self._waiting.append(number)

    def _answer(self) -> bool:
        asked = self._pipe.recv()
        if asked == "standing":
            spent = time.process_time()
            self._pipe.send(Standing(len(self._begun), self._cuts, self._number, self._wrong, spent))
        elif asked == "told":
            told, self._told = self._told, Told(array("d"), array("l"), array("l"))
            self._pipe.send(told)
        elif isinstance(asked, float):
            self._pause = asked
        return bool(asked != "close")


class Readers:
    """Streams, read by a process of their own."""

    def __init__(self, asked: Asked) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._number = len(asked.streams)
        self._process = context.Process(target=read, args=(asked, theirs), daemon=True)
        self._process.start()

    def standing(self) -> Standing:
        """How they stand."""
        self._pipe.send("standing")
        found: Standing = self._pipe.recv()
        return found

    def until_open(self, cuts: int = 0) -> float:
        """Wait until all are open, after so many were cut in all; the seconds from now on."""
        began = time.monotonic()
        while True:
            found = self.standing()
            if found.open == self._number and found.cuts >= cuts:
                return time.monotonic() - began
            assert time.monotonic() - began < PATIENCE, f"{found.open} of {self._number} are open"
            time.sleep(0.05)

    def told(self) -> Iterable[tuple[float, int, int]]:
        """What has come since it was asked for."""
        self._pipe.send("told")
        found: Told = self._pipe.recv()
        return found

    def look_every(self, seconds: float) -> None:
        """From now on it is looked so often at what has come; with 0 it is read at once."""
        self._pipe.send(float(seconds))

    def close(self) -> None:
        """Close them."""
        self._pipe.send("close")
        self._process.join()
