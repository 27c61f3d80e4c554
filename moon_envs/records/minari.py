"""Self-play as a Minari dataset: observations, masks, actions and rewards of one seat.

The dataset names an environment; its episodes replay there exactly. This module needs Minari with HDF5
(`pip install "moon_envs[minari]"`) and is imported only when it is used.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from moon_envs.agents import SeatBatch
from moon_envs.base.errors import ConfigurationError, MissingExtraError, SaveError
from moon_envs.base.version import __version__
from moon_envs.core.game import Configuration, Game
from moon_envs.core.names import gymnasium_id

try:
    import h5py  # noqa: F401  (Minari imports it only when it writes the first file)
    import minari
    from minari.data_collector import EpisodeBuffer
    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.namespace import create_namespace, list_local_namespaces
    from minari.storage.datasets_root_dir import get_dataset_path
except ImportError as error:
    raise MissingExtraError(f'Minari is needed for this ({error}): pip install "moon_envs[minari]"') from error

EPISODES_REPLAYED = 100
ROOT_VARIABLE = "MINARI_DATASETS_PATH"


class MinariExport:
    """Writes the games of a batch, seen from one seat, to a new dataset.

    It writes to a hidden folder beside the datasets. `finish` checks the dataset and moves it to its name; the end of
    the `with` block removes an unfinished one.

    Attributes:
        name: the name of the dataset.
        seat: the seat whose decisions become the steps.
        agent: the agent that plays this seat.
        view: the seat and its opponents, as keyword arguments for a batch or an environment.
        games_at_once: a good size of the batch; the observations of all its games are in memory.

    Args:
        name: the name of the dataset, like "moon/launch-greedy-v0".
        game: a registered game.
        configuration: players and options.
        agents: the agents: one name for all seats, or a list with one for each.
        seat: the seat whose decisions become the steps.

    Raises:
        ConfigurationError: Minari does not allow the name, the name is taken, or the seat does not exist.
    """

    games_at_once = 256

    def __init__(self, name: str, game: Game, configuration: Configuration, agents: str | Sequence[str], seat: int):
        self.name, self.seat = name, seat
        self._check_name()
        players = configuration.players
        each = [agents] * players if isinstance(agents, str) else list(agents)
        others: str | list[str] = "random"
        if players > 1:
            turned = [each[(seat + place) % players] for place in range(1, players)]
            others = agents if isinstance(agents, str) else turned
        self.view: dict[str, Any] = {"seat": seat, "opponents": others}
        mode = {"players": players, **configuration.given_options}
        self._environment = gymnasium.make(
            gymnasium_id(game.id, game.version), disable_env_checker=True, **self.view, **mode
        )
        self.agent = each[seat]
        self._about = f"{game.title}: {configuration.describe()}, seat {seat}, agents: {', '.join(each)}."
        self._steps: list[tuple[np.ndarray, ...]] = []
        self._chosen: tuple[np.ndarray, ...] | None = None
        self._dataset: Any = None
        self._folder: Path | None = None

    def _check_name(self) -> None:
        try:
            parse_dataset_id(self.name)
        except (ValueError, TypeError) as error:
            raise ConfigurationError(
                f"--minari={self.name!r} is not allowed; allowed: names like launch-v0 or moon/launch-greedy-v0, of "
                "letters, digits, - and _, with a version at their end."
            ) from error
        path = get_dataset_path(self.name)
        if path.exists():
            raise ConfigurationError(f"--minari={self.name!r} is not allowed: {path} exists already.")
        for folder in path.parents:
            if (folder / "data").is_dir() and folder != get_dataset_path():
                raise ConfigurationError(f"--minari={self.name!r} is not allowed: {folder} is a dataset itself.")

    # While games are played

    def choose(self, batch: SeatBatch, rows: np.ndarray, actions: np.ndarray) -> None:
        """Keep the actions that were chosen in these rows; call it before they are carried out."""
        self._chosen = (rows.copy(), batch.observation[rows], batch.mask[rows], actions.copy())

    def pay(self, batch: SeatBatch) -> None:
        """Keep the rewards of the chosen actions; call it after they have been carried out."""
        if self._chosen is not None:
            rows, *seen = self._chosen
            self._steps.append((rows, *seen, batch.reward[rows, self.seat]))
            self._chosen = None

    def add(self, batch: SeatBatch, finished: np.ndarray) -> None:
        """Write the games of the finished rows, and drop the steps of the others."""
        self.pay(batch)
        if finished.any():
            self._write(self._episodes(batch, np.flatnonzero(finished)))
        self._steps.clear()

    def _episodes(self, batch: SeatBatch, finished: np.ndarray) -> list[Any]:
        rows, *columns = (np.concatenate(column) for column in zip(*self._steps, strict=True))
        order = np.argsort(rows, kind="stable")
        observations, masks, actions, rewards = (column[order] for column in columns)
        lengths = np.bincount(rows, minlength=len(batch))
        ends = np.cumsum(lengths)
        episodes = []
        for row in finished.tolist():
            length = int(lengths[row])
            steps = slice(ends[row] - length, ends[row])
            terminations = np.zeros(length, dtype=np.bool_)
            terminations[-1] = True
            outcomes = np.zeros(length + 1)
            outcomes[-1] = batch.final_outcome[row, self.seat]
            episodes.append(
                EpisodeBuffer(
                    seed=int(batch.states["seed"][row]),
                    observations=np.concatenate([observations[steps], batch.observation[row : row + 1]]),
                    actions=actions[steps],
                    rewards=rewards[steps],
                    terminations=terminations,
                    truncations=np.zeros(length, dtype=np.bool_),
                    infos={
                        "action_mask": np.concatenate([masks[steps], batch.mask[row : row + 1]]),
                        "outcome": outcomes,
                    },
                )
            )
        return episodes

    def _write(self, episodes: list[Any]) -> None:
        with self._datasets_elsewhere(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Minari warns of missing details, like an e-mail address
            if self._dataset is not None:
                self._dataset.update_dataset_from_buffer(episodes)
                return
            self._dataset = minari.create_dataset_from_buffers(
                self.name,
                episodes,
                env=self._environment,
                algorithm_name=self.agent,
                author="moon_envs",
                description=self._about,
                requirements=[f"moon_envs=={__version__}"],
            )

    @contextmanager
    def _datasets_elsewhere(self) -> Iterator[Path]:
        """Let Minari use the hidden folder for its datasets."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix=".moon_envs-", dir=get_dataset_path()))
        before = os.environ.get(ROOT_VARIABLE)
        os.environ[ROOT_VARIABLE] = str(self._folder)
        try:
            yield self._folder
        finally:
            if before is None:
                del os.environ[ROOT_VARIABLE]
            else:
                os.environ[ROOT_VARIABLE] = before

    # After all games

    def finish(self) -> dict[str, Any]:
        """Check the dataset, move it to its name, and return what was written.

        Raises:
            SaveError: an episode does not replay; no dataset is written.
            ConfigurationError: the name was taken in the meantime; no dataset is written.
        """
        with self._datasets_elsewhere() as folder:
            replayed = check_replays(self.name)
            steps, episodes = self._dataset.total_steps, self._dataset.total_episodes
        self._check_name()
        namespace = parse_dataset_id(self.name)[0]
        if namespace is not None and namespace not in list_local_namespaces():
            create_namespace(namespace)
        (folder / self.name).rename(get_dataset_path(self.name))
        return {"name": self.name, "seat": self.seat, "episodes": episodes, "steps": steps, "replayed": replayed}

    def __enter__(self) -> MinariExport:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def check_replays(name: str, most: int = EPISODES_REPLAYED) -> int:
    """Replay episodes of a dataset in the environment that it names, and compare every value exactly.

    Args:
        name: the name of the dataset.
        most: the most episodes to replay; of a larger dataset, evenly spread ones.

    Returns:
        The number of replayed episodes.

    Raises:
        SaveError: an observation, mask, reward or end differs; the message names the first episode and step.
    """
    dataset = minari.load_dataset(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Minari compares versions, and a checkout that is not installed has none
        environment = dataset.recover_environment()
    chosen = np.unique(np.linspace(0, dataset.total_episodes - 1, most).astype(int)).tolist()
    seeds = [one["seed"] for one in dataset.storage.get_episode_metadata(chosen)]
    for episode, seed in zip(dataset.iterate_episodes(chosen), seeds, strict=True):
        difference = _difference(environment, episode, seed)
        if difference is not None:
            raise SaveError(
                f"Episode {episode.id} of {name} does not replay: {difference}. Does an opponent choose differently "
                "when it is asked again? Agents that choose at random must draw from waiting.seeds."
            )
    return len(chosen)


def _difference(environment: gymnasium.Env, episode: Any, seed: int) -> str | None:
    """Return in words where an episode and its replay differ; None if they do not."""
    observation, info = environment.reset(seed=seed)
    masks, over = episode.infos["action_mask"], False
    for step, action in enumerate(episode.actions.tolist()):
        if over:
            return f"the game is over at step {step}"
        if not (
            np.array_equal(observation, episode.observations[step]) and np.array_equal(info["action_mask"], masks[step])
        ):
            return f"another observation at step {step}"
        observation, reward, over, _, info = environment.step(action)
        if reward != episode.rewards[step]:
            return f"another reward at step {step}"
    if not over or not np.array_equal(observation, episode.observations[-1]):
        return "another end"
    return None if info["outcome"] == episode.infos["outcome"][-1] else "another outcome"
