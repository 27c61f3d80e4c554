"""`selfplay --minari`: datasets that replay, for every game, seat and agent; refusals that leave nothing behind."""

from __future__ import annotations

import builtins
import json
import sys

import numpy as np
import pytest

import moon_envs
from moon_envs import agents

NAME = "moon/test-v0"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Where Minari keeps its datasets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


@pytest.fixture
def minari(root):
    pytest.importorskip("h5py")
    return pytest.importorskip("minari")


def export(run, command: str) -> dict:
    ran = run(f"selfplay {command} --minari {NAME} --json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def modes(id_: str) -> list[str]:
    game = moon_envs.game(id_)
    return [
        *(["--players 1"] if game.has_solo_mode else []),
        "--players 2 --agents greedy random",
        "--players 3 --seat 2",
    ]


MODES = [(id_, mode) for id_ in moon_envs.game_ids() for mode in modes(id_)]


@pytest.mark.filterwarnings("ignore:Package moon_envs")
def test_networks_draw_by_default(run, minari):
    """The dataset and the environment that it names say with which temperature."""
    report = export(run, "launch --players 2 --agents baseline baseline:2 --games 3")
    assert report["agents"] == ["baseline:0.5", "baseline:2"] and report["minari"]["replayed"] == 3
    dataset = minari.load_dataset(NAME)
    assert "agents: baseline:0.5, baseline:2" in dataset.storage.metadata["description"]
    assert dataset.storage.metadata["algorithm_name"] == "baseline:0.5"
    assert dataset.recover_environment().spec.kwargs["opponents"] == ["baseline:2"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Package moon_envs")
@pytest.mark.parametrize(("id_", "mode"), MODES)
def test_every_game_replays(run, minari, id_, mode):
    report = export(run, f"{id_} {mode} --games 5 --seed 40 --batch 3")
    assert report["games"] == report["minari"]["episodes"] == report["minari"]["replayed"] == 5
    dataset = minari.load_dataset(NAME)
    environment = dataset.recover_environment()
    assert environment.unwrapped.game.id == id_
    seeds = [one["seed"] for one in dataset.storage.get_episode_metadata(range(5))]
    assert seeds == [40, 41, 42, 43, 44]
    for seed, episode in zip(seeds, dataset, strict=True):
        observation, info = environment.reset(seed=seed)
        seen, masks, paid, over = [observation], [info["action_mask"]], [], False
        for action in episode.actions:
            assert not over and info["action_mask"][action] == 1
            observation, reward, over, _, info = environment.step(action)
            seen.append(observation)
            masks.append(info["action_mask"])
            paid.append(reward)
        assert over and np.array_equal(seen, episode.observations) and np.array_equal(paid, episode.rewards)
        assert np.array_equal(masks, episode.infos["action_mask"])
        assert episode.infos["outcome"][-1] == info["outcome"] and not episode.infos["outcome"][:-1].any()
        assert episode.terminations.tolist() == [False] * (len(paid) - 1) + [True] and not episode.truncations.any()
        assert environment.observation_space.contains(episode.observations[0])


@pytest.mark.filterwarnings("ignore:Package moon_envs")
def test_who_plays_is_in_the_dataset(run, minari):
    asked = []

    def watching(observations, masks):
        asked.append(len(masks))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    agents.register_agent("watching", watching)
    report = export(
        run, "launch --players 3 --seat 1 --agents greedy watching random --games 4 --option missions=64,67,69"
    )
    assert report["agents"] == ["greedy", "watching", "random"] and report["minari"]["seat"] == 1
    dataset = minari.load_dataset(NAME)
    assert sum(asked) == dataset.total_steps == report["minari"]["steps"]
    environment = dataset.recover_environment().unwrapped
    assert environment.configuration.options["missions"] == (64, 67, 69) and environment.configuration.players == 3
    assert dataset.env_spec.kwargs["seat"] == 1 and dataset.env_spec.kwargs["opponents"] == ["random", "greedy"]
    metadata = dataset.storage.metadata
    assert metadata["algorithm_name"] == "watching" and "seat 1" in metadata["description"]
    for episode in dataset:
        last = [len(mask) - 1 - mask[::-1].argmax() for mask in episode.infos["action_mask"][:-1]]
        assert episode.actions.tolist() == last


def test_games_depend_on_seed_and_number_only(run, minari, monkeypatch, tmp_path):
    reports, files = [], []
    for place, settings in enumerate(("--threads 1", "--threads 2 --batch 7", "--batch 1")):
        monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / str(place)))
        report = export(run, f"launch --players 2 --agents greedy random --games 20 {settings}")
        reports.append({name: value for name, value in report.items() if name != "timing"})
        files.append(
            [(episode.observations.tobytes(), episode.actions.tobytes()) for episode in minari.load_dataset(NAME)]
        )
    assert reports[0] == reports[1] == reports[2] and files[0] == files[1] == files[2]


