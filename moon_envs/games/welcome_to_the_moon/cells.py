"""What a cell of a sheet holds: -1 when it is empty, the number written, or an X."""

from __future__ import annotations

EMPTY = -1
X_MARK = 18
LARGEST_WRITTEN = 17
