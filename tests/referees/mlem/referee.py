"""Referee of MLEM: Space Agency: the course of the game."""

from collections.abc import Callable, Generator
from functools import partial
from typing import NamedTuple

from .actions import ABILITY, ABOVE, BELOW, BOARD, GO, GROUP, HERE, RETURN_MISSION, STAY, USE_BOOSTER
from .chance import Chance, rolled
from .mat import Mat
from .rocket import Move, Rocket, Slot
from .tables import (
    DISCARD_DIE,
    EXPLORATIONS,
    FUNCTIONS,
    PARACHUTE,
    PLUS_MINUS_ONE,
    SECRET_MISSIONS,
    UFO,
    VARIANTS,
    Tables,
)
from .variants import ADDITIONAL_DICE, KEEP_DICE, REROLL, Explorations, Missions, Ufo

# mlem 7: the order in which the targets of a plus/minus-one astronaut are offered.
OFFSETS = ((HERE, 0), (BELOW, -1), (ABOVE, 1))


class Decision(NamedTuple):
    """A question to a player; `options` lists the legal answers as the position stands."""

    phase: str
    seat: int
    options: Callable[[], set[int]]


Course = Generator[Decision, int, None]


class MlemReferee:
    """Follows a game decision by decision.

    The game is one generator (`_play`) that stops at each decision and goes on with the answer. Its phases are
    "missions", "boarding", "travel", "parachute", "landing", "deep_space" and, at the end, "over".

    Attributes:
        unasked: Phases in which a single possible answer is given without asking. Empty, since mlem 15 lists what is
            not asked and names neither the boarding of the last astronaut nor a forced step of the travel choice.
    """

    unasked: frozenset[str] = frozenset()

    def __init__(self, components: dict, players: int, variants: set[str], starter: int, chance: Chance):
        """Set the game up and go to its first decision.

        Args:
            components: The parsed table of components.
            players: Number of players.
            variants: Any of "ufo", "explorations" and "secret_missions".
            starter: Seat of the first starter.
            chance: Gives every random outcome as the game had it.

        Raises:
            ValueError: If there is no such game.
        """
        self.tables = Tables(components)
        if players not in self.tables.players or not 0 <= starter < players or not set(variants) <= VARIANTS:
            raise ValueError(f"no game of {players} players with starter {starter} and variants {set(variants)}")
        self.players = players
        self.starter = starter
        self.commander = starter
        self.expedition = 0
        self.failures = 0
        self.available = [[True for _ in FUNCTIONS] for _ in range(players)]
        self.mat = Mat(self.tables, players)
        self.rocket = Rocket(self.tables.start_space, self.tables.start_dice)
        self.move: Move | None = None
        self._chance = chance
        # mlem 2.5: the variants in this order.
        self.ufo = Ufo(self.tables, players, chance) if UFO in variants else None
        self.explorations = Explorations(self.tables, players, chance) if EXPLORATIONS in variants else None
        self.missions = Missions(self.tables, players, chance) if SECRET_MISSIONS in variants else None
        self._course = self._play()
        self._decision: Decision | None = None
        self._go_on(None)

    # What is asked and answered

    @property
    def actor(self) -> int | None:
        """Seat whose decision it is, None when the game is over."""
        return None if self._decision is None else self._decision.seat

    @property
    def phase(self) -> str:
        """Kind of the current decision, "over" when the game is over."""
        return "over" if self._decision is None else self._decision.phase

    def legal(self) -> set[int]:
        """Return the legal actions of the current decision, none when the game is over."""
        return set() if self._decision is None else self._decision.options()

    def apply(self, action: int) -> None:
        """Carry out an action and everything that follows up to the next decision.

        Args:
            action: One of `legal()`.

        Raises:
            ValueError: If the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"{action} is not legal")
        self._go_on(int(action))

    def _go_on(self, action: int | None) -> None:
        try:
            self._decision = self._course.send(action)
            while self.phase in self.unasked and len(self.legal()) == 1:
                self._decision = self._course.send(*self.legal())
        except StopIteration:
            self._decision = None

    # The game and its expeditions (mlem 3, 6, 11)

    def _play(self) -> Course:
        if self.missions is not None:
            yield from self._choose_missions()
        while True:
            yield from self._take_off()
            while self.rocket.on_board():
                yield from self._travel()
            # mlem 3.6
            self.rocket.slots = []
            if self.ufo is not None:
                self.ufo.remove()
            if self._ends():
                return
            self.starter = (self.starter + 1) % self.players

    def _seats(self) -> list[int]:
        """Return the seats in rocket order."""
        return [(self.starter + place) % self.players for place in range(self.players)]

    def _choose_missions(self) -> Course:
        for seat in self._seats():
            hand = self.missions.hands[seat]
            positions = {RETURN_MISSION + position for position in range(len(hand))}
            action = yield Decision("missions", seat, partial(set, positions))
            del hand[action - RETURN_MISSION]

    def _ends(self) -> bool:
        placed = [self.mat.placed(player) for player in range(self.players)]
        return self.failures >= self.tables.failures_to_end or max(placed) >= self.tables.placed_to_end

    def _take_off(self) -> Course:
        """mlem 3.1; with the UFO the token is revealed before boarding (mlem 8)."""
        self.expedition += 1
        self.commander = self.starter
        dice = self.tables.start_dice if self.ufo is None else self.ufo.reveal()
        self.rocket = Rocket(self.tables.start_space, dice)
        for seat in self._seats():
            action = yield Decision("boarding", seat, partial(self._boarding_options, seat))
            function = action - BOARD
            self.available[seat][function] = False
            self.rocket.slots.append(Slot(seat, function))
        if self.rocket.has_satellite():
            self.rocket.space = self.tables.satellite_space

    def _boarding_options(self, seat: int) -> set[int]:
        return {BOARD + function for function in FUNCTIONS if self.available[seat][function]}

    # Travel (mlem 3.2)

    def _travel(self) -> Course:
        self.move = Move(rolled(self._chance, self.rocket.pool))
        # mlem 3.3: a crash without a way out is not asked.
        while self.move.moves() or self._travel_options() != {GO}:
            action = yield Decision("travel", self.commander, self._travel_options)
            if action == GO:
                break
            self._add(action)
        move, self.move = self.move, None
        if not move.moves():
            yield from self._crash()
            return
        self._carry_out(move)
        if self.rocket.space == self.tables.deep_space:
            yield from self._deep_space()
        elif self.rocket.space >= self.tables.first_landing:
            yield from self._landing()

    def _travel_options(self) -> set[int]:
        move = self.move
        matching = move.matching(self._values())
        options = {GROUP + face for face in matching - move.groups}
        if self._boosters_count():
            options |= {USE_BOOSTER + slot for slot in self.rocket.boosters() if slot not in move.boosters}
        if self._ability_counts():
            options.add(ABILITY)
        if move.is_complete(self._values()) or not matching:
            options.add(GO)
        return options

    def _values(self) -> dict[int, int]:
        """Return the distances of the faces allowed on the rocket's space."""
        return self.tables.spaces[self.rocket.space].values

    def _boosters_count(self) -> bool:
        """mlem 7: a booster needs its face on the space and can avert a crash, as the flags of the function say."""
        if self.tables.booster_needs_face and self.tables.booster_face not in self._values():
            return False
        averted = bool(self.move.matching(self._values()) or self.move.additional)
        return averted or self.tables.booster_prevents_crash

    def _ability_counts(self) -> bool:
        """mlem 8 and 15: tell whether the expedition token can be used now."""
        ability = None if self.ufo is None else self.ufo.ability()
        if ability == ADDITIONAL_DICE:
            return any(face in self._values() for face in self.ufo.additional_faces())
        if ability == KEEP_DICE:
            return self.move.moves()  # also without a die to keep: it denies the token to the next commander
        return ability == REROLL and not self.move.moves()

    def _add(self, action: int) -> None:
        if action < USE_BOOSTER:
            self.move.groups.add(action - GROUP)
        elif action < ABILITY:
            self.move.boosters.add(action - USE_BOOSTER)
        else:
            self._use_ability()

    def _use_ability(self) -> None:
        ability = self.ufo.ability()
        self.ufo.spent = True
        if ability == ADDITIONAL_DICE:
            self.move.additional = [face for face in self.ufo.additional_faces() if face in self._values()]
        elif ability == KEEP_DICE:
            self.move.keep_dice = True
        else:
            self.move = Move(rolled(self._chance, self.rocket.pool), rerolled=True)

    def _carry_out(self, move: Move) -> None:
        """Move, discard, then the tokens where the travel phase ends (mlem 3.2, 11)."""
        rocket = self.rocket
        distance = move.distance(self.tables, self._values())
        rocket.space = min(rocket.space + distance, self.tables.deep_space)
        rocket.pool = move.pool_after(self.tables, rocket.pool)
        for slot in move.boosters:
            rocket.slots[slot].booster_used = True
        if self.explorations is not None:
            rocket.space, rocket.pool = self.explorations.activate(self.commander, rocket.space, rocket.pool)
        if self.ufo is not None:
            self.ufo.contact(self.commander, rocket.space)

    # Crash (mlem 3.3)

    def _crash(self) -> Course:
        self.failures += 1
        for slot in self.rocket.on_board():
            if slot.function == PARACHUTE and self.mat.has_room(self.rocket.space):
                action = yield Decision("parachute", slot.player, partial(set, {STAY, HERE}))
                if action == HERE:
                    slot.on_board = False
                    self.mat.land(slot.player, slot.function, self.rocket.space)
        for slot in self.rocket.on_board():
            slot.on_board = False
            self.available[slot.player][slot.function] = True

    # Landing (mlem 3.4)

    def _landing(self) -> Course:
        for slot in self.rocket.on_board():
            targets = self._targets(slot.function)
            if not targets:
                continue
            action = yield Decision("landing", slot.player, partial(set, {STAY, *targets}))
            if action != STAY:
                self._disembark(slot, targets[action])

    def _targets(self, function: int) -> dict[int, int]:
        """Return the spaces an astronaut can disembark at, by action (mlem 7, function 3)."""
        targets: dict[int, int] = {}
        planets = set()
        for action, offset in OFFSETS if function == PLUS_MINUS_ONE else OFFSETS[:1]:
            space = self.rocket.space + offset
            if space == self.tables.deep_space:
                targets[action] = space
            elif space >= self.tables.first_landing and space in self.tables.spaces and self.mat.has_room(space):
                planet = self.tables.spaces[space].planet
                if planet is None or planet not in planets:
                    targets[action] = space
                    planets.add(planet)
        return targets

    def _disembark(self, slot: Slot, space: int) -> None:
        slot.on_board = False
        if space == self.tables.deep_space:
            self.mat.enter_deep_space(slot.player, slot.function, self.tables.offset_galaxy_points)
        else:
            self.mat.land(slot.player, slot.function, space)
        left = self.rocket.on_board()
        if left:
            self.commander = left[0].player
            if slot.function == DISCARD_DIE:
                # The last die stays; a pool at or below the minimum is not touched.
                pool = self.rocket.pool
                self.rocket.pool = min(pool, max(self.tables.dice_left, pool - self.tables.dice_lost))

    # Deep space (mlem 3.5)

    def _deep_space(self) -> Course:
        for slot in self.rocket.on_board():
            action = HERE
            targets = self._targets(slot.function)
            if len(targets) > 1:
                action = yield Decision("deep_space", slot.player, partial(set, targets))
            slot.on_board = False
            if action == HERE:
                comet = slot.player == self.commander
                points = self.tables.comet_points if comet else self.tables.galaxy_points
                self.mat.enter_deep_space(slot.player, slot.function, points)
            else:
                self.mat.land(slot.player, slot.function, targets[action])

    # Result (mlem 6)

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player by category as they stand now."""
        return [
            {
                "moons": self.mat.moon_points[player],
                "deep_space": self.mat.deep_space_points[player],
                "planets": self.mat.planet_points(player),
                "goals": self.mat.goal_points(player),
                "ufo": 0 if self.ufo is None else sum(self.ufo.owned[player]),
                "explorations": 0 if self.explorations is None else self.explorations.points(player),
                "missions": 0 if self.missions is None else self.missions.points(player, self.mat),
            }
            for player in range(self.players)
        ]

    def outcome(self) -> list[float]:
        """Return 2 * share - 1 for every player, where the winners share 1.

        Raises:
            ValueError: If the game is not over.
        """
        if self._decision is not None:
            raise ValueError("the game is not over")
        totals = [sum(row.values()) for row in self.points()]
        winners = totals.count(max(totals))
        return [2 / winners - 1 if total == max(totals) else -1.0 for total in totals]

    def snapshot(self) -> dict:
        """Return everything comparable as plain data.

        The expedition number is 0 during the mission choice. Outside the travel phase nothing is rolled or added; the
        commander of a crash or of an arrival in deep space stays named until the expedition ends. After the end of
        the game the slots are empty and the starter is that of the last expedition.
        """
        return {
            "phase": self.phase,
            "over": self._decision is None,
            "actor": self.actor,
            "expedition": self.expedition,
            "failures": self.failures,
            "starter": self.starter,
            "commander": self.commander,
            "space": self.rocket.space,
            "pool": self.rocket.pool,
            "rolled": [0] * 5 if self.move is None else list(self.move.rolled),
            "move": (self.move or Move([])).snapshot(),
            "slots": [
                {
                    "player": slot.player,
                    "function": slot.function,
                    "on_board": slot.on_board,
                    "booster_used": slot.booster_used,
                }
                for slot in self.rocket.slots
            ],
            "available": [list(flags) for flags in self.available],
            **self.mat.snapshot(),
            "ufo": None if self.ufo is None else self.ufo.snapshot(),
            "explorations": None if self.explorations is None else self.explorations.snapshot(),
            "missions": None if self.missions is None else [list(hand) for hand in self.missions.hands],
        }
