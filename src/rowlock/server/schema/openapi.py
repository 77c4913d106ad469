"""The HTTP side as an OpenAPI 3.1 document."""

from __future__ import annotations

from typing import Any

from rowlock.protocol import base, http
from rowlock.server.http.router import JSON, Route
from rowlock.server.http.routes import ROUTES
from rowlock.server.schema.components import components, pretty, reference


def openapi() -> str:
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return pretty(
        {
            "openapi": "3.1.0",
            "info": {"title": "Rowlock", "version": str(base.VERSION)},
            "paths": paths,
            "components": {
                "schemas": components(),
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": route.summary, "responses": _responses(route)}
    parameters = [_parameter(name, "path") for name in route.in_path]
    parameters += [_parameter(name, "query") for name in route.in_query]
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _json(route.takes)}
    if route.needs_token:
        operation["security"] = [{"token": []}]
    return operation


def _parameter(name: str, place: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "schema": {"type": "string"},
    }


def _responses(route: Route) -> dict[str, Any]:
    text = {route.media: {"schema": {"type": "string"}}}
    content = _json(route.gives) if route.media == JSON else text
    return {
        str(route.status): {"description": "done", "content": content},
        **{
            str(status): {"description": "not now", "content": _json(kind)}
            for status, kind in route.also.items()
        },
        "default": {"description": "refused", "content": _json(http.Problem)},
    }


def _json(kind: Any) -> dict[str, Any]:
    return {JSON: {"schema": reference(kind)}}
