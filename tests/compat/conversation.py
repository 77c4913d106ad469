"""A recorded conversation with a server: three people at tables, and requests for what they played.

`expected/conversation.json.xz` has every byte that the server of commit fcbf5a0 answered. To record
it again (there `registry` is called `rooms`, and has no scheme to patch):

    PYTHONPATH=/path/to/fcbf5a0/src:. .venv/bin/python -m tests.compat.conversation

Clients take turns, and clock and chance of the server are fixed, so that two servers answer alike.
"""

from __future__ import annotations

import itertools
import json
import lzma
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import httpx
from websockets.sync.client import ClientConnection, connect

HERE = Path(__file__).parent
EXPECTED = HERE / "expected" / "conversation.json.xz"
NOW = 1_800_000_000.0
PATIENCE_S = 60.0
TURNS = 2
"""Turns in which something is crossed; the first game then ends by penalties."""
OWN = (HERE / "own.toml").read_text("utf-8")
GAMES: dict[str, dict[str, Any]] = {
    "classic": {"coach": True, "chat": True},
    "bonus_a": {"variant": "bonus_a"},
    "bonus_b": {"variant": "bonus_b"},
    "x_change": {"variant": "x_change"},
    "own": {"variant": "own", "sheet": OWN},
    "cards": {"variant": "mixx_a", "cards": True, "jokers": True},
}

Spoken = list[list[str]]
"""Who heard something, and its text."""


# The server ------------------------------------------------------------------------------------


