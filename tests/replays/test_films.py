"""Films: the frames that are asked for, each exactly as it is drawn, and nothing that a seat may not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

import moon_envs
from moon_envs import ConfigurationError
from moon_envs.render import draw
from moon_envs.replays.film import Cut, caption_of, film_of
from moon_envs.replays.packing import Pieces
from moon_envs.replays.story import story
from moon_envs.replays.views import view_game
from moon_envs.testing.crater.game import GAME as CRATER
from tests.replays.films import SVG, ReadFilm, leaves_of
from tests.replays.games import GAMES, random_recording

HOSTILE = "</title></style><script>alert('x')</script>\"&amp;\x00"


@pytest.fixture(scope="module")
def launch():
    return random_recording("launch", players=2)


def steps_of(walk, seat):
    return [None, *view_game(walk, seat, story(walk, seat), Pieces()).steps]


def check_frames(recording, seat, places, layout="landscape", seconds=1.0, **cut):
    """At the time of each frame the film shows the picture of this frame and its caption, and nothing else."""
    walk = recording.walk()
    steps = steps_of(walk, seat)
    film = ReadFilm(recording.to_svg(seat, layout=layout, seconds=seconds, **cut))
    assert film.seconds == pytest.approx((len(places) + 3) * seconds)
    for number, place in enumerate(places):
        step = steps[place]
        position, last = (step.position, step.last) if step else (0, None)
        picture = leaves_of(draw(walk.game, walk.states[position], seat, last=last, layout=layout))
        for moment in (number + 0.01, number + 0.99, number + len(places) + 3 + 0.5):
            shown = film.at(moment * seconds)
            assert shown[: len(picture)] == picture, (place, moment)
            words, count, *bar = (leaf[-1] for leaf in shown[len(picture) :])
            assert caption_of(step).startswith(words.removesuffix("..."))
            assert count == f"{place} of {len(steps) - 1}" and len(bar) == (2 if place else 1)
    assert film.still() == film.at((len(places) - 0.5) * seconds)


@pytest.mark.parametrize("game", GAMES)
def test_the_film_shows_every_picture(game):
    recording = random_recording(game, length=24, players=2)
    for seat in (None, 1):
        check_frames(recording, seat, range(len(steps_of(recording.walk(), seat))))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_film_of_a_whole_game_shows_every_picture(game):
    recording = random_recording(game, **moon_envs.game(game).modes[0])
    check_frames(recording, None, range(len(recording.actions) + 1), layout="portrait", seconds=0.3)


def test_turns_and_thinning(launch):
    walk = launch.walk()
    turns, end = walk.turns_among(range(len(walk))), len(walk) - 1
    check_frames(launch, None, sorted({*turns, end}), turns=True)
    check_frames(launch, None, sorted({*turns[::3], end}), turns=True, every=3)
    check_frames(launch, None, [7, 12, 17, 19], first=7, last=19, every=5)
    check_frames(launch, None, [9], first=9, last=9)
    among = [place for place in turns if 4 <= place <= 20]
    check_frames(launch, None, sorted({4, *among, 20}), turns=True, first=4, last=20)
    check_frames(replace(launch, actions=[]), None, [0])


def test_all_pages_have_one_size(launch):
    scenes = film_of(launch.walk(), Cut())
    assert len({scene.page.size for scene in scenes}) == 1
    tallest = max(draw("launch", state).height for state in launch.walk().states)
    assert scenes[0].page.height > tallest


def test_the_same_bytes_for_the_same_recording(launch):
    again = moon_envs.Recording.from_bytes(launch.to_bytes())
    assert launch.to_svg(turns=True) == again.to_svg(turns=True)


def test_a_whole_solo_game_by_turns_is_small():
    assert len(random_recording("launch", players=1).to_svg(turns=True).encode()) < 300_000


def test_films_that_a_seat_cannot_tell_apart():
    """Luna Capital: player 1 makes a choice that player 0 does not see; so player 0's films are the same."""
    recording, pairs = random_recording("luna_capital", length=40, players=2), 0
    for place, actor in enumerate(recording.walk().actors[:-1]):
        alike = {}
        before = replace(recording, actions=recording.actions[:place])
        for action in before.replay().legal_actions().tolist() if actor == 1 else ():
            other = replace(before, actions=[*before.actions, action])
            batch = other.replay()
            alike.setdefault((batch.observe(0).tobytes(), batch.game.render(batch.states[0], 0)), []).append(other)
        for games in alike.values():
            if len(games) > 1:
                pairs += 1
                assert games[0].to_svg(0) == games[1].to_svg(0)
    assert pairs >= 6


def test_the_film_asks_for_nothing_and_breaks_nothing(launch):
    launch = replace(launch, seed=launch.seed, agents=[HOSTILE, HOSTILE])
    film = launch.to_svg(0, title=HOSTILE, last=3)
    without_names = film.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in film and "http" not in without_names and "url(" in without_names
    assert without_names.count("url(") == without_names.count("url(data:font/woff2;base64,")
    assert ReadFilm(film).root.find(f"{SVG}title").text == HOSTILE.removesuffix("\x00")
    assert "data-actions" not in film and "tabindex" not in film


def test_themes(launch):
    films = {theme: launch.to_svg(theme=theme, last=2) for theme in ("light", "dark", "auto")}
    assert len(set(films.values())) == 3
    assert ["prefers-color-scheme" in film for film in films.values()] == [False, False, True]
    assert launch.to_svg(last=2) == films["auto"]


def test_games_without_a_drawing_and_unregistered_ones():
    recording = random_recording(CRATER, players=2)
    assert "Crater" in recording.to_svg(game=CRATER)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 2},
        {"seat": "0"},
        {"turns": 3},
        {"layout": None},
        {"every": 0},
        {"first": -1},
        {"first": 5, "last": 3},
        {"last": 10**6},
        {"last": 1.5},
        {"seconds": 0},
        {"seconds": 61},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"seconds": True},
        {"theme": "blue"},
    ],
)
def test_other_arguments_are_refused(launch, wrong):
    with pytest.raises(ConfigurationError, match="allowed"):
        launch.to_svg(**wrong)
