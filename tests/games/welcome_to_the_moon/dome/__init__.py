"""Tests of Dome."""
