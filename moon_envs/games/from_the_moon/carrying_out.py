"""Carries out actions, by the frame that they answer (from_the_moon 12.1)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon import actions
from moon_envs.games.from_the_moon.buildings import construct_building
from moon_envs.games.from_the_moon.components import (
    FIRST_LABORATORY_EFFECT,
    FOUNDATION_COST,
    GREENHOUSE_COST,
    IMPROVE_GREENHOUSE_COST,
    NO_COST,
)
from moon_envs.games.from_the_moon.effects import accept, resolve
from moon_envs.games.from_the_moon.greenhouses import improve_greenhouse, take_greenhouse
from moon_envs.games.from_the_moon.income import feed, gather, take_income
from moon_envs.games.from_the_moon.laboratories import (
    BY_ACTION,
    FOUNDATION_BY_RESEARCH,
    gain_foundation,
    pick,
    place_laboratory,
    research,
)
from moon_envs.games.from_the_moon.resources import has_power, make_energy, make_food, pay
from moon_envs.games.from_the_moon.rovers import TERRAIN_EFFECT_TASK, do_task, place_rover
from moon_envs.games.from_the_moon.set_up import board, choose_faction
from moon_envs.games.from_the_moon.ships import work_on
from moon_envs.games.from_the_moon.state import (
    APPROVAL_FRAME,
    BUILDING_FRAME,
    BUILDING_SPACE_FRAME,
    CREW_FRAME,
    DRAFT_FRAME,
    EFFECT_FRAME,
    FEED_FRAME,
    GREENHOUSE_ACTION_FRAME,
    GREENHOUSE_GAIN_FRAME,
    GREENHOUSE_IMPROVE_FRAME,
    INCOME_FRAME,
    LABORATORY_ACTIVATE_FRAME,
    LABORATORY_PICK_FRAME,
    LABORATORY_PLACE_FRAME,
    MAIN_FRAME,
    NOTHING,
    RECRUIT_FRAME,
    RESEARCH_ACTION_FRAME,
    RESOURCE_FRAME,
    ROVER_FRAME,
    SECOND,
    SPECIAL_RESEARCH_FRAME,
    TASK_ROVER,
    TASKS_FRAME,
    TEAM_ACTION_FRAME,
    TERRAIN_PICK_FRAME,
    TILE_FRAME,
    TRAIN_FRAME,
    argument,
    pop,
    push,
    set_argument,
    top_frame,
)
from moon_envs.games.from_the_moon.team import recruit, train
from moon_envs.games.from_the_moon.turn import pass_turn
from moon_envs.games.from_the_moon.vocabulary import ANY_MODE, BIOFARMERS, MISSION_COUNT, PARTS, ROVERS, SCHOLARS

ALL_MISSIONS = np.int64((1 << MISSION_COUNT) - 1)


@kernel
def carry_out(state, action):
    """Carry out an action: a conversion, a refusal, or a choice of the top frame."""
    own = state.players[state.seat]
    if action == actions.CONVERT_ENERGY_TO_FOOD:
        make_food(own)
    elif action == actions.CONVERT_FOOD_TO_ENERGY:
        make_energy(own)
    elif action == actions.DECLINE:
        decline(state, own)
    else:
        choose(state, own, action)


@kernel
def decline(state, own):
    """Refuse an offer or finish an action; some powers follow a finished action (from_the_moon 9.6, 9.8)."""
    frame = top_frame(state)
    pop(state)
    if frame == GREENHOUSE_ACTION_FRAME and has_power(own, BIOFARMERS):
        push(state, APPROVAL_FRAME, ALL_MISSIONS)
        set_argument(state, SECOND, ANY_MODE)
    elif frame == TEAM_ACTION_FRAME and has_power(own, SCHOLARS):
        push(state, SPECIAL_RESEARCH_FRAME, NOTHING)


@kernel
def choose(state, own, action):
    """Carry out one of the top frame's own choices."""
    frame = top_frame(state)
    if frame <= RESOURCE_FRAME:
        choose_of_rovers(state, own, frame, action)
    elif frame <= TRAIN_FRAME:
        choose_of_actions(state, own, frame, action)
    elif frame <= LABORATORY_ACTIVATE_FRAME:
        choose_of_building(state, own, frame, action)
    else:
        choose_of_effects(state, own, frame, action)


@kernel
def choose_of_rovers(state, own, frame, action):
    """Carry out a choice of the set-up, the main action, or a sent rover."""
    first = argument(state, 0)
    if frame == TASKS_FRAME:
        do_task_or_finish(state, own, action - actions.COLLECT)
        return
    if frame == RESOURCE_FRAME:
        own.resources[action - actions.RESOURCE] += 1
        set_argument(state, 0, first - 1)
        if first == 1:
            pop(state)
        return
    pop(state)
    if frame == MAIN_FRAME:
        begin_action(state, own, action - actions.MAIN_ACTION)
    elif frame == ROVER_FRAME:
        push(state, TILE_FRAME, action - actions.ROVER)
    elif frame == TILE_FRAME:
        place_rover(state, own, first, action - actions.TILE)
    elif frame == CREW_FRAME:
        board(state, own, first, action - actions.ROVER)
    elif frame == DRAFT_FRAME:
        choose_faction(state, first, action - actions.FACTION)


