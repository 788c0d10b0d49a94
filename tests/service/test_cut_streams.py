"""Streams of whole random matches, cut behind every event and resumed: everybody is told everything, once.

A connection is given up as soon as it has told something new, so each boundary between two events is one at which
a reader comes back: by ``Last-Event-ID`` and by ``?after=`` in turns, before something happens (and is told it
live), right after, or later (and is told it as the log serves it now).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.following import Watcher
from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.facts import Command
from domain.kit.guards import Refused
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Note, TakeBack
from domain.kit.table.disputes import Consent, Rule
from domain.kit.written.notation import encoded
from domain.match.match import Match
from domain.match.principal import ANONYMOUS, Principal
from projections import views
from service.app import create_app
from service.config import Settings
from service.web import event_stream as sent
from service.web.bounds import OFF
from tests.asking import asking
from tests.games.installed import OWN
from tests.games.playing import random_command
from tests.games.preferences import all_modules
from tests.service.playing import CheckedClient, Table, Who, new_client, open_match
from tests.service.streams import Event, Stream, events, lines

ARBITER = Principal("arbiter")
SOON: Mapping[str, Mapping[str, Any]] = {"mea-culpa": {"market_draw": 3}, "thurn-and-taxis": {"houses": 4}}
"""Board values with which a match is over sooner than soon."""
QUARRELS = 0.15
"""How often somebody writes a note or wants to go back, instead of going on."""
MOST_TURNS = 4
"""Changes of the line in a match, so that it comes to an end."""
HEARTBEAT = 0.1
"""Seconds until a comment shows that there is nothing to be told."""
CHECKED = 0.05
"""How often a board is compared with the one that is served at its version."""
SLEEPS = 0.4
"""How often a reader does not look at what has just happened."""


@pytest.fixture
def client(sqlite_url: str) -> Iterator[CheckedClient]:
    """A service that counts no requests."""
    settings = Settings(database=sqlite_url, limits=OFF)
    migrate(settings.environment)
    app = create_app(settings)
    yield new_client(sqlite_url, app)
    app.extensions["kerbholz"].close()


class Disputed:
    """A match that is played at random beside the service, with notes, take-backs and rulings to go back."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        store = table.client.application.extensions["kerbholz"]
        self.matches: Matches = store.matches()
        self.watcher: Watcher = store.watcher()
        self.id = UUID(table.id)
        self._rng = rng
        self.turns: list[int] = []

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.matches.load(self.id)

    def go_on(self) -> None:
        """One append: of whoever has to consent or to move, or of somebody who quarrels."""
        match = self.match
        if match.state.consent is not None:
            self._send(Principal("seat", match.state.consent["left"][0]), Consent(agree=True))
        elif self._rng.random() > (QUARRELS if self.turns else 0.5) or not self._quarrelled(match):
            seat = self._rng.choice([one["seat"] for one in match.state.awaiting])
            listed = match.ruleset.moves(match.state, seat)
            self._send(Principal("seat", seat), random_command(match.ruleset, listed, self._rng))

    def _quarrelled(self, match: Match) -> bool:
        own = sorted((seat, version) for seat, version in match.acted.items() if version > 1)
        if not own or len(self.turns) >= MOST_TURNS or self._rng.random() < 0.5:
            self._send(ARBITER, Note("tea break"))
            return True
        seat, version = self._rng.choice(own)
        try:
            if self._rng.random() < 0.5:
                self._send(Principal("seat", seat), TakeBack(version))
            else:
                self._send(ARBITER, Rule("upheld", version, remedy="back", before=version))
        except Refused:
            return False
        return True

    def _send(self, who: Principal, command: Command) -> None:
        answer = self.matches.append(self.id, who, asking(Asked(command)))
        for decision in answer.decisions:
            if any(fact["type"] == "LineChanged" for fact in decision.record["facts"]):
                self.turns.append(decision.version)


