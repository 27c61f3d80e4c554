"""Referees of Welcome to the Moon, written from the specification only."""
