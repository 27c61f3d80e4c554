"""Positions of From the Moon set up by hand: edit the record, act, look at the result.

Facts are written out here and not read from the kernels' tables.
"""

import numpy as np

from moon_envs.games.from_the_moon import state as states
from moon_envs.games.from_the_moon.game import GAME
from tests.games.edited_game import EditedGame, put_records
from tests.games.from_the_moon.reading import members

COLORS = ("metal", "water", "polymer")
RESOURCES = (*COLORS, "food")
METAL, WATER, POLYMER, FOOD = range(4)
EUROPA, TITAN, MARS = range(3)
ALL_MISSIONS, ANY, CONSTRUCT, IMPROVE = 7, 0, 1, 2
POWERS = ("food_per_own_building", "energy_per_enemy_rover", "resource_per_own_rover")
# Progress tiles have the numbers of their conditions.
CONDITIONS = (
    "gain_foundation",
    "construct_ship_part",
    "gain_greenhouse",
    "improve_greenhouse",
    "recruit_astronaut",
    "train_specialist",
    "place_building",
    "gain_laboratory",
    "improve_ship_part",
    "gain_battery",
)
FACTION_BUILDING = 1 << 8
# Factions in an order in which the first seat's has little influence.
FACTIONS = ("workers", "scholars", "unifiers", "architects")
CONVERSIONS = {"convert_energy_to_food", "convert_food_to_energy"}


