"""The file of a network: a zip of arrays as numpy writes it, and a description. Nothing in it is executed."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.errors import NetworkError
from moon_envs.files import read_file

ABOUT = "about"
MOST_BYTES = 64 << 20  # of a file, and of all that is in it
KINDS = "fU"


def pack(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """The bytes of a file; the same ones for the same contents."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in {ABOUT: np.array(json.dumps(about)), **arrays}.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(value, order="C"), allow_pickle=False)
            # No time of writing, so that training anew changes nothing but weights.
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, member.getvalue())
    return packed.getvalue()


def unpack(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Description and arrays of a file.

    Raises:
        NetworkError: it cannot be read, or is not such a file.
    """
    data = read_file(path, MOST_BYTES, NetworkError)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise NetworkError(f"{path}: holds more than {MOST_BYTES} bytes.")
            arrays = {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}
        about = json.loads(str(arrays.pop(ABOUT)))
        if not isinstance(about, dict):
            raise ValueError("the description is not a table")
    except NetworkError:
        raise
    except Exception as error:  # whatever damaged bytes lead to in zipfile, numpy and json
        raise NetworkError(f"{path}: is not the file of a network: {type(error).__name__}: {error}.") from error
    return about, arrays


def _array(data: bytes) -> np.ndarray:
    """One array; its size is checked before numpy allocates what a header asks for."""
    member = io.BytesIO(data)
    version = np.lib.format.read_magic(member)
    read_header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}[version]
    shape, _, dtype = read_header(member)
    if dtype.kind not in KINDS or math.prod(shape) * dtype.itemsize != len(data) - member.tell():
        raise ValueError("an array is not what its header says")
    member.seek(0)
    return np.lib.format.read_array(member, allow_pickle=False)
