"""Text of people: what names may hold, when two of them are the same, and how any text is shown.

Free texts are kept as they were written. A name, a label or a colour is one line that everybody can tell from
another: it holds nothing that is not seen, or that changes what stands around it. Joiners stand where writing
needs them (RFC 5892, appendix A.1 and A.2; between pictures, as Unicode's emoji sequences have them), selectors of
variants behind what they select a variant of.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from idna.core import IDNAError, valid_contextj

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What nobody sees (Default_Ignorable_Code_Point, in DerivedCoreProperties.txt)."""
_PICTURE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
"""What can be a picture, or will be one in a later version of Unicode."""
_KEYCAP = re.compile("[0-9#*]")
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
"""Chinese characters, and those of later versions of Unicode."""
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")
_NOT_SEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_BLANK = "\u2800"
"""The empty pattern of Braille: it is drawn as nothing."""


class NotAName(ValueError):
    """A text that no name, label or colour can be; the message says what is wrong, and where."""


def as_name(text: str) -> str:
    """A name as it is kept: composed (NFC); raises :class:`NotAName`, which says at which character, from 1."""
    text = unicodedata.normalize("NFC", text)
    wrong = next((at for at in range(len(text)) if _wrong(text, at)), None)
    if wrong is not None:
        raise NotAName(f"{_called(text[wrong])} at character {wrong + 1} cannot stand here")
    if not text.replace(_BLANK, "").strip():
        raise NotAName("nothing in it can be seen")
    if unicodedata.category(text[0]) in ("Mn", "Mc", "Me"):
        raise NotAName(f"{_called(text[0])} at character 1 has no letter that it could stand on")
    return text


def same(text: str) -> str:
    """What two names have in common that differ only in case, width, spaces or Unicode form.

    A compatibility caseless match (The Unicode Standard, section 3.13, D146), without what nobody sees.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold())
    folded = unicodedata.normalize("NFKD", folded.casefold())
    return unicodedata.normalize("NFKC", " ".join(_IGNORED.sub("", folded).split()))


def shown(text: str) -> str:
    """The text as it can be sent to a terminal or a page: one line, and nothing in it acts on what is around it.

    Line ends and tabs are spaces; other controls, and what nobody sees where writing does not need it, are named
    by their numbers.

    >>> shown("two\\nlines")
    'two lines'
    >>> shown("A\\u202e")
    'A\\\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(text, at) for at in range(len(text)))


def lines_shown(text: str) -> str:
    """Several lines, each as it can be sent to a terminal."""
    return "\n".join(map(shown, text.split("\n")))


def escaped(written: str) -> str:
    """JSON with everything escaped that cannot be sent to a terminal or a page; it reads the same."""
    if written.isascii():
        return written
    return "".join(_in_json(sign) if _wrong(written, at) else sign for at, sign in enumerate(written))


def _shown(text: str, at: int) -> str:
    sign = text[at]
    if sign in _BREAKS:
        return " "
    return _number(sign) if _wrong(text, at) else sign


def _number(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if sign <= "\uffff" else f"\\U{ord(sign):08x}"


def _in_json(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{int.from_bytes(units[at : at + 2], 'big'):04x}" for at in range(0, len(units), 2))


def _called(sign: str) -> str:
    name = unicodedata.name(sign, "")
    kind = {"Cc": "a control character", "Cn": "which is no character", "Co": "which means nothing to others"}
    return f"U+{ord(sign):04X} ({name or kind.get(unicodedata.category(sign), 'which is not seen')})"


def _wrong(text: str, at: int) -> bool:
    """Whether what stands there is not seen, or acts on what stands around it, and writing does not need it."""
    sign = text[at]
    if " " <= sign <= "~":
        return False
    if sign in (_NON_JOINER, _JOINER):
        return not (_joins_letters(text, at) or (sign == _JOINER and _joins_pictures(text, at)))
    if _is_selector(sign):
        return not (at and _selects(text[at - 1], sign))
    return _is_unseen(sign)


@lru_cache(maxsize=4096)
def _is_unseen(sign: str) -> bool:
    kind = unicodedata.category(sign)
    if kind == "Cn":  # later versions of Unicode have more pictures and Chinese characters
        return not (_PICTURE.match(sign) or _IDEOGRAPH.match(sign))
    return kind in _NOT_SEEN or bool(_IGNORED.match(sign))


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef" or "\u180b" <= sign <= "\u180d"


def _selects(before: str, sign: str) -> bool:
    """Whether a selector of variants stands behind something that has such variants."""
    if sign in ("\ufe0e", "\ufe0f"):
        return bool(_PICTURE.match(before) or _KEYCAP.match(before))
    if "\u180b" <= sign <= "\u180d":
        return bool(_MONGOLIAN.match(before))
    if sign >= "\U000e0100" or sign in ("\ufe00", "\ufe01", "\ufe02"):
        return bool(_IDEOGRAPH.match(before))
    return False


def _joins_letters(text: str, at: int) -> bool:
    try:
        return valid_contextj(text[max(0, at - 20) : at + 20], min(at, 20))
    except (ValueError, IDNAError):  # it stands beside something that is no letter
        return False


def _joins_pictures(text: str, at: int) -> bool:
    """Whether pictures stand on both sides; behind the first perhaps a colour of skin, or a selector."""
    before = text[:at].rstrip("\ufe0f")[-1:]
    return bool(_PICTURE.match(before) and at + 1 < len(text) and _PICTURE.match(text[at + 1]))
