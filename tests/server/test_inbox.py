"""What a connection waits for: in order, once, and nobody waits for ever."""

from __future__ import annotations

import asyncio

from rowlock.server.transport.compact_queue import CompactEvent, CompactQueue


def test_what_came_first_is_read_first() -> None:
    async def main() -> None:
        inbox = CompactQueue()
        inbox.put_nowait("a")
        inbox.put_nowait("b")
        assert (inbox.qsize(), inbox.empty()) == (2, False)
        assert [await inbox.get(), await inbox.get()] == ["a", "b"]
        assert inbox.empty()

    asyncio.run(main())


def test_a_reader_waits_for_what_is_to_come() -> None:
    async def main() -> None:
        inbox = CompactQueue()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait("a")
        inbox.put_nowait("b")
        assert await reader == "a"
        assert await inbox.get() == "b"

    asyncio.run(main())


def test_what_comes_after_a_reader_has_given_up_is_not_lost() -> None:
    async def main() -> None:
        inbox = CompactQueue()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        reader.cancel()
        await asyncio.wait([reader])
        inbox.put_nowait("a")
        assert await inbox.get() == "a"

    asyncio.run(main())


def test_everybody_passes_a_gate_that_opens() -> None:
    async def main() -> None:
        gate = CompactEvent()
        await gate.wait()
        gate.clear()
        waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.wait(waiting[:1])
        assert not any(task.done() for task in waiting[1:])
        gate.set()
        await asyncio.gather(*waiting[1:])
        assert gate.is_set()

    asyncio.run(main())
