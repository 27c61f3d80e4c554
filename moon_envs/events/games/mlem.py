"""What happens in MLEM, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

import re

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.core.game import Game
from moon_envs.events.telling import GameEvents, Moment
from moon_envs.games.mlem.actions import GO, USE_ABILITY
from moon_envs.games.mlem.components import (
    ABILITY_NAMES,
    DEEP_SPACE,
    DICE,
    EXPLORATION_POINTS,
    EXPLORATION_TYPE,
    FACES,
    FAILURES,
    FUNCTION_NAMES,
    GOAL_NAMES,
    GOAL_POINTS,
    POINTS_TOKEN,
    REGAIN_DIE,
    REROLL,
    TOKEN_ABILITY,
    TUNNEL,
    TUNNEL_DISTANCE,
    UFO_VALUES,
)
from moon_envs.games.mlem.state import DECIDE_ASTRONAUT, DECIDE_MOVE, GONE, NO_TOKEN, ON_MAT
from moon_envs.games.mlem.text import space_name
from moon_envs.render.games.mlem.functions import FUNCTION_WORDS

WORDS_OF_FUNCTIONS = dict(zip(FUNCTION_NAMES, FUNCTION_WORDS, strict=True))
FUNCTION = re.compile("|".join(map(re.escape, WORDS_OF_FUNCTIONS)))
POINTS = ("moon_points", "deep_space_points", "ufo_points", "exploration_points")


def _happened(moment: Moment) -> list[str]:
    roll = _roll(moment)
    crash = _crash(moment)
    return [
        *_missions(moment),
        *_tokens(moment),
        *_flight(moment),
        *_dice(moment),
        *(roll if crash else []),
        *crash,
        *_points(moment),
        *_command(moment),
        *_expedition(moment),
        *([] if crash else roll),
    ]


def _missions(moment: Moment) -> list[str]:
    """Tell that another player returned a secret mission, but not which one (mlem 14.1)."""
    had, has = (state["players"][moment.actor]["has_returned_mission"] for state in (moment.before, moment.after))
    return [f"Player {moment.actor} returned a secret mission."] if has > had and not moment.is_own else []


def _is_new_expedition(moment: Moment) -> bool:
    return moment.after["expedition"] != moment.before["expedition"]


def _has_flown(moment: Moment) -> bool:
    """Whether the decision was to go, and the rocket moved."""
    return moment.action == GO and moment.before["distance"] > 0


def _tokens_used(moment: Moment) -> list[int]:
    """The exploration tokens that this decision activated."""
    is_used = (moment.before["exploration_place"] == ON_MAT) & (moment.after["exploration_place"] == GONE)
    return np.flatnonzero(is_used).tolist()


def _space_reached(moment: Moment) -> int:
    """Where the decision brought the rocket, even if a new expedition has started since."""
    if not _is_new_expedition(moment):
        return int(moment.after["space"])
    space = int(moment.before["space"])
    if _has_flown(moment):
        tunnels = sum(int(EXPLORATION_TYPE[token]) == TUNNEL for token in _tokens_used(moment))
        space += int(moment.before["distance"]) + TUNNEL_DISTANCE * tunnels
    return min(space, DEEP_SPACE)


def _flight(moment: Moment) -> list[str]:
    """Tell where tunnels or a satellite brought the rocket, because the decision does not say it."""
    expected = int(moment.before["space"]) + (int(moment.before["distance"]) if _has_flown(moment) else 0)
    space = _space_reached(moment)
    return [] if space == min(expected, DEEP_SPACE) else [f"The rocket reached {space_name(space)}."]


def _tokens(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    lines = [f"The exploration token brought {_token_text(token)}." for token in _tokens_used(moment)]
    for number in range(int(before["ufo_tokens_taken"]), int(after["ufo_tokens_taken"])):
        lines.append(f"The UFO was met: its token is worth {count_text(int(UFO_VALUES[number]), 'point')}.")
    return lines


def _token_text(token: int) -> str:
    kind = int(EXPLORATION_TYPE[token])
    if kind == POINTS_TOKEN:
        return count_text(int(EXPLORATION_POINTS[token]), "point")
    return "a die back" if kind == REGAIN_DIE else "a tunnel"


def _dice(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    lost = int(before["pool"]) - int(after["pool"])
    if _is_new_expedition(moment) or lost <= 0:
        return []
    return [f"{count_text(lost, 'die')} lost, {count_text(int(after['pool']), 'die')} left."]


def _crash(moment: Moment) -> list[str]:
    if moment.after["failures"] == moment.before["failures"]:
        return []
    # After boarding the rocket may crash on a space that neither state shows.
    is_known = not (_is_new_expedition(moment) and moment.before["decision"] == DECIDE_ASTRONAUT)
    where = f" on {space_name(_space_reached(moment))}" if is_known else ""
    return [f"The rocket crashed{where}: failure {moment.after['failures']} of {FAILURES}."]


def _points(moment: Moment) -> list[str]:
    """What each player gained, without secret missions."""
    before, after = moment.before, moment.after
    lines = []
    for player in range(int(after["player_count"])):
        old, new = before["players"][player], after["players"][player]
        who = "You" if player == moment.seat else f"Player {player}"
        change = sum(int(new[name]) - int(old[name]) for name in POINTS)
        change += int(new["planet_points"].sum()) - int(old["planet_points"].sum())
        if change:
            lines.append(f"{who} {'gained' if change > 0 else 'lost'} {count_text(abs(change), 'point')}.")
        lines += _goals_of(moment, player, who)
    return lines


def _goals_of(moment: Moment, player: int, who: str) -> list[str]:
    is_new = (moment.after["goal_owner"] == player) & (moment.before["goal_owner"] != player)
    return [
        f"{who} reached the goal {GOAL_NAMES[goal]} for {count_text(GOAL_POINTS, 'point')}."
        for goal in np.flatnonzero(is_new).tolist()
    ]


def _goals(moment: Moment) -> list[str]:
    """The goals that the reader reaches."""
    return [] if moment.seat is None else _goals_of(moment, moment.seat, "You")


def _command(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    if _is_new_expedition(moment) or after["commander"] == before["commander"] or not after["on_board"]:
        return []
    return [f"The new commander is {_player_text(moment, _commander(after))}."]


def _commander(state: np.void) -> int:
    return (int(state["starter"]) + int(state["commander"])) % int(state["player_count"])


def _player_text(moment: Moment, player: int) -> str:
    return f"player {player}" + (" (you)" if player == moment.seat else "")


def _expedition(moment: Moment) -> list[str]:
    after = moment.after
    if not _is_new_expedition(moment):
        return []
    lines = [f"Expedition {after['expedition']} begins; {_player_text(moment, int(after['starter']))} starts."]
    if after["token"] != NO_TOKEN:
        ability = ABILITY_NAMES[TOKEN_ABILITY[after["token"]]]
        lines.append(
            f"Expedition token: {count_text(int(after['pool']), 'die')}, {ability}; "
            f"the UFO is on {space_name(int(after['ufo_space']))}."
        )
    return lines


def _was_rolled(moment: Moment) -> bool:
    """Whether dice were rolled: for a new move, or again by the expedition token."""
    before, after = moment.before, moment.after
    if before["decision"] == DECIDE_MOVE and moment.action == USE_ABILITY:
        return bool(TOKEN_ABILITY[before["token"]] == REROLL)
    if before["decision"] == DECIDE_MOVE and not _has_flown(moment):
        return False
    waits_for_move = after["decision"] == DECIDE_MOVE and not after["over"]
    return bool(waits_for_move or after["failures"] > before["failures"])


def _roll(moment: Moment) -> list[str]:
    if not _was_rolled(moment):
        return []
    rolled = [FACES[face] for face, count in enumerate(moment.after["rolled"].tolist()) for _ in range(count)]
    return [f"The commander rolled {', '.join(rolled)}."]


def _legend(game: Game) -> list[str]:
    return [
        "Track: > is the rocket; then a space's number, the faces of dice that move the rocket from it, A=3 for an",
        f"afterburner worth 3. There are {DICE} dice; number dice that were used are lost, afterburners are not.",
        "moons 5: free is a free moon worth 5; planet 2 (9/6/3) pays 9 to the first player, 6 to the second, 3 to the",
        "others; deep space (a/b) pays a to the commander (the comet) and b to all others (the galaxy).",
        "[UFO] is the UFO, [2 points] and the like are exploration tokens.",
    ]


def _in_words(text: str) -> str:
    """The game's text with the names that astronauts have in the pictures."""
    return FUNCTION.sub(lambda found: WORDS_OF_FUNCTIONS[found[0]], text)


def _choice(game: Game, state: np.void, action: int) -> str:
    return _in_words(game.describe(action, state))


EVENTS = GameEvents(_happened, closed=_goals, choice=_choice, in_words=_in_words, legend=_legend)
