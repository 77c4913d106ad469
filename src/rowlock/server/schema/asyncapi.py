"""The socket as an AsyncAPI 3.0 document."""

from __future__ import annotations

from typing import Any, get_args

from rowlock.server.protocol import base, intents, news
from rowlock.server.routes import SOCKET
from rowlock.server.schema.components import components, pretty, reference


def asyncapi() -> str:
    messages = {
        cls.__name__: {"payload": reference(cls)}
        for union in (intents.ClientMessage, news.ServerMessage)
        for cls in get_args(union)
    }
    return pretty(
        {
            "asyncapi": "3.0.0",
            "info": {"title": "Rowlock table", "version": str(base.VERSION)},
            "channels": {
                "table": {
                    "address": f"{SOCKET}/{{table}}",
                    "parameters": {"table": {"description": "The table's id"}},
                    "messages": {
                        name: {"$ref": f"#/components/messages/{name}"} for name in messages
                    },
                }
            },
            "operations": {
                "clientToServer": _operation("receive", intents.ClientMessage),
                "serverToClient": _operation("send", news.ServerMessage),
            },
            "components": {"messages": messages, "schemas": components()},
        }
    )


def _operation(action: str, union: Any) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [
            {"$ref": f"#/channels/table/messages/{cls.__name__}"} for cls in get_args(union)
        ],
    }
