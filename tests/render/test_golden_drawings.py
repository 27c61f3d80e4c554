"""Golden drawings: what is drawn of a moment of every registered game, so that a change shows as a readable diff.

A line for everything drawn: its kinds, the actions it stands for, its icons and texts; without coordinates and fonts,
so that moving things changes nothing here. The moments are those of the golden games after some decisions. After an
intended change write the files again and read the diff:
`MOON_ENVS_WRITE_GOLDEN=1 pytest tests/render/test_golden_drawings.py`.
"""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import moon_envs
from moon_envs.render import LastDecision, Picture, draw
from moon_envs.render.icons import ICONS
from moon_envs.render.picture import Decisions
from tests.project.golden_files import compare
from tests.project.test_golden_games import SEED, file_of, golden_modes

FOLDER = Path(__file__).with_name("golden_drawings")
# Fewer than any of the golden games takes.
DECISIONS = 25
ICON_NAMES = {path: name for name, path in ICONS.items()}
# What every thing has, and what a reader of the files need not see.
UNSAID = ("box", "shade")


def drawn_file_of(game, mode):
    """The file of a mode: tests/render/golden_drawings/launch/solo_opponent_1.txt."""
    return FOLDER / game.id / file_of(game, mode).name


def moment_of(game, mode):
    """A record after some random decisions, who decides then, and the last decision."""
    batch = moon_envs.Batch(game, 1, seed=SEED, autoreset="disabled", threads=1, **mode)
    for _ in range(DECISIONS):
        last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
        batch.step([last.action])
        assert not batch.done[0], f"{game.id} {mode}: the game is over before {DECISIONS} decisions"
    return batch.record(), int(batch.actor[0]), last


def structure(picture):
    """What a picture holds, a line for each thing."""
    return [line for element in ElementTree.fromstring(picture.svg("light")) for line in lines_of(element, 0)]


def lines_of(element, depth):
    """The lines of an element: places (groups that are moved) are indented, everything else is a line."""
    tag, kind = element.tag.partition("}")[2], element.get("class", "")
    if tag == "style":
        return []
    if tag == "g" and not kind:
        return [line for child in element for line in lines_of(child, depth + 1)]
    return ["  " * depth + words_of(element, tag, kind)]


def words_of(element, tag, kind):
    """An element with its kinds, actions, icon and texts, and what is in it."""
    actions = element.get("data-actions")
    icon = ICON_NAMES.get(element.get("d"))
    said = [f"icon {icon}" if icon else tag] + [f".{name}" for name in kind.split()]
    said += [f" [{actions}]"] if actions else []
    said += [f' "{element.text}"'] if element.text else []
    inside = [
        words_of(child, child.tag.partition("}")[2], child.get("class", ""))
        for child in element
        if child.get("class") not in UNSAID
    ]
    return "".join(said) + "".join(f" {words}" for words in inside)


def drawn(game, mode):
    """The moment as the player who decides sees it, and as it lies open."""
    state, actor, last = moment_of(game, mode)
    lines = [f"{game.title}, {game.configuration(**mode).describe()}, seed {SEED}, after {DECISIONS} decisions"]
    for title, seat in ((f"as player {actor} sees it", actor), ("open", None)):
        lines += ["", title, "", *structure(draw(game, state, seat, last=last))]
    return lines


CASES = [(game_id, mode) for game_id in moon_envs.game_ids() for mode in golden_modes(moon_envs.game(game_id))]


@pytest.mark.parametrize(("game_id", "mode"), CASES, ids=lambda value: str(value).replace(" ", ""))
def test_golden_drawing(game_id, mode):
    """The moment is drawn as it was recorded."""
    game = moon_envs.game(game_id)
    compare(drawn_file_of(game, mode), drawn(game, mode), "golden drawing")


def test_no_golden_drawing_is_left_over():
    """Every file belongs to a mode of a registered game."""
    expected = {drawn_file_of(moon_envs.game(game_id), mode) for game_id, mode in CASES}
    assert {file for file in FOLDER.rglob("*") if file.is_file()} <= expected


def test_the_structure_says_everything_but_where_and_how_large():
    """Kinds, actions, marks, icons, texts and notes are in the lines; coordinates are not."""
    picture = Picture(100, Decisions(frozenset({4}), 0, 7, 0))
    with picture.at(3, 5, 0.5):
        picture.cell(17.25, 20, "x", kind="empty k2", actions=[4, 5], note="a note")
    picture.card(0, 0, 50, 50, ["A", "b"], actions=[7], icon="moon")
    picture.label(1, 2, "words", kind="bold")
    assert structure(picture) == [
        "rect.page",
        '  g.empty.k2.can [4] text "x" title "a note"',
        'g.plain.last icon moon.ink text.bold "A" text "b"',
        'text.bold "words"',
    ]
