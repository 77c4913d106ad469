"""Sheets on paper, from the rules of a sheet to the file."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.phone import Phones


def test_from_the_rules_of_a_sheet_to_its_pdf(phone: Phones) -> None:
    me = phone(width=320, height=568)
    page = me.open("rules/longo")
    page.locator("[data-action=print-sheets]").click()
    expect(page.get_by_role("radio", name="Longo")).to_be_checked()
    page.locator("[name=paper]").select_option("a6")
    page.get_by_label("Sheets per page").select_option("4")
    me.tap("make-pdf")
    expect(page.get_by_role("alert").filter(has_text="too small on this paper")).to_be_visible()
    page.get_by_label("Sheets per page").select_option("1")
    with page.expect_download(timeout=60_000) as file:
        me.tap("make-pdf")
    assert file.value.suggested_filename == "longo.pdf"
    assert file.value.path().read_bytes().startswith(b"%PDF")
    assert me.fits()
