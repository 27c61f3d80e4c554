"""MLEM in words: what an action would do, and the table as a player at a seat sees it."""

from __future__ import annotations

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.games.mlem.actions import ACTIONS
from moon_envs.games.mlem.components import (
    ABILITY_NAMES,
    ADDITIONAL_DICE,
    AFTERBURNER,
    AFTERBURNER_VALUE,
    ALLOWED_FACES,
    ASTRONAUTS,
    BODY,
    BOOSTER_VALUE,
    COMET_POINTS,
    DEEP_SPACE,
    DOUBLE_DEEP_SPACE,
    DOUBLE_MOON,
    EXPEDITION_TOKENS,
    EXPLORATION_OF_SPACE,
    EXPLORATION_POINTS,
    EXPLORATION_TOKENS,
    EXPLORATION_TYPE,
    FACE_COUNT,
    FACE_VALUE,
    FACES,
    FAILURES,
    FIRST_MOON,
    FUNCTION_NAMES,
    GALAXY_POINTS,
    GOAL_NAMES,
    GOAL_POINTS,
    MISSION_MOONS,
    MISSION_PLANET,
    MISSION_POINTS,
    MISSIONS_DEALT,
    MISSIONS_KEPT,
    MOON_POINTS,
    MOON_SPACE_OF_SPACE,
    MOON_SPACES,
    MOONS_BODY,
    NONE,
    PLANET_BODY,
    PLANET_OF_SPACE,
    PLANET_POINTS,
    POINTS_TOKEN,
    REGAIN_DIE,
    SPACES,
    TOKEN_ABILITY,
    TOKEN_FACES,
    TUNNEL_DISTANCE,
    UFO_TOKENS,
    UFO_VALUES,
)
from moon_envs.games.mlem.state import (
    DECIDE_MOVE,
    DECIDE_PARACHUTE,
    DECISION_NAMES,
    NO_FUNCTION,
    NO_TOKEN,
    NOBODY,
    ON_MAT,
)

WIDTH_OF_FACES = 8
AFTERBURNER_LETTER = "A"


def describe_action(state: np.void, action: int) -> str:
    """Return an action in words, with what it would do in this state."""
    name, index = ACTIONS.locate(action)
    words = None
    if state["decision"] == DECIDE_MOVE:
        words = _describe_move(state, name, index)
    elif name == "return_mission" and state["secret_missions"]:
        token = int(state["missions"][int(state["seat"]) * MISSIONS_DEALT + index])
        words = f"return secret mission {index + 1}: {_mission_text(token)}"
    elif name in ("stay", "disembark", "disembark_lower", "disembark_higher"):
        words = _describe_landing(state, name)
    return words or ACTIONS.describe(action)


def _describe_move(state: np.void, name: str, index: int) -> str | None:
    if name == "add_group" and state["rolled"][index]:
        count = int(state["rolled"][index])
        distance = count * int(FACE_VALUE[state["space"], index])
        return f"add {count_text(count, 'die')} showing {FACES[index]}: {count_text(distance, 'space')}"
    if name == "add_booster" and index < state["player_count"]:
        return f"add the booster of player {_player_in_slot(state, index)}: {count_text(BOOSTER_VALUE, 'space')}"
    if name == "use_ability" and state["token"] != NO_TOKEN:
        return f"use the expedition token: {_use_of_ability_text(int(state['token']), int(state['space']))}"
    if name == "go":
        if state["distance"] == 0:
            return "accept the crash"
        target = min(int(state["space"]) + int(state["distance"]), DEEP_SPACE)
        return f"go {count_text(int(state['distance']), 'space')} to {space_name(target)}"
    return None


def _describe_landing(state: np.void, name: str) -> str | None:
    in_crash = state["decision"] == DECIDE_PARACHUTE
    if name == "stay":
        return "do not use the parachute" if in_crash else "stay on board"
    offset = {"disembark": 0, "disembark_lower": -1, "disembark_higher": 1}[name]
    target = int(state["space"]) + offset
    if target > DEEP_SPACE or state["functions"][state["slot"]] == NO_FUNCTION:
        return None
    verb = "use the parachute and land" if in_crash else "disembark"
    return f"{verb} {_target_text(state, target)}"


