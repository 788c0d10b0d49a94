"""The key with which a service signs, and the name that it signs by: both stay as they were at the first start.

The key is in a file that the operator names; or, on SQLite without one, in the database, where it was made at the
first start. With the key one can sign as the service. The file is PEM (RFC 8410), as other programs write it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from domain.evidence.notes import SigningKey, VerifierKey

LONGEST_NAME = 100
"""Bytes of a service's name."""
UNNAMED = "kerbholz.invalid"
SECRET, SIGNER = "signing_key", "signer"
"""The settings beside the log: the secret key, if the database has it; and by which key and name it is signed."""

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9./_:~-]*[A-Za-z0-9])?")


class NotTheSigner(Exception):
    """The service was started with another key or name before; or with none, and is started without one."""


class BadKeyFile(ValueError):
    """The file holds no Ed25519 key."""


class Settings(Protocol):
    """What is kept beside the log."""

    def setting(self, name: str) -> bytes | None:
        """A setting, if there is one."""

    def keep_setting(self, name: str, value: bytes) -> bytes:
        """Keep a setting unless there is one; what counts then."""


@dataclass(frozen=True, slots=True)
class Signing:
    """What the operator has given: a secret key and a name; each may be missing."""

    secret: bytes | None = field(default=None, repr=False)
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Signer:
    """A service's key, with its name, and since when it signs (RFC 3339, UTC)."""

    key: SigningKey
    since: str

    @property
    def verifier(self) -> VerifierKey:
        """What others need to verify."""
        return self.key.verifier


def is_name(text: str) -> bool:
    """Whether a service can have that name: a host, with a path perhaps; no spaces, no plus, at most 100 bytes."""
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None


def signer_of(settings: Settings, secret: bytes | None, name: str | None, now: str) -> Signer | None:
    """The signer of a database: *secret* and *name* are those that the operator has given.

    At the first start they are kept; later others raise :class:`NotTheSigner`. None if there is no key.
    """
    secret = secret or settings.setting(SECRET)
    kept = settings.setting(SIGNER)
    if secret is None:
        if kept is not None:
            raise NotTheSigner(
                "this service signs with a key from a file: KERBHOLZ_SIGNING_KEY_FILE has to name it"
            )
        return None
    if kept is None:
        first = SigningKey(name or _unnamed(secret), secret)
        said = {"vkey": str(first.verifier), "from": now}
        kept = settings.keep_setting(SIGNER, json.dumps(said).encode())
    said = json.loads(kept)
    known = VerifierKey.read(said["vkey"])
    if name is not None and name != known.name:
        raise NotTheSigner(f"this service has signed as {known.name}: it cannot take another name")
    key = SigningKey(known.name, secret)
    if key.verifier != known:
        raise NotTheSigner(f"this service has signed with another key ({known}): it cannot take another one")
    return Signer(key, said["from"])


def _unnamed(secret: bytes) -> str:
    public = SigningKey(UNNAMED, secret).verifier.public
    return f"{UNNAMED}/{hashlib.sha256(public).hexdigest()[:8]}"


def new_key_file(path: Path) -> None:
    """Make a key and write it to a new file, which its owner alone may read; raises OSError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    made = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(made)
        file.flush()
        os.fsync(file.fileno())


def read_key_file(path: Path) -> bytes:
    """The secret key in a file; raises OSError, :class:`BadKeyFile`. What the file holds is never repeated."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError):
        key = None
    except Exception as error:  # cryptography has an exception of its own for what it does not know
        if type(error).__module__.startswith("cryptography."):
            key = None
        else:
            raise
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKeyFile(
            "it holds no Ed25519 key in PEM without a password: kerbholz keys signing new FILE makes one"
        )
    return key.private_bytes_raw()
