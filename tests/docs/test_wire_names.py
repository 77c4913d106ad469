"""docs/protocol.md lists the messages whose type is called differently on the wire."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec

from rowlock.protocol.client_messages import ClientMessage
from rowlock.protocol.server_messages import ServerMessage, TableEvent

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/protocol.md"
LINK = ROOT / "web/src/lib/link.ts"


def in_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def messages(union: object) -> set[type[msgspec.Struct]]:
    """The types of a union, and of the unions inside it."""
    inside = get_args(union)
    if inside:
        return set().union(*map(messages, inside))
    assert isinstance(union, type)
    assert issubclass(union, msgspec.Struct)
    return {union}


def test_types_with_another_name_on_the_wire_are_listed() -> None:
    found = messages(ClientMessage) | messages(ServerMessage) | messages(TableEvent)
    tags = {each.__name__: each.__struct_config__.tag for each in found}
    different = {name: tag for name, tag in tags.items() if tag != in_snake_case(name)}
    listed = re.findall(r"^\| `([A-Z]\w+)` \| `(\w+)` \|$", PAGE.read_text("utf-8"), re.M)
    assert dict(listed) == different


def test_the_reasons_of_bye_are_listed_as_the_page_treats_them() -> None:
    item = re.search(r"^6\. `bye`(.*?)\n\n", PAGE.read_text("utf-8"), re.M | re.S)
    assert item is not None
    passing, _, rest = item[1].partition("Do not reconnect after")
    final, _, own_fault = rest.partition(".")
    found = [set(re.findall(r"`(\w+)`", text)) for text in (passing, final, own_fault)]
    page = re.search(r"FINAL = new Set\(\[(.*?)\]", LINK.read_text("utf-8"), re.S)
    assert page is not None
    assert found[1] == set(re.findall(r"'(\w+)'", page[1]))
    assert found[0] == {"server_stopping", "server_full", "not_stored"}
    assert found[2] == {"malformed", "hello_first", "too_large", "too_fast"}


def test_names_are_compared_word_by_word() -> None:
    assert in_snake_case("TakeBack") == "take_back"
