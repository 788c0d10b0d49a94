"""The request that is being answered, and what is kept with it, for those who look at it more than once.

Flask's own ``request`` and ``g`` look it up anew for each attribute, which takes longer than most of what is done
with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from flask import Request, g, request

if TYPE_CHECKING:
    from werkzeug.local import LocalProxy

_request: Callable[[], Request] = cast("LocalProxy[Request]", request)._get_current_object
_kept: Callable[[], Any] = cast("LocalProxy[Any]", g)._get_current_object


def current() -> tuple[Request, Any]:
    """The current request, and Flask's ``g`` of it; raises RuntimeError where there is none."""
    return _request(), _kept()
