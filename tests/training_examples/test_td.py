"""training_examples/td: its network and gradients, lambda-returns, checkpoints, and its command line."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from moon_envs.networks import Goal, ValueInputs, ValueNetwork, load_network

torch = pytest.importorskip("torch")

from training_examples.selfplay.arguments import ValueArguments  # noqa: E402
from training_examples.selfplay.curriculum import chosen_modes  # noqa: E402
from training_examples.td.learner import ValueLearner, returns, share_of_winning  # noqa: E402
from training_examples.td.rows import MakeTable, SumRows, Threads  # noqa: E402

ROOT = Path(__file__).parents[2]
SMALL = ["--games", "24", "--steps", "12", "--minibatch", "64", "--hidden", "16"]


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


def learner_of(id_, players, **settings):
    small = {"games": 24, "steps": 12, "minibatch": 64, "hidden": 16, "opponent_width": 8, "second": 8}
    arguments = ValueArguments(**small | {"game": id_, "players": players} | settings)
    game = moon_envs.game(id_)
    return ValueLearner(arguments, game, chosen_modes(game, players, arguments.option))


def experience_of(learner):
    """The experience of one stretch of every mode, and the network that played it."""
    network = learner.network.export(learner.goal(1.0))
    for games in learner.games:
        games.take_network(network)
        yield learner.experience(games.play(temperature=0.003), network, games.configuration.players), network


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("solo", [True, False], ids=["solo", "several"])
def test_compiled_layers_play_what_pytorch_has_learned(id_, solo, tmp_path):
    counts = [count for count in moon_envs.game(id_).player_counts if (count == 1) == solo]
    if not counts:
        pytest.skip("the game has no solo mode")
    learner = learner_of(id_, counts, games=24 * len(counts))
    for games in learner.games:
        players = games.configuration.players
        played = games.play(temperature=0.1)
        features = played.features[(played.seats >= 0) & ~played.ended]
        wide = np.zeros((len(features), learner.inputs.columns(learner.inputs.most_players)), dtype=np.int16)
        wide[:, : features.shape[1]] = features
        with torch.no_grad():
            heads = learner.network(wide, np.full(len(wide), players)).numpy()
        learner.export("test").save(tmp_path / "network.npz")
        network = ValueNetwork.load(tmp_path / "network.npz")
        expected = network.evaluate(features)
        scale = learner.game.points_scale
        assert network.goal == learner.goal(1.0)
        assert np.allclose(expected.points / scale, heads[:, 0], atol=0.03)  # files hold half precision
        assert np.allclose(expected.opponent / scale, heads[:, 1], atol=0.03)
        assert np.allclose(expected.chance, 1 / (1 + np.exp(-heads[:, 2])), atol=0.03)


@pytest.mark.parametrize("threads", [1, 2])
def test_gradients_of_the_first_layer(threads):
    """Against a product of one-hot inputs with a table that PyTorch makes itself."""
    batch = moon_envs.Batch("journey", 32, players=1, seed=0, opponent=3)
    for _ in range(40):
        batch.step(batch.sample())
    block = ValueInputs("journey", True).own
    features, threads = np.ascontiguousarray(batch.features), Threads(threads)
    steps = torch.randn(block.steps, 5, requires_grad=True)
    weight = torch.randn(32, 5)
    (SumRows.apply(MakeTable.apply(steps, block, threads), features, block, threads) * weight).sum().backward()
    found, steps.grad = steps.grad, None
    rows = []
    for row in range(block.rows):
        before = rows[-1] * float(block.carried[row]) if row else 0.0
        rows.append(before + float(block.part[row]) * steps[int(block.step[row])])
    sums = torch.zeros(32, 5)
    table = torch.stack(rows)
    for column in range(block.columns):
        value = np.clip(features[:, column], block.low[column], block.high[column])
        picked = torch.from_numpy(block.first_row[column] + value - block.low[column])
        sums = sums + table[picked] * torch.from_numpy(value > block.low[column])[:, None]
    (sums * weight).sum().backward()
    assert torch.allclose(found, steps.grad, atol=1e-4) and found.abs().max() > 1


@pytest.mark.parametrize(("id_", "players"), [("mine", 1), ("launch", 3), ("mlem", 4), ("luna_capital", 2)])
def test_lambda_returns(id_, players):
    """Against a plain computation, seat by seat."""
    learner = learner_of(id_, [players], steps=150)
    played = learner.games[0].play(temperature=0.05)
    decided = (played.seats >= 0) & ~played.ended
    random = np.random.default_rng(0)
    values = random.normal(size=(3, *decided.shape))
    final = random.normal(size=(3, *decided.shape, players))
    found, usable = returns(played, decided, values, final, 0.8)
    checked = 0
    for row in range(decided.shape[1]):
        for seat in range(players):
            later, is_known = np.zeros(3), False
            for step in reversed(range(decided.shape[0])):
                if played.ended[step, row]:
                    later, is_known = final[:, step, row, seat], True
                elif decided[step, row] and played.seats[step, row] == seat:
                    assert usable[step, row] == is_known
                    if is_known:
                        assert found[:, step, row] == pytest.approx(later)
                        later = 0.2 * values[:, step, row] + 0.8 * later
                        checked += 1
                    else:
                        later, is_known = values[:, step, row], True
    assert checked == usable.sum() > 100
    assert not usable[~decided].any()


def test_targets_are_what_is_still_to_come():
    """With lambda 1 and whole games the target of points is the final points less the points after the decision."""
    learner = learner_of("mine", [1], option=["opponent=4"], games=8, steps=400, td_lambda=1.0)
    network, games = learner.network.export(learner.goal(0.0)), learner.games[0]
    games.take_network(network)
    played = games.play(temperature=0.01)
    decided = (played.seats >= 0) & ~played.ended
    zeros = np.zeros((1, *decided.shape))
    usable = returns(played, decided, zeros, zeros[..., np.newaxis], 1.0)[1]
    _, _, targets = learner.experience(played, network, 1)
    checked = 0
    for (step, row), target in zip(np.argwhere(usable), targets, strict=True):
        ends = np.flatnonzero(played.ended[step:, row])
        if len(ends):
            end = step + ends[0]
            own = played.final_points[end, row, 0] - played.points[step, row]
            other = played.final_opponent_points[end, row, 0] - played.opponent_points[step, row]
            chance = played.final_chance[end, row, 0]
            assert target == pytest.approx((own / 150, other / 150, chance), abs=1e-5)
            checked += 1
    assert checked > 100


def test_winning_counts_later():
    assert [share_of_winning(used, 0.2, 0.6) for used in (0, 0.2, 0.4, 0.6, 1)] == [0, 0, pytest.approx(0.5), 1, 1]
    learner = learner_of("launch", [1], opponent=0.5, chance=2.0, nearness=0.25, win_from=0.2, win_until=0.6)
    assert learner.goal(0.1) == Goal(1, 0, 0, nearness=0.25)
    assert learner.goal(0.8) == Goal(1, 0.5, 2, nearness=0.25)


@pytest.mark.parametrize(("id_", "players"), [("launch", [1]), ("mlem", [2, 4])])
def test_a_checkpoint_resumes_exactly(id_, players):
    def go_on(learner, times):
        for _ in range(times):
            learner.advance(0.5)

    # A learner seeds PyTorch when it is made, so each is made right before it learns.
    straight = learner_of(id_, players)
    go_on(straight, 4)
    first = learner_of(id_, players)
    go_on(first, 2)
    state = first.state()
    second = learner_of(id_, players)
    second.load_state(state)
    go_on(second, 2)
    for one, other in zip(straight.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(one, other)
    assert second.decisions == straight.decisions and second.updates == straight.updates


def test_threads_play_the_same_games():
    one, two = (next(experience_of(learner_of("launch", [2], threads=threads)))[0] for threads in (1, 2))
    for left, right in zip(one, two, strict=True):
        assert np.array_equal(left, right)


def test_learning():
    settings = {"games": 128, "steps": 32, "minibatch": 512, "hidden": 64, "second": 16}
    learner = learner_of("mine", [1], option=["opponent=6"], **settings)
    points = []
    for _ in range(60):
        points += [result[1] for result in learner.advance(1.0)[0]]
    assert np.mean(points[-200:]) > np.mean(points[:200]) + 15


def run(folder, *arguments):
    variables = {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "training_examples.td", *arguments]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


def test_command_line(tmp_path):
    solo = run(tmp_path, "launch", "--option", "opponent=1", *SMALL, "--decisions", "1000", "--evaluate", "8")
    assert solo.returncode == 0, solo.stderr
    assert "opponent=1: won" in solo.stdout and "decisions" in solo.stdout
    folder = tmp_path / "runs" / "td-launch-solo-opponent-1-0"
    assert {"checkpoint.pt", "curves.csv", "network.npz"} <= {file.name for file in folder.iterdir()}
    assert load_network(folder / "network.npz").trained.startswith("td, ")
    resumed = ["launch", "--option", "opponent=1", *SMALL, "--decisions", "2000", "--evaluate", "0", "--resume"]
    assert run(tmp_path, *resumed).returncode == 0
    assert (folder / "curves.csv").read_text().count("\n") > 4
    batch = moon_envs.Batch("launch", 4, players=1, opponent=1, autoreset="disabled")
    moon_envs.agents.play_games(batch, [moon_envs.agents.find_agent(str(folder / "network.npz"))])
    several = ["mlem", "--players", "2", "3", "--folder", "mlem", *SMALL, "--decisions", "1000"]
    several = run(tmp_path, *several, "--option", "ufo=true", "--evaluate", "4")
    assert several.returncode == 0, several.stderr
    assert "against greedy" in several.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["launc"], "There is no game 'launc'"),
        (["launch", "--option", "opponent=9"], "opponent=9 is not allowed; allowed: 1 to 8"),
        (["launch", "--second", "0"], "--second must be at least 1"),
        (["launch", "--temperature", "-1"], "--temperature must be at least 0"),
        (["launch", "--td-lambda", "2"], "--td-lambda must be from 0 to 1"),
        (["launch", "--win-from", "0.9", "--win-until", "0.5"], "--win-from must be at least 0 and below --win-until"),
        (["launch", "--resume"], "there is no checkpoint.pt"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_clear_line(arguments, words, tmp_path):
    failed = run(tmp_path, *arguments)
    assert failed.returncode not in (0, -11) and words in failed.stderr
    assert "Traceback" not in failed.stderr
