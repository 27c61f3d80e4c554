"""The cards with two or more players, and what everybody may know (welcome 2), on sheets of Launch."""

import random
from collections import Counter

import moon_envs
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import card_face
from tests.referees.welcome_to_the_moon.cards import ACTIONS

OFFER = (6, "water"), (7, "robot"), (8, "plant")


def dealt_piles(seed):
    """The three piles as they were dealt: in turn 1 the flipped card is the first one."""
    piles, place = LaunchPosition(seed=seed).piles()
    assert place == 0
    return piles


def test_three_piles_of_21():
    """welcome 1.4: the 63 cards are shuffled into three piles of 21."""
    for seed in range(20):
        piles = dealt_piles(seed)
        assert [len(pile) for pile in piles] == [21, 21, 21]
        assert sorted(sum(piles, [])) == list(range(63))
    assert len({tuple(sum(dealt_piles(seed), [])) for seed in range(20)}) == 20


def test_every_card_is_equally_likely_in_every_place():
    """welcome 1.4: counted over many deals, every place has every card about equally often."""
    games = 6300
    cards = moon_envs.Batch("launch", games, players=2, seed=0, threads=1).states["cards"][:, :63]
    for place in (0, 1, 20, 21, 40, 41, 42, 62):
        counts = Counter(cards[:, place].tolist())
        assert len(counts) == 63 and 60 < min(counts.values()) and max(counts.values()) < 145


def test_card_flow():
    """welcome 2.1: a pile offers the action of the flipped card with the number of the next one."""
    position = LaunchPosition(seed=3)
    piles = dealt_piles(3)
    for turn in range(1, 21):
        position.idle_until(turn)
        numbers = [card_face(pile[turn])[0] for pile in piles]
        actions = [card_face(pile[turn - 1])[1] for pile in piles]
        assert position.combinations() == list(zip(numbers, actions, strict=True))


def test_reshuffle():
    """welcome 2.2: in turns 21, 41 ... a pile's other 20 cards are shuffled, each pile by itself."""
    position = LaunchPosition(seed=3)
    old_piles = dealt_piles(3)
    for turn in (21, 41, 61):
        position.idle_until(turn - 1)
        assert position.piles()[0] == old_piles
        position.idle_until(turn)
        piles, place = position.piles()
        assert place == 0
        for pile, old_pile in zip(piles, old_piles, strict=True):
            assert pile[0] == old_pile[-1], "the flipped card gives its action"
            assert sorted(pile[1:]) == sorted(old_pile[:-1]) and pile[1:] != old_pile[:-1]
        flow = [
            (card_face(pile[1])[0], card_face(old_pile[-1])[1]) for pile, old_pile in zip(piles, old_piles, strict=True)
        ]
        assert position.combinations() == flow
        old_piles = piles


def test_everybody_sees_combinations_and_the_next_actions():
    """welcome 2.3: three numbers, three actions, and the three actions of the next turn."""
    position = LaunchPosition().offer(*OFFER)
    following = [card_face(pile[position.piles()[1] + 1])[1] for pile in position.piles()[0]]
    features = position.features()
    assert features["numbers"] == [6, 7, 8]
    assert features["actions"] == one_hot("water", "robot", "plant")
    assert features["next_actions"] == one_hot(*following)
    assert "Combinations: 6 with water  7 with robot  8 with plant" in position.words()
    assert "Actions of the next turn: " + "  ".join(following) in position.words()
    position.finish_turn()
    assert [action for _, action in position.combinations()] == following


def one_hot(*actions):
    """Six numbers for each action."""
    return [int(name == action) for action in actions for name in ACTIONS]


def test_everybody_sees_sheets_and_missions():
    """welcome 2.3: all sheets as they were at the end of the last phase, and the missions with their sides."""
    position = LaunchPosition(3, missions=(65, 66, 69))
    position.put(1, {16: 4}).set(1, rockets=7, system_errors=2).set(2, tie_rockets=3)
    position.state["turned_over"][1] = 1
    position.offer(*OFFER)
    features = position.features()
    assert features["opponent_1_cell_numbers"][16] == 4 and features["opponent_1_rockets"] == [7]
    assert features["opponent_1_system_errors"] == [2] and features["opponent_2_tie_rockets"] == [3]
    assert features["mission_card"] == [1, 0, 1] and features["mission_turned_over"] == [0, 1, 0]


