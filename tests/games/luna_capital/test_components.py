"""The file of printed facts: what is refused and how it is said, and a file that replaces the packaged one."""

import copy
from collections import Counter

import pytest

import moon_envs
from moon_envs.games.luna_capital import component_checks, components
from tests.games.component_tables import IMPORT_TESTS, ComponentFile
from tests.referees.luna_capital.dealer import COMPONENTS as SPECIFIED

FILE = ComponentFile("luna_capital", components.COMPONENTS, component_checks.validate)


def rows(table, index):
    return table, "rows", index


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("players", "maximum", 5), "players.maximum: 5 is not allowed; only 4 is."),
        (("setup", "hand_size", 4), "setup.hand_size: 4 is not allowed; only 3 is."),
        (("supply", "robot_markers", -1), "supply.robot_markers: -1 is not allowed; whole numbers from 0 to 20 are."),
        ((*rows("construction_cards", 0), "number", 11), "construction_cards.rows[0].number: 11 is not allowed"),
        ((*rows("construction_cards", 0), "id", "c02"), 'construction_cards.rows[0].id: "c02" is not allowed'),
        ((*rows("construction_cards", 0), "cells", ["empty"] * 3), "3 entries are not allowed, but 4."),
        ((*rows("construction_cards", 0), "double_plot", 5), "double_plot: 5 is not allowed"),
        ((*rows("construction_cards", 0), "double_plot", 1), "both cells of double plot 1 show the same"),
        ((*rows("construction_cards", 0), "cells", ["demolition"] + ["empty"] * 3), "contents of a plot are empty,"),
        ((*rows("construction_cards", 0), "cells", ["void"] + ["empty"] * 3), "contents of a plot are empty,"),
        (("construction_cards", "rows", []), "construction_cards.rows: 0 entries are not allowed, but 68."),
        ((*rows("project_tiles", 60), "phase", "A"), 'project_tiles.rows[60].phase: "A" is not allowed; only "B" is.'),
        ((*rows("project_tiles", 60), "kind", "scaffold"), "kinds of tiles are hydrogen_collector,"),
        ((*rows("project_tiles", 60), "robots", 3), "project_tiles.rows[60].robots: 3 is not allowed"),
        ((*rows("project_tiles", 60), "dots", 1), "tiles have 0, 2, 3 dots"),
        ((*rows("concessions", 3), "target", "gold"), "targets are hydrogen, oxygen, water, greenhouse,"),
        ((*rows("concessions", 3), "target", ...), "concessions.rows[3].target: this field is missing."),
        ((*rows("concessions", 16), "minimum", 0), "concessions.rows[16].minimum: 0 is not allowed"),
        ((*rows("concessions", 0), "points", 100), "concessions.rows[0].points: 100 is not allowed"),
        ((*rows("concessions", 0), "pattern_cells", []), "0 entries are not allowed, but 1 to 12."),
        ((*rows("concessions", 0), "pattern_cells", [[0, 0], [0, 0]]), "each cell of a pattern is there once"),
        ((*rows("concessions", 0), "pattern_cells", [[0]]), "pattern_cells[0]: 1 entries are not allowed, but 2."),
        (
            (*rows("concessions", 2), "bridging", 1),
            "rows[2].bridging: 1 is not allowed; only true and false",
        ),
        ((*rows("concessions", 2), "condition", "fewest_rows"), "only long-term concessions compare players"),
        ((*rows("concessions", 2), "condition", "luck"), "conditions are card_pattern, no_visible_scaffold,"),
        (
            (*rows("concessions", 2), "term", "long"),
            'rows[2].term: "long" is not allowed; only "short" is.',
        ),
        (("scoring", "basic_module_group", [0, 1]), "scoring.basic_module_group: 2 entries are not allowed, but 11."),
        (("scoring", "residential_per_plot", 21), "scoring.residential_per_plot: 21 is not allowed"),
        (("scoring", "meteorite_minimum", 2), "scoring.meteorite_minimum: 2 is not allowed"),
        (("scoring", "meteorite_places", "3", [1]), "scoring.meteorite_places.3: 1 entries are not allowed, but 3."),
        (("solo", "concession_factor_by_phase", "long", ["full"] * 2), "2 entries are not allowed, but 3."),
        (("solo", "concession_factor_by_phase", "long", ["all"] * 3), "factors are none, half, full."),
        (("solo", "source", "a friend"), "solo.source"),
    ],
)
def test_wrong_values_are_refused(change, message):
    assert message in FILE.refused(FILE.edited(*change))


def test_every_field_that_is_read_is_required():
    """Removing any field of any table is refused."""
    notes = {"note", "reconstructed"}
    for name in component_checks.TABLES:
        for field in set(components.COMPONENTS[name]) - notes:
            FILE.requires(name, field)


