"""Bodies on their way: read in the event loop, where waiting costs no thread."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from service.front.environment import Environ, Receive

if TYPE_CHECKING:
    pass

PROMPT = 0.1
"""Seconds that a body may take before its headers are judged without it."""
LINGER = 2.0
"""Seconds in which a refused body may still come, so that its sender can read the answer."""
MOST_THROWN_AWAY = 16 * 1024 * 1024
"""Bytes of a refused body that are read and thrown away."""
MOST_WAITING = 1_000
"""Bodies that are waited for at once, for longer than `PROMPT`; twice as many for players."""


class BodyWanted(BaseException):
    """The application wants to read a body that is not there yet.

    Not an Exception, so that it passes all handlers of errors: it is none.
    """


class NotYet(io.RawIOBase):
    """A body that is not there yet."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> NoReturn:  # noqa: ARG002
        raise BodyWanted

    def readinto(self, buffer: Any) -> NoReturn:  # noqa: ARG002
        raise BodyWanted


class Body:
    """A body on its way: `state` says whether it is still "coming", is "whole", was "cut off" or is "too large".

    Of one that is too large, or not waited for any longer, what still comes is thrown away.
    """

    def __init__(self, receive: Receive, most: int, length: int | None) -> None:
        self._receive = receive
        self._most = most
        self._length = length
        self._parts: list[bytes] = []
        self._reader: asyncio.Task[None] | None = None
        self._turn: asyncio.Future[None] | None = None
        self.state: Literal["coming", "whole", "cut off", "too large"] = "coming"
        self.size = 0

    def bytes(self) -> bytes:
        """What has come of it."""
        return b"".join(self._parts)

    async def come(self, seconds: float) -> None:
        """Wait until it is known what becomes of it, but not longer."""
        loop = asyncio.get_running_loop()
        if self._reader is None:
            self._reader = loop.create_task(self._read())
        if self.state != "coming":
            return
        # By hand, since nearly every request comes here: asyncio's own timeout costs more than all the rest.
        turn = self._turn = loop.create_future()
        late = loop.call_later(seconds, self._wake)
        await turn
        late.cancel()

    def _wake(self) -> None:
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)

    async def end(self, seconds: float) -> None:
        """Wait until no more comes of it, but not longer."""
        if self._reader is not None and not self._reader.done():
            await asyncio.wait((self._reader,), timeout=seconds)

    def forget(self) -> None:
        """Read no more of it.

        Nothing may hold on to it then, not even a cycle that waits for the garbage collector: the server closes
        the connection only when the last reference is gone.
        """
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.cancel()

    async def _read(self) -> None:
        while self.size <= MOST_THROWN_AWAY:
            message = await self._receive()
            if message["type"] != "http.request":
                self._settle("cut off")
                return
            part = message.get("body", b"")
            self.size += len(part)
            if self.size > self._most:
                self._parts.clear()
                self._settle("too large")
            elif part:
                self._parts.append(part)
            if not message.get("more_body") or self.size == self._length:
                self._settle("whole")
                return

    def _settle(self, state: Literal["whole", "cut off", "too large"]) -> None:
        if self.state == "coming":
            self.state = state
            self._wake()


def announced(environ: Environ) -> int | None:
    """The length of the body, where there is one that counts."""
    length = environ.get("CONTENT_LENGTH", "")
    if "HTTP_TRANSFER_ENCODING" in environ or not (length.isascii() and length.isdecimal()):
        return None
    return int(length)
