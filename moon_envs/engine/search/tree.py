"""The tree of a search: a node is a sequence of decisions, independent of chance (an open-loop tree).

A node stands for "these players have chosen these actions since the root". Every simulation redraws hidden things and
chance, so a node is reached in many states. In some of them an action is not legal, or another player decides. So a
child belongs to an actor and an action, and its bound counts how often it could have been chosen, not how often its
parent was visited.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.batch.sampling import random_legal_action
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import array_at

NO_NODE = -1
ROOT = 0

NODE = np.dtype(
    [
        ("value", np.float64),  # the sum of the payoffs of its actor in the simulations through this node
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # in how many simulations it could be chosen below its parent
        ("action", np.int32),
        ("actor", np.int32),
        ("prior", np.float32),  # the probability of the action by a network
        ("pending", np.int32),  # simulations in flight through it
    ],
    align=True,
)

NODE_SIZE = NODE.itemsize


@inlined_kernel
def nodes_of(searcher):
    """The nodes of the tree, used and unused."""
    return array_at(searcher.nodes, searcher.capacity, NODE)


@inlined_kernel
def node_count(searcher):
    """How many nodes the tree has, as an array of one number."""
    return array_at(searcher.node_count, 1, np.int64)


@kernel
def begin_tree(searcher):
    """Begin a tree with the root alone."""
    root = nodes_of(searcher)[ROOT]
    root.value, root.visits, root.available = 0.0, 0, 0
    root.first_child, root.next_sibling = NO_NODE, NO_NODE
    root.action, root.actor = -1, -1
    root.prior, root.pending = 0.0, 0
    node_count(searcher)[0] = 1


@kernel
def add_child(searcher, parent, actor, action):
    """Add a node below another; returns it."""
    nodes, count = nodes_of(searcher), node_count(searcher)
    child = count[0]
    count[0] += 1
    node = nodes[child]
    node.value, node.visits, node.available = 0.0, 0, 1
    node.first_child, node.next_sibling = NO_NODE, nodes[parent].first_child
    node.action, node.actor = action, actor
    node.prior, node.pending = 0.0, 0
    nodes[parent].first_child = child
    return child


@kernel
def upper_bound(searcher, node, low, scale):
    """The UCB1 bound of a child: its mean payoff, scaled to 0..1 by the payoffs so far, plus the exploration term."""
    logarithms = array_at(searcher.logarithms, searcher.logarithm_count, np.float64)
    logarithm = logarithms[min(node.available, searcher.logarithm_count - 1)]
    mean = (node.value / node.visits - low) * scale
    return mean + searcher.exploration * np.sqrt(logarithm / node.visits)


@kernel
def choose_child(searcher, parent, actor, random):
    """Choose a child: a new one for an untried legal action, else the child with the highest bound.

    The mask of the searcher holds the legal actions of the actor; those that have been tried are cleared. Returns
    NO_NODE if there is no child to choose and no room for a new one.
    """
    nodes = nodes_of(searcher)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    low = array_at(searcher.low, searcher.players, np.float64)[actor]
    scale = array_at(searcher.scale, searcher.players, np.float64)[actor]
    best, highest = NO_NODE, -np.inf
    child = nodes[parent].first_child
    while child != NO_NODE:
        node = nodes[child]
        if node.actor == actor and mask[node.action] != 0:
            mask[node.action] = 0
            node.available += 1
            bound = upper_bound(searcher, node, low, scale)
            if bound > highest:
                best, highest = child, bound
        child = node.next_sibling
    if node_count(searcher)[0] < searcher.capacity:
        action = random_legal_action(searcher, 0, random)
        if action >= 0:
            return add_child(searcher, parent, actor, action)
    return best


@kernel
def choose_least_visited(searcher, actor, random):
    """Choose a child of the root for searches that try all actions equally often."""
    nodes = nodes_of(searcher)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    best, fewest = NO_NODE, 0
    child = nodes[ROOT].first_child
    while child != NO_NODE:
        node = nodes[child]
        if node.actor == actor and mask[node.action] != 0:
            mask[node.action] = 0
            if best == NO_NODE or node.visits < fewest:
                best, fewest = child, node.visits
        child = node.next_sibling
    action = random_legal_action(searcher, 0, random)
    if action >= 0 and node_count(searcher)[0] < searcher.capacity:
        return add_child(searcher, ROOT, actor, action)
    return best


@kernel
def back_up(searcher, depth):
    """Add the payoffs of a simulation to the nodes on its path, and widen the range of payoffs."""
    nodes = nodes_of(searcher)
    path = array_at(searcher.path, searcher.most_depth, np.int64)
    payoff = array_at(searcher.payoff, searcher.players, np.float64)
    low = array_at(searcher.low, searcher.players, np.float64)
    high = array_at(searcher.high, searcher.players, np.float64)
    scale = array_at(searcher.scale, searcher.players, np.float64)
    for player in range(searcher.players):
        if payoff[player] < low[player] or payoff[player] > high[player]:
            low[player], high[player] = min(low[player], payoff[player]), max(high[player], payoff[player])
            scale[player] = 1.0 / (high[player] - low[player]) if high[player] > low[player] else 0.0
    for step in range(depth):
        node = nodes[path[step]]
        node.visits += 1
        node.value += payoff[node.actor]


@kernel
def keep_subtree(searcher, top, kept):
    """Copy `top` as the root and the nodes below it, the nearest first, to `kept`; returns how many."""
    nodes = nodes_of(searcher)
    kept[ROOT] = nodes[top]
    kept[ROOT].next_sibling = NO_NODE
    count = 1
    place = 0
    while place < count:
        # `first_child` still names the child in the old tree; its copies become the list of the new one.
        child = kept[place].first_child
        kept[place].first_child = NO_NODE
        while child != NO_NODE:
            following = nodes[child].next_sibling
            if count < kept.shape[0]:
                kept[count] = nodes[child]
                kept[count].next_sibling = kept[place].first_child
                kept[place].first_child = count
                count += 1
            child = following
        place += 1
    return count
