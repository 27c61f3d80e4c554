"""Decisions, words, and what a seat may know (luna_capital 11)."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.luna_capital.game import GAME
from moon_envs.games.luna_capital.state import DECISION_NAMES
from tests.games.luna_capital.positions import CARDS, WITH_ROBOT, Position
from tests.games.luna_capital.reading import deck_of, hand_of
from tests.referees.luna_capital.dealer import COMPONENTS


def test_actions():
    """luna_capital 11.1: the flat numbering of the specification."""
    ranges = [(one.name, GAME.actions.first(one.name), len(one.meanings)) for one in GAME.actions.ranges]
    assert ranges == [(row["name"], row["first"], row["count"]) for row in COMPONENTS["encoding"]["actions"]]
    assert len(GAME.actions) == 261


def test_a_turn_step_by_step():
    """luna_capital 11.1: what is asked, in order."""
    position = Position().put("c25", 0, 0).set_own(tokens=1).set(tokens_left=3, round=2)
    position.set_slot(0, "landing_pad", "office").set_slot(1, "water", "pear")
    asked = []
    for action in (("pick_board_tile", 0), ("pick_board_tile", 4), ("pick_board_tile", 4), None):
        if position.asks() == "set" and position.own("tokens") == 0:
            break
        asked.append(position.asks())
        position.act(action)
    asked.append(position.asks())
    position.act(("take_set", 0))
    while position.actor == 0:
        asked.append(position.asks())
        position.play_out(until=lambda other, now=position.decisions: other.decisions != now)
    assert asked[:6] == ["set", "second tile", "set", "payment", "card", "target"]
    assert asked[6:] == ["tile", "cell", "cell"] and position.deck_count == 58


def test_forced_decisions():
    """luna_capital 11.2: one answer is never asked, except swap and exchange, which are always asked."""
    for players in range(1, 5):
        batch = moon_envs.Batch(GAME, 32, players, seed=players, autoreset="disabled", threads=1)
        while not batch.done.all():
            assert (batch.mask[~batch.done].sum(axis=1) > 1).all()
            batch.step(batch.sample())


def test_lists():
    """luna_capital 11.3: order of arrival; what leaves closes the gap."""
    position = Position().put("c25", 0, 0).set_hand("c60", "c01", "c40").set_board("c10", "c50")
    position.act(("take_set", 1)).play("c01", (0, -1))
    assert position.hand() == ["c60", "c40", "c50"]


def test_public_features():
    """luna_capital 11.5: every seat sees board, cities and supply, the cities from its own place."""
    position = Position(3).put("c16", 0, 0, seat=1).build(("hydrogen", 0, 0), seat=1).set_board("c34", "c26")
    position.set_slot(0, ("meteorite", 2)).set(robots_left=5).set_own(1, robots=2)
    for seat in range(3):
        seen = position.features(seat)
        assert seen["phase"] == [1, 0, 0] and seen["round"] == [1] and seen["players"] == [3]
        assert seen["decision"].index(1) == 3 and seen["last_delivery"] == [1, 0, 0, 0] and seen["robots_left"] == [5]
        assert seen["board_numbers"][:2] == [5, 4] and seen["board_cells"][:8] == [1, 11, 2, 1, 1, 1, 1, 21]
        assert seen["board_tiles"][0] == 11 and seen["board_robots"][0] == 2 and seen["deck"] == [55]
        name = ["own", "opponent_1", "opponent_2"][(1 - seat) % 3]
        assert seen[f"{name}_cells"][:2] == [3, 2] and seen[f"{name}_marks"][0] == 3 and seen[f"{name}_robots"] == [2]
        assert seen[f"{name}_groups"] == [1, 0, 0, 0] and seen[f"{name}_points"] == [10]
        assert seen[f"{name}_rows"] == seen[f"{name}_columns"] == [1] and seen[f"{name}_plots"][:4] == [4, 2, 1, 1]
        assert seen[f"{name}_fits"] == [1] * 10 and seen["first_player"].index(1) == -seat % 3
        assert sum(seen["tower"]) == 41 and sorted(seen["concessions"])[-4:] == [0, 1, 1, 1]


def test_own_hand_is_hidden():
    """luna_capital 11.6: hand, cards face down and drawn cards are shown to their owner only."""
    position = Position().set_hand("c34", "c01", seat=0).put("c18", 0, 0)
    assert position.features(0)["hand_numbers"][:3] == [5, 1, 0]
    assert position.features(0)["hand_cells"][:4] == [1, 11, 2, 1]
    assert position.features(1)["opponent_1_hand"] == [2]
    other = position.copy().set_hand("c02", "c03", seat=0)
    assert position.features(1) == other.features(1) and position.text(1) == other.text(1)
    position.set_deck("c01", "c20", "c30", "c40").set_taken("landing_pad", "office").place("landing_pad", 0, 0)
    assert position.features(0)["drawn_numbers"] == [1, 3, 5] and position.features(1)["drawn_numbers"] == [0, 0, 0]
    assert "drawn: c01" in position.text(0) and "c01" not in position.text(1)


def test_what_is_named_is_hidden():
    """luna_capital 11.6: the others see only what step of the turn it is."""
    position = Position().put("c25", 0, 0).set(last_delivery=3).act(("take_set", 0))
    before = position.features(1), position.text(1)
    position.act(("hand_card_plain", 1))
    assert position.asks() == "target" and (position.features(1), position.text(1)) == before
    seen = position.features(0)
    assert seen["named_card"].index(1) == 1 and seen["named_mode"] == [1, 0, 0]


def test_known_hand_cards():
    """luna_capital 11.7: cards taken from the board, until the owner pays or plays face down."""
    position = Position().put("c25", 0, 0).set_hand("c01", "c60").set_board("c10", "c50", "c34", "c35")
    position.set(last_delivery=3).act(("take_set", 1)).play("c01", (0, -1))
    assert position.features(1)["cards"][CARDS["c50"]] == 4 and position.features(0)["cards"][CARDS["c50"]] == 3
    assert position.features(1)["cards"][CARDS["c60"]] == 0 and position.features(1)["cards"][CARDS["c01"]] == 1
    assert "2 cards, known: c50" in position.text(1)
    paying = Position().put("c25", 0, 0).set_hand("c01", "c60").set_board("c10", "c50").set_own(hand_known=0b10)
    paying.act(("take_set", 0), ("hand_card_plain", 0))
    assert paying.hand() == ["c60", "c10"] and paying.own("hand_known") == 0b10


def test_a_card_face_down_makes_the_hand_unknown():
    """luna_capital 11.7, 4.8: which one it was is not seen."""
    position = Position()
    for row, (left, right) in enumerate((("c28", "c35"), ("c29", "c36"), ("c30", "c37"))):
        position.put(left, row, 0).put(right, row, 1)
    position.set_hand("c31", "c38").set_own(hand_known=0b11).set_board("c33").set(last_delivery=3)
    position.act(("take_set", 0), ("hand_card_face_down", 1))
    position.act(("card_target", min(position.legal("card_target"))))
    assert position.own("hand_known") == 0 and position.features(1)["cards"][CARDS["c38"]] == 0
    assert position.features(0)["cards"][CARDS["c38"]] == 1
    assert "face down: c38" in position.text(0) and "c38" not in position.text(1).split("Player 1")[0].split("hand")[-1]


def test_known_cards_of_the_deck():
    """luna_capital 11.8: the player who put them there knows them and their places."""
    position = Position().set_deck("c50", "c51").set_hand("c01", "c02").put("c25", 0, 0).set_board("c18")
    position.act(("take_set", 0), ("hand_card_plain", 0))
    assert position.features(0)["deck_places"][CARDS["c01"]] == 3
    assert sum(position.features(1)["deck_places"]) == 0
    assert "put under the deck, from the top: c01" in position.text(0) and "c01" not in position.text(1)


def test_solo_knows_the_first_three():
    """luna_capital 11.8, 10.2: the Automaton's cards under the deck."""
    position = Position(1, exchange=True)
    cards = position.hand(1)
    seen = position.features()
    assert seen["automaton_numbers"] == [int(GAME_CARDS[card]["number"]) for card in cards]
    position.act("pass")
    assert [position.features()["deck_places"][CARDS[card]] for card in cards] == [60, 61, 62]


