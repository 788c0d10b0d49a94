"""How much the service takes, as its settings say it: requests in a time, and bytes of a body.

It stands apart from what counts them: programs that never answer a request read the settings, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

MAX_BODY = 64 * 1024
"""Bytes of a request's body, unless a resource says otherwise."""


class Quota(NamedTuple):
    """The most requests in a number of seconds: all at once, or evenly."""

    requests: int
    seconds: int


Limits = Mapping[str, Quota]
"""Quotas by kind of bucket, as in `DEFAULTS`; a kind that is missing has no limit."""

DEFAULTS: Limits = {"anonymous": Quota(6_000, 60), "token": Quota(6_000, 60), "awaited": Quota(30_000, 60)}
OFF: Limits = {}


def limits_from(text: str) -> Limits:
    """``off``, or quotas as in ``anonymous=600/60,token=1200/60``, requests/seconds; others keep the default."""
    if text.strip() == "off":
        return OFF
    given: dict[str, Quota] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([a-z]+)\s*=\s*([1-9][0-9]{0,8})/([1-9][0-9]{0,5})\s*", part)
        if found is None or found[1] not in DEFAULTS:
            kinds = ", ".join(DEFAULTS)
            raise ValueError(f"Limits are off, or like token=600/60 (requests/seconds), of {kinds}.")
        given[found[1]] = Quota(int(found[2]), int(found[3]))
    return {**DEFAULTS, **given}
