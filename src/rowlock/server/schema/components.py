"""JSON schemas of the protocol's types, for the OpenAPI and the AsyncAPI document."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from rowlock.server.schema.docs import prose
from rowlock.server.schema.roots import ROOTS


def components() -> dict[str, Any]:
    _, schemas = msgspec.json.schema_components(ROOTS, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = prose(schema["description"])
    return dict(sorted(schemas.items()))


def reference(kind: Any) -> dict[str, Any]:
    """A `$ref` to the schema of a type, or one for each type of a union."""
    members = get_args(kind)
    if members:
        return {"anyOf": [reference(member) for member in members]}
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def pretty(document: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
