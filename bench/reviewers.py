"""Load test of reviews: measures players' latencies while many people request reviews.

    python -m bench.reviewers [--people 100] [--tables 40]

Starts a server with players as `bench/load.py` does, first without reviews. Then `--people` people
request reviews simultaneously, and the next one as soon as they have one. The script reports the
players' latencies in both cases, the number of reviews, their duration, and how often the server
was too busy for one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from bench.load import measured
from bench.load_server import free_port, start_server
from rowlock import format_record, load_variant
from rowlock.bots.levels import levels
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import recorded_game

GAMES = 20
"""Number of games; changed names make the server treat a repeated game as a new one."""
PATIENCE = 1.0
"""Seconds until the next attempt if the server is busy."""
BUSY = 503


def records() -> list[str]:
    medium = levels()[2].bot
    seating = Seating(load_variant("classic"), (medium, medium), 1)
    return [format_record(recorded_game(seating, number)) for number in range(GAMES)]


def crowd(port: int, people: int, begin: Any, end: Any, counts: Any) -> None:
    """Request reviews until the end; their durations and the number of refusals go into
    `counts`."""
    texts = records()
    reviewed(port, texts[0])  # lets the server compile
    begin.set()

    def person(name: int) -> tuple[list[float], int]:
        took, refused = list[float](), 0
        for again in count():
            text = texts[name % GAMES].replace("Seat 1", f"P{name}-{again}")
            asked = time.perf_counter()
            while not reviewed(port, text):
                refused += 1
                if end.wait(PATIENCE):
                    break
            else:
                took.append(time.perf_counter() - asked)
            if end.is_set():
                break
        return took, refused

    with ThreadPoolExecutor(people) as pool:
        found = list(pool.map(person, range(people)))
    took = sorted(each for times, _ in found for each in times)
    counts.put((took, sum(refused for _, refused in found)))


def reviewed(port: int, record: str) -> bool:
    """Whether the server reviewed the record; False if it is busy."""
    body = json.dumps({"record": record}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/reviews", body, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        if error.code == BUSY:
            return False
        raise
    return True


def say(name: str, figures: dict[str, Any]) -> None:
    kept = ("players", "answers", "p50_ms", "p99_ms", "max_ms", "cpu_share", "problems")
    print(json.dumps({"games": name, **{key: figures[key] for key in kept}}), flush=True)


def beside(args: argparse.Namespace, port: int, pids: list[int]) -> None:
    """Measure the players again while the crowd requests reviews."""
    context = multiprocessing.get_context("spawn")
    begin, end, counts = context.Event(), context.Event(), context.Queue()
    asking = context.Process(target=crowd, args=(port, args.people, begin, end, counts))
    asking.start()
    begin.wait()
    began = time.perf_counter()
    say("beside reviews", measured(args, port, pids))
    end.set()
    took, refused = counts.get()
    asking.join()
    seconds = time.perf_counter() - began
    rate = round(len(took) / seconds, 2)
    median = round(took[len(took) // 2], 2)
    print(json.dumps({"reviews": len(took), "a_second": rate, "median_s": median, "busy": refused}))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=5.0)
    args = parser.parse_args()
    args.workers = 1
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start_server(port, folder)
        try:
            pids = [server.pid]
            say("by themselves", measured(args, port, pids))
            beside(args, port, pids)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    main()
