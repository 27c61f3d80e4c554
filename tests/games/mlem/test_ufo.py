"""The UFO variant (mlem 12)."""

import pytest

from moon_envs.games.mlem import components
from tests.games.mlem.positions import DEEP_SPACE, Position

OTHERS = ("double_moon", "double_planet", "double_deep_space")
ADDITIONAL, KEEP, REROLL = 2, 3, 4  # tokens with these abilities
NUMBER_OF_TOKENS = 14


def crew(*functions, **variants):
    return Position(len(functions), ufo=True, **variants).crew(*functions)


def next_expedition(position):
    """End the expedition by a crash on space 0, where the token is not a way out."""
    return position.crew(*["satellite"] * position.players).set(token_used=1).roll("3", space=0)


def test_set_up():
    """mlem 12.1: all tokens once in the pile, in an order that differs from game to game; UFO tokens 5 to 1."""
    piles = {tuple(Position(2, seed=seed, ufo=True).state["token_pile"].tolist()) for seed in range(4)}
    assert len(piles) == 4 and all(sorted(pile) == list(range(NUMBER_OF_TOKENS)) for pile in piles)
    assert components.UFO_VALUES.tolist() == [5, 4, 3, 2, 1] and components.UFO_START == DEEP_SPACE


def test_table_of_tokens():
    """mlem 12.1: dice, steps and abilities of the packaged file."""
    abilities = [components.ABILITIES[ability] for ability in components.TOKEN_ABILITY]
    assert [abilities.count(name) for name in ("additional_dice", "keep_dice", "reroll")] == [6, 4, 4]
    assert sorted(components.TOKEN_DICE.tolist()) == [4] * 4 + [5] * 5 + [6] * 5
    assert components.TOKEN_UFO_STEPS.sum() == 26


@pytest.mark.parametrize(("token", "dice", "space"), [(1, 4, 24), (5, 5, 25), (12, 6, 23)])
def test_a_token_is_revealed_before_boarding(token, dice, space):
    """mlem 12.2, 12.3: its dice are the pool, and the UFO moves."""
    position = next_expedition(Position(2, ufo=True).expedition_pile(token).set(ufo_space=26))
    assert position.asks() == "astronaut" and position.pool == dice and position.ufo_space == space
    assert position.token == token - 1 and position.token_in_pile[token - 1] == 0
    position.act(("board", "booster"), ("board", "booster"))
    assert sum(position.state["rolled"].tolist()) == dice


def test_the_ufo_stops_at_0():
    """mlem 12.3"""
    position = next_expedition(Position(2, ufo=True).expedition_pile(4).set(ufo_space=2))
    assert position.ufo_space == 0


def test_empty_pile():
    """mlem 12.3: six dice, no movement, no ability."""
    position = next_expedition(Position(2, ufo=True).set(tokens_drawn=14, ufo_space=9, token_in_pile=0))
    assert position.pool == 6 and position.ufo_space == 9 and position.token == -1
    position.crew("satellite", "satellite").roll("1", space=0)
    assert position.legal() == {("add", "1")}


def test_the_ability_is_used_once():
    """mlem 12.4: dice and UFO stay as they are; not again in the expedition."""
    position = crew(*OTHERS).token_in_play(ADDITIONAL).set(ufo_space=11).roll("2 2 1", space=12)
    position.act("use_ability", "go")
    assert position.space == 18 and position.ufo_space == 11 and position.token_used == 1
    position.roll("4", space=18)
    assert position.legal() == {("add", "4")}


def test_the_ability_passes_on_with_the_command():
    """mlem 12.4"""
    position = crew(*OTHERS).token_in_play(ADDITIONAL).arrive(15).act("disembark", "stay").roll("1", space=15)
    assert position.actor == 1 and position.legal() == {"use_ability", "go"}


def test_an_unused_token_is_dropped():
    """mlem 12.4: the next expedition has its own."""
    position = crew(*OTHERS).expedition_pile(12).token_in_play(ADDITIONAL).arrive(DEEP_SPACE)
    assert position.expedition == 2 and position.token == 11 and position.token_used == 0


