"""The file of printed facts: what is refused and how it is said, and files that replace the packaged one."""

import pytest

import moon_envs
from moon_envs.base.files import component_files
from moon_envs.games.mlem import components
from tests.games.component_tables import IMPORT_TESTS, ComponentFile

FILE = ComponentFile("mlem", components.COMPONENTS, components.validate)


def rows(table, index):
    return table, "rows", index


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            (*rows("spaces", 7), "faces", ["1", "9"]),
            'spaces.rows[7].faces: ["1", "9"] is not allowed; faces are 1, 2, 3, 4, afterburner.',
        ),
        ((*rows("spaces", 7), "faces", ["1", "1"]), "each of the faces can be there once"),
        ((*rows("spaces", 7), "faces", []), "spaces.rows[7].faces: [] is not allowed; a space has at least one"),
        ((*rows("spaces", 7), "faces", ...), "spaces.rows[7].faces: this field is missing."),
        ((*rows("spaces", 7), "afterburner_value", None), "spaces.rows[7].afterburner_value: null is not allowed"),
        ((*rows("spaces", 8), "afterburner_value", 2), "spaces.rows[8].afterburner_value: 2 is not allowed; only null"),
        ((*rows("spaces", 7), "afterburner_value", True), "true is not allowed; whole numbers from 1 to 9 are."),
        ((*rows("spaces", 7), "body", "sun"), "bodies are none, moons, planet, deep_space."),
        ((*rows("spaces", 3), "body", "moons"), "spaces.rows[3].body"),
        ((*rows("spaces", 7), "planet_id", 6), "spaces.rows[7].planet_id: 6 is not allowed; whole numbers from 1 to 5"),
        ((*rows("spaces", 6), "moon_points", [1, 2]), "from the most points to the fewest"),
        ((*rows("spaces", 6), "moon_points", []), "spaces.rows[6].moon_points: 0 entries are not allowed, but 1 to 8."),
        ((*rows("spaces", 7), "space", 8), "spaces.rows[7].space: 8 is not allowed; only 7 is."),
        (("spaces", "rows", []), "spaces.rows: 0 entries are not allowed, but 27."),
        (("spaces", "rows", 5), "spaces.rows: 5 is not allowed; it must be a list of 27."),
        (("spaces", 5), "spaces: 5 is not allowed; it must be a table with the field source."),
        (("spaces", ...), "spaces: this field is missing."),
        (("spaces", "source", "a friend"), "spaces.source"),
        ((*rows("planets", 2), "second", -1), "planets.rows[2].second: -1 is not allowed; whole numbers from 0 to 99"),
        ((*rows("planets", 2), "second", 2.5), "planets.rows[2].second: 2.5 is not allowed"),
        (("deep_space", "comet_points", "7"), 'deep_space.comet_points: "7" is not allowed'),
        (("end_of_game", "failures", 0), "end_of_game.failures"),
        (("players", "maximum", 6), "players.maximum: 6 is not allowed; only 5 is."),
        ((*rows("faces", 1), "sides_per_die", 0), "faces.rows[1].sides_per_die"),
        ((*rows("faces", 1), "value", 3), "faces.rows[1].value: 3 is not allowed; only 2 is."),
        ((*rows("goals", 0), "name", "five_planets"), 'goals.rows[0].name: "five_planets" is not allowed'),
        ((*rows("astronaut_functions", 7), "face", "5"), "faces of a booster are 1, 2, 3, 4."),
        ((*rows("expedition_tokens", 3), "ability", "fly"), "abilities are additional_dice, keep_dice, reroll."),
        ((*rows("expedition_tokens", 3), "additional_faces", ["1"]), "exactly when its ability is additional_dice"),
        ((*rows("expedition_tokens", 3), "dice", 7), "expedition_tokens.rows[3].dice: 7 is not allowed"),
        (("ufo_tokens", "pile_top_to_bottom", [5]), "1 entries are not allowed, but 5."),
        ((*rows("exploration_tokens", 4), "space", 6), "each exploration token has a space of its own"),
        ((*rows("exploration_tokens", 4), "points", 1), "exploration_tokens.rows[4].points: 1 is not allowed; only 0"),
        ((*rows("exploration_tokens", 4), "type", "hole"), "types are points, regain_die, tunnel."),
        (
            (*rows("secret_missions", 18), "spaces", [18, 19]),
            "spaces[1]: 19 is not allowed; spaces with moons are 6, 9",
        ),
        ((*rows("secret_missions", 0), "planet_id", 9), "secret_missions.rows[0].planet_id"),
        ((*rows("secret_missions", 0), "target", "comet"), "targets are planet, moon."),
        (("secret_missions", "dealt_per_player", 5), "secret_missions.dealt_per_player: 5 is not allowed; only 4 is."),
    ],
)
def test_wrong_values_are_refused(change, message):
    assert message in FILE.refused(FILE.edited(*change))


