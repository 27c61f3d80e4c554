"""The file of printed facts: what is refused and how it is said, and a file that replaces the packaged one."""

import pytest

import moon_envs
from moon_envs.games.from_the_moon import component_checks, components
from tests.games.component_tables import IMPORT_TESTS, ComponentFile
from tests.referees.from_the_moon.tables import COMPONENTS as REFEREE_COMPONENTS

FILE = ComponentFile("from_the_moon", components.COMPONENTS, component_checks.validate)
TERRAIN = ("terrain_tiles", "tiles", 1)
KIND = ("laboratory_tiles", "kinds", 5)
ASKING = [{"op": "recruit"}, {"op": "train"}, {"op": "foundation"}]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("terrain_tiles", "source", "a friend"), "terrain_tiles.source"),
        (("terrain_tiles", ...), "terrain_tiles: this field is missing."),
        (("terrain_tiles", "tiles", []), "terrain_tiles.tiles: 0 entries are not allowed, but 16."),
        ((*TERRAIN, "min_players", 3), "9 tiles must be for 2 players"),
        ((*TERRAIN, "id", "terrain_3"), 'terrain_tiles.tiles[1].id: "terrain_3" is not allowed; only "terrain_02" is.'),
        ((*TERRAIN, "effect", "cost", {"gold": 1}), "it must be a table of amounts of metal, water, polymer, food"),
        (
            (*TERRAIN, "effect", "cost", {"energy": 10}),
            "cost.energy: 10 is not allowed; whole numbers from 0 to 9 are.",
        ),
        ((*TERRAIN, "effect", "choices", []), "choices: 0 entries are not allowed, but 1 to 2."),
        ((*TERRAIN, "effect", "choices", [[]]), "choices[0]: 0 entries are not allowed, but 1 to 4."),
        ((*TERRAIN, "effect", "choices", [[{"op": "fly"}]]), "operations are gain, vp_per, foundation, gain_choice"),
        ((*TERRAIN, "effect", "choices", [ASKING]), "at most 2 of its operations can ask for decisions"),
        ((*TERRAIN, "effect", "choices", [[{"op": "gain", "battery": 3}]]), "at most 2 of its operations can ask"),
        (
            (*TERRAIN, "effect", "choices", [[{"op": "gain", "gold": 1}]]),
            "amounts of metal, water, polymer, food, energy",
        ),
        ((*TERRAIN, "effect", "choices", [[{"op": "gain_choice"}]]), "count: this field is missing."),
        ((*TERRAIN, "effect", "choices", [[{"op": "greenhouse", "surcharge": 1}]]), "true and false are"),
        (
            (*TERRAIN, "effect", "choices", [[{"op": "vp_per", "what": "rover", "vp": 1}]]),
            "things that can be counted are",
        ),
        ((*KIND, "effect", "choices", [[{"op": "approval", "missions": [], "mode": "any"}]]), "one mission at least"),
        (
            (*KIND, "effect", "choices", [[{"op": "approval", "missions": ["moon"], "mode": "any"}]]),
            "missions are europa",
        ),
        ((*KIND, "effect", "choices", [[{"op": "approval", "missions": ["mars"], "mode": "all"}]]), "modes are any"),
        ((*KIND, "copies", 4), "there are 54 laboratories, not 55"),
        (("progress", "tiles", 0, "refill", 5), "progress.tiles[0].refill: 5 is not allowed"),
        (("progress", "tiles", 0, "achievement_for", "sleep"), "conditions are gain_foundation"),
        (("progress", "track_spaces", 7), "progress.track_spaces: 7 is not allowed; only 6 is."),
        (("mission_boards", "parts_in_play", "3", 6), "mission_boards.parts_in_play.3: 6 is not allowed"),
        (("mission_boards", "boards", 0, "launch", "main", -1), "mission_boards.boards[0].launch.main"),
        (("mission_boards", "boards", 0, "parts", 0, "improve_cost", 3), "it must be a table of amounts"),
        (("mission_tiles", "tiles", 6, "mission", "mars"), 'mission_tiles.tiles[6].mission: "mars" is not allowed'),
        (("laboratory_display", "row_surcharge_energy", [2, 1]), "2 entries are not allowed, but 3."),
        (("foundations", "fill_order", [[0, 0]] * 6), "each of the six slots has one place in the order"),
        (("greenhouses", "space_bonus_bottom_to_top", 0, {"battery": 1}), "it must be a table of amounts of metal"),
        (("greenhouses", "cheap_tiles_at_setup_and_refill", "2", 7), "cheap_tiles_at_setup_and_refill.2: 7"),
        (("player_board", "rovers", 4), "player_board.rovers: 4 is not allowed; only 3 is."),
        (("player_board", "small_building_cost_by_level", "2", {"vp": 1}), "small_building_cost_by_level.2"),
        (("small_buildings", "tiles", 12, "special", False), "one tile of level 3 must be special, and no other"),
        (("small_buildings", "tiles", 0, "level", 4), "small_buildings.tiles[0].level: 4 is not allowed"),
        (("large_buildings", "tiles", 0, "end_of_game", "what", "rover"), "things that can be counted are laboratory"),
        (("factions", "factions", 0, "id", "martians"), 'only "pioneers" is.'),
        (("factions", "factions", 0, "crew", [["metal", "basic"]] * 3), "a crew has 1 to 4 astronauts of each colour"),
        (("factions", "factions", 0, "crew", [["metal", "basic"]]), "crew: 1 entries are not allowed, but 3 to 9."),
        (("factions", "factions", 0, "tile", "rover"), "tiles are greenhouse, foundation."),
        (("end_scoring", "resources_per_vp", 0), "end_scoring.resources_per_vp: 0 is not allowed"),
        (("solo", "achievement_steps", [{"at_least": 3, "vp": 1}]), "achievement_steps[0].at_least: 3 is not allowed"),
        (("objectives", "objectives", 7, "launch_on_space", "mars", 7), "launch_on_space.mars: 7 is not allowed"),
        (("objectives", "objectives", 8, "on_space", ...), "objectives.objectives[8].on_space: this field is missing."),
        (("rule_switches", "special_research_after_improve", "yes"), '"yes" is not allowed; true and false are.'),
    ],
)
def test_wrong_values_are_refused(change, message):
    assert message in FILE.refused(FILE.edited(*change))


