"""The games as Gymnasium, vector and PettingZoo environments: one shell of each kind for all games."""
