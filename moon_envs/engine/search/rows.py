"""The search from one root of any game: redraw, walk the tree, play out, back up.

Each root has its own random numbers and its own tree, so the result does not depend on threads or on other rows.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.buffers import copy_bytes
from moon_envs.engine.batch.rows import play_randomly, redraw
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import (
    APPLY,
    KNOWN_POINTS,
    LEGAL,
    OBSERVE,
    OUTCOME,
    array_at,
    call_entry,
    record_at,
    table_at,
)
from moon_envs.engine.random import mix
from moon_envs.engine.records import HEADER
from moon_envs.engine.search.tree import (
    NO_NODE,
    NODE,
    NODE_SIZE,
    ROOT,
    back_up,
    begin_tree,
    choose_child,
    choose_least_visited,
    keep_subtree,
    node_count,
    nodes_of,
)


@kernel
def begin_payoffs(searcher):
    """Forget the range of payoffs: nothing has been paid yet."""
    array_at(searcher.low, searcher.players, np.float64)[:] = np.inf
    array_at(searcher.high, searcher.players, np.float64)[:] = -np.inf
    array_at(searcher.scale, searcher.players, np.float64)[:] = 0.0


@kernel
def pay(searcher, state):
    """Write what a simulation pays each player: the weighted sum of result and points."""
    payoff = array_at(searcher.payoff, searcher.players, np.float64)
    payoff[:] = 0.0
    if searcher.outcome_weight != 0.0:
        call_entry(searcher.entry[OUTCOME], state, searcher.outcome, 0)
        outcome = array_at(searcher.outcome, searcher.players, np.float32)
        for player in range(searcher.players):
            payoff[player] = searcher.outcome_weight * outcome[player]
    if searcher.points_weight != 0.0:
        for player in range(searcher.players):
            payoff[player] += searcher.points_weight * call_entry(searcher.entry[KNOWN_POINTS], state, player, 0)


@kernel
def walk_tree(searcher, state, actor, random):
    """Choose actions by the tree up to a new node; returns who decides next and the length of the path."""
    nodes = nodes_of(searcher)
    path = array_at(searcher.path, searcher.most_depth, np.int64)
    node, depth = ROOT, 0
    while actor >= 0 and depth < searcher.most_depth:
        call_entry(searcher.entry[LEGAL], state, searcher.mask, 0)
        random += GOLDEN_GAMMA
        if searcher.simulations_of_action > 0:
            child = choose_least_visited(searcher, actor, mix(random))
        else:
            child = choose_child(searcher, node, actor, mix(random))
        if child == NO_NODE:
            break
        path[depth] = child
        depth += 1
        actor = call_entry(searcher.entry[APPLY], state, nodes[child].action, 0)
        if nodes[child].visits == 0:
            break
        node = child
    return actor, depth


@kernel
def simulate(searcher, root, player, seed):
    """Simulate once from a root, after redrawing everything that the player who decides there cannot know."""
    state = searcher.state
    copy_bytes(root, state, searcher.state_size)
    redraw(searcher, state, player, seed)
    random = mix(seed + GOLDEN_GAMMA)
    actor, depth = walk_tree(searcher, state, player, random)
    if searcher.plays_out:
        random = mix(random)
        while actor >= 0:
            random += GOLDEN_GAMMA
            actor = play_randomly(searcher, state, 0, mix(random))
    pay(searcher, state)
    back_up(searcher, depth)


@kernel
def legal_count(searcher, state):
    """Write the legal actions of a state to the mask; returns how many there are."""
    call_entry(searcher.entry[LEGAL], state, searcher.mask, 0)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    count = 0
    for action in range(searcher.action_count):
        count += mask[action] != 0
    return count


@kernel
def compare(nodes, one, other):
    """Compare two nodes by visits, then by payoff: 1 if `one` is better, 0 if they are equal, else -1."""
    if other == NO_NODE or nodes[one].visits > nodes[other].visits:
        return 1
    if nodes[one].visits < nodes[other].visits or nodes[one].value < nodes[other].value:
        return -1
    return 1 if nodes[one].value > nodes[other].value else 0


@kernel
def answer(searcher, row, player, random):
    """Write visits and values of the legal actions of the root; returns the node of the best one.

    The best action has the most visits, then the highest payoff; further ties are broken at random. Nodes of actions
    that are not legal are skipped: a kept tree may have some that contradict what was revealed since.
    """
    nodes = nodes_of(searcher)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    visits = table_at(searcher.visits, row + 1, searcher.action_count, np.int64)[row]
    values = table_at(searcher.values, row + 1, searcher.action_count, np.float64)[row]
    visits[:] = 0
    values[:] = np.nan
    best, equals = NO_NODE, 0
    child = nodes[ROOT].first_child
    while child != NO_NODE:
        node = nodes[child]
        if node.actor == player and mask[node.action] != 0:
            visits[node.action] = node.visits
            values[node.action] = node.value / node.visits
            order = compare(nodes, child, best)
            equals = equals + 1 if order == 0 else 1 if order > 0 else equals
            random += GOLDEN_GAMMA
            if order > 0 or (order == 0 and mix(random) % np.uint64(equals) == 0):
                best = child
        child = node.next_sibling
    return best


@kernel
def answer_row(searcher, row, player, seed):
    """Write the result of one root; returns the node of the best action, NO_NODE in a finished game."""
    if player >= 0:
        legal_count(searcher, searcher.roots + row * searcher.state_size)
    best = answer(searcher, row, player, seed)
    array_at(searcher.choices, row + 1, np.int64)[row] = nodes_of(searcher)[best].action if best != NO_NODE else -1
    return best


@kernel
def mark_of(searcher, state, player):
    """A 64-bit hash of a decision: who decides, its decision number, and what the player knows."""
    features = array_at(searcher.features, searcher.feature_count, np.int16)
    features[:] = 0
    call_entry(searcher.entry[OBSERVE], state, player, searcher.features)
    mark = mix(np.uint64(player) + np.uint64(record_at(state, HEADER).decisions) * GOLDEN_GAMMA)
    for index in range(searcher.feature_count):
        mark = mix(mark + np.uint64(np.int64(features[index])) + GOLDEN_GAMMA)
    return mark


@kernel
def begin_row(searcher, row, player):
    """Begin the tree of a row: the one that was kept for this very decision, or a new one."""
    count = array_at(searcher.begun_count, row + 1, np.int64)[row]
    if count > 0:
        mark = mark_of(searcher, searcher.states + row * searcher.state_size, player)
        if player < 0 or array_at(searcher.begun_mark, row + 1, np.uint64)[row] != mark:
            count = 0
    if count == 0:
        begin_tree(searcher)
        return
    begun = array_at(searcher.begun + row * searcher.kept_capacity * NODE_SIZE, count, NODE)
    nodes = nodes_of(searcher)
    for node in range(count):
        nodes[node] = begun[node]
    node_count(searcher)[0] = count


@kernel
def keep_row(searcher, row, player, best):
    """Keep the tree below the best action if the same player decides after it."""
    state = searcher.state
    copy_bytes(searcher.states + row * searcher.state_size, state, searcher.state_size)
    if call_entry(searcher.entry[APPLY], state, nodes_of(searcher)[best].action, 0) != player:
        return
    kept = array_at(searcher.kept + row * searcher.kept_capacity * NODE_SIZE, searcher.kept_capacity, NODE)
    array_at(searcher.kept_count, row + 1, np.int64)[row] = keep_subtree(searcher, best, kept)
    array_at(searcher.kept_mark, row + 1, np.uint64)[row] = mark_of(searcher, state, player)


@kernel
def search_row(searcher, row, begun, end):
    """Run the simulations begun..end-1 of one root; returns whether the root is done."""
    root = searcher.roots + row * searcher.state_size
    player = array_at(searcher.players_to_move, row + 1, np.int64)[row]
    seed = array_at(searcher.seeds, row + 1, np.uint64)[row]
    if begun == 0:
        begin_row(searcher, row, player)
        begin_payoffs(searcher)
    if player >= 0:
        simulations = searcher.simulations
        if searcher.simulations_of_action > 0:
            simulations = searcher.simulations_of_action * legal_count(searcher, root)
        for simulation in range(begun, min(end, simulations)):
            simulate(searcher, root, player, mix(seed + np.uint64(simulation) * GOLDEN_GAMMA))
        if end < simulations:
            return False
    best = answer_row(searcher, row, player, seed)
    if searcher.kept_capacity > 0:
        array_at(searcher.kept_count, row + 1, np.int64)[row] = 0
        if best != NO_NODE:
            keep_row(searcher, row, player, best)
    return True