def _target_text(state: np.void, space: int) -> str | None:
    function = int(state["functions"][state["slot"]])
    if BODY[space] == PLANET_BODY:
        return f"on {_planet_name(space)}"
    if BODY[space] == MOONS_BODY:
        moon_space = MOON_SPACE_OF_SPACE[space]
        if state["free_moons"][moon_space] == 0:
            return f"on {space_name(space)}"
        moon = int(FIRST_MOON[moon_space + 1]) - int(state["free_moons"][moon_space])
        points = int(MOON_POINTS[moon]) * (2 if function == DOUBLE_MOON else 1)
        return f"on a moon of {space_name(space)} for {count_text(points, 'point')}"
    if space == DEEP_SPACE:
        on_comet = state["space"] == DEEP_SPACE and state["slot"] == state["commander"]
        points = (COMET_POINTS if on_comet else GALAXY_POINTS) * (2 if function == DOUBLE_DEEP_SPACE else 1)
        return f"on the {'comet' if on_comet else 'galaxy'} for {count_text(points, 'point')}"
    return f"on {space_name(space)}"


def space_name(space: int) -> str:
    """Return the name of a space of the track."""
    return "deep space" if space == DEEP_SPACE else f"space {space}"


def _planet_name(space: int) -> str:
    return f"planet {PLANET_OF_SPACE[space] + 1}"


def _player_in_slot(state: np.void, slot: int) -> int:
    return (int(state["starter"]) + int(slot)) % int(state["player_count"])


def render(state: np.void, seat: int) -> str:
    """Return the game as text for a seat: it shows that player's secret missions, at the end those of all."""
    lines = [_headline(state), *_rocket_text(state), *_variants_text(state)]
    owners = [f"{name}: {_owner(owner)}" for name, owner in zip(GOAL_NAMES, state["goal_owner"], strict=True)]
    lines += ["Goals: " + "; ".join(owners), "", *(_space_text(state, space) for space in range(SPACES))]
    for player in range(state["player_count"]):
        lines += ["", *_player_text(state, player, seat)]
    return "\n".join(lines)


def _owner(player: int) -> str:
    return "free" if player == NOBODY else f"player {player}"


def _headline(state: np.void) -> str:
    expedition = f"Expedition {state['expedition']}, started by player {state['starter']}"
    if state["expedition"] == 0:
        expedition = f"Before the first expedition, which player {state['starter']} starts"
    doing = f"player {state['seat']} decides: {DECISION_NAMES[state['decision']]}"
    return f"{expedition}; {state['failures']} of {FAILURES} failures; {'the game is over' if state['over'] else doing}"


def _rocket_text(state: np.void) -> list[str]:
    lines = [f"Rocket on {space_name(int(state['space']))} with {count_text(int(state['pool']), 'die')}"]
    slots = [_slot_text(state, slot) for slot in range(state["player_count"])]
    lines.append("Rocket slots: " + " | ".join(slots))
    if state["decision"] in (DECIDE_MOVE, DECIDE_PARACHUTE) and not state["over"]:
        rolled = [f"{state['rolled'][face]} x {FACES[face]}" for face in range(FACE_COUNT) if state["rolled"][face]]
        must_use = "; a group of this reroll must be used" if must_use_roll(state) else ""
        lines.append("Rolled: " + ", ".join(rolled) + must_use)
    if state["decision"] == DECIDE_MOVE and not state["over"]:
        lines.append("Added: " + _added_text(state))
    return lines


def _slot_text(state: np.void, slot: int) -> str:
    function = int(state["functions"][slot])
    if function == NO_FUNCTION:
        return f"player {_player_in_slot(state, slot)}: empty"
    marks = []
    if not int(state["on_board"]) >> slot & 1:
        marks.append("off board")
    elif slot == state["commander"]:
        marks.append("commander")
    if int(state["boosters_used"]) >> slot & 1:
        marks.append("used")
    return f"player {_player_in_slot(state, slot)}: {FUNCTION_NAMES[function]}" + _in_brackets(marks)


def _in_brackets(marks: list[str]) -> str:
    return f" ({', '.join(marks)})" if marks else ""


