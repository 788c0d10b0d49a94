"""Signed notes (C2SP, ``signed-note``): a text, an empty line, and signatures of keys that have a name.

Signatures are Ed25519 (RFC 8032, type 0x01): the same key signs the same text with the same bytes for ever.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519 = b"\x01"
MOST_SIGNATURES = 16
"""Signatures that a note may have: a verifier has to accept that number, and may refuse more."""

_SPACES = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Unicode's White_Space: Python takes U+001C to U+001F for spaces, too."""
_NAME = re.compile(f"[^{_SPACES}+]+")
_LINE = re.compile(f"— (?P<name>[^{_SPACES}+]+) (?P<signature>[A-Za-z0-9+/]+=*)")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


class BadNote(ValueError):
    """It is no signed note, or no verifier key."""


class BadSignature(ValueError):
    """A signature of a known key does not fit the text; or no key that is known has signed."""


@dataclass(frozen=True)
class VerifierKey:
    """A public key and its name, as it is given to people: *public* are the 32 bytes of RFC 8032."""

    name: str
    public: bytes

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or len(self.public) != 32:
            raise BadNote("the name of a key has no spaces and no plus, and the key has 32 bytes")

    @cached_property
    def id(self) -> bytes:
        """The four bytes by which signatures name it."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """As text: the name, the id in hex, and type and key in base64, joined by plus signs."""
        return f"{self.name}+{self.id.hex()}+{encoded(ED25519 + self.public)}"

    @classmethod
    def read(cls, text: str) -> VerifierKey:
        """The key that a text says; raises :class:`BadNote`."""
        name, _, rest = text.partition("+")
        digits, _, material = rest.partition("+")
        whole = decoded(material)
        if whole[:1] != ED25519:
            raise BadNote("the key is of another type than Ed25519")
        key = cls(name, whole[1:])
        if key.id.hex() != digits:
            raise BadNote("the id of the key is not that of its name and bytes")
        return key

    def verifies(self, text: str, signature: bytes) -> bool:
        """Whether the signature (64 bytes) is of this key, for this text."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """A name, and the secret key (32 bytes of RFC 8032, the seed) that signs for it."""

    name: str
    secret: bytes = field(repr=False)

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret)

    @cached_property
    def verifier(self) -> VerifierKey:
        """What others need to verify."""
        return VerifierKey(self.name, self._private.public_key().public_bytes_raw())

    def signed(self, text: str) -> str:
        """The note: *text* ends with a line feed."""
        signature = encoded(self.verifier.id + self._private.sign(text.encode()))
        return f"{text}\n— {self.name} {signature}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was read: the text with its last line feed; of each signature name, key id and bytes."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    @classmethod
    def read(cls, whole: str) -> Note:
        """The note that is written there; raises :class:`BadNote`. Nothing of it is verified yet."""
        text, gap, tail = whole.rpartition("\n\n")
        if _CONTROL.search(whole) or not gap or not text or not tail.endswith("\n"):
            raise BadNote("this is no signed note")
        lines = tail.removesuffix("\n").split("\n")
        found = [_LINE.fullmatch(line) for line in lines]
        if len(lines) > MOST_SIGNATURES:
            raise BadNote("the note has too many signatures")
        signatures = []
        for one in found:
            signature = decoded(one["signature"]) if one is not None else b""
            if one is None or len(signature) < 5:
                raise BadNote("a line of the note is no signature")
            signatures.append((one["name"], signature[:4], signature[4:]))
        return cls(f"{text}\n", tuple(signatures))

    def signers(self, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
        """Which of these keys have signed it, at least one.

        Signatures of other keys say nothing. Raises :class:`BadSignature` if one of a known key does not fit, or
        if there is none of a known key.
        """
        known = {(key.name, key.id): key for key in keys}
        found = []
        for name, number, signature in self.signatures:
            key = known.get((name, number))
            if key is None:
                continue
            if not key.verifies(self.text, signature):
                raise BadSignature(f"the signature of {name} does not fit the text")
            found.append(key)
        if not found:
            raise BadSignature("no key that is known has signed it")
        return tuple(found)


def encoded(data: bytes) -> str:
    """Base64 with padding (RFC 4648, section 4)."""
    return base64.b64encode(data).decode("ascii")


def decoded(text: str) -> bytes:
    """The bytes of base64 as :func:`encoded` writes it, and not otherwise; raises :class:`BadNote`."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not data or encoded(data) != text:
        raise BadNote("this is no base64")
    return data
