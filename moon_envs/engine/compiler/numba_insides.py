"""The versions of numba whose insides `parts.py` and `cache.py` rely on. With others, both do it numba's own way."""

from __future__ import annotations

import numba

# Run all tests with a new version before you add it.
TESTED_VERSIONS = ((0, 68),)
ARE_TESTED = numba.version_info.short in TESTED_VERSIONS
