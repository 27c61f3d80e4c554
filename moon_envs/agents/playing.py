"""Asking agents: all rows that wait for one of them in one call, every answer checked before it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.agents.contract import Agent, RandomAgent, Waiting
from moon_envs.checks import as_array
from moon_envs.errors import AgentError, MoonEnvsError

if TYPE_CHECKING:
    from moon_envs.batch import Batch


def ask(agent: Agent, waiting: Waiting, explain: Callable[[int, int], str]) -> np.ndarray:
    """The actions of an agent, checked.

    Args:
        agent: who is asked.
        waiting: the rows that wait.
        explain: says what is wrong with an action: (row, action) -> words.

    Raises:
        AgentError: the agent raised, or did not return one legal action for each row.
    """
    who = f"The agent {agent.name!r} of seat {', '.join(map(str, np.unique(waiting.seats)))} in {waiting.game.id}"
    try:
        returned = agent.act(waiting)
    except MoonEnvsError:
        raise
    except Exception as error:
        rows = f"row {waiting.rows[0]}" if len(waiting) == 1 else f"rows {waiting.rows[0]} to {waiting.rows[-1]}"
        raise AgentError(f"{who} raised {type(error).__name__}: {error} (asked about {rows})") from error
    chosen = _checked(returned, len(waiting), who)
    mask = waiting.mask
    known = (chosen >= 0) & (chosen < mask.shape[1])
    legal = known & (mask[np.arange(len(chosen)), np.where(known, chosen, 0)] != 0)
    if not legal.all():
        wrong = int(np.flatnonzero(~legal)[0])
        raise AgentError(f"{who}: {explain(int(waiting.rows[wrong]), int(chosen[wrong]))}")
    return chosen


def _checked(returned: Any, count: int, who: str) -> np.ndarray:
    chosen = as_array(returned)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise AgentError(
            f"{who} must return {count} whole numbers, one action for each row; it returned shape {chosen.shape} of "
            f"{chosen.dtype}."
        )
    return chosen.astype(np.int64)


def play_games(
    batch: Batch,
    agents: Sequence[Agent],
    seating: np.ndarray | None = None,
    on_step: Callable[[int], None] = lambda finished: None,
) -> None:
    """Play every game of a batch to its end. Random agents are played by the compiled loops.

    Args:
        batch: with autoreset "disabled" and no opponents of its own.
        agents: who plays.
        seating: (rows, players), which of the agents sits where in each game; None for agent i on seat i everywhere.
        on_step: called after every step with the number of games that it has finished.
    """
    playing = list(dict.fromkeys(agents))  # an agent on several seats is asked for all of them at once
    who = np.array([playing.index(agent) for agent in agents])
    for agent in playing:
        agent.prepare(batch.game, batch.configuration)
    if all(isinstance(agent, RandomAgent) for agent in playing):
        unfinished = int((batch.actor >= 0).sum())
        batch.play_out()
        on_step(unfinished)
        return
    while True:
        running = np.flatnonzero(batch.actor >= 0)
        if not len(running):
            return
        seats = batch.actor[running]
        deciding = who[seats if seating is None else seating[running, seats]]
        actions = batch.sample()[running]
        for index, agent in enumerate(playing):
            places = np.flatnonzero(deciding == index)
            if len(places) and not isinstance(agent, RandomAgent):
                waiting = Waiting(batch, running[places])
                actions[places] = ask(agent, waiting, lambda row, one: batch.explain_illegal(one, row))
        batch.step(actions, running)
        on_step(int((batch.actor[running] < 0).sum()))
