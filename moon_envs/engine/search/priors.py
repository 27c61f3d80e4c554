"""Choosing actions by the priors of a network (PUCT).

A child keeps the prior of the evaluation in which its action was first legal below its parent. A simulation scales the
priors of the legal actions to a sum of 1. As in the other trees a bound counts how often a child could have been
chosen, not the visits of its parent. Simulations in flight count as visits with an unknown payoff.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import array_at, table_at
from moon_envs.engine.search.tree import NO_NODE, ROOT, add_child, node_count, nodes_of

BITS_OF_A_FRACTION = np.uint64(11)  # 64 minus 53 mantissa bits
FRACTION = 2.0**-53


@kernel
def choose_by_prior(searcher, parent, actor, count):
    """The child with the highest bound, of equals the lowest action; NO_NODE if a legal action has no child."""
    nodes = nodes_of(searcher)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    found, total = 0, 0.0
    child = nodes[parent].first_child
    while child != NO_NODE:
        node = nodes[child]
        if node.actor == actor and mask[node.action] != 0:
            found += 1
            total += node.prior
        child = node.next_sibling
    if found < count:
        return NO_NODE
    best, highest = NO_NODE, -np.inf
    mean = nodes[parent].value / nodes[parent].visits
    child = nodes[parent].first_child
    while child != NO_NODE:
        node = nodes[child]
        if node.actor == actor and mask[node.action] != 0:
            node.available += 1
            bound = bound_of(searcher, node, actor, mean, total)
            if bound > highest or (bound == highest and node.action < nodes[best].action):
                best, highest = child, bound
        child = node.next_sibling
    return best


@kernel
def bound_of(searcher, node, actor, mean, total):
    """The PUCT bound of a child: its mean payoff, scaled to 0..1, plus its prior, weighted less the more it was tried.

    A child that has not been tried counts with the `mean` of its parent.
    """
    low = array_at(searcher.low, searcher.players, np.float64)[actor]
    scale = array_at(searcher.scale, searcher.players, np.float64)[actor]
    if node.visits > 0:
        mean = node.value / node.visits
    prior = node.prior / total if total > 0.0 else 0.0
    tried = 1 + node.visits + node.pending
    return (mean - low) * scale + searcher.exploration * prior * np.sqrt(node.available) / tried


@kernel
def find_policy(searcher, place):
    """Write the softmax of the logits at a place over the legal actions; returns whether all are finite."""
    actions = searcher.action_count
    scores = table_at(searcher.scores, place + 1, actions, np.float32)[place]
    mask = array_at(searcher.mask, actions, np.int8)
    policy = array_at(searcher.policy, actions, np.float64)
    highest = -np.inf
    for action in range(actions):
        if mask[action] != 0:
            highest = max(highest, scores[action])
    total = 0.0
    for action in range(actions):
        policy[action] = np.exp(np.float64(scores[action]) - highest) if mask[action] != 0 else 0.0
        total += policy[action]
    for action in range(actions):
        policy[action] /= total
    return np.isfinite(total)


@kernel
def draw_action(searcher, random):
    """Draw a legal action from the policy with 64 random bits."""
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    policy = array_at(searcher.policy, searcher.action_count, np.float64)
    left = np.float64(random >> BITS_OF_A_FRACTION) * FRACTION
    last = 0
    for action in range(searcher.action_count):
        if mask[action] != 0:
            last = action
            left -= policy[action]
            if left < 0.0:
                break
    return last


@kernel
def add_children(searcher, parent, actor, row):
    """Add a child with its prior for every legal action without one below `parent`, if there is room for all.

    The mask of the searcher holds the legal actions; those that have a child are cleared.
    """
    nodes = nodes_of(searcher)
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    policy = array_at(searcher.policy, searcher.action_count, np.float64)
    if parent == ROOT and searcher.noise_share > 0.0:
        add_noise(searcher, row)
    child = nodes[parent].first_child
    while child != NO_NODE:
        if nodes[child].actor == actor:
            mask[nodes[child].action] = 0
        child = nodes[child].next_sibling
    missing = 0
    for action in range(searcher.action_count):
        missing += mask[action] != 0
    if node_count(searcher)[0] + missing > searcher.capacity:
        return
    for action in range(searcher.action_count):
        if mask[action] != 0:
            node = nodes[add_child(searcher, parent, actor, action)]
            node.available = 0
            node.prior = policy[action]


@kernel
def add_noise(searcher, row):
    """Mix noise into the policy of the root: `noise_share` of it comes from the normalised noise of the row."""
    mask = array_at(searcher.mask, searcher.action_count, np.int8)
    policy = array_at(searcher.policy, searcher.action_count, np.float64)
    noise = table_at(searcher.noise, row + 1, searcher.action_count, np.float64)[row]
    total = 0.0
    for action in range(searcher.action_count):
        if mask[action] != 0:
            total += noise[action]
    if total > 0.0:
        for action in range(searcher.action_count):
            share = noise[action] / total if mask[action] != 0 else 0.0
            policy[action] += searcher.noise_share * (share - policy[action])
