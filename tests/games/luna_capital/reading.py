"""The record of Luna Capital in the terms of its referee."""

import moon_envs
from moon_envs.games.luna_capital import state as states
from moon_envs.games.luna_capital.game import GAME
from tests.referees.follow import Translation
from tests.referees.luna_capital.actions import ACTIONS
from tests.referees.luna_capital.dealer import COMPONENTS
from tests.referees.luna_capital.knowledge import knowledge
from tests.referees.luna_capital.referee import LunaCapitalReferee

TILES_OF_PHASE = 55
CARDS = 68
HAND_PLACES = 12
TURNS = 12
FRAME_ROWS, FRAME_COLUMNS = 3, 12
CELL_ROWS, CELL_COLUMNS = 6, 24
PART_OF_PLOT_LEFT, PART_OF_PLOT_ABOVE = 20, 21
NUMBERS = 10
STAGES = {
    states.NO_DECISION: "over",
    states.DECIDE_SWAP: "swap",
    states.DECIDE_EXCHANGE_CARD: "exchange",
    states.DECIDE_EXCHANGE_SLOT: "exchange_slot",
    states.DECIDE_SET: "set",
    states.DECIDE_SECOND_TILE: "second_tile",
    states.DECIDE_PAYMENT: "payment",
    states.DECIDE_CARD: "card",
    states.DECIDE_TARGET: "target",
    states.DECIDE_TILE: "tile",
    states.DECIDE_CELL: "cell",
    states.DECIDE_DRAWN_CARD: "drawn_card",
}


class KernelChance:
    """The random outcomes as the kernels had them: the record holds the shuffles that are played with."""

    def __init__(self, record):
        self.record = record
        self.phase = -1
        self.drawn = 0

    def cards(self, cards):
        state = self.record()
        hands = [hand_of(state, seat) for seat in range(max(2, state["player_count"]))]
        slots = [card for card in state["board"].tolist() if card >= 0]
        return [*sum(hands, []), *slots, *deck_of(state)]

    def concessions(self, term, cards, count):
        shown = self.record()["concessions"].tolist()
        return shown[:count] if term == "short" else shown[-count:]

    def tiles(self, phase, slot, place, count, tower):
        state = self.record()
        if phase != self.phase:
            self.phase, self.drawn = phase, 0
        assert state["phase"] == phase
        self.drawn += count
        return tiles_of(state, state["tower"][self.drawn - count : self.drawn])


class FollowingReferee(LunaCapitalReferee):
    """The referee, which tells the results of the players only, as the kernels do."""

    def outcome(self):
        return super().outcome()[: self.players]


def new_referee(record):
    """The referee of a new game."""
    state = record()
    return FollowingReferee(COMPONENTS, int(state["player_count"]), int(state["first_player"]), KernelChance(record))


def tiles_of(state, tiles):
    """Tiles of the record as the referee numbers them."""
    return [TILES_OF_PHASE * int(state["phase"]) + tile for tile in tiles.tolist()]


def hand_of(state, seat):
    first = CARDS + HAND_PLACES * seat
    return state["cards"][first : first + int(state["players"][seat]["hand_size"])].tolist()


def deck_of(state):
    places = [(int(state["deck_top"]) + index) % CARDS for index in range(int(state["deck_count"]))]
    return state["cards"][places].tolist()


def returners_of(state):
    """Who put each card of the deck there."""
    places = [(int(state["deck_top"]) + index) % CARDS for index in range(int(state["deck_count"]))]
    return state["returned_by"][places].tolist()


def face_down_of(state, seat):
    first = CARDS + 4 * HAND_PLACES + TURNS * seat
    return state["cards"][first : first + int(state["players"][seat]["face_down_count"])].tolist()


def read_state(state):
    """Everything comparable in the record."""
    drawn = min(3, int(state["deck_count"])) if state["decision"] == states.DECIDE_DRAWN_CARD else 0
    slots = range(3 if state["player_count"] == 1 else 4)
    players = range(state["player_count"])
    deck = deck_of(state)
    told = {
        "stage": STAGES[int(state["decision"])],
        "over": bool(state["over"]),
        "actor": None if state["over"] else int(state["seat"]),
        "phase": int(state["phase"]),
        "round": int(state["round"]),
        "starter": int(state["first_player"]),
        "robots": int(state["robots_left"]),
        "tokens": int(state["tokens_left"]),
        "named": read_named(state),
        "drawn": deck[:drawn],
        "open_triple": hand_of(state, 1) if state["decision"] == states.DECIDE_SWAP else [],
        "concessions": state["concessions"].tolist(),
        "markers": [read_markers(state, place) for place in range(3)],
        "board": {
            "slots": [read_slot(state, slot) for slot in slots],
            "marked": int(state["last_delivery"]),
            "deck": deck[drawn:],
            "tower": sorted(tiles_of(state, tower_of(state))),
        },
        "players": [read_player(state, seat) for seat in players],
        "automaton": read_automaton(state),
        "known": [read_knowledge(state, seat, drawn) for seat in players],
    }
    return told


def tower_of(state):
    tiles = state["tower"][int(state["tiles_drawn"]) :]
    return tiles[tiles >= 0]