def test_too_many_landing_pads():
    """Every landing pad can bring a card into one hand, which has twelve places."""
    tables = copy.deepcopy(components.COMPONENTS)
    for index in range(4):
        tables["project_tiles"]["rows"][index]["kind"] = "landing_pad"
    assert "project_tiles.rows: 9 landing pads are not allowed, at most 8 are." in FILE.refused(tables)


def test_too_few_tiles():
    """A phase needs 32, 42 or 52 tiles for two, three or four players."""
    tables = copy.deepcopy(components.COMPONENTS)
    for index in range(4):
        tables["project_tiles"]["rows"][index]["dots"] = 3
    assert "31 tiles of phase A for 2 players are not enough, 32 are needed." in FILE.refused(tables)


def test_a_solo_game_needs_a_long_term_concession():
    tables = copy.deepcopy(components.COMPONENTS)
    for index in range(15, 24):
        tables["concessions"]["rows"][index]["condition"] = "fewest_rows"
    assert "a solo game needs a long-term concession that compares no players" in FILE.refused(tables)


def test_the_packaged_file_is_allowed():
    FILE.allows_the_packaged_file()


def test_the_packaged_file_has_the_facts_of_the_specification():
    """luna_capital 1.1, 1.2: compared with the referee's copy of the specification's table."""
    own = components.COMPONENTS
    kinds = [row["kind"] for row in SPECIFIED["kinds"]["list"]]
    for mine, theirs in zip(own["construction_cards"]["rows"], SPECIFIED["construction_cards"]["list"], strict=True):
        assert mine["cells"] == [kinds[cell] for cell in theirs["cells"]]
        assert all(mine[name] == theirs[name] for name in ("id", "number", "double_plot"))
    for mine, theirs in zip(own["project_tiles"]["rows"], SPECIFIED["project_tiles"]["list"], strict=True):
        assert all(mine[name] == theirs[name] for name in mine)
    for mine, theirs in zip(own["concessions"]["rows"], SPECIFIED["concessions"]["list"], strict=True):
        assert all(mine[name] == theirs[name] for name in mine)
    numbers = Counter(row["number"] for row in own["construction_cards"]["rows"])
    assert numbers == {1: 6, 10: 6, **dict.fromkeys(range(2, 10), 7)}


def test_what_is_reconstructed():
    """The reconstructed tables are named to the user."""
    told = moon_envs.game("luna_capital").reconstructed
    for words in ("numbers and layouts of the construction cards", "project tiles", "(s01, l08)"):
        assert words in told


REPLACED_GAME = f"""{IMPORT_TESTS}
from tests.games.luna_capital.positions import Position
import moon_envs
from moon_envs import testing

game = moon_envs.game("luna_capital")
printed = Position().put("c18", 0, 0)
print(printed.count("landing_pad"), printed.count("redistribution"), printed.tokens_left, printed.own("hand_size"))
bridged = Position().set_hand().put("c25", 0, 0).put("c32", 0, 1)
bridged.build(("hydrogen", 0, 0), ("oxygen", 0, 1), ("oxygen", 0, 2), ("water", 0, 3), ("mixed", 1, 3))
print(bridged.satisfied("s03"))
print(Position(3).points(2))
corner = Position().put("c25", 0, 0).put("c32", 0, 1)
print(corner.satisfied("s01"), corner.put("c60", 1, 1).satisfied("s01"))
pile = Position(1).set_board("c01", "c02", "c18").put("c25", 0, 0).act(("take_set", 1)).finish_turn()
print(pile.points(1)["special_tiles"])
testing.check_tables(game)
for players in (1, 4):
    testing.check_random_play(game, dict(players=players))
print(game.reconstructed)
"""


@pytest.mark.slow
def test_a_replaced_table_is_played(tmp_path):
    """luna_capital 1.3, 8.2, 8.4, 9.3, 10.7: another card, pattern and switches, in compiled games of another process.

    A printed landing pad and redistribution do nothing at once, but count as special tiles of the Automaton.
    """
    changed = FILE.edited(*rows("construction_cards", 17), "cells", ["landing_pad", "redistribution", "empty", "empty"])
    changed["concessions"]["rows"][2]["bridging"] = True
    changed["concessions"]["rows"][0].update(pattern_cells=[[0, 1], [1, 1]], pattern_must_be_empty=[[1, 0]])
    changed["scoring"]["meteorite_minimum"] = 0
    file = FILE.write(tmp_path, changed)
    result = FILE.run(REPLACED_GAME, tmp_path)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[:5] == ["1 1 4 3", "True", "{'meteorites': 4, 'hand': 9}", "False True", "4"]
    assert lines[5].startswith(f"The tables were replaced by {file}, which marks as reconstructed: ")
