"""GIF and MP4: every frame for its time, in the colours of the picture."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, MissingExtraError
from moon_envs.replays.film import MARK, Cut, film_of, is_film
from tests.replays.games import random_recording

Image = pytest.importorskip("PIL.Image", reason='needs pip install "moon_envs[video]"')
raster = pytest.importorskip("moon_envs.render.raster", reason='needs pip install "moon_envs[video]"')
pytest.importorskip("moviepy", reason='needs pip install "moon_envs[video]"')

CUT = {"turns": True, "last": 20, "seconds": 0.4}


@pytest.fixture(scope="module")
def launch():
    return random_recording("launch", length=24, players=1)


@pytest.fixture(scope="module")
def scenes(launch):
    return film_of(launch.walk(), Cut(**CUT))


def test_gifs_hold_every_frame(launch, scenes):
    done = []
    film = launch.to_film("gif", width=500, on_frame=lambda *place: done.append(place), **CUT)
    assert done == [(place, len(scenes)) for place in range(1, len(scenes) + 1)]
    read = Image.open(io.BytesIO(film))
    assert read.n_frames == len(scenes) > 5 and read.info["loop"] == 0
    for place, scene in enumerate(scenes):
        read.seek(place)
        assert read.info["duration"] == (1600 if place == len(scenes) - 1 else 400)
        expected, found = raster.rgb_array(scene.page, 500), np.asarray(read.convert("RGB"))
        assert found.shape == expected.shape
        distance = np.abs(found.astype(int) - expected).max(axis=2)
        assert distance.mean() < 1 and distance.max() <= 40  # only rare colours are replaced by near ones


def test_gifs_are_the_same_again_and_dark_if_wanted(launch):
    arguments = {"kind": "gif", "width": 200, "last": 3}
    assert launch.to_film(**arguments) == launch.to_film(**arguments) != launch.to_film(**arguments, theme="dark")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_mp4s_hold_every_frame(launch, scenes, tmp_path):
    from moviepy import VideoFileClip

    path = tmp_path / "film.mp4"
    path.write_bytes(launch.to_film("mp4", width=501, **CUT))
    with VideoFileClip(str(path)) as clip:
        assert clip.duration == pytest.approx(0.4 * (len(scenes) + 3), abs=0.11)
        for place, scene in enumerate(scenes):
            expected, found = raster.rgb_array(scene.page, 501), clip.get_frame(0.4 * place + 0.2)
            height, width, _ = expected.shape
            assert found.shape == (height + height % 2, 502, 3)
            difference = np.abs(found[:height, :width].astype(int) - expected)
            assert difference.mean() < 2, place


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_films_are_known_by_what_is_in_them(launch, tmp_path):
    films = {kind: launch.to_film(kind, last=1, width=100) for kind in ("gif", "mp4")}
    films["svg"] = launch.to_svg(last=1).encode()
    for name, film in films.items():
        (tmp_path / name).write_bytes(film)
        (tmp_path / f"other {name}").write_bytes(film.replace(MARK.encode(), b"another   film"))
    for kind in films:
        assert [is_film(kind)(tmp_path / name) for name in films] == [kind == name for name in films]
        assert not any(is_film(kind)(tmp_path / f"other {name}") for name in films)
        assert not is_film(kind)(tmp_path / "missing") and not is_film(kind)(tmp_path)
    (tmp_path / "short").write_bytes(b"<svg")
    assert not is_film("svg")(tmp_path / "short")


@pytest.mark.parametrize("wrong", [{"kind": "avi"}, {"theme": "auto"}, {"width": 10}, {"width": 9000}, {"width": "9"}])
def test_other_arguments_are_refused(launch, wrong):
    with pytest.raises(ConfigurationError, match="allowed"):
        launch.to_film(**{"kind": "gif", "last": 1, **wrong})


@pytest.mark.parametrize("missing", ["moviepy", "PIL", "pylunasvg"])
def test_missing_packages_are_named(launch, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    for module in ("moon_envs.replays.pixel_films", "moon_envs.render.raster"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtraError, match=r'pip install "moon_envs\[video\]"'):
        launch.to_film("gif")
