"""Opening games: the choices of the start page, and sessions from its requests."""

from __future__ import annotations

import base64
import binascii
import functools
from typing import Any

from moon_envs.agents import agent_names, find_agent
from moon_envs.agents.names import is_in_the_box, nearest_agent, simulations_of
from moon_envs.base.checks import allowed_names, check_flag, check_whole_number, did_you_mean, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core import registry, saves
from moon_envs.core.game import Game
from moon_envs.core.tables import Option, option_value
from moon_envs.play.opening import new_session, resume
from moon_envs.play.sessions import Session
from moon_envs.web import gallery, limits
from moon_envs.web.requests import Refused, check_fields, short_text

SUGGESTED_AGENTS = (
    "random",
    "greedy",
    "flat:200",
    "mcts:50",
    "mcts:200",
    "mcts:1000",
    "baseline",
    "baseline:0.5",
    "rollouts:64+baseline",
)


def offers() -> dict[str, Any]:
    """The choices on the start page, as JSON can hold them."""
    own = [name for name in agent_names() if not is_in_the_box(name)]
    return {
        "games": [_offer(game) for game in registry.all_games()],
        "agents": [*SUGGESTED_AGENTS, *own],
        "largest_seed": limits.LARGEST_SEED,
    }


@functools.cache
def _offer(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "reconstructed": game.reconstructed,
        "player_counts": list(game.player_counts),
        "default_players": game.default_players,
        "rival": game.rival,
        "options": [
            {
                "name": option.name,
                "label": option.name.replace("_", " "),
                "default": _shown_value(option.default),
                "allowed": option.allowed,
                "meaning": option.meaning,
                "choices": [_shown_value(choice) for choice in option.choices],
                "players": [count for count in game.player_counts if _is_for(game, option, count)],
            }
            for option in game.options
        ],
        **gallery.card(game),
    }


def _shown_value(value: Any) -> str:
    """A value of an option as a text that `option_value` reads back."""
    if isinstance(value, (tuple, list)):
        return ",".join(map(_shown_value, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _is_for(game: Game, option: Option, players: int) -> bool:
    """Whether an option has a meaning with this number of players; some are for the solo mode only."""
    try:
        game.configuration(players, **{option.name: option.choices[0] if option.choices else option.default})
    except ConfigurationError:
        return False
    return True


def open_new(body: dict[str, Any]) -> Session:
    """Begin a new game from a request of the start page.

    Raises:
        Refused: the request is not as it should be.
        MoonEnvsError: what it asks for is not allowed.
    """
    check_fields(body, ("game", "players"), ("options", "seat", "agents", "seed", "hotseat", "names"))
    game = find_game(short_text(body, "game"))
    players = check_whole_number("players", body["players"], 1, max(game.player_counts))
    options = game.configuration(players, **_options(body.get("options", {}))).options
    seat = check_whole_number("seat", body.get("seat", 0), 0, players - 1)
    hotseat = check_flag("hotseat", body.get("hotseat", False))
    seed = body.get("seed")
    if seed is not None:
        seed = check_whole_number("seed", seed, 0, limits.LARGEST_SEED)
    others = None if hotseat or players == 1 else _agents(body.get("agents", ["random"] * players), players, seat)
    names = body.get("names", [])
    return new_session(game, players, seed, seat=seat, hotseat=hotseat, opponents=others, names=names, **options)


def open_saved(body: dict[str, Any]) -> Session:
    """Continue a saved game from the bytes of its file.

    Raises:
        Refused: the request is not as it should be.
        SaveError: the bytes are damaged, or not of a game that is played here.
    """
    check_fields(body, ("save",))
    if not isinstance(body["save"], str):
        raise Refused("The field 'save' is a text in base64.")
    try:
        data = base64.b64decode(body["save"], validate=True)
    except (binascii.Error, ValueError):
        raise Refused("The field 'save' is not base64.") from None
    return continued(data)


def continued(data: bytes) -> Session:
    """Continue a game from its save.

    Raises:
        Refused: it names a game or agents that are not here.
        SaveError: the bytes are damaged.
    """
    game = find_game(saves.game_id(data))
    session = resume(game, data, opponents=_saved_agents(game, data))
    if session.names is None:
        session.call([])
    return session


def _saved_agents(game: Game, data: bytes) -> list[str] | None:
    """The agents that a saved game names, if the start page offers them; None if the game needs none."""
    details = saves.unpack(game, data)[1]
    names = details.get("opponents") if isinstance(details, dict) and not details.get("hotseat") else None
    return [_agent(name) for name in names] if isinstance(names, list) and names else None


def find_game(id_: str) -> Game:
    """The game with an id.

    Raises:
        Refused: there is none.
    """
    if id_ not in registry.game_ids():
        raise Refused(f"There is no game {shown(id_)}; {allowed_names(id_, registry.game_ids())}", 404)
    return registry.game(id_)


def _options(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or "players" in given:
        raise Refused("The options are a JSON object with a value for each name.")
    return {name: option_value(short_text(given, name)) for name in given}


def _agents(given: Any, players: int, seat: int) -> list[str]:
    """The agents of the other seats, beginning with the seat after the person's."""
    if not isinstance(given, list) or len(given) != players:
        raise Refused(f"The agents are a list of {players} names, one for each seat.")
    return [_agent(given[(seat + place) % players]) for place in range(1, players)]


def _agent(name: Any) -> str:
    """Check the name of an agent; names of files and modules are refused.

    Raises:
        Refused: it would have to be, or it would think for too long.
        ConfigurationError: there is no such agent.
    """
    if not _is_known(name):
        allowed, near = ", ".join(agent_names()), nearest_agent(name)
        question = did_you_mean(near if _is_known(near) else None)
        raise Refused(f"{shown(name)} is not an agent that can be chosen here; allowed: {allowed}.{question}")
    find_agent(name)
    if is_in_the_box(name) and simulations_of(name) > limits.MOST_SIMULATIONS:
        most = limits.MOST_SIMULATIONS
        raise Refused(f"{shown(name)} thinks for too long; up to {most} simulations or rollouts are allowed here.")
    return name


def _is_known(name: Any) -> bool:
    return isinstance(name, str) and (is_in_the_box(name) or name in agent_names())