def test_additional_dice():
    """mlem 12.5: exactly those that match; separate from the rolled group of the same face; not in the pool."""
    position = crew(*OTHERS).token_in_play(1).roll("1 2 2", space=9).act("use_ability")
    assert position.distance == 1 + 2 and position.legal() == {("add", "1"), ("add", "2"), "go"}
    position.act("go")
    assert position.space == 12 and position.pool == 3
    assert crew(*OTHERS).token_in_play(1).roll("1 2 2", space=9).act(("add", "2")).legal() == {
        ("add", "1"),
        "use_ability",
        "go",
    }


def test_an_additional_afterburner():
    """mlem 12.5: at the value of the space; the token is spent even if only the afterburner matched."""
    position = crew(*OTHERS).token_in_play(11).roll("2", space=13).act("use_ability")
    assert position.distance == 2 and position.token_used == 1


def test_additional_dice_that_do_not_match():
    """mlem 12.5: on 17 (2, 3) a token with 1 and afterburner does nothing, so the failed roll is a crash."""
    assert crew(*OTHERS).token_in_play(5).roll("4", space=17).failures == 1


def test_additional_dice_avert_a_crash():
    """mlem 12.5, 5.1"""
    position = crew(*OTHERS).token_in_play(ADDITIONAL).roll("1", space=17)
    assert position.legal() == {"use_ability", "go"} and position.act("use_ability", "go").space == 22


def test_keep_dice():
    """mlem 12.6: offered once something that moves is added; nothing is discarded; boosters are flipped."""
    position = crew("booster", "satellite").token_in_play(KEEP).roll("1 1 A", space=16)
    assert "use_ability" not in position.legal()
    assert "use_ability" in position.copy().act(("add", "A")).legal()
    assert "use_ability" in position.copy().act(("add_booster", 0)).legal()
    position.act(("add", "1"))
    assert "use_ability" in position.legal()
    position.act("use_ability", ("add_booster", 0))
    assert "use_ability" not in position.legal()
    position.act("go")
    assert position.pool == 3 and position.space == 19 and position.boosters_used == 1


@pytest.mark.parametrize("element", [("add", "A"), ("add_booster", 0)])
def test_keep_dice_only_to_spend_the_token(element):
    """mlem 12.6, 12.4: a commander about to leave can spend it with any move, so that the next one lacks it."""
    position = crew("booster", "satellite").token_in_play(KEEP).roll("2 2 A", space=16).act(element)
    assert "use_ability" in position.legal()
    position.act("use_ability", "go")
    assert position.pool == 3 and position.token_used == 1
    assert "use_ability" not in position.roll("2 2 3", space=17).act(("add", "2")).legal()


def test_keep_dice_is_for_one_move():
    """mlem 12.6, 12.4"""
    position = crew(*OTHERS).token_in_play(KEEP).roll("2 4", space=12).act(("add", "2"), "use_ability", "go")
    assert position.pool == 2
    position.roll("3 3", space=14).act(("add", "3"), "go")
    assert position.pool == 1


def test_keep_dice_is_no_way_out():
    """mlem 5.1, 12.6"""
    assert crew(*OTHERS).token_in_play(KEEP).roll("1", space=17).failures == 1


def test_reroll_of_a_failed_roll():
    """mlem 12.7, 5.1: the new roll counts: a move must be made, or the rocket crashes."""
    position = crew(*OTHERS).token_in_play(REROLL).roll("1 1", space=17)
    assert position.legal() == {"use_ability", "go"}
    good = position.copy().reroll("1 2")
    assert good.rolled() == "1 2" and good.legal() == {("add", "2")} and good.pool == 2
    assert position.copy().reroll("1 4").failures == 1
    assert position.copy().act("go").failures == 1


def test_reroll_of_a_matching_roll():
    """mlem 12.7: allowed, before anything is added; a booster can still save the rocket after it."""
    position = crew("booster", "satellite").token_in_play(REROLL).roll("1 2", space=9)
    assert "use_ability" in position.legal()
    assert "use_ability" not in position.copy().act(("add", "1")).legal()
    assert "use_ability" not in position.copy().act(("add_booster", 0)).legal()
    position.reroll("3 3")
    assert position.legal() == {"go", ("add_booster", 0)} and position.failures == 0


