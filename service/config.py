"""Settings of one service process, and what a database URL means to the eventsourcing library.

The library is configured by a mapping of environment variables; `parse_database` writes that mapping, so that
SQLite and PostgreSQL differ nowhere else. Messages never repeat a URL: it may hold a password.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote_to_bytes
from uuid import uuid4

from domain.evidence.signing import BadKeyFile, Signing, is_name, read_key_file
from domain.match.work import LONGEST
from domain.store.sqlite.files import is_memory, path_of
from service.monitoring.logs import LEVELS
from service.monitoring.tracing import OFF, TRACES, is_installed
from service.web import prefix
from service.web.bounds import DEFAULTS, MAX_BODY, Limits, limits_from

DEFAULT_DATABASE = "sqlite:///kerbholz.db"
MIN_SERVICE_KEY = 32
"""Bytes: as long as the output of the SHA-256 it keys (RFC 2104 section 3)."""

SHORTEST, MOST_DECISIONS = 100, 100_000
"""The bounds of the setting for the longest match: no request could read a longer one."""

MOST_MEMORY = 100_000
"""The bound of the memory for matches, in MiB."""

MOST_DAYS = 36_500
"""The bound of the time after which records are closed: a hundred years."""

MOST_STREAMS = 100_000
"""The bound of the setting for the streams of the relay: their addresses alone would need several interfaces."""

MOST_SECONDS = 86_400
"""The bound of the time in which a body has to come: a day."""

MOST_CONNECTIONS = 8
"""Connections of one process to PostgreSQL, at rest: a server cannot work for all threads at once."""

VARIABLES = {
    "KERBHOLZ_DATABASE_URL": "database",
    "KERBHOLZ_SERVICE_KEY": "service_key",
    "KERBHOLZ_ORIGINS": "origins",
    "KERBHOLZ_LOG_LEVEL": "log_level",
    "KERBHOLZ_STREAMS": "streams",
    "KERBHOLZ_STREAMS_PER_CALLER": "streams_per_caller",
    "KERBHOLZ_STREAMS_PORT": "streams_port",
    "KERBHOLZ_RELAY_STREAMS": "relay_streams",
    "KERBHOLZ_BODY_SECONDS": "body_seconds",
    "KERBHOLZ_LIMITS": "limits",
    "KERBHOLZ_LONGEST_MATCH": "longest_match",
    "KERBHOLZ_MEMORY": "memory",
    "KERBHOLZ_PROXIES": "proxies",
    "KERBHOLZ_PREFIX": "prefix",
    "KERBHOLZ_REQUIRE_KEY": "require_key",
    "KERBHOLZ_WEBHOOKS": "webhooks",
    "KERBHOLZ_SIGNING_KEY_FILE": "signing_key_file",
    "KERBHOLZ_NAME": "name",
    "KERBHOLZ_CLOSE_AFTER": "close_after",
    "KERBHOLZ_REGISTRY_URL": "registry",
    "KERBHOLZ_TRACES": "traces",
}
"""The field of `Settings` that each environment variable sets."""

WEBHOOKS = ("public", "anywhere", "off")
"""Where webhooks are called: by https at public addresses; by http, too, and in private networks; nowhere."""


@dataclass(frozen=True)
class Settings:
    """How one service runs. Raises ValueError, in a sentence for the operator, for what cannot work.

    `database` is a URL as `parse_database` takes it; `port` 0 picks a free one; `threads` is per worker;
    `service_key` None means that the service keeps a key of its own; `max_body` is in bytes; `origins` are those
    whose pages may call the service, `*` for any; `log_level` is one of `LEVELS`. `streams` is how many streams
    and long polls a worker holds open (None: `most_streams`), `streams_per_caller` how many of one token, or of
    one address. At `streams_port` (0 picks a free one; None: nowhere) one more process, the relay, holds
    `relay_streams` streams. `heartbeat` is in seconds, and so is `body_seconds`, in which a body has to come.
    `limits` are quotas by kind of bucket; `memory` is how many MiB the matches that a worker remembers may
    take; `proxies` is how many proxies there are in front, whose `X-Forwarded-For` and `X-Forwarded-Prefix`
    count; `prefix` is the path that the service lies behind, empty or as in `/a/b`; `require_key` says that
    opening a match needs an API key. `webhooks` says where webhooks may be called, one of `WEBHOOKS`.
    `signing_key_file` has the key that checkpoints are signed with (None: on SQLite, one in the database), and
    `name` is the service's name in them. `close_after` is the number of days after the end of a hosted match
    after which its record is closed, if nobody has closed it (0: never). `registry` is the URL of the database
    that says which of several databases has a match; `database` counts for nothing then. `traces` says where
    spans for OpenTelemetry go, one of `TRACES`.
    """

    # A URL may hold a password: neither it nor the key may show in a repr.
    database: str = field(default=DEFAULT_DATABASE, repr=False)
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 64
    service_key: bytes | None = field(default=None, repr=False)
    max_body: int = MAX_BODY
    origins: tuple[str, ...] = ("*",)
    log_level: str = "info"
    streams: int | None = None
    streams_per_caller: int = 16
    streams_port: int | None = None
    relay_streams: int = 10_000
    heartbeat: float = 15.0
    body_seconds: int = 20
    limits: Limits = field(default_factory=lambda: DEFAULTS)
    longest_match: int = LONGEST
    memory: int = 384
    proxies: int = 0
    prefix: str = ""
    require_key: bool = False
    webhooks: str = "public"
    signing_key_file: Path | None = None
    name: str | None = None
    close_after: int = 30
    registry: str | None = field(default=None, repr=False)
    traces: str = OFF

    def __post_init__(self) -> None:
        if self.registry is not None:
            parse_database(self.registry)
            _require(
                self.service_key is not None,
                "Several databases need one service key: with a registry, set KERBHOLZ_SERVICE_KEY.",
            )
            _require("mode=memory" not in parse_database(self.registry).get("SQLITE_DBNAME", ""), _IN_MEMORY)
        _require(0 <= self.port <= 65535, "The port has to be from 0 to 65535.")
        _require(self.workers >= 1, "There has to be at least one worker.")
        _require(self.threads >= 1, "A worker needs at least one thread.")
        _require(self.max_body >= 1, "The largest body has to be at least one byte.")
        _require(self.streams is None or self.streams >= 0, "The number of streams cannot be negative.")
        _require(
            self.streams is None or self.streams < self.threads,
            "A stream occupies a thread: there have to be more threads than streams.",
        )
        _require(
            1 <= self.streams_per_caller <= MOST_STREAMS,
            f"A caller needs at least one stream, and may have {MOST_STREAMS:,}.",
        )
        _require(
            self.streams_port is None or 0 <= self.streams_port <= 65535,
            "The port for streams has to be from 0 to 65535.",
        )
        _require(
            self.streams_port in (None, 0) or self.streams_port != self.port,
            "The port for streams has to be another one than that of the service.",
        )
        _require(1 <= self.relay_streams <= MOST_STREAMS, f"The relay holds 1 to {MOST_STREAMS:,} streams.")
        _require(self.heartbeat > 0, "The time between heartbeats has to be positive.")
        _require(
            1 <= self.body_seconds <= MOST_SECONDS,
            f"A body needs at least one second, and has {MOST_SECONDS:,} at most.",
        )
        _require(
            self.service_key is None or len(self.service_key) >= MIN_SERVICE_KEY,
            f"The service key has to be at least {MIN_SERVICE_KEY} bytes long.",
        )
        _require(
            bool(self.origins) and all(map(_is_origin, self.origins)),
            "Origins are * or a list like https://example.org,https://play.example.org:8443, without paths.",
        )
        _require(
            SHORTEST <= self.longest_match <= MOST_DECISIONS,
            f"The longest match has to have {SHORTEST:,} to {MOST_DECISIONS:,} decisions.",
        )
        _require(
            1 <= self.memory <= MOST_MEMORY, f"The memory for matches has to be from 1 to {MOST_MEMORY:,} MiB."
        )
        _require(0 <= self.proxies <= 10, "There are 0 to 10 proxies.")
        _require(prefix.read(self.prefix) == self.prefix, _PREFIX)
        _require(self.webhooks in WEBHOOKS, f"Webhooks are called in one of {', '.join(WEBHOOKS)}.")
        _require(
            self.name is None or is_name(self.name),
            "The name is a host, perhaps with a path, of at most 100 letters, digits and . _ ~ - / :",
        )
        _require(
            0 <= self.close_after <= MOST_DAYS, f"Records are closed after 1 to {MOST_DAYS:,} days, or 0: never."
        )
        _require(self.traces in TRACES, f"Traces go to one of {', '.join(TRACES)}.")
        _require(self.traces == OFF or is_installed(), "Traces need more packages: pip install 'kerbholz[otel]'.")
        _require(self.log_level in LEVELS, f"The level of the log is one of {', '.join(LEVELS)}.")
        _require(
            "mode=memory" not in self.environment.get("SQLITE_DBNAME", "") or self.workers == 1,
            "A database in memory belongs to one process: use one worker, or a file.",
        )
        _require(
            "mode=memory" not in self.environment.get("SQLITE_DBNAME", "") or self.streams_port is None,
            "A database in memory belongs to one process: with a port for streams, use a file.",
        )

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], **given: object) -> Self:
        """Settings from the variables in `VARIABLES`; `given` fields that are not None go before them.

        What is given as text is read as the variable would be.
        """
        fields: dict[str, Any] = {
            name: environ[variable] for variable, name in VARIABLES.items() if environ.get(variable)
        }
        fields.update({name: value for name, value in given.items() if value is not None})
        for name, read in _READERS.items():
            if isinstance(fields.get(name), str):
                fields[name] = read(fields[name])
        for variable, name in VARIABLES.items():
            if name in NUMBERS and isinstance(fields.get(name), str):
                option = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
                fields[name] = _number(fields[name], variable if given.get(name) is None else option)
        return cls(**fields)

    @property
    def most_streams(self) -> int:
        """How many streams a worker holds open: without a setting three quarters of its threads."""
        return self.threads * 3 // 4 if self.streams is None else self.streams

    @cached_property
    def signing(self) -> Signing:
        """What checkpoints are signed with; raises ValueError if the file cannot be used."""
        if self.signing_key_file is None:
            return Signing(None, self.name)
        try:
            return Signing(read_key_file(self.signing_key_file), self.name)
        except OSError as error:
            raise ValueError(f"The signing key cannot be read: {error.strerror}.") from None
        except BadKeyFile as error:
            raise ValueError(f"The file with the signing key cannot be used: {error}.") from None

    @cached_property
    def environment(self) -> dict[str, str]:
        """The eventsourcing library's variables; always the same database, also where that is in memory."""
        return parse_database(self.database, connections=min(self.threads + 1, MOST_CONNECTIONS))


