"""A reader of format 1 that knows the format's description and nothing of this project's code.

Only the standard library: whoever holds the stored rows, the match key and the seed can check all of this.
Findings come in the order of the log, each naming the version at which something is wrong.
"""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any


def findings(match: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """What is wrong with a stored match: version and what; nothing if all is well."""
    key = bytes.fromhex(match["match_key"])
    seed = bytes.fromhex(match["chance_seed"]) if match["chance_seed"] else None
    salts = {(text["version"], text["pointer"]): text for text in match["texts"]}
    leaves: list[bytes] = []
    table = Table()
    for version, row in enumerate(match["events"]):
        event = parts(row["state"])
        leaf = event["open"].encode("utf-8", "surrogateescape")
        leaves.append(hash_of(b"\x00" + leaf))
        yield from ((version, what) for what in wrong_tree(event, leaves))
        if wrong := not_canonical(event["open"]):
            yield version, wrong
            return
        record = json.loads(event["open"])
        if record["version"] != version or row["version"] != version:
            yield version, "version"
        if row["topic"] != ("kerbholz.Decided" if version else "kerbholz.Opened"):
            yield version, "topic"
        yield from ((version, what) for what in wrong_shape(record, event, salts))
        if record["blind"] != hmac_of(key, "blind", version):
            yield version, "blind"
        yield from ((version, f"seal {path}") for path in wrong_seals(key, version, record, event, salts))
        if seed and not version and record["chance"]["commitment"] != commitment(seed):
            yield version, "commitment"
        facts = opened_facts(record, event)
        if (
            seed
            and record["actor"] == "chance"
            and list(draws(seed, version, record, table, facts)) != drawn(facts)
        ):
            yield version, "draw"
        if seed:
            table.write_down(record, facts)


# -- the row: as JSON, or as bytes --------------------------------------------------------------------------


def parts(state: str | bytes) -> dict[str, Any]:
    """What is stored of a decision; its mark, if it has one, says nothing without the service key."""
    if isinstance(state, str) or not state.startswith(b"\x02"):
        event: dict[str, Any] = json.loads(state)
        return event
    text, sealed, hashes = state[1:].split(b"\n", 2)
    root, *nodes = (hashes[at : at + 32].hex() for at in range(0, len(hashes) - 16, 32))
    return {
        "open": text.decode("utf-8", "surrogateescape"),
        "sealed": json.loads(sealed),
        "root": root,
        "nodes": nodes,
    }


# -- the tree: RFC 9162, section 2.1.1 ----------------------------------------------------------------------


def hash_of(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def root_of(leaves: list[bytes]) -> bytes:
    """MTH over hashes of leaves, as the RFC defines it."""
    if not leaves:
        return hash_of(b"")
    if len(leaves) == 1:
        return leaves[0]
    left = 1 << (len(leaves) - 1).bit_length() - 1  # the largest power of two below their number
    return hash_of(b"\x01" + root_of(leaves[:left]) + root_of(leaves[left:]))


def edge_of(leaves: list[bytes]) -> list[str]:
    """The roots of the perfect trees that the leaves fill, largest first: the binary digits of their number."""
    edge, start = [], 0
    for digit in reversed(range(len(leaves).bit_length())):
        if len(leaves) >> digit & 1:
            edge.append(root_of(leaves[start : start + (1 << digit)]).hex())
            start += 1 << digit
    return edge


def nodes_of(leaves: list[bytes]) -> list[str]:
    """The roots of the perfect trees of two and more leaves that end with the last one, smallest first."""
    found, size = [], 2
    while len(leaves) % size == 0:
        found.append(root_of(leaves[-size:]).hex())
        size *= 2
    return found


def wrong_tree(event: dict[str, Any], leaves: list[bytes]) -> Iterator[str]:
    if event.get("leaf", leaves[-1].hex()) != leaves[-1].hex():
        yield "leaf"
    if event["root"] != root_of(leaves).hex():
        yield "root"
    if "edge" in event and event["edge"] != edge_of(leaves):
        yield "edge"
    if "nodes" in event and event["nodes"] != nodes_of(leaves):
        yield "nodes"


# -- canonical text and seals -------------------------------------------------------------------------------


def jcs(value: Any) -> str:
    """RFC 8785, for values without fractions whose keys are of the Basic Multilingual Plane."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def not_canonical(text: str) -> str | None:
    try:
        return None if jcs(json.loads(text)) == text else "not canonical"
    except ValueError:
        return "not JSON"


def hmac_of(key: bytes, label: str, *parts: Any) -> str:
    message = "\n".join([label, *map(str, parts)])
    return hmac.new(key, message.encode(), hashlib.sha256).hexdigest()


def seals_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and set(value) == {"hidden", "seal"}:
        yield path, value["seal"]
    elif isinstance(value, dict | list):
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from seals_in(item, path + "/" + str(step).replace("~", "~0").replace("/", "~1"))


def wrong_seals(key: bytes, version: int, record: Any, event: Any, texts: Any) -> Iterator[str]:
    sealed = event["sealed"]
    commitments = dict(seals_in(record))
    yield from set(commitments) ^ set(sealed)
    for path in sorted(set(commitments) & set(sealed)):
        salt, value = hmac_of(key, "salt", version, path), sealed[path].get("value")
        if sealed[path].get("text"):
            if (version, path) not in texts:
                continue  # erased: value and salt are gone, the commitment stays
            salt, value = texts[version, path]["salt"], texts[version, path]["value"]
        data = b"kerbholz seal 1\n" + bytes.fromhex(salt) + jcs(value).encode()
        if commitments[path] != hash_of(data).hex():
            yield path


# -- the record ---------------------------------------------------------------------------------------------

MEMBERS = {"version", "actor", "recorded_by", "at", "command", "facts", "automatic", "blind"}
CLAIMED = {"occurred_at", "entered_by"}
OPENING = {"format", "hash", "canonical", "match", "ruleset", "mode", "options", "board", "board_digest"}
OPENING |= {"seats", "chance", "public", "played_on", "labels"}
ACTORS = {"chance", "host", "arbiter", "scribe", "table"}
RECORDERS = {"host", "arbiter", "scribe", "service"}
LARGEST = 2**53 - 1


def wrong_shape(record: dict[str, Any], event: dict[str, Any], texts: Any) -> Iterator[str]:
    """Members, actors, values and commitments that the description does not know."""
    opens = record["version"] == 0
    wanted = MEMBERS | (OPENING if opens else set())
    if not wanted <= set(record) <= wanted | (set() if opens else CLAIMED):
        yield "members"
    for member, names in (("actor", ACTORS), ("recorded_by", RECORDERS)):
        who = record[member]
        seated = isinstance(who, dict) and set(who) == {"seat"} and isinstance(who["seat"], int)
        if not seated and not (isinstance(who, str) and who in names):
            yield member
    if opens and (record["format"], record["hash"], record["canonical"]) != (1, "sha-256", "rfc8785"):
        yield "format"
    if opens and hash_of(jcs(record["board"]).encode()).hex() != record["board_digest"]:
        yield "board_digest"
    if "entered_by" in record and event["sealed"].get("/entered_by") != {"for": [], "text": True}:
        yield "entered_by"
    for path, value in values_in(record):
        if not portable(path, value):
            yield f"value {path}"
        elif isinstance(value, dict) and "hidden" in value and set(value) != {"hidden", "seal"}:
            yield f"hidden {path}"
    yield from wrong_entries(record, event["sealed"], texts)


def wrong_entries(record: dict[str, Any], sealed: dict[str, Any], texts: Any) -> Iterator[str]:
    """Entries that the description does not know, and numbers that are neither 1 nor that of the things."""
    numbers = {path: value["hidden"] for path, value in values_in(record) if is_commitment(value)}
    for path, entry in sealed.items():
        known = {"for", "text"} if entry.get("text") else {"for", "value"}
        if not known <= set(entry) <= known | {"once"}:
            yield f"entry {path}"
        seats = entry["for"]
        if seats != "everyone" and not (isinstance(seats, list) and all(isinstance(seat, int) for seat in seats)):
            yield f"for {path}"
        if entry.get("text"):
            value = texts.get((record["version"], path), {}).get("value", "")
            if numbers.get(path) != 1 or not isinstance(value, str):
                yield f"text {path}"
        elif numbers.get(path) not in (1, things_of(entry["value"])):
            yield f"number {path}"
        if not portable(path, entry.get("value")):
            yield f"value {path}"


def is_commitment(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"hidden", "seal"}


def things_of(value: Any) -> int:
    """How many things a value is about."""
    if isinstance(value, list):
        return sum(map(things_of, value))
    return value["unknown"] if isinstance(value, dict) and set(value) == {"unknown"} else 1


def values_in(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a value, itself included, by its pointer."""
    yield path, value
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in steps:
        yield from values_in(item, path + "/" + str(step).replace("~", "~0").replace("/", "~1"))


def portable(path: str, value: Any) -> bool:
    """Whether a value is of those that canonical text has."""
    if isinstance(value, dict):
        return all(map(portable_text, value)) and all(ord(sign) < 0x10000 for key in value for sign in key)
    if isinstance(value, str):
        return portable_text(value)
    if isinstance(value, bool) or value is None or isinstance(value, list):
        return True
    return isinstance(value, int) and -LARGEST <= value <= LARGEST


def portable_text(text: str) -> bool:
    return not any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text)


def opened_facts(record: Any, event: Any) -> list[Any]:
    """The facts with the sealed values put back."""
    facts = json.loads(json.dumps(record["facts"]))
    for path, entry in event["sealed"].items():
        _, where, *steps = path.split("/")
        if where == "facts" and "value" in entry:
            *before, last = (step.replace("~1", "/").replace("~0", "~") for step in steps)
            holder: Any = facts
            for step in before:
                holder = holder[int(step) if isinstance(holder, list) else step]
            holder[int(last) if isinstance(holder, list) else last] = entry["value"]
    return facts


# -- chance, in 7 – The Sins --------------------------------------------------------------------------------


class Table:
    """What lies in the piles that chance draws from."""

    def __init__(self) -> None:
        self.board: dict[str, Any] = {}
        self.seats = 0
        self.piles: dict[str, Counter[str]] = {}

    def write_down(self, record: Any, facts: list[Any]) -> None:
        if record["version"] == 0:
            self.board, self.seats = record["board"], len(record["seats"])
        for fact in facts:
            self.happened(fact)

    def happened(self, fact: Any) -> None:
        match fact:
            case {"type": "SinsChosen", "sins": sins}:
                for back, number in self.board["backs"].items():
                    self.piles[back] = Counter(dict.fromkeys(sins, number))
            case {"type": "CardDealt", "card": str(card)}:
                self.piles["I"] -= Counter([card])
            case {"type": "CardRevealed", "card": card, "back": back}:
                self.piles[back] -= Counter([card])
            case {"type": "PilesStacked", "judgement": judgement, "penitence": penitence}:
                for back, number in judgement.items():
                    self.piles[back] += Counter(judgement=number)
                self.piles["penitence"] = Counter(penitence)

    def pile(self, fact: Any) -> Counter[str]:
        return self.piles["I" if fact["type"] == "CardDealt" else fact["back"]].copy()


def drawn(facts: list[Any]) -> list[str]:
    """What came out, from the facts; the sins chosen in alphabetical order."""
    things: list[str] = []
    for fact in facts:
        match fact:
            case {"type": "SinsChosen", "sins": sins}:
                things += sorted(sins)
            case {"type": "FirstSeatChosen", "seat": seat}:
                things.append(str(seat))
            case {"type": "CardDealt" | "CardRevealed", "card": card}:
                things.append(card)
    return things


def draws(seed: bytes, version: int, record: Any, table: Table, facts: list[Any]) -> Iterator[str]:
    """What must have come out, from the seed; in the order of `drawn`."""
    kind = record["command"]["type"]
    if kind == "choose-sins":
        left, chosen = list(table.board["sins"]), []
        for number in range(table.board["types"][str(table.seats)]):
            chosen.append(outcome(seed, version, number, left))
            left.remove(chosen[-1])
        yield from sorted(chosen)
    elif kind == "choose-first":
        yield outcome(seed, version, 0, list(map(str, range(table.seats))))
    else:
        piles = {back: pile.copy() for back, pile in table.piles.items()}
        cards = [fact for fact in facts if fact["type"] in ("CardDealt", "CardRevealed")]
        for number, fact in enumerate(cards):
            pile = piles[fact.get("back", "I")]
            yield outcome(seed, version, number, list(pile.elements()))
            pile[fact["card"]] -= 1


def commitment(seed: bytes) -> str:
    return hash_of(b"kerbholz chance 1\n" + seed).hex()


def outcome(seed: bytes, version: int, number: int, things: list[str]) -> str:
    """The first of the key's four numbers below the largest multiple of N decides, modulo N."""
    things = sorted(things)
    key = bytes.fromhex(hmac_of(seed, "draw", version, number))
    fair = 2**64 // len(things) * len(things)
    words = [int.from_bytes(key[start : start + 8], "big") for start in (0, 8, 16, 24)]
    return things[next(word for word in words if word < fair) % len(things)]
