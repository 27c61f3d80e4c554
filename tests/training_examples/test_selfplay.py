"""training_examples/selfplay: its network, advantages and checkpoints, its league, and its messages for bad input."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import moon_envs

torch = pytest.importorskip("torch")

from training_examples.selfplay.arguments import Arguments  # noqa: E402
from training_examples.selfplay.curriculum import chosen_modes, stage_at  # noqa: E402
from training_examples.selfplay.games import random_decisions  # noqa: E402
from training_examples.selfplay.learner import Learner  # noqa: E402
from training_examples.selfplay.training import run_of  # noqa: E402

ROOT = Path(__file__).parents[2]
SELFPLAY = [sys.executable, "-m", "training_examples.selfplay"]
SMALL = ["--games", "24", "--steps", "12", "--minibatch", "64", "--processes", "1", "--hidden", "16"]


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


def learner_of(id_, players, **settings):
    small = {"games": 24, "steps": 12, "minibatch": 64, "threads": 1, "hidden": 16}
    arguments = Arguments(**small | {"game": id_, "players": players} | settings)
    game = moon_envs.game(id_)
    return Learner(arguments, game, chosen_modes(game, players, arguments.option))


def environment():
    return {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(ROOT)}


def run(folder, *arguments):
    command = [*SELFPLAY, *arguments]
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("solo", [True, False], ids=["solo", "several"])
def test_numpy_plays_what_pytorch_has_learned(id_, solo, tmp_path):
    from moon_envs.networks import Network

    counts = [count for count in moon_envs.game(id_).player_counts if (count == 1) == solo]
    if not counts:
        pytest.skip("the game has no solo mode")
    learner = learner_of(id_, counts, games=24 * len(counts))
    with torch.no_grad():  # the first weights of the policy are nearly 0
        for weight in learner.network.parameters():
            weight.copy_(torch.randn(weight.shape) * 0.1)
    learner.collect()
    logits, values = learner._evaluate(learner.network, 5, np.arange(learner.games.count))
    learner.network.export(learner.reward, "test").save(tmp_path / "network.npz")
    network = Network.load(tmp_path / "network.npz")
    for rows, batch in zip(learner.games.rows, learner.games.batches, strict=True):
        columns = batch.observation.shape[1]
        found = network.evaluate(learner.observation[5, rows, :columns], learner.mask[5, rows].astype(np.int8))
        assert np.allclose(found[0], logits[rows], atol=0.02)  # half precision
        assert np.allclose(found[1], values[rows], atol=0.02)


@pytest.mark.parametrize(
    ("id_", "players"), [("launch", [1]), ("launch", [2, 3]), ("mlem", [3]), ("luna_capital", [2])]
)
def test_rewards_until_the_next_decision_of_the_same_player(id_, players):
    """Against a plain computation, player by player and game by game."""
    learner = learner_of(id_, players, steps=150, gae_lambda=0.9, gamma=0.97)
    learner.collect()
    advantage, usable = learner.advantages()
    checked = 0
    for row in range(learner.games.count):
        for seat in range(learner.games.players[row]):
            checked += check_seat(learner, advantage, usable, row, seat)
    assert checked == usable.sum() > 100


def check_seat(learner, advantage, usable, row, seat):
    """Follow one seat forward, collect its decisions with their rewards, and compute advantages backward."""
    games, decisions = [], []
    for step in range(learner.arguments.steps):
        if learner.learns[step, row] and learner.actor[step, row] == seat:
            decisions.append([step, 0.0])
        if decisions:
            decisions[-1][1] += float(learner.rewards[step, row, seat])
        if learner.done[step, row]:
            games.append((decisions, 0.0))
            decisions = []
    follows = learner.learns[-1, row] and learner.actor[-1, row] == seat
    games.append((decisions, float(learner.value[-1, row]) if follows else None))
    count = 0
    for decisions, value_after in games:
        later = 0.0
        for step, reward in reversed(decisions):
            if value_after is None:
                assert not usable[step, row]
            else:
                expected = reward + 0.97 * value_after - learner.value[step, row] + 0.97 * 0.9 * later
                assert usable[step, row]
                assert advantage[step, row] == pytest.approx(expected, abs=1e-5)
                later = expected
                count += 1
            value_after = float(learner.value[step, row])
    return count


def test_seats_of_the_league():
    learner = learner_of("launch", [2, 4], league=0.5, bots=["random"])
    who, players = learner.seats.who, learner.games.players
    for row in range(learner.games.count):
        kinds = set(who[row, : players[row]].tolist())
        if learner.seats.in_league[row]:
            assert list(who[row, : players[row]]).count(0) == 1 and kinds in ({0, 1}, {0, 2})
        else:
            assert kinds == {0}
    assert {1, 2} <= set(who.flatten().tolist())
    learner.collect()
    decided_by = who[np.arange(len(who)), learner.actor[0]]
    assert not learner.learns[0][decided_by != 0].any()


@pytest.mark.parametrize(("id_", "players"), [("launch", [1]), ("mlem", [2, 3])])
def test_a_checkpoint_resumes_exactly(id_, players):
    settings = {"league": 0.5, "bots": ["random"], "snapshot": 1}

    def go_on(learner, updates):
        for _ in range(updates):
            learner.collect()
            learner.learn(learner.experience(), 0.5)
        return learner

    straight = go_on(learner_of(id_, players, **settings), 4)
    first = go_on(learner_of(id_, players, **settings), 2)
    state = first.state()
    kept = {name: value.clone() for name, value in state["learned"]["network"].items()}
    state["learned"] = {**state["learned"], "network": kept}
    second = learner_of(id_, players, **settings)
    second.load_state(state)
    go_on(second, 2)
    for one, other in zip(straight.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(one, other)
    assert second.decisions == straight.decisions


def levels(learner):
    return [batch.configuration.options["opponent"] for batch in learner.games.batches]


def test_the_curriculum_comes_first():
    learner = learner_of("launch", [1], option=["opponent=8"], curriculum=["opponent=1", "opponent=3,5"])
    met = []
    for used in (0.0, 0.14, 0.16, 0.29, 0.31, 0.9, 0.2):  # never back
        learner.update(1 - used)
        met.append(levels(learner))
    assert met == [[1], [1], [3, 5], [3, 5], [8], [8], [8]]
    assert [stage_at(used, 3, 0.6) for used in (0, 0.19, 0.21, 0.59, 0.6, 1)] == [0, 0, 1, 2, 3, 3]
    assert stage_at(0.0, 0, 0.3) == 0


def test_a_checkpoint_resumes_in_its_stage():
    def learner_after(*times, state=None):
        learner = learner_of("launch", [1], option=["opponent=8"], curriculum=["opponent=1", "opponent=4"])
        if state is not None:
            learner.load_state(state)
            assert levels(learner) == [4]
        for used in times:
            learner.update(1 - used)
        return learner

    straight = learner_after(0.1, 0.2, 0.25, 0.5)
    resumed = learner_after(0.25, 0.5, state=learner_after(0.1, 0.2).state())
    assert levels(resumed) == levels(straight) == [8]
    for one, other in zip(straight.network.parameters(), resumed.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_constant_inputs_learn_nothing():
    """The network must not rely on ASTRA's level, which is constant in the first stage and changes in the next."""
    curriculum = ["opponent=1", "opponent=3", "opponent=1,8"]
    learner = learner_of("launch", [1], option=["opponent=8"], curriculum=curriculum, curriculum_share=0.9)
    easy, hard = (
        learner.network.encode(
            *random_decisions(learner.game, [{"players": 1, "opponent": level}], learner.inputs.columns, 0)
        )[0]
        for level in (1, 8)
    )
    is_level = (easy == easy[0]).all(0) & (easy[0] != hard).all(0)
    is_level = torch.nn.functional.pad(is_level, (0, len(learner.network.offset) - len(is_level)))  # not embeddings
    assert is_level.sum() >= 5
    before = learner.network.weights["first/weight"].detach().clone()
    for _ in range(5):
        learner.update(0.99)
    moved = (learner.network.weights["first/weight"] - before).abs().amax(0)
    assert moved[is_level].max() < 1e-5 < 1e-3 < moved.max()
    learner.network.weights["first/weight"].data[:, is_level] = 100.0
    learner.update(0.5)
    assert levels(learner) == [3]
    assert learner.value[0].max() < 10  # the new level is subtracted now
    for _ in range(5):
        learner.update(0.2)
    assert levels(learner) == [1, 8]
    moved = (learner.network.weights["first/weight"] - 100.0).abs().amax(0)
    assert (moved[is_level] > 1e-3).all()


