"""What the records of all adventures share, in the terms of the referees: shuffles, cards, missions, ASTRA."""

from collections import Counter

from moon_envs.games.welcome_to_the_moon.state import DISCARDED, GIVEN_TO_ASTRA, REMOVED
from tests.games.welcome_to_the_moon.positions import LETTERS, PILE_SIZE, STARSHIP_CARDS
from tests.referees.welcome_to_the_moon.cards import ACTIONS, CARDS

# The cards of the record as the referees know them: a printed id or a letter.
PRINTED = [*range(1, STARSHIP_CARDS + 1), *LETTERS]
FACES = [tuple(CARDS[card]) if card in CARDS else (None, card) for card in PRINTED]


def shuffle_of(record):
    """The referee's source of shuffles: the order of the kernels' record at the moment of asking."""

    def shuffle(what, cards):
        state = record()
        order = [PRINTED[card] for card in state["cards"].tolist()]
        if what == "deck":
            return order[: state["deck_size"]]
        first = int(what.removeprefix("pile ")) * PILE_SIZE
        # A new pile follows the flipped card, which stays at the pile's first place.
        return (
            order[first : first + PILE_SIZE] if len(cards) == STARSHIP_CARDS else order[first + 1 : first + PILE_SIZE]
        )

    return shuffle


def mission_cards(state, adventure):
    """The printed ids of the three missions on the table."""
    first = 64 + 6 * (adventure - 1)
    return [first + 2 * letter + card for letter, card in enumerate(state["mission_card"].tolist())]


def read_table(state, adventure):
    """The table as the referees' snapshots have it."""
    solo = state["player_count"] == 1
    over = bool(state["over"])
    return {
        "turn": int(state["turn"]),
        "over": over,
        "actor": None if over else int(state["seat"]),
        **(_read_drawn_cards(state) if solo else _read_piles(state)),
        "missions": mission_cards(state, adventure),
        "turned_over": [bool(turned) for turned in state["turned_over"].tolist()],
    }


def _read_piles(state):
    cards, place = state["cards"].tolist(), int(state["position"])
    flipped = [FACES[cards[pile * PILE_SIZE + place]] for pile in range(3)]
    top = [FACES[cards[pile * PILE_SIZE + place + 1]] for pile in range(3)]
    return {
        "combinations": [(above[0], below[1]) for above, below in zip(top, flipped, strict=True)] if place >= 0 else [],
        "next_actions": [card[1] for card in top],
        "top": None,
    }


def _read_drawn_cards(state):
    place = int(state["position"])
    return {
        "combinations": [FACES[card] for card in state["drawn"][: state["drawn_count"]].tolist()],
        "next_actions": None,
        "top": FACES[state["cards"][place]][1] if place < state["deck_size"] else None,
    }


def read_astra(state):
    """The solo game's cards and bonuses; a pile of cards without an order is a set."""
    places = state["location"].tolist()
    given_cards = [FACES[card][1] for card, place in enumerate(places) if place == GIVEN_TO_ASTRA]
    given = dict(zip(ACTIONS, state["given"].tolist(), strict=True))
    assert Counter(given_cards) == +Counter(given)
    return {
        "given": given,
        "removed": {PRINTED[card] for card, place in enumerate(places) if place == REMOVED},
        "discard": {PRINTED[card] for card, place in enumerate(places) if place == DISCARDED},
        "bonuses_circled": int(state["bonuses_circled"]),
        "bonuses_spent": int(state["bonuses_spent"]),
        "pass": int(state["deck_pass"]),
        "deck": int(state["deck_size"]) - int(state["position"]),
    }


def referee_position(referee):
    """A referee's snapshot, with the discard pile and without the order of the piles."""
    position = referee.snapshot()
    if referee.astra is not None:
        discard = {*referee.astra.discard, *([referee.astra.effect] if referee.astra.effect else [])}
        position["astra"] = {**position["astra"], "removed": set(referee.astra.removed), "discard": discard}
    return position
