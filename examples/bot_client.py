"""A bot that joins a table over the network: python bot_client.py http://localhost:8377 TABLE"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def play(server: str, table: str, name: str = "Robi") -> Any:
    """Take an open seat, play the game to its end, answer the result."""
    body = json.dumps({"name": name}).encode()
    token = json.load(urlopen(Request(f"{server}/api/tables/{table}/join", body)))["token"]
    with connect(f"{server.replace('http', 'ws', 1)}/ws/{table}") as socket:
        socket.send(json.dumps({"type": "hello", "version": 3, "token": token}))
        for message in map(json.loads, socket):
            if message["type"] != "view":
                continue  # short news: acknowledgements, somebody's hidden answer
            if message["stage"] == "over":
                return message["result"]
            if message["phase"] == "roll" and message["active"] in message["you"]["seats"]:
                socket.send(json.dumps({"type": "roll", "turn": message["turn"]}))
            for ask in (d for d in message["decisions"] if d["owed"]):
                best = max(ask["legal"], key=lambda option: option["gain"])
                answer = {"seat": ask["seat"], "ask": ask["ask"]}
                answer["moves"] = [*ask["answer"], best["move"]]
                socket.send(json.dumps({"type": "answer", **answer}))


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
