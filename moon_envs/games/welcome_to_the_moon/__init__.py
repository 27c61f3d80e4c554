"""Welcome to the Moon: what its eight adventures share. Each adventure is a folder of its own."""
