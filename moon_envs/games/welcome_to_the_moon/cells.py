"""What a cell of a sheet holds: -1 when it is empty, the number written, 18 for an X, 19 for a mark of infection.

X and infection have no value: numbers are compared as if the cell were not there (welcome 4.2).
"""

from __future__ import annotations

EMPTY = -1
LARGEST_WRITTEN = 17
X_MARK = 18
INFECTED = 19
