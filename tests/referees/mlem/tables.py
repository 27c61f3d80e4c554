"""The tables of the game, read from a plain dict so that corrected mats and tokens are followed too."""

from typing import NamedTuple

# mlem 7: ids of the astronaut functions.
SATELLITE = 0
DOUBLE_DEEP_SPACE = 1
DISCARD_DIE = 2
PLUS_MINUS_ONE = 3
PARACHUTE = 4
DOUBLE_MOON = 5
DOUBLE_PLANET = 6
BOOSTER = 7
FUNCTIONS = range(8)

UFO = "ufo"
EXPLORATIONS = "explorations"
SECRET_MISSIONS = "secret_missions"
VARIANTS = frozenset({UFO, EXPLORATIONS, SECRET_MISSIONS})


class Space(NamedTuple):
    """A space of the mat (mlem 1). `values` gives the distance of one die per allowed face id."""

    values: dict[int, int]
    planet: int | None
    moon_points: tuple[int, ...]


class Planet(NamedTuple):
    """Points at the end of the game (mlem 6)."""

    first: int
    second: int
    third_and_below: int


class Tables:
    """What the referee needs of the components. Facts listed twice there are read from one place, named here."""

    def __init__(self, components: dict):
        """Read the components.

        Args:
            components: The parsed table of components.
        """
        faces = components["faces"]["rows"]
        self.face_ids = {row["name"]: row["face_id"] for row in faces}
        self.discarded_faces = {row["face_id"] for row in faces if row["discarded_after_use"]}
        self.start_dice = components["dice"]["start_dice_base_game"]
        self.minimum_dice = components["dice"]["minimum_dice"]

        track = components["track"]
        self.start_space = track["start_space"]
        self.satellite_space = track["satellite_space"]
        self.first_landing = track["first_space_with_landing"]
        self.deep_space = track["deep_space"]
        printed = {row["face_id"]: row["value"] for row in faces}
        self.spaces = {row["space"]: self._space(row, printed) for row in components["spaces"]["rows"]}
        self.planets = {
            row["planet_id"]: Planet(row["first"], row["second"], row["third_and_below"])
            for row in components["planets"]["rows"]
        }
        self.comet_points = components["deep_space"]["commander_points"]
        self.galaxy_points = components["deep_space"]["other_points"]
        self.failures_to_end = components["failure_track"]["crashes_to_end_game"]
        self.placed_to_end = components["end_of_game"]["astronauts_placed_by_one_player"]
        self.goals = components["goals"]["rows"]
        self.goal_points = components["goals"]["points_each"]

        functions = {row["function_id"]: row for row in components["astronaut_functions"]["rows"]}
        self.multipliers = {
            function: functions[function]["multiplier"] for function in (DOUBLE_DEEP_SPACE, DOUBLE_MOON, DOUBLE_PLANET)
        }
        self.dice_lost = functions[DISCARD_DIE]["dice_discarded"]
        self.dice_left = functions[DISCARD_DIE]["minimum_dice_left"]
        self.offset_galaxy_points = functions[PLUS_MINUS_ONE]["deep_space_points_via_offset"]
        booster = functions[BOOSTER]
        self.booster_face = self.face_ids[booster["face"]]
        self.booster_value = booster["value"]
        self.booster_needs_face = booster["requires_face_allowed_on_space"]
        self.booster_prevents_crash = booster["can_prevent_crash"]

        self.players = range(components["players"]["minimum"], components["players"]["maximum"] + 1)
        self.ufo_marker = components["ufo_marker"]
        self.ufo_tokens = list(components["ufo_tokens"]["pile_top_to_bottom"])
        self.no_expedition_token = components["expedition_tokens"]["when_pile_empty"]
        self.expedition_tokens = {row["token_id"]: row for row in components["expedition_tokens"]["rows"]}
        self.explorations = components["exploration_tokens"]
        self.exploration_tokens = {row["token_id"]: row for row in self.explorations["rows"]}
        self.missions = components["secret_missions"]
        self.mission_tokens = {row["token_id"]: row for row in self.missions["rows"]}

    def _space(self, row: dict, printed: dict[int, int | None]) -> Space:
        values = {}
        for name in row["faces"]:
            face = self.face_ids[name]
            # mlem 1: the afterburner has the value of the space the rocket leaves.
            values[face] = row["afterburner_value"] if printed[face] is None else printed[face]
        planet = row["planet_id"] if row["body"] == "planet" else None
        return Space(values, planet, tuple(row["moon_points"]) if row["body"] == "moons" else ())
