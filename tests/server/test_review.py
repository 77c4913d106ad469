"""The review of a finished table, and of a record that somebody posts."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowlock.errors import Illegal
from rowlock.kernel.preparation import Preparation
from rowlock.notation import parse_record
from rowlock.reviews import preparation, review
from rowlock.reviews.levels import measured_levels
from rowlock.server.study import job_queue as desks
from rowlock.server.study import reviews
from rowlock.server.study.job_queue import Disconnected
from rowlock.server.study.review_messages import MAX_RECORD, Reviewed
from rowlock.server.study.review_payload import ReviewCancelled, review_text
from rowlock.server.study.reviews import ReviewJob, Reviews
from rowlock.solver import background as making
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_path
from rowlock.variants import load_variant
from tests.server.player import player
from tests.server.running import PATIENCE_S, Running, running
from tests.solver.conftest import classic_file

__all__ = ["classic_file"]

BLUNDER = """[Rowlock "1"]
[Variant "classic"]
[Players "Ann, Ben"]
[First "1"]
1. 41 3256 | - +b10 | y5
2. 63 1245 | - | x
"""


def finished(server: Running) -> dict[str, Any]:
    """A table where Ann has played against a bot to the end."""
    made: dict[str, Any] = server.create("me:Ann", "bot", start=True)

    async def play() -> None:
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    asyncio.run(play())
    return made


@pytest.fixture(scope="module")
def over(server: Running) -> dict[str, Any]:
    return finished(server)


def of_table(server: Running, table: str, **options: Any) -> httpx.Response:
    return server.get(f"/api/tables/{table}/review", timeout=300, **options)


def post(server: Running, record: str, **more: Any) -> httpx.Response:
    return server.post("/api/reviews", {"record": record, **more}, timeout=300)


def test_a_finished_table_is_reviewed(server: Running, over: dict[str, Any]) -> None:
    found = of_table(server, over["table"]).json()
    assert (found["unit"], found["players"], found["finished"]) == ("wins", 2, True)
    assert found["names"][0] == "Ann"
    for choice in found["decisions"]:
        values = {move["move"]: move["value"] for move in choice["moves"]}
        assert len(values) > 1  # with one possible answer there is nothing to choose
        lost = max(values.values()) - values[choice["chosen"]]
        assert choice["loss"] == pytest.approx(lost)
    ann = found["seats"][0]
    assert ann["result"] == pytest.approx(
        ann["start"] + ann["luck"] - ann["loss"] + ann["given"] + ann["residual"]
    )


def test_every_turn_comes_with_the_sheets_before_it(server: Running, over: dict[str, Any]) -> None:
    found = of_table(server, over["table"]).json()
    replay = server.get(f"/api/tables/{over['table']}/replay").json()["turns"]
    assert len(found["turns"]) == len(found["rolls"]) == len(replay) - 1
    for roll, before, after in zip(found["turns"], replay, replay[1:], strict=False):
        assert roll["sheets"] == before["sheets"]
        assert roll["dice"] == after["log"]["roll"]
        assert roll["columns"] == after["log"]["columns"]
    assert found["sheets"] == replay[-1]["sheets"]


def test_a_request_with_a_token_gets_its_seat(server: Running, over: dict[str, Any]) -> None:
    key = {"authorization": f"Bearer {over['token']}"}
    assert of_table(server, over["table"], headers=key).json()["you"] == [1]
    assert of_table(server, over["table"]).json()["you"] == []
    wrong = of_table(server, over["table"], headers={"authorization": "Bearer nobody"})
    assert wrong.json()["code"] == "bad_token"


def test_a_game_under_way_is_not_reviewed(server: Running) -> None:
    """It would tell what the others have answered."""
    table = server.create("me:Ann", "bot", start=True)["table"]
    assert of_table(server, table).json()["code"] == "not_over"
    assert of_table(server, "BCDFGHJK").status_code == 404


def test_a_posted_record_is_reviewed_as_the_table_is(server: Running, over: dict[str, Any]) -> None:
    text = server.get(f"/api/tables/{over['table']}/record").text
    mine, theirs = post(server, text).json(), of_table(server, over["table"]).json()
    assert mine["decisions"] == theirs["decisions"]
    assert (mine["rolls"], mine["turns"]) == (theirs["rolls"], theirs["turns"])


def test_a_choice_comes_with_the_sheet_it_was_made_on(server: Running) -> None:
    """Ann passes action 1 and skips to the blue 10 in action 2: then her sheet is still empty.
    In turn 2 she has it: blue falls, 12 11 10, so that its cross is the third bit."""
    found = post(server, BLUNDER).json()
    first, later = (
        next(d for d in found["decisions"] if (d["turn"], d["seat"], d["phase"]) == wanted)
        for wanted in ((1, 1, "action2"), (2, 1, "action1"))
    )
    assert first["chosen"] == "+b10"
    assert first["sheet"]["rows"] == [0, 0, 0, 0]
    assert later["sheet"]["rows"] == [0, 0, 0, 0b100]
    assert found["finished"] is False


def test_rollouts_tell_why(server: Running) -> None:
    found = post(server, BLUNDER, rollouts=True).json()
    assert found["rolled_out"] is True
    costly = max(found["decisions"], key=lambda choice: choice["loss"])  # always played on
    assert [outlook["move"] for outlook in costly["why"]] == ["-", costly["moves"][0]["move"]]
    for outlook in costly["why"]:
        rows = sum(row["points"] for row in outlook["rows"])
        assert outlook["total"] == pytest.approx(
            rows - 5 * outlook["penalties"] + outlook["bonus"], abs=1e-6
        )


def test_choices_of_the_asking_player_are_played_out_first(
    server: Running, over: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[ReviewJob]()

    async def noted(self: Reviews, order: ReviewJob, gone: Any) -> Any:
        asked.append(order)
        raise Illegal("busy", "noted")

    monkeypatch.setattr(Reviews, "find", noted)
    address = f"/api/tables/{over['table']}/review"
    owner = {"Authorization": f"Bearer {over['token']}"}
    for headers in (owner, {}):
        for wish in ("", "?rollouts=yes"):
            server.get(address + wish, headers=headers)
    assert [each.first for each in asked] == [(), (1,), (), ()]


@pytest.mark.parametrize(("named", "you"), [("2", (2,)), ("3", ()), ("Ben", ())])
def test_a_record_says_whose_it_is(named: str, you: tuple[int, ...]) -> None:
    record = BLUNDER.replace("1. 41", f'[You "{named}"]\n1. 41')
    assert review_text(record, 0.0, lambda: False).you == you


@pytest.mark.parametrize(
    ("record", "status", "code", "line"),
    [
        ("nonsense", 400, "unreadable_record", None),
        (BLUNDER.replace("41 3256", "49 3256"), 400, "unreadable_record", 5),
        (BLUNDER.replace("y5", "y6"), 409, "illegal_record", 5),
        ("x" * (MAX_RECORD + 1), 400, "malformed", None),
        ("x" * (5 * MAX_RECORD), 413, "too_large", None),
    ],
)
def test_a_bad_record_is_refused_with_its_line(
    server: Running, record: str, status: int, code: str, line: int | None
) -> None:
    answer = post(server, record)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json().get("line") == line


def test_one_address_may_ask_for_so_many_reviews(tmp_path: Path) -> None:
    with running(data=str(tmp_path), reviews_per_minute=2.0) as server:
        codes = [post(server, "nonsense").json()["code"] for _ in range(3)]
    assert codes == ["unreadable_record", "unreadable_record", "too_fast"]


def test_nothing_of_a_posted_record_is_stored(tmp_path: Path) -> None:
    with running(data=str(tmp_path)) as server:
        assert post(server, BLUNDER.replace("Ann", "Xanthippe")).status_code == 200
    for file in tmp_path.rglob("*"):
        assert b"Xanthippe" not in file.read_bytes()


def test_answers_of_a_covering_bot_are_not_the_persons(server: Running) -> None:
    made = server.create("me:Ann", "open", away_after=1)
    key = server.join(made["table"], "Ben")["token"]

    async def play() -> None:
        async with player(server, made["table"], made["token"]) as ann:
            async with player(server, made["table"], key) as ben:
                await ann.ok("start")
                await ben.until_view(lambda view: view["stage"] == "playing")
                for person in (ann, ben):
                    if person.view["active"] in person.seats:
                        await person.ok("roll", turn=1)
                await ben.until_view(lambda view: view["decisions"])
                await ben.ok("answer", seat=1, ask="1.1", moves=["-"])
            await ann.play_to_end()

    asyncio.run(play())
    found = of_table(server, made["table"]).json()
    bens = [choice for choice in found["decisions"] if choice["seat"] == 2]
    assert all(c["own"] for c in found["decisions"] if c["seat"] == 1)
    assert not any(c["own"] for c in bens if c["turn"] > 2)
    assert found["seats"][1]["decisions"] == sum(c["own"] for c in bens)
    record = server.get(f"/api/tables/{made['table']}/record").text  # it says so to others
    assert post(server, record).json()["decisions"] == found["decisions"]


def test_a_record_tells_what_a_list_of_games_shows(server: Running, over: dict[str, Any]) -> None:
    table = over["table"]
    headers = parse_record(server.get(f"/api/tables/{table}/record").text).headers
    shown = server.get(f"/api/tables/{table}").json()
    made = datetime.fromtimestamp(shown["created"] / 1000, UTC)
    assert headers["Date"].value == made.date().isoformat()
    assert headers["Bots"].value == f"-, {shown['seats'][1]['level']}"
    rows = server.get(f"/api/tables/{table}/replay").json()["turns"][-1]["sheets"]
    # The lock of classic is the twelfth bit of a row.
    locks = [sum(row >> 11 & 1 for row in sheet["rows"]) for sheet in rows]
    assert headers["Locks"].value == " ".join(map(str, locks))
    assert "Covered" not in headers


def test_ten_games_say_which_levels_they_look_like(server: Running) -> None:
    lost = measured_levels()["classic"][2]["medium"].loss_mean
    game = {"variant": "classic", "players": 2, "decisions": 40, "loss": 40 * lost}
    found = server.post("/api/levels", {"games": [game] * 10}).json()
    assert found["fewest"] == 10
    assert (found["level"]["weakest"], found["level"]["strongest"]) == ("medium", "medium")
    assert (found["level"]["games"], found["level"]["loss"]) == (10, pytest.approx(1))
    assert {"variant": "classic", "players": 2} in found["kinds"]
    # Nine, or nine and one of a kind that nobody has measured, are too few.
    other = {**game, "players": 5}
    for games, counted in (([game] * 9, 9), ([*[game] * 9, other], 9), ([], 0)):
        answer = server.post("/api/levels", {"games": games}).json()
        assert answer == {"fewest": 10, "counted": counted, "kinds": found["kinds"]}
    refused = server.post("/api/levels", {"games": [{**game, "loss": -1}]})
    assert refused.json()["code"] == "malformed"


def test_a_card_game_is_reviewed_without_luck(server: Running) -> None:
    made = server.create("me:Ann", "bot", start=True, cards=True)

    async def play() -> None:
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end(patience=120)

    asyncio.run(play())
    found = of_table(server, made["table"]).json()
    assert (found["judge"], found["approximate"], found["cards"]) == ("cards", True, True)
    assert found["rolls"] == []
    assert [turn["dice"] for turn in found["turns"]] == [None] * len(found["turns"])
    assert {choice["phase"] for choice in found["decisions"]} >= {"action1", "action2"}
    assert of_table(server, made["table"], params={"rollouts": "yes"}).json()["rolled_out"] is False


# The desk: one at a time, a short queue, nobody waits for what nobody wants ------------------


class Said(str):
    making = False


class Slow:
    """A reviewer that works until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.began: list[str] = []
        self.stopped: list[str] = []

    def __call__(
        self, text: str, seconds: float, is_stopped: Any, first: tuple[int, ...] = ()
    ) -> Any:
        self.began.append(text)
        while not self.go.wait(0.005):
            if is_stopped():
                self.stopped.append(text)
                raise ReviewCancelled
        return Said(f"review of {text}")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(reviews, "review_text", made)
    return made


