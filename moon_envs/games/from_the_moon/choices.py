"""What the top frame offers: its own choices as a set, a refusal, and conversions (from_the_moon 12)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon import actions
from moon_envs.games.from_the_moon.buildings import can_construct_building, constructible_buildings, spaces_for
from moon_envs.games.from_the_moon.effects import alternatives
from moon_envs.games.from_the_moon.greenhouses import (
    can_construct_greenhouse,
    can_pay_improvement,
    can_take_greenhouse,
    has_basic_greenhouse,
)
from moon_envs.games.from_the_moon.income import can_feed
from moon_envs.games.from_the_moon.laboratories import (
    BY_ACTION,
    can_construct_foundation,
    can_construct_laboratory,
    open_spaces,
    picks,
    researches,
)
from moon_envs.games.from_the_moon.moon import free_tiles
from moon_envs.games.from_the_moon.resources import NOW, can_make_energy, can_make_food
from moon_envs.games.from_the_moon.rovers import rovers_at_base, rovers_to_send, tasks
from moon_envs.games.from_the_moon.set_up import rovers_for_member
from moon_envs.games.from_the_moon.ships import ship_parts
from moon_envs.games.from_the_moon.state import (
    APPROVAL_FRAME,
    BUILDING_FRAME,
    BUILDING_SPACE_FRAME,
    CREW_FRAME,
    DRAFT_FRAME,
    EFFECT_FRAME,
    END_TURN_FRAME,
    FEED_FRAME,
    FRAMES,
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
    SPECIAL_RESEARCH_FRAME,
    TASKS_FRAME,
    TEAM_ACTION_FRAME,
    TERRAIN_PICK_FRAME,
    TILE_FRAME,
    TRAIN_FRAME,
    argument,
    top_frame,
)
from moon_envs.games.from_the_moon.team import can_pay_recruit, can_pay_training, recruits, trainees
from moon_envs.games.from_the_moon.vocabulary import RESOURCE_COUNT

# The first action of each frame's own choices, in frame order.
FIRST_ACTION = np.zeros(len(FRAMES), dtype=np.int64)
for _frame, _action in (
    (DRAFT_FRAME, actions.FACTION),
    (CREW_FRAME, actions.ROVER),
    (MAIN_FRAME, actions.MAIN_ACTION),
    (ROVER_FRAME, actions.ROVER),
    (TILE_FRAME, actions.TILE),
    (TASKS_FRAME, actions.COLLECT),
    (RESOURCE_FRAME, actions.RESOURCE),
    (GREENHOUSE_ACTION_FRAME, actions.CONSTRUCT_GREENHOUSE),
    (TEAM_ACTION_FRAME, actions.RECRUIT_PART),
    (RESEARCH_ACTION_FRAME, actions.FOUNDATION_PART),
    (RECRUIT_FRAME, actions.RECRUIT),
    (TRAIN_FRAME, actions.TRAIN),
    (BUILDING_FRAME, actions.BUILDING),
    (BUILDING_SPACE_FRAME, actions.BUILDING_SPACE),
    (TERRAIN_PICK_FRAME, actions.TILE),
    (LABORATORY_PICK_FRAME, actions.DISPLAY),
    (LABORATORY_PLACE_FRAME, actions.LABORATORY_SPACE),
    (LABORATORY_ACTIVATE_FRAME, actions.LABORATORY_SPACE),
    (EFFECT_FRAME, actions.OPTION),
    (APPROVAL_FRAME, actions.SHIP_PART),
    (SPECIAL_RESEARCH_FRAME, actions.DISPLAY),
    (GREENHOUSE_GAIN_FRAME, actions.OPTION),
    (GREENHOUSE_IMPROVE_FRAME, actions.OPTION),
    (INCOME_FRAME, actions.INCOME),
    (FEED_FRAME, actions.FEED),
    (END_TURN_FRAME, actions.END_TURN),
):
    FIRST_ACTION[_frame] = _action

NO_REFUSAL = -1
ALL_RESOURCES = (1 << RESOURCE_COUNT) - 1
# The conversions a frame offers, as bits: food from energy, energy from food.
MAKES_FOOD, MAKES_ENERGY = 1, 2


@kernel
def offers(state, converting):
    """Return the top frame's own choices as a set; `converting` adds those that conversions could make payable."""
    frame, own = top_frame(state), state.players[state.seat]
    if frame <= RESOURCE_FRAME:
        return offers_of_rovers(state, own, frame)
    if frame <= TRAIN_FRAME:
        return offers_of_actions(state, own, frame, converting)
    if frame <= LABORATORY_ACTIVATE_FRAME:
        return offers_of_building(state, own, frame, converting)
    return offers_of_effects(state, own, frame, converting)


@kernel
def offers_of_rovers(state, own, frame):
    """Return the choices of the set-up, the main action, and a sent rover."""
    if frame == TASKS_FRAME:
        return tasks(state, own)
    if frame == MAIN_FRAME:
        return main_actions(state, own)
    if frame == TILE_FRAME:
        return free_tiles(state)
    if frame == ROVER_FRAME:
        return rovers_to_send(own)
    if frame == RESOURCE_FRAME:
        return ALL_RESOURCES
    if frame == CREW_FRAME:
        return rovers_for_member(own, argument(state, 0))
    return argument(state, 0)


