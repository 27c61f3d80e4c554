"""The record of From the Moon in the terms of its referee."""

from collections import Counter

import moon_envs
from moon_envs.games.from_the_moon import state as states
from tests.referees.follow import Translation
from tests.referees.from_the_moon.recorded import Recorded
from tests.referees.from_the_moon.referee import FromTheMoonReferee

# The referee plays with its own copy of the printed facts, so that a slip in the package's table is found, too.
from tests.referees.from_the_moon.tables import COMPONENTS

ACTIONS = 157
TILES = {2: 9, 3: 12, 4: 16}
PARTS = {2: 3, 3: 4, 4: 5}
SPACES = {2: 16, 3: 20, 4: 25}
COLORS = 3
RESOURCES = 4
CUBES = 40
CYBORGS = 1
EFFECT_TABLES = (("terrain", 16), ("laboratory", 18), ("small", 13))
FRAME_NAMES = {
    "greenhouse_action": "GH_ACTION",
    "laboratory_pick": "LAB_PICK",
    "laboratory_place": "LAB_PLACE",
    "laboratory_activate": "LAB_ACTIVATE",
    "greenhouse_gain": "GH_GAIN",
    "greenhouse_improve": "GH_IMPROVE",
}
MODES = ("any", "construct", "improve")


def members(bits):
    """The members of a set of bits."""
    return [place for place in range(int(bits).bit_length()) if int(bits) >> place & 1]


def or_none(number):
    return None if number < 0 else int(number)


def size_of(state):
    """The number of players by which tables are read."""
    return max(int(state["player_count"]), 2)


def new_referee(record):
    """The referee of a new game."""
    state = record()
    chance = Recorded(lambda: read_state(record()))
    return FromTheMoonReferee(COMPONENTS, int(state["player_count"]), chance, int(state["objective_count"]))


def read_frame(state, depth):
    """A frame with its arguments as the specification lists them."""
    kind = states.FRAMES[state["frames"][depth]]
    first, second, *_ = arguments = state["arguments"][depth].tolist()
    told = {
        "crew": [first],
        "tile": [first],
        # Which task was the last one tells nothing more than which one may come next.
        "tasks": arguments,
        "resource": [first],
        "greenhouse_action": [bool(first), bool(second)],
        "team_action": [bool(first), bool(second)],
        "research_action": [bool(first), bool(second)],
        "recruit": [bool(first)],
        "train": [bool(first)],
        "building_space": [first],
        "terrain_pick": [members(first), second],
        "laboratory_pick": [first],
        "laboratory_place": [first],
        "laboratory_activate": members(first),
        "effect": read_effect(first) if kind == "effect" else [],
        "approval": [members(first), MODES[second] if kind == "approval" else None],
        "greenhouse_gain": [bool(first)],
        "income": members(first),
    }
    return [FRAME_NAMES.get(kind, kind.upper()), *told.get(kind, [])]


def read_effect(effect):
    for table, count in EFFECT_TABLES:
        if effect < count:
            return [table, effect]
        effect -= count
    raise AssertionError("there is no such effect")


def read_stack(state):
    """The pending frames; Cyborgs have no decision to feed, theirs only waits for the end of the income."""
    frames = [read_frame(state, depth) for depth in range(state["depth"])]
    is_cyborgs = state["players"][state["seat"]]["faction"] == CYBORGS
    return [frame for frame in frames if not (is_cyborgs and frame == ["FEED"])]