def _added_text(state: np.void) -> str:
    added = [f"dice showing {FACES[f]}" for f in range(FACE_COUNT) if int(state["added_groups"]) >> f & 1]
    added += [
        f"booster of player {_player_in_slot(state, slot)}"
        for slot in range(state["player_count"])
        if int(state["added_boosters"]) >> slot & 1
    ]
    if _additional_distance(state):
        added.append(ABILITY_NAMES[ADDITIONAL_DICE])
    if state["keeps_dice"]:
        added.append("the dice are kept")
    return f"{', '.join(added) or 'nothing'}; {count_text(int(state['distance']), 'space')}"


def must_use_roll(state: np.void) -> bool:
    """Return whether the move still lacks a group of the reroll (mlem 12.7)."""
    return bool(state["rerolled"] and state["matching"] and not state["added_groups"])


def _additional_distance(state: np.void) -> int:
    """The distance that comes from the token's dice."""
    values = FACE_VALUE[state["space"]]
    groups = [
        int(state["rolled"][f]) * int(values[f]) for f in range(FACE_COUNT) if int(state["added_groups"]) >> f & 1
    ]
    return int(state["distance"]) - sum(groups) - BOOSTER_VALUE * int(state["added_boosters"]).bit_count()


def _variants_text(state: np.void) -> list[str]:
    lines = []
    if state["ufo"]:
        token = int(state["token"])
        ability = "none" if token == NO_TOKEN else _ability_text(token) + (" (used)" if state["token_used"] else "")
        taken = int(state["ufo_tokens_taken"])
        top = f", the top one worth {UFO_VALUES[taken]}" if taken < UFO_TOKENS else ""
        lines.append(
            f"Expedition token: {ability}; {EXPEDITION_TOKENS - int(state['tokens_drawn'])} in the pile; "
            f"UFO on {space_name(int(state['ufo_space']))}; {count_text(UFO_TOKENS - taken, 'UFO token')} left{top}"
        )
    if state["explorations"]:
        lines.append(f"Exploration tokens: {EXPLORATION_TOKENS - int(state['explorations_drawn'])} in the pile")
    return lines


def _space_text(state: np.void, space: int) -> str:
    marker = ">" if space == state["space"] else " "
    number = "+" if space == DEEP_SPACE else str(space)
    parts = [
        f"{marker} {number:>2}  {_faces_of_space_text(space):<{WIDTH_OF_FACES}}{_body_text(state, space)}".rstrip()
    ]
    token = int(EXPLORATION_OF_SPACE[space])
    if state["explorations"] and token != NONE and state["exploration_place"][token] == ON_MAT:
        parts.append(f"[{_exploration_text(token)}]")
    if state["ufo"] and state["ufo_space"] == space:
        parts.append("[UFO]")
    return "  ".join(parts)


def _faces_of_space_text(space: int) -> str:
    faces = [FACES[face] for face in range(AFTERBURNER) if int(ALLOWED_FACES[space]) >> face & 1]
    if int(ALLOWED_FACES[space]) >> AFTERBURNER & 1:
        faces.append(f"{AFTERBURNER_LETTER}={AFTERBURNER_VALUE[space]}")
    return " ".join(faces)


def _body_text(state: np.void, space: int) -> str:
    if BODY[space] == MOONS_BODY:
        moon_space = MOON_SPACE_OF_SPACE[space]
        moons = range(FIRST_MOON[moon_space], FIRST_MOON[moon_space + 1])
        return "moons  " + ", ".join(f"{MOON_POINTS[moon]}: {_owner(state['moon_owner'][moon])}" for moon in moons)
    if BODY[space] == PLANET_BODY:
        return _planet_text(state, space)
    if space == DEEP_SPACE:
        counts = [int(state["players"][p]["in_deep_space"]) for p in range(state["player_count"])]
        present = [f"player {p} x{count}" for p, count in enumerate(counts) if count]
        return f"deep space ({COMET_POINTS}/{GALAXY_POINTS})  " + ", ".join(present)
    return ""


def _planet_text(state: np.void, space: int) -> str:
    planet = int(PLANET_OF_SPACE[space])
    values = "/".join(map(str, PLANET_POINTS[planet]))
    rows = [(int(state["players"][p]["planet_row"][planet]), p) for p in range(state["player_count"])]
    present = [
        f"player {p} x{state['players'][p]['on_planet'][planet]}"
        + (" (doubled)" if state["players"][p]["double_planet"] == planet else "")
        for row, p in sorted(rows)
        if row
    ]
    return f"{_planet_name(space)} ({values})  " + ", ".join(present)


