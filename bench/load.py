"""Load test: measures latency, processor time and memory of a server with many players.

    python -m bench.load [--tables 400] [--seconds 60]

Starts a server and, in other processes, five players per table, who answer within about five
seconds as people do. Every move is stored. The script reports the time from sending an answer to
its acknowledgement, the server's processor time per message (received or sent), the same for a bare
echo server of the same framework, and memory per player.

`--pin` runs the server on one processor and the players on another, and likewise the echo server
and its clients. `--awake` runs an idle-priority process that keeps the server's processor from
sleeping between answers, as other programs would; its time is not counted. With `--pace 0` players
answer immediately, which measures the maximum throughput. Use so many tables that few games end
during the measurement; a game has about 200 answers.

`--servers 2` runs `rowlock serve --workers 2` on a temporary PostgreSQL server. Processor time and
memory are then those of all its processes together, without the database.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import signal
import tempfile
import time
from typing import Any

from bench.load_echo import echo_cost, start_echo
from bench.load_players import SEATS, players, warm_up_s
from bench.load_server import (
    cpu_seconds,
    family,
    free_port,
    kept_awake,
    memory_kib,
    on_cores,
    start_server,
)

ECHO_S = 15.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=5.0, help="mean seconds per answer")
    parser.add_argument("--workers", type=int, default=1, help="number of player processes")
    parser.add_argument(
        "--servers", type=int, default=0, help="number of server processes, on PostgreSQL"
    )
    parser.add_argument(
        "--pin", action="store_true", help="separate processors for server and players"
    )
    parser.add_argument(
        "--awake", action="store_true", help="keep the server's processor from sleeping"
    )
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    theirs, ours = ({cores[0]}, {cores[-1]}) if args.pin else (set(cores), set(cores))
    with kept_awake(theirs) if args.awake else contextlib.nullcontext():
        figures = load(args, theirs, ours)
        port = free_port()
        with on_cores(theirs):
            echo = start_echo(port)
        with on_cores(ours):
            cost = echo_cost(echo, port, figures["players"], figures["messages_per_s"], ECHO_S)
    figures["echo_us_per_message"] = cost
    figures["cost_ratio"] = figures["cpu_us_per_message"] / cost
    print(json.dumps(figures) if args.json else _report(figures, args.seconds))


def _report(figures: dict[str, Any], seconds: float) -> str:
    return (
        f"{figures['players']} players on {figures['tables']} tables for {seconds:.0f} s\n"
        f"answers: {figures['answers']} ({figures['answers'] / seconds:.0f} per second), "
        f"p50 {figures['p50_ms']:.1f} ms, p99 {figures['p99_ms']:.1f} ms, "
        f"worst {figures['max_ms']:.1f} ms\n"
        f"server: {figures['cpu_share']:.0%} of a core, "
        f"{figures['cpu_us_per_message']:.1f} us per message "
        f"(bare echo {figures['echo_us_per_message']:.1f}: ratio {figures['cost_ratio']:.2f}), "
        f"{figures['kib_per_player']:.1f} KiB per player\n"
        f"games finished: {figures['games']}, refused or lost: {figures['problems']}"
    )


def load(args: argparse.Namespace, theirs: set[int], ours: set[int]) -> dict[str, Any]:
    """Measure a server on the processors `theirs` with players on `ours`."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        flags: list[str] = []
        if args.servers:
            from tests.server.databases import postgres

            database = stack.enter_context(postgres())
            flags = ["--database", database, "--workers", str(args.servers)]
        port = free_port()
        with on_cores(theirs):
            server = start_server(port, folder, *flags)
        try:
            with on_cores(ours):
                return measured(args, port, family(server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def measured(args: argparse.Namespace, port: int, pids: list[int]) -> dict[str, Any]:
    empty = memory_kib(pids)
    context = multiprocessing.get_context("spawn")
    share = args.tables // args.workers
    ready, go = context.Semaphore(0), context.Event()
    counts = context.Queue()
    workers = [
        context.Process(
            target=players, args=(port, share, args.pace, args.seconds, ready, go, counts)
        )
        for _ in range(args.workers)
    ]
    for worker in workers:
        worker.start()
    for _ in workers:
        while not ready.acquire(timeout=1):
            if not all(worker.is_alive() for worker in workers):
                raise RuntimeError("the players could not join their tables")
    go.set()
    time.sleep(warm_up_s(args.pace))
    begun, cpu = time.perf_counter(), cpu_seconds(pids)
    time.sleep(args.seconds)
    cpu, wall = cpu_seconds(pids) - cpu, time.perf_counter() - begun
    full = memory_kib(pids)
    results = [counts.get() for _ in workers]
    for worker in workers:
        worker.join()
    latencies = sorted(x for result in results for x in result["latencies"])
    messages = sum(result["received"] + result["sent"] for result in results)
    rate = messages / args.seconds
    return {
        "tables": share * args.workers,
        "players": share * args.workers * SEATS,
        "answers": len(latencies),
        "p50_ms": 1000 * latencies[len(latencies) // 2],
        "p99_ms": 1000 * latencies[int(len(latencies) * 0.99)],
        "max_ms": 1000 * latencies[-1],
        "messages_per_s": rate,
        "cpu_share": cpu / wall,
        "cpu_us_per_message": 1e6 * cpu / wall / rate,
        "kib_per_player": (full - empty) / (share * args.workers * SEATS),
        "games": sum(result["games"] for result in results),
        "problems": sum(result["problems"] for result in results),
    }


if __name__ == "__main__":
    main()
