"""Tests of Colony."""