def test_the_weights_of_a_file_play_the_same_in_pytorch():
    """Also in a network that subtracts something else from its inputs."""
    first = learner_of("launch", [1], option=["opponent=1"])
    other = learner_of("launch", [1], option=["opponent=8"], seed=1)
    with torch.no_grad():
        for weight in first.network.parameters():
            weight.copy_(torch.randn(weight.shape) * 0.1)
    assert not torch.equal(first.network.offset, other.network.offset)
    other.network.load_parameters(first.network.export(first.reward, "test").parameters)
    first.collect()
    rows = np.arange(first.games.count)
    for one, two in zip(
        *(first._evaluate(network, 5, rows) for network in (first.network, other.network)), strict=True
    ):
        assert torch.allclose(one, two, atol=1e-4)


def test_learning():
    learner = learner_of("launch", [1], games=256, steps=32, minibatch=512, hidden=64, learning_rate=1e-3)
    points = []
    for _ in range(40):
        points += [result[1] for result in learner.collect()]
        learner.learn(learner.experience(), 1.0)
    assert np.mean(points[-500:]) > np.mean(points[:500]) + 15


def test_command_line(tmp_path):
    solo = run(tmp_path, "launch", "--option", "opponent=1", *SMALL, "--decisions", "1000", "--evaluate", "8")
    assert solo.returncode == 0, solo.stderr
    assert "opponent=1: won" in solo.stdout and "decisions" in solo.stdout
    folder = tmp_path / "runs" / "launch-solo-opponent-1-0"
    assert {"checkpoint.pt", "curves.csv", "network.npz"} <= {file.name for file in folder.iterdir()}
    several = ["mlem", "--players", "2", "3", "--bots", "random", "--folder", "mlem", *SMALL, "--decisions", "1000"]
    several = run(tmp_path, *several, "--option", "ufo=true", "--evaluate", "4")
    assert several.returncode == 0, several.stderr
    assert "against greedy" in several.stdout
    again = run(tmp_path, "launch", *SMALL)
    assert again.returncode == 1 and "--resume" in again.stderr and len(again.stderr.splitlines()) == 1
    resumed = ["launch", "--option", "opponent=1", *SMALL, "--decisions", "2000", "--evaluate", "0", "--resume"]
    assert run(tmp_path, *resumed).returncode == 0
    assert (folder / "curves.csv").read_text().count("\n") > 4