def parse_database(url: str, *, connections: int = 5) -> dict[str, str]:
    """The eventsourcing library's environment variables for a database URL.

    Takes `sqlite:///relative/path`, `sqlite:////absolute/path`, `sqlite://` (in memory, a new database at
    each call) and `postgresql://USER:PASSWORD@HOST:PORT/DATABASE` (also `postgres://`), with all that libpq takes:
    parameters, several hosts, a socket's folder, a service. `connections` is how many a process keeps open to
    PostgreSQL. Special characters are percent-encoded (RFC 3986 section 2.1). Raises ValueError for all else;
    its message does not hold the URL.
    """
    scheme, mark, rest = url.partition("://")
    _require(bool(mark) and url.isprintable(), _EXPECTED)
    match scheme.lower():
        case "sqlite":
            return _sqlite(rest)
        case "postgresql" | "postgres":
            return _postgres(f"postgresql://{rest}", connections)
    raise ValueError(_EXPECTED)


_IN_MEMORY = "The registry has to outlive the service: it cannot be a database in memory."


def is_same_file(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two environments of the library are for one SQLite file, whatever it is called in them."""
    names = [environment.get("SQLITE_DBNAME") for environment in (one, other)]
    if not all(name is not None and not is_memory(name) for name in names):
        return False
    paths = [os.path.realpath(path_of(name)) for name in names if name is not None]
    return paths[0] == paths[1]


_EXPECTED = (
    "The database URL has to be sqlite:///relative/path, sqlite:////absolute/path, sqlite:// (in memory) "
    "or postgresql://USER:PASSWORD@HOST:PORT/DATABASE."
)


def _sqlite(rest: str) -> dict[str, str]:
    name = f"file:kerbholz-{uuid4().hex}?mode=memory&cache=shared" if rest == "" else _sqlite_file(rest)
    return {
        "PERSISTENCE_MODULE": "domain.store.sqlite.recorder:Factory",
        "SQLITE_DBNAME": name,
        "CREATE_TABLE": "n",
    }


def _sqlite_file(rest: str) -> str:
    """The `file:` URI (https://www.sqlite.org/uri.html) of the path in a URL."""
    _require(rest.startswith("/"), "A SQLite URL needs three slashes before a relative path, four before /.")
    _require("?" not in rest, "A SQLite URL takes no parameters; write a ? in the path as %3F.")
    _require("#" not in rest, "A SQLite URL takes no fragment; write a # in the path as %23.")
    _require(not re.search("%(?![0-9A-Fa-f]{2})", rest), "Write a % in the path of a SQLite URL as %25.")
    path = unquote_to_bytes(rest[1:])
    _require(path.strip(b"/") != b"" and b"\0" not in path, "The SQLite URL names no file.")
    _require(path != b":memory:", "For a database in memory write sqlite:// and nothing behind it.")
    # With an empty authority a path can begin with two slashes. quote() also hides `mode=memory` and
    # `:memory:` in a path, which the library would take for a database in memory.
    authority = "//" if path.startswith(b"/") else ""
    return f"file:{authority}{quote(path)}"


def _postgres(url: str, connections: int) -> dict[str, str]:
    parts = _conninfo(url)
    _require(
        parts is not None,
        "The PostgreSQL URL cannot be read: write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, special "
        "characters percent-encoded, and as parameters only those of libpq (sslmode, connect_timeout and the "
        "like; not those of other programs, such as pgbouncer, schema or connection_limit).",
    )
    # libpq would take the name of the user: nobody means that who names no database.
    named = any((parts or {}).get(name) for name in ("dbname", "service"))
    named = named or any(os.environ.get(name) for name in ("PGDATABASE", "PGSERVICE"))
    _require(named, "The PostgreSQL URL names no database.")
    ports = (parts or {}).get("port", "").split(",")
    _require(
        all(port == "" or _is_port(port) for port in ports),
        "The port in the PostgreSQL URL has to be from 1 to 65535.",
    )
    return {
        "PERSISTENCE_MODULE": "domain.store.postgres.recorder:Factory",
        "POSTGRES_URL": url,
        "POSTGRES_POOL_SIZE": str(connections),
        "POSTGRES_MAX_OVERFLOW": "2",
        # For one of the pool: who asks waits no longer.
        "POSTGRES_CONNECT_TIMEOUT": "3",
        # What fails on a connection that has died is tried again (domain.store.postgres.recorder.twice).
        "POSTGRES_PRE_PING": "n",
        "CREATE_TABLE": "n",
    }


def _conninfo(url: str) -> dict[str, str] | None:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    # None instead of an exception: psycopg's messages repeat the URL, and a traceback would show them.
    try:
        return {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except (psycopg.Error, UnicodeError):
        return None


def _is_port(text: str) -> bool:
    return re.fullmatch("[0-9]{1,5}", text) is not None and 1 <= int(text) <= 65535


def _key(text: str) -> bytes:
    _require(re.fullmatch("([0-9A-Fa-f]{2})+", text) is not None, "KERBHOLZ_SERVICE_KEY has to be hex.")
    return bytes.fromhex(text)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


_PREFIX = "The prefix is a path such as /kerbholz, of letters, digits and . _ ~ - between its slashes."


def _prefix(text: str) -> str:
    found = prefix.read(text)
    _require(found is not None, _PREFIX)
    return found or ""


def _flag(text: str) -> bool:
    _require(text in ("true", "false"), "KERBHOLZ_REQUIRE_KEY has to be true or false.")
    return text == "true"


def _is_origin(text: str) -> bool:
    """Whether it is `*`, or an origin as a browser sends it (RFC 6454 section 6.2)."""
    return text == "*" or re.fullmatch(r"[a-z][a-z0-9+.-]*://[^\s/?#@*]+", text) is not None


def _number(text: str, called: str) -> int:
    """A number, of which the bounds say whether it can be meant; one of more digits than Python reads is none."""
    _require(re.fullmatch("-?[0-9]{1,4000}", text) is not None, f"{called} has to be a whole number.")
    return int(text)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


_READERS: dict[str, Callable[[str], Any]] = {
    "service_key": _key,
    "origins": _listed,
    "limits": limits_from,
    "prefix": _prefix,
    "require_key": _flag,
    "signing_key_file": Path,
}
NUMBERS = (
    *("streams", "streams_per_caller", "streams_port", "relay_streams", "body_seconds"),
    *("longest_match", "memory", "proxies", "close_after"),
)
_OPTIONS = {"streams_port": "--streams"}
"""Options that have another name than the field."""
