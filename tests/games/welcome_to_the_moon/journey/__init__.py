"""Tests of Journey."""
