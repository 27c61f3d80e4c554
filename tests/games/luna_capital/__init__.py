"""Tests of Luna Capital."""
