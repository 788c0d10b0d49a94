"""Damage: what is stored of a match is not what was stored."""

from __future__ import annotations

from uuid import UUID


class Damaged(Exception):
    """Something stored of a match was changed, or is lost, so nothing of it is shown and nothing is added to it.

    *version* is the decision that it is about, None if it is about the whole match; *what* says which thing it is
    (``leaf``, ``mark``, ``text at /command/text`` …), and the message more of it: for officials and operators.
    """

    def __init__(self, match_id: UUID, version: int | None, what: str, detail: str) -> None:
        where = "" if version is None else f"decision {version}: "
        super().__init__(f"match {match_id}: {where}{what}: {detail}")
        self.match_id = match_id
        self.version = version
        self.what = what
        self.detail = detail
