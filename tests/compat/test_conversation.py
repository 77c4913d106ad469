"""A server says byte for byte what that of commit fcbf5a0 said: see `conversation.py`."""

from __future__ import annotations

import json
from typing import Any

from tests.compat.conversation import EXPECTED, conversation
from tests.compat.test_old_files import without_new_headers
from tests.compat.views import read

CHANGING = {"created", "deleted_at", "message"}
"""Times that go on while the conversation does, and texts for people."""


def known(old: Any, new: Any) -> Any:
    """The part of an answer that was there before; order and values stay as they are now."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {
            key: old[key] if key in CHANGING else known(old[key], value)
            for key, value in new.items()
            if key in old
        }
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [known(a, b) for a, b in zip(old, new, strict=True)]
    return new


def same(old: str, new: str) -> bool:
    """Whether two texts are equal but for new fields and what may change."""
    if not old.startswith(("{", "[")) or old.startswith("[Rowlock "):
        return without_new_headers(old, new) == old
    before, now = ([json.loads(line) for line in text.splitlines()] for text in (old, new))
    return json.dumps(before) == json.dumps(known(before, now))


def test_the_server_answers_as_before() -> None:
    expected, spoken = read(EXPECTED), conversation()
    for (who, old), (speaker, new) in zip(expected, spoken, strict=False):
        assert speaker == who
        assert same(old, new), f"to {who}\nthen {old}\nnow  {new}"
    assert len(spoken) == len(expected)


def test_the_recorded_conversation_covers_every_message() -> None:
    expected = read(EXPECTED)
    said = {
        json.loads(text)["type"]
        for who, text in expected
        if who in ("Ann", "Ben")
        if text.startswith("{")
    }
    assert said == {"view", "ack", "refused", "answered", "given", "because"}


def test_a_difference_is_noticed() -> None:
    assert same('{"a":1,"message":"x"}', '{"a":1,"new":2,"message":"y"}')
    assert not same('{"a":1,"b":2}', '{"b":2,"a":1}')
    assert not same('{"a":[1]}', '{"a":[1,2]}')
    assert not same('{"a":1}', "{}")
