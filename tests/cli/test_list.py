from __future__ import annotations

import json

import moon_envs
from moon_envs.core import registry


def test_list_names_every_game(run):
    ran = run("list")
    assert ran.code == 0 and ran.err == ""
    for id_ in registry.game_ids():
        game = moon_envs.game(id_)
        assert game.title in ran.out
        assert f"moon_envs/{game.class_name}-v{game.version}" in ran.out
        assert f"moon_envs.pettingzoo.{id_}_v{game.version}" in ran.out
        assert all(option.name in ran.out and option.allowed in ran.out for option in game.options)


def test_list_as_json(run):
    ran = run("list --json")
    assert ran.code == 0 and ran.err == ""
    listed = {game["id"]: game for game in json.loads(ran.out)}
    assert list(listed) == registry.game_ids()
    launch = listed["launch"]
    assert launch["players"] == [1, 2, 3, 4, 5, 6] and launch["rival"] == "ASTRA"
    assert launch["gymnasium"] == "moon_envs/Launch-v0" and launch["pettingzoo"] == "moon_envs.pettingzoo.launch_v0"
    assert launch["actions"] == len(moon_envs.game("launch").actions)
    assert launch["features"]["2"] == moon_envs.game("launch").features.size(2)
    opponent = launch["options"][0]
    assert (opponent["name"], opponent["default"], opponent["choices"]) == ("opponent", 1, list(range(1, 9)))
    assert launch["reconstructed"] is None
