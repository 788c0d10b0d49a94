"""Matches to be looked at in a browser, and steps for `scenarios/use.mjs`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.driving import opened, played_on
from tests.persistence.serving import Served

Used = Callable[..., dict[str, Any]]
"""What was read on a page that was used so, step by step; nothing may go wrong."""


class Bench:
    """A match with everybody's tokens, and requests in their names."""

    def __init__(self, service: Served, ruleset: str, seats: int, **more: Any) -> None:
        self.service = service
        self.opened = opened(service, ruleset, seats, **more)
        self.page = f"{service.address}/matches/{self.opened['id']}"

    def token(self, who: int | str) -> str:
        tokens = self.opened["tokens"]
        token: str = tokens["seats"][who] if isinstance(who, int) else tokens[who]
        return token

    def ask(self, who: int | str | None, what: str = "") -> Any:
        bearer = {} if who is None else {"Authorization": f"Bearer {self.token(who)}"}
        return self.service.request("GET", self.opened["links"]["self"] + what, headers=bearer)[1]

    def send(self, who: int | str, command: Any) -> int:
        """The version after a command."""
        bearer = {"Authorization": f"Bearer {self.token(who)}"}
        status, answer, *_ = self.service.request("POST", self.opened["links"]["commands"], command, bearer)
        assert status == 201, answer
        version: int = answer["version"]
        return version

    def erase(self, who: int | str, version: int, pointer: str) -> None:
        """Erase a text of a decision."""
        path = f"{self.opened['links']['self']}/texts/{version}?pointer={pointer}"
        bearer = {"Authorization": f"Bearer {self.token(who)}"}
        assert self.service.request("DELETE", path, headers=bearer)[0] == 204

    def play(self, decisions: int) -> int:
        """The version after some random decisions."""
        played_on(self.service, self.opened, decisions)
        version: int = self.ask(None)["version"]
        return version
