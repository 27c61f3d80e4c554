"""The file of a network: a zip of arrays in numpy's format, and a description. Reading it executes nothing."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.errors import NetworkError, reason
from moon_envs.base.files.bounded import read_arrays, read_json, write_json
from moon_envs.base.files.component_files import file_in_use
from moon_envs.base.files.disk import read_file

ABOUT = "about"
MOST_BYTES = 128 << 20  # of a file, and of its unpacked contents
MOST_BYTES_OF_ABOUT = 1 << 20
KINDS = "fU"


def pack(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return description and arrays as the bytes of a file; equal contents give equal bytes.

    Raises:
        ValueError: JSON cannot hold the description.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in {ABOUT: np.array(write_json(about, MOST_BYTES_OF_ABOUT).decode()), **arrays}.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(value, order="C"), allow_pickle=False)
            # Without a time stamp, so that equal weights give equal files.
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, member.getvalue())
    return packed.getvalue()


def unpack(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Read a file, and return its description and its arrays.

    Raises:
        NetworkError: it cannot be read, or is not the file of a network.
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


def made_for_another_game(path: Path, about: Mapping[str, Any], version: int, what: str) -> NetworkError:
    """The error of a network whose inputs are not those of the game as it is now: another version, or other tables."""
    now = f"version {version}"
    owners = file_in_use(about["game"])
    if owners is not None:
        now += f" with the tables of {owners}, which change what networks see"
    return NetworkError(
        f"{path}: made for version {about['version']} of {about['game']} with {what}; this is {now}. Train it anew."
    )
