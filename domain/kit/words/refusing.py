"""What a refusal says of things: as people call them, in English, as refusals are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.kit.table.naming import PACKAGES
from domain.kit.words.labels import FALLBACK, languages, words_of
from domain.kit.words.match import MatchWords

if TYPE_CHECKING:
    from domain.kit.facts import Json
    from domain.kit.guards import Detail, Names
    from domain.kit.ruleset import Ruleset
    from domain.kit.state import Rules


def naming(ruleset: Ruleset[Any], rules: Rules, text: str, **named: tuple[str, Json]) -> Detail:
    """A detail of a refusal, made when somebody reads it: *named* are a kind and a value for each name in *text*.

    Most refusals are read by nobody: moves are found by trying. Seats without a name are called by their numbers.
    """

    def detail(names: Names) -> str:
        others = {package: languages(package) for package in PACKAGES}
        words = MatchWords(words_of(ruleset, [FALLBACK], others), ruleset, rules, names)
        return text.format(**{name: words.label(kind, value) for name, (kind, value) in named.items()})

    return detail
