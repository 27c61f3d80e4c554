"""Virus, Adventure 6 of Welcome to the Moon: housing to number, viruses that spread, quarters to evacuate."""
