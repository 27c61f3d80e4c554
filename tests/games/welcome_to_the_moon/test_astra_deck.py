"""The solo deck: effect cards, the second pass, and what the player knows (welcome 8), on the sheet of Launch."""

from collections import Counter

import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon.state import DISCARDED, DRAWN, GIVEN_TO_ASTRA, IN_DECK, REMOVED
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import DRAW, STARSHIP_CARDS, card_face, find_card
from tests.referees.welcome_to_the_moon.cards import ACTIONS

HAND = (5, "robot"), (6, "water"), (7, "plant")
EFFECT_CARDS = [63, 64, 65]
LAST_TURN = 35


def with_effect_cards_at(*places, seed=0):
    """A new game whose effect cards A, B, C lie at these places of the deck (0 to 65), drawn again."""
    position = LaunchPosition(1, seed)
    ships = [card for card in position.state["cards"].tolist() if card < STARSHIP_CARDS]
    letters = dict(zip(places, EFFECT_CARDS, strict=True))
    position.state["cards"] = [letters[place] if place in letters else ships.pop() for place in range(66)]
    position.state["position"] = position.state["drawn_count"] = 0
    position.state["location"] = IN_DECK
    return position.carry_on(DRAW)


def test_the_first_deck():
    """welcome 8.2: 42 starship cards above 21 that are mixed with the three effect cards."""
    decks = moon_envs.Batch("launch", 2400, players=1, seed=0, threads=1).states["cards"]
    places = Counter()
    for deck in decks.tolist():
        assert sorted(deck) == list(range(66))
        assert not set(deck[:42]) & set(EFFECT_CARDS)
        places.update(place for place, card in enumerate(deck) if card in EFFECT_CARDS)
    assert set(places) == set(range(42, 66)) and min(places.values()) > 220 and max(places.values()) < 390
    first_cards = Counter(decks[:, 0].tolist())
    assert len(first_cards) == 63 and max(first_cards.values()) < 70


def test_three_cards_are_drawn():
    """welcome 8.3: each turn three starship cards are held."""
    position = LaunchPosition(1, seed=4)
    deck = position.state["cards"].tolist()
    for turn in range(1, 14):
        position.idle_until(turn)
        assert position.hand() == [card_face(card) for card in deck[3 * turn - 3 : 3 * turn]]
        assert len(position.deck()) == 66 - 3 * turn
        assert len(position.cards_at(DRAWN)) == 3


def test_an_effect_card_is_replaced():
    """welcome 8.3: effect cards are resolved at once and replaced; several may come in one turn."""
    position = LaunchPosition(1).draw(HAND[0], "A", "B", *HAND[1:])
    assert position.hand() == [HAND[0]] and position.asks() == {"cross_off_sabotage"}
    position.act("cross_off_sabotage", 3)
    assert position.hand() == [HAND[0]] and position.asks() == {"cross_off_sabotage"}
    position.act("cross_off_sabotage", 5)
    assert position.hand() == list(HAND) and position.asks() == {"combination"}
    assert position.cards_at(DISCARDED) == [63, 64]
    assert position.all_errors() == [2] and position.closed_races() == [3, 5]


def test_the_choice_of_an_effect_is_made_before_the_next_card():
    """welcome 8.10: the player chooses when the card is drawn; the next cards are not known yet."""
    shown = []
    for following in ((6, "water"), (8, "water")):
        position = LaunchPosition(1).draw(HAND[0], "A", following, HAND[2])
        assert position.features()["numbers"] == [5, 0, 0]
        shown.append((position.features(), position.words()))
    assert shown[0] == shown[1]


def test_what_each_drawn_card_is_worth_to_astra():
    """welcome 8.1: her card says it by action; places without a card show 0."""
    position = LaunchPosition(1).draw(HAND[0], "A", *HAND[1:])
    worth = dict(zip(ACTIONS, position.features()["astra_values"], strict=True))
    assert position.features()["astra_gains"] == [worth["robot"], 0, 0]
    position.act("cross_off_sabotage", 3)
    gains = position.features()["astra_gains"]
    assert gains == [worth["robot"], worth["water"], worth["plant"]]
    assert len(set(gains)) > 1  # or the order would not be seen


def test_without_a_target_the_effect_does_nothing_to_it():
    """welcome 8.10: without an open sabotage nothing is crossed off (the error of Launch is circled in any case)."""
    position = LaunchPosition(1).close_races(*range(8)).draw("C", *HAND)
    assert position.asks() == {"combination"} and position.all_errors() == [1]


