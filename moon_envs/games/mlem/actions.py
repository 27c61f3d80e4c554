"""The actions of MLEM: a turn is a sequence of small decisions (mlem 15.1)."""

from __future__ import annotations

from moon_envs.games.mlem.components import ASTRONAUTS, FACE_COUNT, MAX_PLAYERS, MISSIONS_DEALT
from moon_envs.games.mlem.words import FACE_WORDS, FUNCTION_WORDS
from moon_envs.tables import ActionRange, ActionTable

BOARD = 0
ADD_GROUP = BOARD + ASTRONAUTS
ADD_BOOSTER = ADD_GROUP + FACE_COUNT
USE_ABILITY = ADD_BOOSTER + MAX_PLAYERS
GO = USE_ABILITY + 1
STAY = GO + 1
DISEMBARK = STAY + 1
DISEMBARK_LOWER = DISEMBARK + 1
DISEMBARK_HIGHER = DISEMBARK_LOWER + 1
RETURN_MISSION = DISEMBARK_HIGHER + 1

ACTIONS = ActionTable(
    (
        ActionRange("board", tuple(f"board the {function} astronaut" for function in FUNCTION_WORDS)),
        ActionRange("add_group", tuple(f"add the rolled dice showing {face}" for face in FACE_WORDS)),
        ActionRange("add_booster", tuple(f"add the booster in rocket slot {slot + 1}" for slot in range(MAX_PLAYERS))),
        ActionRange("use_ability", ("use the ability of the expedition token",)),
        ActionRange("go", ("go; with nothing added accept the crash",)),
        ActionRange("stay", ("stay on board; in a crash do not use the parachute",)),
        ActionRange("disembark", ("disembark here; in a crash use the parachute",)),
        ActionRange("disembark_lower", ("disembark one space lower",)),
        ActionRange("disembark_higher", ("disembark one space higher",)),
        ActionRange("return_mission", tuple(f"return secret mission {place + 1}" for place in range(MISSIONS_DEALT))),
    )
)
