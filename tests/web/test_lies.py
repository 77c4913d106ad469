"""Whatever a server tells that it did not play, the page says so, and `rowlock verify` refuses."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rowlock.errors import Illegal
from rowlock.notation import parse_record
from rowlock.table.fair.verify import verify
from tests.sampling import some
from tests.server.running import Running
from tests.web.lying_server import LIES, Lie, tell
from tests.web.phone import Phone, Phones
from tests.web.test_proof import look, slip_of, table_of

SAMPLE = ["shows sixes, tells the dice", "begins by the first scheme", "adds a share"]


def played(phone: Phones, server: Running, lie: Lie) -> Phone:
    """A whole game against a bot, at a server with this lie."""
    made = server.create("me:Max", "bot", seals=True, cards=lie.cards)
    me = phone(oneTap=True)
    tell(me.page, lie)
    me.sit(made["table"], made["token"])
    me.tap("start")
    me.thumb(lazy=True)
    return me


@pytest.mark.parametrize("name", some(LIES, SAMPLE))
def test_a_lie_is_told_and_refused(name: str, phone: Phones, server: Running) -> None:
    lie = LIES[name]
    me = played(phone, server, lie)
    if lie.alarm:
        expect(me.page.locator("p[role=alert]").first).to_contain_text("were not fair")
    panel = look(me)
    assert lie.words in panel.inner_text()
    assert panel.locator(".good.proof").count() == 0
    if lie.code:
        record = parse_record(server.get(f"/api/tables/{table_of(me)}/record").text)
        with pytest.raises(Illegal) as refusal:
            verify(record, slip_of(me))
        assert refusal.value.code == lie.code


@pytest.mark.parametrize("cards", some([False, True], [True]))
def test_the_truth_raises_no_alarm(cards: bool, phone: Phones, server: Running) -> None:
    me = played(phone, server, Lie(cards=cards))
    assert "Proved:" in look(me).locator(".proof").inner_text()
    record = parse_record(server.get(f"/api/tables/{table_of(me)}/record").text)
    assert verify(record, slip_of(me)).kept
    assert me.page.locator("p[role=alert]").count() == 0
