"""One game that people play in the terminal: its position, who decides, saving and resuming."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs import saves
from moon_envs.batch import Batch
from moon_envs.cli.arguments import CommandError
from moon_envs.errors import MoonEnvsError, SaveError
from moon_envs.files import read_file
from moon_envs.game import Configuration, Game

MOST_BYTES_OF_A_SAVE = 1 << 20


@dataclass
class Session:
    """A game in progress. Seats of the table decide one at a time; random players take those without a person.

    Attributes:
        batch: the game itself, in a batch of one.
        seed: what the game was dealt from.
        seat: the person's seat.
        hotseat: whether people play all seats.
        decisions: how many decisions have been made.
    """

    batch: Batch
    seed: int
    seat: int
    hotseat: bool
    decisions: int = 0

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
        self.decisions += 1

    def let_others_play(self) -> None:
        """Decide randomly for the seats without a person, until it is a person's turn or the game is over."""
        while not self.hotseat and not self.is_over and self.actor != self.seat:
            # Drawn from the seed and the number of the decision alone, so that a resumed game goes on the same way.
            random = np.random.default_rng([self.seed, self.decisions])
            self.decide(int(random.choice(self.batch.legal_actions())))

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
            decisions=self.decisions,
        )
        path = path.resolve()
        if path.exists() and not _holds_a_save(path):
            raise CommandError(f"{path} exists and is not a saved game; choose another name.")
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        try:
            partial.write_bytes(data)
            partial.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise


def new_session(game: Game, configuration: Configuration, seed: int | None, seat: int, hotseat: bool) -> Session:
    """Deal a new game; without a seed, a random one."""
    if seat not in range(configuration.players):
        raise CommandError(f"--seat {seat} is not allowed; allowed: 0 to {configuration.players - 1}.")
    if seed is None:
        seed = secrets.randbits(32)
    return Session(_batch(game, configuration, seed), seed, seat, hotseat)


def resume_session(game: Game, path: Path, hotseat: bool) -> Session:
    """Continue a saved game.

    Args:
        game: the game.
        path: of the file.
        hotseat: let people play all seats from now on; it stays so in a game that was saved like that.

    Raises:
        CommandError: the file cannot be read, is damaged, or holds another game.
    """
    try:
        state, details = saves.unpack(game, read_file(path, MOST_BYTES_OF_A_SAVE, SaveError))
        return _restore(game, state, details, hotseat)
    except (MoonEnvsError, ValueError) as error:
        words = str(error).removeprefix(f"{path}: ")
        raise CommandError(f"cannot resume {str(path)!r}: {words}") from error


def _restore(game: Game, state: np.void, details: Any, hotseat: bool) -> Session:
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
        "decisions": details.get("decisions", int(state["decisions"])),
    }
    if any(isinstance(value, bool) or not isinstance(value, int) or value < 0 for value in numbers.values()):
        raise damaged
    if numbers["seat"] >= configuration.players:
        raise damaged
    return Session(batch, hotseat=hotseat or details.get("hotseat", False), **numbers)


def _batch(game: Game, configuration: Configuration, seed: int) -> Batch:
    return Batch(game, 1, configuration.players, seed, autoreset="disabled", threads=1, **configuration.options)


def _holds_a_save(path: Path) -> bool:
    try:
        saves.game_id(read_file(path, MOST_BYTES_OF_A_SAVE, SaveError))
    except SaveError:
        return False
    return True
