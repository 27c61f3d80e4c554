"""Positions of Luna Capital set up by hand: edit the record, let the kernels carry on, look at the result.

Seat 0 is the first player of a position unless a test says otherwise. Cards are named by their ids in the table;
positions of cards are (row, column) and cells (y, x), from the corner of the city at that moment; -1 is a new row above
or a new column at the left.
"""

from moon_envs.games.luna_capital import state as states
from moon_envs.games.luna_capital.game import GAME
from tests.games.edited_game import EditedGame, put_records
from tests.referees.luna_capital.dealer import CARDS, COMPONENTS, CONCESSIONS

# The facts of the positions come from the referee's copy of the tables, not from the kernels' copy.
CARD_IDS = [row["id"] for row in COMPONENTS["construction_cards"]["list"]]
CONCESSION_IDS = [row["id"] for row in COMPONENTS["concessions"]["list"]]
TILES = COMPONENTS["project_tiles"]["list"]
TILES_OF_PHASE = 55
SHORT_NAMES = {
    "hydrogen": "hydrogen_collector",
    "oxygen": "oxygen_collector",
    "water": "water_condenser",
    "pear": "greenhouse_pear",
    "apple": "greenhouse_apple",
    "lemon": "greenhouse_lemon",
    "mixed": "greenhouse_mixed",
    "office": "sales_office",
}
CODES = {row["kind"]: row["code"] for row in COMPONENTS["kinds"]["list"]}
HAND_PLACES = 12
COLUMN_CODES = 13
CELL_COLUMNS = 24
CITY_FIELDS = (
    "occupied",
    "fitting",
    "residential_points",
    "rows",
    "columns",
    "card_count",
    "face_down_count",
    "cards",
    "marks",
    "cells",
    "counts",
    "largest",
)
PLAIN, WITH_ROBOT, FACE_DOWN = "hand_card_plain", "hand_card_with_robot", "hand_card_face_down"


def code(kind):
    """The code of a kind, also by its short name."""
    return CODES[SHORT_NAMES.get(kind, kind)]