def test_the_check_is_told(run, minari):
    ran = run(f"selfplay launch --players 1 --games 120 --minari {NAME}")
    assert ran.code == 0 and f"Minari dataset {NAME}: 120 episodes" in ran.out
    assert "Replayed in the recovered environment: 100 episodes, with the same observations and rewards." in ran.out


def test_opponents_that_do_not_replay_are_found(fails, root, minari):
    chance = np.random.default_rng(0)

    def moody(observations, masks):
        return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])

    agents.register_agent("moody", moody)
    words = fails(f"selfplay launch --players 2 --agents random moody --games 3 --minari {NAME}")
    assert "does not replay: another" in words and "waiting.seeds" in words
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("observations", "another observation at step 3"),
        ("rewards", "another reward at step 3"),
        ("actions", "another"),
        ("infos/action_mask", "another observation at step 3"),
        ("infos/outcome", "another outcome"),
    ],
)
@pytest.mark.filterwarnings("ignore:Package moon_envs")
def test_changed_data_do_not_pass(run, root, minari, what, words):
    import h5py

    from moon_envs.base.errors import SaveError
    from moon_envs.records.minari import check_replays

    export(run, "launch --players 1 --games 3")
    assert check_replays(NAME) == 3
    with h5py.File(root / NAME / "data" / "main_data.hdf5", "a") as file:
        data = file[f"episode_1/{what}"]
        place = -1 if what.endswith("outcome") else 3
        changed = data[place]
        if what == "actions":
            legal = np.flatnonzero(file["episode_1/infos/action_mask"][3])
            data[3] = next(action for action in [*legal.tolist(), 0] if action != changed)
        else:
            data[place] = 1 - changed
    with pytest.raises(SaveError, match=f"Episode 1 of {NAME} does not replay: {words}"):
        check_replays(NAME)


def test_interrupts_leave_what_is_over(run, root, minari):
    calls = []

    def impatient(observations, masks):
        calls.append(len(masks))
        if len(calls) == 200:
            raise KeyboardInterrupt
        return masks.argmax(axis=1)

    agents.register_agent("impatient", impatient)
    ran = run(f"selfplay launch --players 1 --agents impatient --games 10 --batch 1 --json --minari {NAME}")
    report = json.loads(ran.out)
    assert ran.code == 130 and report["interrupted"] and 0 < report["games"] < 10
    assert minari.load_dataset(NAME).total_episodes == report["games"] == report["minari"]["replayed"]
    calls[:] = range(199)
    ran = run("selfplay launch --players 1 --agents impatient --games 10 --minari moon/second-v0")
    assert ran.code == 130 and sorted(path.name for path in (root / "moon").iterdir()) == [
        "namespace_metadata.json",
        "test-v0",
    ]


@pytest.mark.parametrize(
    "name", ["", "launch", "a b-v0", "../launch-v0", "/launch-v0", "moon/-v", "moon/", "moon/launch-vx"]
)
def test_names_that_cannot_be(fails, root, minari, name):
    words = fails(["selfplay", "launch", "--games", "2", "--minari", name])
    assert f"--minari={name!r} is not allowed; allowed: names like launch-v0" in words and list(root.iterdir()) == []


def test_names_that_are_taken(fails, run, root, minari):
    export(run, "launch --players 1 --games 2")
    before = (root / NAME / "data" / "main_data.hdf5").read_bytes()
    assert "exists already" in fails(f"selfplay launch --games 2 --minari {NAME}")
    assert "is a dataset itself" in fails(f"selfplay launch --games 2 --minari {NAME}/inner-v0")
    assert (root / NAME / "data" / "main_data.hdf5").read_bytes() == before
    assert [path.name for path in root.iterdir()] == ["moon"]


def test_seats_that_do_not_exist(fails, root, minari):
    words = fails(f"selfplay launch --players 2 --seat 2 --games 2 --minari {NAME}")
    assert "seat=2 is not allowed; allowed: 0 to 1" in words and list(root.iterdir()) == []


def test_agents_that_fail_leave_nothing(fails, root, minari):
    agents.register_agent("broken", lambda observations, masks: 1 / 0)
    assert "ZeroDivisionError" in fails(f"selfplay launch --players 2 --agents broken --games 2 --minari {NAME}")
    assert list(root.iterdir()) == []


def test_arguments_that_do_not_go_together(fails, tmp_path):
    assert "--record or --minari, not both" in fails(
        f"selfplay launch --games 2 --minari {NAME} --record {tmp_path / 'games'}"
    )
    assert "--seat needs --minari" in fails("selfplay launch --games 2 --seat 1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("missing", ["minari", "h5py"])
def test_minari_that_is_missing(fails, root, monkeypatch, missing):
    import_as_ever = builtins.__import__

    def without(name, *given):
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}")
        return import_as_ever(name, *given)

    monkeypatch.delitem(sys.modules, "moon_envs.records.minari", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    words = fails(f"selfplay launch --games 2 --minari {NAME}")
    assert 'pip install "moon_envs[minari]"' in words and list(root.iterdir()) == []
