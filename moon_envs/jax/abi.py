"""Whether this version of JAX calls custom calls in a way that the handlers know, and a slower way for those it is not.

The interface of XLA's foreign functions has a version of its own. It stands in a header that comes with jaxlib.
"""

from __future__ import annotations

import re
from pathlib import Path

import jax

KNOWN_VERSIONS = ((0, 1), (0, 2), (0, 3), (0, 4), (0, 5))
"""Major and minor versions of the interface whose call frame `engine/xla/frame.py` describes."""

HEADER = Path("xla", "ffi", "api", "c_api.h")
DEFINITION = re.compile(r"^#define XLA_FFI_API_(MAJOR|MINOR) (\d+)", re.MULTILINE)


def interface_version() -> tuple[int, int] | None:
    """The version of the interface that this jaxlib has; None if it does not say."""
    try:
        found = dict(DEFINITION.findall((Path(jax.ffi.include_dir()) / HEADER).read_text(encoding="utf-8")))
        return int(found["MAJOR"]), int(found["MINOR"])
    except (AttributeError, OSError, KeyError):
        return None


def why_unknown() -> str:
    """Why handlers cannot be called directly here, in words; empty if they can."""
    version = interface_version()
    if version in KNOWN_VERSIONS:
        return ""
    known = ", ".join(".".join(map(str, one)) for one in KNOWN_VERSIONS)
    has = (
        "does not say which version of XLA's interface it has"
        if version is None
        else (f"has version {version[0]}.{version[1]} of XLA's interface")
    )
    return f"jax {jax.__version__} {has}; known versions: {known}."
