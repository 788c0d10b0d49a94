"""Webhooks of a match: holders of tokens of seats and offices register them, and see only their own."""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

from flask import Response

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.written.notation import encoded
from domain.match.match import Match
from domain.match.principal import Principal
from domain.store.beside.webhook_rows import Delivery, Webhook
from domain.store.beside.webhooks import Webhooks
from projections.read_models.announcements import EVENTS, milliseconds, owner_of
from service.api import F, Resources, enter, the_runner
from service.openapi.answers.webhook_schemas import (
    DeliveryListSchema,
    RegisteredSchema,
    WebhookListSchema,
    WebhookSchema,
)
from service.openapi.request_schemas import WebhookWantedSchema
from service.web.preconditions import check
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import HEADERS, answered, represented, tags_of
from service.webhooks.guarded_post import wrong_with
from service.webhooks.sender import new_secret

MOST = 5
"""Webhooks of one token."""
SHOWN = 100
"""The most deliveries of a webhook that are shown."""

blueprint = Resources("webhooks", __name__, url_prefix="/v1/matches", description="Reports of what happens.")


def _needs_owner(view: F) -> F:
    """Ask who it is before the body is looked at, or waited for."""

    @functools.wraps(view)
    def checked(*arguments: Any, identifier: str, **named: Any) -> Any:
        _owner(identifier)
        return view(*arguments, identifier=identifier, **named)

    return cast(F, checked)


@blueprint.post("/<identifier>/webhooks")
@_needs_owner
@blueprint.arguments(WebhookWantedSchema(), location="json")
@blueprint.response(201, RegisteredSchema)
def register(wanted: dict[str, Any], identifier: str) -> Response:
    """Register a webhook, or renew the caller's webhook with this URL; only this answer shows its secret.

    It is told of events by signed requests, at least once and in order.
    """
    matches, match, principal = _owner(identifier)
    check(tags_of(encoded(_listed(matches, match, principal)), matches.service_key))
    setting = running().webhooks
    if setting == "off":
        raise Problem("forbidden", "Webhooks are switched off in this service.", rule="TB-70")
    if match.state.closed:
        detail = "The match is closed, so there will be nothing more to report."
        raise Problem("closed", detail, rule="TB-70")
    if wrong := wrong_with(wanted["url"], anywhere=setting == "anywhere"):
        raise Problem("invalid", errors={"url": [wrong]})
    the_runner()
    now = milliseconds()
    events = tuple(event for event in EVENTS if event in wanted.get("events", EVENTS))
    webhook = Webhook(
        id=uuid4().hex,
        match_id=match.id,
        owner=owner_of(principal),
        url=wanted["url"],
        events=events,
        since=match.version,
        added_at=now,
        failures=0,
        disabled_at=None,
        disabled_for=None,
        over_at=now if match.over else None,
    )
    secret = new_secret()
    stored = Webhooks(matches.database).register(webhook, secret, due_at=now, most=MOST)
    if stored is None:
        raise Problem("too-many-webhooks", f"A token has at most {MOST} webhooks; delete one.")
    document = {**_described(stored), "secret": secret}
    return answered(document, 201, {"Location": document["links"]["self"]}, secret=True)


@blueprint.get("/<identifier>/webhooks")
@blueprint.response(200, WebhookListSchema)
def list_webhooks(identifier: str) -> Response:
    """The webhooks that the caller's token has registered.

    Oldest first, without their secrets. One that failed too often says since when it is disabled.
    """
    matches, match, principal = _owner(identifier)
    return represented(_listed(matches, match, principal), matches.service_key)


@blueprint.get("/<identifier>/webhooks/<webhook>")
@blueprint.response(200, WebhookSchema)
def read_webhook(identifier: str, webhook: str) -> Response:
    """One of the caller's webhooks.

    Without its secret, which only the answer that registered it has shown.
    """
    matches, found = _own(identifier, webhook)
    return represented(_described(found), matches.service_key)


@blueprint.delete("/<identifier>/webhooks/<webhook>")
@blueprint.response(204)
def remove_webhook(identifier: str, webhook: str) -> Response:
    """Remove one of the caller's webhooks, with its undelivered events.

    A delivery that is under way may still arrive.
    """
    matches, found = _own(identifier, webhook)
    check(tags_of(encoded(_described(found)), matches.service_key))
    Webhooks(matches.database).remove(found.match_id, found.owner, found.id)
    return Response(status=204, headers=HEADERS, content_type="")


@blueprint.get("/<identifier>/webhooks/<webhook>/deliveries")
@blueprint.response(200, DeliveryListSchema)
def list_deliveries(identifier: str, webhook: str) -> Response:
    """The newest deliveries to one of the caller's webhooks, newest first.

    Each with its attempts, and how each of them ended.
    """
    matches, found = _own(identifier, webhook)
    deliveries = Webhooks(matches.database).deliveries(found.id, SHOWN)
    return represented({"deliveries": [_delivery(one) for one in deliveries]}, matches.service_key)


def _owner(identifier: str) -> tuple[Matches, Match, Principal]:
    """The store, the match, and who is asking, who must be one that may have webhooks."""
    matches, match, principal = enter(identifier)
    if principal.role == "anonymous":
        raise Problem("unauthorized", "Webhooks need a token.")
    if principal.role == "spectator":
        raise Problem("forbidden", "A spectator's token has no webhooks.", rule="TB-70")
    return matches, match, principal


def _listed(matches: Matches, match: Match, principal: Principal) -> dict[str, Json]:
    return {"webhooks": [_described(one) for one in Webhooks(matches.database).of(match.id, owner_of(principal))]}


def _own(identifier: str, webhook_id: str) -> tuple[Matches, Webhook]:
    matches, match, principal = _owner(identifier)
    for webhook in Webhooks(matches.database).of(match.id, owner_of(principal)):
        if webhook.id == webhook_id.lower():
            return matches, webhook
    raise Problem("not-found", "There is no such webhook.")


def _described(webhook: Webhook) -> dict[str, Any]:
    base = address(f"/v1/matches/{webhook.match_id}")
    path = f"{base}/webhooks/{webhook.id}"
    return {
        "id": webhook.id,
        "url": webhook.url,
        "events": list(webhook.events),
        "since": webhook.since,
        "added_at": _at(webhook.added_at),
        "failures": webhook.failures,
        "disabled": None
        if webhook.disabled_at is None
        else {"at": _at(webhook.disabled_at), "reason": webhook.disabled_for},
        "links": {"self": path, "deliveries": f"{path}/deliveries", "match": base},
    }


def _delivery(delivery: Delivery) -> dict[str, Json]:
    return {
        "id": delivery.id,
        "type": delivery.type,
        "version": delivery.version,
        "at": _at(delivery.written_at),
        "state": delivery.state,
        "attempts": [{**attempt, "at": _at(attempt["at"])} for attempt in delivery.attempts],
    }


def _at(milliseconds: int) -> str:
    at = datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    return at.replace("+00:00", "Z")
