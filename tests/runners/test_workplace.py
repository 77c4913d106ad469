"""Threads, processes and the caller alone: the same answers, in order, and not too many at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import pytest

from rowlock import Unreadable
from rowlock.runners import Local
from rowlock.runners.pools import AHEAD

PLACES = {
    "here": (Local(1), False),
    "one thread": (Local(1), True),
    "threads": (Local(2), True),
    "processes": (Local(2, in_processes=True), True),
}


def shouted(word: str, number: int) -> str:
    return f"{word} {number}!"


def refused_at(refused: int, number: int) -> int:
    if number >= refused:
        raise Unreadable("bad_games", f"not {number}", line=number)
    return number


@pytest.mark.parametrize("kind", PLACES)
def test_answers_come_in_the_order_of_the_jobs(kind: str) -> None:
    place, compiled = PLACES[kind]
    with place.runner(compiled=compiled, jobs=30) as runner:
        answers = list(runner.map(partial(shouted, "game"), range(30)))
        assert answers == [f"game {number}!" for number in range(30)]
        assert list(runner.map(abs, [-5])) == [5]  # the same workers do other work
        assert list(runner.map(abs, [])) == []


@pytest.mark.parametrize("kind", PLACES)
def test_the_first_refusal_is_raised_after_the_answers_before_it(kind: str) -> None:
    place, compiled = PLACES[kind]
    with place.runner(compiled=compiled, jobs=30) as runner:
        answers = runner.map(partial(refused_at, 9), range(30))
        assert [next(answers) for _ in range(9)] == list(range(9))
        with pytest.raises(Unreadable) as refusal:
            next(answers)
    assert (refusal.value.code, refusal.value.line) == ("bad_games", 9)


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_jobs_are_not_begun_long_before_their_answers_are_wanted(kind: str) -> None:
    begun = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            begun.append(number)
            yield number

    place, compiled = PLACES[kind]
    with place.runner(compiled=compiled, jobs=1000) as runner:
        answers = runner.map(abs, jobs())
        for wanted in range(3):
            assert next(answers) == wanted
    assert len(begun) <= AHEAD * place.count + 3


def test_python_bots_use_processes_and_compiled_code_only_on_request() -> None:
    def pids(place: Local, *, compiled: bool, jobs: int = 8) -> set[int]:
        with place.runner(compiled=compiled, jobs=jobs) as runner:
            return set(runner.map(process, range(jobs)))

    here = {os.getpid()}
    assert pids(Local(2), compiled=True) == here
    assert pids(Local(1), compiled=False) == here
    assert pids(Local(2), compiled=False, jobs=1) == here  # not worth a process
    assert not pids(Local(2), compiled=False) & here
    assert not pids(Local(2, in_processes=True), compiled=True) & here


def process(number: int) -> int:
    return os.getpid()


class Counting:
    """Counts its own calls, where it is."""

    calls = 0

    def __call__(self, number: int) -> tuple[int, int]:
        self.calls += 1
        return os.getpid(), self.calls


def test_work_is_unpacked_once_in_every_process() -> None:
    with Local(2, in_processes=True).runner(compiled=True, jobs=20) as runner:
        answers = list(runner.map(Counting(), range(20)))
    for pid in {pid for pid, _ in answers}:
        calls = [calls for each, calls in answers if each == pid]
        assert sorted(calls) == list(range(1, len(calls) + 1))


def test_no_workers_are_refused() -> None:
    with pytest.raises(Unreadable, match="0 threads: at least one is needed"):
        Local(0)
