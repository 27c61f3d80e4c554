"""What happens in the eight adventures, in words. Start with `adventure.py`, which they share."""
