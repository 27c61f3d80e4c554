"""What is to be decided, in words."""

from __future__ import annotations

DECISIONS_IN_WORDS = {
    "none": "nothing",
    # All adventures
    "combination": "which number and action to take",
    "cell": "a place for the number",
    "mission": "which mission to take",
    "card": "which card ASTRA gets",
    # Most adventures
    "wild": "whether to use a wild action",
    "shift": "whether to change the number",
    "x": "where to write an X",
    "race": "what ASTRA crosses off",
    # Adventures of their own
    "activation": "which inactive rocket to activate",
    "sabotage": "which sabotage to cross off",
    "energy": "what to do with the energy",
    "line": "which line to draw",
    "compulsory_line": "which line to draw",
    "robot": "what to do with the robot",
    "bonus_robot": "what to do with the bonus robot",
    "robot_bonus": "what to do with the bonus robot",
    "plant": "where to circle a plant",
    "tunnel": "which tunnel to build",
    "track": "which track to cross off",
    "pocket": "which plant or water to circle",
    "piece": "which piece of the dome to build",
    "cut": "which section of the dome to cut",
    "walkway": "which walkway to close",
    "bonus_walkway": "which walkway to close as a bonus",
    "bonus_energy": "where to circle the bonus energy",
    "use": "whether to use the action",
    "infection": "which space to infect",
    "grey_virus": "where the grey virus goes",
    "airlock": "which airlock to activate",
    "bonus_airlock": "which airlock to activate as a bonus",
    "compensation": "which airlock to activate for the System Error",
    "column": "which planet values to cross off",
    "planning": "what to do with the planning",
    "moon": "on which moon to draw",
    "astra_planet": "on which planet ASTRA draws",
    "astra_moon": "on which moon ASTRA draws",
}
