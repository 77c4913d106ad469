"""The frames that nearly all messages on a socket are: a whole text in one piece (RFC 6455).

    81 len payload          from us; 126 as len: two bytes of length follow, 127: eight
    81 80|len mask payload  from a client, masked by four bytes

Everything else (fragments, pings, goodbyes) is left to the library, which is slower.
"""

from __future__ import annotations

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover  where it was not compiled
    from websockets.utils import apply_mask

_TEXT = 0x81
_MASKED = 0x80
_TWO, _EIGHT = 126, 127
PING = b"\x89\x00"
"""One without a payload: whatever comes after it is a sign of life."""


def text_frame(payload: bytes) -> bytes:
    """
    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    length = len(payload)
    if length < _TWO:
        return bytes((_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((_TEXT, _TWO, length >> 8, length & 0xFF)) + payload
    return bytes((_TEXT, _EIGHT)) + length.to_bytes(8) + payload


def lone_text(data: bytes) -> str | None:
    """The text, where a client's data are one whole text frame and nothing else.

    >>> lone_text(b"\\x81\\x82\\x01\\x01\\x01\\x01ih")
    'hi'
    """
    if len(data) < 6 or data[0] != _TEXT or not _MASKED <= data[1] < _MASKED | _EIGHT:
        return None
    length, begin = data[1] - _MASKED, 2
    if length == _TWO:
        length, begin = int.from_bytes(data[2:4]), 4
    if len(data) != begin + 4 + length:
        return None
    try:
        return apply_mask(data[begin + 4 :], data[begin : begin + 4]).decode()
    except UnicodeDecodeError:
        return None
