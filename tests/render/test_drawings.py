"""The drawing vocabulary, and `draw`: what it refuses, marks, shades, hides and escapes."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.render import THEMES, LastDecision, Picture, draw
from moon_envs.render.drawing import decision_of, drawing_of, points_of
from moon_envs.render.icons import ICONS
from moon_envs.render.picture import Decisions
from moon_envs.render.style import DARK, KINDS, LIGHT, rules
from moon_envs.testing.crater.game import GAME as CRATER

LAUNCH = moon_envs.game("launch")
FROM_THE_MOON = moon_envs.game("from_the_moon")


def batch_of(game, players=2, steps=0, seed=4):
    batch = moon_envs.Batch(game, 1, players=players, seed=seed, autoreset="disabled", threads=1)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def groups(picture):
    """Everything that was drawn with a kind: its names, its actions, and its text."""
    page = ElementTree.fromstring(picture.svg("light"))
    return [
        (group.get("class").split(), group.get("data-actions"), "".join(group.itertext()))
        for group in page.iter("{http://www.w3.org/2000/svg}g")
        if group.get("class")
    ]


def marked(picture):
    """The texts of what is marked as the last decision."""
    return [text for names, _, text in groups(picture) if "last" in names]


def test_both_layouts_hold_the_same_things():
    state = batch_of(LAUNCH, 3, 20).record()
    for seat in (0, None):
        landscape, portrait = draw(LAUNCH, state, seat), draw(LAUNCH, state, seat, layout="portrait")
        width, height = landscape.size
        assert width / height == pytest.approx(16 / 9) and portrait.size[0] < 460 < portrait.size[1]
        assert groups(landscape) == groups(portrait)
    with pytest.raises(ConfigurationError, match="layout='wide' is not allowed"):
        draw(LAUNCH, state, layout="wide")


def test_some_panels():
    state = batch_of(LAUNCH, 3, 20).record()
    whole = draw(LAUNCH, state, 1, layout="portrait")
    part = draw(LAUNCH, state, 1, layout="portrait", panels=["missions"])
    assert part.size[1] < whole.size[1] and 0 < len(part.elements) < len(whole.elements)
    for wrong in (["sheets"], [], "missions", [7], 5):
        with pytest.raises(ConfigurationError, match=r"panels=.* is not allowed; allowed: a list with some of 'turn'"):
            draw(LAUNCH, state, panels=wrong)


# The vocabulary


def everything():
    """A picture with every word of the vocabulary."""
    picture = Picture(300, Decisions(frozenset({1, 2}), 0, 3, 0, {1: 0.5}))
    picture.sheet(0, 0, 280, 200, "a sheet", player=1)
    picture.label(5, 40, "a label", kind="muted", anchor="middle")
    picture.cell(5, 50, 7, actions=[1, 3], is_crossed=True, note="a cell")
    picture.track(5, 80, ["a", "b", "c"], 2, per_row=2, actions=[[1], [2]])
    picture.track(60, 80, ["", ""], [False, True])
    picture.die(100, 50, 6, actions=[2])
    picture.card(140, 50, 90, 60, ["first", "second"], icon="moon", actions=[1], note="a card")
    picture.token(20, 140, text="t", kind="p2", actions=[2])
    picture.area([(40, 130), (60, 130), (50, 150)], "k1", [1], "an area")
    picture.line([(0, 160), (280, 160)], "s3", 2)
    picture.button(5, 165, "a button", [2])
    picture.points(5, 210, ["one", "two"], ["player 0", "rival"], [[1, 2], [None, 4]], 290)
    for place, name in enumerate(ICONS):
        picture.icon(5 + 16 * (place % 16), 260 + 16 * (place // 16), name, 14)
    return picture


@pytest.mark.parametrize("theme", [*THEMES, None])
def test_every_word_of_the_vocabulary_is_well_formed(theme):
    """Also without a style sheet, as pages that have one take it."""
    picture = everything()
    text = picture.svg(theme) if theme else picture.unstyled_svg()
    page = ElementTree.fromstring(text)
    assert page.tag == "{http://www.w3.org/2000/svg}svg"
    assert (page.find("{http://www.w3.org/2000/svg}style") is None) == (theme is None)


def test_themes_have_their_own_colours_and_auto_has_both():
    picture = everything()
    light, dark, auto = (picture.svg(theme) for theme in ("light", "dark", "auto"))
    assert light != dark
    assert "prefers-color-scheme:dark" in auto and "prefers-color-scheme" not in light + dark
    for theme, text in (("light", light), ("dark", dark)):
        assert rules(theme) in text and rules(theme) in auto
    assert picture.svg() == picture._repr_svg_() == auto
    with pytest.raises(ConfigurationError, match="theme='pink' is not allowed"):
        picture.svg("pink")


def test_words_from_outside_are_escaped():
    picture = Picture(100)
    words = "<b>&amp; \"'"
    picture.label(0, 10, words)
    picture.cell(0, 20, words, note=words)
    picture.card(0, 50, 90, 60, [words])
    picture.token(10, 120, text=words)
    picture.sheet(0, 130, 90, 60, words)
    page = ElementTree.fromstring(picture.svg("light"))
    texts = [element.text for element in page.iter() if element.tag.rpartition("}")[2] in ("text", "title")]
    assert texts == [words] * 6


def test_only_legal_actions_can_be_clicked_and_only_things_of_the_player_who_decides():
    picture = Picture(100, Decisions(frozenset({4, 5}), actor=1))
    picture.cell(0, 0, "common", actions=[4, 9])
    for player in range(2):
        with picture.owner(player):
            picture.cell(0, 30, f"player {player}", actions=[5])
    picture.cell(0, 60, "illegal", actions=[9])
    found = {text: (actions, "can" in names) for names, actions, text in groups(picture)}
    assert found == {
        "common": ("4", True),
        "player 0": (None, False),
        "player 1": ("5", True),
        "illegal": (None, False),
    }
    assert picture.shows_actor and not Picture(100).shows_actor


def test_the_last_decision_is_marked_on_things_of_its_owner_only():
    picture = Picture(100, Decisions(frozenset({5}), actor=1, last_action=7, last_actor=0))
    picture.cell(0, 0, "common", actions=[7])
    picture.cell(0, 30, "another", actions=[6])
    for player in range(2):
        with picture.owner(player):
            picture.cell(0, 60, f"player {player}", actions=[7])
    assert marked(picture) == ["common", "player 0"]


def test_a_button_is_drawn_while_its_action_is_legal_or_was_the_last():
    picture = Picture(100, Decisions(frozenset({1}), 0, last_action=2, last_actor=0))
    assert picture.button(10, 0, "legal", [1]) > 10
    assert picture.button(10, 30, "last", [2]) > 10
    assert picture.button(10, 60, "neither", [3]) == 10
    assert [text for _, _, text in groups(picture)] == ["legal", "last"]


def test_the_page_reaches_down_to_what_is_drawn_also_in_a_place_of_another_size():
    picture = Picture(100)
    with picture.at(0, 50, 0.5):
        picture.cell(0, 100, height=20)
        with picture.at(0, 200, 0.5):
            picture.cell(0, 0, height=40)
    assert picture.height == 50 + 100 + (40 + 1) / 4
    picture.label(0, 5, "high up")
    assert picture.height == 160.25


def test_points_that_are_not_known_are_question_marks():
    picture = Picture(300)
    picture.points(0, 0, ["one", "two"], ["a", "b"], [[3, 4], [5, None]], 280)
    texts = re.findall(">([^<]+)</text>", picture.drawn)
    assert texts == ["a", "b", "one", "3", "5", "two", "4", "?", "total", "7", "5"]


# draw


@pytest.mark.parametrize("seat", [-1, 2, 3, 1.0, "0", True])
def test_a_seat_that_nobody_has_is_refused(seat):
    batch = batch_of(LAUNCH)
    with pytest.raises(ConfigurationError, match="seat=.* is not allowed; allowed: 0 to 1"):
        draw(LAUNCH, batch.states[0], seat)


@pytest.mark.parametrize("record", [None, 7, b"state", np.zeros(1, np.int8)[0], "another game's"])
def test_what_is_no_record_of_the_game_is_refused(record):
    if record == "another game's":
        record = batch_of(FROM_THE_MOON).record()
    with pytest.raises(ConfigurationError, match="launch: .* is not a record of this game"):
        draw(LAUNCH, record, 0)


@pytest.mark.parametrize("change", [lambda p: p[:-1], lambda p: [p], lambda p: p * np.nan, lambda p: p + np.inf])
def test_probabilities_of_another_shape_or_no_numbers_are_refused(change):
    batch = batch_of(LAUNCH)
    probabilities = change(np.zeros(len(LAUNCH.actions)))
    with pytest.raises(ConfigurationError, match=f"{len(LAUNCH.actions)} numbers from 0 on are needed"):
        draw(LAUNCH, batch.states[0], int(batch.actor[0]), probabilities=probabilities)


def test_probabilities_shade_what_stands_for_legal_actions():
    batch = batch_of(LAUNCH)
    seat, action = int(batch.actor[0]), int(batch.legal_actions()[0])
    probabilities = np.zeros(len(LAUNCH.actions))
    assert 'class="shade"' not in draw(LAUNCH, batch.states[0], seat, probabilities=probabilities).svg()
    probabilities[action] = 0.8
    picture = draw(LAUNCH, batch.states[0], seat, probabilities=probabilities)
    shaded = [element for element in picture.elements if 'class="shade" fill-opacity="0.60"' in element]
    assert shaded and all(re.search(rf'data-actions="[\d ]*\b{action}\b', element) for element in shaded)
    assert draw(LAUNCH, batch.states[0], seat, probabilities=list(probabilities)).svg() == picture.svg()


def test_probabilities_of_illegal_actions_and_for_those_who_do_not_decide_shade_nothing():
    batch = batch_of(LAUNCH)
    illegal = np.where(batch.mask[0], 0.0, 1.0)
    assert 'class="shade"' not in draw(LAUNCH, batch.states[0], int(batch.actor[0]), probabilities=illegal).svg()
    other = 1 - int(batch.actor[0])
    everything = np.ones(len(LAUNCH.actions))
    assert 'class="shade"' not in draw(LAUNCH, batch.states[0], other, probabilities=everything).svg()


def test_the_last_decision_of_a_game_of_turns_is_marked_for_everybody():
    batch = batch_of(FROM_THE_MOON, steps=40)
    last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
    batch.step(last.action)
    pictures = [draw(FROM_THE_MOON, batch.states[0], seat, last=last) for seat in (None, 0, 1)]
    assert all(marked(picture) for picture in pictures)
    assert not any(marked(draw(FROM_THE_MOON, batch.states[0], seat)) for seat in (None, 0, 1))


def test_the_last_decision_of_a_simultaneous_game_is_marked_for_its_owner_only():
    """Others do not see it before it is shown; where everything is open it is seen."""
    batch = batch_of(LAUNCH)
    last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
    batch.step(last.action)
    assert marked(draw(LAUNCH, batch.states[0], last.actor, last=last))
    assert marked(draw(LAUNCH, batch.states[0], None, last=last))
    other = 1 - last.actor
    assert not marked(draw(LAUNCH, batch.states[0], other, last=last))
    assert draw(LAUNCH, batch.states[0], other, last=last).svg() == draw(LAUNCH, batch.states[0], other).svg()


def test_who_decides_what_and_the_points():
    batch = batch_of(FROM_THE_MOON, players=3, steps=120)
    actor, legal = int(batch.actor[0]), batch.legal_actions().tolist()
    assert decision_of(FROM_THE_MOON, batch.states[0], None) == (actor, legal)
    assert decision_of(FROM_THE_MOON, batch.states[0], actor) == (actor, legal)
    assert decision_of(FROM_THE_MOON, batch.states[0], (actor + 1) % 3) == (actor, [])
    assert (points_of(FROM_THE_MOON, batch.states[0]) == batch.points()[0]).all()
    batch.play_out()
    assert decision_of(FROM_THE_MOON, batch.states[0], None) == (-1, [])
    assert (points_of(FROM_THE_MOON, batch.states[0]) == batch.final_points[0]).all()


@pytest.mark.parametrize(
    "last", [LastDecision(2, 0), LastDecision(-1, 0), LastDecision(0, 10_000), LastDecision("0", 0)]
)
def test_a_last_decision_that_cannot_be(last):
    with pytest.raises(ConfigurationError, match=r"last\."):
        draw(LAUNCH, batch_of(LAUNCH).states[0], 0, last=last)


@pytest.mark.parametrize("wrong", ["many", [[1.0], 2.0], [0.5], "negative"])
def test_probabilities_that_are_none(wrong):
    given = [-1.0] * len(LAUNCH.actions) if wrong == "negative" else wrong
    batch = batch_of(LAUNCH)
    for seat in (None, 0, 1):  # whoever decides
        with pytest.raises(ConfigurationError, match="probabilities"):
            draw(LAUNCH, batch.states[0], seat, probabilities=given)


def test_drawing_changes_nothing():
    batch = batch_of(FROM_THE_MOON, steps=50)
    before = batch.states.tobytes()
    for seat in (None, 0, 1):
        draw(FROM_THE_MOON, batch.states[0], seat)
    assert batch.states.tobytes() == before


def test_a_game_without_a_drawing_is_drawn_as_its_text():
    assert drawing_of(CRATER) is None
    batch = batch_of(CRATER, players=3, steps=2)
    for seat in range(3):
        picture = draw(CRATER, batch.states[0], seat)
        texts = [text.text for text in ElementTree.fromstring(picture.svg("dark")) if text.tag.endswith("text")]
        assert texts == CRATER.render(batch.states[0], seat).splitlines()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", [LAUNCH, FROM_THE_MOON, CRATER], ids=lambda game: game.id)
def test_pictures_are_well_formed_in_every_theme(game, theme):
    batch = batch_of(game, steps=12)
    for seat in (None, 0, 1):
        ElementTree.fromstring(draw(game, batch.states[0], seat).svg(theme))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("kind", ["closed", "filled", "empty", *(f"k{kind}" for kind in range(KINDS))])
def test_words_can_be_read_on_every_box(theme, kind):
    """The contrast that the accessibility guidelines (WCAG) ask for is 4.5; words on boxes are small."""

    def luminance(colour):
        parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    sheet = rules(theme)
    box = re.search(rf"\.moon \.{kind}>\.box[^{{]*{{fill:(#\w+)", sheet).group(1)
    ink = re.search(r"\.moon \.ink{fill:(#\w+)", sheet).group(1)
    low, high = sorted((luminance(box), luminance(ink)))
    assert (high + 0.05) / (low + 0.05) >= 5.5
