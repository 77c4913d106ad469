"""Bounded queue of questions to bots that is fair between tables.

A table with many bots, or one that asks often, delays itself and not the others.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue per table; `take` goes round them and takes up to `turn` items from each."""

    def __init__(self, most: int, turn: int = 1) -> None:
        self.most = most
        self.turn = turn
        self._size = 0
        self._tables: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    def put(self, table: str, item: Item) -> bool:
        """Queue an item of a table; False if there is no room for it.

        >>> queue = FairQueue(most=3)
        >>> [queue.put(table, name) for table, name in ("A1", "A2", "B1", "B2")]
        [True, True, True, False]
        >>> queue.take(2)
        ['1', '1']
        """
        if self._size >= self.most:
            return False
        self._tables.setdefault(table, deque()).append(item)
        self._size += 1
        return True

    def take(self, enough: int) -> list[Item]:
        """The next items, at least `enough` if there are as many; no table's turn is cut short.

        >>> queue = FairQueue(most=9, turn=2)
        >>> [queue.put(table, name) for table, name in ("A1", "A2", "A3", "B1", "C1")]
        [True, True, True, True, True]
        >>> queue.take(3), queue.take(1), queue.take(1)
        (['1', '2', '1'], ['1'], ['3'])
        """
        taken = list[Item]()
        while self._tables and len(taken) < enough:
            table, waiting = self._tables.popitem(last=False)
            taken += [waiting.popleft() for _ in range(min(self.turn, len(waiting)))]
            if waiting:
                self._tables[table] = waiting  # behind all others
        self._size -= len(taken)
        return taken
