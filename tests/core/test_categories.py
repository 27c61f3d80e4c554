"""Scoring categories: tables list exactly those that a configuration uses."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.agents import find_agent, play_games
from moon_envs.arena import run_arena
from moon_envs.arena.result_tables import points_table
from moon_envs.base.errors import ConfigurationError
from moon_envs.cli.main import main
from moon_envs.play.opening import new_session
from moon_envs.render import draw
from moon_envs.web.ending import end_of
from tests.search.positions import kinds_of_modes

UNUSED = [
    ("battle", {"players": 2}, ["astra_cards", "astra_level"]),
    ("mlem", {"players": 2}, ["ufo", "explorations", "missions"]),
    ("luna_capital", {"players": 2}, ["special_tiles"]),
    ("from_the_moon", {"players": 1, "objectives": 2}, ["achievement_majority"]),
]
VARIANTS = [("mlem", {"players": 2, variant: True}) for variant in ("ufo", "explorations", "secret_missions")]


def scored(id_, mode, agent, games):
    """Return which categories have points in some of these games, (categories,) bool."""
    batch = Batch(id_, games, seed=0, autoreset="disabled", threads=1, **mode)
    play_games(batch, [find_agent(agent)] * mode["players"])
    return (batch.final_points != 0).any(axis=(0, 1))


@pytest.mark.parametrize(("id_", "mode"), [*kinds_of_modes(), *VARIANTS])
def test_used_categories_and_no_others_have_points(id_, mode):
    game = moon_envs.game(id_)
    used = game.used_categories(game.configuration(**mode))
    assert list(used) == [name for name in game.categories if name in used]
    assert [game.categories[place] for place in used.values()] == list(used)
    have = scored(id_, mode, "random", 1000)
    missing = set(used) - {game.categories[place] for place in np.flatnonzero(have)}
    if missing:  # random games hardly ever score these
        have |= scored(id_, mode, "baseline", 100)
    assert np.flatnonzero(have).tolist() == list(used.values())
    assert game.used_categories(Batch(id_, 1, **mode).states[0]) == used


@pytest.mark.parametrize(("id_", "mode", "unused"), UNUSED)
def test_every_table(id_, mode, unused, capsys, monkeypatch):
    """Tables at the end of a game in terminal and browser, of self-play, the arena, replays and pictures."""
    game = moon_envs.game(id_)
    used = list(game.used_categories(game.configuration(**mode)))
    assert [name for name in game.categories if name not in used] == unused
    session = new_session(id_, seed=1, hotseat=True, **mode)
    batch, actions = Batch(id_, 1, seed=1, autoreset="disabled", **mode), []
    play_games(batch, [find_agent("random")] * mode["players"], on_actions=lambda _, one: actions.append(int(one[0])))
    for action in actions:
        session.decide(action)
    end = end_of(session)
    assert end["categories"] == [name.replace("_", " ") for name in used]
    assert [row["total"] for row in end["rows"]] == session.points().sum(axis=1).tolist()
    assert {len(row["points"]) for row in end["rows"]} == {len(used)}
    told = "\n".join(session.recording.to_lines())
    assert all(name in told for name in used) and not any(f" {name} " in told.splitlines()[-4:] for name in unused)
    standing = draw(game, session.state).standing
    assert standing is None or len(standing.categories) <= len(used)
    options = [f"--option={name}={value}" for name, value in mode.items() if name != "players"]
    main(["selfplay", id_, "--players", str(mode["players"]), "--games", "5", "--json", *options])
    seats = json.loads(capsys.readouterr().out)["seats"]
    assert [list(seat["categories"]) for seat in seats] == [used] * mode["players"]
    if mode["players"] > 1:
        result = run_arena(id_, ["random", "random"], games=4, **mode)
        assert list(result.standings[0].categories) == used
        assert [row[1] for row in points_table(result).rows[: len(used) + 1]] == [*used, "total"]


@pytest.mark.parametrize(("id_", "mode", "unused"), UNUSED)
def test_the_end_in_the_terminal(id_, mode, unused, capsys):
    from moon_envs.cli.play_screen import Screen

    session = new_session(id_, seed=1, **mode)
    while not session.is_over:
        session.decide(session.legal_actions[0])
    Screen(session).show_end()
    heading = next(line for line in capsys.readouterr().out.splitlines() if "total" in line and "side" in line)
    assert not any(name in heading.split() for name in unused)
    assert set(session.game.used_categories(session.configuration)) <= set(heading.split())


def test_conditions_are_about_categories():
    with pytest.raises(ConfigurationError, match="category_conditions names 'gold', which is no category"):
        dataclasses.replace(moon_envs.game("mlem"), category_conditions={"gold": bool})
