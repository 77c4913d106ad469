"""Generates `web/src/lib/messageChecks.ts`: checks of the messages that the page receives."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import inspect as types

from rowlock.protocol import http, server_messages
from rowlock.server.schema.structs import structs_of


def typescript_checks() -> str:
    """The content of `web/src/lib/messageChecks.ts`."""
    structs = structs_of([server_messages.ServerMessage, http.Problem])
    lines = [
        "// Written by scripts/generate-types from src/rowlock/protocol; do not edit.",
        "",
        "import * as is from './check'",
        "import type * as wire from './protocol'",
        "",
        *(line for cls in structs.values() for line in _ts_struct(cls)),
        "export const serverMessage: is.Check<wire.ServerMessage> =",
        f"  {_ts_check(types.type_info(server_messages.ServerMessage))};",
        "export { problem };",
        "",
    ]
    return "\n".join(lines)


def _ts_struct(cls: type[msgspec.Struct]) -> Iterator[str]:
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    fields = f"wire.{cls.__name__}"
    if info.tag_field:
        fields = f"Omit<{fields}, {_ts_literal(info.tag_field)}>"
    yield f"const {_variable(cls)}: is.Check<{fields}> = is.struct({{"
    for field in info.fields:
        check = _ts_check(field.type)
        yield f"  {field.encode_name}: {check if field.required else f'is.optional({check})'},"
    yield "});"


def _ts_check(kind: types.Type) -> str:
    match kind:
        case types.IntType() | types.FloatType():
            return "is.number"
        case types.StrType():
            return "is.text"
        case types.BoolType():
            return "is.truth"
        case types.LiteralType(values=values):
            return f"is.oneOf({', '.join(map(_ts_literal, values))})"
        case types.StructType(cls=cls):
            return _variable(cls)
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return f"is.list({_ts_check(item)})"
        case types.TupleType(item_types=kinds):
            return f"is.tuple({', '.join(map(_ts_check, kinds))})"
        case types.UnionType(types=(one, types.NoneType())):
            return f"is.nullable({_ts_check(one)})"
        case types.UnionType(types=kinds):
            members = [each for each in kinds if isinstance(each, types.StructType)]
            assert len(members) == len(kinds), f"no way to tell the members of {kind} apart"
            pairs = (f"{each.tag}: {_variable(each.cls)}" for each in members)
            return f"is.tagged({{ {', '.join(pairs)} }})"
    raise TypeError(f"no check for {kind}")


def _variable(cls: type) -> str:
    return cls.__name__[0].lower() + cls.__name__[1:]


def _ts_literal(value: object) -> str:
    return msgspec.json.encode(value).decode()
