"""Finds networks by name: files, which are loaded once in a process, and the packaged baselines."""

from __future__ import annotations

import functools
from pathlib import Path

from moon_envs.base.checks import check_kind
from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.base.files.disk import as_path
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.networks.file import unpack
from moon_envs.networks.network import VALUE_FORMAT, Network
from moon_envs.networks.value_network import ValueNetwork

BASELINE = "baseline"
SUFFIX = ".npz"
BOX = Path(__file__).with_name("baselines")
MOST_NETWORKS_KEPT = 64


AnyNetwork = Network | ValueNetwork
"""A network that gives logits of actions, or one that values positions."""


def find_network(given: Network | str | Path, game: Game, configuration: Configuration) -> Network:
    """Return a network that gives logits of actions, and check that it plays a game in a configuration.

    Args:
        given: the network itself, or the path of its file.
        game: the game.
        configuration: players and options.

    Raises:
        NetworkError: the file cannot be read or is damaged.
        ConfigurationError: the network is for another game or mode, or values positions, as "baseline" does.
    """
    network = find_any_network(given, game, configuration)
    if not isinstance(network, Network):
        raise ConfigurationError(
            f"{_name(given)} values positions and has no logits of actions; LookAhead, Rollouts, NetworkAgent and "
            "RolloutAgent play with it."
        )
    return network


def find_value_network(given: ValueNetwork | str | Path, game: Game, configuration: Configuration) -> ValueNetwork:
    """Return a network that values positions, and check that it plays a game in a configuration.

    Args:
        given: the network itself, the path of its file, or "baseline" for the packaged one.
        game: the game.
        configuration: players and options.

    Raises:
        NetworkError: the file cannot be read or is damaged.
        ConfigurationError: the network is for another game or mode, there is no baseline for it, or it gives logits.
    """
    network = find_any_network(given, game, configuration)
    if not isinstance(network, ValueNetwork):
        raise ConfigurationError(f"{_name(given)} gives logits of actions; it is not a value network.")
    return network


def find_any_network(given: AnyNetwork | str | Path, game: Game, configuration: Configuration) -> AnyNetwork:
    """Return a network of either kind, and check that it plays a game in a configuration.

    Raises:
        NetworkError: the file cannot be read or is damaged.
        ConfigurationError: the network is for another game or mode, or there is no baseline for it.
    """
    game = find_game(game)
    check_kind("configuration", configuration, Configuration, "a Configuration, see `Game.configuration`")
    if isinstance(given, AnyNetwork):
        network = given
    elif isinstance(given, str) and given == BASELINE:
        network = _baseline(game, configuration)
    else:
        network = load_network(given)
    inputs = network.inputs
    if inputs.game.id != game.id or inputs.solo != configuration.is_solo:
        raise ConfigurationError(
            f"{_name(given)} plays {inputs.game.id} {_mode(inputs.solo)}, not {game.id} {_mode(configuration.is_solo)}."
        )
    if inputs.game is not game and inputs.fingerprint() != type(inputs)(game, inputs.solo).fingerprint():
        raise ConfigurationError(f"{_name(given)} was made for other features or actions of {game.id}.")
    return network


def _name(given: AnyNetwork | str | Path) -> str:
    return "The network" if isinstance(given, AnyNetwork) else str(given)


def load_network(path: str | Path) -> AnyNetwork:
    """Load a network of either kind from a file; while the file does not change, return the same object again.

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
def _load(path: str, name: str, changed: int, size: int) -> AnyNetwork:
    about, _ = unpack(Path(name))
    return (ValueNetwork if about.get("format") == VALUE_FORMAT else Network).load(name)


def baseline_names() -> list[str]:
    """Return the names of the packaged networks: game and mode, like "launch-solo"."""
    return sorted(path.stem for path in BOX.glob(f"*{SUFFIX}"))


def _baseline(game: Game, configuration: Configuration) -> AnyNetwork:
    path = BOX / f"{game.id}-{'solo' if configuration.is_solo else 'several'}{SUFFIX}"
    if not path.is_file():
        known = ", ".join(baseline_names()) or "none"
        raise ConfigurationError(f"There is no baseline for {game.id} {_mode(configuration.is_solo)}; known: {known}.")
    return load_network(path)


def _mode(solo: bool) -> str:
    return "alone" if solo else "with several players"
