"""Chat, and muting by the host."""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, host_only, person_at
from rowlock.table.commands.outcome import Entries, Shown
from rowlock.table.names import clean_chat
from rowlock.table.state import Table


def chat(table: Table, asker: Caller, intent: client_messages.Chat) -> Entries:
    if not table.options.chat:
        raise Illegal("chat_off", "the host has not allowed chat")
    if (asker.member, intent.key) in table.chat_keys:
        return []
    _not_muted(table, asker)
    text = clean_chat(intent.text)
    if not text:
        raise Illegal("empty_text", "the message is empty")
    return [log_entries.LineSaid(asker.member, intent.key, text, asker.now)]


def emote(table: Table, asker: Caller, intent: client_messages.Emote) -> Shown:
    seats = table.seats_of(asker.member)
    if not seats:
        raise Illegal("spectator", "spectators cannot do that")
    if intent.emote not in client_messages.EMOTES:
        raise Illegal("malformed", "there is no such emote")
    _not_muted(table, asker)
    return Shown(server_messages.Emoted(seats[0], table.seats[seats[0]].name, intent.emote))


def mute(table: Table, asker: Caller, intent: client_messages.Mute) -> Entries:
    host_only(table, asker)
    person_at(table, intent.seat)
    if (intent.seat in table.muted) == intent.muted:
        return []
    return [log_entries.MuteSet(intent.seat, intent.muted)]


def _not_muted(table: Table, asker: Caller) -> None:
    if table.muted.intersection(table.seats_of(asker.member)):
        raise Illegal("muted", "the host has muted you")
