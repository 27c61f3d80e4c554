"""Tests of Virus."""
