"""When this process began to import the package: a file that has changed since may not be what was imported."""

from __future__ import annotations

import time

LOADED_AT = time.time()
