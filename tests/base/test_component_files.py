"""The owner's file that replaces the printed facts of a game: what cannot be read, and what is compiled with it.

MLEM stands for all games that have such a file.
"""

import json
import os

import pytest

import moon_envs
from moon_envs.games.mlem import components
from tests.games.component_tables import ComponentFile
from tests.unix import needs_unix

FILE = ComponentFile("mlem", components.COMPONENTS, components.validate)
ENTRY = FILE.packaged.with_name("entry.py")
OTHER_ENTRY = moon_envs.game("launch").documentation.with_name("entry.py")


def test_a_folder_without_the_file_changes_nothing(tmp_path, monkeypatch):
    assert FILE.load(tmp_path, monkeypatch) == components.COMPONENTS


def test_a_file_replaces_the_packaged_one(tmp_path, monkeypatch):
    FILE.write(tmp_path, FILE.edited("deep_space", "comet_points", 9))
    assert FILE.load(tmp_path, monkeypatch)["deep_space"]["comet_points"] == 9


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    file = tmp_path / "mlem.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(moon_envs.ComponentsError, match="mlem.json: this is not JSON"):
        FILE.load(tmp_path, monkeypatch)
    file.write_bytes(b"\xff\xfe{}")
    with pytest.raises(moon_envs.ComponentsError, match="mlem.json: this is not JSON"):
        FILE.load(tmp_path, monkeypatch)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(moon_envs.ComponentsError, match=r"mlem.json: \[\] is not allowed; it must be a table"):
        FILE.load(tmp_path, monkeypatch)
    file.unlink()
    file.mkdir()
    with pytest.raises(moon_envs.ComponentsError, match="mlem.json: cannot be read"):
        FILE.load(tmp_path, monkeypatch)


def test_a_folder_that_does_not_exist(tmp_path, monkeypatch):
    with pytest.raises(moon_envs.ComponentsError, match="MOON_ENVS_COMPONENTS: .*nowhere is not allowed"):
        FILE.load(tmp_path / "nowhere", monkeypatch)


FINGERPRINT = f"""
from pathlib import Path
from moon_envs.engine.compiler.sources import fingerprint, sources_of
print(fingerprint(sources_of(Path({str(ENTRY)!r}))), fingerprint(sources_of(Path({str(OTHER_ENTRY)!r}))))
"""


@pytest.mark.slow
def test_a_replaced_file_is_part_of_the_fingerprint(tmp_path):
    """Changed content recompiles only the family of the file."""
    contents = (None, FILE.packaged.read_bytes(), json.dumps(FILE.edited("deep_space", "comet_points", 9)).encode())
    prints = []
    for content in contents:
        if content is not None:
            (tmp_path / "mlem.json").write_bytes(content)
        result = FILE.run(FINGERPRINT, tmp_path)
        assert result.returncode == 0, result.stderr
        prints.append(result.stdout.split())
    assert len({own for own, _ in prints}) == 3 and len({other for _, other in prints}) == 1


@pytest.mark.slow
def test_a_table_edited_after_loading_does_not_spoil_the_cache(tmp_path):
    """Compiled code is cached under the table it was made of, even if the file has changed since."""
    file = tmp_path / "mlem.json"
    FILE.write(tmp_path, FILE.edited("deep_space", "comet_points", 9))
    later = json.dumps(FILE.edited("deep_space", "comet_points", 11))
    program = f"""
import moon_envs
from moon_envs.engine.compiler.sources import sources_of, fingerprint
from pathlib import Path
game = moon_envs.game("mlem")
Path({str(file)!r}).write_text({later!r})
print(fingerprint(sources_of(Path({str(ENTRY)!r}))))
"""
    loaded = FILE.run(program, tmp_path)
    after = FILE.run(FINGERPRINT, tmp_path)
    assert loaded.returncode == after.returncode == 0, loaded.stderr + after.stderr
    assert loaded.stdout.split()[0] != after.stdout.split()[0]
    FILE.write(tmp_path, FILE.edited("deep_space", "comet_points", 9))
    assert FILE.run(FINGERPRINT, tmp_path).stdout.split()[0] == loaded.stdout.split()[0]


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda path: os.mkfifo(path), marks=needs_unix, id="pipe"),
        pytest.param(lambda path: path.write_bytes(b"[" * (2 << 20)), id="long"),
    ],
)
def test_what_is_no_small_file(make, tmp_path, monkeypatch):
    """A pipe would never end, a huge file would fill the memory: both are refused at once."""
    make(tmp_path / "mlem.json")
    with pytest.raises(
        moon_envs.ComponentsError, match="mlem.json: (cannot be read: it is not a file|.* bytes are too long)"
    ):
        FILE.load(tmp_path, monkeypatch)


@pytest.mark.parametrize("text", ["[" * 50_000, '{"players": ' * 50_000])
def test_deep_nesting(text, tmp_path, monkeypatch):
    (tmp_path / "mlem.json").write_text(text, encoding="utf-8")
    with pytest.raises(moon_envs.ComponentsError, match="mlem.json: this is not JSON that can be read"):
        FILE.load(tmp_path, monkeypatch)


def test_long_values_are_not_shown_whole(tmp_path, monkeypatch):
    FILE.write(tmp_path, list(range(100_000)))
    with pytest.raises(moon_envs.ComponentsError) as caught:
        FILE.load(tmp_path, monkeypatch)
    assert len(str(caught.value)) < 600


def test_a_folder_of_a_user_who_does_not_exist(monkeypatch):
    with pytest.raises(moon_envs.ComponentsError, match="MOON_ENVS_COMPONENTS: '~nobody_of_this_name' is not allowed"):
        FILE.load("~nobody_of_this_name", monkeypatch)
