"""Luna Capital: build a city of cards and fill its plots with projects, against others or the Automaton."""
