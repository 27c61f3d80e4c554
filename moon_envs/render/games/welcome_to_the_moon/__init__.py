"""How the eight adventures are drawn. Start with `adventure.py`, which they share."""
