"""Pairs of games that some seats cannot tell apart: other players decide differently, and the seats do not notice.

Both games continue one position. The seats decide the same in both; the others decide at random. The seats know only
what the rules let them know: their observations and texts of every position, their own decisions, and announced
decisions (`Game.is_announced`). They do not know how many decisions they did not notice. The pair ends before the first
difference that the seats can notice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.testing.knowledge import ROW

# The probability that another player decides as in the first game, so that the games stay alike for longer.
SAME_AGAIN = 0.6
FORK_HERE = 0.5
MOST_BETWEEN_FORKS = 8

Known = tuple[object, ...]


@dataclass
class Course:
    """A game from some position on.

    Attributes:
        states: its records.
        actors: the seat that decides in each record, -1 at the end.
        actions: the decisions.
        known: what the seats know in each position; it changes whenever they notice something.
    """

    states: list[np.void] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)

    def learned(self) -> list[Known]:
        """Return `known` without repetitions: everything that the seats learned, in order."""
        return [one for place, one in enumerate(self.known) if place == 0 or one != self.known[place - 1]]

    def until(self, count: int) -> Course:
        """Return the course up to the position where the seats have learned `count` things."""
        end, learned = 0, 0
        for place, one in enumerate(self.known):
            learned += place == 0 or one != self.known[place - 1]
            if learned > count:
                break
            end = place + 1
        return Course(self.states[:end], self.actors[:end], self.actions[: end - 1], self.known[:end])


def lookalikes(
    game: Game, mode: dict[str, Any], seats: Sequence[int], forks: int, length: int, tries: int = 8, seed: int = 21
) -> Iterator[tuple[Course, Course]]:
    """Yield pairs of courses of a game that these seats cannot tell apart, even together.

    Args:
        game: the game.
        mode: players and options.
        seats: the seats.
        forks: the number of positions of a random game to start pairs from; the first is another player's decision.
        length: the most decisions of a course.
        tries: the number of second games in each position; the one that stays alike for longest is used.
        seed: the seed of the random game.
    """
    chance = np.random.default_rng(seed)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    trial = batch.clone()
    tried = 0
    while tried < forks and not batch.done[0]:
        if int(batch.actor[0]) not in seats and (tried == 0 or chance.random() < FORK_HERE):
            tried += 1
            pair = _longest_pair(trial, batch.record(), seats, length, tries, chance)
            if pair is not None:
                yield pair
        steps = 1 if tried == 0 else 1 + int(chance.integers(MOST_BETWEEN_FORKS))
        for _ in range(steps):
            if not batch.done[0]:
                batch.step(batch.sample())


def _longest_pair(
    trial: Batch, state: np.void, seats: Sequence[int], length: int, tries: int, chance: np.random.Generator
) -> tuple[Course, Course] | None:
    first = _play(trial, state, seats, length, chance)
    learned = first.learned()
    best: tuple[int, Course, Course] | None = None
    for _ in range(tries):
        other = _play(trial, state, seats, length, chance, first)
        alike = 0
        for one, two in zip(learned, other.learned(), strict=False):
            if one != two:
                break
            alike += 1
        pair = first.until(alike), other.until(alike)
        if pair[0].actions != pair[1].actions and (best is None or alike > best[0]):
            best = (alike, *pair)
    return None if best is None else best[1:]


def _play(
    trial: Batch,
    state: np.void,
    seats: Sequence[int],
    length: int,
    chance: np.random.Generator,
    like: Course | None = None,
) -> Course:
    """Play on at random, or mostly like another course until the seats know something that they did not know there."""
    trial.set_checked_states(np.array([state]), ROW)
    known_there = None if like is None else set(like.known)
    noticed = (0, 0, 0)
    course = Course([state], [int(trial.actor[0])], [], [_knowledge(trial, seats, noticed)])
    while len(course.actions) < length and not trial.done[0]:
        actor, action = course.actors[-1], _choose(trial, seats, chance, course, like)
        if actor in seats or trial.game.is_announced(action):
            noticed = (noticed[0] + 1, actor, action)
        trial.step([action])
        course.states.append(trial.record())
        course.actors.append(int(trial.actor[0]))
        course.actions.append(action)
        course.known.append(_knowledge(trial, seats, noticed))
        if known_there is not None and course.known[-1] not in known_there:
            break
    return course


def _choose(
    trial: Batch, seats: Sequence[int], chance: np.random.Generator, course: Course, like: Course | None
) -> int:
    """Choose at random, or repeat the player's decision of the other course; the seats always repeat a legal one."""
    actor, legal = course.actors[-1], trial.legal_actions()
    if like is not None and (actor in seats or chance.random() < SAME_AGAIN):
        there = [action for who, action in zip(like.actors, like.actions, strict=False) if who == actor]
        number = sum(who == actor for who in course.actors[:-1])
        if number < len(there) and there[number] in legal:
            return there[number]
    return int(chance.choice(legal))


def _knowledge(trial: Batch, seats: Sequence[int], noticed: tuple[int, int, int]) -> Known:
    """Return what seats observe and read of a position, and the last decision that they noticed, with its number."""
    texts = (trial.game.render(trial.states[0], seat) for seat in seats)
    return (*(trial.observe(seat).tobytes() for seat in seats), *texts, noticed)
