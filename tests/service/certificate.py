"""A certificate for the loopback, signed by itself (RFC 5280), for tests that speak TLS."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from Crypto.Hash import SHA256
from Crypto.PublicKey import ECC
from Crypto.Signature import DSS
from Crypto.Util.asn1 import DerBitString, DerInteger, DerObjectId, DerOctetString, DerSequence, DerSetOf

COMMON_NAME, ALTERNATIVE_NAME, CONSTRAINTS = "2.5.4.3", "2.5.29.17", "2.5.29.19"
ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2"
LOOPBACK = bytes([127, 0, 0, 1])


def write_certificate(folder: Path) -> tuple[Path, Path]:
    """A new certificate for 127.0.0.1, and its key: two files in *folder*."""
    key = ECC.generate(curve="P-256")
    algorithm = DerSequence([DerObjectId(ECDSA_WITH_SHA256).encode()])
    name = DerSequence([DerSetOf([DerSequence([_oid(COMMON_NAME), _text("tests")]).encode()]).encode()]).encode()
    now = datetime.now(UTC)
    lasts = DerSequence([_time(now - timedelta(days=1)), _time(now + timedelta(days=1))]).encode()
    names = DerSequence([_tagged(0x87, LOOPBACK)]).encode()
    authority = DerSequence([_tagged(0x01, b"\xff")]).encode()
    extensions = DerSequence(
        [
            DerSequence([_oid(ALTERNATIVE_NAME), DerOctetString(names).encode()]).encode(),
            DerSequence([_oid(CONSTRAINTS), DerOctetString(authority).encode()]).encode(),
        ]
    ).encode()
    public = key.public_key().export_key(format="DER")
    version, serial = _tagged(0xA0, DerInteger(2).encode()), DerInteger(int(now.timestamp())).encode()
    signed = DerSequence(
        [version, serial, algorithm.encode(), name, lasts, name, public, _tagged(0xA3, extensions)]
    ).encode()
    signature = DSS.new(key, "fips-186-3", encoding="der").sign(SHA256.new(signed))
    whole = DerSequence([signed, algorithm.encode(), DerBitString(signature).encode()]).encode()
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_text(_pem(whole))
    paths[1].write_text(key.export_key(format="PEM") + "\n")
    return paths


def _oid(dotted: str) -> bytes:
    return DerObjectId(dotted).encode()


def _text(text: str) -> bytes:
    return _tagged(0x0C, text.encode())


def _time(at: datetime) -> bytes:
    return _tagged(0x17, at.strftime("%y%m%d%H%M%SZ").encode())


def _tagged(tag: int, payload: bytes) -> bytes:
    length = len(payload)
    return bytes([tag, length] if length < 128 else [tag, 0x82, *length.to_bytes(2, "big")]) + payload


def _pem(der: bytes) -> str:
    return ssl.DER_cert_to_PEM_cert(der)
