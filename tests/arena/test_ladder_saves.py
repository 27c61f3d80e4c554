"""Saved ladders: an interrupted and resumed one is the same as one that was never interrupted."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest

from moon_envs.agents import Agent
from moon_envs.arena import ladder, ladder_protocol, ladder_saves
from moon_envs.arena.ladder import RUNGS, Climb, chosen_rungs, run_ladder
from moon_envs.arena.ladder_report import ladder_page
from moon_envs.arena.run_file import LADDER, _checksum, write_run
from moon_envs.base.errors import AgentError, ConfigurationError, SaveError, UnsavedError
from moon_envs.networks import ValueNetwork
from moon_envs.networks.finding import BOX

LAUNCH = [RUNGS[0], RUNGS[7], RUNGS[8], RUNGS[9]]


def climbed(path=None, agent="random", rungs=LAUNCH, games=4):
    """The result of a ladder that is resumed from this file, if it exists, and saved there."""
    climb = Climb(agent, rungs, games, threads=1)
    if path is not None and path.exists():
        climb.resume(path)
    list(climb.climb(save=path))
    return climb.result


def timeless(result) -> dict:
    value = result.as_json()
    for one in [*value["rungs"], value]:
        del one["seconds"]
    return value


@pytest.fixture(scope="module")
def whole():
    return climbed()


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "ladder.json"
    climb = Climb("random", LAUNCH, 4, threads=1)
    steps = climb.climb(save=path)
    next(steps), next(steps)
    steps.close()
    return path


@pytest.mark.parametrize("finished", range(len(LAUNCH)))
@pytest.mark.parametrize("agent", ["random", "flat:2"])
def test_an_interrupt_in_any_rung_loses_only_that_rung(tmp_path, monkeypatch, agent, finished):
    whole = climbed(agent=agent, rungs=LAUNCH[:4])
    path, play_games, begun = tmp_path / "ladder.json", ladder.play_games, []

    def impatient(*arguments):
        begun.append(1)
        play_games(*arguments)
        if len(begun) == finished + 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_games", impatient)
    with pytest.raises(KeyboardInterrupt):
        climbed(path, agent)
    assert json.loads(path.read_text())["seeds"] == 4 * finished
    assert climbed(path, agent) == whole and timeless(climbed(path, agent)) == timeless(whole)
    assert len(begun) == len(LAUNCH) + 1, "each rung was played once, the interrupted one twice"
    assert ladder_page(climbed(path, agent)) == ladder_page(whole), "to the byte"


def test_a_process_that_is_killed_loses_only_the_rung(tmp_path, whole):
    """The file is complete after every rung, without any end of the ladder."""
    path = tmp_path / "ladder.json"
    for number, _ in enumerate(Climb("random", LAUNCH, 4, threads=1).climb(save=path), start=1):
        copy = tmp_path / f"after-{number}.json"
        shutil.copy(path, copy)
        assert json.loads(copy.read_text())["seeds"] == 4 * number
        assert climbed(copy) == whole


def test_interrupted_again_and_again(tmp_path, whole):
    path = tmp_path / "ladder.json"
    for number in range(1, len(LAUNCH) + 1):
        climb = Climb("random", LAUNCH, 4, threads=1)
        if path.exists():
            climb.resume(path)
        steps = climb.climb(save=path)
        next(steps)
        steps.close()
        assert len(climb.result.rungs) == number
    assert climb.result == whole


def test_seconds_are_those_of_the_first_time(saved):
    climb = Climb("random", LAUNCH, 4)
    climb.resume(saved)
    seconds = [one.seconds for one in climb.result.rungs]
    assert len(seconds) == 2 and all(seconds) and climb.result.interrupted
    assert seconds == list(json.loads(saved.read_text())["run"]["seconds"].values())


def test_the_short_call(tmp_path):
    path, expected = tmp_path / "ladder.json", run_ladder("greedy", "luna_capital", games=2)
    assert run_ladder("greedy", "luna_capital", games=2, save=path) == expected
    before = path.read_bytes()
    assert run_ladder("greedy", "luna_capital", games=2, resume=path) == expected and path.read_bytes() == before
    with pytest.raises(ConfigurationError, match="exists and is not the file of this run"):
        run_ladder("greedy", "luna_capital", games=2, save=path)


# Files of other ladders


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"agent": "greedy"}, "agent is 'random' there, 'greedy' here"),
        ({"games": 5}, "games on a rung is 4 there, 5 here"),
        ({"rungs": LAUNCH[:2]}, "mode is 'both' there, 'solo' here"),
        ({"rungs": LAUNCH[2:]}, "mode is 'both' there, 'several' here"),
        (
            {"rungs": [*LAUNCH, *chosen_rungs("luna_capital")]},
            r"environments is \['launch'\] there, \['launch', 'luna_c",
        ),
        ({"rungs": LAUNCH[::-1]}, "rungs is .* there, .* here"),
    ],
)
def test_a_file_of_another_ladder_is_refused_and_untouched(saved, changed, words):
    before = saved.read_bytes()
    climb = Climb(**({"agent": "random", "rungs": LAUNCH, "games": 4} | changed))
    with pytest.raises(SaveError, match=f"cannot resume '{saved}': it belongs to another run: {words}"):
        climb.resume(saved)
    assert saved.read_bytes() == before and not climb.result.rungs


@pytest.mark.parametrize(
    ("place", "name", "value", "words"),
    [
        (ladder_saves, "VERSION", "ladder-v1", "ladder is 'ladder-v0' there, 'ladder-v1' here"),
        (ladder_saves, "__version__", "99", "moon_envs is '.*' there, '99' here"),
        (ladder_saves, "layout_code", lambda game: 7, "the layout and tables of launch is .* there, 7 here"),
    ],
)
def test_other_versions_and_tables_are_refused(saved, monkeypatch, place, name, value, words):
    monkeypatch.setattr(place, name, value)
    with pytest.raises(SaveError, match=words):
        Climb("random", LAUNCH, 4).resume(saved)


def test_other_versions_of_a_game_are_refused(saved):
    game = ladder.registry.game("launch")
    object.__setattr__(game, "version", 99)
    try:
        with pytest.raises(SaveError, match="the version of launch is 0 there, 99 here"):
            Climb("random", LAUNCH, 4).resume(saved)
    finally:
        object.__setattr__(game, "version", 0)


def test_a_network_that_has_changed_is_refused(tmp_path):
    file, path = tmp_path / "network.npz", tmp_path / "ladder.json"
    network = (BOX / "launch-solo.npz").read_bytes()
    file.write_bytes(network)
    climb = Climb(str(file), LAUNCH[:2], 2)
    assert next(climb.climb(save=path)).games == 2
    other = ValueNetwork.load(file)
    weights = {name: value.copy() for name, value in other.parameters.items()}
    next(value for value in weights.values() if value.dtype.kind == "f" and value.size).flat[0] += 1
    ValueNetwork(other.inputs, weights, goal=other.goal).save(file)
    with pytest.raises(SaveError, match="agent's network, settings or code in launch, solo is '.*' there, '.*' here"):
        Climb(str(file), LAUNCH[:2], 2).resume(path)
    file.write_bytes(network)
    Climb(str(file), LAUNCH[:2], 2).resume(path)


def test_a_policy_that_has_changed_is_refused(tmp_path):
    file, path = tmp_path / "policy.py", tmp_path / "ladder.json"
    file.write_text("def play(observations, masks):\n    return masks.argmax(axis=1)\n")
    climbed(path, f"{file}:play", LAUNCH[:1])
    file.write_text("def play(observations, masks):\n    return masks.argmax(axis=1)  # or so\n")
    with pytest.raises(SaveError, match="the agent's network, settings or code in launch, solo is"):
        Climb(f"{file}:play", LAUNCH[:1], 4).resume(path)


class Weighted(Agent):
    name = "weighted"

    def __init__(self, weights):
        self.weights = weights

    def act(self, waiting):
        return waiting.mask.argmax(axis=1)

    def fingerprint(self, game, configuration):
        if self.weights is None:
            raise RuntimeError("no weights")
        return f"weights {self.weights}"


def test_an_agent_with_a_fingerprint_of_its_own(tmp_path):
    path = tmp_path / "ladder.json"
    climbed(path, Weighted(1), LAUNCH[:1])
    Climb(Weighted(1), LAUNCH[:1], 4).resume(path)
    with pytest.raises(SaveError, match="is 'weights 1' there, 'weights 2' here"):
        Climb(Weighted(2), LAUNCH[:1], 4).resume(path)
    with pytest.raises(AgentError, match="'weighted' raised RuntimeError: no weights"):
        Climb(Weighted(None), LAUNCH[:1], 4).climb(save=path)


# Damaged files, and files that cannot be written


def rewritten(path, **changes) -> None:
    """Change a file and keep its checksum right."""
    contents = json.loads(path.read_text()) | changes
    del contents["checksum"]
    path.write_text(json.dumps(contents | {"checksum": _checksum(contents)}))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda path: path.write_text(""), "it is not the file of a ladder, or it is damaged"),
        (lambda path: path.write_text(path.read_text()[:300]), "it is not the file of a ladder, or it is damaged"),
        (lambda path: path.write_text(path.read_text().replace('"seeds": 8', '"seeds": 7')), "damaged"),
        (lambda path: rewritten(path, seeds=7), "damaged"),
        (lambda path: rewritten(path, format="moon_envs arena 1"), "it is not the file of a ladder"),
        (lambda path: rewritten(path, format="moon_envs ladder 9"), "this release reads 'moon_envs ladder 1'"),
        (lambda path: path.unlink(), "No such file"),
    ],
)
def test_damaged_files_are_refused(saved, damage, words):
    damage(saved)
    with pytest.raises(SaveError, match=f"cannot resume '{saved}': .*{words}"):
        Climb("random", LAUNCH, 4).resume(saved)


@pytest.mark.parametrize("left", [range(1, 8), range(7), range(4, 8), [0, 1, 4, 5]], ids=str)
def test_files_without_all_games_of_the_first_rungs_are_refused(saved, left):
    climb = Climb("random", LAUNCH, 4)
    climb.resume(saved)
    games = ladder_saves.games_of(climb._finished).chosen(np.array(left))
    write_run(saved, climb.run, games, LADDER)
    with pytest.raises(SaveError, match="it is damaged: a rung in it is not complete"):
        Climb("random", LAUNCH, 4).resume(saved)


def test_seconds_that_are_missing_are_none(saved):
    run = json.loads(saved.read_text())["run"]
    for seconds in (None, 3, {"launch/astra-1": "long"}, {"launch/astra-1": -1}):
        rewritten(saved, run=run | {"seconds": seconds})
        climb = Climb("random", LAUNCH, 4)
        climb.resume(saved)
        assert [one.seconds for one in climb.result.rungs] == [0, 0]


def test_the_games_go_on_if_the_file_cannot_be_written(tmp_path, capsys, whole):
    folder = tmp_path / "runs"
    folder.mkdir()
    climb = Climb("random", LAUNCH, 4)
    capsys.readouterr()
    with pytest.raises(UnsavedError, match=r"ladder.json: cannot be written: No such file or directory\.$") as caught:
        for _ in climb.climb(save=folder / "ladder.json"):
            shutil.rmtree(folder, ignore_errors=True)
    assert caught.value.result == climb.result == whole
    told = [line for line in capsys.readouterr().err.splitlines() if "ladder.json" in line]
    assert len(told) == 1 and told[0].endswith("the games go on.")


def test_files_that_are_not_this_ladder_s_are_kept(tmp_path, whole):
    path = tmp_path / "other"
    path.write_text("kept")
    with pytest.raises(ConfigurationError, match="exists and is not the file of this run"):
        Climb("random", LAUNCH, 4).climb(save=path)
    assert path.read_text() == "kept"
    climb = Climb("random", LAUNCH, 4)
    list(climb.climb(save=path, force=True))
    assert climb.result == whole == climbed(path)


def test_a_rung_twice_cannot_be_saved(tmp_path):
    with pytest.raises(ConfigurationError, match="the same rung twice"):
        Climb("random", [RUNGS[0], RUNGS[0]], 1).climb(save=tmp_path / "ladder.json")


# Sub-scores


def test_sub_scores_are_the_parts_of_a_whole_ladder():
    """Also with an agent for each mode."""
    games = ["luna_capital", "launch"]
    both = run_ladder("solo=random,several=greedy", games, games=3)
    solo, several = (
        run_ladder("random", games, mode="solo", games=3),
        run_ladder("greedy", games, mode="several", games=3),
    )
    assert both.rungs == tuple(sorted(solo.rungs + several.rungs, key=lambda one: one.rung.number))
    assert (both.mode, solo.mode, several.mode) == (None, "solo", "several")
    for mode, half in (("solo", solo), ("several", several)):
        assert half.environment_scores(mode) == both.environment_scores(mode) != {}
        assert half.as_json()["modes"][mode] == both.as_json()["modes"][mode]
        assert half.as_json()["mode"] == mode and half.environment_scores() == {}
    assert ladder_protocol.chosen_rungs("mlem", "several") == ladder_protocol.chosen_rungs("mlem")
    assert Climb("random", chosen_rungs("mlem", "several")).result.mode is None, "all of MLEM's rungs"