GAME_CARDS = {row["id"]: row for row in COMPONENTS["construction_cards"]["list"]}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_redrawing(players):
    """luna_capital 11.9: what a seat knows stays, everything else is redrawn evenly."""
    batch = moon_envs.Batch(GAME, 1, players, seed=11, autoreset="disabled", threads=1)
    for _ in range(60 * players):
        batch.step(batch.sample())
    before, seat = batch.record(), 0
    unknown = next(order.places for order in GAME.unknown_orders(before, seat) if order.field == "cards")
    known = [place for place in range(len(before["cards"])) if place not in set(unknown.tolist())]
    truths, trials = 0, 400
    for seed in range(trials):
        batch.set_states(np.array([before]))
        batch.resample(0, seat, seed)
        after = batch.record()
        assert (after["cards"][known] == before["cards"][known]).all()
        assert sorted(after["cards"].tolist()) == sorted(before["cards"].tolist())
        drawn = int(before["tiles_drawn"])
        assert (after["tower"][:drawn] == before["tower"][:drawn]).all()
        truths += int((after["cards"][unknown] == before["cards"][unknown]).sum())
    # A shuffled deck agrees with the truth in one place on average.
    assert abs(truths / trials - 1) < 0.3


def test_redrawing_takes_back_what_was_named():
    """luna_capital 11.9: for another seat; the own decision stays."""
    batch = moon_envs.Batch(GAME, 1, 2, seed=2, autoreset="disabled", threads=1)
    names = {"target": "card", "cell": "tile", "payment": "set"}
    seen = set()
    while not batch.done[0]:
        before = batch.record()
        asked = DECISION_NAMES[before["decision"]]
        if asked in names and asked not in seen:
            seen.add(asked)
            for seat in range(2):
                batch.set_states(np.array([before]))
                batch.resample(0, seat, seed=1)
                is_own = seat == before["seat"]
                assert DECISION_NAMES[batch.record()["decision"]] == (asked if is_own else names[asked])
                assert (batch.record()["named"] == -1) != is_own
            batch.set_states(np.array([before]))
        batch.step(batch.sample())
    assert seen == set(names)


