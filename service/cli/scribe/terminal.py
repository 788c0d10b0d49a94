"""The terminal: lines in, lines out, with completion, while the others' entries come in above the line."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History
from prompt_toolkit.patch_stdout import patch_stdout

from domain.kit.text.texts import shown
from service.cli.client import Client, Problem, Unreachable
from service.cli.scribe.following import Listener
from service.cli.scribe.outbox import OutboxError
from service.cli.scribe.session import Session

LEAVE = ("quit", "exit")


class Completions(Completer):
    """How the line can go on, as the session says."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What can stand next."""
        for text, replaced in self._session.complete(document.text_before_cursor):
            yield Completion(text, start_position=-replaced, display=shown(text))


def run(session: Session, client: Client, history: Path) -> None:
    """Read lines until somebody leaves: ``quit``, or the end of the input."""
    kept: History = FileHistory(str(history))
    line: PromptSession[str] = PromptSession(
        history=kept, completer=Completions(session), complete_while_typing=False, enable_open_in_editor=False
    )

    def refresh() -> None:
        if line.app.is_running:
            line.app.invalidate()

    def tell(said: list[str]) -> None:
        print("\n".join(map(shown, said)), flush=True)
        refresh()

    listener = Listener(session, client, tell)
    session.width = shutil.get_terminal_size().columns
    with patch_stdout():
        tell(session.opening_lines())
        listener.start()
        try:
            while (text := _typed(line, session)) is not None:
                session.width = shutil.get_terminal_size().columns
                if said := _said(session, text):
                    tell(said)
        finally:
            listener.stop()


def _said(session: Session, text: str) -> list[str]:
    """What a line does; what cannot be done ends nothing."""
    try:
        return session.say(text)
    except OutboxError as error:
        return [f"NOT SAVED: {error}"]
    except (Problem, Unreachable) as error:
        return [str(error)]


def _typed(line: PromptSession[str], session: Session) -> str | None:
    """The next line; None when it is time to leave. Ctrl-C clears the line."""
    while True:
        try:
            text = line.prompt(lambda: shown(session.prompt))
        except KeyboardInterrupt:
            continue
        except EOFError:
            return None
        return None if text.strip().lower() in LEAVE else text
