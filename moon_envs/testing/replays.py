"""The check of replays: games that a seat cannot tell apart give it the same page, text and events to the byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.events import tell
from moon_envs.render import LastDecision
from moon_envs.replays.page import page_of
from moon_envs.replays.text import lines_of
from moon_envs.replays.walk import Walk
from moon_envs.testing.knowledge import ROW, hidden_leaves, scramble
from moon_envs.testing.lookalikes import Course, lookalikes

PARTS = 3
POSITIONS_OF_A_PART = 10


def check_replays(game: Game, mode: dict[str, Any], forks: int = 2, length: int = 14) -> None:
    """Check that events, pages and texts for a seat, and pages for two seats, tell only what these seats can know.

    It compares two kinds of pairs. In parts of a random game, everything that a seat cannot know is scrambled, or
    redrawn by `resample`, in every position. And from some positions on, the others decide differently and the seats do
    not notice it (`moon_envs.testing.lookalikes`).
    """
    players = game.configuration(**mode).players
    for part in _parts(game, mode):
        for seat in {0, players - 1}:
            for number, hidden in enumerate(("scrambled", "redrawn")):
                other = _with_other_secrets(part, seat, hidden == "redrawn", number)
                _compare(part, other, [seat], f"{mode}, what is hidden {hidden}")
    groups = [[0], [players - 1]] if players == 2 else [[0], [players - 1], [0, 1]] if players > 2 else []
    for seats in groups:
        for courses in lookalikes(game, mode, seats, forks, length):
            one, two = (_walk(game, mode, course) for course in courses)
            _compare(one, two, seats, f"{mode}, others decide differently")


def _compare(one: Walk, two: Walk, seats: Sequence[int], what: str) -> None:
    who = f"player {seats[0]}" if len(seats) == 1 else f"players {' and '.join(map(str, seats))}"
    shown = [_shown(walk, seats) for walk in (one, two)]
    for kind, page in shown[0].items():
        assert page == shown[1][kind], f"{one.game.id} {what}: the {kind} of {who} tells what cannot be known there"


def _shown(walk: Walk, seats: Sequence[int]) -> dict[str, Any]:
    """Return everything that is written for seats about a game."""
    return {
        "replay page": page_of(walk, seats=seats),
        "replay text": [list(lines_of(walk, seat)) for seat in seats],
        "news": [_news(walk, seat) for seat in seats],
    }


def _news(walk: Walk, seat: int) -> list[str]:
    """Return the events that a seat is told during the game, decision by decision."""
    lines = []
    for position, action in enumerate(walk.actions):
        decision = LastDecision(walk.actors[position], action)
        lines += tell(walk.game, walk.states[position], walk.states[position + 1], decision, seat)
    return lines


def _walk(game: Game, mode: dict[str, Any], course: Course) -> Walk:
    return Walk(game, game.configuration(**mode), [], course.states, course.actors, course.actions)


def _parts(game: Game, mode: dict[str, Any]) -> Iterator[Walk]:
    """Yield the beginning, the middle and the end of a random game."""
    batch = Batch(game, 1, seed=9, autoreset="disabled", threads=1, **mode)
    whole = Course([batch.record()], [int(batch.actor[0])])
    while not batch.done[0]:
        whole.actions.append(int(batch.sample()[0]))
        batch.step(whole.actions[-1:])
        whole.states.append(batch.record())
        whole.actors.append(int(batch.actor[0]))
    last = max(0, len(whole.states) - 1 - POSITIONS_OF_A_PART)
    for first in sorted({last * part // (PARTS - 1) for part in range(PARTS)}):
        end = first + POSITIONS_OF_A_PART + 1
        yield _walk(
            game, mode, Course(whole.states[first:end], whole.actors[first:end], whole.actions[first : end - 1])
        )


def _with_other_secrets(walk: Walk, seat: int, is_redrawn: bool, seed: int) -> Walk:
    """Return a game that a seat cannot tell apart: in every record, all that the seat cannot know is different."""
    hidden, chance = hidden_leaves(walk.game), np.random.default_rng(seed)
    mode = walk.configuration
    trial = Batch(walk.game, 1, mode.players, autoreset="disabled", threads=1, **mode.given_options)
    states = []
    for number, (state, actor) in enumerate(zip(walk.states, walk.actors, strict=True)):
        if not is_redrawn:
            states.append(scramble(walk.game, hidden, state, seat, actor, chance))
            continue
        trial.set_checked_states(np.array([state]), ROW)
        if actor >= 0:
            trial.resample(0, seat, seed=number)
        states.append(trial.record())
    return replace(walk, states=states)
