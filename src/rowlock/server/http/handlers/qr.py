"""QR codes of invitations."""

from __future__ import annotations

import asyncio
import functools
import io

import segno

from rowlock.protocol import http
from rowlock.server.http.call import Call


async def draw_qr(call: Call, wish: http.QrRequest) -> bytes:
    return await asyncio.to_thread(_qr, wish.text)


@functools.lru_cache(maxsize=256)
def _qr(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, border=2, omitsize=True, dark="#000", light="#fff"
    )
    return out.getvalue()
