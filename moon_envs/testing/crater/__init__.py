"""Crater, the smallest complete game: the example of ADDING_A_GAME.md, and what the compliance suite is tested on."""
