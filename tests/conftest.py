"""Lets the tests find the benchmarks in the checkout; the package itself is the installed one."""

import sys
from pathlib import Path

import pytest

from moon_envs.envs import reports

sys.path.append(str(Path(__file__).parent.parent))


@pytest.fixture(autouse=True)
def has_warned(monkeypatch):
    """Illegal actions have been warned of: warnings are errors here, and which test comes first must not matter."""
    monkeypatch.setattr(reports, "_has_warned", True)
