"""Generates `web/src/lib/protocol.ts`: the protocol's types for the page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import get_args

import msgspec
from msgspec import inspect as types

from rowlock.protocol import (
    base,
    client_messages,
    codes,
    server_messages,
)
from rowlock.server.schema.docs import field_docs, own_doc
from rowlock.server.schema.roots import ROOTS
from rowlock.server.schema.structs import structs_of

UNIONS = {
    "ClientMessage": client_messages.ClientMessage,
    "ServerMessage": server_messages.ServerMessage,
    "TableEvent": server_messages.TableEvent,
}


def typescript() -> str:
    """The content of `web/src/lib/protocol.ts`."""
    lines = [
        "// Written by scripts/generate-types from src/rowlock/protocol; do not edit.",
        "",
        f"export const VERSION = {base.VERSION};",
        f"export const MAX_FRAME = {base.MAX_FRAME};",
        "",
        "/** Every reason for a refusal. */",
        f"export const CODES = {_ts_list(codes.CODES)} as const;",
        "export type Code = (typeof CODES)[number];",
        "",
    ]
    for _, cls in sorted(structs_of(ROOTS).items()):
        lines += _ts_struct(cls)
    for name, union in UNIONS.items():
        members = " | ".join(sorted(cls.__name__ for cls in get_args(union)))
        lines += [f"export type {name} = {members};", ""]
    return "\n".join(lines)


def _ts_struct(cls: type[msgspec.Struct]) -> Iterator[str]:
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    yield from _ts_comment(own_doc(cls), "")
    yield f"export interface {cls.__name__} {{"
    if info.tag_field:
        yield f"  {info.tag_field}: {_ts_literal(info.tag)};"
    docs = field_docs(cls)
    for field in info.fields:
        yield from _ts_comment(docs.get(field.name, ""), "  ")
        mark = "" if field.required else "?"
        yield f"  {field.encode_name}{mark}: {_ts_type(field.type)};"
    yield "}"
    yield ""


def _ts_comment(text: str, indent: str) -> Iterator[str]:
    lines = textwrap.wrap(" ".join(text.split()), 92)
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}" for line in lines)
        yield f"{indent} */"


def _ts_type(kind: types.Type) -> str:
    match kind:
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " | ".join(_ts_literal(value) for value in values)
        case types.StructType(cls=cls):
            return cls.__name__
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            inner = _ts_type(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.TupleType(item_types=kinds):
            return f"[{', '.join(_ts_type(each) for each in kinds)}]"
        case types.UnionType(types=kinds):
            names = {each.cls for each in kinds if isinstance(each, types.StructType)}
            for name, union in UNIONS.items():
                if names == set(get_args(union)):
                    return name
            return " | ".join(_ts_type(each) for each in kinds)
    raise TypeError(f"no TypeScript for {kind}")


def _ts_literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _ts_list(values: tuple[str, ...]) -> str:
    inner = "".join(f"  {_ts_literal(value)},\n" for value in values)
    return f"[\n{inner}]"
