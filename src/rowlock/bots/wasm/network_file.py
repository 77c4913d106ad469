"""Reads a file of weights without NumPy: a zip archive of arrays, with a digest of the sheet."""

from __future__ import annotations

import ast
from array import array
from io import BytesIO
from math import prod
from struct import unpack
from typing import NamedTuple
from zipfile import ZipFile

MAGIC = 10
"""Bytes before the header of an array: the name of the format, its version, the header's length."""


class NetworkFile(NamedTuple):
    """The weights of a network by name, in single precision."""

    digest: str
    """The digest of the sheet."""
    arrays: dict[str, array[float]]
    shapes: dict[str, tuple[int, ...]]

    @property
    def hidden(self) -> int:
        """Units of the first layer."""
        return self.shapes["bias"][0]

    @property
    def second(self) -> int:
        """Units of the second layer."""
        return self.shapes["second.bias"][0]


def read_network_file(file: bytes) -> NetworkFile:
    """The weights of a file like `bots/weights/classic.npz`."""
    arrays: dict[str, array[float]] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    digest = ""
    with ZipFile(BytesIO(file)) as parts:
        for entry in parts.namelist():
            name, content = entry.removesuffix(".npy"), parts.read(entry)
            length = int.from_bytes(content[8:MAGIC], "little")
            header = ast.literal_eval(content[MAGIC : MAGIC + length].decode())
            numbers = content[MAGIC + length :]
            kind, shape = header["descr"], header["shape"]
            if kind in ("<f2", "<f4"):
                half = kind == "<f2"
                size = len(numbers) // (2 if half else 4)
                arrays[name] = array("f", unpack(f"<{size}{'e' if half else 'f'}", numbers))
                shapes[name] = shape
                if header["fortran_order"] or len(arrays[name]) != prod(shape):
                    raise ValueError(f"{name} is not an array in rows")
            elif name == "digest":
                digest = numbers.decode("utf-32-le").rstrip("\0")
    return NetworkFile(digest, arrays, shapes)
