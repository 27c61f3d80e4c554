"""One game that people play in the terminal: its position, who decides, saving and resuming."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs import saves
from moon_envs.agents import Agent, Waiting, ask, find_agents, prepare
from moon_envs.agents.names import RANDOM, is_in_the_box
from moon_envs.batch import Batch
from moon_envs.checks import shown
from moon_envs.cli.arguments import CommandError
from moon_envs.errors import MoonEnvsError, SaveError
from moon_envs.files import read_file, write_file
from moon_envs.game import Configuration, Game

MOST_BYTES_OF_A_SAVE = 1 << 20


@dataclass
class Session:
    """A game in progress. Seats of the table decide one at a time; agents take those without a person.

    Attributes:
        batch: the game itself, in a batch of one.
        seed: what the game was dealt from.
        seat: the person's seat.
        hotseat: whether people play all seats.
        agents: who plays the other seats, by seat.
    """

    batch: Batch
    seed: int
    seat: int
    hotseat: bool
    agents: dict[int, Agent]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.batch.game

    @property
    def configuration(self) -> Configuration:
        """Players and options."""
        return self.batch.configuration

    @property
    def state(self) -> np.void:
        """The position."""
        return self.batch.states[0]

    @property
    def actor(self) -> int:
        """Whose decision it is, -1 when the game is over."""
        return int(self.batch.actor[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor < 0

    @property
    def legal_actions(self) -> list[int]:
        """What the actor can choose."""
        return [int(action) for action in self.batch.legal_actions()]

    def describe(self, action: int) -> str:
        """An action in words, as it would be carried out now."""
        return self.batch.describe(action)

    def decide(self, action: int) -> None:
        """Carry out an action of the actor."""
        self.batch.step([action])

    def let_others_play(self) -> None:
        """Let agents decide for the seats without a person, until it is a person's turn or the game is over."""
        while not self.hotseat and not self.is_over and self.actor != self.seat:
            waiting = Waiting(self.batch, np.array([0]))
            actions = ask(self.agents[self.actor], waiting, lambda row, one: self.batch.explain_illegal(one, row))
            self.decide(int(actions[0]))

    def points(self) -> np.ndarray:
        """The points, (sides, categories). They may tell what others have not shown: for the end of the game only."""
        return self.batch.points()[0]

    def outcome(self) -> list[float]:
        """The results of a finished game, by seat."""
        return [float(value) for value in self.batch.final_outcome[0]]

    def save(self, path: Path) -> None:
        """Save the game, all of it or nothing.

        Raises:
            OSError: the file cannot be written.
            CommandError: the file exists and is something else.
        """
        data = saves.pack(
            self.game,
            self.state,
            players=self.configuration.players,
            options=self.configuration.options,
            seed=self.seed,
            seat=self.seat,
            hotseat=self.hotseat,
            against=[agent.name for agent in self.agents.values()],
        )
        path = path.resolve()
        if path.exists() and not _holds_a_save(path):
            raise CommandError(f"{path} exists and is not a saved game; choose another name.")
        write_file(path, data)


def new_session(
    game: Game, configuration: Configuration, seed: int | None, seat: int, hotseat: bool, against: Any = None
) -> Session:
    """Deal a new game; without a seed, a random one. `against` is who plays the other seats, None for random."""
    if seat not in range(configuration.players):
        raise CommandError(f"--seat {seat} is not allowed; allowed: 0 to {configuration.players - 1}.")
    if seed is None:
        seed = secrets.randbits(32)
    agents = _agents(game, configuration, seat, hotseat, against)
    return Session(_batch(game, configuration, seed), seed, seat, hotseat, agents)


def resume_session(game: Game, path: Path, hotseat: bool, against: Any = None) -> Session:
    """Continue a saved game.

    Args:
        game: the game.
        path: of the file.
        hotseat: let people play all seats from now on; it stays so in a game that was saved like that.
        against: who plays the other seats from now on; None for those who did when the game was saved.

    Raises:
        CommandError: the file cannot be read, is damaged, or holds another game.
    """
    try:
        state, details = saves.unpack(game, read_file(path, MOST_BYTES_OF_A_SAVE, SaveError))
        return _restore(game, state, details, hotseat, against)
    except (MoonEnvsError, ValueError) as error:
        words = str(error).removeprefix(f"{path}: ")
        raise CommandError(f"cannot resume {str(path)!r}: {words}") from error


def _restore(game: Game, state: np.void, details: Any, hotseat: bool, against: Any) -> Session:
    damaged = SaveError("This save is damaged: its details cannot be read.")
    if not isinstance(details, dict):
        raise damaged
    # Saves of `Batch.save` have no details: the game then goes on from the seat that decides.
    options, players = details.get("options", {}), details.get("players", int(state["player_count"]))
    if not isinstance(options, dict) or "players" in options or not isinstance(details.get("hotseat", False), bool):
        raise damaged
    configuration = game.configuration(players, **options)
    batch = _batch(game, configuration, 0)
    batch.set_states(np.array([state], dtype=game.state_dtype))
    numbers = {
        "seed": details.get("seed", int(state["seed"])),
        "seat": details.get("seat", max(int(batch.actor[0]), 0)),
    }
    if any(isinstance(value, bool) or not isinstance(value, int) or value < 0 for value in numbers.values()):
        raise damaged
    if numbers["seat"] >= configuration.players:
        raise damaged
    hotseat = hotseat or details.get("hotseat", False)
    if against is None and not hotseat:
        against = _saved_agents(details.get("against"), configuration.players)
    return Session(
        batch, hotseat=hotseat, agents=_agents(game, configuration, numbers["seat"], hotseat, against), **numbers
    )


def _agents(game: Game, configuration: Configuration, seat: int, hotseat: bool, against: Any) -> dict[int, Agent]:
    """Who plays the seats of nobody, by seat."""
    if against is not None and (hotseat or configuration.is_solo):
        reason = "people play all seats" if hotseat else "nobody else plays in the solo mode"
        raise CommandError(f"--against is not allowed: {reason}.")
    others = [(seat + 1 + place) % configuration.players for place in range(configuration.players - 1)]
    agents = dict(zip(others, find_agents("--against", against or RANDOM, len(others), "other seat"), strict=True))
    for agent in agents.values():
        prepare(agent, game, configuration)
    return agents


def _saved_agents(names: Any, players: int) -> list[str] | None:
    """The agents that a saved game names. A save may come from anybody: nothing that it names is imported."""
    if names is None or players == 1:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SaveError("This save is damaged: its details cannot be read.")
    unknown = [name for name in names if not is_in_the_box(name)]
    if unknown:
        raise SaveError(f"It was played against {shown(unknown[0])}; say --against who plays on.")
    return names


def _batch(game: Game, configuration: Configuration, seed: int) -> Batch:
    return Batch(game, 1, configuration.players, seed, autoreset="disabled", threads=1, **configuration.options)


def _holds_a_save(path: Path) -> bool:
    try:
        saves.game_id(read_file(path, MOST_BYTES_OF_A_SAVE, SaveError))
    except SaveError:
        return False
    return True
