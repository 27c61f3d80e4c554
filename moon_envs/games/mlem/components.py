"""The printed facts of MLEM as numpy arrays, read from `components.json` or from the owner's file that replaces it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from moon_envs.base.files.component_files import Field, describe_reconstructed, load_components

FAMILY = "mlem"

# Rules and actions depend on these names and sizes: a file of tables can change numbers, but not these.
FACES = ("1", "2", "3", "4", "afterburner")
AFTERBURNER = 4
# The functions of a player's eight astronauts (mlem 1.5, 11).
FUNCTIONS = (
    "satellite",
    "double_deep_space",
    "discard_die",
    "plus_minus_one",
    "parachute",
    "double_moon",
    "double_planet",
    "booster",
)
SATELLITE, DOUBLE_DEEP_SPACE, DISCARD_DIE, PLUS_MINUS_ONE, PARACHUTE, DOUBLE_MOON, DOUBLE_PLANET, BOOSTER = range(8)
GOALS = ("four_planets", "three_on_one_planet", "four_moons", "two_deep_space")
FOUR_PLANETS, THREE_ON_ONE_PLANET, FOUR_MOONS, TWO_DEEP_SPACE = range(4)
BODIES = ("none", "moons", "planet", "deep_space")
NO_BODY, MOONS_BODY, PLANET_BODY, DEEP_SPACE_BODY = range(4)
ABILITIES = ("additional_dice", "keep_dice", "reroll")
ADDITIONAL_DICE, KEEP_DICE, REROLL = range(3)
EXPLORATIONS = ("points", "regain_die", "tunnel")
POINTS_TOKEN, REGAIN_DIE, TUNNEL = range(3)

FUNCTION_NAMES = tuple(function.replace("_", " ") for function in FUNCTIONS)
GOAL_NAMES = tuple(goal.replace("_", " ") for goal in GOALS)
ABILITY_NAMES = tuple(ability.replace("_", " ") for ability in ABILITIES)

ASTRONAUTS = len(FUNCTIONS)
FACE_COUNT = len(FACES)
MAX_PLAYERS = 5
DICE = 6
MINIMUM_DICE = 1
SPACES = 27
DEEP_SPACE = SPACES - 1
UFO_TOKENS = 5
EXPEDITION_TOKENS = 14
EXPLORATION_TOKENS = 20
MISSION_TOKENS = 20
MISSIONS_DEALT = 4
MISSIONS_KEPT = 3

MOST_SIDES_OF_A_FACE = 20
MOST_AFTERBURNER_VALUE = 9
MOST_MOONS_OF_A_SPACE = 8
MOST_PLANETS = 10
MOST_POINTS = 99
MOST_FAILURES = 50
MOST_UFO_STEPS = 26
NONE = -1


TABLES = (
    "players",
    "dice",
    "faces",
    "track",
    "spaces",
    "planets",
    "deep_space",
    "end_of_game",
    "goals",
    "astronaut_functions",
    "ufo_marker",
    "ufo_tokens",
    "expedition_tokens",
    "exploration_tokens",
    "secret_missions",
)


def validate(file: Field) -> None:
    """Check everything that the rules read from the file of tables."""
    for name in TABLES:
        file[name].check_source()
    _validate_dice(file)
    _validate_spaces(file)
    _validate_scores(file)
    _validate_ufo(file)
    _validate_explorations(file)
    _validate_missions(file)


def _rows(file: Field, table: str, shortest: int, longest: int | None = None) -> list[Field]:
    return file[table]["rows"].items(shortest, shortest if longest is None else longest)


def _validate_dice(file: Field) -> None:
    file["players"]["minimum"].whole(2, MAX_PLAYERS)
    file["players"]["maximum"].exactly(MAX_PLAYERS)
    file["dice"]["count"].exactly(DICE)
    file["dice"]["minimum"].exactly(MINIMUM_DICE)
    for face, row in enumerate(_rows(file, "faces", FACE_COUNT)):
        row["name"].exactly(FACES[face])
        row["value"].exactly(None if face == AFTERBURNER else int(FACES[face]))
        row["sides_per_die"].whole(1, MOST_SIDES_OF_A_FACE)
    for function, row in enumerate(_rows(file, "astronaut_functions", ASTRONAUTS)):
        row["name"].exactly(FUNCTIONS[function])
        if function == BOOSTER:
            row["face"].name(FACES[:AFTERBURNER], "faces of a booster")
            row["value"].exactly(int(row["face"].value))


def _validate_spaces(file: Field) -> None:
    track = file["track"]
    track["start_space"].exactly(0)
    track["deep_space"].exactly(DEEP_SPACE)
    track["satellite_space"].whole(0, DEEP_SPACE - 1)
    first_landing = track["first_space_with_landing"].whole(1, DEEP_SPACE - 1)
    planets = len(_rows(file, "planets", 1, MOST_PLANETS))
    bodies = []
    for space, row in enumerate(_rows(file, "spaces", SPACES)):
        row["space"].exactly(space)
        body = row["body"].name(BODIES, "bodies")
        bodies.append(body)
        if space == DEEP_SPACE:
            row["body"].exactly("deep_space")
            row["faces"].exactly([])
        elif body == "deep_space" or (space < first_landing and body != "none"):
            row["body"].refuse(f"space {space} has no such body")
        else:
            _validate_faces(row)
        _validate_body(row, body, planets)
    for body in ("moons", "planet"):
        if body not in bodies:
            file["spaces"]["rows"].refuse(f"at least one space has the body {body}")


def _validate_faces(row: Field) -> None:
    faces = row["faces"].names(FACES, "faces")
    if not faces:
        row["faces"].refuse("a space has at least one of the faces " + ", ".join(FACES))
    if FACES[AFTERBURNER] in faces:
        row["afterburner_value"].whole(1, MOST_AFTERBURNER_VALUE)
    else:
        row["afterburner_value"].exactly(None)


def _validate_body(row: Field, body: str, planets: int) -> None:
    if body == "planet":
        row["planet_id"].whole(1, planets)
    else:
        row["planet_id"].exactly(None)
    if body != "moons":
        row["moon_points"].exactly([])
        return
    points = [moon.whole(0, MOST_POINTS) for moon in row["moon_points"].items(1, MOST_MOONS_OF_A_SPACE)]
    if points != sorted(points, reverse=True):
        row["moon_points"].refuse("the moons of a space are listed from the most points to the fewest")


def _validate_scores(file: Field) -> None:
    for planet, row in enumerate(_rows(file, "planets", 1, MOST_PLANETS)):
        row["planet_id"].exactly(planet + 1)
        for place in ("first", "second", "third_and_below"):
            row[place].whole(0, MOST_POINTS)
    for target in ("comet_points", "galaxy_points"):
        file["deep_space"][target].whole(0, MOST_POINTS)
    file["end_of_game"]["failures"].whole(1, MOST_FAILURES)
    file["goals"]["points_each"].whole(0, MOST_POINTS)
    for goal, row in enumerate(_rows(file, "goals", len(GOALS))):
        row["name"].exactly(GOALS[goal])
        row["threshold"].whole(1, ASTRONAUTS)


def _validate_ufo(file: Field) -> None:
    start = file["ufo_marker"]["start_space"].whole(0, DEEP_SPACE)
    file["ufo_marker"]["lowest_space"].whole(0, start)
    for token in file["ufo_tokens"]["pile_top_to_bottom"].items(UFO_TOKENS, UFO_TOKENS):
        token.whole(0, MOST_POINTS)
    for number, row in enumerate(_rows(file, "expedition_tokens", EXPEDITION_TOKENS), start=1):
        row["token_id"].exactly(number)
        row["dice"].whole(1, DICE)
        row["ufo_steps"].whole(0, MOST_UFO_STEPS)
        ability = row["ability"].name(ABILITIES, "abilities")
        faces = row["additional_faces"].names(FACES, "faces")
        if (ability == "additional_dice") != bool(faces):
            row["additional_faces"].refuse("a token shows faces exactly when its ability is additional_dice")


def _validate_explorations(file: Field) -> None:
    tokens = file["exploration_tokens"]
    tokens["revealed_at_once"].whole(1, EXPLORATION_TOKENS)
    tokens["tunnel_distance"].whole(1, DEEP_SPACE)
    tokens["most_dice_after_regain"].whole(1, DICE)
    spaces = set()
    for token, row in enumerate(_rows(file, "exploration_tokens", EXPLORATION_TOKENS)):
        row["token_id"].exactly(token + 1)
        kind = row["type"].name(EXPLORATIONS, "types")
        row["points"].whole(*((0, MOST_POINTS) if kind == "points" else (0, 0)))
        space = row["space"].whole(1, DEEP_SPACE - 1)
        if space in spaces:
            row["space"].refuse("each exploration token has a space of its own")
        spaces.add(space)


def _validate_missions(file: Field) -> None:
    missions = file["secret_missions"]
    missions["dealt_per_player"].exactly(MISSIONS_DEALT)
    missions["kept_per_player"].exactly(MISSIONS_KEPT)
    for points in missions["points_by_completed"].items(MISSIONS_KEPT + 1, MISSIONS_KEPT + 1):
        points.whole(0, MOST_POINTS)
    spaces = file["spaces"]["rows"].value
    moon_spaces = [space for space, row in enumerate(spaces) if row["body"] == "moons"]
    for token, row in enumerate(_rows(file, "secret_missions", MISSION_TOKENS)):
        row["token_id"].exactly(token + 1)
        if row["target"].name(("planet", "moon"), "targets") == "planet":
            row["planet_id"].whole(1, len(file["planets"]["rows"].value))
            continue
        for space in row["spaces"].items(1, len(moon_spaces)):
            if space.whole(0, DEEP_SPACE) not in moon_spaces:
                space.refuse("spaces with moons are " + ", ".join(map(str, moon_spaces)))


COMPONENTS = load_components(FAMILY, Path(__file__).with_name("components.json"), validate)
RECONSTRUCTED_TABLES = describe_reconstructed(FAMILY, COMPONENTS)


def _column(table: str, name: str) -> list:
    return [row[name] for row in COMPONENTS[table]["rows"]]


def _bits(faces: list[str]) -> int:
    return sum(1 << FACES.index(face) for face in faces)


PLAYER_COUNTS = tuple(range(COMPONENTS["players"]["minimum"], MAX_PLAYERS + 1))

# The face that each side of a die shows (mlem 1.2).
FACE_OF_SIDE = np.repeat(np.arange(FACE_COUNT), _column("faces", "sides_per_die")).astype(np.int8)
SIDES = len(FACE_OF_SIDE)

# Spaces (mlem 1.1, 1.3): bit f of ALLOWED_FACES allows face f; a die showing f moves FACE_VALUE[space, f] spaces.
ALLOWED_FACES = np.array([_bits(faces) for faces in _column("spaces", "faces")], dtype=np.uint8)
AFTERBURNER_VALUE = np.array([value or 0 for value in _column("spaces", "afterburner_value")], dtype=np.int8)
FACE_VALUE = np.array([[1, 2, 3, 4, value] for value in AFTERBURNER_VALUE], dtype=np.int8)
BOOSTER_FACE = FACES.index(COMPONENTS["astronaut_functions"]["rows"][BOOSTER]["face"])
BOOSTER_VALUE = COMPONENTS["astronaut_functions"]["rows"][BOOSTER]["value"]
SATELLITE_SPACE = COMPONENTS["track"]["satellite_space"]
FIRST_SPACE_WITH_LANDING = COMPONENTS["track"]["first_space_with_landing"]

# Bodies (mlem 1.4). Moon spaces and moons are numbered along the track. Moon space m has the moons FIRST_MOON[m] to
# FIRST_MOON[m + 1] - 1, the best first.
BODY = np.array([BODIES.index(body) for body in _column("spaces", "body")], dtype=np.int8)
PLANET_OF_SPACE = np.array(
    [NONE if planet is None else planet - 1 for planet in _column("spaces", "planet_id")], np.int8
)
MOON_SPACES = np.flatnonzero(BODY == MOONS_BODY).astype(np.int8)
MOON_SPACE_COUNT = len(MOON_SPACES)
MOON_SPACE_OF_SPACE = np.full(SPACES, NONE, dtype=np.int8)
MOON_SPACE_OF_SPACE[MOON_SPACES] = np.arange(MOON_SPACE_COUNT)
MOONS_OF_SPACE = np.array([len(points) for points in _column("spaces", "moon_points") if points], dtype=np.int8)
FIRST_MOON = np.cumsum([0, *MOONS_OF_SPACE]).astype(np.int16)
MOON_POINTS = np.array([points for moons in _column("spaces", "moon_points") for points in moons], dtype=np.int16)
MOONS = len(MOON_POINTS)

PLANETS = len(COMPONENTS["planets"]["rows"])
PLANET_POINTS = np.array(
    [[row["first"], row["second"], row["third_and_below"]] for row in COMPONENTS["planets"]["rows"]], dtype=np.int16
)
COMET_POINTS = COMPONENTS["deep_space"]["comet_points"]
GALAXY_POINTS = COMPONENTS["deep_space"]["galaxy_points"]
GOAL_POINTS = COMPONENTS["goals"]["points_each"]
GOAL_THRESHOLD = np.array(_column("goals", "threshold"), dtype=np.int8)
FAILURES = COMPONENTS["end_of_game"]["failures"]
# Seven expeditions without a crash and all failures, or eight and one failure fewer (mlem 8.3).
MOST_EXPEDITIONS = FAILURES + ASTRONAUTS - 1

UFO_START = COMPONENTS["ufo_marker"]["start_space"]
UFO_LOWEST = COMPONENTS["ufo_marker"]["lowest_space"]
UFO_VALUES = np.array(COMPONENTS["ufo_tokens"]["pile_top_to_bottom"], dtype=np.int16)
TOKEN_DICE = np.array(_column("expedition_tokens", "dice"), dtype=np.int8)
TOKEN_UFO_STEPS = np.array(_column("expedition_tokens", "ufo_steps"), dtype=np.int8)
TOKEN_ABILITY = np.array([ABILITIES.index(a) for a in _column("expedition_tokens", "ability")], dtype=np.int8)
TOKEN_FACES = np.array([_bits(faces) for faces in _column("expedition_tokens", "additional_faces")], dtype=np.uint8)

EXPLORATIONS_REVEALED = COMPONENTS["exploration_tokens"]["revealed_at_once"]
TUNNEL_DISTANCE = COMPONENTS["exploration_tokens"]["tunnel_distance"]
MOST_DICE_AFTER_REGAIN = COMPONENTS["exploration_tokens"]["most_dice_after_regain"]
EXPLORATION_SPACE = np.array(_column("exploration_tokens", "space"), dtype=np.int8)
EXPLORATION_TYPE = np.array([EXPLORATIONS.index(kind) for kind in _column("exploration_tokens", "type")], dtype=np.int8)
EXPLORATION_POINTS = np.array(_column("exploration_tokens", "points"), dtype=np.int16)
EXPLORATION_OF_SPACE = np.full(SPACES, NONE, dtype=np.int8)
EXPLORATION_OF_SPACE[EXPLORATION_SPACE] = np.arange(EXPLORATION_TOKENS)

# A mission names a planet, or moon spaces: MISSION_MOONS[token, m] is 1 if it names moon space m.
_missions = COMPONENTS["secret_missions"]["rows"]
MISSION_PLANET = np.array([row["planet_id"] - 1 if row["target"] == "planet" else NONE for row in _missions], np.int8)
MISSION_MOONS = np.array(
    [[row["target"] == "moon" and int(space) in row["spaces"] for space in MOON_SPACES] for row in _missions], np.int8
)
MISSION_POINTS = np.array(COMPONENTS["secret_missions"]["points_by_completed"], dtype=np.int16)

# The most points a player can have bound fields and features: eight astronauts, one of them doubled.
ALL_ASTRONAUTS = (1 << ASTRONAUTS) - 1
_best_moons = sorted(MOON_POINTS.tolist(), reverse=True)[:ASTRONAUTS]
MOST_MOON_POINTS = sum(_best_moons) + _best_moons[0]
MOST_DEEP_SPACE_POINTS = (ASTRONAUTS + 1) * max(COMET_POINTS, GALAXY_POINTS)
MOST_PLANET_POINTS = max(1, 2 * int(PLANET_POINTS.max()))

# All dice with the best face, every booster, and a token with all faces.
MOST_DISTANCE = int(DICE * FACE_VALUE.max() + MAX_PLAYERS * BOOSTER_VALUE + FACE_VALUE.sum(axis=1).max())
