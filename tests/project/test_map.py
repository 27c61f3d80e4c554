"""The pages about the code show what is there: the map has every room, the path of a decision every hop."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOP = re.compile(r"^\d\. `(?:\w+\.)*(\w+)` in `([\w/]+\.py)`", re.MULTILINE)
ROOMS = sorted(path.parent.name for path in (ROOT / "moon_envs").glob("*/__init__.py"))


@pytest.fixture
def layers(monkeypatch):
    """The directive that draws the map."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "extension"))
    import layers

    yield layers
    for name in ("layers", "source_links"):
        sys.modules.pop(name, None)


def test_the_map_draws_every_room_once(layers):
    drawn = re.findall(r'href="#room-(\w+)"', layers.picture())
    assert sorted(drawn) == ROOMS


def test_the_map_draws_every_game(layers):
    picture = layers.picture()
    for folder in (ROOT / "moon_envs" / "games").rglob("RULES.md"):
        assert f">{folder.parent.name}</text>" in picture


def test_every_room_says_where_to_start(layers):
    silent = [room for room in ROOMS if not re.search(r"Start with|one file", layers.introduction(room))]
    assert silent == ["sb3"]  # it has one file


def test_the_path_of_a_decision_has_the_hops_of_contributing(layers):
    hops = HOP.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "design" / "one_decision.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \d\. `(?:\w+\.)*(\w+)`", page, re.MULTILINE)
    shown = re.findall(r"^:caption: moon_envs/(\S+)$", page, re.MULTILINE)
    assert headings == [name for name, _ in hops] and len(hops) == 8
    assert [file for file in shown if not file.endswith("entry.py")] == [file for _, file in hops]
    assert layers.rooms_on_the_way() == {file.split("/")[0] for _, file in hops}
