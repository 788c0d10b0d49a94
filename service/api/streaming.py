"""What happens in a match, as it happens: server-sent events."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any

from flask import Response, request

from domain.application.following import Follower
from domain.match.principal import Principal
from projections.access import check_cursor, check_seen
from service.api import Resources, enter, headers_of, match_id, serves, the_matches, viewer_asked, words_asked
from service.front.environment import RELAY
from service.openapi.answers.response_schemas import LAST_EVENT_ID
from service.openapi.answers.webhook_schemas import EVENT
from service.openapi.query_schemas import StreamQuery
from service.web.auth import entered
from service.web.event_stream import Relay, Stream
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import EVENTS, HEADERS

blueprint = Resources("streaming", __name__, url_prefix="/v1/matches", description="What happens, as it happens.")

_SEEN = re.compile("[0-9]{1,15}")


@blueprint.get("/<identifier>/stream")
@serves(EVENTS)
@blueprint.doc(parameters=[LAST_EVENT_ID])
@blueprint.arguments(StreamQuery(), location="query")
@blueprint.response(200, EVENT, content_type=EVENTS, description="snapshot, decision, root, visibility, end")
def stream(query: dict[str, Any], identifier: str) -> Response:
    """The decisions of a match when they happen, each as the viewer may read it at that time.

    Server-sent events. It begins with the board, or after ``after`` or ``Last-Event-ID`` with what was missed; the
    event ``end`` says that nothing more will come. A stream that just stops is asked for again.
    """
    relay: Relay | None = request.environ.get(RELAY)
    following = None if relay is None else relay.following(match_id(identifier))
    matches, match, principal = enter(identifier)
    viewer = viewer_asked(match, principal, query.get("viewer"))
    seen, asked_after = _last_event_id(), query.get("after")
    check_seen(matches, match, query.get("seen"))
    for name, version in (("Last-Event-ID", seen), ("after", asked_after)):
        check_cursor(name, version, match.version)
    words = words_asked(matches, match, query.get("text"))
    headers = {**HEADERS, **headers_of(words), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(status=200, headers=headers, content_type=EVENTS)
    if request.method == "HEAD":
        return response
    if relay is None:
        follower = followed(identifier, principal)
        close = follower.close
    else:
        follower = relay.follow(match_id(identifier), _place(match_id(identifier), principal))
        close = relay.close
    try:
        if follower is not following:
            # Again, and only now: what is appended from here on the follower hears of.
            matches = the_matches()
            match, principal = entered(matches, request, match_id(identifier))
            viewer = viewer_asked(match, principal, query.get("viewer"))
        told = Stream(
            matches=matches,
            follower=follower,
            match=match,
            principal=principal,
            viewer=viewer,
            after=asked_after if seen is None else seen,
            until_closed=query["until"] == "closed",
            roots=query["roots"],
            language=words.words.language if words is not None else None,
            heartbeat=running().heartbeat,
            share=running().turns.parts,
        )
    except BaseException:
        close()
        raise
    if relay is None:
        response.response = told.events()
        response.call_on_close(close)
    else:
        response.response = iter(())  # the headers are those of a stream all the same
        relay.take(told)
    return response


def followed(identifier: str, principal: Principal) -> Follower:
    """A follower of a match, which takes a place while it follows; raises Problem where there is no place."""
    followed_match = match_id(identifier)
    give_back = _place(followed_match, principal)
    try:
        follower = running().watcher().follow(followed_match)
    except BaseException:
        give_back()
        raise
    follower.on_close = give_back
    return follower


def take_place(identifier: str, principal: Principal) -> Callable[[], None]:
    """A place for somebody for whom a thread waits; what gives it back. Raises Problem where there is none."""
    return _place(identifier, principal)


def _place(match: Hashable, principal: Principal) -> Callable[[], None]:
    public = principal.role in ("spectator", "anonymous")
    return running().streams.take((match, str(principal), request.remote_addr if public else None))


def _last_event_id() -> int | None:
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return None
    if not _SEEN.fullmatch(header.strip()):
        raise Problem("malformed", "Last-Event-ID holds the id of an event, which is a version.")
    return int(header)
