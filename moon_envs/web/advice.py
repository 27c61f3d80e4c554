"""Hints as the table shows them: whole games from the best actions, or a search where there is no network."""

from __future__ import annotations

from typing import Any

from moon_envs.networks import BASELINE
from moon_envs.play.hints import CANDIDATES, games_of_a_hint
from moon_envs.play.sessions import HINTING_AGENT, Session


def hint_of(session: Session) -> dict[str, Any]:
    """The best actions of the seat that decides, the best first, and how they were found; as JSON can hold it."""
    advice = session.advice()
    if not advice:
        return _searched(session)
    games = games_of_a_hint(session.configuration)
    return {
        "how": f"From each of these, {games} games were played to the end with {BASELINE} on all seats. "
        "What you cannot know was drawn anew in each.",
        "best": [
            {
                "action": one.action,
                "words": session.describe(one.action),
                "points": round(one.points, 1),
                "opponent": round(one.opponent, 1),
                "chance": round(one.chance, 3),
                "at_once": list(one.at_once),
                "reason": one.reason,
            }
            for one in advice
        ],
    }


def _searched(session: Session) -> dict[str, Any]:
    """The hint of a tree search, which knows shares of its simulations."""
    return {
        "how": f"Found by the tree search {HINTING_AGENT}: there is no network for this game and mode.",
        "best": [
            {"action": action, "words": session.describe(action), "share": share}
            for action, share in session.hint()[:CANDIDATES]
        ],
    }
