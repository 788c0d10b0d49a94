"""The key of a service and its name: they stay as they were at the first start."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.application.matches import Matches
from domain.evidence.signing import BadKeyFile, NotTheSigner, Signing, is_name, new_key_file, read_key_file
from service.config import Settings
from tests.evidence.archives import kerbholz

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))


def opened(url: str, secret: bytes | None = None, name: str | None = None) -> Matches:
    return Matches(Settings(database=url).environment, signing=Signing(secret, name))


def test_key_and_name_stay_as_they_were(migrated_url: str) -> None:
    with opened(migrated_url, SECRET, "play.example.org") as matches:
        first = matches.signer
        assert first is not None
        assert first.verifier.name == "play.example.org"
    with opened(migrated_url, SECRET) as again:
        assert again.signer == first
    for secret, name in ((SECRET, "other.example.org"), (OTHER, "play.example.org"), (OTHER, None)):
        with opened(migrated_url, secret, name) as other, pytest.raises(NotTheSigner, match="it cannot take"):
            _ = other.signer


def test_on_sqlite_there_is_a_key_without_any_setting(migrated_sqlite_url: str) -> None:
    with opened(migrated_sqlite_url) as matches, opened(migrated_sqlite_url) as other:
        assert matches.signer is not None
        assert matches.signer == other.signer
        assert matches.signer.verifier.name.startswith("kerbholz.invalid/")


@pytest.mark.parametrize("migrated_url", ["postgres"], indirect=True)
def test_on_postgresql_nothing_is_signed_without_a_key_from_a_file(migrated_url: str) -> None:
    with opened(migrated_url) as matches:
        assert matches.signer is None
    with opened(migrated_url, SECRET) as matches:
        assert matches.signer is not None
    with opened(migrated_url) as matches, pytest.raises(NotTheSigner, match="KERBHOLZ_SIGNING_KEY_FILE"):
        _ = matches.signer


def test_a_key_is_made_for_its_owner_alone_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    new_key_file(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(read_key_file(path)) == 32
    with pytest.raises(FileExistsError):
        new_key_file(path)


@pytest.mark.parametrize(
    "text", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_a_file_without_a_key_is_refused_without_repeating_it(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(text)
    with pytest.raises(BadKeyFile) as refused:
        read_key_file(path)
    assert "AAAA" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("play.example.org", True),
        ("example.org:8443/club", True),
        ("a", True),
        ("", False),
        ("two words", False),
        ("a+b", False),
        ("a\n", False),
        ("x" * 101, False),
    ],
)
def test_a_name_is_a_host(name: str, fits: bool) -> None:
    assert is_name(name) == fits


def test_a_service_does_not_start_with_another_key_and_says_so(tmp_path: Path, migrated_sqlite_url: str) -> None:
    path = tmp_path / "key.pem"
    assert kerbholz("keys", "signing", "new", str(path)).returncode == 0
    with opened(migrated_sqlite_url) as matches:
        assert matches.signer is not None
    done = kerbholz("serve", "--port", "0", "--database", migrated_sqlite_url, KERBHOLZ_SIGNING_KEY_FILE=str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "signed with another key" in done.stderr
    missing = kerbholz("serve", "--database", migrated_sqlite_url, "--signing-key-file", str(tmp_path / "none"))
    assert (missing.returncode, missing.stderr) == (
        1,
        "Error: The signing key cannot be read: No such file or directory.\n",
    )
