"""Text of people: what names may hold, when two of them are the same, and how any text is shown.

Free texts are kept as they were written. A name, a label or a colour is one line that everybody can tell from
another: it holds nothing that is not seen, or that changes what stands around it. Joiners stand where writing
needs them (RFC 5892, appendix A.1 and A.2; between pictures, as Unicode's emoji sequences have them; before signs
that take a vowel away, as in Bengali; between letters that are joined in writing, as Persian and Kurdish have it),
selectors of variants behind what they select a variant of, tags in the flags that Unicode recommends.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from idna.core import IDNAError, valid_contextj

_NON_JOINER, _JOINER, _VOWEL_SEPARATOR = "\u200c", "\u200d", "\u180e"
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Invisible characters (Default_Ignorable_Code_Point, in DerivedCoreProperties.txt)."""
_PICTURE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
"""Characters that are pictures, or may become pictures in a later version of Unicode."""
_KEYCAP = re.compile("[0-9#*]")
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
"""Chinese characters, and those of later versions of Unicode."""
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_APART = ("\u1820", "\u1821")
_JOINED = re.compile(
    "[\u0620-\u063f\u0641-\u064a\u066e-\u06d3\u06d5\u06ee-\u06fc\u06ff\u0750-\u077f\u08a0-\u08c9]"
)
"""Letters of the Arabic script. A non-joiner between two of them parts words, joined or not."""
_WITHOUT_VOWEL = 9
"""The combining class of signs that take a vowel away (virama)."""
_TAGS = re.compile("[\U000e0020-\U000e007f]")
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
"""England, Scotland and Wales."""
_LONGEST_FLAG = 7
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
        raise NotAName(f"{_called(text[wrong])} at character {wrong + 1} is not allowed here")
    if not text.replace(_BLANK, "").strip():
        raise NotAName("it has no visible character")
    if unicodedata.category(text[0]) in ("Mn", "Mc", "Me"):
        raise NotAName(f"{_called(text[0])} at character 1 has no letter before it")
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
    if written.isascii() and "\x7f" not in written:  # the other controls are escaped by JSON itself
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
        return not (_joins_letters(text, at) or (_joins_pictures if sign == _JOINER else _parts_words)(text, at))
    if _is_selector(sign):
        return not (at and _selects(text[at - 1], sign))
    if sign == _VOWEL_SEPARATOR:
        return not _parts_vowels(text, at)
    if _TAGS.match(sign):
        return not _in_a_flag(text, at)
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
    if text[at] == _JOINER and _joins_in_full(text, at):
        return True
    try:
        return valid_contextj(text[max(0, at - 20) : at + 20], min(at, 20))
    except (ValueError, IDNAError):  # it stands beside something that is no letter
        return False


def _joins_in_full(text: str, at: int) -> bool:
    """Whether a letter is kept whole before the sign behind (The Unicode Standard, section 12.2: ra before ya)."""
    if not 0 < at < len(text) - 1 or unicodedata.combining(text[at + 1]) != _WITHOUT_VOWEL:
        return False
    return unicodedata.category(text[at - 1]) == "Lo"


def _parts_words(text: str, at: int) -> bool:
    """Whether letters of the Arabic script stand on both sides, marks of vowels left out."""
    before = at - 1
    while before > 0 and unicodedata.combining(text[before]):
        before -= 1
    return before >= 0 and bool(_JOINED.match(text, before) and _JOINED.match(text, at + 1))


def _parts_vowels(text: str, at: int) -> bool:
    """Whether a vowel stands behind that is written apart from its word (The Unicode Standard, section 13.5)."""
    return bool(_MONGOLIAN.match(text[:at].rstrip("\u180b\u180c\u180d")[-1:])) and text[at + 1 : at + 2] in _APART


def _in_a_flag(text: str, at: int) -> bool:
    begin = text.rfind("\U0001f3f4", max(0, at - _LONGEST_FLAG), at)
    flag = _FLAGS.match(text, begin) if begin >= 0 else None
    return flag is not None and flag.end() > at


def _joins_pictures(text: str, at: int) -> bool:
    """Whether pictures stand on both sides; behind the first perhaps a colour of skin, or a selector."""
    before = text[:at].rstrip("\ufe0f")[-1:]
    return bool(_PICTURE.match(before) and at + 1 < len(text) and _PICTURE.match(text[at + 1]))
