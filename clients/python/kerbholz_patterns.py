"""What the patterns of a listed move stand for, at random."""

import random
from collections import Counter
from typing import Any


def filled(value: Any) -> Any:
    """What a pattern stands for, at random; anything else as it is."""
    match value:
        case {"some_of": list(values), "min": int(least), "max": int(most)}:
            found = random.sample(values, random.randint(least, most)) + (filled(value.get("then")) or [])
            return found[: _ended(found, value.get("until"))]
        case {"any_of": list(values)}:
            return random.choice(values)
        case {"min": int(least), "max": int(most)}:
            return random.randint(least, most)
    return "beep"[: value["text"]] if isinstance(value, dict) and "text" in value else value


def _ended(found: list[Any], until: list[Any] | None) -> int:
    """How long a list is: it ends as soon as all of these are in it, if there are any."""
    lengths = range(1, len(found) + 1 if until else 0)
    return next((n for n in lengths if not Counter(until) - Counter(found[:n])), len(found))
