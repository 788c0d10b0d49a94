"""What a scribe enters at a match: it is looked at, put into the outbox, and sent in order.

What others enter meanwhile is told with their names, and nothing is sent behind it before the scribe has seen it:
each entry names the version that it was made on (``If-Match``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import RLock
from typing import Any

from service.cli.client import Client, Problem, Unreachable
from service.cli.scribe import screen
from service.cli.scribe.board import Board, entered_by
from service.cli.scribe.bodies import (
    SAYS_ONLY,
    NothingKnown,
    board_from,
    counted,
    disturbs,
    position_of_own,
    says_the_same,
    time_text,
    types_of,
)
from service.cli.scribe.cache import Cache
from service.cli.scribe.lines.language import Language, Unread, command_in
from service.cli.scribe.outbox import Entry, Outbox
from service.cli.scribe.scores import scores_lines

COUNTED = 300
"""The newest decisions, whose types are counted to find common ones."""
TRIES = 3
"""How often something is tried again at once when the match has moved on."""
CONFIRM = "table.confirm"
NOT_IN_GENERAL = (401, 404)
"""Statuses about the token or the match, and not about the entry that was sent."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A line that has been looked at, and not been saved or was refused; *behind* is what it says beside that."""

    body: Mapping[str, Any]
    text: str
    basis: int | None
    behind: Sequence[tuple[Mapping[str, Any], str]] = ()


