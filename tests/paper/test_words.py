"""Pictures and paper say the same things in every language, and rules in short fit their backs."""

from __future__ import annotations

import tomllib
from itertools import product
from string import Formatter
from typing import Any

import pytest

from rowlock import Unreadable, load_variant
from rowlock.draw.box import Box
from rowlock.draw.paper import PrintJob, draw_pages
from rowlock.draw.paper.rules import rules_of
from rowlock.draw.texts import draw_texts
from rowlock.languages import LANGUAGES, text
from rowlock.variants.load import BUILT_IN
from tests.draw.bounds import bounds
from tests.paper.looking import variants


def entries(language: str) -> dict[str, set[str | None]]:
    """Every key with the names of what is filled in."""
    raw: dict[str, Any] = tomllib.loads(text(language, "draw.toml"))
    forms = {k: list(v.values()) if isinstance(v, dict) else [v] for k, v in raw.items()}
    return {
        key: {field for form in found for _, field, _, _ in Formatter().parse(form) if field}
        for key, found in forms.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language: str) -> None:
    assert entries(language) == entries("en")


def test_numbers_choose_their_form() -> None:
    assert draw_texts("en").count("points", 1) == "1 point"
    assert draw_texts("en").count("points", -1) == "−1 point"
    assert draw_texts("fr").count("points", 0) == "0 point"
    assert draw_texts("de").count("points", 0) == "0 Punkte"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Unreadable, match="'xx' is not a language"):
        draw_texts("xx")


@pytest.mark.parametrize(("language", "name"), list(product(LANGUAGES, variants())))
def test_rules_in_short_fit_the_back_of_the_smallest_sheet(language: str, name: str) -> None:
    order = PrintJob(paper="a4", up=4, back="rules")
    back = draw_pages([variants()[name]], order, language)[1]
    places = [place.inset(5) for place in order.places()]
    for shape in back.shapes[:-6]:  # the last ones are cut marks
        assert any(place.holds(bounds(shape)) for place in places)


def test_the_rules_say_what_the_sheet_says() -> None:
    longo = " ".join(rule.text for rule in rules_of(load_variant("longo"), draw_texts("en")))
    assert "last 2 numbers closes the row; you need at least 6 crosses" in longo
    assert "one of yours" in longo
    classic = " ".join(rule.text for rule in rules_of(load_variant("classic"), draw_texts("en")))
    assert "minus 5 each" in classic
    assert "when 2 rows are closed" in classic
    assert "one of yours" not in classic


@pytest.mark.parametrize(("name", "language"), list(product(BUILT_IN, LANGUAGES)))
def test_a_printed_sheet_goes_by_its_name_in_the_page(name: str, language: str) -> None:
    [page] = draw_pages([load_variant(name)], PrintJob(), language)
    assert page.title == draw_texts(language).page(f"variant.{name}")
    assert Box(0, 0, 297, 210).holds(bounds(page.shapes[0]))