async def never() -> None:
    await asyncio.Event().wait()


async def until(fits: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not fits():
            await asyncio.sleep(0.005)


def test_equal_requests_share_one_review(slow: Slow) -> None:
    async def ask() -> list[Any]:
        desk = Reviews(1.0)
        both = [asyncio.ensure_future(desk.find(ReviewJob("a", False), never)) for _ in range(2)]
        await until(lambda: slow.began)
        slow.go.set()
        found = [await each for each in both]
        found.append(await desk.find(ReviewJob("a", False), never))  # kept for a while
        desk.close()
        return found

    assert asyncio.run(ask()) == ["review of a"] * 3
    assert slow.began == ["a"]


def test_a_provisional_review_is_not_cached(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    slow.go.set()

    async def ask() -> None:
        desk = Reviews(1.0)
        monkeypatch.setattr(Said, "making", True)
        await desk.find(ReviewJob("a", False), never)
        monkeypatch.setattr(Said, "making", False)
        await desk.find(ReviewJob("a", False), never)
        await desk.find(ReviewJob("a", False), never)
        desk.close()

    asyncio.run(ask())
    assert slow.began == ["a", "a"]


def test_a_review_without_waiting_callers_stops(slow: Slow) -> None:
    async def ask() -> None:
        desk = Reviews(1.0)
        left = asyncio.Event()
        waiting = asyncio.ensure_future(desk.find(ReviewJob("a", False), left.wait))
        await until(lambda: slow.began)
        left.set()
        with pytest.raises(Disconnected):
            await waiting
        await until(lambda: slow.stopped == ["a"])
        slow.go.set()
        assert str(await desk.find(ReviewJob("a", False), never)) == "review of a"  # begun anew
        desk.close()

    asyncio.run(ask())
    assert slow.began == ["a", "a"]


def test_a_full_queue_is_refused_and_quick_reviews_do_not_wait_for_rollouts(slow: Slow) -> None:
    async def ask() -> None:
        desk = Reviews(1.0)
        orders = [ReviewJob(f"{n}", True) for n in range(desks.QUEUE + 1)]
        waiting = [asyncio.ensure_future(desk.find(order, never)) for order in orders]
        await until(lambda: slow.began)
        with pytest.raises(Illegal) as refused:
            await desk.find(ReviewJob("one more", True), never)
        assert refused.value.code == "busy"
        assert slow.began == ["0"]  # one at a time
        quick = asyncio.ensure_future(desk.find(ReviewJob("quick", False), never))
        await until(lambda: "quick" in slow.began)
        slow.go.set()
        await asyncio.gather(quick, *waiting)
        desk.close()

    asyncio.run(ask())


def test_results_are_cached_for_a_while(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    slow.go.set()
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def ask() -> None:
        desk = Reviews(1.0)
        await desk.find(ReviewJob("a", False), never)
        await desk.find(ReviewJob("a", False), never)
        await desk.find(ReviewJob("b", False), never)  # another one
        now[0] += desks.KEPT_SECONDS + 1
        await desk.find(ReviewJob("a", False), never)
        desk.close()

    asyncio.run(ask())
    assert slow.began == ["a", "b", "a"]


def test_a_review_stops_between_two_steps() -> None:
    seen: list[int] = []

    def is_stopped() -> bool:
        seen.append(1)
        return len(seen) == 3

    with pytest.raises(ReviewCancelled):
        review_text(BLUNDER, 0.0, is_stopped)
    assert len(seen) == 3  # before it begins, and after each of the two turns


ALONE = BLUNDER.replace(", Ben", "").replace(" | y5", "").replace("| - | x", "| x")


def test_the_table_of_a_small_solo_sheet_is_made_in_the_background(
    classic_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[str]()
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    monkeypatch.setattr(Preparation, "begin", lambda self: begun.append(self._words[0]))
    monkeypatch.setattr(Preparation, "is_under_way", property(lambda self: bool(begun)))
    monkeypatch.setattr(making, "_preparations", {})
    first = review_text(ALONE, 0.0, lambda: False)
    assert (first.judge, first.exact, first.making) == ("network", False, True)
    assert begun == ["classic"]
    shutil.copy(classic_file, kept_path(make_problem(load_variant("classic"))))
    second = review_text(ALONE, 0.0, lambda: False)
    assert (second.judge, second.exact, second.making) == ("table", True, False)
    assert not review_text(BLUNDER, 0.0, lambda: False).making
    large = review_text(ALONE.replace("classic", "bonus_a"), 0.0, lambda: False)
    assert (large.exact, large.making) == (False, False)
    assert begun == ["classic"]


def test_the_answer_is_what_the_types_say(server: Running) -> None:
    import msgspec

    found = msgspec.json.decode(post(server, BLUNDER).content, type=Reviewed)
    assert found.names == ("Ann", "Ben")
    assert json.loads(post(server, BLUNDER).content)["judge"] == "network"


def test_a_finished_review_means_that_reviews_are_ready(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = Preparation("rowlock.reviews.preparation", preparation.prepare)
    monkeypatch.setattr(preparation, "_preparation", fresh)
    assert server.get("/api/reviews").json() == {"ready": False}
    assert post(server, BLUNDER.replace("Ben", "Uwe")).status_code == 200
    assert server.get("/api/reviews").json() == {"ready": True}


def test_preparing_goes_through_all_that_a_review_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preparation, "_preparation", Preparation("rowlock.reviews.preparation", preparation.prepare)
    )
    assert not preparation.is_ready()
    preparation.prepare()
    assert preparation.is_ready()
    found = review(parse_record(preparation.SMALL), rollouts=preparation.A_MOMENT)
    assert any(choice.rollout for choice in found.decisions)  # rollouts among it