class Entering:
    """One scribe at one match. *name* goes with each entry, so that another scribe knows whose it is."""

    def __init__(
        self,
        client: Client,
        outbox: Outbox,
        cache: Cache,
        name: str,
        speak: Callable[[Board], Language],
        clock: Callable[[], datetime] = lambda: datetime.now(tz=UTC),
    ) -> None:
        self.width = screen.WIDTH
        self.online = False
        self.client = client
        self.outbox = outbox
        self._cache = cache
        self._name = name
        self._clock = clock
        self._lock = RLock()
        self.pending: Pending | None = None
        self.refused: Pending | None = None
        self.ahead: list[str] = []
        """Lines that were typed before the scribe decided about the line that is shown."""
        self.board = self._opened()
        self.told = self.board.version
        """Up to which version the scribe has been told what others entered."""
        self.language = speak(self.board)

    # -- the board

    def _opened(self) -> Board:
        try:
            board = self._fetched({})
        except Unreachable as error:
            known = self._cache.read("board")
            if known is None:
                raise NothingKnown(f"{error}, and this match has not been opened here before") from None
            return board_from(known)
        except Problem as problem:
            raise NothingKnown(f"the service says: {problem}") from None
        if board.view["as"] != "official" or board.match["mode"] != "recorded":
            raise NothingKnown("this is not the token of the scribe of a recorded match")
        self.online = True
        return board

    def _fetched(self, known: Mapping[str, Any]) -> Board:
        """The newest board; *known* is what need not be asked again."""
        for _ in range(TRIES):
            match, view, moves = self.client.match(), self.client.view(), self.client.moves()
            if match["version"] == view["at"] == moves["version"]:
                break
        opening = known.get("opening") or self.client.decisions(-1, limit=1)[0]
        ruleset = known.get("ruleset") or self._ruleset(match["ruleset"])
        common = known.get("common")
        if common is None:
            common = Counter(types_of(self.client.decisions(match["version"] - COUNTED)))
        text = self.client.board(view["at"])
        words = known.get("words") or self.client.words()
        board = Board(match, view, moves, opening, ruleset, common, self.client.language, text, words)
        self._cache.write("board", vars(board))
        return board

    def _ruleset(self, identifier: str) -> dict[str, Any]:
        """What a game publishes; its rules together with those of the table, which refusals name, too."""
        game, table = self.client.ruleset(identifier), self.client.ruleset("table")
        return {**game, "rules": {**table["rules"], **game["rules"]}}

    def _refresh(self) -> None:
        self.board = self._fetched(vars(self.board))

    def _catch_up(self) -> list[str]:
        """Fetch what is new, and tell what others entered."""
        try:
            news = self.client.decisions(self.told, told=True)
        except Problem as problem:
            if not problem.is_beyond_the_end:
                raise
            self._refresh()
            self.told = self.board.version
            return [f"* the match was restored from an earlier state, and goes on at version {self.told}"]
        if news:
            counted = Counter(self.board.common) + Counter(types_of(news))
            self.board = Board(**{**vars(self.board), "common": dict(counted)})
            self.told = news[-1]["version"]
        if news or self.board.version < self.told:
            self._refresh()
        return self.shown([f"* {line.strip()}" for line in self.lines(self._of_others(news))])

    def _of_others(self, decisions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [one for one in decisions if self.outbox.stored_as(one["version"]) is None]

    def lines(self, decisions: Sequence[Mapping[str, Any]]) -> list[str]:
        """Decisions in lines, without what followed by itself."""
        return [
            screen.decision_line(one, self.board, self.language) for one in decisions if not one.get("automatic")
        ]

    def shown(self, lines: Sequence[str]) -> list[str]:
        """Lines as wide as the terminal, where they are sentences."""
        if self.board.language is None:
            return list(lines)
        return [part for line in lines for part in screen.wrapped(line, self.width)]

    def hear(self) -> list[str]:
        """Fetch what is new and deliver what waits; raises ``Unreachable``."""
        with self._lock:
            back = not self.online
            news = self._catch_up()
            self.online = True
            if back:
                news.insert(0, "the service is there again")
            return news + (self.deliver() if self.due else [])

    @property
    def due(self) -> bool:
        """Whether something waits that could be sent."""
        with self._lock:
            return self.outbox.due is not None

    def lose(self, error: Unreachable) -> list[str]:
        """Note that the service is out of reach; what to say of it, once."""
        with self._lock:
            lost, self.online = self.online, False
            return [f"{error}: what is entered now waits in the outbox"] if lost else []

    # -- what is shown

    @property
    def prompt(self) -> str:
        """What stands before the line: what is asked, who is next, and what waits."""
        if self.pending is not None:
            return f"save? ({len(self.ahead)} more) " if self.ahead else "save? "
        held, waiting = self.outbox.held, len(self.outbox.waiting)
        marks = [f"{held.number} held"] if held else []
        marks += [f"{waiting} waiting"] if waiting else []
        marks += [f"{len(self.ahead)} typed ahead"] if self.ahead else []
        marks += [] if self.online else ["offline"]
        who = "/".join(self.board.called(one) for one in self.board.awaiting) or self.board.view["status"]
        return f"[{', '.join(marks)}] {who}> " if marks else f"{who}> "

    def opening_lines(self) -> list[str]:
        """What is shown first."""
        lines = [*self.board_lines(), *self.next_lines()]
        if self.outbox.held or self.outbox.waiting:
            lines += screen.queue_lines(self.outbox.entries, self.board)
        if not self.online:
            lines.append("the service cannot be reached: this is the board as it was last seen here")
        return [*lines, "“help” says what can be typed."]

    def read(self, text: str, board: Board | None = None) -> dict[str, Any] | list[str]:
        """The command that a line says on a *board*, or on that of now; or what to say where it says none."""
        try:
            return command_in(text) if text.startswith("{") else self.language.read(text, board or self.board)
        except Unread as unread:
            if unread.column > self.width:
                return [f"column {unread.column}: {unread}"]
            return [f"  {text}", f"  {' ' * (unread.column - 1)}^ {unread}"]

    def looked_at(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Show what a command would do and ask whether to save it; where that cannot be known, let it wait."""
        self.pending = self.refused = None
        said = self.deliver() if self.online and self.due else []
        if not self.online or self.outbox.held or self.outbox.waiting:
            return said + self._kept(body, text)
        for _ in range(TRIES):
            pending = Pending(body, text, self.basis(body))
            try:
                answer = self.client.try_out(self.with_name(body), pending.basis)
            except Unreachable as error:
                return said + self.lose(error) + self._kept(body, text)
            except Problem as problem:
                if problem.code == "version-moved":
                    said += self._caught_up()
                    continue
                if problem.status not in NOT_IN_GENERAL:
                    self.refused = pending
                return [*said, f"refused: {screen.problem_line(problem.document, self.board)}"]
            self.pending = pending
            if body["type"] == CONFIRM:
                said += scores_lines(self.board)
            said.append(f"  {self._written(answer, text)}")
            effects = screen.effect_lines(answer, self.board, self.width)
            return [*said, *effects, "Enter saves it, “no” leaves it"]
        return [*said, "others are entering at this moment: look at the board, and type it again"]

    def looked_at_together(self, texts: Sequence[str]) -> list[str]:
        """The same for the sentences of one line: they are shown together, and saved by one Enter.

        Each is read on the board that those before it lead to. One that cannot be entered leaves them all out.
        """
        self.pending = self.refused = None
        said = self.deliver() if self.online and self.due else []
        offline = not self.online or self.outbox.held or self.outbox.waiting
        bodies: list[Mapping[str, Any]] = []
        board, answer, basis = self.board, {}, self.board.version
        for text in texts:
            body = self.read(text, board)
            if isinstance(body, list):
                return [*said, *body, *self._left_out(texts)]
            bodies.append(body)
            if offline:
                board = board.behind_unseen(body)
                continue
            try:
                answer = self.client.try_out({"commands": list(map(self.with_name, bodies))}, basis)
            except Unreachable as error:
                said += self.lose(error)
                offline = True
                board = board.behind_unseen(body)
                continue
            except Problem as problem:
                if problem.code == "version-moved":
                    said += self._caught_up()
                    return [*said, "others have entered something: look at the board, and type it again"]
                return [
                    *said,
                    f"refused: {text}: {screen.problem_line(problem.document, board)}",
                    *self._left_out(texts),
                ]
            board = board.behind(answer)
        if offline:
            return said + [
                line for body, text in zip(bodies, texts, strict=True) for line in self._kept(body, text)
            ]
        self.pending = Pending(bodies[0], texts[0], basis, list(zip(bodies, texts, strict=True))[1:])
        own = [one for one in answer["decisions"] if not one.get("automatic")]
        said += [f"  {self.language.write(one) or text}" for one, text in zip(own, texts, strict=False)]
        effects = screen.effect_lines(answer, self.board, self.width)
        return [*said, *effects, f"Enter saves all {len(texts)}, “no” leaves them"]

    def _left_out(self, texts: Sequence[str]) -> list[str]:
        """What is said of a line of several sentences, one of which cannot be entered."""
        return [f"nothing of these {len(texts)} sentences was saved"]

    def _caught_up(self) -> list[str]:
        try:
            return self._catch_up()
        except Unreachable as error:
            return self.lose(error)

    def saved(self) -> list[str]:
        """Put the line that was shown into the outbox, and send it."""
        pending = self.pending
        if pending is None:
            return ["there is nothing to be saved"]
        for body, text in ((pending.body, pending.text), *pending.behind):
            self.outbox.put(self.with_name(body), text, None if body["type"] in SAYS_ONLY else pending.basis)
        self.pending = None
        return self.deliver()

    def _kept(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Take an entry in that cannot be sent now: it says when it was entered, since it is stored later."""
        body = {"occurred_at": time_text(self._clock()), **self.with_name(body)}
        entry = self.outbox.put(body, text, self.basis(body))
        held = self.outbox.held
        return [f"{entry.number} waits behind {held.number}" if held else f"{entry.number} waits in the outbox"]

    def at_once(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Save something that changes nothing on the board, without asking."""
        said = self.looked_at(body, text)
        return self.saved() if self.pending is not None else said

    def basis(self, body: Mapping[str, Any]) -> int | None:
        """The version that an entry is made on; None for what is only said."""
        return None if body["type"] in SAYS_ONLY else self.board.version

    def with_name(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body with the scribe's name; what is played says that what was offered before was declined."""
        plays = not body["type"].startswith("table.") and "irregular" not in body
        said = {name: value for name, value in body.items() if name != "declining"}
        return {**said, "entered_by": self._name, **({"declining": True} if plays else {})}

    # -- sending

    def deliver(self) -> list[str]:
        """Send what waits, in order, up to the first entry that is refused."""
        said: list[str] = []
        try:
            while (entry := self.outbox.due) is not None:
                said += self._sent(entry)
            said += self._catch_up()
        except Unreachable as error:
            said += self.lose(error)
        except Problem as problem:
            said.append(f"nothing can be sent: {problem}")
        return [*said, *self.next_lines()]

    def _sent(self, entry: Entry) -> list[str]:
        """Send one entry; raises ``Unreachable``, or ``Problem`` where nothing at all can be sent."""
        seen = None if entry.basis is None else max(entry.basis, self.outbox.seen)
        self.outbox.trying(entry)
        for _ in range(TRIES):
            try:
                answer = self.client.append(entry.body, entry.key, seen)
            except Problem as problem:
                if problem.status in NOT_IN_GENERAL:
                    raise
                if "occurred_at" in (problem.document.get("errors") or {}) and "occurred_at" in entry.body:
                    return self._without_time(entry)
                if problem.code != "version-moved" or seen is None:
                    return self._held(entry, problem.document)
                try:
                    between = self.client.decisions(seen, told=True)
                except Problem as gone:  # the match is no longer where it was when this was entered
                    return self._held(entry, gone.document)
                others = self._of_others(between)
                if any(disturbs(one, entry.body) for one in others):
                    return self._held(entry, self._conflict(others, entry, problem.document))
                seen = between[-1]["version"]
                continue
            return self._stored(entry, answer, seen)
        raise Unreachable("the match moves on all the time")

    def _without_time(self, entry: Entry) -> list[str]:
        """Let an entry wait without the time that it claims: the clock of the device is wrong."""
        body = {name: value for name, value in entry.body.items() if name != "occurred_at"}
        self.outbox.put_instead(entry, body, entry.text, entry.basis)
        return [f"{entry.number}: the clock of this device is wrong, so it is recorded without its time"]

    def _stored(self, entry: Entry, answer: Mapping[str, Any], seen: int | None) -> list[str]:
        first, last = answer["decisions"][0]["version"], answer["version"]
        known = self.outbox.seen if seen is None else seen
        self.outbox.store(entry, first, last, last if first == known + 1 else known)
        own = position_of_own(answer)
        shown = answer["decisions"] if entry.type.startswith("table.") else answer["decisions"][own + 1 :]
        left = [screen.decision_line(one, self.board, self.language) for one in answer["decisions"][:own]]
        effects = screen.effect_lines({**answer, "decisions": shown}, self.board, self.width)
        return [*left, f"saved as {first + own}: {self._written(answer, entry.text)}", *effects]

    def _written(self, answer: Mapping[str, Any], text: str) -> str:
        """How the decision is said that a line has become."""
        return self.language.write(answer["decisions"][position_of_own(answer)]) or text

    def _held(self, entry: Entry, problem: Mapping[str, Any]) -> list[str]:
        self.outbox.refuse(entry, problem)
        behind = len(self.outbox.waiting)
        rest = f"; {counted(behind, 'more waits', 'more wait')} behind it" if behind else ""
        same = ["  what was entered is the same: “drop” leaves yours out"] if problem.get("same") else []
        return [
            f"{entry.number} is held: {entry.text}{rest}",
            f"  {screen.problem_line(problem, self.board)}",
            *same,
            "  drop, edit LINE, irregular NOTE, keep (behind what others entered), or retry",
        ]

    def _conflict(
        self, between: Sequence[Mapping[str, Any]], entry: Entry, problem: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The refusal of what was entered on a board that others have changed, with what they entered."""
        own = [one for one in between if not one.get("automatic")]
        lines = [line.strip() for line in self.lines(own)]
        names = ", ".join(dict.fromkeys(entered_by(one) for one in own))
        return {
            **problem,
            "detail": f"{names} entered before {entry.body.get('entered_by', self._name)}: {'; '.join(lines)}",
            "same": any(says_the_same(one, entry.body) for one in own),
        }

    def deliver_if_online(self) -> list[str]:
        """Send what waits, if the service can be reached."""
        return self.deliver() if self.online else []

    def board_lines(self) -> list[str]:
        """The board in lines."""
        return screen.board_lines(self.board, self.width)

    def next_lines(self) -> list[str]:
        """Who is next, and what is likely, in lines."""
        return screen.next_lines(self.board, self.language, self.width)
