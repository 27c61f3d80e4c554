"""The tables of the game, read from a plain dict so that corrected cards, tiles and switches are followed too."""

from typing import NamedTuple

# luna_capital 2.1: the kinds the course of the game asks for; all others are only counted.
VOID = 0
EMPTY = 1
SCAFFOLD = 2
MIXED = 9
LANDING_PAD = 18
REDISTRIBUTION = 19
DEMOLITION = 20

PHASES = "ABC"
SHORT = "short"
LONG = "long"


class Card(NamedTuple):
    """A construction card; a plot is its cells (0 to 3, as luna_capital 9.1 numbers them) and its printed kind."""

    number: int
    plots: tuple[tuple[tuple[int, ...], int], ...]


class Tile(NamedTuple):
    """A project tile."""

    phase: int
    kind: int
    robots: int
    dots: int

    @property
    def face(self) -> tuple[int, int]:
        """What tells tiles apart on the table (luna_capital 11, equal tiles)."""
        return self.kind, self.robots


class Tables:
    """What the referee needs of the components. Facts listed twice there are read from one place, named here."""

    def __init__(self, components: dict):
        """Read the components.

        Args:
            components: The parsed table of components.

        Raises:
            ValueError: If a hand could outgrow the action space (luna_capital 11).
        """
        kinds = components["kinds"]["list"]
        self.kinds = {row["kind"]: row["code"] for row in kinds}
        self.allowed_on = {row["code"]: frozenset(row["allowed_on"]) for row in kinds if row["is_tile"]}
        self.leaves = {row["code"]: self.kinds[row["leaves_plot"]] for row in kinds}
        self.scores = {row["code"]: row["scores"] for row in kinds if "scores" in row}
        self.on_place = {row["code"]: row["on_place"] for row in kinds if "on_place" in row}
        groups = {name: codes for name, codes in components["groups"].items() if isinstance(codes, list)}
        self.basic_targets = groups.pop("basic_kinds_order")
        self.targets = {name: frozenset(codes) for name, codes in groups.items()}
        self.fruits = [self.kinds[f"greenhouse_{fruit}"] for fruit in ("pear", "apple", "lemon")]

        # The plots by name; `cells` and `double_plot` say the same again.
        self.cards = [self._card(row) for row in components["construction_cards"]["list"]]
        self.tiles = [self._tile(row) for row in components["project_tiles"]["list"]]
        self.concessions = components["concessions"]["list"]

        counts, setup = components["component_counts"], components["setup"]
        self.robots = counts["robot_markers"]
        self.tokens = counts["redistribution_tokens"]
        self.hand_size = setup["hand_size"]
        self.first_marked_slot = setup["last_delivery_start_slot"]
        self.concessions_in_play = {SHORT: setup["short_term_in_play"], LONG: setup["long_term_in_play"]}
        self._slots = setup["board_slots"]
        self._removed_dots = setup["tiles_removed_when_dots_at_least"]
        self.rounds = components["meta"]["rounds_per_phase"]
        self.rows_of_a_city = components["geometry"]["card_rows_max"]

        scoring = components["scoring"]
        self.group_points = scoring["basic_module_group"]
        self.set_points = scoring["greenhouse_sets"]
        self.hand_points = scoring["card_in_hand"]
        self.meteorite_places = scoring["meteorite_places"]
        self.meteorite_minimum = scoring["meteorite_minimum"]
        self.solo_factors = components["solo"]["concession_factor_by_phase"]
        self.automaton = components["solo"]["automaton"]
        self.players = range(components["meta"]["players_min"], components["meta"]["players_max"] + 1)

        pads = sum(tile.kind == LANDING_PAD for tile in self.tiles)
        if self.hand_size + 1 + pads > components["encoding"]["hand_max"]:
            raise ValueError(f"{pads} landing pads allow hands larger than {components['encoding']['hand_max']}")

    def _card(self, row: dict) -> Card:
        plots = tuple((tuple(plot["cells"]), self.kinds[plot["printed"]]) for plot in row["plots"])
        return Card(row["number"], plots)

    def _tile(self, row: dict) -> Tile:
        return Tile(PHASES.index(row["phase"]), self.kinds[row["kind"]], row["robots"], row["dots"])

    @staticmethod
    def _mode(players: int) -> str:
        return "solo" if players == 1 else str(players)

    def slots(self, players: int) -> int:
        """Return the number of slots of the board side in use."""
        return self._slots[self._mode(players)]

    def tiles_of_phase(self, phase: int, players: int) -> list[int]:
        """Return the tiles of a phase that are in the game (luna_capital 3.5)."""
        removed = self._removed_dots[self._mode(players)]
        return [index for index, tile in enumerate(self.tiles) if tile.phase == phase and tile.dots < removed]

    def concessions_of(self, term: str, players: int) -> list[int]:
        """Return the concessions of a term that may be revealed (luna_capital 3.3, 10)."""
        return [
            index
            for index, row in enumerate(self.concessions)
            if row["term"] == term and not (players == 1 and row.get("removed_in_solo", False))
        ]

    def places_of_meteorites(self, players: int) -> list[int]:
        """Return the points of the places in the meteorite ranking."""
        return self.meteorite_places[self._mode(players)]