def test_every_field_that_is_read_is_required():
    """Removing any field of any table is either refused or changes nothing that the rules read."""
    notes = {"note", "evidence", "effect", "reconstructed", "game"}
    for name, table in components.COMPONENTS.items():
        if not isinstance(table, dict):
            continue
        for field in table:
            if field in notes or (field.endswith("_source") and field != "source"):
                continue
            FILE.requires(name, field)


def test_the_packaged_file_is_allowed():
    FILE.allows_the_packaged_file()


def test_what_is_reconstructed(tmp_path, monkeypatch):
    """The packaged file lists its reconstructed tables; a replaced file is named with its path."""
    game = moon_envs.game("mlem")
    for words in ("the faces of spaces 1 to 4 and 6 to 25", "the points of the planets", "the 14 expedition tokens"):
        assert words in game.reconstructed
    monkeypatch.setenv(component_files.FOLDER_VARIABLE, str(tmp_path))
    owned = {name: {**components.COMPONENTS[name], "source": "owner"} for name in components.TABLES}
    file = FILE.write(tmp_path, owned)
    assert component_files.describe_reconstructed("mlem", owned) == f"The tables were replaced by {file}."
    owned["planets"] = components.COMPONENTS["planets"]
    assert component_files.describe_reconstructed("mlem", owned) == (
        f"The tables were replaced by {file}, which marks as reconstructed: the points of the planets."
    )


REPLACED_GAME = f"""{IMPORT_TESTS}
from tests.games.mlem.positions import Position
import moon_envs
from moon_envs import testing

game = moon_envs.game("mlem")
position = Position(3).crew("satellite", "double_moon", "booster").arrive(6)
print(position.act("disembark", "disembark", "disembark").points())
print(Position(3).crew("satellite", "booster", "parachute").arrive(26).points())
print(Position(3).crew("satellite", "satellite", "parachute").roll("3 3", space=0).legal())
testing.check_tables(game)
testing.check_random_play(game, dict(players=3, ufo=True, explorations=True, secret_missions=True))
print(game.reconstructed)
"""


@pytest.mark.slow
def test_a_replaced_table_is_played(tmp_path):
    """Three moons on space 6, nine points for the comet, and a 3 on space 0: in compiled games of another process."""
    changed = FILE.edited("deep_space", "comet_points", 9)
    changed["spaces"]["rows"][6]["moon_points"] = [4, 3, 2]
    changed["spaces"]["rows"][0].update(faces=["3", "4"], afterburner_value=None)
    file = FILE.write(tmp_path, changed)
    result = FILE.run(REPLACED_GAME, tmp_path)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[:3] == ["[4, 6, 2]", "[9, 5, 5]", "{('add', '3')}"]
    assert lines[3].startswith(f"The tables were replaced by {file}, which marks as reconstructed: ")
    # The compiled code of this file is not used for another one.
    program = "import moon_envs; print(moon_envs.game('mlem').is_compiled)"
    assert FILE.run(program, tmp_path).stdout.strip() == "True"
    FILE.write(tmp_path, {**changed, "note": str(tmp_path)})
    assert FILE.run(program, tmp_path).stdout.strip() == "False"


def test_a_wrong_file_is_said_when_the_game_is_asked_for(tmp_path):
    wrong = ("deep_space", "comet_points", -1)
    FILE.is_said_when_asked_for(tmp_path, wrong, "deep_space.comet_points: -1 is not allowed")
