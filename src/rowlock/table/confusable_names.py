"""Detects names that look the same, and letters that names do not need.

This is a small part of Unicode's "confusables", enough for short names. All letters must come from
one script in everyday use, so a foreign letter cannot hide among them. Then only whole names can be
confused with names in a different script (Cyrillic ``Вор``, Latin ``Bop``).
"""

from __future__ import annotations

import re
import unicodedata

_RANGES = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 2028-202E 2060-206F 2800 3164 "
    "FE00-FE0F FEFF FFA0 FFF0-FFFD 1BCA0-1BCA3 1D159 1D173-1D17A E0000-E0FFF"
)
"""Invisible characters: Unicode's default-ignorable ones, and some that are drawn blank."""


def _characters(ranges: str) -> frozenset[str]:
    found: set[str] = set()
    for text in ranges.split():
        first, _, last = text.partition("-")
        found.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(found)


INVISIBLE = _characters(_RANGES)

_WRITTEN_TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
_ALONE = frozenset(
    (
        *("ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN"),
        *("GREEK", "GUJARATI", "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM"),
        *("MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    )
)


def scripts(text: str) -> set[str]:
    """The scripts of the letters: the first word of a letter's Unicode name is its script."""
    return {
        unicodedata.name(letter, "?").split()[0]
        for letter in unicodedata.normalize("NFKC", text)
        if letter.isalpha() and unicodedata.category(letter) != "Lm"  # modifiers fit any script
    }


def one_script(text: str) -> bool:
    """Whether all letters belong to one script in everyday use."""
    used = scripts(text)
    return used <= _WRITTEN_TOGETHER or (len(used) == 1 and used <= _ALONE)


_SAME = str.maketrans(
    # Cyrillic, Greek, Armenian, then Latin letters that are drawn like others
    "АВСЕНІЈКМОРЅТУХԚԜӀасеһіјорѕухԁԛԝѵвкмнтӏьᴦΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαικνορτυχϲԼՕՏՍօսհոցյզɑɡɩıȷʟƖǀ",
    "ABCEHIJKMOPSTYXQWIacehijopsyxdqwvbkmhtlbrABEZHIKMNOPTYXCjaikvoptuxcLOSUouhngjqagiijlll",
)
_SMALL_CAPITAL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
_STROKES = str.maketrans("il1|0", "llllo")


def skeleton(name: str) -> str:
    """A key that is the same for names that look the same; it is never shown."""
    text = unicodedata.normalize("NFKC", name)
    text = "".join(map(_plain, text)).translate(_SAME).casefold().translate(_STROKES)
    return text.replace("rn", "m").replace("vv", "w")


def _plain(letter: str) -> str:
    if letter in INVISIBLE:
        return ""
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.digit(letter))
    if category == "Pd" or letter == "\u2212":
        return "-"
    if letter in "\u2018\u2019\u02bc\u02b9\u2032`\u00b4":
        return "'"
    small = _SMALL_CAPITAL.fullmatch(unicodedata.name(letter, ""))
    return small[1] if small else letter