def test_everybody_can_count_the_cards_not_seen():
    """welcome 2.3: the discard piles have been seen, so it is known which numbers and actions lie face down."""
    position = LaunchPosition(seed=5)
    for turn in (1, 2, 10, 19, 20, 21, 22, 40, 41):
        position.idle_until(turn)
        piles, place = position.piles()
        hidden = [card_face(card) for pile in piles for card in pile[place + 2 :]]
        numbers, actions = Counter(number for number, _ in hidden), Counter(action for _, action in hidden)
        features = position.features()
        assert features["hidden_cards"] == [len(hidden)]
        assert features["hidden_numbers"] == [numbers[number] for number in range(1, 16)]
        assert features["hidden_faces"] == [actions[action] for action in ACTIONS] + [0, 0, 0]


def test_the_order_of_the_piles_is_hidden():
    """welcome 2.4: another order of the face-down cards changes nothing a player is shown."""
    for turn in (1, 12, 25):
        position = LaunchPosition(seed=turn).idle_until(turn)
        features, words, legal = position.features(), position.words(), position.legal()
        _, place = position.piles()
        for pile in range(3):
            hidden = position.state["cards"][pile * 21 + place + 2 : (pile + 1) * 21]
            hidden[:] = hidden[::-1].copy()
        assert (position.features(), position.words(), position.legal()) == (features, words, legal)


def test_choices_of_the_current_turn_are_hidden():
    """welcome 2.4: what other players did in this phase does not change what the next one is shown."""
    shown = set()
    for answers in ([("combination", 0), ("write", 7), ("write_x", 47)], [("combination", 2), ("write", 45)]):
        position = LaunchPosition(3).put(0, {6: 1, 44: 9}).cross(0, 43).put(0, {44: -1}).offer(*OFFER)
        for action in answers:
            if action in position.legal():
                position.act(*action)
        assert position.actor == 1
        shown.add((str(position.features()), position.words(1), str(sorted(position.legal()))))
    assert len(shown) == 1


def test_resample_keeps_what_is_known():
    """welcome 2.4: redrawing the hidden cards keeps the visible ones, and each pile's cards once they are known."""
    for turn, piles_known in ((1, False), (12, False), (20, True), (25, True)):
        position = LaunchPosition(seed=turn).idle_until(turn)
        features, (piles, place) = position.features(), position.piles()
        orders = set()
        for seed in range(20):
            twin = position.batch.clone()
            twin.resample(0, 0, seed)
            assert twin.features[0].tolist() == position.batch.features[0].tolist()
            cards = twin.states[0]["cards"].tolist()
            for pile in range(3):
                mine, old = cards[pile * 21 : (pile + 1) * 21], piles[pile]
                assert mine[: place + 2] == old[: place + 2]
                assert not piles_known or sorted(mine) == sorted(old)
            assert sorted(cards[:63]) == list(range(63))
            orders.add(tuple(cards))
        assert position.features() == features
        assert len(orders) == (1 if turn == 20 else 20)


def test_resample_takes_the_others_choices_of_this_phase_back():
    """welcome 2.4: for a player who is not asked now, the one who is asked has not begun the turn."""
    position = LaunchPosition(3).put(1, {0: 1, 1: 2}).offer((8, "astronaut"), *OFFER[:2])
    position.play(("combination", 1), ("write", 45))
    # Player 1 completes quarter 0: an activation and an X are pending.
    position.play(("combination", 0), ("write", 2))
    assert position.actor == 1 and position.asks() == {"activate"}
    for player in range(3):
        twin = position.batch.clone()
        twin.resample(0, player, 7)
        state = twin.states[0]
        assert twin.actor[0] >= 0 and (player != 0 or twin.actor[0] != 0), "player 0 has finished this phase"
        assert state["players"][player].tobytes() == position.state["players"][player].tobytes()
        for other in {0, 1, 2} - {player}:
            assert state["players"][other].tobytes() == position.state["shown"][other].tobytes()
        if player != 1:
            assert state["pending_activations"] == 0 and state["pending_x"] == 0
            assert twin.mask[0].sum() == 3, "whoever is asked picks one of the three combinations"


def test_resampled_games_go_on():
    """welcome 2.4: a game resampled at any decision for any player can be played to its end."""
    chance = random.Random(1)
    batch = moon_envs.Batch("launch", 1, players=3, seed=5, autoreset="disabled", threads=1)
    while batch.actor[0] >= 0:
        for player in range(3):
            twin = batch.clone()
            twin.resample(0, player, chance.randrange(1000))
            twin.play_out()
            assert (twin.states[0]["players"]["system_errors"] <= 8).all() and twin.states[0]["over"]
        batch.step(batch.sample())
