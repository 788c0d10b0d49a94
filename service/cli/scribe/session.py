"""What a line does: a scribe's session, without a terminal.

:meth:`Session.say` takes a line and gives lines back: a command is entered, a word of the program is done.
"""

from __future__ import annotations

from domain.kit.shorthand.parsing.characters import lines_of
from service.cli.scribe.bodies import counted
from service.cli.scribe.entering import Entering
from service.cli.scribe.lines.words import DECIDING, ENTERING, WORDS


class Session(Entering):
    """One scribe at one match, who types line after line."""

    def complete(self, text: str) -> list[tuple[str, int]]:
        """How an unfinished line can go on: what stands next, and how many letters at its end it replaces."""
        words = [(word, len(text)) for word in WORDS if text and word.startswith(text.lower())]
        return words + self.language.expected(text, self.board)

    def say(self, text: str) -> list[str]:
        """What a line does, in lines."""
        with self._lock:
            text = text.encode(errors="replace").decode()  # a terminal can give what is no text
            lines = [line.strip() for line in lines_of(text) if line.strip()]
            if not lines:
                return [*(self.saved() if self.pending is not None else []), *self._go_on()]
            if len(lines) == 1:
                return self._line(lines[0])
            # A paste: its lines come one after the other, each as if it were typed.
            self.ahead += lines
            return self._go_on() if self.pending is None else [self._comes_next(len(lines))]

    def _line(self, text: str) -> list[str]:
        """What one line does."""
        word, _, rest = text.partition(" ")
        action = WORDS.get(word.lower())
        if self.pending is not None and (action is None or word.lower() in ENTERING):
            self.ahead.append(text)
            return [self._comes_next(1)]
        if action is None:
            return self._enter(text)
        said = action[1](self, rest.strip())
        return [*said, *self._go_on()] if word.lower() in DECIDING else said

    def _comes_next(self, number: int) -> str:
        shown = self.pending.text if self.pending is not None else ""
        what = f"“{self.ahead[-1]}” comes" if number == 1 else f"{number} lines come"
        return (
            f"{what} afterwards; “{shown}” is not saved yet: Enter saves it, “no” leaves it, “no all” forgets all"
        )

    def _go_on(self) -> list[str]:
        """Go on with the lines that were typed ahead, up to one that has to be decided about."""
        said: list[str] = []
        while self.ahead and self.pending is None:
            number = len(self.outbox.entries)
            text = self.ahead.pop(0)
            said += self._line(text)
            entered = len(self.outbox.entries) > number or self.pending is not None
            if self.ahead and not entered and text.partition(" ")[0].lower() not in WORDS:
                more = counted(len(self.ahead), "line was", "lines were")
                said.append(f"{more} typed behind it: Enter goes on with them, “no all” forgets them")
                break
        return said

    def _enter(self, text: str) -> list[str]:
        body = self.read(text)
        if not isinstance(body, list):
            return self.looked_at(body, text)
        pieces = [] if text.startswith("{") else self.language.pieces(text)
        return self.looked_at_together(pieces) if pieces else body
