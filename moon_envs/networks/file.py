"""The file of a network: a zip of arrays as numpy writes it, and a description. Nothing in it is executed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.errors import NetworkError, reason
from moon_envs.base.files.bounded import read_arrays, read_json, write_json
from moon_envs.base.files.disk import read_file

ABOUT = "about"
MOST_BYTES = 128 << 20  # of a file, and of all that is in it
MOST_BYTES_OF_ABOUT = 1 << 20
KINDS = "fU"


def pack(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """The bytes of a file; the same ones for the same contents.

    Raises:
        ValueError: the description cannot be written as JSON.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in {ABOUT: np.array(write_json(about, MOST_BYTES_OF_ABOUT).decode()), **arrays}.items():
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
        arrays = read_arrays(data, MOST_BYTES, KINDS)
        if ABOUT not in arrays:
            raise ValueError("it has no description")
        about = read_json(str(arrays.pop(ABOUT)).encode(), MOST_BYTES_OF_ABOUT)
        if not isinstance(about, dict):
            raise ValueError("the description is not a table")
    except ValueError as error:
        raise NetworkError(f"{path}: is not the file of a network: {reason(error)}.") from error
    return about, arrays
