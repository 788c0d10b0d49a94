"""Where the log is kept: the database, the rows beside it, read models, and the key that rows are marked with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper
from eventsourcing.sqlite import SQLiteFactory

from domain.application.rows import EventMapper
from domain.store.beside.erasing import Erasures
from domain.store.beside.looks import LookTable
from domain.store.beside.models import ReadModels, SQLiteReadModels
from domain.store.beside.side import SideTables
from domain.store.log.bell import Bell, FeedBell, SQLiteBell
from domain.store.log.feed import Feed
from domain.store.marks import Marks
from domain.store.sqlite.files import Inspection, is_memory, there
from domain.store.sqlite.recorder import SQLiteDatabase, SQLiteFeed

if TYPE_CHECKING:
    from domain.store.postgres.recorder import MatchRecorder as PostgresRecorder
    from domain.store.postgres.recorder import PostgresDatabase


class Stored(Application[UUID]):
    """The log on SQLite or PostgreSQL, and what is kept beside it."""

    name = "kerbholz"

    def __init__(self, env: Mapping[str, str], service_key: bytes | None = None) -> None:
        self._given_key = service_key
        self.marks = Marks(lambda: self.service_key)
        super().__init__({"APPLICATION_RECORDER_TOPIC": _recorder_topic(env), **env})
        self.side = SideTables(self.database, self.marks)
        self.looks = LookTable(self.database, self.marks)
        self.models = self._construct_models()
        self.erasures = Erasures(self.database, self.marks, self.models.positions)
        name = self.env.get("SQLITE_DBNAME")
        self.inspection = Inspection(name) if name is not None and not is_memory(name) else None
        """Of the database's file, where it is one."""

    def construct_mapper(self) -> Mapper[UUID]:
        """Events as JSON, under topics that do not follow the modules' paths."""
        return EventMapper(self.construct_transcoder(), self.marks)

    def _construct_models(self) -> ReadModels:
        if isinstance(self.factory, SQLiteFactory):
            models = self.factory.tracking_recorder(SQLiteReadModels)
            assert isinstance(models, SQLiteReadModels)
            return models
        from domain.store.postgres.models import PostgresReadModels

        on_postgres = self.factory.tracking_recorder(PostgresReadModels)
        assert isinstance(on_postgres, PostgresReadModels)
        return on_postgres

    @property
    def service_key(self) -> bytes:
        """The key that tokens, ids of keyed openings, request digests, marks and ETags are derived with."""
        if self._given_key is None:
            self._given_key = self.side.setting("service_key")
        if self._given_key is None:
            raise LookupError("the database has not been migrated: it holds no service key")
        return self._given_key

    def close(self) -> None:
        """Notify of what has been appended, and close the connections."""
        if (recorder := self._postgres_recorder()) is not None:
            recorder.close()
        super().close()

    def _postgres_recorder(self) -> PostgresRecorder | None:
        """The recorder, on PostgreSQL; the modules for that are imported nowhere else."""
        if isinstance(self.factory, SQLiteFactory):
            return None
        from domain.store.postgres.recorder import MatchRecorder

        assert isinstance(self.recorder, MatchRecorder)
        return self.recorder

    @property
    def database(self) -> SQLiteDatabase | PostgresDatabase:
        """The database beside the log."""
        if isinstance(self.factory, SQLiteFactory):
            return SQLiteDatabase(self.factory.datastore)
        from domain.store.postgres.recorder import Factory, PostgresDatabase

        assert isinstance(self.factory, Factory)
        return PostgresDatabase(self.factory.datastore)

    @property
    def feed(self) -> Feed:
        """What has been appended to any match, in order."""
        database = self.database
        if isinstance(database, SQLiteDatabase):
            return SQLiteFeed(database)
        from domain.store.postgres.recorder import PostgresFeed

        return PostgresFeed(database)

    def bell(self) -> Bell:
        """A new bell that rings when a process has appended."""
        if (recorder := self._postgres_recorder()) is not None:
            from domain.store.postgres.notifying import PostgresBell

            if self.are_sessions_lent:
                return FeedBell(self.feed)
            return PostgresBell(partial(recorder.datastore.connect, "kerbholz-bell"), recorder.channel_name)
        name = self.env["SQLITE_DBNAME"]
        return SQLiteBell(name if is_memory(name) else there(name))

    @property
    def are_sessions_lent(self) -> bool:
        """Whether a pooler lends sessions of PostgreSQL for single transactions (see ``sessions``)."""
        recorder = self._postgres_recorder()
        return recorder is not None and recorder.datastore.sessions.are_lent


def _recorder_topic(env: Mapping[str, str]) -> str:
    kind = "postgres" if "postgres" in env.get("PERSISTENCE_MODULE", "") else "sqlite"
    return f"domain.store.{kind}.recorder:MatchRecorder"
