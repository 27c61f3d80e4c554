"""The time when this process began to import the package. The compiler does not trust files that changed since then."""

from __future__ import annotations

import time

LOADED_AT = time.time()
