"""What a seat may know: observations and texts, nothing hidden in them, and redrawing what is hidden (mlem 15)."""

import random

import numpy as np
import pytest

import moon_envs
from tests.games.mlem.positions import FUNCTIONS, GAME, Position

ALL_VARIANTS = {"ufo": True, "explorations": True, "secret_missions": True}
PLAYERS = 4


def test_actions():
    """mlem 15.1: 28 actions with fixed indexes."""
    first = {action_range.name: GAME.actions.first(action_range.name) for action_range in GAME.actions.ranges}
    assert len(GAME.actions) == 28
    assert first == {
        "board": 0,
        "add_group": 8,
        "add_booster": 13,
        "use_ability": 18,
        "go": 19,
        "stay": 20,
        "disembark": 21,
        "disembark_lower": 22,
        "disembark_higher": 23,
        "return_mission": 24,
    }


def test_accepting_the_crash():
    """mlem 15.1: going with nothing added, after a failed roll with a way out."""
    position = Position(2).crew("booster", "satellite").roll("3", space=9)
    assert position.act("go").failures == 1


def test_what_is_not_asked():
    """mlem 15.2: full moons, a crash without a way out, deep space, goals and discard-die need no answer."""
    full = Position(2).crew("satellite", "booster").fill_moons(14).arrive(14)
    crash = Position(2).crew("satellite", "discard_die").roll("1", space=8)
    deep_space = Position(2).crew("satellite", "discard_die").arrive(26)
    assert full.asks() in ("move", "astronaut") and crash.asks() == deep_space.asks() == "astronaut"
    last = Position(2).crew("satellite", "booster").arrive(14).act("stay", "stay")
    assert last.asks() in ("move", "astronaut")


def test_what_everybody_knows():
    """mlem 15.3: every seat sees the same table, and the players in seating order from itself."""
    position = Position(3, **ALL_VARIANTS).crew("booster", "parachute", "satellite").token_in_play(2)
    position.exploration_tokens(10, 19, 20, 21, 22, pile=[6, 7]).put(2, moons=[14], planets=[3], deep_space=1)
    position.set(ufo_space=11, ufo_tokens_taken=1, failures=4).roll("1 2 2", space=9).act(("add_booster", 0))
    for seat in range(3):
        seen = position.features(seat)
        assert seen["failures"] == [4] and seen["players"] == [3] and seen["variants"] == [1, 1, 1]
        assert seen["decision"] == [0, 0, 1, 0, 0] and seen["rocket"].index(1) == 9
        assert seen["allowed_faces"] == [1, 1, 0, 0, 0] and seen["afterburner_value"] == [0]
        assert seen["pool"] == [3] and seen["rolled"] == [1, 2, 0, 0, 0] and seen["added_groups"] == [0] * 5
        assert seen["distance"] == [1] and seen["free_moons"] == [2, 2, 2, 2, 1, 2, 2, 2, 2, 2]
        assert seen["ability"] == [1, 0, 0] and seen["token_faces"] == [0, 1, 1, 1, 0]
        assert seen["ufo_ahead"] == [2] and seen["ufo_tokens"] == [4]
        expected = [{10: 2, 19: 2, 20: 2, 21: 2, 22: 2, 6: 1, 7: 1}.get(space, 0) for space in range(6, 26)]
        assert seen["explorations"] == expected
        names = ["own", "opponent_1", "opponent_2"]
        blocks = {(seat + place) % 3: name for place, name in enumerate(names)}
        assert seen[f"{blocks[0]}_commander"] == [1] and seen[f"{blocks[0]}_deciding"] == [1]
        assert seen[f"{blocks[0]}_booster_added"] == [1] and seen[f"{blocks[1]}_booster_added"] == [0]
        assert seen[f"{blocks[1]}_astronauts"][FUNCTIONS.index("parachute")] == 2
        assert seen[f"{blocks[1]}_astronauts"][FUNCTIONS.index("booster")] == 1
        assert seen[f"{blocks[2]}_moons"][4] == 1 and seen[f"{blocks[2]}_on_planet"] == [0, 0, 1, 0, 0]
        assert seen[f"{blocks[2]}_planet_row"] == [0, 0, 1, 0, 0] and seen[f"{blocks[2]}_on_mat"] == [3]
        assert seen[f"{blocks[2]}_in_deep_space"] == [1] and seen[f"{blocks[2]}_rocket_slot"] == [2]