def test_the_results_of_a_reroll_must_be_used():
    """mlem 12.7, 4.3: if a new die matches, boosters need a rolled group beside them."""
    position = Position(2, seed=6, ufo=True).act(("board", "booster"), ("board", "booster"), "use_ability")
    assert position.rolled() == "1 2 3 A A" and position.space == 0
    groups = {("add", "1"), ("add", "2"), ("add", "A")}
    assert position.legal() == groups | {("add_booster", 0), ("add_booster", 1)}
    position.act(("add_booster", 0))
    assert position.legal() == groups | {("add_booster", 1)}
    position.act(("add_booster", 1))
    assert position.legal() == groups
    position.act(("add", "A"))
    assert position.legal() == {("add", "1"), ("add", "2"), "go"} and position.act("go").space == 4


def test_one_group_of_a_reroll_is_enough():
    """mlem 12.7: the commander still chooses among the groups; so after a failed first roll, too."""
    position = crew("booster", "satellite").token_in_play(REROLL).roll("3 4", space=9).reroll("1 2")
    assert position.legal() == {("add", "1"), ("add", "2"), ("add_booster", 0)}
    assert position.copy().act(("add", "2")).legal() == {("add", "1"), ("add_booster", 0), "go"}
    assert position.copy().act(("add_booster", 0)).legal() == {("add", "1"), ("add", "2")}


def test_a_reroll_binds_one_travel_phase():
    """mlem 12.7, 4.3: in the next one boosters alone are a move again, also for a new commander."""
    position = crew("booster", "booster").token_in_play(REROLL).roll("2 2", space=9).reroll("2 2")
    position.act(("add", "2"), "go").roll("1 1", space=16).act(("add_booster", 1))
    assert "go" in position.legal()


def test_a_reroll_is_told():
    """mlem 12.7: text and observation tell that a group must be used, until one is added."""
    position = crew("booster", "satellite").token_in_play(REROLL).roll("1 2", space=9)
    assert position.features()["ability"] == [0, 0, 1] and position.features()["rerolled"] == [0]
    position.reroll("1 2")
    assert position.features()["ability"] == [0, 0, 0] and position.features()["rerolled"] == [1]
    assert "Rolled: 1 x 1, 1 x 2; a group of this reroll must be used" in position.text()
    assert "must be used" not in position.act(("add", "2")).text()
    position.act("go")
    assert position.features()["ability"] == [0, 0, 0] and position.features()["rerolled"] == [0]


def test_contact():
    """mlem 12.8: the commander of the travel phase takes and keeps the top token; the UFO stays."""
    position = crew(*OTHERS).set(ufo_space=14).arrive(14)
    assert position.points(0)["ufo"] == 5 and position.ufo_space == 14
    assert position.ufo_tokens_taken == 1


def test_contact_is_kept_after_a_crash():
    """mlem 12.8"""
    position = crew(*OTHERS).set(ufo_space=14, token_used=1).arrive(14).act("stay", "stay").roll("1", space=14)
    assert position.failures == 1 and position.points(0)["ufo"] == 5


def test_contact_without_landing():
    """mlem 12.8: also on spaces 1 to 5 and in deep space; passing by makes no contact."""
    assert crew(*OTHERS).set(ufo_space=4).arrive(4).points(0)["ufo"] == 5
    assert crew(*OTHERS).set(ufo_space=26).arrive(26).points(0)["ufo"] == 5
    passing = crew(*OTHERS).token_in_play(1, used=True).set(ufo_space=10).roll("4", space=8).act(("add", "4"), "go")
    assert passing.space == 12 and passing.points() == [0, 0, 0]


def test_ufo_tokens_run_out():
    """mlem 12.8: 5, 4, 3, 2, 1, then nothing."""
    position = Position(2, ufo=True)
    for number in range(6):
        position.crew("satellite", "satellite").set(ufo_space=14).arrive(14)
        assert position.points(0)["ufo"] == [5, 9, 12, 14, 15, 15][number]