def read_named(state):
    stage, named = STAGES[int(state["decision"])], int(state["named"])
    first = {action_range.name: GAME.actions.first(action_range.name) for action_range in GAME.actions.ranges}
    if stage == "exchange_slot":
        return {"hand_card": named - first["hand_card_plain"]}
    if stage == "second_tile":
        return {"board_tile": divmod(named - first["pick_board_tile"], 4)}
    if stage == "payment":
        return {"slot": named - first["take_set"]}
    if stage == "target":
        mode, place = divmod(named - first["hand_card_plain"], HAND_PLACES)
        return {"hand_card": place, "state": mode + 1}
    return {"taken_tile": named - first["pick_taken_tile"]} if stage == "cell" else {}


def read_markers(state, place):
    seats = [s for s in range(state["player_count"]) if int(state["players"][s]["markers"]) >> place & 1]
    return dict.fromkeys(seats, int(state["closed_in"][place]))


def read_slot(state, slot):
    card = int(state["board"][slot])
    tiles = state["slot_tiles"][slot][: int(state["slot_count"][slot])]
    return {"card": None if card < 0 else card, "tiles": tiles_of(state, tiles)}


def read_player(state, seat):
    own = state["players"][seat]
    hand = hand_of(state, seat)
    is_at_turn = seat == state["seat"] and not state["over"]
    return {
        "hand": hand,
        "known": [bool(int(own["hand_known"]) >> place & 1) for place in range(len(hand))],
        "robots": int(own["robots"]),
        "tokens": int(own["tokens"]),
        "taken": tiles_of(state, state["taken"][: int(state["taken_count"])]) if is_at_turn else [],
        "city": read_city(own),
    }


def read_city(own):
    marks = own["marks"].reshape(FRAME_ROWS, FRAME_COLUMNS).tolist()
    raw = own["cells"].reshape(CELL_ROWS, CELL_COLUMNS).tolist()
    cells = [row[:] for row in raw]
    links = [[0] * CELL_COLUMNS for _ in range(CELL_ROWS)]
    for y in range(CELL_ROWS):
        for x in range(CELL_COLUMNS):
            if raw[y][x] == PART_OF_PLOT_LEFT:
                cells[y][x], links[y][x - 1], links[y][x] = raw[y][x - 1], 1, 2
            elif raw[y][x] == PART_OF_PLOT_ABOVE:
                cells[y][x], links[y - 1][x], links[y][x] = raw[y - 1][x], 3, 4
    return {
        "rows": int(own["rows"]),
        "columns": int(own["columns"]),
        # Which card lies face down stands elsewhere in the record.
        "card": own["cards"].reshape(FRAME_ROWS, FRAME_COLUMNS).tolist(),
        "state": [[{0: 0, NUMBERS + 1: 2, NUMBERS + 2: 3}.get(mark, 1) for mark in row] for row in marks],
        "number": [[mark if mark <= NUMBERS else 0 for mark in row] for row in marks],
        "cell": cells,
        "link": links,
    }


def read_automaton(state):
    """Its cards, and its tiles and printed projects by kind."""
    if state["player_count"] > 1:
        return None
    kinds = state["pile_kinds"].tolist()
    return {"cards": state["pile_cards"][: int(state["pile_count"])].tolist(), "kinds": [0, *kinds[1:]]}


def read_knowledge(state, seat, drawn):
    """What a seat knows of the cards: by the declarations that the leak check scrambles."""
    orders = {order.field: set(order.places.tolist()) for order in GAME.unknown_orders(state, seat)}
    unknown = orders["cards"]
    deck_places = [(int(state["deck_top"]) + index) % CARDS for index in range(int(state["deck_count"]))]

    def seen(places):
        return [None if place in unknown else int(state["cards"][place]) for place in places]

    hands = []
    for owner in range(state["player_count"]):
        first = CARDS + HAND_PLACES * owner
        hands.append(seen(range(first, first + int(state["players"][owner]["hand_size"]))))
    face_down = []
    for owner in range(state["player_count"]):
        first = CARDS + 4 * HAND_PLACES + TURNS * owner
        cards = seen(range(first, first + int(state["players"][owner]["face_down_count"])))
        face_down.append(sorted(cards, key=str))
    return {
        "deck": seen(deck_places[drawn:]),
        # The player who put a card under the deck knows it even in another player's draw, until it goes there again.
        "drawn": seen(deck_places[:drawn]) if state["seat"] == seat else [None] * drawn,
        "hands": hands,
        "face_down": face_down,
    }


def read_referee(referee):
    """The referee's position in the same words."""
    told = referee.snapshot()
    del told["discarded"]
    if referee.automaton is not None:
        kinds = referee.automaton.kinds()
        told["automaton"] = {"cards": told["automaton"]["cards"], "kinds": [kinds.count(kind) for kind in range(21)]}
    for player in told["players"]:
        city = player["city"]
        for cards, marks in zip(city["card"], city["state"], strict=True):
            cards[:] = [-1 if mark == 3 else card for card, mark in zip(cards, marks, strict=True)]
    told["known"] = []
    for seat in range(referee.players):
        known = knowledge(referee, seat)
        face_down = [sorted(cards.values(), key=str) for cards in known["face_down"]]
        told["known"].append({**{name: known[name] for name in ("deck", "drawn", "hands")}, "face_down": face_down})
    return told


class NumberedActions(Translation):
    """Referee and kernels number the actions alike."""

    def actions(self, game: moon_envs.Game) -> list[int]:
        assert len(game.actions) == ACTIONS
        return list(range(ACTIONS))


TRANSLATION = NumberedActions(
    new_referee,
    read_state,
    read_referee,
    points=lambda sides, record: sides[: max(2, int(record["player_count"]))],
)