@dataclass
class Hearer:
    """What a viewer has been told, event by event, behind version *seen*.

    He is *lost* behind a change of the line, and behind a skeleton: then he can't fold on and needs a board. Where
    nothing has faded it comes at once.
    """

    seen: int
    fading: bool = False
    decisions: list[bytes] = field(default_factory=list)
    lost: bool = False
    ended: bool = False
    _heard: set[tuple[str, int]] = field(default_factory=set)

    def hear(self, event: Event) -> bool:
        """Take an event in; whether it is new: told again, or a board that nobody needed, it is not."""
        assert not self.ended
        assert event.id == self.seen + (event.kind == "decision"), (event.kind, event.id, self.seen)
        new = (event.kind, event.id) not in self._heard and (event.kind != "snapshot" or self.lost)
        self._heard.add((event.kind, event.id))
        self.seen = event.id
        if event.kind == "decision":
            assert self.fading or not self.lost, "a board is missing"
            faded = event.document.get("faded", False)
            self.lost |= faded or any(fact["type"] == "LineChanged" for fact in event.document["facts"])
            self.decisions.append(event.data)
        elif event.kind == "snapshot":
            self.lost = False
        else:
            assert event.kind in ("visibility", "end")
            self.ended = event.kind == "end"
        return new

    def hear_all(self, raw: bytes) -> None:
        """Take in the events that are whole."""
        for event in events([raw]):
            if event.kind != "comment":
                self.hear(event)


class Reader:
    """Reads the stream of a viewer, whose connection is cut behind each event that is new.

    What it is to be told is what the log says when a decision happens, or when a connection begins behind it.
    """

    def __init__(self, played: Disputed, who: Who, rng: Random) -> None:
        self._played, self.who, self._rng = played, who, rng
        self._principal = {None: ANONYMOUS, "arbiter": ARBITER}.get(who) or Principal("seat", who)
        self._stream: Iterator[Event] | None = None
        first = Stream(played.table, who)
        event = first.next()
        assert (event.kind, event.data) == ("snapshot", played.table.ask(who, "view").data)
        first.close()
        self._close: Callable[[], None] = lambda: None
        self.begun = event.id
        self.told = Hearer(event.id, played.match.fades)
        self.cuts = 0
        self._readable: dict[int, bytes] = {}

    def before(self) -> None:
        """The match goes on: perhaps one wants to be told live."""
        if self._stream is None and self._rng.random() < 0.5:
            self._resume()

    def after(self, version: int) -> None:
        """The match has gone on behind *version*: read what is new, unless one sleeps."""
        self._look(version)
        if self._rng.random() > SLEEPS:
            self.read()

    def read(self) -> None:
        """Read everything up to now, an event that is new for each connection."""
        while self.told.seen < self._played.match.version or self.told.lost:
            self._read()

    def to_the_end(self) -> None:
        """Read on until the stream says that the match is over."""
        while not self.told.ended:
            self._read()

    def _read(self) -> None:
        if self._stream is None:
            self._resume()
        assert self._stream is not None
        stream, silence = self._stream, 0
        while (event := next(stream)).kind == "comment" or not self.told.hear(event):
            silence += event.kind == "comment"
            assert silence < 100, "nothing has come"
        if event.kind == "decision":
            assert event.data == self._readable[event.id], (self.who, event.id)
        elif event.kind == "snapshot" and self._rng.random() < CHECKED:
            assert event.data == self._view(event.id), (self.who, event.id)
        self._close()
        self._stream = None
        self.cuts += 1

    def _resume(self) -> None:
        """A new connection behind what was seen; mostly without the detour over HTTP."""
        played, seen = self._played, self.told.seen
        self._look(seen)
        way = self._rng.randrange(10)
        if way < 2:
            header = {"Last-Event-ID": str(seen)}
            asked = Stream(played.table, self.who, header) if way else Stream(played.table, self.who, after=seen)
            self._stream, self._close = asked.all, asked.close
            return
        follower = played.watcher.follow(played.id)
        who, viewer = self._principal, self._principal.viewer
        told = sent.Stream(played.matches, follower, played.match, who, viewer, seen, False, HEARTBEAT)
        self._stream, self._close = events(told.events()), follower.close

    def _look(self, after: int) -> None:
        """What the log says now about the decisions behind a version."""
        match = self._played.match
        if after < match.version:
            decisions = self._played.matches.decisions(match.id, after=after)
            told = views.log(decisions, self._principal.viewer, match.horizon(self._principal))
            self._readable.update(
                {decision.version: encoded(one) for decision, one in zip(decisions, told, strict=True)}
            )

    def _view(self, at: int) -> bytes:
        return self._played.table.ask("arbiter", "view", as_=str(self._principal.viewer), at=at).data


