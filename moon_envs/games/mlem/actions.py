"""The actions of MLEM: a turn is a sequence of small decisions (mlem 15.1)."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.mlem.components import FACES, FUNCTION_NAMES, MAX_PLAYERS, MISSIONS_DEALT

ACTIONS = ActionTable(
    (
        ActionRange("board", tuple(f"board the {function} astronaut" for function in FUNCTION_NAMES)),
        ActionRange("add_group", tuple(f"add the rolled dice showing {face}" for face in FACES)),
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

BOARD = ACTIONS.first("board")
ADD_GROUP = ACTIONS.first("add_group")
ADD_BOOSTER = ACTIONS.first("add_booster")
USE_ABILITY = ACTIONS.first("use_ability")
GO = ACTIONS.first("go")
STAY = ACTIONS.first("stay")
DISEMBARK = ACTIONS.first("disembark")
DISEMBARK_LOWER = ACTIONS.first("disembark_lower")
DISEMBARK_HIGHER = ACTIONS.first("disembark_higher")
RETURN_MISSION = ACTIONS.first("return_mission")
