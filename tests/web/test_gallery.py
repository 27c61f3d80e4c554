"""The cards of the gallery: every game has a picture, a length and a complexity, and they come with the page."""

from __future__ import annotations

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.agents import find_agents, play_games
from moon_envs.web import gallery, pages

GAMES_COUNTED = 6
LARGEST_PICTURE = 40_000


def test_every_game_has_a_card_and_pictures(page):
    assert list(gallery.CARDS) == moon_envs.game_ids()
    for offer in page.client.get("/api/offers").json()["games"]:
        assert offer["picture"] and 1 <= offer["complexity"] <= offer["most_complex"]
        assert offer["minutes"] % gallery.ROUNDED_TO == 0 and 5 <= offer["minutes"] <= 60
        assert [level["name"] for level in offer["levels"]] == ["Easy", "Medium", "Hard", "Expert"]
        for theme in ("light", "dark"):
            answer = page.client.get(f"/static/{offer['id']}-{theme}.webp")
            assert answer.headers["content-type"] == "image/webp" and answer.content[8:12] == b"WEBP"
            assert len(answer.content) < LARGEST_PICTURE
    assert len(list(pages.COVERS.iterdir())) == 2 * len(gallery.CARDS)


def test_only_the_files_of_the_pages_are_sent(page):
    for name in ("covers", "launch.webp", "..%2Fserver.py", "covers%2Flaunch-light.webp"):
        assert page.client.get(f"/static/{name}").status_code == 404


def test_a_game_of_a_plugin_needs_no_card():
    from dataclasses import replace

    shown = gallery.card(replace(moon_envs.game("launch"), id="their_game"))
    assert shown["minutes"] is None and not shown["picture"] and len(shown["levels"]) == len(gallery.levels.NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_the_decisions_of_a_game(game):
    """The length is told from the number of decisions, so that has to be about right."""
    batch = moon_envs.Batch(game, GAMES_COUNTED, 2, 11, autoreset="disabled")
    taken: list[int] = []
    play_games(batch, find_agents("agents", "baseline", 2), on_actions=lambda rows, actions: taken.append(len(actions)))
    mean = sum(taken) / GAMES_COUNTED / 2
    assert gallery.CARDS[game].decisions / 1.35 < mean < gallery.CARDS[game].decisions * 1.35