def test_a_training_that_diverges_keeps_its_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    learner = learner_of("launch", [1], folder=str(tmp_path / "run"))
    run_folder = run_of(learner, [{"players": 1}])
    run_folder.save(learner.state())
    kept = (tmp_path / "run" / "checkpoint.pt").read_bytes()
    with torch.no_grad():
        learner.network.weights["second/bias"][3] = torch.nan
    with pytest.raises(moon_envs.MoonEnvsError, match="second/bias is no longer finite; --resume continues from"):
        run_folder.save(learner.state())
    assert (tmp_path / "run" / "checkpoint.pt").read_bytes() == kept
    with pytest.raises(moon_envs.MoonEnvsError, match="second.bias: a weight is not a finite number"):
        learner.network.export(learner.reward, "diverged")


@pytest.mark.parametrize("name", ["network.npz", "curves.csv", "curves.png"])
def test_a_run_replaces_nothing_of_another(name, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / name).write_text("mine")
    failed = run(tmp_path, "launch", *SMALL, "--decisions", "300", "--folder", "here")
    assert failed.returncode == 1 and f"here: holds {name}" in failed.stderr and "Traceback" not in failed.stderr
    assert (tmp_path / "here" / name).read_text() == "mine"


def test_an_interrupt_loses_nothing(tmp_path):
    command, pipe = [*SELFPLAY, "launch", *SMALL, "--minutes", "5"], subprocess.PIPE
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=pipe, stdout=pipe, text=True)
    folder = tmp_path / "runs" / "launch-solo-opponent-1-0"
    while not folder.exists() and process.poll() is None:
        time.sleep(0.1)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "Stopping after this update" in errors and "decisions in" in printed
    resumed = run(tmp_path, "launch", *SMALL, "--decisions", "1", "--resume", "--evaluate", "0")
    assert resumed.returncode == 0, resumed.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["launc"], "There is no game 'launc'"),
        (["launch", "--option", "opponent=9"], "opponent=9 is not allowed; allowed: 1 to 8"),
        (["launch", "--option", "opponent"], "is not of the form name=value"),
        (["launch", "--players", "1", "2"], "give --players 1, or others"),
        (["launch", "--players", "7"], "players=7 is not allowed"),
        (["launch", "--games", "0"], "--games must be at least 1"),
        (["launch", "--processes", "-1"], "--processes must be at least 0"),
        (["launch", "--minutes", "-1"], "--minutes must be at least 0"),
        (["launch", "--curriculum", "opponent=9"], "opponent=9 is not allowed; allowed: 1 to 8"),
        (["launch", "--curriculum", "opponent"], "is not of the form name=value"),
        (["launch", "--curriculum", "opponent=1,,2"], "opponent"),
        (
            ["launch", "--curriculum", "opponent=1", "--curriculum-share", "1"],
            "--curriculum-share must be between",
        ),
        (["launch", "--bots", "nobody"], "bots='nobody' is not allowed"),
        (["launch", "--resume"], "there is no checkpoint.pt"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_clear_line(arguments, words, tmp_path):
    failed = run(tmp_path, *arguments)
    assert failed.returncode not in (0, -11) and words in failed.stderr
    assert "Traceback" not in failed.stderr


def test_checkpoints_of_something_else(tmp_path):
    assert run(tmp_path, "launch", *SMALL, "--decisions", "300", "--evaluate", "0", "--folder", "here").returncode == 0
    kept = (tmp_path / "here" / "checkpoint.pt").read_bytes()
    settings = (["--players", "2"], ["--hidden", "8"], ["--games", "8"], ["--processes", "2"])
    for other in (["journey"], *(["launch", *setting] for setting in settings)):
        failed = run(tmp_path, other[0], *SMALL, *other[1:], "--folder", "here", "--resume")
        assert failed.returncode == 1 and "was made with" in failed.stderr, other
        assert "Traceback" not in failed.stderr
        assert (tmp_path / "here" / "checkpoint.pt").read_bytes() == kept
    (tmp_path / "here" / "checkpoint.pt").write_bytes(kept[: len(kept) // 2])
    failed = run(tmp_path, "launch", *SMALL, "--folder", "here", "--resume")
    assert failed.returncode == 1 and "is not a checkpoint of this program" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.slow
def test_files_that_cannot_be_written_do_not_end_a_training(tmp_path):
    """A folder that has become a file: the network is elsewhere, and the program says where and fails."""
    program = """
import shutil
from training_examples.selfplay import __main__, runs
runs.SECONDS_BETWEEN_CHECKPOINTS = 0
log, calls = runs.Run.log, []
def remove_at_second(self, row):
    calls.append(row)
    if len(calls) == 2:
        shutil.rmtree(self.folder)
        self.folder.write_text("")
        self._board = None
    log(self, row)
runs.Run.log = remove_at_second
__main__.main()
"""
    arguments = ["launch", *SMALL, "--decisions", "2000", "--evaluate", "10", "--option", "opponent=1"]
    command, variables = [sys.executable, "-c", program, *arguments], environment() | {"TMPDIR": str(tmp_path)}
    ended = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    [network] = tmp_path.glob("moon_envs-*/network.npz")
    assert ended.returncode == 1 and "10 games" in ended.stdout and str(network) in ended.stdout
    assert "checkpoint.pt: Not a directory; the training continues." in ended.stderr and "Traceback" not in ended.stderr
    assert f"network.npz: cannot be written: Not a directory; it is in {network}" in ended.stderr
    assert moon_envs.networks.load_network(network).game.id == "launch"
