"""Somebody who has a keyboard and nothing else."""

from __future__ import annotations

from playwright.sync_api import Page

MOST_TABS = 120


def tab_to(page: Page, selector: str) -> None:
    """Tab until the focus is there; on the way it can be seen wherever it is."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


def press(page: Page, selector: str) -> None:
    """Tab to something, and press Enter on it."""
    page.locator(selector).first.wait_for()
    tab_to(page, selector)
    page.keyboard.press("Enter")