@kernel
def offers_of_actions(state, own, frame, converting):
    """Return the parts of greenhouse, team and research actions, recruits and trainings."""
    if frame == GREENHOUSE_ACTION_FRAME:
        return parts_left(state, greenhouse_parts(state, own, converting))
    if frame == TEAM_ACTION_FRAME:
        return parts_left(state, team_parts(own, converting))
    if frame == RESEARCH_ACTION_FRAME:
        return parts_left(state, research_parts(own, converting))
    if frame == RECRUIT_FRAME:
        return recruits(own) if can_pay_recruit(own, argument(state, 0), converting) else 0
    return trainees(own) if can_pay_training(own, argument(state, 0), converting) else 0


@kernel
def offers_of_building(state, own, frame, converting):
    """Return the choices about buildings and laboratories."""
    if frame == BUILDING_FRAME:
        return constructible_buildings(state, own)
    if frame == BUILDING_SPACE_FRAME:
        return spaces_for(state, own, argument(state, 0))
    if frame == LABORATORY_PICK_FRAME:
        return picks(own, argument(state, 0), converting)
    if frame == LABORATORY_PLACE_FRAME:
        return open_spaces(own)
    return argument(state, 0)


@kernel
def offers_of_effects(state, own, frame, converting):
    """Return the choices about effects, approvals, their gains, and the gathering."""
    if frame == EFFECT_FRAME:
        return alternatives(state, own, argument(state, 0), converting)
    if frame == APPROVAL_FRAME:
        return ship_parts(state, own, argument(state, 0), argument(state, 1), converting)
    if frame == SPECIAL_RESEARCH_FRAME:
        return researches(own, converting)
    if frame == GREENHOUSE_GAIN_FRAME:
        return 1 if can_take_greenhouse(state, own, argument(state, 0), converting) else 0
    if frame == GREENHOUSE_IMPROVE_FRAME:
        return 1 if has_basic_greenhouse(own) else 0
    if frame == INCOME_FRAME:
        return argument(state, 0)
    if frame == FEED_FRAME:
        return 1 if can_feed(state, own) else 0
    return 1


@kernel
def main_actions(state, own):
    """Return the set of main actions that are possible now (from_the_moon 3.1)."""
    at_base = rovers_at_base(own)
    found = 1 << actions.SEND_ROVER if at_base else 1 << actions.GATHER
    if greenhouse_parts(state, own, NOW):
        found |= 1 << actions.DEVELOP_GREENHOUSES
    if team_parts(own, NOW):
        found |= 1 << actions.DEVELOP_TEAM
    if can_construct_building(state, own):
        found |= 1 << actions.CONSTRUCT_BUILDING
    if research_parts(own, NOW):
        found |= 1 << actions.DEVELOP_RESEARCH
    return found


@kernel
def greenhouse_parts(state, own, converting):
    """Return the possible parts of the greenhouse action: construct and improve (from_the_moon 5.6)."""
    return (
        np.int64(can_construct_greenhouse(state, own, converting)) | np.int64(can_pay_improvement(own, converting)) << 1
    )


@kernel
def team_parts(own, converting):
    """Return the possible parts of the team action: recruit and train (from_the_moon 5.7)."""
    found = 0
    if can_pay_recruit(own, NOTHING, converting) and recruits(own) != 0:
        found |= 1
    if can_pay_training(own, NOTHING, converting) and trainees(own) != 0:
        found |= 2
    return found


@kernel
def research_parts(own, converting):
    """Return the possible parts of the research action: foundation and laboratory (from_the_moon 5.11)."""
    return (
        np.int64(can_construct_foundation(own, converting)) | np.int64(can_construct_laboratory(own, converting)) << 1
    )


@kernel
def parts_left(state, possible):
    """Return the possible parts of an action that are not done yet."""
    return possible & ~(argument(state, 0) | argument(state, 1) << 1)


@kernel
def refusal(state):
    """Return the action that refuses the top frame's offer, or NO_REFUSAL (from_the_moon 12.2)."""
    frame = top_frame(state)
    if frame == APPROVAL_FRAME:
        return actions.TAKE_1_VP
    if frame == RECRUIT_FRAME or frame == TRAIN_FRAME:
        can_refuse = argument(state, 0) != 0
    elif GREENHOUSE_ACTION_FRAME <= frame <= RESEARCH_ACTION_FRAME:
        can_refuse = argument(state, 0) + argument(state, 1) > 0
    elif frame == LABORATORY_PICK_FRAME:
        can_refuse = argument(state, 0) != BY_ACTION
    else:
        can_refuse = (
            frame == TASKS_FRAME
            or frame == TERRAIN_PICK_FRAME
            or LABORATORY_ACTIVATE_FRAME <= frame <= GREENHOUSE_IMPROVE_FRAME
        )
    return actions.DECLINE if can_refuse else NO_REFUSAL


@kernel
def offers_conversions(state, refused_by):
    """Return whether the top frame offers conversions (from_the_moon 12.3)."""
    frame = top_frame(state)
    is_standing = frame == MAIN_FRAME or frame == INCOME_FRAME or frame == FEED_FRAME or frame == END_TURN_FRAME
    return refused_by != NO_REFUSAL or is_standing


@kernel
def conversions(state, refused_by):
    """Return the conversions that the top frame offers, as bits (from_the_moon 12.3)."""
    frame, own = top_frame(state), state.players[state.seat]
    if not offers_conversions(state, refused_by):
        return 0
    found = MAKES_FOOD if can_make_food(own) else 0
    if frame == END_TURN_FRAME or (frame == FEED_FRAME and state.player_count == 1):
        return found
    return found | MAKES_ENERGY if can_make_energy(own) else found
