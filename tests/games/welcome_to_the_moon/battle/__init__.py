"""Tests of Battle."""