def test_words():
    """luna_capital 11.1: actions say what they do in the position."""
    position = Position().put("c25", 0, 0).set_hand("c01", "c60").set_board("c10", "c16").set_slot(1, ("hydrogen", 1))
    position.set_slot(0, "office")
    assert position.words()[:2] == [
        "pay a card and take slot 1: c10 (2: .. O / .. ..) with sales office",
        "take slot 2: c16 (3: .. ## / .. ..) with hydrogen collector with 1 robot",
    ]
    position.act(("take_set", 1))
    assert position.words()[0] == "play c01 (1: M .. / .. ..)"
    position.act(("hand_card_plain", 2))
    assert position.words() == [
        "put the card in a new row above, column 1",
        "put the card in row 1, a new column at the left",
        "put the card in a new row below, column 1",
    ]
    position.act(("card_target", 13))
    assert "place the hydrogen collector with 1 robot on the empty plot at the top left of c16" in position.words()


def test_text_of_the_table():
    """luna_capital 11.5: slots, tower, concessions and cities can be read."""
    position = Position().put("c16", 0, 0).put("c25", 0, 1, WITH_ROBOT).build(("pear", 0, 0)).set_board("c26")
    text = position.set_concessions("s02", "s03", "l08").text()
    for words in (
        "Phase A, round 1, first player 0; player 0 decides: set",
        "Slot 1: c26 (4: .. .. / .. ^^) with ",
        "[last delivery]",
        "Concession s02, 8 points: no visible scaffold (open)",
        "Concession l08, 10 points: 8 cards in the printed pattern (open)",
        "     3     robot",
        "  |gp ##| |.. ..|",
        "Player 0 (you): ",
    ):
        assert words in text, words
    solo = Position(1).set_concessions("s01", "s02", "l08")
    assert "The Automaton: 31 points (hand 9, concessions 22)" in solo.text()


def test_hands_of_a_game_are_what_the_record_says():
    """luna_capital 11.3: no card is lost in random games."""
    batch = moon_envs.Batch(GAME, 16, 3, seed=5, autoreset="disabled", threads=1)
    for _ in range(150):
        batch.step(batch.sample())
    for state in batch.states:
        cards = deck_of(state) + [card for seat in range(3) for card in hand_of(state, seat)]
        assert len(cards) == len(set(cards))
