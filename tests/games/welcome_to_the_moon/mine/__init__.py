"""Tests of Mine."""
