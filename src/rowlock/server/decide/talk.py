"""What people say to each other, and the host's word on it."""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.server import entries as log
from rowlock.server.decide.asker import Asker, host_only, person_at
from rowlock.server.decide.outcome import Entries, Shown
from rowlock.server.names import clean_chat
from rowlock.server.protocol import intents, news
from rowlock.server.table import Table


def chat(table: Table, asker: Asker, intent: intents.Chat) -> Entries:
    if not table.options.chat:
        raise Illegal("chat_off", "the host has not allowed chat")
    if (asker.member, intent.key) in table.chat_keys:
        return []
    _not_muted(table, asker)
    text = clean_chat(intent.text)
    if not text:
        raise Illegal("empty_text", "there is nothing to say")
    return [log.LineSaid(asker.member, intent.key, text, asker.now)]


def emote(table: Table, asker: Asker, intent: intents.Emote) -> Shown:
    seats = table.seats_of(asker.member)
    if not seats:
        raise Illegal("spectator", "who only watches cannot do that")
    if intent.emote not in intents.EMOTES:
        raise Illegal("malformed", "there is no such emote")
    _not_muted(table, asker)
    return Shown(news.Emoted(seats[0], table.seats[seats[0]].name, intent.emote))


def mute(table: Table, asker: Asker, intent: intents.Mute) -> Entries:
    host_only(table, asker)
    person_at(table, intent.seat)
    if (intent.seat in table.muted) == intent.muted:
        return []
    return [log.MuteSet(intent.seat, intent.muted)]


def _not_muted(table: Table, asker: Asker) -> None:
    if table.muted.intersection(table.seats_of(asker.member)):
        raise Illegal("muted", "the host has muted you")
