"""Rate limit for rematches and repeated starts: each opens a table, and counts like a new one."""

from __future__ import annotations

from rowlock.protocol import client_messages, server_messages
from rowlock.server.cluster.rate_owner import RateOwner
from rowlock.table.state import Table


async def too_many_rematches(
    rates: RateOwner, table: Table, intent: client_messages.Command, address: str
) -> server_messages.Refused | None:
    """The refusal of a command that would open one table too many; None for anything else."""
    match intent:
        case client_messages.Rematch():
            opens = table.stage == "over"
        case client_messages.StartAgain(member=member):
            opens = member in table.requests
        case _:
            return None
    opens = opens and table.next_table is None
    if not opens or await rates.allows("tables", address):
        return None
    return server_messages.Refused(intent.id, "too_fast", "too many new tables; wait a moment")