def test_observation_of_a_player():
    """mlem 15.3: points, goals, planets with their doubling, flipped boosters."""
    position = Position(2).crew("double_planet", "booster").put(0, planets=[1, 2, 3]).set(boosters_used=2)
    position.arrive(19).act("disembark")
    seen = position.features(1)
    assert seen["opponent_1_planet_points"] == [0, 0, 0, 12, 0] and seen["opponent_1_double_planet"] == [4]
    assert seen["opponent_1_goals"] == [1, 0, 0, 0] and seen["opponent_1_points"] == [12 + 5]
    assert seen["opponent_1_astronauts"][FUNCTIONS.index("double_planet")] == 0
    assert seen["own_booster_used"] == [1] and seen["own_commander"] == [1]


def test_own_missions():
    """mlem 15.4, 14.4: places in the own hand; after the choice also the returned one."""
    position = Position(2, secret_missions=True).set(starter=0, seat=0).keep_missions(0, 3, 9, 1, 20)
    hand = position.features(0)["missions"]
    assert [hand[token - 1] for token in (3, 9, 1, 20)] == [1, 2, 3, 4] and sum(hand) == 10
    position.act(("return_mission", 1))
    hand = position.features(0)["missions"]
    assert [hand[token - 1] for token in (3, 1, 20, 9)] == [1, 2, 3, 5] and sum(hand) == 11
    assert position.put(0, planets=[3]).features(0)["completed_missions"] == [1]
    assert "secret missions: planet 3 (completed), planet 1, a moon of 22 or 25; returned: a moon of 13" in (
        position.text(0)
    )


def positions_of_random_games(mode, count, seed):
    """Records of random games at random moments."""
    batch = moon_envs.Batch(GAME, count, seed=seed, autoreset="disabled", threads=1, **mode)
    chance = random.Random(seed)
    lengths = [chance.randrange(100) for _ in range(count)]
    records = batch.states.copy()
    for step in range(100):
        for row in range(count):
            if step == lengths[row] or (step < lengths[row] and batch.done[row]):
                records[row] = batch.states[row]
        batch.step(batch.sample())
    return [record for record in records if not record["over"]]


