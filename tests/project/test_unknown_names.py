"""An unknown name is an error that says which names are known, and which one was probably meant."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import pytest

import moon_envs
from moon_envs.agents import find_agent
from moon_envs.arena import Arena, run_arena
from moon_envs.arena.ladder_protocol import chosen_rungs
from moon_envs.base.checks import allowed_names, nearest_name
from moon_envs.base.errors import ArgumentError, MoonEnvsError
from moon_envs.base.files.component_files import Field
from moon_envs.pettingzoo import env, launch_v0, parallel_env
from moon_envs.testing.speed import measure_batch

NAME = "moon_envs/Launch-v0"
TWO = ["random", "greedy"]


def tables(**value):
    return Field(Path("tables.json"), "", value)


@pytest.mark.parametrize(
    ("call", "meant", "allowed"),
    [
        (lambda: gymnasium.make(NAME, rewards="points"), "reward", "players, seat, opponents, reward, on_illegal"),
        (lambda: gymnasium.make(NAME, oponent=1), "opponent", "render_mode, opponent, missions"),
        (lambda: gymnasium.make_vec(NAME, num_envs=2, playrs=2), "players", "num_envs, players, seat, opponents"),
        (lambda: moon_envs.Batch("launch", playrs=2), "players", "num_games, players, seed, reward, encoding"),
        (lambda: moon_envs.Search("launch", simulation=3), "simulations", "players, simulations, exploration, depth"),
        (
            lambda: moon_envs.NetworkSearch("launch", simulation=3, network="baseline"),
            "simulations",
            "players, simulations, network, reward",
        ),
        (lambda: moon_envs.Recording.begin("launch", 1, player=2), "players", "players, seed, opponent, missions"),
        (lambda: moon_envs.game("launch").configuration(2, mission=()), "missions", "players, opponent, missions"),
        (lambda: launch_v0.env(playrs=3), "players", "players, reward, encoding, obs_format"),
        (lambda: launch_v0.raw_env(encodings="one_hot"), "encoding", "players, reward, encoding, obs_format"),
        (lambda: launch_v0.parallel_env(on_ilegal="end"), "on_illegal", "players, reward, on_illegal, encoding"),
        (lambda: env("launch", playrs=3), "players", "players, reward, encoding"),
        (lambda: parallel_env("launch", playrs=3), "players", "players, reward, on_illegal"),
        (lambda: Arena("launch", TWO, batchsize=3), "batch_size", "agents, players, seed, threads, batch_size"),
        (lambda: run_arena("launch", TWO, game_s=3), "games", "agents, games, players, seed, threads, save, resume"),
        (lambda: measure_batch("launch", second=1.0), "seconds", "num_games, players, threads, seconds, repeats"),
    ],
)
def test_unknown_arguments(call, meant, allowed):
    with pytest.raises(ArgumentError) as caught:
        call()
    message = str(caught.value)
    assert "launch: unexpected keyword argument " in message and allowed in message
    assert f"Did you mean {meant!r}?" in message


@pytest.mark.parametrize("name", ["num_games", "threads", "autoreset", "seed"])
def test_arguments_of_the_batch_inside_are_unknown_outside(name):
    with pytest.raises(ArgumentError, match=f"unexpected keyword argument '{name}'; allowed: players, seat"):
        gymnasium.make(NAME, **{name: 1})
    with pytest.raises(ArgumentError, match=f"unexpected keyword argument '{name}'; allowed: players, reward"):
        launch_v0.parallel_env(**{name: 1})


@pytest.mark.parametrize(
    ("call", "meant", "allowed"),
    [
        (lambda: moon_envs.game("lunch"), "launch", "launch, journey"),
        (lambda: moon_envs.Batch("Luna-Capital"), "luna_capital", "luna_capital, from_the_moon"),
        (lambda: chosen_rungs("lunch"), "launch", "launch, journey"),
        (lambda: moon_envs.Batch("launch", reward="point"), "points", "outcome, points, points_delta"),
        (lambda: moon_envs.Batch("launch", reward={"outcom": 1}), "outcome", "outcome, points, points_delta"),
        (lambda: moon_envs.Batch("launch", encoding="onehot"), "one_hot", "compact, one_hot"),
        (lambda: moon_envs.Batch("launch", autoreset="samestep"), "same_step", "same_step, next_step"),
        (lambda: gymnasium.make_vec(NAME, autoreset_mode="same"), "SameStep", "NextStep, SameStep"),
        (lambda: launch_v0.env(render_mode="rgb"), "rgb_array", "rgb_array, svg, None"),
        (lambda: launch_v0.env(mask_dtype="int"), "int8", "int8, bool, float32"),
        (lambda: launch_v0.env().action_space("player0"), "player_0", "player_0, player_1"),
        (lambda: moon_envs.game("launch").actions.first("wriet"), "write", "write, write_x"),
        (
            lambda: moon_envs.game("from_the_moon").configuration(2, factions=("workers", "cyborg")),
            "cyborgs",
            "2 different ones of ",
        ),
        (lambda: find_agent("mtcs:100"), "mcts:100", "mcts:N, baseline, rollouts:N+baseline"),
        (lambda: find_agent("rolouts:100+baseline"), "rollouts:100+baseline", "rollouts:N+baseline"),
        (lambda: find_agent("rollouts:100+baselin"), "rollouts:100+baseline", "rollouts:N+baseline"),
        (lambda: find_agent("rollouts:100"), "rollouts:100+baseline", "rollouts:N+baseline"),
        (lambda: find_agent("mcts:100+baseline"), "rollouts:100+baseline", "rollouts:N+baseline"),
        (lambda: find_agent("mtcs:100+baseline:0.5"), "rollouts:100+baseline:0.5", "rollouts:N+baseline"),
        (lambda: find_agent("flat:100+net.npz"), "rollouts:100+net.npz", "mcts:N+file.npz"),
        (lambda: find_agent("baselin"), "baseline", "random, greedy, flat:N"),
        (lambda: find_agent("Greedy"), "greedy", "random, greedy, flat:N"),
        (lambda: find_agent("tests.project.test_unknown_names:tabels"), "tables", "has no function or agent"),
        (lambda: tables(kind="baze")["kind"].name(["base", "rover"], "kinds"), "base", "kinds are base, rover"),
        (lambda: tables(kinds=["rovers"])["kinds"].names(["base", "rover"], "kinds"), "rover", "kinds are base, rover"),
    ],
)
def test_unknown_names(call, meant, allowed):
    with pytest.raises(MoonEnvsError) as caught:
        call()
    message = str(caught.value)
    assert allowed in message and f"Did you mean {meant!r}?" in message


def test_a_field_of_a_table_with_another_name():
    with pytest.raises(moon_envs.ComponentsError, match=r"rows: this field is missing. Is 'rowz' meant to be it\?"):
        tables(rowz=[])["rows"]


@pytest.mark.parametrize("given", ["nothing like it", "", "x" * 100_000, None, 3, ["launch"]])
def test_what_is_like_no_name_is_not_guessed(given):
    assert nearest_name(given, ["launch", "journey"]) is None
    assert allowed_names(given, ["launch", "journey"]) == "allowed: launch, journey."
