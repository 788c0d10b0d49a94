"""The words of the program: what can be typed beside commands, and what each does in a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from service.cli.client import Problem, Unreachable
from service.cli.scribe import screen
from service.cli.scribe.bodies import undone_by, value_in
from service.cli.scribe.entering import Entering
from service.cli.scribe.outbox import Entry
from service.cli.scribe.scores import compared, scores_lines

ENTERING = ("undo", "note", "assert", "irregular")
"""Words of the program that enter something."""
DECIDING = ("yes", "no")
"""Words that decide about the line that is shown."""
LISTED = 12
"""Decisions that are shown of the log."""


def _note(session: Entering, text: str) -> list[str]:
    if not text:
        return ["note TEXT"]
    return session.at_once({"type": "table.note", "text": text}, f"note {text}")


def _assert(session: Entering, text: str) -> list[str]:
    pointer, _, value = text.partition(" ")
    if not pointer.startswith("/") or not value:
        return ["assert /POINTER/INTO/THE/BOARD VALUE, as in: assert /seats/1/money/amount 14"]
    return session.at_once({"type": "table.assert", "at": pointer, "is": value_in(value)}, f"assert {text}")


def _scores(session: Entering, text: str) -> list[str]:
    if not text and (lines := scores_lines(session.board)):
        return lines
    return compared(session.board, text.split())


def _undo(session: Entering, text: str) -> list[str]:
    if text:
        if not text.isdecimal():
            return ["undo, or undo VERSION"]
        return session.looked_at(_undoing(session, int(text)), f"undo {text}")
    undone = {undone_by(entry.body) for entry in session.outbox.entries if entry.state != "dropped"}
    for entry in reversed(session.outbox.entries):
        if entry.state == "dropped":
            continue
        if entry.state in ("waiting", "refused"):
            return _left_out(session, entry)
        if entry.first is None or entry.first in undone or entry.type.startswith("table."):
            continue  # what was said at the table is not corrected
        return session.looked_at(_undoing(session, entry.first), f"undo {entry.first}")
    return ["nothing was entered here that could be undone"]


def _undoing(session: Entering, version: int) -> dict[str, Any]:
    """A slip of the pen is amended; where that cannot be, it is taken back in the seat's name."""
    if "table.amend" in session.board.may:
        return {"type": "table.amend", "changes": [{"decision": version, "effect": "remove"}]}
    return {"type": "table.take-back", "decision": version}


def _drop(session: Entering, text: str) -> list[str]:
    entry = _chosen(session, text)
    if entry is None:
        return ["nothing of this kind waits: “queue” lists what does"]
    return [*_left_out(session, entry), *session.deliver_if_online()]


def _left_out(session: Entering, entry: Entry) -> list[str]:
    if entry.state == "waiting" and entry.tried:
        return [f"{entry.number} may have been recorded, the answer is missing: undo it when the service is back"]
    session.outbox.drop(entry)
    return [f"{entry.number} is left out: {entry.text}"]


def _keep(session: Entering, _: str) -> list[str]:
    """Send the held entry on the newest board."""
    held = session.outbox.held
    if held is None:
        return ["nothing is held"]
    session.outbox.send_again(held, session.basis(held.body))
    return session.deliver_if_online()


def _retry(session: Entering, _: str) -> list[str]:
    held = session.outbox.held
    if held is not None:
        session.outbox.send_again(held, held.basis)
    return session.deliver_if_online()


def _edit(session: Entering, text: str) -> list[str]:
    held = session.outbox.held
    if held is None or not text:
        return ["nothing is held" if held is None else "edit LINE"]
    body = session.read(text)
    return body if isinstance(body, list) else _instead(session, held, body, text)


def _irregular(session: Entering, note: str) -> list[str]:
    if not note:
        return ["irregular NOTE"]
    if session.refused is not None:
        refused = session.refused
        return session.looked_at({**refused.body, "irregular": {"note": note}}, f"{refused.text} ({note})")
    held = session.outbox.held
    if held is None:
        return ["nothing was refused"]
    return _instead(session, held, {**held.body, "irregular": {"note": note}}, f"{held.text} ({note})")


def _instead(session: Entering, held: Entry, body: Mapping[str, Any], text: str) -> list[str]:
    when = {name: held.body[name] for name in ("occurred_at",) if name in held.body}
    body = {**when, **session.with_name(body)}
    session.outbox.put_instead(held, body, text, session.basis(body))
    return session.deliver_if_online()


def _chosen(session: Entering, text: str) -> Entry | None:
    """The entry of this number that was not stored; without a number the held one."""
    if not text:
        return session.outbox.held
    number = int(text) if text.isdecimal() else None
    open_ = [*session.outbox.waiting, *([session.outbox.held] if session.outbox.held else [])]
    return next((entry for entry in open_ if entry.number == number), None)


def _no(session: Entering, text: str) -> list[str]:
    left = session.pending is not None
    session.pending = None
    if text.lower() == "all":
        left = left or bool(session.ahead)
        session.ahead = []
    return ["nothing was saved"] if left else []


def _log(session: Entering, _: str) -> list[str]:
    try:
        return session.shown(session.lines(session.client.line(session.board.version, LISTED)))
    except Unreachable as error:
        return session.lose(error)
    except Problem as problem:
        return [str(problem)]


def _queue(session: Entering, _: str) -> list[str]:
    return screen.queue_lines(session.outbox.entries, session.board)


def _help(session: Entering, text: str) -> list[str]:
    return screen.help_lines(
        text, {word: said for word, (said, _) in WORDS.items()}, session.board, session.language
    )


def _reload(session: Entering, _: str) -> list[str]:
    try:
        return [*session.hear(), *session.opening_lines()]
    except Unreachable as error:
        return [*session.lose(error), str(error)]
    except Problem as problem:
        return [str(problem)]


WORDS: Mapping[str, tuple[str, Callable[[Entering, str], list[str]]]] = {
    "yes": ("saves the line that was shown; so does Enter alone", lambda session, _: session.saved()),
    "no": ("leaves the line that was shown; “no all” also those that were typed behind it", _no),
    "undo": ("undoes the last line entered here, or with a VERSION that one", _undo),
    "note": ("note TEXT: a note, for everyone", _note),
    "assert": ("assert /POINTER VALUE: says what is true on the table now", _assert),
    "scores": ("the final scores; with a number for each seat, whether the record has them, too", _scores),
    "board": ("shows the board", lambda session, _: session.board_lines()),
    "next": ("shows who is next, and what is likely", lambda session, _: session.next_lines()),
    "log": ("shows the last decisions, and who entered them", _log),
    "queue": ("shows what the service does not have yet", _queue),
    "drop": ("leaves the held line out, or with a NUMBER that one", _drop),
    "edit": ("edit LINE: another line in place of the held one", _edit),
    "irregular": ("irregular NOTE: enters what was refused all the same", _irregular),
    "keep": ("enters the held line behind what others have entered", _keep),
    "retry": ("sends the held line again as it is", _retry),
    "reload": ("asks the service for everything again", _reload),
    "help": ("says this; with a word, a command or a rule's number, what that is", _help),
}
"""What can be typed beside commands: what it does, and how."""
