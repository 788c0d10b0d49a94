"""How PostgreSQL is connected to: through a pooler, and by whatever libpq takes for a URL."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.log.feed import FeedReader
from domain.store.postgres.connecting import address, connect
from domain.store.postgres.sessions import SETTINGS
from domain.store.reaching import reason
from service.config import Settings
from tests.asking import asking
from tests.persistence.pooling import pooler

ADA_AND_BO = Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])
NOBODY = "127.0.0.1:1"
"""A host at which nobody answers."""


def played(url: str) -> None:
    """Migrate, open a match, append, notify, be told of it, and follow: with each kind of connection."""
    env = Settings(database=url).environment
    migrate(env)
    with Matches(env) as matches:
        follower, bell = FeedReader(matches.feed), matches.bell()
        assert bell.wait(5, lambda: False), "it listens now"
        match_id = matches.open(ADA_AND_BO).match.id
        matches.append(match_id, Principal("seat", 0), asking(Asked(Note("tea"))))
        assert bell.wait(5, lambda: False), "somebody notified"
        assert follower.read()[-1].match_id == match_id
        for name, value in SETTINGS.items():
            assert matches.database.query(f"SHOW {name}") == [(value,)]
        bell.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://one,two/d", "one:5432 or two:5432"),
        ("postgresql://one,two:7/d", "one:5432 or two:7"),
        ("postgresql://one,two/d?port=7", "one:7 or two:7"),
        ("postgresql://one:7,[::1]/d", "one:7 or [::1]:5432"),
        ("postgresql:///d?host=,/run/pg", "the local socket:5432 or /run/pg:5432"),
        ("postgresql:///d", "the local socket:5432"),
    ],
)
def test_each_host_is_named_with_its_port(url, said):
    assert address(url) == f"the database d of PostgreSQL at {said}"


def test_what_each_of_several_hosts_says_is_told_with_its_port():
    with pytest.raises(psycopg.OperationalError) as refused:
        psycopg.connect("postgresql:///d?host=127.0.0.1,/no/such&port=1,")
    assert reason(refused.value).startswith("127.0.0.1:1 says: connection refused; /no/such:5432 says: ")


def test_a_pooler_that_knows_few_parameters_is_enough(postgres_url):
    with pooler(postgres_url) as between:
        with pytest.raises(psycopg.OperationalError, match="unsupported startup parameter: options"):
            psycopg.connect(f"{between.url}?options=-csearch_path%3Dpublic")
        between.refused.clear()
        played(between.url)
        assert between.refused == []
        names = {parameters["application_name"] for parameters in between.passed if len(parameters) > 2}
        assert names == {"kerbholz", "kerbholz-bell", "kerbholz-notify"}


@pytest.mark.parametrize("name", ["pool", "beside"])
def test_every_session_is_set_up_alike(postgres_url, name):
    """Whatever the role or the environment says, and again on each new connection."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ALTER ROLE CURRENT_USER SET lock_timeout = 0")
    try:
        env = Settings(database=postgres_url).environment
        migrate(env)
        with Matches(env) as matches, connect(postgres_url, "beside") as beside:
            for setting, value in SETTINGS.items():
                asked = f"SHOW {setting}"
                found = matches.database.query(asked) if name == "pool" else beside.execute(asked).fetchall()
                assert found == [(value,)]
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("ALTER ROLE CURRENT_USER RESET lock_timeout")


def told(url: str) -> list[dict[str, Any]]:
    """The parameters that a connection of the pool, and one beside it, was made with."""
    env = Settings(database=url).environment
    with (
        Matches(env) as matches,
        connect(env["POSTGRES_URL"], "beside") as beside,
        matches.factory.datastore.get_connection() as pooled,
    ):
        return [pooled.info.get_parameters(), beside.info.get_parameters()]


@pytest.fixture
def migrated(postgres_url: str) -> str:
    """A database with tables."""
    migrate(Settings(database=postgres_url).environment)
    return postgres_url


def test_parameters_of_the_url_reach_libpq(migrated):
    asked = "connect_timeout=7&sslmode=disable&application_name=mine&keepalives_idle=11&gssencmode=disable"
    for parameters in told(f"{migrated}&{asked}&options=-csearch_path%3Dpublic"):
        assert parameters["connect_timeout"] == "7"
        assert parameters["sslmode"] == "disable"
        assert parameters["application_name"] == "mine"
        assert parameters["keepalives_idle"] == "11"
        assert parameters["options"] == "-csearch_path=public"


def test_without_parameters_there_are_our_own(migrated, monkeypatch):
    for parameters in told(migrated):
        assert (parameters["connect_timeout"], parameters["keepalives_idle"]) == ("3", "30")
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "9")
    for parameters in told(migrated):
        assert parameters.get("connect_timeout", "9") == "9"


def test_what_cannot_be_had_is_not_done_without(migrated):
    """The server has no TLS: who asks for it is not connected in the clear."""
    with pooler(migrated) as between, pytest.raises(psycopg.OperationalError, match="SSL"):
        connect(f"{between.url}?sslmode=require", "beside")


def test_the_first_of_several_hosts_that_answers_is_taken(migrated):
    with pooler(migrated) as between:
        here = f"127.0.0.1:{between.port}"
        url = between.url.replace(here, f"{NOBODY},{here}")
        played(url)
        played(f"{url}?target_session_attrs=read-write")
        played(f"{between.url.replace(here, f'{here},{NOBODY}')}?target_session_attrs=any&connect_timeout=5")
        with pytest.raises(psycopg.OperationalError, match=r"not in hot standby|read-only"):
            connect(f"{url}?target_session_attrs=standby", "beside")


def test_a_socket_a_service_and_the_variables_of_libpq(migrated, tmp_path, monkeypatch):
    parts = conninfo_to_dict(migrated)
    folder, user, name = str(parts["host"]), parts["user"], parts["dbname"]
    port = parts.get("port", "5432")
    played(f"postgres://{user}@{quote(folder, safe='')}:{port}/{name}")
    played(f"postgresql:///{name}?host={quote(folder)}&user={user}&port={port}")
    services = tmp_path / "services"
    services.write_text(f"[games]\nhost={folder}\nport={port}\nuser={user}\ndbname={name}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    played("postgresql://?service=games")
    for variable, value in {"HOST": folder, "USER": user, "PORT": port, "DATABASE": name}.items():
        monkeypatch.setenv(f"PG{variable}", str(value))
    played("postgresql://")


def test_a_password_is_sent_as_it_was_meant(migrated):
    """To a server that asks for it, as of one role."""
    password = "p@ss:/?#[]%41 &=+ü"
    with psycopg.connect(migrated, autocommit=True) as connection:
        hba = Path(_shown(connection, "hba_file"))
        before = hba.read_text()
        connection.execute(SQL("CREATE ROLE ada LOGIN SUPERUSER PASSWORD {}").format(password))
        try:
            hba.write_text(f"local all ada scram-sha-256\n{before}")
            connection.execute("SELECT pg_reload_conf()")
            as_ada = migrated.replace("postgres@", f"ada:{quote(password, safe='')}@", 1)
            played(as_ada)
            with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
                connect(as_ada.replace("p%40ss", "wrong"), "beside")
        finally:
            hba.write_text(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("REASSIGN OWNED BY ada TO CURRENT_USER")
            connection.execute("DROP ROLE ada")


def _shown(connection: psycopg.Connection[Any], name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])
