"""Which versions of numba are known well enough to rely on their insides; others are left to do it their way."""

from __future__ import annotations

import numba

# Run all tests with a new version before it is added.
TESTED_VERSIONS = ((0, 68),)
ARE_TESTED = numba.version_info.short in TESTED_VERSIONS
