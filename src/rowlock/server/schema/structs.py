"""The structs that a type consists of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect as types


def structs_of(roots: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """Every struct reachable from the roots by its name, each after those it consists of."""
    found: dict[str, type[msgspec.Struct]] = {}

    def visit(kind: types.Type) -> None:
        match kind:
            case types.StructType(cls=cls, fields=fields):
                if found.get(cls.__name__) not in (None, cls):
                    raise ValueError(f"two wire types have the name {cls.__name__}")
                if cls.__name__ not in found:
                    for field in fields:
                        visit(field.type)
                    found[cls.__name__] = cls
            case types.UnionType(types=kinds) | types.TupleType(item_types=kinds):
                for each in kinds:
                    visit(each)
            case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
                visit(item)

    for root in types.multi_type_info(roots):
        visit(root)
    return found
