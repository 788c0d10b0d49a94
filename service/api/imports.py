"""A file of shorthand is taken in as a match, whole or not at all."""

from __future__ import annotations

from flask import Response, g, request

from service import importing
from service.api import Resources, needs_key
from service.api.matches import described, replayed, request_key, tokens_of
from service.openapi.answers.response_schemas import IMPORT_BODY, ImportedSchema
from service.web.preconditions import check
from service.web.prefix import address
from service.web.process.long_work import LONG, long_work
from service.web.process.running import running
from service.web.request_bodies import LARGER, text_of
from service.web.responses import answered

FEW = 200
"""Lines of a file up to which entering it is not long work."""

blueprint = Resources("imports", __name__, url_prefix="/v1", description="Whole matches, taken in from files.")


@blueprint.post("/imports")
@needs_key
@blueprint.doc(requestBody=IMPORT_BODY)
@blueprint.response(201, ImportedSchema)
def import_match() -> Response:
    """Open a recorded match from a file of shorthand, all or nothing; errors name each wrong line.

    The answer holds the tokens, and says which lines behind a gap could only be kept as notes.
    """
    check(())  # there is no representation of what is not there yet
    request.max_content_length = max(LARGER["/v1/imports"], request.max_content_length or 0)
    text = text_of(request)
    key = request_key(text, g.api_key)
    matches = running().opening(key)
    replay = matches.opened_before(key)
    file = importing.read(text)
    draft = matches.draft(file.opening, key)
    with long_work(LONG + 1 if len(file.lines) > FEW else 0):
        entered = importing.enter(draft, file)
    answer = replay or matches.keep(draft, file.opening, key, g.api_key or "")
    g.stored = True
    match = answer.match
    document = {
        **described(matches, match, answer.last),
        "tokens": tokens_of(matches, match, draft.match.state),
        "lines": entered.lines,
        "gaps": entered.gaps,
        "kept": [{"line": line, "reason": reason} for line, reason in entered.kept],
    }
    headers = {"Location": address(f"/v1/matches/{match.id}"), **replayed(answer)}
    return answered(document, 201, headers, secret=True)
