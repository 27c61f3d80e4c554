"""Tests of pixels are skipped where the packages of the extra `render` are missing; the extra `test` has them."""

from __future__ import annotations

import importlib.util

import pytest

HAS_PIXELS = all(importlib.util.find_spec(name) is not None for name in ("pylunasvg", "font_source_sans_pro"))
needs_pixels = pytest.mark.skipif(not HAS_PIXELS, reason='needs pip install "moon_envs[render]"')
