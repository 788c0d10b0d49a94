"""What a seat was told of an episode, decision by decision, through the gate of the service."""

from __future__ import annotations

import json

from domain.kit.facts import Json
from domain.kit.visibility import StoredDecision, Viewer, redact
from domain.kit.written.records import Decision, written_with
from service.environments.episode import Step


class NoSeals:
    """Nothing is sealed where nothing has to be proved: a seal that anybody could make would tell its value."""

    def blind(self, version: int) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def sealed(self, version: int, path: str, value: Json) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def text(self, version: int, path: str, value: str) -> tuple[str, str]:  # noqa: ARG002
        """Nothing."""
        return "", ""


def told(step: Step, viewer: Viewer) -> str:
    """A decision as *viewer* was told it, as JSON in one line: ``{"actor", "command", "facts"}``."""
    if viewer not in step.told:
        actor = {"seat": step.actor} if isinstance(step.actor, int) else step.actor
        written = written_with(Decision(1, actor, actor, "", step.command, step.facts), NoSeals())
        shown = redact(StoredDecision.written(1, written.open, written.sealed, {}), viewer)
        named = {name: _unsealed(shown[name]) for name in ("actor", "command", "facts")}
        step.told[viewer] = json.dumps(named, ensure_ascii=False, sort_keys=True)
    return step.told[viewer]


def _unsealed(value: Json) -> Json:
    if isinstance(value, dict):
        hidden = "hidden" in value
        return {name: _unsealed(item) for name, item in value.items() if not (hidden and name == "seal")}
    return [_unsealed(item) for item in value] if isinstance(value, list) else value
