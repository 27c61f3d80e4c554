"""Rendering of environments: text, SVG, frames of one size, videos, and pictures in a notebook."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
import types
import urllib.parse
import urllib.request
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import HumanRendering, RecordEpisodeStatistics, RecordVideo, RenderCollection
from pettingzoo.test import parallel_api_test, render_test

import moon_envs
from moon_envs.base.errors import ArgumentError, MissingExtraError
from moon_envs.envs.rendering import RENDER_MODES, notebook_shell
from moon_envs.render import LastDecision, draw
from tests.render.pixels import needs_pixels

LAUNCH = "moon_envs/Launch-v0"


def environment_id(id_: str) -> str:
    game = moon_envs.game(id_)
    return f"moon_envs/{game.class_name}-v{game.version}"


def module_of(id_: str):
    return importlib.import_module(f"moon_envs.pettingzoo.{id_}_v{moon_envs.game(id_).version}")


def is_frame(pixels) -> bool:
    """Whether these pixels can be a frame of a video."""
    is_image = isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.ndim == 3
    return is_image and pixels.shape == (720, 1280, 3)


# Gymnasium


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_frames_of_episodes_have_one_size(id_):
    environment = gymnasium.make(environment_id(id_), render_mode="rgb_array")
    shapes = set()
    for seed in range(2):
        environment.reset(seed=seed)
        over, decisions = False, 0
        while not over:
            if decisions % 10 == 0:
                pixels = environment.render()
                assert is_frame(pixels)
                shapes.add(pixels.shape)
            _, _, over, _, _ = environment.step(environment.unwrapped.sample())
            decisions += 1
        shapes.add(environment.render().shape)
    assert len(shapes) == 1


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_checkers_have_no_complaint(id_, capsys):
    """Warnings are errors; `check_env` tries all render modes."""
    players = max(moon_envs.game(id_).player_counts)
    environment = gymnasium.make(environment_id(id_), players=players, render_mode="rgb_array")
    check_env(environment.unwrapped)
    environment.reset(seed=0)
    assert is_frame(environment.render())  # through Gymnasium's passive checker


def test_render_modes_are_declared():
    for mode in RENDER_MODES:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert gymnasium.make(LAUNCH, render_mode=mode).render_mode == mode
    with pytest.raises(ArgumentError, match="allowed: ansi, human, rgb_array, svg, None"):
        module_of("launch").env(render_mode="depth_array")


def test_svg_is_text_that_shows_itself():
    environment = gymnasium.make(LAUNCH, render_mode="svg", players=2, seat=1).unwrapped
    environment.reset(seed=1)
    shown = environment.render()
    assert isinstance(shown, str) and shown == draw(environment.game, environment.state, 1).svg()
    assert shown._repr_svg_() == shown and type(shown._repr_svg_()) is str


def test_the_own_last_decision_is_marked():
    environment = gymnasium.make(LAUNCH, render_mode="svg", players=3, seat=2).unwrapped
    environment.reset(seed=1)
    assert ' last"' not in environment.render()
    marked = 0
    for _ in range(12):
        action = environment.sample()
        environment.step(action)
        expected = draw(environment.game, environment.state, 2, last=LastDecision(2, action)).svg()
        assert environment.render() == expected
        marked += ' last"' in expected
    assert marked > 0
    again = copy.deepcopy(environment)
    assert again.render() == environment.render()
    environment.load(environment.save())
    assert ' last"' not in environment.render()
    again.reset(seed=2)
    assert ' last"' not in again.render()


def test_an_illegal_action_is_not_marked():
    environment = gymnasium.make(LAUNCH, render_mode="svg").unwrapped
    environment.reset(seed=1)
    environment.step(environment.sample())
    illegal = int(np.flatnonzero(~environment.action_masks())[0])
    environment.step(illegal)
    assert ' last"' not in environment.render()


def test_without_a_render_mode_nothing_is_kept():
    environment = gymnasium.make(LAUNCH).unwrapped
    environment.reset(seed=1)
    environment.step(environment.sample())
    assert environment.render() is None and environment._last == (-1, -1)


@needs_pixels
def test_lists_of_frames_and_statistics():
    environment = gymnasium.make(LAUNCH, render_mode="rgb_array", on_illegal="end")
    environment = RenderCollection(RecordEpisodeStatistics(environment))
    environment.reset(seed=0)
    for _ in range(4):
        environment.step(environment.unwrapped.sample())
    illegal = int(np.flatnonzero(~environment.unwrapped.action_masks())[0])
    _, _, over, _, info = environment.step(illegal)
    frames = environment.render()
    assert over and info["episode"]["l"] == 5 and np.stack(frames).shape[0] == 6


@needs_pixels
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_videos(tmp_path):
    pytest.importorskip("moviepy", reason='needs pip install "moon_envs[video]"')
    environment = gymnasium.make(LAUNCH, render_mode="rgb_array")
    environment = RecordVideo(environment, str(tmp_path / "videos"), episode_trigger=lambda episode: True)
    for seed in range(2):
        environment.reset(seed=seed)
        for _ in range(5):
            environment.step(environment.unwrapped.sample())
    environment.close()
    assert [path.stat().st_size > 1000 for path in (tmp_path / "videos").glob("*.mp4")] == [True, True]


@needs_pixels
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_windows(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pytest.importorskip("pygame", reason='windows need pip install "gymnasium[classic-control]"')
    environment = HumanRendering(gymnasium.make(LAUNCH, render_mode="rgb_array"))
    environment.reset(seed=0)
    environment.step(environment.unwrapped.sample())
    assert environment.render() is None
    environment.close()


def test_trainers_may_make_what_they_do_not_look_at(monkeypatch):
    """stable-baselines3 makes every environment with `rgb_array`; only `render` needs the extra."""
    monkeypatch.setitem(sys.modules, "pylunasvg", None)
    monkeypatch.delitem(sys.modules, "moon_envs.render.raster", raising=False)
    environment = gymnasium.make(LAUNCH, render_mode="rgb_array")
    environment.reset(seed=0)
    environment.step(environment.unwrapped.sample())
    with pytest.raises(MissingExtraError, match=r'pip install "moon_envs\[render\]"'):
        environment.render()


# Many games


@needs_pixels
def test_pixels_of_all_rows():
    environments = gymnasium.make_vec(LAUNCH, 3, render_mode="rgb_array", players=2)
    environments.reset(seed=0)
    environments.step(environments.unwrapped.sample())
    frames = environments.render()
    assert isinstance(frames, tuple) and len(frames) == 3 and all(is_frame(frame) for frame in frames)
    assert len({frame.shape for frame in frames}) == 1
    single = gymnasium.make(LAUNCH, render_mode="rgb_array", players=2)
    single.reset(seed=0)
    assert single.render().shape == frames[0].shape


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_last_decisions_of_all_rows(mode):
    """A new game has no last decision; a finished one keeps its last."""
    environments = gymnasium.make_vec(LAUNCH, 3, render_mode="svg", autoreset_mode=mode).unwrapped
    environments.reset(seed=0)
    assert not any(' last"' in shown for shown in environments.render())
    expected = [None] * 3
    was_over = np.zeros(3, dtype=bool)
    ended = 0
    for _ in range(150):
        actions = environments.sample()
        _, _, over, _, _ = environments.step(actions)
        for row in range(3):
            begins = over[row] if mode is AutoresetMode.SAME_STEP else was_over[row]
            if not begins:
                expected[row] = LastDecision(0, int(actions[row]))
            elif mode is not AutoresetMode.DISABLED:
                expected[row] = None
        was_over = over.copy()
        ended += int(over.any())
        if over.any() or ended % 3 == 1:
            states = environments.batch.states
            wanted = [draw(environments.game, states[row], 0, last=expected[row]).svg() for row in range(3)]
            assert list(environments.render()) == wanted
    assert ended > 0
    if mode is AutoresetMode.DISABLED:
        environments.reset(options={"reset_mask": np.array([True, False, False])})
        assert ' last"' not in environments.render()[0]


def test_human_mode_prints_all_rows(capsys):
    environments = gymnasium.make_vec(LAUNCH, 2, render_mode="human")
    environments.reset(seed=0)
    assert environments.render() is None and capsys.readouterr().out.count("Turn 1") == 2


@needs_pixels
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_images_for_stable_baselines3():
    pytest.importorskip("stable_baselines3")
    from moon_envs.sb3 import MoonVecEnv

    environments = MoonVecEnv("launch", 4, render_mode="rgb_array", seed=0)
    environments.reset()
    environments.step(environments.batch.sample().copy())
    images = environments.get_images()
    assert len(images) == 4 and all(is_frame(image) for image in images)
    height, width, _ = images[0].shape
    assert environments.render().shape == (2 * height, 2 * width, 3)
    assert MoonVecEnv("launch", 2, seed=0).get_images() == [None, None]
    as_svg = MoonVecEnv("launch", 2, render_mode="svg", seed=0)
    as_svg.reset()
    action = int(as_svg.batch.sample()[0])
    as_svg.step([action, int(as_svg.batch.sample()[1])])
    expected = draw(moon_envs.game("launch"), as_svg.batch.states[0], 0, last=LastDecision(0, action)).svg()
    assert as_svg.env_method("render", indices=0) == [expected]


# PettingZoo


@needs_pixels
@pytest.mark.parametrize("shell", ["env", "raw_env"])
def test_pettingzoos_own_test(shell, capsys):
    render_test(getattr(module_of("launch"), shell), {"rgb_array": is_frame, "svg": lambda shown: "<svg" in shown})


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_parallel_frames_have_one_size(id_, capsys):
    environment = module_of(id_).parallel_env(render_mode="rgb_array")
    shapes = set()
    for seed in range(2):
        environment.reset(seed=seed)
        for _ in range(8):
            environment.step(environment.sample())
            pixels = environment.render()
            assert is_frame(pixels)
            shapes.add(pixels.shape)
    assert len(shapes) == 1


@needs_pixels
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
def test_parallel_api_with_pixels(capsys):
    parallel_api_test(module_of("launch").parallel_env(render_mode="rgb_array"), num_cycles=50)


def test_agents_in_turn_see_the_open_table_with_the_last_decision():
    environment = module_of("launch").env(players=3, render_mode="svg")
    environment.reset(seed=2)
    assert environment.render() == draw(environment.unwrapped.game, environment.unwrapped.batch.states[0]).svg()
    for _ in range(20):
        seat = environment.possible_agents.index(environment.agent_selection)
        action = environment.unwrapped.sample()
        environment.step(action)
        raw = environment.unwrapped
        last = LastDecision(seat, action)
        assert environment.render() == draw(raw.game, raw.batch.states[0], last=last).svg()
    environment.reset(seed=3)
    assert ' last"' not in environment.render()


@pytest.mark.parametrize("players", [1, 3])
def test_agents_in_parallel_see_the_last_decision_that_the_game_took(players):
    environment = module_of("launch").parallel_env(players=players, render_mode="svg")
    environment.reset(seed=2)
    before, moves, chosen = environment.render(), 0, {}
    for _ in range(30):
        if not environment.agents:
            break
        state, actions = environment.batch.record(), environment.sample()
        chosen |= {agent: action for agent, action in actions.items() if action != environment.wait}
        environment.step(actions)
        shown = environment.render()
        if environment.batch.record() == state:
            assert shown == before  # other players still decide in this phase: the table has not changed
        else:
            moves += 1
            seat = environment._last[0]
            last = LastDecision(seat, chosen[f"player_{seat}"])
            assert shown == draw(environment.game, environment.batch.states[0], last=last).svg()
        before = shown
    assert moves > 2


# Notebooks


class FakeHandle:
    def __init__(self, shown):
        self.shown = [shown]

    def update(self, picture):
        self.shown.append(picture)


@pytest.fixture
def notebook(monkeypatch):
    """Return a module that acts as IPython in a notebook, and the handles of what it displayed."""
    handles: list[FakeHandle] = []
    shell = types.SimpleNamespace(kernel=object(), execution_count=1)
    ipython, shows = types.ModuleType("IPython"), types.ModuleType("IPython.display")

    def display(picture, display_id):
        assert display_id is True
        handles.append(FakeHandle(picture))
        return handles[-1]

    ipython.get_ipython, ipython.display, shows.display = lambda: shell, shows, display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", shows)
    return types.SimpleNamespace(shell=shell, handles=handles)


def test_human_mode_in_a_notebook(notebook, capsys):
    """Each running cell has one picture, which is updated in place."""
    environment = gymnasium.make(LAUNCH, render_mode="human")
    environment.reset(seed=0)
    environment.step(environment.unwrapped.sample())
    assert [len(handle.shown) for handle in notebook.handles] == [2]
    assert all("<svg" in picture._repr_svg_() for picture in notebook.handles[0].shown)
    notebook.shell.execution_count = 2
    assert environment.render() is None
    environment.step(environment.unwrapped.sample())
    assert [len(handle.shown) for handle in notebook.handles] == [2, 2]
    assert capsys.readouterr().out == ""


def test_human_mode_in_a_terminal_with_ipython(notebook, capsys):
    del notebook.shell.kernel
    environment = gymnasium.make(LAUNCH, render_mode="human")
    environment.reset(seed=0)
    assert "Turn 1" in capsys.readouterr().out and notebook.handles == []


@pytest.fixture
def screen(monkeypatch):
    """Simulate a machine with a screen; return the addresses that its browser opens."""
    opened: list[str] = []
    monkeypatch.delenv("MOON_ENVS_NO_WINDOW")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", opened.append)
    return opened


def test_human_mode_on_a_screen(screen, capsys):
    """Each environment has one window, which follows the game; copies have their own."""
    environment = gymnasium.make(LAUNCH, render_mode="human")
    environment.reset(seed=0)
    assert len(screen) == 1 and screen[0].startswith("file:") and capsys.readouterr().out == ""
    page = Path(urllib.request.url2pathname(urllib.parse.urlparse(screen[0]).path))
    assert "picture.svg" in page.read_text(encoding="utf-8") and "Launch" in page.read_text(encoding="utf-8")
    before = page.with_name("picture.svg").read_text()
    environment.step(environment.unwrapped.sample())
    after = page.with_name("picture.svg").read_text()
    assert len(screen) == 1 and before != after and before.startswith("<svg")
    other = copy.deepcopy(environment.unwrapped)
    other.render()
    assert len(screen) == 2 and screen[0] != screen[1]
    pickle.loads(pickle.dumps(environment.unwrapped)).render()
    assert len(screen) == 3


def test_no_window_where_nobody_wants_one(screen, monkeypatch, capsys):
    monkeypatch.setenv("MOON_ENVS_NO_WINDOW", "1")
    gymnasium.make(LAUNCH, render_mode="human").reset(seed=0)
    assert screen == [] and "Turn 1" in capsys.readouterr().out


def test_ipython_is_not_imported_to_find_out(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert notebook_shell() is None and "IPython" not in sys.modules
