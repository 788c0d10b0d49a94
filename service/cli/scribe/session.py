"""What a line does: a scribe's session, without a terminal.

:meth:`Session.say` takes a line and gives lines back. What is entered goes into the outbox first, and to the
service from there, in order. What others enter meanwhile is told with their names, and nothing is sent behind it
before the scribe has seen it: each entry names the version that it was made on (``If-Match``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import RLock
from typing import Any

from domain.kit.shorthand.characters import lines_of
from service.cli.client import Client, Problem, Unreachable
from service.cli.scribe import screen
from service.cli.scribe.board import Board, entered_by
from service.cli.scribe.cache import Cache
from service.cli.scribe.language import Language, Unread, command_in
from service.cli.scribe.outbox import Entry, Outbox

COUNTED = 300
"""Decisions that are counted to say what is common."""
LISTED = 12
"""Decisions that are shown of the log."""
TRIES = 3
"""How often something is tried again at once because the match has moved on."""
NOT_IN_GENERAL = (401, 404)
"""Statuses that are about the token or the match, and not about what was sent."""
UNDOING = ("table.take-back", "table.amend")
NOTHING_TO_UNDO = ("table.note", "table.assert")
SAYS_ONLY = ("table.note",)
"""Commands that stand well behind whatever others have entered."""


ENTERING = ("undo", "note", "assert", "irregular")
"""Words of the program that enter something."""
DECIDING = ("yes", "no")
"""Words that say what becomes of the line that is shown."""


class NothingKnown(Exception):
    """The match has never been seen, and the service cannot be asked; or it is none that can be recorded."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A line that has been looked at, and not been saved or was refused."""

    body: Mapping[str, Any]
    text: str
    basis: int | None