def followed(
    client: CheckedClient, name: str, history: str, seats: int, board: Mapping[str, Any], number: int = 0
) -> None:
    """A whole match, read by some from its beginning to its end."""
    rng = Random(f"cut {name} {history} {number}")
    options = {**all_modules(rulesets()[name].options), "history": history, "chance": "known"}
    body = {"ruleset": name, "options": options, "board": board, "seed": f"{number:064x}"}
    played = Disputed(open_match(client, seats, **body), rng)
    readers = [Reader(played, who, rng) for who in (None, 0, *(() if history == "fading" else ("arbiter",)))]
    while not (match := played.match).over:
        for reader in readers:
            reader.before()
        played.go_on()
        for reader in readers:
            reader.after(match.version)
    for reader in readers:
        reader.read()
        reader.to_the_end()
        check_union(played, reader)
        check_bytes(played, reader, rng)


def check_union(played: Disputed, reader: Reader) -> None:
    """Every decision was told, once; and where nothing fades, that is the log as it is at last, byte for byte."""
    assert not reader.told.lost
    assert len(reader.told.decisions) == played.match.version - reader.begun < reader.cuts
    if reader.who == "arbiter" or (reader.who is None and not played.match.fades):
        assert reader.told.decisions == lines(played.table, reader.who, after=reader.begun)


def check_bytes(played: Disputed, reader: Reader, rng: Random) -> None:
    """Around the newest change of the line, cut inside events, too: what came in part has not been told."""
    (*_, turn) = played.turns
    begin, stop = turn - 2, next(at for at in count(turn + 1) if at not in played.turns)
    log = lines(played.table, reader.who, after=begin, limit=stop - begin)
    raw = sent_from(played, reader.who, begin, stop)
    rests = {begin: raw}
    ends = [found.end() for found in re.finditer(b"\n\n", raw)]
    cuts = {end + near for end in ends for near in (-2, -1, 0, 1)} | set(rng.sample(range(len(raw)), 40))
    for cut in sorted(cuts):
        told = Hearer(begin)
        told.hear_all(raw[:cut])
        if told.seen not in rests:
            rests[told.seen] = sent_from(played, reader.who, told.seen, stop)
        told.hear_all(rests[told.seen])
        assert told.decisions == log
    assert set(rests) == set(range(begin, stop + 1))


def sent_from(played: Disputed, who: Who, after: int, stop: int) -> bytes:
    """What is sent behind a version, up to the decision *stop*, or to the next event if that has been seen."""
    stream = Stream(played.table, who, after=after)
    chunks = iter(stream.response.response)
    raw = next(chunks)
    while after < stop and b"id: %d\nevent: decision\n" % stop not in raw:
        raw += next(chunks)
    stream.close()
    return raw


@pytest.mark.few("seven-sins-fading", "thurn-and-taxis-kept")
@pytest.mark.long
@pytest.mark.scenario(44)
@pytest.mark.parametrize("history", ["kept", "fading"])
@pytest.mark.parametrize("name", OWN)
def test_a_whole_match_is_followed_through_cuts_behind_every_event(client, name, history):
    """With few seats, on a board on which it is soon over."""
    seats, _ = rulesets()[name].seats
    followed(client, name, history, seats, SOON.get(name, {}))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("history", ["kept", "fading"])
@pytest.mark.parametrize("name", OWN)
def test_matches_of_full_size_are_followed_through_cuts_behind_every_event(client, name, history, number):
    """With as many seats as there can be, on the board as it is printed."""
    _, seats = rulesets()[name].seats
    followed(client, name, history, seats, {}, number)
