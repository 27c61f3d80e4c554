"""The flat action space, step by step (mlem 15)."""

BOARD = 0
GROUP = 8
USE_BOOSTER = 13
ABILITY = 18
GO = 19
STAY = 20
HERE = 21
BELOW = 22
ABOVE = 23
RETURN_MISSION = 24
ACTIONS = 28
