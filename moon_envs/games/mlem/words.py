"""The names of things in MLEM, as a player would say them."""

from __future__ import annotations

from moon_envs.games.mlem.components import (
    ABILITIES,
    ADDITIONAL_DICE,
    ALLOWED_FACES,
    EXPLORATION_POINTS,
    EXPLORATION_TYPE,
    FACE_COUNT,
    FACE_VALUE,
    FACES,
    FUNCTIONS,
    GOALS,
    MISSION_MOONS,
    MISSION_PLANET,
    MOON_SPACES,
    NONE,
    POINTS_TOKEN,
    REGAIN_DIE,
    TOKEN_ABILITY,
    TOKEN_FACES,
    TUNNEL_DISTANCE,
)

FACE_WORDS = FACES
FUNCTION_WORDS = tuple(function.replace("_", " ") for function in FUNCTIONS)
GOAL_WORDS = tuple(goal.replace("_", " ") for goal in GOALS)
ABILITY_WORDS = tuple(ability.replace("_", " ") for ability in ABILITIES)


def faces_text(bits: int) -> str:
    """A set of faces: "2, 4"."""
    return ", ".join(FACE_WORDS[face] for face in range(FACE_COUNT) if int(bits) >> face & 1)


def count_text(count: int, noun: str) -> str:
    """A number with its noun: "1 die" is irregular, "3 points" is not."""
    if noun == "die":
        return "1 die" if count == 1 else f"{count} dice"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def ability_text(token: int) -> str:
    """What an expedition token lets the commander do: "additional dice 2, 4"."""
    ability = int(TOKEN_ABILITY[token])
    return ABILITY_WORDS[ability] + (f" {faces_text(TOKEN_FACES[token])}" if ability == ADDITIONAL_DICE else "")


def use_of_ability_text(token: int, space: int) -> str:
    """What using an expedition token does on a space: only the dice that match it count."""
    if TOKEN_ABILITY[token] != ADDITIONAL_DICE:
        return ability_text(token)
    faces = int(TOKEN_FACES[token]) & int(ALLOWED_FACES[space])
    distance = sum(int(FACE_VALUE[space, face]) for face in range(FACE_COUNT) if faces >> face & 1)
    return f"{ABILITY_WORDS[ADDITIONAL_DICE]} {faces_text(faces)}: {count_text(distance, 'space')}"


def exploration_text(token: int) -> str:
    """What an exploration token does: "2 points", "regain a die", "tunnel"."""
    kind = int(EXPLORATION_TYPE[token])
    if kind == POINTS_TOKEN:
        return count_text(int(EXPLORATION_POINTS[token]), "point")
    return "regain a die" if kind == REGAIN_DIE else f"tunnel of {TUNNEL_DISTANCE}"


def mission_text(token: int) -> str:
    """The target of a secret mission: "planet 1", "a moon of 18 or 21"."""
    if MISSION_PLANET[token] != NONE:
        return f"planet {MISSION_PLANET[token] + 1}"
    spaces = [str(space) for space, named in zip(MOON_SPACES, MISSION_MOONS[token], strict=True) if named]
    return f"a moon of {' or '.join(spaces)}"
