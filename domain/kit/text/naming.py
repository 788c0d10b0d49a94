"""What is said of a name that there is not: which there are, and which one was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 60
"""Characters of a name that is looked for, and shown: no existing name has more."""
MOST_NAMES = 80
"""Names that are listed."""


def no_such(kind: str, name: object, known: Iterable[str]) -> str:
    """A sentence about a *name* that is none of the *known* ones; *kind* says what they are names of.

    >>> no_such("option", "histroy", ["history", "chance"])
    'There is no option "histroy": did you mean "history"? There are chance, history.'
    >>> no_such("parameter", "x", [])
    'There is no parameter "x", nor any other.'
    """
    names = sorted(known)
    shown = f' "{name}"' if isinstance(name, str) and _can_be_shown(name) else " of this name"
    said = f"There is no {kind}{shown}"
    if not names:
        return f"{said}, nor any other."
    near = nearest(name, names)
    meant = f': did you mean "{near}"?' if near is not None else "."
    rest = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    there_are = "There is only" if len(names) == 1 else "There are"
    return f"{said}{meant} {there_are} {', '.join(names[:MOST_NAMES])}{rest}."


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The one of the *known* names that *name* resembles most, if it resembles any."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        return None
    names = {one.casefold(): one for one in known}
    found = get_close_matches(name.casefold().strip(), names, n=1)
    return names[found[0]] if found else None


def _can_be_shown(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable()