def change_hidden(record, seat, chance):
    """Change everything the seat cannot know."""
    changed = record.copy()
    changed["random"] = chance.randrange(2**63)
    for pile, drawn in (("token_pile", "tokens_drawn"), ("exploration_pile", "explorations_drawn")):
        hidden = changed[pile][changed[drawn] :].tolist()
        chance.shuffle(hidden)
        changed[pile][changed[drawn] :] = hidden
    places = [place for place in range(20) if place // 4 != seat]
    tokens = [int(changed["missions"][place]) for place in places]
    chance.shuffle(tokens)
    for place, token in zip(places, tokens, strict=True):
        changed["missions"][place] = token
    return changed


def changed_fields(before, after):
    """The names of the fields in which two records differ; copies of records differ in their padding bytes, too."""
    return {name for name in GAME.state_dtype.names if not np.array_equal(before[name], after[name])}


def seen_by(batch, record, seat):
    """Everything a seat is shown: observation, mask and texts."""
    batch.set_states(record.reshape(1))
    is_actor = batch.actor[0] == seat
    actions = [batch.describe(int(action)) for action in batch.legal_actions()] if is_actor else None
    mask = batch.mask[0].tobytes() if is_actor else None
    return batch.observe(seat).tobytes(), mask, actions, GAME.render(batch.states[0], seat)


@pytest.mark.parametrize("players", [2, 5])
def test_nothing_hidden_is_shown(players):
    """mlem 15.4, 14.4: changing pile order, coming dice and others' missions changes no byte a seat is shown."""
    mode = {"players": players, **ALL_VARIANTS}
    batch = moon_envs.Batch(GAME, 1, autoreset="disabled", threads=1, **mode)
    chance = random.Random(players)
    compared = 0
    for record in positions_of_random_games(mode, 60, seed=players):
        for seat in range(players):
            changed = change_hidden(record, seat, chance)
            assert seen_by(batch, changed, seat) == seen_by(batch, record, seat)
            compared += {"missions", "random"} <= changed_fields(record, changed)
    assert compared > 50 * players


def test_own_missions_are_shown_to_their_owner_only():
    """mlem 15.4: changing a hand changes only the owner's observation and text."""
    position = Position(3, **ALL_VARIANTS).put(1, planets=[1]).keep_missions(0, 10, 11, 12, returned=13)
    position.keep_missions(2, 14, 15, 16, returned=17).keep_missions(1, 1, 6, 7, returned=2)
    other = position.copy().keep_missions(1, 3, 8, 9, returned=4)
    for seat in range(3):
        same = position.features(seat) == other.features(seat) and position.text(seat) == other.text(seat)
        assert same == (seat != 1)


def test_redraw():
    """mlem 15.4: what the player knows is kept, everything else is redrawn from what is possible."""
    position = Position(PLAYERS, **ALL_VARIANTS).keep_missions(2, 1, 2, 3, returned=4)
    position.play_out(pick=max, until=lambda position: position.expedition == 3)
    assert not position.is_over
    before = position.state.copy()
    batch = moon_envs.Batch(GAME, 1, PLAYERS, autoreset="disabled", threads=1, **ALL_VARIANTS)
    hidden = [place for place in range(20) if place // 4 != 2]
    truths = {"missions": 0, "tokens": 0, "explorations": 0}
    trials = 1600
    token_index, exploration_index = int(before["tokens_drawn"]), int(before["explorations_drawn"])
    for seed in range(trials):
        batch.set_states(before.reshape(1))
        batch.resample(0, 2, seed)
        after = batch.states[0]
        assert after["missions"][8:12].tolist() == before["missions"][8:12].tolist()
        assert sorted(after["missions"].tolist()) == list(range(20))
        for pile, drawn in (("token_pile", token_index), ("exploration_pile", exploration_index)):
            assert after[pile][:drawn].tolist() == before[pile][:drawn].tolist()
            assert sorted(after[pile].tolist()) == sorted(before[pile].tolist())
        truths["missions"] += after["missions"][hidden[0]] == before["missions"][hidden[0]]
        truths["tokens"] += after["token_pile"][token_index] == before["token_pile"][token_index]
        truths["explorations"] += (
            after["exploration_pile"][exploration_index] == before["exploration_pile"][exploration_index]
        )
        assert changed_fields(before, after) <= {"random", "seed", "missions", "token_pile", "exploration_pile"}
    for name, choices in (("missions", 16), ("tokens", 14 - token_index), ("explorations", 20 - exploration_index)):
        expected = trials / choices
        assert abs(truths[name] - expected) < 4.5 * np.sqrt(expected), f"{name}: {truths[name]} of {trials}"


def test_redraw_of_the_base_game():
    """mlem 15.4: only the dice to come change."""
    batch = moon_envs.Batch(GAME, 1, 2, autoreset="disabled", threads=1)
    before = batch.states[0].copy()
    batch.resample(0, 0, seed=5)
    after = batch.states[0].copy()
    assert changed_fields(before, after) == {"random", "seed"}


def test_words():
    """Actions say what they would do in the position."""
    position = Position(2, **ALL_VARIANTS).crew("booster", "double_moon").token_in_play(6).roll("1 2 2", space=9)
    assert position.words() == [
        "add 1 die showing 1: 1 space",
        "add 2 dice showing 2: 4 spaces",
        "add the booster of player 0: 1 space",
        "use the expedition token: additional dice 2: 2 spaces",
    ]
    used = position.copy().act("use_ability")
    assert "Added: additional dice; 2 spaces" in used.text()
    assert "Added: dice showing 1, additional dice; 3 spaces" in used.act(("add", "1")).text()
    assert "Added: nothing; 0 spaces" in position.text()
    position.exploration_tokens(6, 7, 8, 9, 11).act(("add", "1"))
    assert position.words()[-1] == "go 1 space to space 10"
    position.act("go", "stay")
    assert position.words() == ["stay on board", "disembark on a moon of space 10 for 6 points"]


def test_text_of_the_mat():
    """The text shows rocket, dice, slots, mat, goals, variants and players."""
    position = Position(2, ufo=True, explorations=True).crew("booster", "satellite").token_in_play(9)
    position.exploration_tokens(8, 10, 13, 19, 21, pile=[6]).put(1, moons=[14], planets=[1]).set(ufo_space=12)
    text = position.set(tokens_drawn=3, boosters_used=0).roll("1 3 A", space=9).text(0)
    for words in (
        "Rocket on space 9 with 3 dice",
        "Rocket slots: player 0: booster (commander) | player 1: satellite",
        "Rolled: 1 x 1, 1 x 3, 1 x afterburner",
        "Expedition token: reroll; 11 in the pile; UFO on space 12; 5 UFO tokens left, the top one worth 5",
        "Exploration tokens: 1 in the pile",
        "Goals: four planets: free",
        ">  9  1 2     moons  2: free, 1: free",
        "moons  4: player 1, 3: free",
        "planet 1 (3/2/1)  player 1 x1  [tunnel of 4]",
        "[regain a die]",
        "[UFO]",
        "Player 0 (you): 0 points",
    ):
        assert words in text, words
