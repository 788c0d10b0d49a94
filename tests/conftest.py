"""What all tests share: the two databases that every persistence test runs on, and where temporary files lie."""

import contextlib
import gc
import multiprocessing.util
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

from domain.application.upkeep.migration import migrate
from service.config import Settings
from tests.postgres import Server, running_postgres, unused_data
from tests.sharing import alone

# How long an example takes says something of the machine, which may be busy, and nothing of what is tested.
settings.register_profile("kerbholz", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kerbholz")


SERVICE = Path(__file__).parent / "service"
MEMORY = Path("/dev/shm")
FOLDER = "kerbholz-tests-"
ROOM = 2 * 1024**3
"""What the temporary files of a run need at most, in bytes, several times over."""

_in_memory = contextlib.ExitStack()


def pytest_configure() -> None:
    """Puts temporary files into memory where the system has a folder for that, unless `TMPDIR` is set.

    To wait for a disk takes minutes in all, and shows nothing: what a killed process has written is there in both.
    With xdist, the workers and all programs that tests start inherit the folder.
    """
    # A run in the background of a shell is deaf to Ctrl-C, and so would the programs be that tests stop with it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with contextlib.suppress(OSError):
        if "TMPDIR" not in os.environ and shutil.disk_usage(MEMORY).free >= ROOM:
            forget_runs_that_were_killed(MEMORY)
            folder = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-", dir=MEMORY)
            _in_memory.callback(shutil.rmtree, folder, ignore_errors=True)
            os.environ["TMPDIR"] = folder
            tempfile.tempdir = None


def forget_runs_that_were_killed(memory: Path) -> None:
    """Removes their folders, and ends what they had started: services, and other programs, would run for ever."""
    for left in memory.glob(f"{FOLDER}*-*"):
        owner = left.name.removeprefix(FOLDER).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            psutil.wait_procs(list(_ended(left)), timeout=10)
            shutil.rmtree(left, ignore_errors=True)


def _ended(folder: Path) -> Iterator[psutil.Process]:
    """The processes that keep their temporary files there, as they were started: each is killed."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if Path(process.environ().get("TMPDIR", "")).is_relative_to(folder):
                process.kill()
                yield process


def pytest_unconfigure() -> None:
    """Gives the memory back, after all who tidy up there. To see the files of a test that fails, set `TMPDIR`."""
    multiprocessing.util.Finalize(None, _in_memory.close, exitpriority=-1_000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begins with what takes long, so that no process is left alone with it at the end.

    Leaves out what is marked `soak`, and of a test that is marked `few` all but the cases that the mark names,
    unless `KERBHOLZ_SOAK=1` (`make soak`) or one case was asked for by name. Marks what needs PostgreSQL. What
    asks the service there shows no more than on SQLite, so it is for a soak, unless it is marked `stored`.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for item in items:
        if _needs_postgres(item):
            item.add_marker("postgres")
            if _shows_the_same_on_sqlite(item):
                item.add_marker("soak")
    if os.environ.get("KERBHOLZ_SOAK") == "1":
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    if not any("[" in argument for argument in config.args):
        soak += _but_a_few([item for item in items if item.get_closest_marker("few")])
    config.hook.pytest_deselected(items=soak)
    left = set(soak)
    items[:] = [item for item in items if item not in left]


def _but_a_few(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The cases that only a soak runs; refuses a name that no case has, for what it meant would not be run."""
    cases: dict[str, dict[str, pytest.Item]] = {}
    for item in items:
        test, _, case = item.nodeid.removesuffix("]").partition("[")
        cases.setdefault(test, {})[case] = item
    for test, named in cases.items():
        few = set(next(iter(named.values())).get_closest_marker("few").args)  # type: ignore[union-attr]
        if not few or not few <= named.keys():
            raise pytest.UsageError(f"{test}: no such cases: {', '.join(sorted(few - named.keys()))}")
        yield from (item for case, item in named.items() if case not in few)


def _shows_the_same_on_sqlite(item: pytest.Item) -> bool:
    """Whether it asks the service, and looks neither at the database nor at what it alone keeps."""
    asked = getattr(getattr(item, "_fixtureinfo", None), "argnames", ())
    return (
        item.path.is_relative_to(SERVICE)
        and "client" in asked
        and "migrated_url" not in asked
        and item.get_closest_marker("stored") is None
    )


def _needs_postgres(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    chosen = callspec is not None and "postgres" in callspec.params.values()
    return chosen or not {"own_postgres", "postgres_server"}.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """What is there now stays to the end: the collector of garbage need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # a twelfth of the time went into looking for what is hardly ever there


@pytest.fixture(scope="session")
def postgres_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data of a server that nobody has used, made once in a run: with xdist, by the first that wants them."""
    with alone(tmp_path_factory, "postgres") as data:
        if not data.exists():
            unused_data(data)
    return data


@pytest.fixture(scope="session")
def postgres_server(postgres_data: Path) -> Iterator[Server]:
    """A running server, started by the first test that asks for it (with xdist: one for each worker).

    No test kills it, so it does not wait for the disk.
    """
    with running_postgres(durable=False, unused=postgres_data) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped after the test whoever is still connected."""
    url = postgres_server.fresh_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def own_postgres(postgres_data: Path) -> Iterator[Server]:
    """A server that no other test uses, for tests that `kill()` it."""
    with running_postgres(unused=postgres_data) as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'kerbholz.db'}"


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with this version's tables, to be copied: that is quicker than making them for each test."""
    path = tmp_path_factory.mktemp("migrated") / "kerbholz.db"
    migrate(Settings(database=f"sqlite:///{path}").environment)
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: Server) -> str:
    """The URL of a database with this version's tables, to be copied, and not to be connected to."""
    url = postgres_server.fresh_database()
    migrate(Settings(database=url).environment)
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def migrated_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database with this version's tables and nothing in them; once on SQLite, once on PostgreSQL.

    All of them have the same service key.
    """
    if request.param == "sqlite":
        yield _copied_sqlite(request)
        return
    server: Server = request.getfixturevalue("postgres_server")
    url = server.copied_database(request.getfixturevalue("migrated_postgres"))
    yield url
    server.drop_database(url)


@pytest.fixture
def migrated_sqlite_url(request: pytest.FixtureRequest) -> str:
    """The same on SQLite alone."""
    return _copied_sqlite(request)


def _copied_sqlite(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue("sqlite_url")
    shutil.copy(request.getfixturevalue("migrated_sqlite"), url.removeprefix("sqlite:///"))
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database; the test runs once on SQLite and once on PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
