"""What a chat shows of a link that is pasted into it."""

from __future__ import annotations

import asyncio
import html
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rowlock.languages import LANGUAGES
from rowlock.server.texts import accepted_language, server_texts
from tests.server.player import player
from tests.server.running import Running, running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(data=str(tmp_path), base_path="/games") as server:
        yield server


def get(server: Running, path: str, language: str = "en") -> httpx.Response:
    return server.get(path, headers={"accept-language": language})


def tags(answer: httpx.Response) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', answer.text)
    return {name: html.unescape(text) for name, text in found}


def test_the_home_page_has_title_sentence_and_picture(server: Running) -> None:
    shown = tags(get(server, "/"))
    assert shown["og:title"] == "Rowlock: Qwixx with friends"
    assert shown["og:description"] == shown["description"]
    assert shown["og:url"] == f"{server.url}/"
    assert shown["og:image"] == f"{server.url}/preview.png"
    assert shown["twitter:card"] == "summary_large_image"
    picture = server.http.get(shown["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert len(picture.content) < 300_000  # what every chat still loads
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")


def test_addresses_are_those_that_people_use(tmp_path: Path) -> None:
    with running(
        data=str(tmp_path), base_path="/games", public_url="https://play.example.org"
    ) as server:
        shown = tags(get(server, "/rules/longo"))
    assert shown["og:url"] == "https://play.example.org/games/rules/longo"
    assert shown["og:image"] == "https://play.example.org/games/preview.png"


def test_an_invitation_names_the_host_and_the_sheet(server: Running) -> None:
    made = server.create("me:Ann", "open", variant="longo")
    server.join(made["table"], "Ben")
    shown = tags(get(server, f"/t/{made['table']}", "en"))
    assert shown["og:title"] == "A game is being played"  # nobody can join any more
    made = server.create("me:Ann", "local:Zoe", "open", variant="longo")
    answer = get(server, f"/t/{made['table']}", "de-AT,en;q=0.5")
    shown = tags(answer)
    assert shown["og:title"] == "Ann lädt dich zu einer Partie ein"
    assert shown["og:description"].startswith("Longo: ")
    assert "Zoe" not in answer.text
    assert made["token"] not in answer.text


def test_a_name_cannot_write_into_the_page(server: Running) -> None:
    made = server.create("me:<b>A&B</b>", "open")
    answer = get(server, f"/t/{made['table']}")
    assert "<b>" not in answer.text
    assert tags(answer)["og:title"] == "<b>A&B</b> invites you to a game"


def test_a_table_without_a_seat_for_the_host_names_nobody(server: Running) -> None:
    made = server.create("open", "open")
    shown = tags(get(server, f"/t/{made['table']}"))
    assert shown["og:title"] == "You are invited to a game"


def test_a_finished_game_is_called_one(server: Running) -> None:
    async def story() -> str:
        made = server.create("me:Ann", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()
        return str(made["table"])

    shown = tags(get(server, f"/t/{asyncio.run(story())}/replay"))
    assert shown["og:title"] == "A finished game"


def test_a_table_that_is_not_there_looks_like_home(server: Running) -> None:
    home = tags(get(server, "/"))
    for path in ("/t/BCDFGHJK", "/t/none", "/t/", "/rules/none", "/settings"):
        assert tags(get(server, path))["og:title"] == home["og:title"]


def test_a_rule_page_says_its_heading_and_its_first_sentences(server: Running) -> None:
    shown = tags(get(server, "/rules/longo"))
    assert shown["og:title"] == "Qwixx Longo"
    assert shown["og:description"].startswith("Longer rows, eight-sided dice and two lucky numbers")


def test_a_rate_limited_client_still_gets_the_page(tmp_path: Path) -> None:
    """Waking a table counts five; the page itself counts one."""
    with running(data=str(tmp_path), requests_per_second=0.5) as server:
        assert server.get("/t/BCDFGHJK").status_code == 200  # of 5, too few for the table
        assert tags(server.get("/t/BCDFGHJK"))["og:title"] == "Rowlock: Qwixx with friends"


def test_the_same_page_is_not_sent_twice(server: Running) -> None:
    answer = get(server, "/", "fr")
    again = {"accept-language": "fr", "if-none-match": answer.headers["etag"]}
    assert server.get("/", headers=again).status_code == 304
    assert get(server, "/", "it").headers["etag"] != answer.headers["etag"]
    assert "accept-language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-CH", "de"),
        ("xx, nl;q=0.5", "nl"),
        ("fr;q=0.3, es;q=0.7, *;q=0.1", "es"),
        ("den, it;q=nonsense", "it"),
        ("ITALIAN", "en"),
    ],
)
def test_the_language_is_the_best_liked_of_ours(header: str, language: str) -> None:
    assert accepted_language(header) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_sentences_fit_a_chat(language: str) -> None:
    words = server_texts(language)
    assert len(words("invites", name="N" * 20)) <= 60
    assert len(words("about")) <= 110
