"""A POST to an address that somebody else has named: never to a private network, and never for long.

The name is resolved here, and what is connected to is one of the addresses that were looked at, so a name that
resolves to something else the next time is of no use. Nothing is redirected, no proxy is asked, and of the answer
little more than the status is read.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from threading import Lock, Thread, Timer
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

CONNECT, TOTAL = 3.0, 10.0
"""Seconds that connecting may take, and the whole call."""
READ, READING = 4_096, 1.0
"""Bytes of an answer's body that are read, so that the receiver can end in peace, and thrown away; and seconds
that this may take."""
RESOLVING = 64
"""Names that are being resolved in threads of their own: the system may take a minute for one, and cannot be told
to stop. More of them are resolved by the calling thread, which then waits that long."""
TRIED = 3
"""Addresses of one name that are tried."""
LONGEST_URL = 1_000

Error = Literal["unreachable", "timed-out", "tls", "no-answer"]

_HOST = re.compile(r"[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_UNICAST = ipaddress.IPv6Network("2000::/3")
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")
)
"""What not every version of Python knows: protocol assignments, Teredo and 6to4 (which hold IPv4 addresses), and
addresses for documentation."""


class NotReached(Exception):
    """There was no answer. *kind* tells the owner of the address why, and tells nothing of our own network."""

    def __init__(self, kind: Error) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Answered:
    """What the receiver said; *retry_after* is in seconds."""

    status: int
    retry_after: int | None = None


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet: not private, loopback, link-local, or else special."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        if found not in _UNICAST:
            return False
    if any(found in network for network in _SPECIAL):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def wrong_with(url: str, *, anywhere: bool) -> str | None:
    """What is wrong with a URL that somebody wants to be called at, as far as it can be seen; None if nothing is.

    *anywhere* allows http, and addresses that are not public.
    """
    if not url.isascii() or not url.isprintable() or " " in url:
        return "A URL has printable ASCII characters only."
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "Not a URL."
    if parts.scheme not in (("http", "https") if anywhere else ("https",)):
        return "The scheme has to be http or https." if anywhere else "The scheme has to be https."
    if "@" in parts.netloc or parts.fragment:
        return "A URL holds neither a user nor a fragment here."
    if not _HOST.fullmatch(f"[{host}]" if ":" in host else host) or port == 0:
        return "Not a URL with a host."
    if not anywhere and _is_address(host) and not is_public(host):
        return "This address is not a public one."
    return None


def _is_address(host: str) -> bool:
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    return False


def post(url: str, body: bytes, headers: Mapping[str, str], *, anywhere: bool, total: float = TOTAL) -> Answered:
    """POST *body*; raises :class:`NotReached`, after *total* seconds at the latest."""
    parts = urlsplit(url)
    end = time.monotonic() + total
    line = _Line(_connected(parts, end, anywhere=anywhere))
    with contextlib.closing(line), _cut(line, end):
        try:
            if parts.scheme == "https":
                line.secure(parts.hostname or "")
            answer = _exchanged(line.socket, parts, body, headers, end)
        except ssl.SSLCertVerificationError:
            raise NotReached("tls") from None
        except (OSError, http.client.HTTPException) as error:
            late = isinstance(error, TimeoutError) or time.monotonic() >= end
            secure = isinstance(error, ssl.SSLError)
            raise NotReached("timed-out" if late else "tls" if secure else "no-answer") from None
    return answer


class _Line:
    """A connected socket, and then the secured one in its place, that another thread may cut."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected

    def secure(self, host: str) -> None:
        # The handshake comes when the socket can be cut already.
        self.socket = _context().wrap_socket(self.socket, server_hostname=host, do_handshake_on_connect=False)
        self.socket.do_handshake()

    def cut(self) -> None:
        with contextlib.suppress(OSError):
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def close(self) -> None:
        self.socket.close()


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextlib.contextmanager
def _cut(line: _Line, end: float) -> Iterator[None]:
    """Cut the line at the end: a time-out of a socket is one of each step, and there may be many small ones."""
    timer = Timer(max(0.0, end - time.monotonic()), line.cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


_Addresses = list[tuple[Any, ...]]
_resolving: dict[tuple[str | None, int], Future[_Addresses]] = {}
_resolving_lock = Lock()


def _resolved(host: str | None, port: int, end: float) -> _Addresses:
    """The addresses of a name; raises TimeoutError at *end*, and what ``getaddrinfo`` raises."""
    with _resolving_lock:
        answer = _resolving.get((host, port))
        if answer is None and len(_resolving) < RESOLVING:
            answer = _resolving[host, port] = Future()
            Thread(target=_resolve, args=(host, port, answer), name="kerbholz-name", daemon=True).start()
    if answer is None:
        return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return answer.result(max(0.0, end - time.monotonic()))


def _resolve(host: str | None, port: int, answer: Future[_Addresses]) -> None:
    found: _Addresses = []
    failed: BaseException | None = None
    try:
        found = list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except BaseException as error:  # noqa: BLE001 - the waiting thread is told
        failed = error
    with _resolving_lock:
        del _resolving[host, port]
    if failed is None:
        answer.set_result(found)
    else:
        answer.set_exception(failed)


def _connected(parts: SplitResult, end: float, *, anywhere: bool) -> socket.socket:
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = _resolved(parts.hostname, port, end)
    except TimeoutError:
        raise NotReached("timed-out") from None
    except (OSError, UnicodeError):
        raise NotReached("unreachable") from None
    allowed = [one for one in found if anywhere or is_public(str(one[4][0]))]
    late = False
    for family, kind, protocol, _, address in allowed[:TRIED]:
        left = min(CONNECT, end - time.monotonic())
        if left <= 0:
            break
        candidate = socket.socket(family, kind, protocol)
        try:
            candidate.settimeout(left)
            candidate.connect(address)
            candidate.settimeout(max(0.001, end - time.monotonic()))
            return candidate
        except OSError as error:
            late = isinstance(error, TimeoutError)
            candidate.close()
    raise NotReached("timed-out" if late else "unreachable")


def _exchanged(
    connected: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str], end: float
) -> Answered:
    connection: Any = http.client.HTTPConnection(parts.netloc)
    connection.sock = connected
    connection.auto_open = 0
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    connection.request("POST", target if target[0] == "/" else f"/{target}", body, dict(headers))
    response = connection.getresponse()
    if time.monotonic() >= end:
        raise TimeoutError  # what was cut looks like the end of the headers
    after = response.getheader("Retry-After", "")
    with contextlib.suppress(OSError, http.client.HTTPException):
        _read_some(connected, response, min(end, time.monotonic() + READING))
    return Answered(response.status, int(after) if re.fullmatch("[0-9]{1,6}", after) else None)


def _read_some(connected: socket.socket, response: http.client.HTTPResponse, until: float) -> None:
    left = READ
    while left > 0 and (seconds := until - time.monotonic()) > 0:
        connected.settimeout(seconds)
        got = len(response.read1(left))
        if not got:
            return
        left -= got
