"""The environment of a request (PEP 3333), and what the front and the application tell each other in it."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    pass

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

REFUSED = "kerbholz.refused"
"""In the environment: a code of `service.web.problems` and a sentence; the request is to be refused with them."""
ADMITTED = "kerbholz.admitted"
"""In the environment: what the application keeps from being asked with the body that is not there yet to being
asked again, so that one request is counted once."""
PLAYS = "kerbholz.plays"
"""In the environment: a call by which the application says that the token is that of somebody who plays."""
RELAY = "kerbholz.relay"
"""In the environment: what takes a stream over from the application (`service.web.event_stream.Relay`)."""

SMALL = ("malformed", "Methods are written in capitals, as in GET.")
"""Why a method such as `get` is refused (RFC 9110 section 9.1): the application takes it for the other one."""


def environ_of(scope: Message) -> Environ:
    """The environment of PEP 3333 for a request of ASGI."""
    client, server = scope["client"] or ("", ""), scope["server"] or ("", "")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REQUEST_URI": scope["raw_path"].decode("latin-1"),
        "REMOTE_ADDR": client[0],
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue  # in the environment it would be that with a hyphen, which a proxy has set or taken out
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        value = raw_value.decode("latin-1")
        if name in environ:
            value = environ[name] + (";" if name == "HTTP_COOKIE" else ",") + value
        environ[name] = value
    return environ