def test_every_field_that_is_read_is_required():
    """Removing any field of any table is either refused or changes nothing that the rules read."""
    for name, table in components.COMPONENTS.items():
        if not isinstance(table, dict):
            continue
        for field in table:
            if field == "reconstructed" or (field.endswith("_source") and field != "source"):
                continue
            FILE.requires(name, field)


def test_the_packaged_file_is_allowed():
    FILE.allows_the_packaged_file()


def test_the_referee_has_the_same_facts():
    """The referee has its own copy of the table; both copies are the same."""
    own, other = components.COMPONENTS, REFEREE_COMPONENTS
    for name, rows in (("terrain_tiles", "tiles"), ("laboratory_tiles", "kinds")):
        pairs = zip(own[name][rows], other[name][rows], strict=True)
        assert all(one["effect"] == two["effect"] for one, two in pairs), name
    smalls = zip(own["small_buildings"]["tiles"], other["small_buildings"]["tiles"], strict=True)
    assert all(one["effect"] == two["income_effect"] and one["level"] == two["level"] for one, two in smalls)
    assert [row["cost"] for row in own["mission_tiles"]["tiles"]] == [
        row["cost"] for row in other["mission_tiles"]["tiles"]
    ]


def test_what_is_reconstructed():
    """The packaged file names its reconstructed tables."""
    told = moon_envs.game("from_the_moon").reconstructed
    for words in (
        "the effects of terrain tiles 05, 06 and 08 to 16",
        "the cost and points of the mission tiles",
        "the set-up and the building cost of every faction",
        "which ship belongs to which space in the eighth objective",
    ):
        assert words in told


REPLACED_GAME = f"""{IMPORT_TESTS}
from tests.games.from_the_moon.positions import ALL_MISSIONS, ANY, Position
import moon_envs
from moon_envs import testing

game = moon_envs.game("from_the_moon")
# The first operation is asked first, what is gained at once before it.
position = Position().give(food=1).effect("terrain", 1)
print(position.words())
position.act(("option", 0))
print(position.pending(), position.won(), position.owned())
print(Position().give(food=1).effect("terrain", 1).act(("option", 1)).pending())
# Special research after a construction, below the Unifiers' recruit; one part is a whole ship.
position = Position(2, "unifiers").part(0, 1, tile=1).give(metal=1, water=1).ask("approval", ALL_MISSIONS, ANY)
print(position.act(("ship_part", 0)).pending(), position.won())
# A laboratory without surcharge as income.
position = Position().give(energy=(0, 5)).set(foundations=1).income(0)
print(sorted(position.options(), key=str))
testing.check_tables(game)
for mode in (dict(players=1, objectives=5), dict(players=2), dict(players=4)):
    testing.check_random_play(game, mode, games=16)
    testing.check_words(game, mode, games=2)
print(game.reconstructed[:27])
"""


@pytest.mark.slow
def test_replaced_tables_are_played(tmp_path):
    """Effects of several decisions, 27 kinds of laboratories, a crew of six, other switches: all of it is data."""
    changed = FILE.edited("rule_switches", "special_research_after_construct", True)
    both = [{"op": "gain", "vp": 2}, {"op": "recruit"}, {"op": "train"}]
    other = [{"op": "gain_choice", "count": 3}, {"op": "foundation"}]
    changed["terrain_tiles"]["tiles"][0]["effect"] = {"cost": {"food": 1}, "choices": [both, other]}
    kinds = changed["laboratory_tiles"]["kinds"]
    changed["laboratory_tiles"]["kinds"] = [
        {**kinds[number % 18], "id": f"lab_{number + 1:02}", "copies": 2} for number in range(27)
    ]
    changed["factions"]["factions"][0]["crew"] = [[color, "basic"] for color in ("metal", "water", "polymer")] * 2
    changed["mission_boards"]["parts_in_play"] = {"2": 1, "3": 4, "4": 5}
    free = {"cost": {}, "choices": [[{"op": "laboratory", "surcharge": False}]]}
    changed["small_buildings"]["tiles"][0]["effect"] = free
    FILE.write(tmp_path, changed)
    result = FILE.run(REPLACED_GAME, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        "['convert 2 energy to 1 food', 'decline the effect', "
        "'accept: gain 2 points and recruit an astronaut and train a specialist', "
        "'accept: gain 3 resources of choice and gain a foundation']",
        "['train', 'recruit'] (2, 0) (0, 0, 0, 0)",
        "['resource']",
        "['special_research', 'recruit'] (13, 0)",
        str(sorted([*(("display", space) for space in range(6)), "decline"], key=str)),
        "The tables were replaced by",
    ]


def test_a_wrong_file_is_said_when_the_game_is_asked_for(tmp_path):
    wrong = ("player_board", "rovers", 4)
    FILE.is_said_when_asked_for(tmp_path, wrong, "player_board.rovers: 4 is not allowed")