class Position(EditedGame):
    """A game of Luna Capital whose record can be edited between decisions; by default the exchange is over."""

    def __init__(self, players=2, seed=0, exchange=False, first_player=0):
        super().__init__(GAME, players, seed)
        self.players = players
        self.state["first_player"] = first_player
        if players > 1:
            self.state["seat"] = (first_player - 1) % players
        if not exchange:
            for _ in range(2 if players == 1 else players):
                self.act("pass")

    # Questions

    def legal(self, name=None):
        """The legal actions as names and indexes; of one name, their indexes."""
        put_records(self.batch, self._states)
        found = {GAME.actions.locate(int(action)) for action in self.batch.legal_actions()}
        return found if name is None else {index for other, index in found if other == name}

    def asks(self):
        """What is decided, by its name in the record."""
        return None if self.is_over else states.DECISION_NAMES[self.state["decision"]]

    def points(self, seat=0):
        """The points of a side by category; those that are 0 are left out."""
        put_records(self.batch, self._states)
        points = self.batch.points()[0][seat].tolist()
        return {name: number for name, number in zip(GAME.categories, points, strict=True) if number}

    def totals(self):
        """The points of every side."""
        put_records(self.batch, self._states)
        return self.batch.points()[0].sum(axis=1).tolist()[: max(2, self.players)]

    def known_points(self, seat=0):
        put_records(self.batch, self._states)
        return self.batch.known_points(seat)

    def hand(self, seat=0):
        first = 68 + HAND_PLACES * seat
        return [CARD_IDS[card] for card in self.state["cards"][first : first + self.own("hand_size", seat)]]

    def deck(self):
        places = [(int(self.state["deck_top"]) + index) % 68 for index in range(int(self.state["deck_count"]))]
        return [CARD_IDS[card] for card in self.state["cards"][places]]

    def board_cards(self):
        cards = self.state["board"].tolist()[: 3 if self.players == 1 else 4]
        return [None if card < 0 else CARD_IDS[card] for card in cards]

    def slot_kinds(self, slot):
        """The kinds of the tiles of a slot."""
        tiles = self.state["slot_tiles"][slot][: int(self.state["slot_count"][slot])].tolist()
        return [self._tile(tile)["kind"] for tile in tiles]

    def taken_kinds(self):
        return [self._tile(tile)["kind"] for tile in self.state["taken"][: int(self.state["taken_count"])].tolist()]

    def _tile(self, tile):
        return TILES[TILES_OF_PHASE * int(self.state["phase"]) + tile]

    def cell(self, y, x, seat=0):
        """The code of what the plot of a cell holds."""
        return self.own("cells", seat)[CELL_COLUMNS * y + x]

    def count(self, kind, seat=0):
        """How many plots hold a kind."""
        return self.own("counts", seat)[code(kind)]

    def targets(self):
        """Where the named card can be put: {(row, column)}."""
        return {(index // COLUMN_CODES - 1, index % COLUMN_CODES - 1) for index in self.legal("card_target")}

    def places_for(self, number, seat=0):
        """Where a card with this number could be put without a robot; the position stays as it is."""
        card = next(row["id"] for row in COMPONENTS["construction_cards"]["list"] if row["number"] == number)
        return self.places_of(card, PLAIN, seat)

    def places_of(self, card, how=PLAIN, seat=0):
        before = self._states.copy()
        self._name_card(card, how, seat)
        found = self.targets()
        self._states[:] = before
        return found

    def plots(self):
        """Where the named tile can be placed: {(y, x)}."""
        return {divmod(index, CELL_COLUMNS) for index in self.legal("cell")}

    def copy(self):
        """A copy of the position."""
        twin = Position(self.players)
        twin._states[:] = self._states
        return twin

    # Actions

    def play(self, card, place=None, how=PLAIN):
        """Play a hand card and, where it is asked, put it at a position."""
        self.act((how, self.hand(self.actor).index(card)))
        return self if place is None else self.act(("card_target", COLUMN_CODES * (place[0] + 1) + place[1] + 1))

    def place(self, kind, y, x):
        """Place the first taken tile of a kind on a plot, naming it where it is asked."""
        if self.asks() == "tile":
            self.act(("pick_taken_tile", self.taken_kinds().index(SHORT_NAMES.get(kind, kind))))
        return self.act(("cell", CELL_COLUMNS * y + x))

    def finish_turn(self):
        """Let the player at turn finish the turn somehow."""
        seat, turn = self.actor, (int(self.state["phase"]), int(self.state["round"]))
        return self.play_out(
            until=lambda other: (
                other.asks() == "set"
                and (other.actor != seat or turn != (int(other.state["phase"]), int(other.state["round"])))
            )
        )

    # Setting up

    def set(self, **values):
        """Set fields of the record."""
        for name, value in values.items():
            self.state[name] = value
        return self

    def set_own(self, seat=0, **values):
        """Set fields of a player's record."""
        for name, value in values.items():
            self.state["players"][seat][name] = value
        return self

    def set_hand(self, *cards, seat=0):
        """Let a player hold exactly these cards, none of them known to others."""
        first = 68 + HAND_PLACES * seat
        self.state["cards"][first : first + HAND_PLACES] = -1
        self.state["cards"][first : first + len(cards)] = [CARDS[card] for card in cards]
        return self.set_own(seat, hand_size=len(cards), hand_known=0)

    def set_deck(self, *cards):
        """Let the deck be exactly these cards, none put there by a player."""
        self.state["cards"][:68] = -1
        self.state["cards"][: len(cards)] = [CARDS[card] for card in cards]
        self.state["returned_by"] = -1
        return self.set(deck_top=0, deck_count=len(cards), returned_count=0)

    def set_board(self, *cards):
        self.state["board"][: len(cards)] = [CARDS[card] for card in cards]
        return self

    def set_concessions(self, *ids):
        return self.set(concessions=[CONCESSIONS[id_] for id_ in ids], closed_in=-1)

    def tiles_of(self, *kinds):
        """Tiles of the present phase, by kind, or kind and robots."""
        found = []
        for kind in kinds:
            kind, robots = kind if isinstance(kind, tuple) else (kind, 0)
            wanted = (SHORT_NAMES.get(kind, kind), robots)
            tiles = range(TILES_OF_PHASE)
            look = [(self._tile(tile)["kind"], self._tile(tile)["robots"]) for tile in tiles]
            found.append(next(tile for tile in tiles if look[tile] == wanted and tile not in found))
        return found

    def set_slot(self, slot, *kinds):
        """Let a slot have these tiles."""
        self.state["slot_tiles"][slot] = -1
        self.state["slot_tiles"][slot][: len(kinds)] = self.tiles_of(*kinds)
        self.state["slot_count"][slot] = len(kinds)
        return self

    def set_taken(self, *kinds):
        """Let the player at turn, who has played a card, have these tiles to place."""
        self.state["taken"] = -1
        self.state["taken"][: len(kinds)] = self.tiles_of(*kinds)
        self.set(taken_count=len(kinds), decision=states.DECIDE_TILE, named=-1, emptied=1)
        return self.set_slot(1).set(board=[*self.state["board"][:1], -1, *self.state["board"][2:]])

    def _name_card(self, card, how, seat):
        self.set_hand(card, seat=seat).set_own(seat, robots=1)
        self.set(seat=seat, decision=states.DECIDE_TARGET, named=GAME.actions.first(how), emptied=1)

    def _keep_only_the_city(self, before, seat):
        after = self._states["players"][0, seat].copy()
        self._states[:] = before
        for name in CITY_FIELDS:
            self.state["players"][seat][name] = after[name]
        return self

    def put(self, card, row, column, how=PLAIN, seat=0):
        """Put a card into a city; nothing else changes. The kernels do it, with two tiles left so that they stop."""
        before = self._states.copy()
        self.set_taken("demolition", "office")
        self._name_card(card, how, seat)
        assert (row, column) in self.targets(), f"{card} cannot be put at {row}, {column}: {self.targets()}"
        self.act(("card_target", COLUMN_CODES * (row + 1) + column + 1))
        return self._keep_only_the_city(before, seat)

    def build(self, *tiles, seat=0):
        """Place tiles in a city, each given as a kind and its cell; nothing else changes."""
        for kind, y, x in tiles:
            before = self._states.copy()
            if "demolition" == kind:
                self.set_taken("demolition", "office", "hydrogen")
            else:
                self.set_taken(kind, *[other for other in ("demolition", "office", "hydrogen") if other != kind])
            self.set(seat=seat, decision=states.DECIDE_CELL, named=GAME.actions.first("pick_taken_tile"))
            assert (y, x) in self.plots(), f"{kind} cannot be placed on {y}, {x}: {sorted(self.plots())}"
            self.act(("cell", CELL_COLUMNS * y + x))
            self._keep_only_the_city(before, seat)
        return self

    def end_phase(self, phase=0):
        """Let the phase end now: the last player of its last round places a demolition on an empty plot."""
        last = self.players - 1
        if self.count("empty", last) == 0:
            self.put("c18", 0, 0, seat=last)
        self.set(phase=phase, round=4, turn=last, first_player=0, seat=last)
        for slot in range(3 if self.players == 1 else 4):
            self.set_slot(slot, "hydrogen", "oxygen", "water", "office")
        self.set_taken("demolition")
        self.set(decision=states.DECIDE_CELL, named=GAME.actions.first("pick_taken_tile"))
        return self.act(("cell", self.own("cells", last).index(code("empty"))))

    def satisfied(self, concession, seat=0):
        """Whether a concession would get the player's marker if the phase ended now."""
        twin = self.copy()
        others = [id_ for id_ in ("s01", "s02") if id_ != concession]
        ids = [concession, others[0], "l09"] if concession[0] == "s" else ["s01", "s02", concession]
        twin.set_concessions(*ids).end_phase()
        return bool(twin.own("markers", seat) >> ids.index(concession) & 1)
