"""Pictures as arrays of red, green and blue, for `render_mode="rgb_array"`.

resvg returns PNG files, and this reads those: eight bits per channel, not interlaced. Undoing the
filters of their lines takes a loop over all bytes, which is compiled.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.jit import entry_point

DOTS = 4.0
"""Resolution per millimetre: a two-player table is about 1,100 pixels wide."""
CHANNELS = {2: 3, 6: 4}
"""Bytes per pixel by the colour type of a PNG file: without and with transparency."""
SIGNATURE = 8


def pixels_of(svg: str) -> NDArray[np.uint8]:
    """A drawing as [line, column, channel], on white. Needs the extra `png`.

    Both sizes are even, as video formats require.
    """
    from rowlock.draw.png import write_png

    picture = read_png(write_png(svg, DOTS, "white"))[:, :, :3]
    height, width, _ = picture.shape
    return np.pad(picture, ((0, height % 2), (0, width % 2), (0, 0)), constant_values=255)


def read_png(content: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG file as resvg writes it, [line, column, channel]."""
    place, data = SIGNATURE, b""
    width = height = pixel = 0
    while place < len(content):
        size, kind = struct.unpack_from(">I4s", content, place)
        body = content[place + 8 : place + 8 + size]
        place += 12 + size  # a checksum follows
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack_from(">IIBB", body)
            pixel = CHANNELS[colour]
        elif kind == b"IDAT":
            data += body
    filtered = np.frombuffer(zlib.decompress(data), np.uint8)
    out = np.zeros(height * width * pixel, np.uint8)
    undo_filters(filtered, out, height, width * pixel, pixel)
    return out.reshape(height, width, pixel)


@entry_point
def undo_filters(filtered: Any, out: Any, height: int, width: int, pixel: int) -> None:
    """Every line begins with the number of its filter: none, left, up, mean, or Paeth's."""
    for line in range(height):
        kind = int(filtered[line * (width + 1)])
        for k in range(width):
            at = line * width + k
            left = int(out[at - pixel]) if k >= pixel else 0
            up = int(out[at - width]) if line > 0 else 0
            corner = int(out[at - width - pixel]) if line > 0 and k >= pixel else 0
            near = 0
            if kind == 1:
                near = left
            elif kind == 2:
                near = up
            elif kind == 3:
                near = (left + up) // 2
            elif kind == 4:
                guess = left + up - corner
                from_left, from_up = abs(guess - left), abs(guess - up)
                from_corner = abs(guess - corner)
                if from_left <= from_up and from_left <= from_corner:
                    near = left
                else:
                    near = up if from_up <= from_corner else corner
            out[at] = (int(filtered[line * (width + 1) + 1 + k]) + near) & 255
