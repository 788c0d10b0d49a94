"""Database URLs and settings: what the library is told, and that mistakes are named without secrets."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from eventsourcing.sqlite import SQLiteConnectionPool
from hypothesis import example, given
from hypothesis import strategies as st
from psycopg.conninfo import conninfo_to_dict

from service.app import create_app
from service.config import DEFAULT_DATABASE, NUMBERS, VARIABLES, Settings, parse_database
from service.web.bounds import MAX_BODY

SECRET = "hunter2-hunter2"


def sqlite_name(url: str) -> str:
    env = parse_database(url)
    assert env["PERSISTENCE_MODULE"] == "domain.store.sqlite.recorder:Factory"
    assert env["CREATE_TABLE"] == "n"
    return env["SQLITE_DBNAME"]


def refusal_of(url: str) -> ValueError | None:
    try:
        parse_database(url)
    except ValueError as error:
        return error
    return None


def postgres(url: str) -> dict[str, str]:
    env = parse_database(url)
    assert env["PERSISTENCE_MODULE"] == "domain.store.postgres.recorder:Factory"
    return {name: str(value) for name, value in conninfo_to_dict(env["POSTGRES_URL"]).items()}


def test_sqlite_paths_are_relative_with_three_slashes_and_absolute_with_four():
    assert sqlite_name("sqlite:///kerbholz.db") == "file:kerbholz.db"
    assert sqlite_name("sqlite:///a/b.db") == "file:a/b.db"
    assert sqlite_name("SQLite:////var/lib/b.db") == "file:///var/lib/b.db"
    assert sqlite_name("sqlite://///b.db") == "file:////b.db"


@pytest.mark.parametrize(
    "name",
    ["a b.db", "a?mode=memory.db", "a#b.db", "100%.db", "a%41.db", ":memory:.db", "Größe.db", "a&b=c;d.db"],
)
@pytest.mark.parametrize("absolute", [True, False])
def test_sqlite_opens_the_very_file_that_was_named(name, absolute, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name if absolute else Path(name)
    dbname = sqlite_name(f"sqlite:///{quote(str(path))}")
    assert not SQLiteConnectionPool.detect_memory_mode(dbname)
    connection = sqlite3.connect(dbname, uri=True)
    connection.execute("create table t (a)")
    connection.close()
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_unescaped_spaces_and_umlauts_are_taken_as_they_are():
    assert sqlite_name("sqlite:///my games/Größe.db") == sqlite_name("sqlite:///my%20games/Gr%C3%B6%C3%9Fe.db")


def test_a_database_in_memory_is_shared_by_its_connections_and_no_other():
    name = sqlite_name("sqlite://")
    assert SQLiteConnectionPool.detect_memory_mode(name)
    assert sqlite_name("sqlite://") != name
    one, two = sqlite3.connect(name, uri=True), sqlite3.connect(name, uri=True)
    one.execute("create table t (a)")
    assert two.execute("select count(*) from t").fetchone() == (0,)
    one.close()
    two.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "has to be sqlite:///"),
        ("kerbholz.db", "has to be sqlite:///"),
        ("sqlite:kerbholz.db", "has to be sqlite:///"),
        ("mysql://u:p@h/d", "has to be sqlite:///"),
        ("postgresql+psycopg://u:p@h/d", "has to be sqlite:///"),
        ("sqlite:///a\n.db", "has to be sqlite:///"),
        ("sqlite://kerbholz.db", "three slashes"),
        ("sqlite:///", "names no file"),
        ("sqlite:////", "names no file"),
        ("sqlite:///a%00.db", "names no file"),
        ("sqlite:///:memory:", "write sqlite://"),
        ("sqlite:///%3Amemory%3A", "write sqlite://"),
        ("sqlite:///a.db?timeout=3", "%3F"),
        ("sqlite:///a#b.db", "%23"),
        ("sqlite:///100%.db", "%25"),
        ("postgresql://u:p@h", "names no database"),
        ("postgresql://u:p@h/", "names no database"),
        ("postgresql://u:p@h:0/d", "port"),
        ("postgresql://u:p@h:65536/d", "port"),
        ("postgresql://u:p@h:abc/d", "port"),
        ("postgresql://u:p@h:5432,i:0/d", "port"),
        ("postgresql://u:p@h/d?pool=3", "only those of libpq"),
        ("postgresql://u:p@h/d?pgbouncer=true&connection_limit=1", "pgbouncer"),
        ("postgresql://u:p@h/d%zz", "percent-encoded"),
        ("postgresql://u:p@[::1/d", "cannot be read"),
    ],
)
def test_a_url_that_cannot_be_heeded_is_refused_with_a_reason(url, said):
    with pytest.raises(ValueError, match=r"URL|memory") as caught:
        parse_database(url)
    assert said in str(caught.value)


def test_postgresql_urls_are_read_as_libpq_reads_them():
    full = {"user": "u", "password": "p", "host": "h", "port": "5433", "dbname": "d"}
    assert postgres("postgresql://u:p@h:5433/d") == full
    assert postgres("postgres://u:p@h:5433/d") == full
    assert postgres("POSTGRESQL://u:p@h:5433/d") == full
    assert postgres("postgresql:///d?user=u&password=p&host=h&port=5433") == full
    assert postgres("postgresql://u:p@[::1]/d")["host"] == "::1"
    escaped = {"user": "u", "password": "p@/:%", "host": "h", "dbname": "a b"}
    assert postgres("postgresql://u:p%40%2F%3A%25@h/a%20b") == escaped
    # As providers give them.
    asked = "sslmode=require&connect_timeout=5&channel_binding=require&application_name=k&options=project%3Dx"
    assert postgres(f"postgres://u:p@h:5433/d?{asked}") == full | {
        "sslmode": "require",
        "connect_timeout": "5",
        "channel_binding": "require",
        "application_name": "k",
        "options": "project=x",
    }
    several = postgres("postgresql://u:p@h:5433,i,[::1]:5434/d?target_session_attrs=read-write")
    assert (several["host"], several["port"]) == ("h,i,::1", "5433,,5434")
    assert postgres("postgresql://?service=games") == {"service": "games"}


def test_a_unix_socket_goes_in_the_query_or_percent_encoded_as_the_host():
    socket = {"user": "u", "host": "/run/pg", "dbname": "d"}
    assert postgres("postgresql://u@/d?host=/run/pg") == socket
    assert postgres("postgresql://u@%2Frun%2Fpg/d") == socket
    assert postgres("postgresql:///d") == {"dbname": "d"}


def test_the_name_of_the_database_may_come_from_libpqs_environment(monkeypatch):
    assert "names no database" in str(refusal_of("postgresql://u:p@h"))
    monkeypatch.setenv("PGDATABASE", "d")
    assert postgres("postgresql://u:p@h") == {"user": "u", "password": "p", "host": "h"}


def test_postgresql_keeps_the_settings_that_lose_no_events():
    env = parse_database("postgresql://u:p@h/d", connections=9)
    assert env["CREATE_TABLE"] == "n"
    assert env["POSTGRES_POOL_SIZE"] == "9"


@given(st.text(st.sampled_from("ab:/@?#%&=[] 1")), st.text(st.sampled_from("ab:/@?#%&=[] 1,ä\0\ud800")))
@example("postgresql://", "@h:1:2/d")
def test_no_message_holds_the_password(before, after):
    for scheme in ("postgresql", "postgres", "sqlite", "mysql", ""):
        for url in (f"{scheme}://u:{SECRET}@{after}", f"{scheme}:{before}{SECRET}{after}"):
            error = refusal_of(url)
            assert SECRET not in str(error)
            assert error is None or error.__context__ is None


def test_settings_come_from_defaults_then_environment_then_what_is_given():
    assert Settings.from_environment({}) == Settings(database=DEFAULT_DATABASE, max_body=MAX_BODY)
    environ = {"KERBHOLZ_DATABASE_URL": "sqlite:///a.db", "KERBHOLZ_SERVICE_KEY": "0F" * 32}
    settings = Settings.from_environment(environ, port=0, workers=None)
    assert (settings.database, settings.port, settings.workers) == ("sqlite:///a.db", 0, 1)
    assert settings.service_key == b"\x0f" * 32
    assert Settings.from_environment(environ, database="sqlite:///b.db").database == "sqlite:///b.db"


def test_settings_name_one_database_for_as_long_as_they_live():
    settings = Settings(database="sqlite://")
    assert settings.environment is settings.environment


def test_a_worker_remembers_as_many_matches_as_its_memory_holds(migrated_sqlite_url):
    settings = Settings.from_environment({"KERBHOLZ_MEMORY": "1"}, database=migrated_sqlite_url)
    app = create_app(settings)
    client = app.test_client()
    body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    for _ in range(60):
        assert client.post("/v1/matches", json=body).status_code == 201
    with closing(app.extensions["kerbholz"].matches()) as matches:
        assert 10 < len(matches._remembered) < 60


def test_a_pool_has_a_connection_for_each_thread_and_one_more():
    assert Settings(database="postgresql:///d", threads=7).environment["POSTGRES_POOL_SIZE"] == "8"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"port": -1}, "port"),
        ({"port": 65536}, "port"),
        ({"workers": 0}, "worker"),
        ({"threads": 0}, "thread"),
        ({"max_body": 0}, "body"),
        ({"streams": -1}, "streams"),
        ({"streams": 64}, "more threads than streams"),
        ({"streams_per_caller": 0}, "at least one stream"),
        ({"heartbeat": 0}, "heartbeats"),
        ({"memory": 0}, "memory for matches"),
        ({"memory": 100_001}, "memory for matches"),
        ({"service_key": b"short"}, "32 bytes"),
        ({"database": "sqlite://", "workers": 2}, "one process"),
        ({"database": "nonsense"}, "has to be sqlite"),
    ],
)
def test_settings_that_cannot_work_are_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        Settings(**wrong)


def test_streams_are_limited_by_the_threads_unless_they_are_set():
    assert Settings(threads=64).most_streams == 48
    assert Settings(threads=1).most_streams == 0
    environ = {"KERBHOLZ_STREAMS": "10", "KERBHOLZ_STREAMS_PER_CALLER": "3"}
    settings = Settings.from_environment(environ)
    assert (settings.most_streams, settings.streams_per_caller) == (10, 3)
    for name in environ:
        for value in ("1.5", "many", "٣", "--1", "-"):
            with pytest.raises(ValueError, match=f"{name} has to be a whole number"):
                Settings.from_environment({name: value})


WHOLE = [variable for variable, name in VARIABLES.items() if name in NUMBERS]


@pytest.mark.parametrize("variable", WHOLE)
@pytest.mark.parametrize("value", ["-1", "99999999999999999999", "9" * 4000])
def test_a_number_that_cannot_be_meant_is_still_a_number(variable, value):
    """It is said what is wrong with it."""
    with pytest.raises(
        ValueError, match=r"at least|has to|have to be|cannot be|There are|are closed|holds"
    ) as caught:
        Settings.from_environment({variable: value})
    assert "whole number" not in str(caught.value)


def test_a_number_that_is_none_is_named_as_it_was_given():
    assert {"KERBHOLZ_STREAMS_PORT", "KERBHOLZ_BODY_SECONDS"} <= set(WHOLE)
    for name, option in (("streams_port", "--streams"), ("longest_match", "--longest-match")):
        with pytest.raises(ValueError, match=f"^{option} has to be a whole number"):
            Settings.from_environment({}, **{name: "x"})


@pytest.mark.parametrize("key", ["xy", "abc", "0x11", "  "])
def test_a_service_key_that_is_not_hex_is_refused_without_repeating_it(key):
    with pytest.raises(ValueError, match="has to be hex") as caught:
        Settings.from_environment({"KERBHOLZ_SERVICE_KEY": key})
    assert key not in str(caught.value)


def test_no_secret_shows_in_a_repr():
    shown = repr(Settings(database=f"postgresql://u:{SECRET}@h/d", service_key=SECRET.encode() * 3))
    assert SECRET not in shown