class Session:
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
        self._client = client
        self._outbox = outbox
        self._cache = cache
        self._name = name
        self._clock = clock
        self._lock = RLock()
        self._pending: Pending | None = None
        self._refused: Pending | None = None
        self._ahead: list[str] = []
        """Lines that were typed before it was said what becomes of the one that is shown."""
        self.board = self._opened()
        self.told = self.board.version
        """Up to which version the scribe has been told what others entered."""
        self._language = speak(self.board)

    # -- the board

    def _opened(self) -> Board:
        try:
            board = self._fetched({})
        except Unreachable as error:
            known = self._cache.read("board")
            if known is None:
                raise NothingKnown(f"{error}, and this match has not been opened here before") from None
            return _board_from(known)
        except Problem as problem:
            raise NothingKnown(f"the service says: {problem}") from None
        if board.view["as"] != "official" or board.match["mode"] != "recorded":
            raise NothingKnown("this is not the token of the scribe of a recorded match")
        self.online = True
        return board

    def _fetched(self, known: Mapping[str, Any]) -> Board:
        """The newest board; *known* is what need not be asked again."""
        for _ in range(TRIES):
            match, view, moves = self._client.match(), self._client.view(), self._client.moves()
            if match["version"] == view["at"] == moves["version"]:
                break
        opening = known.get("opening") or self._client.decisions(-1, limit=1)[0]
        ruleset = known.get("ruleset") or self._client.ruleset(match["ruleset"])
        common = known.get("common")
        if common is None:
            common = Counter(_types(self._client.decisions(match["version"] - COUNTED)))
        board = Board(match, view, moves, opening, ruleset, common)
        self._cache.write("board", vars(board))
        return board

    def _refresh(self) -> None:
        self.board = self._fetched(vars(self.board))

    def _catch_up(self) -> list[str]:
        """Fetch what is new, and tell what others entered."""
        try:
            news = self._client.decisions(self.told)
        except Problem as problem:
            if not problem.is_beyond_the_end:
                raise
            self._refresh()
            self.told = self.board.version
            return [f"* the match was restored from an earlier state, and goes on at version {self.told}"]
        if news:
            counted = Counter(self.board.common) + Counter(_types(news))
            self.board = Board(**{**vars(self.board), "common": dict(counted)})
            self.told = news[-1]["version"]
        if news or self.board.version < self.told:
            self._refresh()
        return [f"* {line.strip()}" for line in self._lines(self._of_others(news))]

    def _of_others(self, decisions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [one for one in decisions if self._outbox.stored_as(one["version"]) is None]

    def _lines(self, decisions: Sequence[Mapping[str, Any]]) -> list[str]:
        return [
            screen.decision_line(one, self.board, self._language) for one in decisions if not one.get("automatic")
        ]

    def hear(self) -> list[str]:
        """Fetch what is new and deliver what waits; raises ``Unreachable``."""
        with self._lock:
            back = not self.online
            news = self._catch_up()
            self.online = True
            if back:
                news.insert(0, "the service is there again")
            return news + (self._deliver() if self.due else [])

    @property
    def due(self) -> bool:
        """Whether something waits that could be sent."""
        with self._lock:
            return self._outbox.due is not None

    def lose(self, error: Unreachable) -> list[str]:
        """Note that the service is out of reach; what to say of it, once."""
        with self._lock:
            lost, self.online = self.online, False
            return [f"{error}: what is entered now waits in the outbox"] if lost else []

    # -- what is shown

    @property
    def prompt(self) -> str:
        """What stands before the line: what is asked, who is next, and what waits."""
        if self._pending is not None:
            return f"save? ({len(self._ahead)} more) " if self._ahead else "save? "
        held, waiting = self._outbox.held, len(self._outbox.waiting)
        marks = [f"{held.number} held"] if held else []
        marks += [f"{waiting} waiting"] if waiting else []
        marks += [f"{len(self._ahead)} typed ahead"] if self._ahead else []
        marks += [] if self.online else ["offline"]
        who = "/".join(self.board.called(one) for one in self.board.awaiting) or self.board.view["status"]
        return f"[{', '.join(marks)}] {who}> " if marks else f"{who}> "

    def opening_lines(self) -> list[str]:
        """What is shown first."""
        lines = [*self._board_lines(), *self._next_lines()]
        if self._outbox.held or self._outbox.waiting:
            lines += screen.queue_lines(self._outbox.entries, self.board)
        if not self.online:
            lines.append("the service cannot be reached: this is the board as it was last seen here")
        return [*lines, "“help” says what can be typed."]

    def complete(self, text: str) -> list[tuple[str, int]]:
        """How an unfinished line can go on: what stands next, and how many letters at its end it replaces."""
        words = [(word, len(text)) for word in WORDS if text and word.startswith(text.lower())]
        return words + self._language.expected(text, self.board)

    # -- lines

    def say(self, text: str) -> list[str]:
        """What a line does, in lines."""
        with self._lock:
            text = text.encode(errors="replace").decode()  # a terminal can give what is no text
            lines = [line.strip() for line in lines_of(text) if line.strip()]
            if not lines:
                return [*(self._saved() if self._pending is not None else []), *self._go_on()]
            if len(lines) == 1:
                return self._line(lines[0])
            # A paste: its lines come one after the other, each as if it were typed.
            self._ahead += lines
            return self._go_on() if self._pending is None else [self._comes_next(len(lines))]

    def _line(self, text: str) -> list[str]:
        """What one line does."""
        word, _, rest = text.partition(" ")
        action = WORDS.get(word.lower())
        if self._pending is not None and (action is None or word.lower() in ENTERING):
            self._ahead.append(text)
            return [self._comes_next(1)]
        if action is None:
            return self._enter(text)
        said = action[1](self, rest.strip())
        return [*said, *self._go_on()] if word.lower() in DECIDING else said

    def _comes_next(self, number: int) -> str:
        shown = self._pending.text if self._pending is not None else ""
        what = f"“{self._ahead[-1]}” comes" if number == 1 else f"{number} lines come"
        return (
            f"{what} afterwards; “{shown}” is not saved yet: Enter saves it, “no” leaves it, “no all” forgets all"
        )

    def _go_on(self) -> list[str]:
        """Go on with the lines that were typed ahead, up to one that has to be decided about."""
        said: list[str] = []
        while self._ahead and self._pending is None:
            number = len(self._outbox.entries)
            text = self._ahead.pop(0)
            said += self._line(text)
            entered = len(self._outbox.entries) > number or self._pending is not None
            if self._ahead and not entered and text.partition(" ")[0].lower() not in WORDS:
                more = _counted(len(self._ahead), "line was", "lines were")
                said.append(f"{more} typed behind it: Enter goes on with them, “no all” forgets them")
                break
        return said

    def _enter(self, text: str) -> list[str]:
        body = self._read(text)
        return body if isinstance(body, list) else self._looked_at(body, text)

    def _read(self, text: str) -> dict[str, Any] | list[str]:
        """The command that a line says; or what to say where it says none."""
        try:
            return command_in(text) if text.startswith("{") else self._language.read(text, self.board)
        except Unread as unread:
            if unread.column > self.width:
                return [f"column {unread.column}: {unread}"]
            return [f"  {text}", f"  {' ' * (unread.column - 1)}^ {unread}"]

    def _looked_at(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Show what a command would do and ask whether to save it; where that cannot be known, let it wait."""
        self._pending = self._refused = None
        said = self._deliver() if self.online and self.due else []
        if not self.online or self._outbox.held or self._outbox.waiting:
            return said + self._kept(body, text)
        for _ in range(TRIES):
            pending = Pending(body, text, self._basis(body))
            try:
                answer = self._client.try_out(self._with_name(body), pending.basis)
            except Unreachable as error:
                return said + self.lose(error) + self._kept(body, text)
            except Problem as problem:
                if problem.code == "version-moved":
                    said += self._caught_up()
                    continue
                if problem.status not in NOT_IN_GENERAL:
                    self._refused = pending
                return [*said, f"refused: {screen.problem_line(problem.document, self.board)}"]
            self._pending = pending
            said.append(f"  {self._written(answer, text)}")
            effects = screen.effect_lines(answer, self.board, self.width)
            return [*said, *effects, "Enter saves it, “no” leaves it"]
        return [*said, "others are entering at this moment: look at the board, and type it again"]

    def _caught_up(self) -> list[str]:
        try:
            return self._catch_up()
        except Unreachable as error:
            return self.lose(error)

    def _saved(self) -> list[str]:
        pending = self._pending
        if pending is None:
            return ["there is nothing to be saved"]
        self._outbox.put(self._with_name(pending.body), pending.text, pending.basis)
        self._pending = None
        return self._deliver()

    def _kept(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Take an entry in that cannot be sent now: it says when it was entered, since it is stored later."""
        body = {"occurred_at": _time(self._clock()), **self._with_name(body)}
        entry = self._outbox.put(body, text, self._basis(body))
        held = self._outbox.held
        return [f"{entry.number} waits behind {held.number}" if held else f"{entry.number} waits in the outbox"]

    def _at_once(self, body: Mapping[str, Any], text: str) -> list[str]:
        """Save something that changes nothing on the board, without asking."""
        said = self._looked_at(body, text)
        return self._saved() if self._pending is not None else said

    def _basis(self, body: Mapping[str, Any]) -> int | None:
        return None if body["type"] in SAYS_ONLY else self.board.version

    def _with_name(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return {**body, "entered_by": self._name}

    # -- sending

    def _deliver(self) -> list[str]:
        """Send what waits, in order, up to the first entry that is refused."""
        said: list[str] = []
        try:
            while (entry := self._outbox.due) is not None:
                said += self._sent(entry)
            said += self._catch_up()
        except Unreachable as error:
            said += self.lose(error)
        except Problem as problem:
            said.append(f"nothing can be sent: {problem}")
        return [*said, *self._next_lines()]

    def _sent(self, entry: Entry) -> list[str]:
        """Send one entry; raises ``Unreachable``, or ``Problem`` where nothing at all can be sent."""
        seen = None if entry.basis is None else max(entry.basis, self._outbox.seen)
        self._outbox.trying(entry)
        for _ in range(TRIES):
            try:
                answer = self._client.append(entry.body, entry.key, seen)
            except Problem as problem:
                if problem.status in NOT_IN_GENERAL:
                    raise
                if "occurred_at" in (problem.document.get("errors") or {}) and "occurred_at" in entry.body:
                    return self._without_time(entry)
                if problem.code != "version-moved" or seen is None:
                    return self._held(entry, problem.document)
                try:
                    between = self._client.decisions(seen)
                except Problem as gone:  # the match is no longer where it was when this was entered
                    return self._held(entry, gone.document)
                others = self._of_others(between)
                if any(_disturbs(one, entry.body) for one in others):
                    return self._held(entry, self._conflict(others, entry, problem.document))
                seen = between[-1]["version"]
                continue
            return self._stored(entry, answer, seen)
        raise Unreachable("the match moves on all the time")

    def _without_time(self, entry: Entry) -> list[str]:
        """Let an entry wait without the time that it claims: the clock of the device is wrong."""
        body = {name: value for name, value in entry.body.items() if name != "occurred_at"}
        self._outbox.put_instead(entry, body, entry.text, entry.basis)
        return [f"{entry.number}: the clock of this device is wrong, so it is recorded without its time"]

    def _stored(self, entry: Entry, answer: Mapping[str, Any], seen: int | None) -> list[str]:
        first, last = answer["decisions"][0]["version"], answer["version"]
        known = self._outbox.seen if seen is None else seen
        self._outbox.store(entry, first, last, last if first == known + 1 else known)
        own = _own(answer)
        shown = answer["decisions"] if entry.type.startswith("table.") else answer["decisions"][own + 1 :]
        left = [screen.decision_line(one, self.board, self._language) for one in answer["decisions"][:own]]
        effects = screen.effect_lines({**answer, "decisions": shown}, self.board, self.width)
        return [*left, f"saved as {first + own}: {self._written(answer, entry.text)}", *effects]

    def _written(self, answer: Mapping[str, Any], text: str) -> str:
        """How the decision is said that a line has become."""
        return self._language.write(answer["decisions"][_own(answer)]) or text

    def _held(self, entry: Entry, problem: Mapping[str, Any]) -> list[str]:
        self._outbox.refuse(entry, problem)
        behind = len(self._outbox.waiting)
        rest = f"; {_counted(behind, 'more waits', 'more wait')} behind it" if behind else ""
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
        lines = [line.strip() for line in self._lines(own)]
        names = ", ".join(dict.fromkeys(entered_by(one) for one in own))
        return {
            **problem,
            "detail": f"{names} entered before {entry.body.get('entered_by', self._name)}: {'; '.join(lines)}",
            "same": any(_says_the_same(one, entry.body) for one in own),
        }

    # -- the words

    def _note(self, text: str) -> list[str]:
        if not text:
            return ["note TEXT"]
        return self._at_once({"type": "table.note", "text": text}, f"note {text}")

    def _assert(self, text: str) -> list[str]:
        pointer, _, value = text.partition(" ")
        if not pointer.startswith("/") or not value:
            return ["assert /POINTER/INTO/THE/BOARD VALUE, as in: assert /seats/1/money/amount 14"]
        return self._at_once({"type": "table.assert", "at": pointer, "is": _value(value)}, f"assert {text}")

    def _undo(self, text: str) -> list[str]:
        if text:
            if not text.isdecimal():
                return ["undo, or undo VERSION"]
            return self._looked_at(self._undoing(int(text)), f"undo {text}")
        undone = {_undone(entry.body) for entry in self._outbox.entries if entry.state != "dropped"}
        for entry in reversed(self._outbox.entries):
            if entry.state == "dropped" or (entry.state == "stored" and entry.type in UNDOING):
                continue
            if entry.state in ("waiting", "refused"):
                return self._left_out(entry)
            if entry.first is None or entry.first in undone:
                continue
            if entry.type in NOTHING_TO_UNDO:
                continue
            return self._looked_at(self._undoing(entry.first), f"undo {entry.first}")
        return ["nothing was entered here that could be undone"]

    def _undoing(self, version: int) -> dict[str, Any]:
        """A slip of the pen is amended; where that cannot be, it is taken back in the seat's name."""
        if "table.amend" in self.board.may:
            return {"type": "table.amend", "changes": [{"decision": version, "effect": "remove"}]}
        return {"type": "table.take-back", "decision": version}

    def _drop(self, text: str) -> list[str]:
        entry = self._chosen(text)
        if entry is None:
            return ["nothing of this kind waits: “queue” lists what does"]
        return [*self._left_out(entry), *self._deliver_if_online()]

    def _left_out(self, entry: Entry) -> list[str]:
        if entry.state == "waiting" and entry.tried:
            return [
                f"{entry.number} may have been recorded, the answer is missing: undo it when the service is back"
            ]
        self._outbox.drop(entry)
        return [f"{entry.number} is left out: {entry.text}"]

    def _keep(self, _: str) -> list[str]:
        """Send the held entry on the newest board."""
        held = self._outbox.held
        if held is None:
            return ["nothing is held"]
        self._outbox.send_again(held, self._basis(held.body))
        return self._deliver_if_online()

    def _retry(self, _: str) -> list[str]:
        held = self._outbox.held
        if held is not None:
            self._outbox.send_again(held, held.basis)
        return self._deliver_if_online()

    def _edit(self, text: str) -> list[str]:
        held = self._outbox.held
        if held is None or not text:
            return ["nothing is held" if held is None else "edit LINE"]
        body = self._read(text)
        return body if isinstance(body, list) else self._instead(held, body, text)

    def _irregular(self, note: str) -> list[str]:
        if not note:
            return ["irregular NOTE"]
        if self._refused is not None:
            refused = self._refused
            return self._looked_at({**refused.body, "irregular": {"note": note}}, f"{refused.text} ({note})")
        held = self._outbox.held
        if held is None:
            return ["nothing was refused"]
        return self._instead(held, {**held.body, "irregular": {"note": note}}, f"{held.text} ({note})")

    def _instead(self, held: Entry, body: Mapping[str, Any], text: str) -> list[str]:
        when = {name: held.body[name] for name in ("occurred_at",) if name in held.body}
        body = {**when, **self._with_name(body)}
        self._outbox.put_instead(held, body, text, self._basis(body))
        return self._deliver_if_online()

    def _deliver_if_online(self) -> list[str]:
        return self._deliver() if self.online else []

    def _chosen(self, text: str) -> Entry | None:
        """The entry of this number that was not stored; without a number the held one."""
        if not text:
            return self._outbox.held
        number = int(text) if text.isdecimal() else None
        open_ = [*self._outbox.waiting, *([self._outbox.held] if self._outbox.held else [])]
        return next((entry for entry in open_ if entry.number == number), None)

    def _no(self, text: str) -> list[str]:
        left = self._pending is not None
        self._pending = None
        if text.lower() == "all":
            left = left or bool(self._ahead)
            self._ahead = []
        return ["nothing was saved"] if left else []

    def _board_lines(self, _: str = "") -> list[str]:
        return screen.board_lines(self.board, self.width)

    def _next_lines(self, _: str = "") -> list[str]:
        return screen.next_lines(self.board, self._language, self.width)

    def _log(self, _: str) -> list[str]:
        try:
            return self._lines(self._client.line(self.board.version, LISTED))
        except Unreachable as error:
            return self.lose(error)
        except Problem as problem:
            return [str(problem)]

    def _queue(self, _: str) -> list[str]:
        return screen.queue_lines(self._outbox.entries, self.board)

    def _help(self, text: str) -> list[str]:
        return screen.help_lines(
            text, {word: said for word, (said, _) in WORDS.items()}, self.board, self._language
        )

    def _reload(self, _: str) -> list[str]:
        try:
            return [*self.hear(), *self.opening_lines()]
        except Unreachable as error:
            return [*self.lose(error), str(error)]
        except Problem as problem:
            return [str(problem)]


WORDS: Mapping[str, tuple[str, Callable[[Session, str], list[str]]]] = {
    "yes": ("saves the line that was shown; so does Enter alone", lambda session, _: session._saved()),
    "no": ("leaves the line that was shown; “no all” also those that were typed behind it", Session._no),
    "undo": ("undoes the last line entered here, or with a VERSION that one", Session._undo),
    "note": ("note TEXT: a note, for everyone", Session._note),
    "assert": ("assert /POINTER VALUE: says what is true on the table now", Session._assert),
    "board": ("shows the board", Session._board_lines),
    "next": ("shows who is next, and what is likely", Session._next_lines),
    "log": ("shows the last decisions, and who entered them", Session._log),
    "queue": ("shows what the service does not have yet", Session._queue),
    "drop": ("leaves the held line out, or with a NUMBER that one", Session._drop),
    "edit": ("edit LINE: another line in place of the held one", Session._edit),
    "irregular": ("irregular NOTE: enters what was refused all the same", Session._irregular),
    "keep": ("enters the held line behind what others have entered", Session._keep),
    "retry": ("sends the held line again as it is", Session._retry),
    "reload": ("asks the service for everything again", Session._reload),
    "help": ("says this; with a word, a command or a rule's number, what that is", Session._help),
}
"""What can be typed beside commands: what it does, and how."""


# -- boards, decisions and bodies -----------------------------------------------------------------------------


def _board_from(known: Any) -> Board:
    """The board that was kept; raises :class:`NothingKnown` where another version of this program kept it."""
    try:
        return Board(**known)
    except TypeError:
        raise NothingKnown("the service cannot be reached, and what is kept here cannot be read") from None


def _types(decisions: Sequence[Mapping[str, Any]]) -> list[str]:
    return [one["command"]["type"] for one in decisions if not one.get("automatic")]


def _disturbs(decision: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Whether a scribe must see what somebody else has entered before he enters *body* behind it.

    What follows by itself, what is only said, and what another seat than the one concerned has entered for itself
    need not be seen.
    """
    if decision.get("automatic") or decision["command"]["type"] in SAYS_ONLY:
        return False
    if any(fact["type"] == "LineChanged" for fact in decision.get("facts", ())):
        return True
    by = decision["recorded_by"]
    return not isinstance(by, dict) or by.get("seat") == body.get("seat")


def _says_the_same(decision: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Whether a decision is what *body* would record: for the same seat, the same command."""
    actor, command = decision["actor"], decision["command"]
    seat = actor["seat"] if isinstance(actor, dict) else None
    said = {**command, **({"seat": seat} if seat is not None and "seat" not in command else {})}
    asked = {name: value for name, value in body.items() if name not in ("entered_by", "occurred_at", "irregular")}
    return said == asked


def _own(answer: Mapping[str, Any]) -> int:
    """Where in an answer the decision stands that was asked for: behind what it says was left."""
    return next((at for at, one in enumerate(answer["decisions"]) if not one.get("automatic")), 0)


def _undone(body: Mapping[str, Any]) -> int | None:
    """The decision that a body undoes."""
    if body["type"] == "table.take-back":
        return int(body["decision"])
    if body["type"] == "table.amend" and (changes := body.get("changes")):
        return int(changes[0]["decision"]) if changes[0]["effect"] == "remove" else None
    return None


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
