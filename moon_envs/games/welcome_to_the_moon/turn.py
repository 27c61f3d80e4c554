"""The turn that all adventures share (welcome 3). `advance` carries it on until a player has to decide.

Where adventures differ it calls the stubs of adventure.py.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.actions import COMBINATION, GIVE, MISSION, NO_MISSION, PILES, REMOVE, WRITE
from moon_envs.games.welcome_to_the_moon.adventure import (
    adventure_ends,
    apply_sheet_choice,
    asks_in_incidents,
    asks_in_set_up,
    can_write,
    can_write_modified,
    decide_before_writing,
    find_fitting_cells,
    forget_pending,
    has_used_all_system_errors,
    lay_out_sheets,
    mark_refusal,
    mark_sheet_choices,
    mark_writable_cells,
    next_sheet_decision,
    repeats_incidents,
    resolve_incidents,
    set_up_sheet,
    set_up_table,
    suffer_incidents,
    take_system_error,
    write_number,
)
from moon_envs.games.welcome_to_the_moon.astra import (
    can_be_disposed_of,
    deal_deck,
    draw_cards,
    drawn_action,
    drawn_number,
    give_card,
    has_solo_bonus,
    remove_card,
    resample_deck,
    unused_slot,
)
from moon_envs.games.welcome_to_the_moon.facts import blank_sheet
from moon_envs.games.welcome_to_the_moon.missions import (
    accomplish_mission,
    can_accomplish,
    can_accomplish_any,
    draw_missions,
    somebody_has_three_missions,
    turn_over_accomplished_missions,
)
from moon_envs.games.welcome_to_the_moon.piles import deal_piles, flip_cards, pile_action, pile_number, resample_piles
from moon_envs.games.welcome_to_the_moon.state import (
    COMBINATIONS,
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_COMBINATION,
    DECIDE_MISSION,
    MISSIONS,
    NO_COMBINATION,
    NO_DECISION,
    NO_EFFECT_CARD,
    PAIRS,
    PHASE_DRAW,
    PHASE_END,
    PHASE_GIVE,
    PHASE_INCIDENTS,
    PHASE_MISSIONS,
    PHASE_SET_UP,
    PHASE_WRITE,
    SLOTS,
    STEP_ACTION,
    STEP_CONSEQUENCES,
    STEP_PICK,
    is_solo,
    show_sheets,
)

NUMBER_SLOT = np.array([number for number, _ in PAIRS], dtype=np.int8)
ACTION_SLOT = np.array([action for _, action in PAIRS], dtype=np.int8)


@kernel
def start(state):
    """Deal a new game from the configuration in the record (welcome 1)."""
    for player in range(state.player_count):
        state.players[player] = blank_sheet(state)[0]
        find_fitting_cells(state, player)
    state.effect_card = NO_EFFECT_CARD
    state.combination = NO_COMBINATION
    draw_missions(state)
    set_up_table(state)
    if is_solo(state):
        deal_deck(state)
    else:
        deal_piles(state)
    if asks_in_set_up(state):
        show_sheets(state)
        begin_phase(state, PHASE_SET_UP)
    else:
        begin_turn(state)
    advance(state)


@kernel
def begin_turn(state):
    """Flip the piles, or get ready to draw (welcome 3.1)."""
    state.turn += 1
    state.drawn_count = 0
    lay_out_sheets(state)
    begin_phase(state, PHASE_WRITE)
    if is_solo(state):
        state.phase = PHASE_DRAW
    else:
        flip_cards(state)


@kernel
def begin_phase(state, phase):
    """Begin a phase in which no player has been asked yet."""
    state.phase = phase
    state.first_seat = 0
    state.asked = 0
    state.seat = 0
    begin_player(state)


@kernel
def begin_player(state):
    """Clear what the player before picked, which is not shown to the next one (welcome 3.2).

    In solo mode the pick is kept, because it says which card is left for ASTRA.
    """
    state.step = STEP_PICK
    if state.phase == PHASE_WRITE or not is_solo(state):
        state.combination = NO_COMBINATION
        state.number = 0
        state.action = 0
        state.writable = 0


@kernel
def next_player(state):
    """Go on to the next player, when one has finished this phase."""
    state.asked += 1
    state.seat = (state.first_seat + state.asked) % state.player_count
    if state.asked < state.player_count:
        begin_player(state)


@kernel
def advance(state):
    """Carry the turn on until a player has to decide or the game is over."""
    state.decision = NO_DECISION
    while state.decision == NO_DECISION and not state.over:
        if state.phase == PHASE_DRAW:
            draw_cards(state)
        elif state.phase == PHASE_WRITE:
            carry_on_writing(state)
        elif state.phase == PHASE_INCIDENTS:
            carry_on_incidents(state)
        elif state.phase == PHASE_MISSIONS:
            carry_on_missions(state)
        elif state.phase == PHASE_GIVE:
            carry_on_giving(state)
        elif state.phase == PHASE_SET_UP:
            carry_on_set_up(state)
        else:
            end_turn(state)


@kernel
def carry_on_set_up(state):
    """Ask every player for what the set-up leaves open (welcome 1.5); then the first turn begins."""
    if not asks_in_set_up(state) or state.asked == state.player_count:
        begin_turn(state)
        return
    set_up_sheet(state, state.seat)
    if state.decision == NO_DECISION:
        next_player(state)


@kernel
def carry_on_writing(state):
    """Pick and write, or take a System Error (welcome 4.4); incidents follow when all have finished (welcome 5.1)."""
    if state.asked == state.player_count:
        begin_incidents(state)
        return
    player = state.seat
    if state.step == STEP_PICK:
        find_writable_combinations(state, player)
        if state.writable != 0:
            state.decision = DECIDE_COMBINATION
            return
        state.step = STEP_CONSEQUENCES
        take_system_error(state, player)
    if state.step != STEP_CONSEQUENCES:
        decide_before_writing(state, player)
        return
    next_sheet_decision(state, player)
    if state.decision == NO_DECISION:
        next_player(state)


@kernel
def begin_incidents(state):
    """Carry out what needs no choice for all players and show it; the choices come next (welcome 5.1, 5.3)."""
    resolve_incidents(state)
    show_sheets(state)
    begin_phase(state, PHASE_INCIDENTS if asks_in_incidents(state) else PHASE_MISSIONS)


@kernel
def carry_on_incidents(state):
    """Ask each player for the choices of the incidents; the others see them when all have finished (welcome 5.3)."""
    if not asks_in_incidents(state) or state.asked == state.player_count:
        show_sheets(state)
        begin_phase(state, PHASE_MISSIONS)
        return
    suffer_incidents(state, state.seat)
    if state.decision == NO_DECISION:
        next_player(state)


@kernel
def combination_count(state):
    """Three piles, or six ordered pairs in solo mode (welcome 2.1, 8.4)."""
    return COMBINATIONS if is_solo(state) else PILES


@kernel
def combination_number(state, combination):
    """The number a combination offers."""
    if is_solo(state):
        return drawn_number(state, NUMBER_SLOT[combination])
    return pile_number(state, combination)


@kernel
def combination_action(state, combination):
    """The action a combination offers."""
    if is_solo(state):
        return drawn_action(state, ACTION_SLOT[combination])
    return pile_action(state, combination)


@kernel
def find_writable_combinations(state, player):
    """Find out which combinations can be written, and whether the player may refuse them all (welcome 4.3, 9.1)."""
    plainly = 0
    modified = 0
    for combination in range(combination_count(state)):
        number = combination_number(state, combination)
        action = combination_action(state, combination)
        if can_write(state, player, number, action):
            plainly |= 1 << combination
        elif can_write_modified(state, player, number, action):
            modified |= 1 << combination
    state.writable = plainly | modified
    state.may_refuse = plainly == 0


@kernel
def pick_combination(state, combination):
    """Pick a combination; what to do with its number is decided next."""
    state.step = STEP_ACTION
    state.combination = combination
    state.number = combination_number(state, combination)
    state.action = combination_action(state, combination)


@kernel
def carry_on_missions(state):
    """Ask each player who can accomplish a mission (welcome 6); incidents may follow again (welcome 6.4)."""
    if state.asked == state.player_count:
        if repeats_incidents(state):
            begin_incidents(state)
            return
        turn_over_accomplished_missions(state)
        state.phase = PHASE_GIVE if is_solo(state) else PHASE_END
    elif can_accomplish_any(state, state.seat):
        state.seat = (state.first_seat + state.asked) % state.player_count
        state.decision = DECIDE_MISSION
    else:
        next_player(state)


@kernel
def carry_on_giving(state):
    """Give the third card to ASTRA, without asking when there is no choice (welcome 3.3, 8.5)."""
    state.seat = 0
    if state.drawn_count == 0:
        state.phase = PHASE_END
    elif state.combination == NO_COMBINATION or has_solo_bonus(state):
        state.decision = DECIDE_CARD
    else:
        give_card(state, unused_slot(state))


@kernel
def end_turn(state):
    """Check whether the game ends (welcome 7.1, 7.2, 7.3); otherwise begin a new turn."""
    if somebody_has_three_missions(state) or is_a_sheet_finished(state) or adventure_ends(state):
        state.over = 1
        show_sheets(state)
    else:
        begin_turn(state)


@kernel
def is_a_sheet_finished(state):
    """Whether a player has used all System Error boxes or filled all cells (welcome 7.2, 7.3)."""
    for player in range(state.player_count):
        sheet = state.players[player]
        if has_used_all_system_errors(state, sheet) or sheet.filled_cells == sheet.cells.shape[0]:
            return True
    return False


@kernel
def legal(state, mask):
    """Set 1 for every legal action of the actor and 0 elsewhere."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    if state.decision == DECIDE_COMBINATION:
        for combination in range(COMBINATIONS):
            mask[COMBINATION + combination] = (state.writable >> combination) & 1
        if state.may_refuse:
            mark_refusal(state, mask)
    elif state.decision == DECIDE_CELL:
        mark_writable_cells(state, state.seat, state.number, state.action, mask)
    elif state.decision == DECIDE_MISSION:
        mask[NO_MISSION] = 1
        for letter in range(MISSIONS):
            mask[MISSION + letter] = can_accomplish(state, state.seat, letter)
    elif state.decision == DECIDE_CARD:
        for slot in range(SLOTS):
            if can_be_disposed_of(state, slot):
                mask[GIVE + slot] = 1
                mask[REMOVE + slot] = has_solo_bonus(state)
    else:
        mark_sheet_choices(state, state.seat, mask)


