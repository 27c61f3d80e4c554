"""Lets the tests find the benchmarks in the checkout; the package itself is the installed one."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
