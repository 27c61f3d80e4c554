"""Tests of what Windows does not have are skipped there."""

import os

import pytest

needs_unix = pytest.mark.skipif(os.name == "nt", reason="needs signals, links, pipes or rights of Unix")
