"""Simulations that ask a network: they stop where they need an evaluation and go on when it is there.

A simulation belongs to the player who decides at the root. Only that player's decisions are in the tree. The actions of
the others are drawn from the network's policy; they count as chance, like everything that is redrawn. A simulation ends
with the game, or at a decision of the player where a legal action has no prior in the tree: then the network gives the
value of the position and the priors. Several simulations of one root can be in flight: each is a searcher with its own
working space, and all share the tree. A single legal action is carried out without asking.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.buffers import copy_bytes
from moon_envs.engine.batch.rows import MOST_DECISIONS, OVER, encode_features, redraw
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import ACTOR, APPLY, KNOWN_POINTS, OBSERVE, array_at, call_entry, record_at
from moon_envs.engine.random import mix
from moon_envs.engine.records import HEADER
from moon_envs.engine.search.priors import add_children, choose_by_prior, draw_action, find_policy
from moon_envs.engine.search.rows import begin_payoffs, legal_count, pay
from moon_envs.engine.search.searcher import SEARCHER, SEARCHER_SIZE, SIMULATION
from moon_envs.engine.search.tree import NO_NODE, ROOT, back_up, begin_tree, nodes_of

# Phases of a simulation: idle, walking, waiting for the value of a position, waiting for another player's action.
IDLE, WALKS, ASKS_VALUE, ASKS_ACTION = 0, 1, 2, 3

NOT_YET = -1

# Values of `stuck`: a state that cannot go on, an evaluation that is not finite.
NO_WAY_ON, NOT_A_NUMBER = 1, 2


@inlined_kernel
def searcher_of(searchers, row, place):
    """The searcher of one simulation in flight of a row."""
    return record_at(searchers + (row * record_at(searchers, SEARCHER).in_flight + place) * SEARCHER_SIZE, SEARCHER)


@kernel
def begin_row(searchers, row):
    """Find who decides at the root of a row and begin its tree; a finished game has no simulations."""
    searcher = searcher_of(searchers, row, 0)
    player = call_entry(searcher.entry[ACTOR], searcher.roots + row * searcher.state_size, 0, 0)
    array_at(searcher.players_to_move, row + 1, np.int64)[row] = player
    begin_tree(searcher)
    begin_payoffs(searcher)
    array_at(searcher.simulations_begun, 1, np.int64)[0] = searcher.simulations + 1 if player < 0 else 0
    for place in range(searcher.in_flight):
        record_at(searcher_of(searchers, row, place).simulation, SIMULATION).phase = IDLE


@inlined_kernel
def in_flight_of(searchers):
    """The most simulations of a row that are in flight at once."""
    return record_at(searchers, SEARCHER).in_flight


@kernel
def take_evaluations(searchers, row):
    """Use the evaluations that the simulations of a row have asked for."""
    for place in range(in_flight_of(searchers)):
        take_evaluation(searcher_of(searchers, row, place), row)


@kernel
def may_begin(searcher):
    """Whether the next simulation may begin: all but the first wait until the root has its priors."""
    begun = array_at(searcher.simulations_begun, 1, np.int64)[0]
    return begun == 0 or (begun <= searcher.simulations and nodes_of(searcher)[ROOT].first_child != NO_NODE)


@kernel
def begin_simulation(searcher, row, player):
    """Start at the root of a row and redraw everything that the player cannot know."""
    simulation = record_at(searcher.simulation, SIMULATION)
    begun = array_at(searcher.simulations_begun, 1, np.int64)
    seed = mix(array_at(searcher.seeds, row + 1, np.uint64)[row] + np.uint64(begun[0]) * GOLDEN_GAMMA)
    begun[0] += 1
    copy_bytes(searcher.roots + row * searcher.state_size, searcher.state, searcher.state_size)
    redraw(searcher, searcher.state, player, seed)
    simulation.random = mix(seed + GOLDEN_GAMMA)
    simulation.phase, simulation.node, simulation.depth, simulation.actor = WALKS, ROOT, 0, player


@kernel
def go_on(searcher, row, place, left):
    """Simulate until an evaluation is needed, and ask for it at `place`.

    Returns 1 if it asked, 0 if no simulation is left, NOT_YET if `left` simulations have ended without an evaluation;
    and the rest of `left`.
    """
    player = array_at(searcher.players_to_move, row + 1, np.int64)[row]
    simulation = record_at(searcher.simulation, SIMULATION)
    while True:
        if simulation.phase == IDLE:
            if not may_begin(searcher):
                return 0, left
            if left <= 0:
                return NOT_YET, left
            begin_simulation(searcher, row, player)
        simulation.phase = walk(searcher, simulation, player)
        if simulation.phase != IDLE:
            ask(searcher, simulation, place)
            return 1, left
        pay(searcher, searcher.state)
        settle(searcher, simulation, player)
        left -= 1


@kernel
def walk(searcher, simulation, player):
    """Choose actions by the tree; returns the phase at the next question, IDLE at the end of the game."""
    while simulation.actor >= 0:
        count = legal_count(searcher, searcher.state)
        if count == 0 or record_at(searcher.state, HEADER).decisions >= MOST_DECISIONS:
            array_at(searcher.stuck, 1, np.int64)[0] = NO_WAY_ON
            simulation.actor = OVER
        elif count == 1 and simulation.depth > 0:
            carry_out(searcher, simulation, only_action(searcher))
        elif simulation.actor != player:
            return ASKS_ACTION
        elif not step_into_tree(searcher, simulation, player, count):
            return ASKS_VALUE
    return IDLE


@kernel
def carry_out(searcher, simulation, action):
    """Carry out an action."""
    simulation.actor = call_entry(searcher.entry[APPLY], searcher.state, action, 0)


@kernel
def only_action(searcher):
    """The single legal action."""
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@kernel
def step_into_tree(searcher, simulation, player, count):
    """Carry out the choice of the tree; returns False if it cannot choose among all `count` legal actions."""
    if simulation.depth == searcher.most_depth:
        return False
    child = choose_by_prior(searcher, simulation.node, player, count)
    if child == NO_NODE:
        return False
    node = nodes_of(searcher)[child]
    node.pending += 1
    array_at(searcher.path, searcher.most_depth, np.int64)[simulation.depth] = child
    simulation.depth += 1
    simulation.node = child
    carry_out(searcher, simulation, node.action)
    return True


@kernel
def ask(searcher, simulation, place):
    """Write the observation and the mask of the player who decides; `walk` left the legal actions in the mask."""
    simulation.place = place
    copy_bytes(searcher.mask, searcher.masks + place * searcher.action_count, searcher.action_count)
    call_entry(searcher.entry[OBSERVE], searcher.state, simulation.actor, searcher.features)
    size = searcher.feature_count
    observation = array_at(searcher.observations + place * size * 4, size, np.float32)
    encode_features(searcher, array_at(searcher.features, size, np.int16), observation)


@kernel
def take_evaluation(searcher, row):
    """Use the evaluation that a simulation has asked for."""
    simulation = record_at(searcher.simulation, SIMULATION)
    if simulation.phase != ASKS_VALUE and simulation.phase != ASKS_ACTION:
        return
    value = array_at(searcher.position_values, simulation.place + 1, np.float32)[simulation.place]
    if not find_policy(searcher, simulation.place) or not np.isfinite(value):
        array_at(searcher.stuck, 1, np.int64)[0] = NOT_A_NUMBER
    if simulation.phase == ASKS_ACTION:
        simulation.random += GOLDEN_GAMMA
        carry_out(searcher, simulation, draw_action(searcher, mix(simulation.random)))
        simulation.phase = WALKS
        return
    player = simulation.actor
    add_children(searcher, simulation.node, player, row)
    payoff = array_at(searcher.payoff, searcher.players, np.float64)
    payoff[:] = 0.0
    points = call_entry(searcher.entry[KNOWN_POINTS], searcher.state, player, 0)
    payoff[player] = value + searcher.delta_weight * points
    settle(searcher, simulation, player)


@kernel
def settle(searcher, simulation, player):
    """Back up the payoff of a simulation. The mean of the root is the first guess for its actions."""
    nodes = nodes_of(searcher)
    path = array_at(searcher.path, searcher.most_depth, np.int64)
    for step in range(simulation.depth):
        nodes[path[step]].pending -= 1
    nodes[ROOT].visits += 1
    nodes[ROOT].value += array_at(searcher.payoff, searcher.players, np.float64)[player]
    back_up(searcher, simulation.depth)
    simulation.phase = IDLE
