"""Sessions begin here: with a new game, or with one from a save."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents import Agent, find_agents, prepare
from moon_envs.agents.names import RANDOM, is_in_the_box
from moon_envs.base.checks import check_flag, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError, IllegalActionError, MoonEnvsError, SaveError, SessionError
from moon_envs.base.files.disk import as_path, read_file
from moon_envs.batch import Batch
from moon_envs.core import saves
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.play.sessions import MOST_BYTES_OF_A_SAVE, Decision, Session

DAMAGED = "This save is damaged: its details cannot be read."


def new_session(
    game: str | Game,
    players: int | None = None,
    seed: int | None = None,
    *,
    seat: int = 0,
    hotseat: bool = False,
    opponents: Any = None,
    names: Sequence[str | None] | None = None,
    **options: Any,
) -> Session:
    """Begin a new game.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        seed: the seed of the game; None for a random one.
        seat: the seat of the person.
        hotseat: whether people play all seats.
        opponents: the agents of the other seats: a name, a function, an agent, or a list with one for each (see
            `moon_envs.agents`); None for random ones.
        names: what the players are called, by seat, for example ["Anna"]; missing names and None become "player 1",
            or "bot 1" for agents. None instead of a list keeps the seat numbers, which programs can rely on.
        **options: the options of the game, for example `opponent=3`.

    Raises:
        ConfigurationError: players, options or agents that the game does not have, or names that are not allowed.
        SessionError: there is no such seat, or no seat is left for `opponents`.

    Example:
        >>> from moon_envs.play.opening import new_session
        >>> session = new_session("mlem", players=3, seed=5, opponents=["greedy", "random"], ufo=True)
        >>> session.configuration.describe()
        '3 players, ufo=True, explorations=False, secret_missions=False'
    """
    game = find_game(game)
    game.check_arguments(options, new_session)
    configuration = game.configuration(players, **options)
    hotseat = check_flag("hotseat", hotseat)
    seat = check_whole_number("seat", seat, 0, configuration.players - 1, error=SessionError)
    seed = secrets.randbits(32) if seed is None else check_whole_number("seed", seed, 0, also="None")
    agents = _agents(game, configuration, seat, hotseat, opponents)
    session = Session(_batch(game, configuration, seed), seed, seat, hotseat, agents)
    if names is not None:
        session.call(names)
    return session


def resume(game: str | Game, data: bytes, *, hotseat: bool = False, opponents: Any = None) -> Session:
    """Continue a game from `Session.to_bytes` or `Batch.save`.

    Args:
        game: a game id or a `Game`.
        data: the bytes.
        hotseat: let people play all seats from now on; a saved hotseat game stays one in any case.
        opponents: the agents of the other seats from now on; None for those of the save.

    Raises:
        MoonEnvsError: the bytes are damaged, or hold another game.
    """
    game, hotseat = find_game(game), check_flag("hotseat", hotseat)
    state, details = saves.unpack(game, data)
    if not isinstance(details, dict):
        raise SaveError(DAMAGED)
    # `Batch.save` writes no details: the person then gets the seat that decides.
    options, players = details.get("options", {}), details.get("players", int(state["player_count"]))
    if not isinstance(options, dict) or "players" in options or not isinstance(details.get("hotseat", False), bool):
        raise SaveError(DAMAGED)
    configuration = game.configuration(players, **options)
    batch = _batch(game, configuration, 0)
    batch.set_states(np.array([state], dtype=game.state_dtype))
    seed = details.get("seed", int(state["seed"]))
    seat = details.get("seat", max(int(batch.actor[0]), 0))
    if not all(is_whole_number(value) and value >= 0 for value in (seed, seat)) or seat >= configuration.players:
        raise SaveError(DAMAGED)
    hotseat = hotseat or details.get("hotseat", False)
    if opponents is None and not hotseat:
        opponents = _saved_agents(details.get("opponents"), configuration.players)
    session = Session(batch, seed, seat, hotseat, _agents(game, configuration, seat, hotseat, opponents))
    _call_as_saved(session, details.get("names"))
    if "actions" in details:
        session.decisions = _history(session, details["actions"])
    else:
        session.is_whole = False
    return session


def resume_session(game: str | Game, path: Path, *, hotseat: bool = False, opponents: Any = None) -> Session:
    """Continue a game from a file, as `resume` does.

    Raises:
        SessionError: the file cannot be read, is damaged, or holds another game.
    """
    path = as_path(path, SessionError)
    try:
        data = read_file(path, MOST_BYTES_OF_A_SAVE, SaveError)
        return resume(game, data, hotseat=hotseat, opponents=opponents)
    except (MoonEnvsError, ValueError) as error:
        words = str(error).removeprefix(f"{path}: ").removeprefix("cannot be read: ")
        raise SessionError(f"cannot resume {str(path)!r}: {words}") from error


def _history(session: Session, actions: Any) -> list[Decision]:
    """The decisions that led to the position of a session, from the actions of its save."""
    if not isinstance(actions, list) or not all(map(is_whole_number, actions)):
        raise SaveError(DAMAGED)
    wrong = SaveError("This save is damaged: its decisions do not lead to its position.")
    try:
        again = Session(_batch(session.game, session.configuration, session.seed), session.seed, 0, True, {})
        for action in actions:
            again.decide(action)
    except (IllegalActionError, ConfigurationError) as error:
        raise wrong from error
    if again.state.tobytes() != session.state.tobytes():
        raise wrong
    return again.decisions


def _agents(game: Game, configuration: Configuration, seat: int, hotseat: bool, opponents: Any) -> dict[int, Agent]:
    """The agents of the seats without a person, by seat."""
    if opponents is not None and (hotseat or configuration.is_solo):
        reason = "people play all seats" if hotseat else "the solo mode has no other seats"
        raise SessionError(f"opponents= is not allowed: {reason}.")
    others = [(seat + 1 + place) % configuration.players for place in range(configuration.players - 1)]
    found = find_agents("opponents", RANDOM if opponents is None else opponents, len(others), "other seat")
    agents = dict(zip(others, found, strict=True))
    for agent in agents.values():
        prepare(agent, game, configuration)
    return agents


def _saved_agents(names: Any, players: int) -> list[str] | None:
    """The names of agents in a save. Only agents of the package: a save may name anything."""
    if names is None or players == 1:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SaveError(DAMAGED)
    unknown = [name for name in names if not is_in_the_box(name)]
    if unknown:
        raise SaveError(f"It was played against {shown(unknown[0])}; say opponents= who plays on.")
    return names


def _call_as_saved(session: Session, names: Any) -> None:
    """Take the names of a save, which may hold anything."""
    if names is None:
        return
    try:
        session.call(names)
    except ConfigurationError as error:
        raise SaveError(DAMAGED) from error


def _batch(game: Game, configuration: Configuration, seed: int) -> Batch:
    return Batch(game, 1, configuration.players, seed, autoreset="disabled", threads=1, **configuration.options)
