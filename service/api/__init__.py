"""The resources, one module each: they parse, ask, translate, and do nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar, cast
from urllib.parse import unquote_to_bytes
from uuid import UUID

from flask import Request, current_app, g, request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from domain.application.matches import Matches
from domain.kit.guards import Refused
from domain.kit.visibility import StoredDecision, Viewer
from domain.kit.words.match import MatchWords
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.worded import languages_for
from projections.access import check_viewer, reached, viewer_named
from projections.past import past
from projections.read_models.runner import Runner
from projections.said.naming import names_in_refusals, words_of
from service.openapi.schema_fields import unknown_fields
from service.web.auth import check_may_know, entered, is_official, opener
from service.web.current import current
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import MEDIA_TYPE, Problem, field_errors
from service.web.process.running import running
from service.web.request_bodies import body_of
from service.web.responses import JSON, acceptable, problem_for, sentence

F = TypeVar("F", bound=Callable[..., Any])


class StrictParser(FlaskParser):
    """Reads arguments strictly: nothing unknown, nothing twice, JSON by ``service.web.request_bodies``."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": RAISE, "query": RAISE}  # noqa: RUF012 - as the parser declares it

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002
        """The body, read strictly."""
        return body_of(req)

    def load_querystring(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002
        """The query; a parameter that is given twice means nothing."""
        twice = [name for name, values in req.args.lists() if len(values) > 1]
        if twice:
            raise Problem("invalid", errors={name: ["Given more than once."] for name in twice})
        return req.args.to_dict()

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Fields that do not hold what they should."""
        messages = error.messages
        if isinstance(messages, dict) and len(messages) == 1 and set(messages) <= {"json", "query"}:
            messages = next(iter(messages.values()))
        raise Problem("invalid", errors=field_errors(messages)) from None


class Resources(Blueprint):  # type: ignore[misc]
    """A blueprint whose arguments are read strictly."""

    ARGUMENTS_PARSER = StrictParser()

    def arguments(self, schema: Any, *, location: str = "json", **options: Any) -> Any:
        """As flask-smorest has it; and remembers which resources have a query."""
        decorate = super().arguments(schema, location=location, **options)
        if location != "query":
            return decorate
        read = functools.partial(_query, schema, functools.cache(functools.partial(_bare, schema)))

        def decorated(function: Any) -> Any:
            # What it has wrapped says what the resource takes; a query itself is read without its detours.
            @functools.wraps(decorate(function))
            def wrapped(*arguments: Any, **named: Any) -> Any:
                return function(read(), *arguments, **named)

            vars(wrapped)["takes_query"] = True
            return wrapped

        return decorated

    def response(self, *described: Any, **more: Any) -> Any:
        """As flask-smorest has it; but resources answer with what goes out, so nothing is wrapped around them."""
        return _describing(super().response(*described, **more))

    def doc(self, *, parameters: Sequence[Mapping[str, Any]] = (), **info: Any) -> Any:
        """As flask-smorest has it; but parameters are added to those of the query, and don't replace them."""
        decorate = _describing(super().doc(**info))

        def decorated(function: Any) -> Any:
            decorate(function)._apidoc.setdefault("arguments", {}).setdefault("parameters", []).extend(parameters)
            return function

        return decorated

    def route(self, rule: str, **options: Any) -> Any:
        """As flask-smorest has it; the name of the function is what generated clients call the operation."""
        register = super().route(rule, **options)
        return lambda function: register(self.doc(operationId=function.__name__)(function))


def _describing(decorate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Gives a function the description that *decorate* gives to what it wraps around it, and wraps nothing."""

    def decorated(function: Any) -> Any:
        vars(function)["_apidoc"] = decorate(function)._apidoc
        return function

    return decorated


def _query(schema: Schema, bare: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
    """What the query of the request holds; *bare* is what none holds."""
    request, _ = current()
    if not request.query_string and (values := bare()) is not None:
        return dict(values)
    parser = Resources.ARGUMENTS_PARSER
    try:
        loaded: dict[str, Any] = schema.load(parser.load_querystring(request, schema), unknown=RAISE)
    except ValidationError as error:
        parser.handle_error(error)
    return loaded


def _bare(schema: Schema) -> dict[str, Any] | None:
    """What an empty query holds, where nothing has to be given; else None. No default is changed in place."""
    try:
        loaded: dict[str, Any] = schema.load({}, unknown=RAISE)
    except ValidationError:
        return None
    return loaded


def check_query() -> None:
    """Refuse a query that is no text, and any where there is none to be asked.

    A resource that has one looks at it itself.
    """
    request, _ = current()
    if not request.query_string:
        return
    try:
        unquote_to_bytes(request.query_string).decode()
    except UnicodeDecodeError:
        raise Problem("malformed", "The query is not UTF-8.") from None
    view = current_app.view_functions.get(request.endpoint or "")
    if request.args and view is not None and not getattr(view, "takes_query", False):
        raise Problem("invalid", errors=unknown_fields(request.args, [], "parameter"))


def serves(*forms: str) -> Callable[[F], F]:
    """Says of a resource which forms it has, if that is not JSON alone; the first is preferred."""

    def marked(view: F) -> F:
        vars(view)["forms"] = forms
        return view

    return marked


def unlimited(view: F) -> F:
    """Marks a resource that may be asked as often as one likes."""
    view.unlimited = True  # type: ignore[attr-defined]
    return view


def check_acceptable() -> None:
    """Refuse what asks for none of the forms that a resource has (RFC 9110, section 12.5.1)."""
    request, _ = current()
    if request.endpoint is None:
        return  # what is not there has no form: 404 or 405
    forms = getattr(current_app.view_functions[request.endpoint], "forms", (JSON,))
    if not any(acceptable(form) for form in (*forms, MEDIA_TYPE)):
        there_are = ", ".join(forms)
        raise Problem("not-acceptable", f"The Accept header allows no format that the resource has: {there_are}.")


def the_matches() -> Matches:
    """The matches of the current application."""
    return running().matches()


def problem_here(error: Exception) -> Problem:
    """The problem that stands for a refusal of the current request; it names the seats of the match that it is of.

    Who it is known by then that may know of the match may read them. Officials are told what is damaged.
    """
    if isinstance(error, Damaged):
        return _damaged(error)
    named = isinstance(error, Refused) and error.names_things and "match_id" in g
    names = names_in_refusals(the_matches(), g.match_id) if named else ()
    return problem_for(error, g.get("match_version"), names)


def _damaged(error: Damaged) -> Problem:
    if not is_official(error.match_id):
        return Problem("damaged")
    path = address(f"/v1/matches/{error.match_id}")
    return Problem("damaged", sentence(str(error)), version=error.version, match=path)


def needs_key(view: F) -> F:
    """Ask for an API key before anything else of the request is looked at, if the service wants one.

    The key's name is then in `g.api_key`; otherwise that is None.
    """

    @functools.wraps(view)
    def checked(*arguments: Any, **named: Any) -> Any:
        g.api_key = opener(request) if running().require_key else None
        return view(*arguments, **named)

    return cast(F, checked)


def the_runner() -> Runner:
    """What keeps the read models up to date in this process."""
    return running().runner()


def enter(
    identifier: str, min_version: int | None = None, until: int | None = None
) -> tuple[Matches, Match, Principal]:
    """The store, the match in the path (at *min_version* at least, or as it was at *until*), and who is asking."""
    matches = the_matches()
    match, principal = entered(matches, request, match_id(identifier))
    if min_version is not None:
        match = reached(matches, match, min_version)
        check_may_know(match, principal)  # again: the token may have been replaced meanwhile
    if until is not None:
        match = past(matches, match, until)
        check_may_know(match, principal)  # and from here on, problems speak of that version
    return matches, match, principal


def words_asked(
    matches: Matches, match: Match, text: str | None, fresh: Iterable[StoredDecision] = ()
) -> MatchWords | None:
    """The words for ``text=``, a language, in the best language that there is; None if it is not asked for.

    *fresh* are decisions that may not have been stored.
    """
    if text is None:
        return None
    return words_of(matches, match, language(languages_for(match.ruleset), text), fresh)


def headers_of(words: MatchWords | None) -> dict[str, str]:
    """What an answer with words says of its language; nothing where it has none."""
    return headers_in(words.words.language) if words is not None else {}


def match_id(identifier: str) -> UUID:
    """The id in a path, its letters of either case (RFC 9562, section 4); another form of it names no match."""
    try:
        parsed = UUID(identifier)
    except ValueError:
        raise Problem("not-found", "There is no such match.") from None
    if str(parsed) != identifier.lower():
        raise Problem("not-found", "There is no such match.")
    return parsed


def viewer_asked(match: Match, principal: Principal, name: str | None) -> Viewer:
    """The viewer of ``as=``, by default the token's own; raises if the token may not look as it."""
    viewer = principal.viewer if name is None else viewer_named(match, name)
    check_viewer(match, principal, viewer)
    note_look(match, principal, viewer)
    return viewer


def note_look(match: Match, principal: Principal, viewer: Viewer) -> None:
    """Count, once for a request, that somebody has read as a viewer."""
    if "looked" not in g:
        g.looked = True
        running().looks.note(match, principal, viewer)