@kernel
def begin_action(state, own, main_action):
    """Begin one of the six actions (from_the_moon 3.1)."""
    if main_action == actions.SEND_ROVER:
        push(state, ROVER_FRAME, NOTHING)
    elif main_action == actions.DEVELOP_GREENHOUSES:
        push(state, GREENHOUSE_ACTION_FRAME, NOTHING)
    elif main_action == actions.DEVELOP_TEAM:
        push(state, TEAM_ACTION_FRAME, NOTHING)
    elif main_action == actions.CONSTRUCT_BUILDING:
        push(state, BUILDING_FRAME, NOTHING)
    elif main_action == actions.DEVELOP_RESEARCH:
        push(state, RESEARCH_ACTION_FRAME, NOTHING)
    else:
        gather(state, own)


@kernel
def do_task_or_finish(state, own, task):
    """Do a task; the terrain effect is the last thing a rover does (from_the_moon 5.5)."""
    if task != TERRAIN_EFFECT_TASK:
        do_task(state, own, task)
        return
    tile = np.int64(own.rover_tile[argument(state, TASK_ROVER)])
    pop(state)
    resolve(state, np.int64(state.terrain[tile]))


@kernel
def choose_of_actions(state, own, frame, action):
    """Carry out a part of a greenhouse, team or research action, a recruit or a training."""
    free = argument(state, 0)
    if frame == RECRUIT_FRAME or frame == TRAIN_FRAME:
        pop(state)
        if frame == RECRUIT_FRAME:
            place = action - actions.RECRUIT
            recruit(state, own, free, place // ROVERS, place % ROVERS)
        else:
            place = action - actions.TRAIN
            train(state, own, free, place // ROVERS, place % ROVERS)
        return
    # Both parts of an action can be done once, in any order (from_the_moon 5.6, 5.7, 5.11).
    set_argument(state, (action - actions.PART) % 2, 1)
    if action == actions.CONSTRUCT_GREENHOUSE:
        take_greenhouse(state, own, GREENHOUSE_COST, True)
    elif action == actions.IMPROVE_GREENHOUSE:
        improve_greenhouse(state, own, IMPROVE_GREENHOUSE_COST)
    elif action == actions.RECRUIT_PART:
        push(state, RECRUIT_FRAME, NOTHING)
    elif action == actions.TRAIN_PART:
        push(state, TRAIN_FRAME, NOTHING)
    elif action == actions.FOUNDATION_PART:
        pay(own, FOUNDATION_COST)
        gain_foundation(state, own)
    else:
        push(state, LABORATORY_PICK_FRAME, BY_ACTION)


@kernel
def choose_of_building(state, own, frame, action):
    """Carry out a choice about buildings and laboratories."""
    first = argument(state, 0)
    if frame == TERRAIN_PICK_FRAME:
        use_terrain(state, action - actions.TILE)
        return
    if frame == LABORATORY_ACTIVATE_FRAME:
        activate(state, own, action - actions.LABORATORY_SPACE)
        return
    pop(state)
    if frame == BUILDING_FRAME:
        push(state, BUILDING_SPACE_FRAME, action - actions.BUILDING)
    elif frame == BUILDING_SPACE_FRAME:
        construct_building(state, own, first, action - actions.BUILDING_SPACE)
    elif frame == LABORATORY_PICK_FRAME:
        pick(state, own, first, action - actions.DISPLAY)
    elif frame == LABORATORY_PLACE_FRAME:
        place_laboratory(state, own, first, action - actions.LABORATORY_SPACE)


@kernel
def use_terrain(state, tile):
    """Use the terrain effect of a tile that a new building touches (from_the_moon 5.10)."""
    left = argument(state, 0) & ~(1 << tile)
    picks_left = argument(state, 1) - 1
    set_argument(state, 0, left)
    set_argument(state, 1, picks_left)
    if picks_left == 0 or left == 0:
        pop(state)
    resolve(state, np.int64(state.terrain[tile]))


@kernel
def activate(state, own, space):
    """Use the effect of a laboratory in the row or column of the new one, once each (from_the_moon 7.7)."""
    left = argument(state, 0) & ~(1 << space)
    set_argument(state, 0, left)
    if left == 0:
        pop(state)
    resolve(state, FIRST_LABORATORY_EFFECT + np.int64(own.laboratories[space]))


@kernel
def choose_of_effects(state, own, frame, action):
    """Carry out a choice about effects, approvals, their gains, and the gathering."""
    first = argument(state, 0)
    if frame == INCOME_FRAME:
        left = first & ~(1 << (action - actions.INCOME))
        set_argument(state, 0, left)
        if left == 0:
            pop(state)
        take_income(state, own, action - actions.INCOME)
        return
    pop(state)
    if frame == EFFECT_FRAME:
        accept(state, first, action - actions.OPTION)
    elif frame == APPROVAL_FRAME:
        use_approval(state, own, action)
    elif frame == SPECIAL_RESEARCH_FRAME:
        is_foundation = action == actions.FOUNDATION_PART
        research(state, own, FOUNDATION_BY_RESEARCH if is_foundation else action - actions.DISPLAY)
    elif frame == GREENHOUSE_GAIN_FRAME:
        take_greenhouse(state, own, NO_COST, first != 0)
    elif frame == GREENHOUSE_IMPROVE_FRAME:
        improve_greenhouse(state, own, NO_COST)
    elif frame == FEED_FRAME:
        feed(state, own)
    else:
        pass_turn(state)


@kernel
def use_approval(state, own, action):
    """Construct or improve a ship part, or take a point instead (from_the_moon 7.8)."""
    if action == actions.TAKE_1_VP:
        own.score += 1
        return
    place = action - actions.SHIP_PART
    work_on(state, own, place // PARTS, place % PARTS)
