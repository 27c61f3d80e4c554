"""The engine: compilation, random numbers and the compiled loops every game shares. It knows no game."""