def test_first_pass_turns_no_mission_over():
    """welcome 8.9: in the first pass an effect card only has the adventure's effect."""
    position = LaunchPosition(1).draw("A", "B", "C", *HAND)
    for sabotage in range(3):
        position.act("cross_off_sabotage", sabotage)
    assert position.all_errors() == [3] and position.state["turned_over"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("letter", [0, 1, 2])
def test_second_pass_turns_the_mission_over(letter):
    """welcome 8.9: the same effect, then the mission of the letter is turned over and pays its later value."""
    position = LaunchPosition(1, missions=(64, 66, 69)).fill(0, [*range(11), *range(27, 37)])
    position.draw("ABC"[letter], *HAND, deck_pass=2)
    assert position.asks() == {"cross_off_sabotage"} and not position.state["turned_over"].any()
    position.set(0, system_errors=5).act("cross_off_sabotage", 0)
    assert position.all_errors() == [6]
    assert position.state["turned_over"].tolist() == [int(other == letter) for other in range(3)]
    position.play(("combination", 0), ("write", 45), ("mission", letter))
    assert position.sheet()["missions"][letter] == 2 and position.rockets() == 2


def test_second_pass_leaves_an_accomplished_mission():
    """welcome 8.9, 6.3: what a mission has paid is not changed."""
    position = LaunchPosition(1).set(0, missions=[0, 0, 2], rockets=2).close_races(*range(8))
    position.state["turned_over"][2] = 1
    position.draw("C", *HAND, deck_pass=2)
    assert position.sheet()["missions"].tolist() == [0, 0, 2] and position.state["turned_over"].tolist() == [0, 0, 1]


def test_the_reshuffle_takes_the_discard_pile():
    """welcome 8.8: given and removed cards do not come back; the second deck is the discard pile."""
    position = LaunchPosition(1, seed=8).idle_until(21)
    position.state["bonuses_circled"] = 1
    position.act_idly().act_idly().act("remove", int(position.legal("remove")[0]))
    given, removed = set(position.cards_at(GIVEN_TO_ASTRA)), set(position.cards_at(REMOVED))
    assert position.state["turn"] == 22 and position.state["deck_pass"] == 2
    assert len(given) == 20 and len(removed) == 1
    deck = set(position.state["cards"][: position.state["deck_size"]].tolist())
    assert len(deck) == 45 and deck == set(range(66)) - given - removed


def test_the_reshuffle_waits_for_a_draw():
    """welcome 9.4, 8.8: after the draw of turn 21 the deck may be empty; it is shuffled at the start of turn 22."""
    position = with_effect_cards_at(42, 50, 60).idle_until(21)
    position.clear()
    while position.asks() == {"cross_off_sabotage"}:
        position.act_idly()
    assert position.deck() == [] and position.state["deck_pass"] == 1
    assert position.features()["deck_top"] == [0] * 9 and "nothing on top" in position.words()
    used = set(position.cards_at(DRAWN))
    position.act_idly().act_idly()
    assert position.state["turn"] == 22 and position.state["deck_pass"] == 2 and position.state["deck_size"] == 45
    given = set(position.cards_at(GIVEN_TO_ASTRA))
    second_deck = set(position.state["cards"][:45].tolist())
    assert used - given <= second_deck, "the two cards used in turn 21 are in the second deck"


def test_effect_cards_at_the_bottom_of_the_first_pass():
    """welcome 8.8: they are drawn at the start of turn 22, still as first draws, and then shuffled in."""
    position = with_effect_cards_at(63, 64, 65)
    for turn in range(1, 22):
        position.idle_until(turn)
        assert position.asks() == {"combination"}, "no effect card is met in turns 15 to 21"
    position.clear().act_idly().act_idly()
    assert position.state["turn"] == 22
    for card, left in (("A", 2), ("B", 1), ("C", 0)):
        assert position.asks() == {"cross_off_sabotage"} and position.state["deck_pass"] == 1
        assert position.state["effect_card"] == "ABC".index(card) and len(position.deck()) == left
        position.act_idly()
    assert position.state["turned_over"].tolist() == [0, 0, 0]
    assert position.state["deck_pass"] == 2 and position.state["deck_size"] == 45
    assert set(EFFECT_CARDS) <= set(position.state["cards"][:45].tolist())


def test_the_second_exhaustion_ends_the_game():
    """welcome 8.11: three starship cards cannot be drawn: the game is over at once."""
    position = LaunchPosition(1).draw(*HAND, deck_pass=2, only=True)
    assert position.asks() == {"combination"}
    position.play(("combination", 0), ("write", 45))
    assert position.is_over and position.all_errors() == [0]


def test_effect_cards_at_the_bottom_of_the_second_pass():
    """welcome 8.11: they are resolved before the game ends; the result counts their System Errors."""
    position = LaunchPosition(1, opponent=8).set(0, rockets=9).draw(*HAND, "A", "B", deck_pass=2, only=True)
    position.play(("combination", 0), ("write", 45))
    for sabotage in (0, 1):
        assert position.asks() == {"cross_off_sabotage"} and not position.is_over
        position.act("cross_off_sabotage", sabotage)
    assert position.is_over and position.all_errors() == [2] and position.state["turned_over"].tolist() == [1, 1, 0]
    assert position.points() == 20 and position.points(1) == 10 and position.outcome() == [1]


@pytest.mark.parametrize("seed", range(4))
def test_at_most_35_turns(seed):
    """welcome 8.11: 21 turns of the first pass and 14 of the second, whatever bonuses are used."""
    position = LaunchPosition(1, seed=seed)
    while not position.is_over:
        position.clear()
        position.state["bonuses_circled"] = seed % 2
        position.act(*max(position.legal()))
    assert position.state["turn"] == LAST_TURN + 1
    assert len(position.cards_at(GIVEN_TO_ASTRA)) + len(position.cards_at(REMOVED)) == LAST_TURN
    assert position.deck() == [] and position.state["deck_pass"] == 2


def test_the_top_card_shows_its_action():
    """welcome 8.12: an action or an effect letter is visible on top of the deck."""
    for top, place in (((9, "energy"), 1), ((9, "robot"), 0), ("B", 7)):
        position = LaunchPosition(1).draw(*HAND, top)
        assert position.features()["deck_top"] == [int(face == place) for face in range(9)]
        assert f"{top[1] if isinstance(top, tuple) else top} on top" in position.words()


def test_the_order_of_the_deck_is_hidden():
    """welcome 8.12: neither the order below the top card nor the top card's number is shown."""
    position = LaunchPosition(1).draw(*HAND, (9, "energy"), (1, "robot"), (4, "energy"))
    features, words = position.features(), position.words()
    cards = position.state["cards"]
    cards[3], cards[5] = int(cards[5]), int(cards[3])
    cards[6:42] = cards[6:42][::-1].copy()
    cards[42:] = cards[42:][::-1].copy()
    assert card_face(int(cards[3])) == (4, "energy")
    assert (position.features(), position.words()) == (features, words)


def test_what_lies_in_the_deck_can_be_counted():
    """welcome 8.12: discarded, given and removed cards may be looked at, so the cards left are known."""
    position = LaunchPosition(1, seed=6)
    for turn in (1, 8, 16, 21, 22, 30):
        position.idle_until(turn)
        deck = [card_face(card) for card in position.deck()]
        numbers = Counter(card[0] for card in deck if isinstance(card, tuple))
        faces = Counter(card[1] if isinstance(card, tuple) else card for card in deck)
        features = position.features()
        assert features["hidden_cards"] == [len(deck)]
        assert features["hidden_numbers"] == [numbers[number] for number in range(1, 16)]
        assert features["hidden_faces"] == [faces[face] for face in (*ACTIONS, "A", "B", "C")]


@pytest.mark.parametrize("turn", [1, 14, 17, 23])
def test_resample_keeps_what_is_known(turn):
    """welcome 8.12: the cards of the deck and the face on top stay, the order and the top card's number do not."""
    position = LaunchPosition(1, seed=2).idle_until(turn)
    deck, place = position.deck(), int(position.state["position"])
    top = card_face(deck[0])
    tops = set()
    for seed in range(40):
        twin = position.batch.clone()
        twin.resample(0, 0, seed)
        state = twin.states[0]
        redrawn = state["cards"][place : state["deck_size"]].tolist()
        assert sorted(redrawn) == sorted(deck) and redrawn != deck
        assert card_face(redrawn[0])[-1] == top[-1]
        assert turn > 21 or not set(redrawn[: max(0, 42 - place)]) & set(EFFECT_CARDS)
        assert twin.features[0].tolist() == position.batch.features[0].tolist()
        tops.add(redrawn[0])
    candidates = [card for card in deck if card_face(card)[-1] == top[-1]]
    assert len(tops) > 1 or len(candidates) == 1


def test_drawn_cards_are_found_by_their_faces():
    """welcome 8.4: both faces of the drawn cards are known."""
    position = LaunchPosition(1).draw(*HAND)
    assert position.cards_at(DRAWN) == sorted(find_card(*face) for face in HAND)
    features = position.features()
    assert features["numbers"] == [5, 6, 7]
    assert features["actions"] == [int(action == face[1]) for face in HAND for action in ACTIONS]