def _player_text(state: np.void, player: int, seat: int) -> list[str]:
    own = state["players"][player]
    counted = {
        "moons": int(own["moon_points"]),
        "deep space": int(own["deep_space_points"]),
        "planets": int(own["planet_points"].sum()),
        "goals": GOAL_POINTS * int((state["goal_owner"] == player).sum()),
        "UFO": int(own["ufo_points"]),
        "explorations": int(own["exploration_points"]),
    }
    shows_missions = state["secret_missions"] and (player == seat or state["over"])
    if shows_missions:
        counted["missions"] = int(MISSION_POINTS[len(_completed(state, player))])
    details = ", ".join(f"{name} {points}" for name, points in counted.items() if points)
    title = f"Player {player}" + (" (you)" if player == seat else "")
    available = [FUNCTION_NAMES[f] for f in range(ASTRONAUTS) if int(own["available"]) >> f & 1]
    lines = [
        f"{title}: {count_text(sum(counted.values()), 'point')}" + (f" ({details})" if details else ""),
        f"  {own['on_mat']} on the mat; available: {', '.join(available) or 'nobody'}",
    ]
    if shows_missions:
        lines.append("  " + _missions_text(state, player))
    return lines


def _missions_text(state: np.void, player: int) -> str:
    hand = state["missions"][player * MISSIONS_DEALT : (player + 1) * MISSIONS_DEALT].tolist()
    completed = _completed(state, player)
    kept = hand[:MISSIONS_KEPT] if state["players"][player]["has_returned_mission"] else hand
    words = [_mission_text(token) + (" (completed)" if place in completed else "") for place, token in enumerate(kept)]
    returned = f"; returned: {_mission_text(hand[-1])}" if len(kept) < len(hand) else ""
    return "secret missions: " + ", ".join(words) + returned


def _completed(state: np.void, player: int) -> list[int]:
    """The places of the kept missions that are completed."""
    own = state["players"][player]
    if not own["has_returned_mission"]:
        return []
    first = player * MISSIONS_DEALT
    return [place for place in range(MISSIONS_KEPT) if has_completed(own, int(state["missions"][first + place]))]


def has_completed(own: np.void, token: int) -> bool:
    """Return whether a player has an astronaut on the planet or a moon that a mission names (mlem 14.2)."""
    planet = int(MISSION_PLANET[token])
    return bool((MISSION_MOONS[token] * own["moons"]).any() if planet == NONE else own["on_planet"][planet])


def _faces_text(bits: int) -> str:
    """A set of faces: "2, 4"."""
    return ", ".join(FACES[face] for face in range(FACE_COUNT) if int(bits) >> face & 1)


def _ability_text(token: int) -> str:
    """What an expedition token lets the commander do: "additional dice 2, 4"."""
    ability = int(TOKEN_ABILITY[token])
    return ABILITY_NAMES[ability] + (f" {_faces_text(TOKEN_FACES[token])}" if ability == ADDITIONAL_DICE else "")


def _use_of_ability_text(token: int, space: int) -> str:
    """What using an expedition token does on a space: only the dice that match it count."""
    if TOKEN_ABILITY[token] != ADDITIONAL_DICE:
        return _ability_text(token)
    faces = int(TOKEN_FACES[token]) & int(ALLOWED_FACES[space])
    distance = sum(int(FACE_VALUE[space, face]) for face in range(FACE_COUNT) if faces >> face & 1)
    return f"{ABILITY_NAMES[ADDITIONAL_DICE]} {_faces_text(faces)}: {count_text(distance, 'space')}"


def _exploration_text(token: int) -> str:
    """What an exploration token does: "2 points", "regain a die", "tunnel"."""
    kind = int(EXPLORATION_TYPE[token])
    if kind == POINTS_TOKEN:
        return count_text(int(EXPLORATION_POINTS[token]), "point")
    return "regain a die" if kind == REGAIN_DIE else f"tunnel of {TUNNEL_DISTANCE}"


def _mission_text(token: int) -> str:
    """The target of a secret mission: "planet 1", "a moon of 18 or 21"."""
    if MISSION_PLANET[token] != NONE:
        return f"planet {MISSION_PLANET[token] + 1}"
    spaces = [str(space) for space, named in zip(MOON_SPACES, MISSION_MOONS[token], strict=True) if named]
    return f"a moon of {' or '.join(spaces)}"
