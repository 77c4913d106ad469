"""The wire's types in other languages: TypeScript for the page, OpenAPI and AsyncAPI for others.

All three are written from the Python types by `scripts/generate-types`, and a test compares the
files with what these functions say today.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from rowlock.server.protocol import base, catalogue, codes, http, intents, news

ROOTS: tuple[Any, ...] = (
    intents.ClientMessage,
    news.ServerMessage,
    catalogue.Catalogue,
    http.CreateTable,
    http.Created,
    http.JoinTable,
    http.Joined,
    http.TablePeek,
    http.Replay,
    http.QrRequest,
    http.Erased,
    http.Problem,
    http.Health,
)

UNIONS = {
    "ClientMessage": intents.ClientMessage,
    "ServerMessage": news.ServerMessage,
    "Happening": news.Happening,
}


def typescript() -> str:
    """The module `web/src/lib/protocol.ts`."""
    lines = [
        "// Written by scripts/generate-types from src/rowlock/server/protocol; do not edit.",
        "",
        f"export const VERSION = {base.VERSION};",
        f"export const MAX_FRAME = {base.MAX_FRAME};",
        "",
        "/** Every reason for a refusal. */",
        f"export const CODES = {_ts_list(codes.CODES)} as const;",
        "export type Code = (typeof CODES)[number];",
        "",
    ]
    for cls in _structs():
        lines += _ts_struct(cls)
    for name, union in UNIONS.items():
        members = " | ".join(sorted(cls.__name__ for cls in get_args(union)))
        lines += [f"export type {name} = {members};", ""]
    return "\n".join(lines)


def _structs() -> list[type[msgspec.Struct]]:
    """Every struct reachable from the roots, by name."""
    found: dict[str, type[msgspec.Struct]] = {}

    def visit(kind: types.Type) -> None:
        match kind:
            case types.StructType(cls=cls, fields=fields):
                if found.get(cls.__name__) not in (None, cls):
                    raise ValueError(f"two wire types are called {cls.__name__}")
                if cls.__name__ not in found:
                    found[cls.__name__] = cls
                    for field in fields:
                        visit(field.type)
            case types.UnionType(types=kinds) | types.TupleType(item_types=kinds):
                for each in kinds:
                    visit(each)
            case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
                visit(item)

    for root in types.multi_type_info(ROOTS):
        visit(root)
    return [found[name] for name in sorted(found)]


def _ts_struct(cls: type[msgspec.Struct]) -> Iterator[str]:
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    yield from _ts_comment(_own_doc(cls), "")
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


def _own_doc(cls: type) -> str:
    return _prose(inspect.cleandoc(cls.__dict__.get("__doc__") or ""))


def _prose(doc: str) -> str:
    """What stands before the examples in Python, which are for no reader of these files."""
    return doc.partition(">>>")[0].rstrip()


def field_docs(cls: type) -> dict[str, str]:
    """The strings that stand below the fields of a class and its bases."""
    docs: dict[str, str] = {}
    for base_class in reversed(cls.__mro__):
        if not base_class.__module__.startswith("rowlock."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base_class))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for line, below in zip(tree.body, tree.body[1:], strict=False):
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                docs[line.target.id] = inspect.cleandoc(str(below.value.value))
    return docs


# OpenAPI and AsyncAPI -------------------------------------------------------------------------

_PATHS: tuple[tuple[str, str, str, Any, Any], ...] = (
    ("get", "/api/catalog", "What can be played here", None, catalogue.Catalogue),
    ("post", "/api/tables", "A new table", http.CreateTable, http.Created),
    ("get", "/api/tables/{table}", "What an invitation shows", None, http.TablePeek),
    ("delete", "/api/tables/{table}", "Delete the game, or one's name in it", None, http.Erased),
    ("post", "/api/tables/{table}/join", "Take an open seat", http.JoinTable, http.Joined),
    ("post", "/api/tables/{table}/stream", "The socket's messages as SSE", intents.Hello, "sse"),
    ("post", "/api/tables/{table}/send", "One message of the socket", "client", "server"),
    ("get", "/api/tables/{table}/replay", "A finished game, turn by turn", None, http.Replay),
    ("get", "/api/tables/{table}/record", "A finished game as a record", None, "text"),
    ("get", "/api/rules/{page}", "A rule page (Markdown), ?lang=de", None, "text"),
    ("post", "/api/qr", "A QR code as SVG", http.QrRequest, "svg"),
    ("get", "/healthz", "Alive", None, http.Health),
    ("get", "/readyz", "Able to store moves, not stopping", None, http.Health),
)


def openapi() -> str:
    """The HTTP side as an OpenAPI 3.1 document."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path, summary, body, answer in _PATHS:
        operation: dict[str, Any] = {"summary": summary, "responses": _responses(answer)}
        if "{" in path:
            name = path[path.index("{") + 1 : path.index("}")]
            operation["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            ]
        if body is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": _schema_of(body)}},
            }
        if path.endswith("/send") or method == "delete":
            operation["security"] = [{"token": []}]
        paths.setdefault(path, {})[method] = operation
    return _pretty(
        {
            "openapi": "3.1.0",
            "info": {"title": "Rowlock", "version": str(base.VERSION)},
            "paths": paths,
            "components": {
                "schemas": _components(),
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def asyncapi() -> str:
    """The socket as an AsyncAPI 3.0 document."""
    messages = {
        cls.__name__: {"payload": _ref(cls)}
        for union in (intents.ClientMessage, news.ServerMessage)
        for cls in get_args(union)
    }

    def operation(action: str, union: Any) -> dict[str, Any]:
        names = [cls.__name__ for cls in get_args(union)]
        return {
            "action": action,
            "channel": {"$ref": "#/channels/table"},
            "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in names],
        }

    return _pretty(
        {
            "asyncapi": "3.0.0",
            "info": {"title": "Rowlock table", "version": str(base.VERSION)},
            "channels": {
                "table": {
                    "address": "/ws/{table}",
                    "parameters": {"table": {"description": "The table's id"}},
                    "messages": {
                        name: {"$ref": f"#/components/messages/{name}"} for name in messages
                    },
                }
            },
            "operations": {
                "clientToServer": operation("receive", intents.ClientMessage),
                "serverToClient": operation("send", news.ServerMessage),
            },
            "components": {"messages": messages, "schemas": _components()},
        }
    )


def _components() -> dict[str, Any]:
    _, schemas = msgspec.json.schema_components(ROOTS, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = _prose(schema["description"])
    return dict(sorted(schemas.items()))


def _ref(cls: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{cls.__name__}"}


def _schema_of(body: Any) -> dict[str, Any]:
    if body == "client":
        return {"anyOf": [_ref(cls) for cls in get_args(intents.ClientMessage)]}
    if body == "server":
        return {"anyOf": [_ref(cls) for cls in (news.Ack, news.Refused, news.Because, news.Pong)]}
    return dict(_ref(body))


def _responses(answer: Any) -> dict[str, Any]:
    media = {"sse": "text/event-stream", "text": "text/plain", "svg": "image/svg+xml"}
    if answer in media:
        content: dict[str, Any] = {media[answer]: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": _schema_of(answer)}}
    problem = {"application/json": {"schema": _ref(http.Problem)}}
    return {
        "200": {"description": "done", "content": content},
        "default": {"description": "refused", "content": problem},
    }


def _pretty(document: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


FILES = {
    "web/src/lib/protocol.ts": typescript,
    "docs/openapi.json": openapi,
    "docs/asyncapi.json": asyncapi,
}
"""Every generated file and what writes it."""


def main() -> None:
    """Write the generated files below the current folder."""
    from pathlib import Path

    for name, write in FILES.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(), "utf-8")
        sys.stderr.write(f"generate-types: {name}\n")


if __name__ == "__main__":
    main()
