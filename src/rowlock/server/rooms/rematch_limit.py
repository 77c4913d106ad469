"""Rate limit for rematches: each opens a table, and counts like any new one."""

from __future__ import annotations

from rowlock.protocol import client_messages, server_messages
from rowlock.server.cluster.rate_owner import RateOwner
from rowlock.table.state import Table


async def too_many_rematches(
    rates: RateOwner, table: Table, intent: client_messages.Command, address: str
) -> server_messages.Refused | None:
    """The refusal of a rematch that would open one table too many; None for anything else."""
    opens = (
        isinstance(intent, client_messages.Rematch)
        and table.stage == "over"
        and table.next_table is None
    )
    if not opens or await rates.allows("tables", address):
        return None
    return server_messages.Refused(intent.id, "too_fast", "too many new tables; wait a moment")
