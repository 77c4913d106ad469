"""Called when it is one's turn: what is sent, to whom, and what is kept for it."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace

from rowlock.errors import Unreadable
from rowlock.server.push import identity, poster
from rowlock.server.push.allowed_hosts import AllowedHosts
from rowlock.server.push.encryption import encrypted
from rowlock.server.push.identity import FILE, Identity, load_identity
from rowlock.server.push.sender import PushMessage, PushSender
from rowlock.server.rooms import registry
from rowlock.server.store.private_files import private_file
from rowlock.table import notifications
from tests.attack.tools import on_the_loop
from tests.server.player import Player, player
from tests.server.post import Browser, Message, PushService, bytes_of, push_service
from tests.server.running import Running, running

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture
def server(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    monkeypatch.setattr(notifications, "NOTIFY_AFTER_S", 0.05)
    monkeypatch.setattr(notifications, "NOTIFY_EVERY_S", 0.0)
    service.status = 201
    with running(push_hosts=service.reach, data=str(tmp_path)) as server:
        yield server


def ask(server: Running, table: str, token: str, wish: Any) -> httpx.Response:
    key = {"authorization": f"Bearer {token}"}
    return server.post(f"/api/tables/{table}/calls", wish, headers=key)


def kept(server: Running) -> list[Any]:
    """What is stored of browsers that want to be called."""
    with sqlite3.connect(Path(server.settings.data) / "rowlock.sqlite3") as database:
        found = database.execute("SELECT log, member FROM calls").fetchall()
    database.close()
    return found


def until_nothing_is_kept(server: Running) -> None:
    limit = time.monotonic() + PATIENCE_S
    while kept(server):
        assert time.monotonic() < limit, kept(server)
        time.sleep(0.02)


def ann_and_ben(server: Running) -> tuple[str, str, str]:
    """A table, Ann's key, Ben's key."""
    made = server.create("me:Ann", "open")
    return made["table"], made["token"], server.join(made["table"], "Ben")["token"]


async def acted(person: Player) -> bool:
    """Rolls or answers if that is due, and waits until it shows."""
    heard = len(person.heard)
    if not await person.act():
        return False
    await person.until_news(heard)
    return True


async def begin(ann: Player) -> None:
    """The game begins, and Ben is awaited."""
    await ann.ok("start")
    await ann.until_view(lambda view: view["stage"] == "playing" and view["turn"] == 1)
    if ann.view["active"] == 0:
        await ann.ok("roll", turn=1)


def test_a_message_is_sealed_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    number = int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        bytes_of(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        once=ec.derive_private_key(number, ec.SECP256R1()),
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_an_absent_player_is_notified_once(server: Running, service: PushService) -> None:
    table, host, guest = ann_and_ben(server)
    browser = Browser()
    assert ask(server, table, guest, browser.wish(f"{service.url}/ben?x=1", "de")).json()["on"]
    assert kept(server) == [(table, 1)]

    async def story() -> list[Message]:
        async with player(server, table, host) as ann:
            await begin(ann)  # Ben rolls, or answers Ann's roll: he is away
            first = await asyncio.to_thread(service.messages.get, timeout=PATIENCE_S)
            async with player(server, table, guest):
                pass  # he looks, and answers nothing: no second call
            async with player(server, table, guest) as ben, asyncio.timeout(PATIENCE_S):
                while not (ben.view["phase"] == "roll" and ben.view["active"] == 0):
                    if not await acted(ann) and not await acted(ben):
                        await asyncio.sleep(0.01)
            await ann.until_view(lambda view: view["phase"] == "roll")
            await ann.ok("roll", turn=ann.view["turn"])
            second = await asyncio.to_thread(service.messages.get, timeout=PATIENCE_S)
            return [first, second]

    message, again = asyncio.run(story())
    assert service.messages.empty()
    assert browser.read(again.body) == browser.read(message.body)
    assert again.body != message.body  # sealed anew
    assert message.path == "/ben?x=1"
    assert browser.read(message.body) == {
        "title": "Du bist am Zug",
        "body": "Dein Tisch wartet auf dich.",
        "url": f"t/{table}",
    }
    assert len(message.body) < 4096
    key, claims = message.claims()
    assert key == server.get("/api/catalog").json()["push_key"]
    assert claims["aud"] == service.url
    assert time.time() < claims["exp"] < time.time() + 86_400
    assert message.headers["content-encoding"] == "aes128gcm"
    assert int(message.headers["ttl"]) > 0


def test_an_unsubscribed_browser_is_deleted(server: Running, service: PushService) -> None:
    table, host, guest = ann_and_ben(server)
    service.status = 410
    ask(server, table, guest, Browser().wish(f"{service.url}/ben"))

    async def story() -> None:
        async with player(server, table, host) as ann:
            await begin(ann)
            await asyncio.to_thread(service.messages.get, timeout=PATIENCE_S)

    asyncio.run(story())
    until_nothing_is_kept(server)


def test_subscriptions_end_with_the_game_and_with_the_member(
    server: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = Browser().wish(f"{service.url}/x")

    def both() -> tuple[str, str, str]:
        table, host, guest = ann_and_ben(server)
        assert ask(server, table, host, wish).status_code == 200
        assert ask(server, table, guest, wish).status_code == 200
        return table, host, guest

    def delete(path: str, token: str) -> None:
        key = {"authorization": f"Bearer {token}"}
        answer = server.http.request("DELETE", server.url + path, headers=key)
        assert answer.status_code == 200

    table, host, guest = both()
    delete(f"/api/tables/{table}/calls", host)
    assert kept(server) == [(table, 1)]
    delete(f"/api/tables/{table}", guest)  # Ben erases himself
    assert kept(server) == []
    table, host, guest = both()
    delete(f"/api/tables/{table}", host)  # the host deletes the game
    assert kept(server) == []
    table, host, guest = both()

    async def leave() -> None:
        async with player(server, table, guest) as ben:
            await ben.send("leave")
            await ben.until(lambda: ben.closed)

    asyncio.run(leave())
    limit = time.monotonic() + PATIENCE_S
    while kept(server) != [(table, 0)]:
        assert time.monotonic() < limit
        time.sleep(0.02)

    async def end() -> None:
        made = server.create("me:Ann", start=True)
        ask(server, made["table"], made["token"], wish)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()
        assert ask(server, made["table"], made["token"], wish).json()["code"] == "game_over"

    delete(f"/api/tables/{table}", host)
    asyncio.run(end())
    monkeypatch.setattr(registry, "SLEEP_AFTER_S", 0.0)
    limit = time.monotonic() + PATIENCE_S
    while kept(server):  # as soon as nobody is there, and the table sleeps
        on_the_loop(server, server.services.rooms.unload_idle_rooms())
        assert time.monotonic() < limit, kept(server)


def test_a_rematch_takes_the_calls_along(server: Running, service: PushService) -> None:
    """Ben has the key to the first table alone: he is called there, and led on. Once he has been at
    the new one, he is called to it."""
    table, host, guest = ann_and_ben(server)
    browser = Browser()
    wish = browser.wish(f"{service.url}/ben")
    ask(server, table, guest, wish)

    async def story() -> str:
        async with player(server, table, host) as ann:
            async with player(server, table, guest) as ben:
                await begin(ann)
                await asyncio.gather(ann.play_to_end(), ben.play_to_end())
            assert kept(server) == [(table, 1)]
            await ann.ok("rematch", start=True)
            rematch = str((await ann.until_view(lambda view: view.get("next_table")))["next_table"])
        assert kept(server) == [(rematch, 1)]
        async with player(server, rematch, host) as ann:
            await ann.ok("start")
            await ann.until_view(lambda view: view["stage"] == "playing" and view["turn"] == 1)
            if ann.view["active"] in ann.seats:
                await ann.ok("roll", turn=1)
            first = await asyncio.to_thread(service.messages.get, timeout=PATIENCE_S)
            assert browser.read(first.body)["url"] == f"t/{table}"
            ask(server, rematch, guest, wish)
            async with player(server, rematch, guest) as ben, asyncio.timeout(PATIENCE_S):
                while not (ben.view["phase"] == "roll" and ben.view["active"] == ann.seats[0]):
                    if not await acted(ann) and not await acted(ben):
                        await asyncio.sleep(0.01)
            await ann.until_view(lambda view: view["phase"] == "roll")
            await ann.ok("roll", turn=ann.view["turn"])
            second = await asyncio.to_thread(service.messages.get, timeout=PATIENCE_S)
            return str(browser.read(second.body)["url"]).removeprefix(f"t/{rematch}")

    assert asyncio.run(story()) == ""


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nhost: other",
        "https://push.example.org:port/x",
        "https://pu sh.example.org/x",
        "https://",
        "ftp://push.example.org/x",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_an_address_that_is_not_a_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Unreadable, match="https"):
        AllowedHosts().endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("9.9.9.9", True),
        ("2620:fe::fe", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_only_public_addresses_are_called(address: str, public: bool) -> None:
    assert AllowedHosts().accepts(ipaddress.ip_address(address)) is public


def letter(service: PushService) -> PushMessage:
    browser = Browser()
    wish = browser.wish(f"{service.url}/x")
    to = service.reach.endpoint(wish["endpoint"])
    return PushMessage(to, bytes_of(wish["p256dh"]), browser.secret, b"{}")


def sent(reach: AllowedHosts, letters: list[PushMessage]) -> list[str]:
    async def main() -> list[str]:
        post = PushSender(Identity(ec.generate_private_key(ec.SECP256R1())), reach)
        try:
            return list(await asyncio.gather(*map(post.send, letters)))
        finally:
            await post.close()

    return asyncio.run(main())


def test_a_name_that_leads_home_is_not_called(service: PushService) -> None:
    """`localhost` is a fine name, but its address is not public: nothing is ever sent there."""
    assert sent(AllowedHosts(), [letter(service)]) == ["failed"]
    assert service.messages.empty()


def test_redirections_are_not_followed_and_floods_are_dropped(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.status = 307
    assert sent(service.reach, [letter(service)]) == ["failed"]
    assert service.messages.get_nowait().path == "/x"
    assert service.messages.empty()
    service.status = 201
    monkeypatch.setattr(poster, "MOST_WAITING", 10)
    outcomes = sent(service.reach, [letter(service)] * 13)
    assert outcomes.count("failed") == 3
    assert service.messages.qsize() == 10
    while not service.messages.empty():
        service.messages.get_nowait()


def test_a_service_that_never_answers_is_given_up(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poster, "WITHIN_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        found = letter(service)
        there = replace(found, to=replace(found.to, port=silent.getsockname()[1]))
        assert sent(service.reach, [there]) == ["failed"]


def test_strangers_and_watchers_cannot_be_called(server: Running, service: PushService) -> None:
    table, host, _ = ann_and_ben(server)
    wish = Browser().wish(f"{service.url}/x")
    assert server.post(f"/api/tables/{table}/calls", wish).json()["code"] == "bad_token"
    assert ask(server, table, "none", wish).json()["code"] == "bad_token"
    assert ask(server, table, host, wish | {"auth": "short"}).json()["code"] == "malformed"
    foreign = wish | {"endpoint": "http://push.example.org/"}
    assert ask(server, table, host, foreign).json()["code"] == "bad_endpoint"
    assert kept(server) == []


def test_the_key_is_made_once_and_readable_only_by_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = load_identity(folder)
    assert load_identity(folder).public == first.public
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    assert len(bytes_of(first.public)) == 65
    assert load_identity(tmp_path / "other").public != first.public


def test_servers_that_start_at_the_same_time_use_the_first_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one makes its key, others of the same process number make theirs: containers that
    share a folder are all process 1."""
    drafts: list[Path] = []
    first: list[Identity] = []

    def slowly(path: Path) -> None:
        private_file(path)
        if path.name != FILE:
            drafts.append(path)
            if len(drafts) < 3:
                first.append(load_identity(tmp_path))
                assert path.exists(), "somebody took our draft away"

    monkeypatch.setattr(identity, "private_file", slowly)
    last = load_identity(tmp_path)
    assert len(drafts) == len(set(drafts)) == 3
    assert {each.public for each in first} == {last.public}
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_an_empty_key_file_of_an_interrupted_start_is_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert load_identity(tmp_path).public == load_identity(tmp_path).public


def test_a_broken_key_only_disables_notifications(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no key", "utf-8")
    with running(data=str(tmp_path)) as server:
        assert "push_key" not in server.get("/api/catalog").json()
        table, host, _ = ann_and_ben(server)
        refused = ask(server, table, host, Browser().wish("https://push.example.org/x"))
        assert refused.json()["code"] == "no_push"


def test_without_the_extra_no_notifications_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.server.wiring.find_spec", lambda name: None)
    with running(data=str(tmp_path)) as server:
        assert "push_key" not in server.get("/api/catalog").json()
        table, host, _ = ann_and_ben(server)
        refused = ask(server, table, host, Browser().wish("https://push.example.org/x"))
        assert refused.json()["code"] == "no_push"
    assert not (tmp_path / FILE).exists()
