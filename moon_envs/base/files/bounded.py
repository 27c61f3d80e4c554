"""Bounded reading: no JSON, compressed bytes or zip of arrays takes more memory than the caller allows.

Every reader of files and saves uses these functions. They raise only `ValueError`; the caller adds the name of the
file. `write_json` reads its own text back, so that nothing is stored that cannot be opened again.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from typing import Any, NoReturn

import numpy as np

MOST_JSON_BYTES = 1 << 24
MOST_JSON_VALUES = 1 << 20  # two or three bytes of text can take 70 bytes of memory
MOST_JSON_DEPTH = 64
MOST_ARRAYS = 1000
ENTRY_OF_A_ZIP = b"PK\x01\x02"  # the first bytes of each entry in its directory
PLAIN_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack a whole entry before its size counts


def read_json(data: bytes | bytearray | memoryview, most_bytes: int = MOST_JSON_BYTES) -> Any:
    """Return the value of a JSON text.

    Args:
        data: the text as bytes.
        most_bytes: the longest allowed text.

    Raises:
        ValueError: it is not JSON, is too long, holds too many values, or nests them too deeply.

    Example:
        >>> read_json(b'{"seed": 5}')
        {'seed': 5}
        >>> read_json(b"[" * 1000)
        Traceback (most recent call last):
            ...
        ValueError: it nests values more than 64 deep
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError("it is not bytes")
    if len(data) > most_bytes:
        raise ValueError(f"{len(data)} bytes are too long; up to {most_bytes} are allowed")
    text = bytes(data)
    if sum(map(text.count, (b",", b"[", b"{"))) > MOST_JSON_VALUES:
        raise ValueError(f"it holds more than {MOST_JSON_VALUES} values")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise _too_deep() from None
    level = [value]
    for _ in range(MOST_JSON_DEPTH + 1):
        level = [inner for outer in level if isinstance(outer, (list, dict)) for inner in _values(outer)]
        if not level:
            return value
    raise _too_deep()


def write_json(value: Any, most_bytes: int = MOST_JSON_BYTES) -> bytes:
    """Return a value as JSON that `read_json` accepts.

    Raises:
        ValueError: JSON cannot hold the value, or `read_json` would refuse it.
    """
    try:
        data = json.dumps(value, allow_nan=False).encode()
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    read_json(data, most_bytes)
    return data


def _values(value: list | dict) -> Any:
    return value.values() if isinstance(value, dict) else value


def _too_deep() -> ValueError:
    return ValueError(f"it nests values more than {MOST_JSON_DEPTH} deep")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def inflate(data: bytes, most_bytes: int) -> bytes:
    """Decompress bytes that zlib has compressed.

    Args:
        data: the compressed bytes.
        most_bytes: the longest allowed result; never more than one byte beyond it is unpacked.

    Raises:
        ValueError: the bytes are damaged, or the result is longer.
    """
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, most_bytes + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(found) > most_bytes:
        raise ValueError(f"it unpacks to more than {most_bytes} bytes")
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("the compressed bytes do not end where they should")
    return found


def read_arrays(data: bytes, most_bytes: int, kinds: str) -> dict[str, np.ndarray]:
    """Return the arrays of a zip that `numpy.savez` wrote, by name. Nothing in it is executed.

    Args:
        data: the bytes of the zip.
        most_bytes: the largest allowed size of all arrays together.
        kinds: the allowed types, as letters of `numpy.dtype.kind`.

    Raises:
        ValueError: it is damaged, too large, or holds something else.
    """
    if data.count(ENTRY_OF_A_ZIP) > MOST_ARRAYS:
        raise ValueError(f"it holds more than {MOST_ARRAYS} arrays")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > most_bytes:
                raise ValueError(f"it holds more than {most_bytes} bytes")
            for entry in entries:
                if entry.compress_type not in PLAIN_COMPRESSION:
                    raise ValueError(f"{entry.filename} is compressed in another way than deflate")
            return {entry.filename.removesuffix(".npy"): _array(_member(archive, entry), kinds) for entry in entries}
    except ValueError:
        raise
    except Exception as error:  # zipfile and numpy may raise anything for damaged bytes
        raise ValueError(f"{type(error).__name__}: {error}") from error


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read an entry; refuse one that is longer or shorter than the directory says."""
    with archive.open(entry) as member:
        data = member.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise ValueError(f"{entry.filename} is not as long as it says")
    return data


def _array(data: bytes, kinds: str) -> np.ndarray:
    """Read one array; check its size before numpy allocates what the header asks for."""
    member = io.BytesIO(data)
    version = np.lib.format.read_magic(member)
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    if version not in headers:
        raise ValueError(f"an array has the format {version}; this version reads {' and '.join(map(str, headers))}")
    shape, _, dtype = headers[version](member)
    if dtype.kind not in kinds or math.prod(shape) * dtype.itemsize != len(data) - member.tell():
        raise ValueError("an array is not what its header says")
    member.seek(0)
    return np.lib.format.read_array(member, allow_pickle=False)