def serve(folder: str) -> None:
    """A server without chance: fixed time, seed, table names and tokens."""
    tokens, letters = itertools.count(1), random.Random(1)
    from rowlock.cli.main import main
    from rowlock.server.rooms import registry

    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder, "--no-open"]
    with (
        patch("secrets.token_urlsafe", lambda size: f"token-{next(tokens)}"),
        patch("secrets.token_hex", lambda size: "5e" * size),
        patch("secrets.choice", lambda values: values[letters.randrange(len(values))]),
        patch("time.time", lambda: NOW),
        # The dice of the server that was recorded; its tables finish under this scheme.
        patch.object(registry, "BOUND_GAME", "rowlock-dice-2"),
    ):
        main(words)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of the package that is imported first."""
    limits = ("MESSAGES_PER_SECOND", "REQUESTS_PER_SECOND", "TABLES_PER_MINUTE")
    environment = os.environ | {f"ROWLOCK_{name}": "100000" for name in limits}
    with TemporaryDirectory() as folder:
        code = f"from tests.compat.conversation import serve; serve({folder!r})"
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        try:
            assert process.stdout is not None
            yield next(_addresses(process.stdout))
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE_S)


def _addresses(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        for word in line.replace('"', " ").split():
            if word.startswith("http://127.0.0.1:"):
                yield word.rstrip("/")


# The clients -----------------------------------------------------------------------------------


class Client:
    """A socket that notes everything it hears under its name."""

    def __init__(self, spoken: Spoken, name: str, address: str, token: str | None) -> None:
        self.name, self._spoken = name, spoken
        self.view: Any = {}
        self._ids = itertools.count(1)
        self._stack = ExitStack()
        self._socket: ClientConnection = self._stack.enter_context(connect(address, max_size=None))
        self.say({"type": "hello", "version": 3, "token": token, "seq": 0})
        self.until(lambda message: message["type"] == "view")

    def say(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def hear(self) -> Any:
        text = str(self._socket.recv(PATIENCE_S))
        message = json.loads(text)
        if message["type"] != "pong":
            self._spoken.append([self.name, text])
        if message["type"] == "view":
            self.view = message
        return message

    def until(self, fits: Callable[[Any], bool]) -> None:
        while not fits(self.hear()):
            pass

    def ask(self, kind: str, /, **fields: Any) -> None:
        """Send a command and hear the reply."""
        number = next(self._ids)
        self.say({**fields, "type": kind, "id": number})
        self.until(lambda message: message.get("id") == number)

    def decisions(self) -> list[Any]:
        return [decision for decision in self.view["decisions"] if decision["owed"]]

    def close(self) -> None:
        self._stack.close()


class Table:
    """A table with Ann, who understands short confirmations, Ben, and a spectator."""

    def __init__(self, spoken: Spoken, http: httpx.Client, options: dict[str, Any]) -> None:
        self.spoken, self.http = spoken, http
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "local", "name": "Cleo"}, {"kind": "open"}]
        made = self.request("POST", "/api/tables", json={"options": options, "seats": seats}).json()
        self.id = made["table"]
        joined = self.request("POST", f"{self.path}/join", json={"name": "Ben"}).json()
        self.tokens = {"Ann": made["token"], "Ben": joined["token"], "spectator": None}
        self.clients: list[Client] = []
        for name in self.tokens:
            self.come(name)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    def request(self, method: str, path: str, **wanted: Any) -> httpx.Response:
        answer = self.http.request(method, path, **wanted)
        self.spoken.append([f"{method} {path} {answer.status_code}", answer.text])
        return answer

    def come(self, name: str) -> Client:
        """Connect, and wait until everyone else has been told."""
        address = str(self.http.base_url.join(f"ws/{self.id}")).replace("http", "ws", 1)
        address += "?short" if name == "Ann" else ""
        client = Client(self.spoken, name, address, self.tokens[name])
        for other in self.clients:
            other.until(lambda message: _present(message) == _present(client.view))
        self.clients.append(client)
        return client

    def do(self, client: Client, kind: str, /, **fields: Any) -> None:
        """One command, and everything that anyone hears because of it."""
        self.spoken.append([client.name, f"> {kind} {json.dumps(fields)}"])
        client.ask(kind, **fields)
        for other in self.clients:
            if other is not client:
                other.ask("ping")

    def play(self, *, to_the_end: bool) -> None:
        """Everyone crosses what is legal, and sometimes changes their mind."""
        rng = random.Random(self.id)
        for step in itertools.count():
            ann, ben, watcher = self.clients
            view = watcher.view
            if view["stage"] == "over" or (view["turn"] > TURNS and not to_the_end):
                return
            for client in (ann, ben):
                seats = client.view["you"]["seats"]
                if view["phase"] == "roll" and view["active"] in seats:
                    self.do(client, "roll", turn=view["turn"])
                elif owed := client.decisions():
                    self._answer(client, owed[0], rng, step)
                else:
                    continue
                break

    def _answer(self, client: Client, decision: Any, rng: random.Random, step: int) -> None:
        question = {"seat": decision["seat"], "ask": decision["ask"]}
        legal = sorted(decision["legal"], key=lambda option: -option["gain"])
        best = rng.choice(legal[:2])["move"]
        moves = [*decision["answer"], best if client.view["turn"] <= TURNS else "-"]
        if step % 7 == 0:
            self.do(client, "pencil", **question, moves=moves)
            self.do(client, "why", seat=decision["seat"], cell="r2")
        self.do(client, "answer", **question, moves=moves)
        if step % 5 == 0:
            self.do(client, "take_back", **question)
            self.do(client, "answer", **question, moves=moves)
            self.do(client, "answer", **question, moves=["r99"])

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()


def _present(message: Any) -> Any:
    """Who is there, in a view."""
    if message["type"] != "view":
        return None
    return [seat.get("connected") for seat in message["seats"]], message.get("watchers")


# The conversation -------------------------------------------------------------------------------


def conversation() -> Spoken:
    """Everything that was heard, in order."""
    spoken: Spoken = []
    with server() as address, httpx.Client(base_url=address, timeout=PATIENCE_S) as http:
        for name, options in GAMES.items():
            with Table(spoken, http, options) as table:
                if name == "classic":
                    _lobby(table)
                table.do(table.clients[0], "start")
                table.play(to_the_end=name == "classic")
                if name == "classic":
                    _after(table)
        for rules in ("strict", "warning"):
            with Table(spoken, http, {"dice": "real", "rules": rules}) as table:
                _real_dice(table)
        for path in ("/api/sheets/none", "/api/tables/BCDFGHJK", "/api/none", "/healthz"):
            table.request("GET", path)
        table.request("POST", "/api/sheets", json={"start": "bonus_a", "code": "b1-tulip"})
        table.request("POST", "/api/sheets", json={"file": OWN})
        table.request("POST", "/api/sheets", json={"file": OWN.replace("=", "")})
    return spoken


def _lobby(table: Table) -> None:
    ann, ben, watcher = table.clients
    table.do(ann, "add_seat")
    table.do(ann, "add_bot", seat=3, level="gentle")
    table.do(ann, "add_seat")
    table.do(ann, "add_local", seat=4, name="Dan")
    table.do(ann, "move_seat", seat=0, to=2)
    table.do(ben, "rename", seat=ben.view["you"]["seats"][0], name="Benny")
    table.do(ann, "kick", seat=4)
    table.do(ann, "kick", seat=3)
    table.do(ann, "drop_seat", seat=4)
    table.do(ann, "drop_seat", seat=3)
    table.do(ann, "chat", key="1", text="Hello")
    table.do(ben, "emote", emote="wow")
    table.do(ben, "configure", options={})
    table.do(watcher, "start")
    table.do(ann, "configure", options={"coach": True, "chat": True, "pace": "fast"})
    table.request("GET", table.path)


def _after(table: Table) -> None:
    ann, ben, _ = table.clients
    table.do(ann, "chat", key="2", text="Well played")
    table.do(ann, "mute", seat=ben.view["you"]["seats"][0], muted=True)
    table.do(ben, "chat", key="3", text="Thanks")
    for part in ("", "/record", "/replay", "/log", "/sheet"):
        table.request("GET", table.path + part)
    table.request("POST", f"{table.path}/join", json={"name": "Eve"})
    table.request("POST", f"{table.path}/send", json={"type": "ping", "id": 1})
    table.do(ben, "rematch")
    table.request("DELETE", table.path, headers={"Authorization": "Bearer none"})


def _real_dice(table: Table) -> None:
    ann, ben, _ = table.clients
    table.do(ann, "start")
    for client, cells in ((ann, "r2 r3 r3 r2 y5 g12 b11"), (ben, "r4 r2 b12 b2 y2")):
        seat = client.view["you"]["seats"][0]
        for cell in cells.split():
            strokes = client.view["seats"][seat].get("marks", 0)
            table.do(client, "mark", seat=seat, n=strokes, kind="cross", cell=cell)
        strokes = client.view["seats"][seat].get("marks", 0)
        table.do(client, "mark", seat=seat, n=strokes, kind="penalty")
        table.do(client, "mark", seat=seat, n=strokes, kind="undo")
    table.do(ann, "close_row", row=2)
    table.do(ann, "finish")


if __name__ == "__main__":
    EXPECTED.write_bytes(lzma.compress(json.dumps(conversation()).encode(), preset=9))
