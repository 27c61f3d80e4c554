"""Tests of Welcome to the Moon: the shared rules, and a folder for each adventure."""