@kernel
def apply(state, action):
    """Carry a legal action out, then everything that follows without a choice."""
    if state.decision == DECIDE_COMBINATION:
        if action < COMBINATION + COMBINATIONS:
            pick_combination(state, action - COMBINATION)
        else:
            state.step = STEP_CONSEQUENCES
            take_system_error(state, state.seat)
    elif state.decision == DECIDE_CELL:
        state.step = STEP_CONSEQUENCES
        write_number(state, state.seat, action - WRITE)
    elif state.decision == DECIDE_MISSION:
        if action == NO_MISSION:
            next_player(state)
        else:
            accomplish_mission(state, state.seat, action - MISSION)
    elif state.decision == DECIDE_CARD:
        if action >= REMOVE:
            remove_card(state, action - REMOVE)
        else:
            give_card(state, action - GIVE)
    else:
        apply_sheet_choice(state, state.seat, action)
    advance(state)


@kernel
def resample(state, player):
    """Redraw what the player cannot know: hidden cards, and what the others did in this phase (welcome 2.4, 8.12).

    The others' sheets become what the player last saw, and they are asked again. If the player is deciding, this player
    is asked first.
    """
    if is_solo(state):
        resample_deck(state)
        return
    resample_piles(state)
    place = (player - state.first_seat) % state.player_count
    for other in range(state.player_count):
        if other != player:
            state.players[other] = state.shown[other]
            find_fitting_cells(state, other)
    if place == state.asked:
        state.first_seat = player
        state.asked = 0
        return
    if place < state.asked:
        state.first_seat = player
        state.asked = 1
    else:
        state.asked = 0
    state.seat = (state.first_seat + state.asked) % state.player_count
    forget_pending(state)
    begin_player(state)
    advance(state)
