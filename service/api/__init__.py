"""The resources, one module each: they parse, ask, translate, and do nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar
from uuid import UUID

from flask import Request, current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from domain.kit.visibility import Viewer
from domain.match import Match
from domain.matches import Matches
from domain.principal import Principal
from projections.access import check_viewer, viewer_named
from service.auth import entered
from service.bodies import body_of
from service.problems import Problem, field_errors

View = TypeVar("View", bound=Callable[..., Any])


class StrictParser(FlaskParser):
    """Reads arguments strictly: nothing unknown, nothing twice, JSON by ``service.bodies``."""

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

        def decorated(function: Any) -> Any:
            wrapped = decorate(function)
            wrapped.takes_query = location == "query"
            return wrapped

        return decorated

    def route(self, rule: str, **options: Any) -> Any:
        """As flask-smorest has it; the name of the function is what generated clients call the operation."""
        register = super().route(rule, **options)
        return lambda function: register(self.doc(operationId=function.__name__)(function))


def check_query() -> None:
    """Refuse a query where there is none to be asked; a resource that has one looks at it itself."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.args and view is not None and not getattr(view, "takes_query", False):
        raise Problem("invalid", errors={name: ["Unknown field."] for name in request.args})


def serves(*forms: str) -> Callable[[View], View]:
    """Marks a resource that has other forms than JSON; they stand in the order of preference."""

    def marked(view: View) -> View:
        view.forms = forms  # type: ignore[attr-defined]
        return view

    return marked


def check_acceptable() -> None:
    """Refuse what asks for a form that the resource does not have (RFC 9110, section 12.5.1)."""
    accepted = request.accept_mimetypes
    view = current_app.view_functions.get(request.endpoint or "")
    forms = (*getattr(view, "forms", ("application/json",)), "application/problem+json")
    if accepted and not any(accepted[form] for form in forms):
        raise Problem("not-acceptable")


def the_matches() -> Matches:
    """The matches of the current application."""
    matches: Matches = current_app.extensions["kerbholz"].matches()
    return matches


def enter(identifier: str) -> tuple[Matches, Match, Principal]:
    """The store, the match in the path, and who is asking."""
    matches = the_matches()
    match, principal = entered(matches, request, match_id(identifier))
    return matches, match, principal


def match_id(identifier: str) -> UUID:
    """The id in a path; anything but the canonical form names no match."""
    try:
        parsed = UUID(identifier)
    except ValueError:
        raise Problem("not-found", "There is no such match.") from None
    if str(parsed) != identifier:
        raise Problem("not-found", "There is no such match.")
    return parsed


def viewer_asked(match: Match, principal: Principal, name: str | None) -> Viewer:
    """The viewer of ``as=``, by default the token's own; raises if the token may not look as it."""
    viewer = principal.viewer if name is None else viewer_named(match, name)
    check_viewer(match, principal, viewer)
    return viewer
