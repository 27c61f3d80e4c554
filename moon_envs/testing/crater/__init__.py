"""Crater, the smallest complete game: the example of ADDING_A_GAME.md. The compliance suite is tested on it."""
