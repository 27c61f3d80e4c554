"""Positions of MLEM set up by hand: edit the record, let the kernels carry on, look at the result.

Seats are in rocket order: the starter of a position is seat 0 unless a test says otherwise.
"""

import numpy as np

import moon_envs
from moon_envs.games.mlem import state as states
from moon_envs.games.mlem.game import GAME
from tests.games.edited_game import EditedGame, put_records

# The facts the positions are built with, written out here and not read from the kernels.
FUNCTIONS = (
    "satellite",
    "double_deep_space",
    "discard_die",
    "plus_minus_one",
    "parachute",
    "double_moon",
    "double_planet",
    "booster",
)
FACES = ("1", "2", "3", "4", "A")
MOON_SPACES = (6, 9, 10, 13, 14, 17, 18, 21, 22, 25)
GOALS = ("four_planets", "three_on_one_planet", "four_moons", "two_deep_space")
DEEP_SPACE = 26

# Rolls of a position are looked for among this many games that differ in their random numbers only.
TRIALS = 512
MOST_TRIALS = 400_000


class Position(EditedGame):
    """A game of MLEM whose record can be edited between decisions."""

    def __init__(self, players=3, seed=0, **variants):
        super().__init__(GAME, players, seed, **variants)
        self.players = players
        self.variants = variants

    # Questions

    def legal(self):
        """The legal actions, each a name, or a name and an index where the range has several."""
        put_records(self.batch, self._states)
        return {self._name(int(action)) for action in self.batch.legal_actions()}

    def asks(self):
        """What is decided, by its name in the record."""
        return states.DECISION_NAMES[self.state["decision"]] if not self.is_over else None

    def commander(self):
        """The seat of the commander."""
        return (int(self.state["starter"]) + int(self.state["commander"])) % self.players

    def on_board(self):
        """The seats whose astronauts are on board."""
        slots = [slot for slot in range(self.players) if int(self.state["on_board"]) >> slot & 1]
        return {(int(self.state["starter"]) + slot) % self.players for slot in slots}

    def available(self, seat):
        """The functions on a player board."""
        return {name for bit, name in enumerate(FUNCTIONS) if self.own("available", seat) >> bit & 1}

    def goals(self):
        """Who has won which goal."""
        owners = self.state["goal_owner"].tolist()
        return {goal: owner for goal, owner in zip(GOALS, owners, strict=True) if owner >= 0}

    def moons(self, space):
        """The owners of the moons of a space, the best moon first; None is a free one."""
        first = 2 * MOON_SPACES.index(space)
        return [None if owner < 0 else owner for owner in self.state["moon_owner"][first : first + 2].tolist()]

    def rolled(self):
        """The last roll as text, like "1 3 3 A"."""
        counts = self.state["rolled"].tolist()
        return " ".join(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))

    def copy(self):
        """A copy of the position."""
        twin = Position(self.players, **self.variants)
        twin._states[:] = self._states
        return twin

    # Actions

    def _number(self, name, index):
        if name == "board" and isinstance(index, str):
            index = FUNCTIONS.index(index)
        if name == "add" and index in FACES:
            name, index = "add_group", FACES.index(index)
        return super()._number(name, index)

    def _name(self, action):
        name, index = GAME.actions.locate(action)
        if name == "add_group":
            return "add", FACES[index]
        return (name, FUNCTIONS[index]) if name == "board" else super()._name(action)

    # Setting up

    def set(self, **values):
        """Set fields of the record."""
        for name, value in values.items():
            self.state[name] = value
        return self

    def crew(self, *functions, pool=6):
        """Let these astronauts be on board in rocket order from seat 0; None is one that has left already."""
        assert len(functions) == self.players
        state = self.state
        state["starter"], state["over"], state["boosters_used"] = 0, 0, 0
        if state["expedition"] == 0:
            state["expedition"] = 1
        numbers = [0 if name is None else FUNCTIONS.index(name) for name in functions]
        on_board = [slot for slot, name in enumerate(functions) if name is not None]
        for seat, number in enumerate(numbers):
            state["functions"][seat] = number
            if seat in on_board:
                state["players"][seat]["available"] &= 0xFF ^ (1 << number)
        state["on_board"] = sum(1 << slot for slot in on_board)
        state["commander"] = on_board[0]
        state["pool"] = pool
        return self

    def arrive(self, space, pool=None):
        """End a travel phase on a space, by a move of one space that costs no die."""
        state = self.state
        state["space"], state["distance"] = space - 1, 1
        if pool is not None:
            state["pool"] = pool
        for name in ("added_groups", "added_boosters", "used_dice", "keeps_dice", "rerolled", "usable_boosters"):
            state[name] = 0
        state["matching"] = 1
        state["phase"], state["decision"], state["seat"] = states.PHASE_TRAVEL, states.DECIDE_MOVE, self.commander()
        return self.act("go")

    def roll(self, dice, space):
        """Let the commander roll exactly these dice on a space, like "1 3 3 A"; a failed roll is carried out.

        The kernels roll: the roll is looked for among random numbers. It is triggered by the last player's "stay".
        """
        wanted = [dice.split().count(face) for face in FACES]
        self.state["space"], self.state["pool"] = space, sum(wanted)
        self._ready_to_roll()
        return self._look_for(wanted, "stay")

    def reroll(self, dice):
        """Use the expedition token's reroll with exactly this result."""
        return self._look_for([dice.split().count(face) for face in FACES], "use_ability")

    def _ready_to_roll(self):
        state = self.state
        state["phase"], state["decision"] = states.PHASE_LANDING, states.DECIDE_LANDING
        state["slot"], state["seat"] = self.players - 1, 0
        state["landing_choices"] = states.CAN_STAY

    def _look_for(self, wanted, action):
        trials = moon_envs.Batch(GAME, TRIALS, self.players, autoreset="disabled", threads=1, **self.variants)
        records = np.repeat(self._states, TRIALS)
        for first in range(0, MOST_TRIALS, TRIALS):
            records["random"] = (np.arange(first, first + TRIALS, dtype=np.uint64) + np.uint64(1)) << np.uint64(20)
            put_records(trials, records)
            trials.step(np.full(TRIALS, GAME.actions.first(action)))
            found = np.flatnonzero((trials.states["rolled"] == wanted).all(axis=1))
            if len(found):
                self._states[:] = trials.states[found[0]]
                put_records(self.batch, self._states)
                return self
        raise AssertionError(f"{wanted} was never rolled")

    def put(self, seat, *, moons=(), planets=(), deep_space=0):
        """Put astronauts of a player on the mat: on the next moon of each space, on planets by number, in deep space.

        Nothing is scored and no goal is won; functions stay available, so that a position can use them freely.
        """
        own = self.state["players"][seat]
        for space in moons:
            place = MOON_SPACES.index(space)
            self.state["moon_owner"][2 * place + self.moons(space).index(None)] = seat
            self.state["free_moons"][place] -= 1
            own["moons"][place] += 1
            own["on_moons"] += 1
        for planet in planets:
            if own["on_planet"][planet - 1] == 0:
                self.state["rows_on_planet"][planet - 1] += 1
                own["planet_row"][planet - 1] = self.state["rows_on_planet"][planet - 1]
            own["on_planet"][planet - 1] += 1
        own["in_deep_space"] += deep_space
        own["on_mat"] += len(moons) + len(planets) + deep_space
        return self

    def fill_moons(self, *spaces, seat=0):
        """Let both moons of these spaces be taken."""
        return self.put(seat, moons=[space for space in spaces for _ in range(self.moons(space).count(None))])

    # Variants

    def token_in_play(self, number, used=False):
        """Let the expedition token with this printed number be in play."""
        self.state["token"], self.state["token_used"] = number - 1, used
        return self

    def expedition_pile(self, *numbers):
        """Let the expedition pile begin with these tokens, all tokens face down."""
        rest = [number for number in range(1, 15) if number not in numbers]
        self.state["token_pile"] = [number - 1 for number in (*numbers, *rest)]
        self.state["token_in_pile"] = 1
        self.state["tokens_drawn"] = 0
        return self

    def exploration_tokens(self, *spaces, pile=None):
        """Let the exploration tokens of these spaces lie on the mat, and those of `pile` face down in this order.

        Without a pile all other tokens are face down, the nearest first.
        """
        on_mat = [space - 6 for space in spaces]
        hidden = [space - 6 for space in pile] if pile is not None else [t for t in range(20) if t not in on_mat]
        gone = [token for token in range(20) if token not in on_mat + hidden]
        self.state["exploration_pile"] = gone + on_mat + hidden
        self.state["exploration_place"] = states.GONE
        self.state["exploration_place"][on_mat] = states.ON_MAT
        self.state["exploration_place"][hidden] = states.IN_PILE
        self.state["explorations_drawn"] = len(gone) + len(on_mat)
        self.state["explorations_on_mat"] = len(on_mat)
        return self

    def explorations_at(self):
        """The spaces with an exploration token."""
        return [token + 6 for token in np.flatnonzero(self.state["exploration_place"] == states.ON_MAT).tolist()]

    def keep_missions(self, seat, *numbers, returned=None):
        """Let a player keep the missions with these printed numbers, and have returned one (or hold four)."""
        hand = [number - 1 for number in (*numbers, *([returned] if returned else []))]
        assert len(hand) == 4
        tokens = self.state["missions"].tolist()
        for place, token in enumerate(hand, start=4 * seat):
            other = tokens.index(token)
            tokens[other], tokens[place] = tokens[place], tokens[other]
        self.state["missions"] = tokens
        self.state["players"][seat]["has_returned_mission"] = returned is not None
        return self

    def hand(self, seat):
        """The printed numbers of a player's missions, the returned one last."""
        return [token + 1 for token in self.state["missions"][4 * seat : 4 * seat + 4].tolist()]
