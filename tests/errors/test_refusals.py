"""A refusal is the same after a journey between processes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import copy

import pytest

from rowlock.errors import Refusal


def kinds(of: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    yield of
    for kind in of.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("kind", list(kinds()))
def test_every_refusal_can_go_to_another_process(kind: type[Refusal]) -> None:
    refusal = kind("bad_move", "not now", line=3, seat=1, move="R7")
    for again in (pickle.loads(pickle.dumps(refusal)), copy(refusal)):
        assert type(again) is kind
        assert str(again) == "not now"
        assert vars(again) == vars(refusal)


@pytest.mark.parametrize("kind", list(kinds()))
def test_a_place_that_is_filled_in_later_is_sent_too(kind: type[Refusal]) -> None:
    refusal = kind("bad_move", "not now").at(seat=2)
    assert pickle.loads(pickle.dumps(refusal)).seat == 2
