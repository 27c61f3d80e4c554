"""Finds networks by name: files, which are loaded once in a process, and the packaged baselines."""

from __future__ import annotations

import functools
from pathlib import Path

from moon_envs.base.checks import check_kind
from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.base.files.disk import as_path
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.networks.inputs import Inputs
from moon_envs.networks.network import Network
from moon_envs.networks.value_inputs import ValueInputs
from moon_envs.networks.value_network import ValueNetwork

BASELINE = "baseline"
SUFFIX = ".npz"
BOX = Path(__file__).with_name("baselines")
MOST_NETWORKS_KEPT = 64


def find_network(given: Network | str | Path, game: Game, configuration: Configuration) -> Network:
    """Return a network, and check that it plays a game in a configuration.

    Args:
        given: the network itself, the path of its file, or "baseline" for the packaged one.
        game: the game.
        configuration: players and options.

    Raises:
        NetworkError: the file cannot be read or is damaged.
        ConfigurationError: the network is for another game or mode, or there is no baseline for it.
    """
    game = find_game(game)
    check_kind("configuration", configuration, Configuration, "a Configuration, see `Game.configuration`")
    if isinstance(given, Network):
        network, name = given, "The network"
    elif isinstance(given, str) and given == BASELINE:
        network, name = _baseline(game, configuration), BASELINE
    else:
        network, name = load_network(given), str(given)
    inputs = network.inputs
    if inputs.game.id != game.id or inputs.solo != configuration.is_solo:
        raise ConfigurationError(
            f"{name} plays {inputs.game.id} {_mode(inputs.solo)}, not {game.id} {_mode(configuration.is_solo)}."
        )
    if inputs.game is not game and inputs.fingerprint() != Inputs(game, inputs.solo).fingerprint():
        raise ConfigurationError(f"{name} was made for other features or actions of {game.id}.")
    return network


def find_value_network(given: ValueNetwork | str | Path, game: Game, configuration: Configuration) -> ValueNetwork:
    """Return a value network, and check that it plays a game in a configuration.

    Raises:
        NetworkError: the file cannot be read or is damaged.
        ConfigurationError: the network is for another game or mode, or is not a value network.
    """
    game = find_game(game)
    check_kind("configuration", configuration, Configuration, "a Configuration, see `Game.configuration`")
    network, name = (given, "The network") if isinstance(given, ValueNetwork) else (load_network(given), str(given))
    if not isinstance(network, ValueNetwork):
        raise ConfigurationError(f"{name} is not a value network.")
    inputs = network.inputs
    if inputs.game.id != game.id or inputs.solo != configuration.is_solo:
        raise ConfigurationError(
            f"{name} plays {inputs.game.id} {_mode(inputs.solo)}, not {game.id} {_mode(configuration.is_solo)}."
        )
    if inputs.game is not game and inputs.fingerprint() != ValueInputs(game, inputs.solo).fingerprint():
        raise ConfigurationError(f"{name} was made for other features of {game.id}.")
    return network


def load_network(path: str | Path) -> Network:
    """Load a network from a file; while the file does not change, return the same object again.

    Raises:
        NetworkError: it cannot be read, is damaged, or is for another version of its game.
    """
    path = as_path(path, NetworkError)
    try:
        status = path.stat()
    except (OSError, ValueError):
        return Network.load(path)  # raises the error that says what is wrong
    return _load(str(path.absolute()), str(path), status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=MOST_NETWORKS_KEPT)
def _load(path: str, name: str, changed: int, size: int) -> Network:
    return Network.load(name)


def baseline_names() -> list[str]:
    """Return the names of the packaged networks: game and mode, like "launch-solo"."""
    return sorted(path.stem for path in BOX.glob(f"*{SUFFIX}"))


def _baseline(game: Game, configuration: Configuration) -> Network:
    path = BOX / f"{game.id}-{'solo' if configuration.is_solo else 'several'}{SUFFIX}"
    if not path.is_file():
        known = ", ".join(baseline_names()) or "none"
        raise ConfigurationError(f"There is no baseline for {game.id} {_mode(configuration.is_solo)}; known: {known}.")
    return load_network(path)


def _mode(solo: bool) -> str:
    return "alone" if solo else "with several players"
