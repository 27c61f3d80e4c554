"""Luna Capital: build a city of cards and fill its plots with projects; two to four players, or against the Automaton."""