def read_state(state):
    """Everything comparable in the record."""
    players = state["players"][: state["player_count"]]
    tiles, parts = TILES[size_of(state)], PARTS[size_of(state)]
    stack, over = read_stack(state), bool(state["over"])
    owners = state["part_owner"][:, :parts]
    taken_large = {number for player in players for number in members(player["large"]) if number < 8}
    cubes = state["cubes"][:tiles].tolist()
    bag = state["bag"].tolist()
    return {
        "over": over,
        "actor": None if over else int(state["seat"]),
        "frame": "over" if over else stack[-1][0],
        "stack": stack,
        "end_triggered": bool(state["end_triggered"]),
        "lost": bool(state["starved"]),
        "terrain": state["terrain"][:tiles].tolist(),
        "cubes": cubes,
        "buildings": read_buildings(state),
        "bag": bag,
        "supply": [CUBES - bag[c] - sum(on[c] for on in cubes) - owned(players, c) for c in range(COLORS)],
        "mission_tiles": [
            [int(tile) if owner < 0 else None for tile, owner in zip(*rows, strict=True)]
            for rows in zip(state["part_tile"][:, :parts], owners, strict=True)
        ],
        "mission_tile_owners": [[or_none(owner) for owner in row] for row in owners],
        "improvements": [[or_none(owner) for owner in row] for row in state["part_improver"][:, :parts]],
        "launched_on": [int(space) or None for space in state["launch_space"]],
        "powers": state["powers"].tolist(),
        "progress": state["progress"].tolist(),
        "small": state["small_tiles"].tolist(),
        "large": [number for number in range(8) if number not in taken_large],
        "cheap": int(state["cheap"]),
        "display": state["display"].tolist(),
        "laboratories_left": laboratories_left(state),
        "offered": members(state["arguments"][0, 0]) if stack and stack[0] == ["DRAFT"] else [],
        "players": [read_player(player) for player in players],
        "solo": read_solo(state) if state["player_count"] == 1 else None,
    }


def owned(players, resource):
    return sum(int(player["resources"][resource]) for player in players)


def laboratories_left(state):
    left = Counter(state["laboratory_stack"][state["laboratories_drawn"] :].tolist())
    return [left[kind] for kind in range(18)]


def read_buildings(state):
    sides = [(seat, members(state["players"][seat]["buildings"])) for seat in range(size_of(state))]
    return dict(sorted((space, seat) for seat, spaces in sides for space in spaces))


def read_player(player):
    basics, specialists = player["basics"].tolist(), player["specialists"].tolist()
    return {
        "faction": or_none(player["faction"]),
        "resources": player["resources"].tolist(),
        "energy": int(player["energy"]),
        "batteries": int(player["batteries"]),
        "score": int(player["score"]),
        "achievements": int(player["achievements"]),
        "space": int(player["space"]),
        "rovers": [
            {"tile": or_none(tile), "basics": basics[rover], "specialists": specialists[rover]}
            for rover, tile in enumerate(player["rover_tile"])
        ],
        "basic_greenhouses": int(player["greenhouses"]) - int(player["improved"]),
        "improved_greenhouses": int(player["improved"]),
        "foundations": int(player["foundations"]),
        "laboratories": {space: int(kind) for space, kind in enumerate(player["laboratories"]) if kind >= 0},
        "small": members(player["small"]),
        "large": [number for number in members(player["large"]) if number < 8],
        "faction_building": bool(int(player["large"]) >> 8 & 1),
    }


def read_solo(state):
    return {
        "opponent_rovers": sorted(state["players"][1]["rover_tile"].tolist()),
        "rover_cards": sorted(state["rover_cards"][state["rover_cards_drawn"] :].tolist()),
        "objectives": members(state["objectives"]),
        "grouped": bool(int(state["latched"])),
    }


def read_referee(referee):
    """The referee's position in the same words."""
    told = referee.snapshot()
    # The places of the astronauts tell how many were taken and trained.
    drop = ("taken", "trained")
    players = [{name: value for name, value in player.items() if name not in drop} for player in told["players"]]
    for player, record in zip(told["players"], players, strict=True):
        record["large"] = sorted(player["large"])
    solo = told["solo"] and {name: value for name, value in told["solo"].items() if name != "met"}
    stack = [[*frame[:-1], max(frame[-1], 0)] if frame[0] == "TASKS" else frame for frame in map(list, told["stack"])]
    return {**told, "stack": stack, "supply": told["supply"][:COLORS], "players": players, "solo": solo}


def read_points(sides, record):
    """The kernels' points; the solo opponent has none, and the referee does not count it."""
    players = sides[: int(record["player_count"])]
    return [{"track" if name == "score_track" else name: value for name, value in side.items()} for side in players]


class NumberedActions(Translation):
    """Referee and kernels number the actions alike."""

    def actions(self, game: moon_envs.Game) -> list[int]:
        assert len(game.actions) == ACTIONS
        return list(range(ACTIONS))


TRANSLATION = NumberedActions(new_referee, read_state, read_referee, points=read_points)