class Position(EditedGame):
    """A game before its first turn in which every player owns only 5 full batteries and a crew of three.

    Rover r carries a basic astronaut of colour r. The progress tile under all pawns is `improve_ship_part`. The Moon
    has no cubes.
    """

    def __init__(self, players=2, *factions, seed=0, **options):
        chosen = (*factions, *(faction for faction in FACTIONS if faction not in factions))[:players]
        super().__init__(GAME, players, seed, factions=chosen, **options)
        self.players = players
        self._empty()

    def _empty(self):
        state = self.state
        state["frames"], state["arguments"] = 0, 0
        state["depth"], state["seat"] = 1, 0
        state["frames"][0] = states.MAIN_FRAME
        state["cubes"] = 0
        for seat in range(self.players):
            own = state["players"][seat]
            own["resources"], own["greenhouses"], own["foundations"] = 0, 0, 0
            own["batteries"] = own["energy"] = 5
            own["specialists"], own["basics"] = 0, np.eye(3)
        self.progress(1, "improve_ship_part")

    # Questions

    def legal(self):
        """The legal actions, each a name, or a name and an index where the range has several."""
        put_records(self.batch, self._states)
        return {self._name(int(action)) for action in self.batch.legal_actions()}

    def options(self):
        """The legal actions apart from conversions."""
        return self.legal() - CONVERSIONS

    def asks(self):
        """What is decided, by its name in the record, None when the game is over."""
        return None if self.is_over else states.FRAMES[self.state["frames"][self.state["depth"] - 1]]

    def pending(self):
        """The names of all pending frames, the lowest first."""
        return [states.FRAMES[frame] for frame in self.state["frames"][: int(self.state["depth"])]]

    def argument(self, place=0):
        return int(self.state["arguments"][self.state["depth"] - 1, place])

    def owned(self, seat=0):
        """Metal, water, polymer, food."""
        return tuple(self.own("resources", seat))

    def gauge(self, seat=0):
        """Energy and batteries."""
        return self.own("energy", seat), self.own("batteries", seat)

    def won(self, seat=0):
        """Points on the score track, and achievements."""
        return self.own("score", seat), self.own("achievements", seat)

    def fault(self):
        """The fault of the record, None if a game can go on from it."""
        try:
            GAME.check_states(self._states, self.players)
        except Exception as error:
            return str(error)
        return None

    # Actions

    def send(self, tile, rover=0):
        """Send a rover of the player whose turn it is; the rover is asked only if crews differ."""
        self.act(("main_action", 0))
        if self.asks() == "rover":
            self.act(("rover", rover))
        return self.act(("tile", tile))

    # Setting up

    def set(self, seat=0, **values):
        """Set fields of a player's record."""
        for name, value in values.items():
            self.state["players"][seat][name] = value
        return self

    def table(self, **values):
        """Set fields of the record."""
        for name, value in values.items():
            self.state[name] = value
        return self

    def give(self, seat=0, energy=None, **resources):
        """Give resources, and energy as (energy, batteries)."""
        own = self.state["players"][seat]
        for name, count in resources.items():
            own["resources"][RESOURCES.index(name)] += count
        if energy is not None:
            own["energy"], own["batteries"] = energy
        return self

    def crew(self, rover, basics=(0, 0, 0), specialists=(0, 0, 0), seat=0):
        """Replace the crew of a rover."""
        self.state["players"][seat]["basics"][rover] = basics
        self.state["players"][seat]["specialists"][rover] = specialists
        return self

    def rovers(self, *tiles, seat=0):
        """Put rovers on tiles, the first rover first; None is the base."""
        for rover, tile in enumerate(tiles):
            self.state["players"][seat]["rover_tile"][rover] = -1 if tile is None else tile
        return self

    def progress(self, space, condition):
        """Let the progress tile of a space reward something; another space gets its tile."""
        self._swap("progress", space - 1, CONDITIONS.index(condition))
        return self

    def terrain(self, position, number):
        """Let a terrain tile, by its printed number, lie at a position, for any number of players."""
        kinds = self.state["terrain"].tolist()
        if number - 1 in kinds:
            self._swap("terrain", position, number - 1)
        else:
            self.state["terrain"][position] = number - 1
        return self

    def _swap(self, name, place, kind):
        values = self.state[name].tolist()
        if kind in values:
            values[values.index(kind)] = values[place]
        values[place] = kind
        self.state[name] = values

    def cubes(self, tile, metal=0, water=0, polymer=0):
        self.state["cubes"][tile] = (metal, water, polymer)
        return self

    def buildings(self, *spaces, seat=0):
        """Put miniatures on spaces; no tile of a building comes with them."""
        self.state["players"][seat]["buildings"] = sum(1 << space for space in spaces)
        return self

    def faction_building(self, seat=0):
        """Let a player have the faction building, without a miniature."""
        self.state["players"][seat]["large"] |= FACTION_BUILDING
        return self

    def laboratories(self, kinds, foundations, seat=0):
        """Put laboratories, by printed number, on spaces."""
        own = self.state["players"][seat]
        own["foundations"], own["laboratories"] = foundations, -1
        for space, number in kinds.items():
            own["laboratories"][space] = number - 1
        return self

    def display(self, *numbers, stack=()):
        """Let laboratories, by printed number, lie on display by rows, and the stack begin with others."""
        for space, number in enumerate(numbers):
            if number is not None:
                self.state["display"][space] = number - 1
        first = int(self.state["laboratories_drawn"])
        self.state["laboratory_stack"][first : first + len(stack)] = [number - 1 for number in stack]
        return self

    def part(self, mission, part, tile=None, owner=None, improver=None):
        """Set a part of a ship: its tile by printed number, the player who took it, the player who improved it."""
        if tile is not None:
            self.state["part_tile"][mission, part - 1] = tile - 1
        self.state["part_owner"][mission, part - 1] = -1 if owner is None else owner
        self.state["part_improver"][mission, part - 1] = -1 if improver is None else improver
        return self

    def launched(self, *missions, space=1, owner=1):
        """Let missions have launched."""
        for mission in missions:
            parts = self.state["part_tile"][mission] >= 0
            self.state["part_owner"][mission][parts] = owner
            self.state["launch_space"][mission] = space
        return self

    def small(self, *numbers):
        """Let small buildings, by their place in the list of tiles, be in the slots."""
        self.state["small_tiles"][: len(numbers)] = numbers
        return self

    def ask(self, frame, *arguments, below=()):
        """Let a frame be decided on its own, or above others; what leaves no choice is carried out."""
        state = self.state
        state["depth"], state["frames"], state["arguments"] = 0, 0, 0
        # Refusing a training has no effect except that the game goes on with the frame below.
        for kind, *said in (*below, (frame, *arguments), ("train", 1)):
            depth = int(state["depth"])
            state["frames"][depth] = states.FRAMES.index(kind)
            state["arguments"][depth, : len(said)] = said
            state["depth"] += 1
        return self.act("decline")

    def finish(self):
        """Clear the stack, so that the turn ends."""
        assert self.own("greenhouses", int(self.state["seat"])) == 0
        return self.ask("greenhouse_improve")

    def effect(self, table, number, **more):
        """Let an effect be offered, or happen: of a terrain tile or a laboratory, by printed number."""
        if table == "terrain":
            # A building that touches this tile alone has just been placed.
            self.terrain(0, number).ask("terrain_pick", 1, 1, **more)
            return self.act(("tile", 0))
        self.laboratories({0: number}, 1).ask("laboratory_activate", 1, **more)
        return self.act(("laboratory_space", 0))

    def income(self, tile, **more):
        """Let the small building with this place in the list of tiles, alone, be the income before recharging."""
        self.small(tile).set(small=1).ask("income", 0b01000001, below=[("feed",)], **more)
        return self.act(("income", 0))

    def built(self, seat=0):
        """The spaces with miniatures of a player."""
        return members(self.own("buildings", seat))
