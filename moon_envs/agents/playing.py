"""Asks agents: one call for all rows that wait for an agent, and every answer is checked before it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.agents.by_mode import of_mode
from moon_envs.agents.contract import Agent, PolicyAgent, RandomAgent, Waiting
from moon_envs.agents.pace import Pace
from moon_envs.base.checks import as_array, described_array, shown
from moon_envs.base.errors import AgentError, ConfigurationError, MoonEnvsError
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game

if TYPE_CHECKING:
    from moon_envs.agents.seat_batch import SeatBatch

OnStep = Callable[[int, int], None]


def prepare(agent: Agent, game: Game, configuration: Configuration) -> None:
    """Prepare an agent for a game and configuration.

    Raises:
        ConfigurationError: the agent cannot play this.
        AgentError: the agent raised anything else.
    """
    if not isinstance(agent, Agent):
        raise ConfigurationError(f"agent={shown(agent)} is not allowed; allowed: an Agent, see `find_agent`.")
    try:
        agent.prepare(game, configuration)
    except (MoonEnvsError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # a user's agent may raise anything
        raise AgentError(f"The agent {agent.name!r} raised {type(error).__name__}: {error}") from error


def ask(agent: Agent, waiting: Waiting, explain: Callable[[int, int], str] | None = None) -> np.ndarray:
    """Ask an agent for actions, check them, and return them.

    Args:
        agent: who is asked.
        waiting: the rows that wait.
        explain: says why an action is not legal, (row, action) -> words; None names what is legal instead.

    Raises:
        AgentError: the agent raised, or did not return one legal action for each row.
    """
    who = f"The agent {agent.name!r} of seat {', '.join(map(str, np.unique(waiting.seats)))} in {waiting.game.id}"
    rows = waiting.rows.copy()
    try:
        returned = agent.act(waiting)
    except MoonEnvsError:
        raise
    except (Exception, SystemExit) as error:  # the user interrupts, not the agent
        asked = f"row {rows[0]}" if len(rows) == 1 else f"rows {rows[0]} to {rows[-1]}"
        words = f"{who} raised {type(error).__name__}: {error} (asked about {asked})"
        raise AgentError(f"{words}{_what_was_shown(agent, waiting)}") from error
    chosen = _checked(returned, len(waiting), who)
    legal = waiting.are_legal(chosen)
    if not legal.all():
        wrong = int(np.flatnonzero(~legal)[0])
        raise AgentError(f"{who}: {(explain or waiting.why_illegal)(int(rows[wrong]), int(chosen[wrong]))}")
    return chosen


def _what_was_shown(agent: Agent, waiting: Waiting) -> str:
    """Return the shapes that a function was given, as a hint: it may be made for another mode."""
    if not isinstance(of_mode(agent, waiting.configuration.mode), PolicyAgent):
        return ""
    return (
        f"; it was shown observations {waiting.observation.shape} and masks {waiting.mask.shape} of {waiting.game.id}, "
        f"{waiting.configuration.describe()}"
    )


def ask_for_shares(agent: Agent, waiting: Waiting) -> np.ndarray:
    """How much an agent leans to each action, (k, actions); all of it to what it would do, if it does not say.

    Args:
        agent: who is asked.
        waiting: the rows that wait.

    Raises:
        AgentError: as in `ask`.
    """
    shares = agent.shares(waiting)
    if shares is None:
        shares = np.zeros(waiting.mask.shape)
        shares[np.arange(len(waiting)), ask(agent, waiting)] = 1.0
    return shares


def _checked(returned: Any, count: int, who: str) -> np.ndarray:
    chosen = as_array(returned, count)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise AgentError(
            f"{who} must return {count} whole numbers, one action for each row; it returned "
            f"{described_array(returned)}."
        )
    return chosen.astype(np.int64)


def different_agents(agents: Iterable[Agent]) -> list[Agent]:
    """Return each agent once, by identity: equal agents may play differently, and some cannot be hashed."""
    return list({id(agent): agent for agent in agents}.values())


def play_games(
    batch: Batch | SeatBatch,
    agents: Sequence[Agent],
    seating: np.ndarray | None = None,
    on_step: OnStep = lambda finished, decided: None,
    on_actions: Callable[[np.ndarray, np.ndarray], None] | None = None,
    pace: Pace | None = None,
) -> None:
    """Play every game of a batch to its end. Random agents are played by the compiled loops.

    Args:
        batch: with autoreset "disabled"; seats that its opponents or random players take are not asked for.
        agents: who plays.
        seating: (rows, players), which of the agents sits where in each game; None for agent i on seat i everywhere.
        on_step: called after every step with the numbers of games that it has ended and of decisions that it has made.
        on_actions: called before every step with the rows that move and their actions. Games of random agents are then
            played step by step, too.
        pace: how many games are in progress at once, the first rows first; None for all. Agents that decide by what
            they are shown play the same games whatever it is.
    """
    playing = different_agents(agents)  # an agent on several seats gets one call for all of them
    places_of = {id(agent): place for place, agent in enumerate(playing)}
    who = np.array([places_of[id(agent)] for agent in agents])
    for agent in playing:
        prepare(agent, batch.game, batch.configuration)
    if on_actions is None and all(type(agent) is RandomAgent for agent in playing):
        unfinished = np.flatnonzero(batch.actor >= 0)
        batch.play_out()
        on_step(len(unfinished), int(batch.final_decisions[unfinished].sum()))
        return
    pace = Pace((), len(batch)) if pace is None else pace
    shown = batch if isinstance(batch, Batch) else batch.batch
    while True:
        running = np.flatnonzero(batch.actor >= 0)[: pace.games_at_once]
        if not len(running):
            return
        seats = batch.actor[running]
        deciding = who[seats if seating is None else seating[running, seats]]
        actions = batch.sample(running)
        with shown.asking():
            for index, agent in enumerate(playing):
                places = np.flatnonzero(deciding == index)
                if len(places) and type(agent) is not RandomAgent:
                    actions[places] = ask(agent, Waiting(shown, running[places]))
        if on_actions is not None:
            on_actions(running, actions)
        batch.step(actions, running)
        finished = int((batch.actor[running] < 0).sum())
        pace.count(finished)
        on_step(finished, len(running))
