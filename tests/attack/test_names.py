"""Names that look the same, or like nothing: each is refused or told apart."""

from __future__ import annotations

import pytest

from rowlock.errors import Unreadable
from rowlock.table.names import clean_name

INVISIBLE = {
    "Hangul filler": "\u3164",
    "half-width Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "braille blank": "\u2800",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "grapheme joiner": "\u034f",
    "variation selector 16": "\ufe0f",
    "variation selector 17": "\U000e0100",
    "Mongolian separator": "\u180e",
    "Khmer inherent vowel": "\u17b4",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "tag letter": "\U000e0041",
    "byte order mark": "\ufeff",
    "object replacement": "\ufffc",
    "null notehead": "\U0001d159",
    "no-break space": "\u00a0",
    "ideographic space": "\u3000",
}

LOOKALIKES = {
    "capitals": ("Ann", "ANN"),
    "full width": ("Ann", "\uff21\uff4e\uff4e"),
    "bold": ("Ann", "\U0001d400\U0001d427\U0001d427"),
    "circled": ("Ann", "\u24b6nn"),
    "small capitals": ("Ann", "\u1d00\u0274\u0274"),
    "superscript": ("Ann", "A\u207fn"),
    "Cyrillic A": ("Ann", "\u0410nn"),
    "Greek A": ("Ann", "\u0391nn"),
    "Cherokee A": ("Ann", "\u13aann"),
    "Lisu": ("AN", "\ua4ee\ua4e0"),
    "Old Italic": ("A", "\U00010300"),
    "Coptic": ("OK", "\u2c9e\u2c94"),
    "Cyrillic throughout": ("Bop", "\u0412\u043e\u0440"),
    "Cyrillic capitals": ("HOPE", "\u041d\u041e\u0420\u0415"),
    "Greek throughout": ("NIKO", "\u039d\u0399\u039a\u039f"),
    "Armenian throughout": ("uo", "\u057d\u0585"),
    "palochka": ("Ill", "I\u04cfl"),
    "I and l": ("Ill", "lIl"),
    "one and l": ("Bill", "Bi1l"),
    "zero and O": ("Otto", "0tto"),
    "rn and m": ("Tom", "Torn"),
    "vv and w": ("Wim", "vvim"),
    "dotless i": ("Kim", "K\u0131m"),
    "IPA a": ("Zara", "Z\u0251ra"),
    "script g": ("Gigi", "\u0261igi"),
    "accent in two parts": ("Zo\u00eb", "Zoe\u0308"),
    "apostrophe": ("O'Neil", "O\u2019Neil"),
    "dash": ("A-Z", "A\u2013Z"),
    "Arabic digits": ("R2", "R\u0662"),
    "ligature": ("Fifi", "\ufb01fi"),
    "long s": ("Sis", "\u017fis"),
}


@pytest.mark.parametrize("kind", INVISIBLE)
def test_invisible_characters_do_not_make_a_name(kind: str) -> None:
    letter = INVISIBLE[kind]
    with pytest.raises(Unreadable):
        clean_name(letter * 3, [])
    for typed in (f"Ann{letter}", f"{letter}Ann"):
        with pytest.raises(Unreadable):
            clean_name(typed, ["Ann"])


@pytest.mark.parametrize("kind", LOOKALIKES)
def test_a_name_that_resembles_another_is_refused(kind: str) -> None:
    taken, typed = LOOKALIKES[kind]
    clean_name(taken, [])
    with pytest.raises(Unreadable):
        clean_name(typed, [taken])
    assert clean_name("Zacharias", [taken]) == "Zacharias"


@pytest.mark.parametrize(
    "name",
    [
        *("Łukasz", "Ngũgĩ", "José", "Müller", "Bjørn", "ʻOkina", "Đặng", "İpek"),
        *("Ольга", "Νίκος", "Արամ", "עמית", "محمد", "अमित", "สมชาย", "ნინო", "አበበ"),
        *("太郎", "たろう", "タロー", "한글", "Taro 太郎", "🎲", "Ann 2", "R2-D2"),
    ],
)
def test_names_of_people_everywhere_are_fine(name: str) -> None:
    assert clean_name(name, ["Ann", "Ben"]) == name
