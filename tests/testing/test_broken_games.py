"""Every check of the compliance suite fails on a deliberately broken game: a check that cannot fail proves nothing.

The broken games are Crater with one kernel or table changed. Faults that no game can have are put into the package.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, Search, testing
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.core.tables import Feature, FeatureTable
from moon_envs.engine import entry_points
from moon_envs.engine.compiler import compile as compiling
from moon_envs.engine.compiler.compile import entry_point, kernel
from moon_envs.engine.loading import engine
from moon_envs.engine.random import random_below, shuffle
from moon_envs.engine.records import Record
from moon_envs.events import GameEvents
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.panels import TABLE, Panel
from moon_envs.replays import page, story
from moon_envs.testing import play
from moon_envs.testing.crater import entry as crater_entry
from moon_envs.testing.crater import scoring
from moon_envs.testing.crater.components import FACES, FUEL
from moon_envs.testing.crater.entry import ENTRY, KERNELS
from moon_envs.testing.crater.game import GAME
from moon_envs.testing.crater.state import STATE

MODE = {"players": 3}
observe, known_points, resample, legal, apply = (
    KERNELS[name] for name in ("observe", "known_points", "resample", "legal", "apply")
)
COMPILED = {function.__name__: done for function, done in zip(entry_points.ENTRY_POINTS, ENTRY.compiled, strict=True)}


@pytest.fixture
def broken(monkeypatch):
    """Return Crater with some kernels and tables changed: broken("name", legal=..., tables={...}).

    Only entry points that use a changed kernel are compiled; the others are Crater's own. They are compiled as if they
    stood in Crater's entry module: this module imports pytest, and the compiler would read all of it each time.
    """
    monkeypatch.setattr(compiling, "have_changed", lambda sources: True)  # these kernels are not cached
    monkeypatch.setenv("MOON_ENVS_QUIET", "1")

    def make(name, tables=None, **kernels):
        game = replace(GAME, id=f"broken_{name}", entry_module=f"broken_games_{name}", **(tables or {}))
        sizes = entry_points.sizes_of(game)
        changed = {*kernels, *(size for size, value in ENTRY.sizes.items() if sizes[size] != value)}

        def compile_what_changed(function, sources, game_id):
            if changed.isdisjoint(function.__code__.co_names):
                return COMPILED[function.__name__]
            return entry_point(function, sources, game_id)

        monkeypatch.setattr(entry_points, "entry_point", compile_what_changed)
        module = ModuleType(game.entry_module)
        module.ENTRY = entry_points.compile_game(crater_entry.__file__, game, **{**KERNELS, **kernels})
        monkeypatch.setitem(sys.modules, game.entry_module, module)
        return game

    return make


def fails(check, game, match, **settings):
    """Assert that a check passes on Crater itself and fails on the broken game, with these words."""
    check(GAME, MODE, **settings)
    with pytest.raises(AssertionError, match=match):
        check(game, MODE, **settings)


def test_crater_itself_is_in_order():
    testing.check_game(GAME)


# Random play


@kernel
def legal_sometimes_nothing(state, mask):
    legal(state, mask)
    if state.round == 2:
        mask[:] = 0


@kernel
def legal_with_twos(state, mask):
    legal(state, mask)
    mask[0] = 2


@kernel
def observe_too_much_fuel(state, player, values):
    observe(state, player, values)
    values[0] = 99


@kernel
def apply_without_end(state, fuel):
    apply(state, fuel)
    if state.over:
        state.over, state.round, state.seat = 0, 1, 0
        state.fuel[:] = FUEL
        state.won[:] = 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "kernels", [{"legal": legal_sometimes_nothing}, {"apply": apply_without_end}], ids=["nothing legal", "no end"]
)
def test_search_in_games_without_actions_or_end(broken, kernels):
    """A rollout that would not end raises an error, each time."""
    game = broken("search", **kernels)
    search, states = Search(game, 2, simulations=2, depth=3), Batch(game, 2, 2).states
    for _ in range(2):
        with pytest.raises(BrokenGameError, match="a play-out found no legal action, or no end of the game"):
            search.search(states)


@pytest.mark.parametrize(
    ("kernels", "match"),
    [
        ({"legal": legal_sometimes_nothing}, "a mask is empty"),
        ({"legal": legal_with_twos}, "a mask is not 0 or 1"),
        ({"observe": observe_too_much_fuel}, r"\['round'\] out of bounds"),
        ({"apply": apply_without_end}, "games do not end"),
    ],
    ids=["empty mask", "mask of 2", "feature", "no end"],
)
def test_random_play(broken, monkeypatch, kernels, match):
    monkeypatch.setattr(play, "MOST_DECISIONS", 200)
    fails(testing.check_random_play, broken("play", **kernels), match)


def test_values_outside_their_declared_bounds(broken):
    """A record that leaves its declared bounds is found before it refuses a user's save."""
    narrow = [replace(field, high=4) if field.name == "die" else field for field in STATE.fields]
    record = record_of(narrow, cleared_from=STATE.cleared_from)
    fails(testing.check_random_play, broken("bounds", tables={"state": record}), r"die is [56]; allowed: 1 to 4")


def record_of(fields, cleared_from):
    """Return a state record with the layout of Crater's own."""
    record = Record(fields)
    assert record.dtype == STATE.dtype
    record.owner, record.cleared_from = STATE.owner, cleared_from
    return record


def test_tables(broken):
    overlapping = FeatureTable(GAME.features.table, (Feature("round", 1, 3, 3, "no range"), *GAME.features.player))
    with pytest.raises(AssertionError, match="a feature has no range"):
        testing.check_tables(replace(GAME, features=overlapping))
    with pytest.raises(AssertionError, match="the state record has gaps"):
        gaps = Record(STATE.fields)
        gaps.dtype = np.dtype([("seed", np.int8), ("random", np.int64)], align=True)
        testing.check_tables(replace(GAME, state=gaps))


def test_equal_words():
    game = replace(GAME, describe_action=lambda state, action: "bid something" if action else "bid nothing")
    fails(testing.check_words, game, "several legal actions read 'bid something'")


@kernel
def apply_with_chance_from_elsewhere(state, fuel):
    apply(state, fuel)
    if not state.over:
        state.die = 1 + np.random.randint(0, FACES)
        state.random = np.uint64(np.random.randint(0, 1 << 62))  # dice alone may be equal by luck


@pytest.mark.parametrize(
    ("check", "match"),
    [
        (testing.check_determinism, "threads change the games"),
        (testing.check_saves, "a restored game differs"),
        (testing.check_recording, "a replayed game differs"),
        (testing.check_copies, "a copy goes on otherwise"),
    ],
)
def test_chance_that_is_not_in_the_record(broken, check, match):
    fails(check, broken("chance", apply=apply_with_chance_from_elsewhere), match)


@kernel
def know_only_craters(state, player):
    return scoring.crater_points(state, player)


@kernel
def everybody_wins(state, out):
    for player in range(state.player_count):
        out[player] = 1.0


@pytest.mark.parametrize(
    ("kernels", "match"),
    [
        ({"known_points": know_only_craters}, "points_delta does not add up|does not know the own points"),
        ({"outcome": everybody_wins}, "the victory is not shared out"),
    ],
    ids=["points", "outcome"],
)
def test_rewards(broken, kernels, match):
    fails(testing.check_rewards, broken("rewards", **kernels), match)


# Around the rules


def test_illegal_actions_that_are_carried_out(monkeypatch):
    monkeypatch.setattr(engine(), "first_illegal_row", lambda buffers, rows: -1)
    with pytest.raises(AssertionError, match="illegal action .* was accepted"):
        testing.check_illegal_actions(GAME, MODE)


def test_finished_games_that_are_paid_again(monkeypatch):
    step = Batch.step

    def pay_again(self, actions):
        over = self.actor < 0
        step(self, actions)
        self._arrays["reward"][over] = self.final_outcome[over]

    monkeypatch.setattr(Batch, "step", pay_again)
    with pytest.raises(AssertionError, match="paid twice"):
        testing.check_finished_games(GAME, MODE)


def test_finished_games_that_go_on(monkeypatch):
    step = Batch.step

    def go_on(self, actions):
        step(self, actions)
        self._memory.states["die"] = 7 - self._memory.states["die"]

    monkeypatch.setattr(Batch, "step", go_on)
    with pytest.raises(AssertionError, match="a finished game moved"):
        testing.check_finished_games(GAME, MODE)


def test_records_that_are_not_cleared(broken):
    """All fields are declared to be configuration, which the engine does not clear."""
    record = record_of(STATE.fields, cleared_from=STATE.dtype.itemsize)
    fails(testing.check_dirty_records, broken("clearing", tables={"state": record}), "traces of the last")


@pytest.mark.parametrize(
    ("copied", "match"),
    [
        (lambda self, memo: self, "stepping a copy moves the original"),
        (lambda self, memo: Batch(self.game, len(self), seed=4, **MODE), "a copy goes on otherwise"),
    ],
    ids=["the same", "another game"],
)
def test_copies(monkeypatch, copied, match):
    monkeypatch.setattr(Batch, "__deepcopy__", copied)
    with pytest.raises(AssertionError, match=match):
        testing.check_copies(GAME, MODE)


@kernel
def find_no_fault(state):
    return 0


def test_crafted_records_that_are_let_in(broken):
    """A bid above the remaining fuel makes the fuel negative, and then no action is legal."""
    fails(
        testing.check_crafted_records,
        broken("faults", find_fault=find_no_fault),
        "leads to an empty mask",
        records=2000,
    )


# What a player cannot know


@kernel
def observe_bids(state, player, values):
    observe(state, player, values)
    values[0] = state.bids[(player + 1) % state.player_count] == 0


@kernel
def observe_cards(state, player, values):
    observe(state, player, values)
    values[0] = state.cards[(player + 1) % state.player_count] > 3


@kernel
def observe_dice_to_come(state, player, values):
    observe(state, player, values)
    values[0] = state.random % np.uint64(2)


@kernel
def legal_by_cards_of_others(state, mask):
    legal(state, mask)
    if state.cards[(state.seat + 1) % state.player_count] > 3:
        mask[1] = 0


@kernel
def know_bids_of_others(state, player):
    return known_points(state, player) + max(0, state.bids[(player + 1) % state.player_count])


@pytest.mark.parametrize(
    ("kernels", "match"),
    [
        ({"observe": observe_bids}, "the observation of player"),
        ({"observe": observe_cards}, "the observation of player"),
        ({"observe": observe_dice_to_come}, "the observation of player"),
        ({"legal": legal_by_cards_of_others}, "the mask of player"),
        ({"known_points": know_bids_of_others}, "the points of player"),
    ],
    ids=["bids", "cards", "dice", "mask", "points"],
)
def test_leaks(broken, kernels, match):
    fails(testing.check_leaks, broken("leaks", **kernels), match)


def test_leaks_in_words():
    """The check covers texts of the table and of the choices, too."""

    def render(state, seat):
        return f"{GAME.render(state, seat)} {state['cards'][(seat + 1) % 3]}"

    def describe(state, action):
        return f"{GAME.describe_action(state, action)} {state['cards'][(int(state['seat']) + 1) % 3]}"

    fails(testing.check_leaks, replace(GAME, render=render), "the drawing of player")
    fails(testing.check_leaks, replace(GAME, describe_action=describe), "the text of the choices of player")


def tell_bid(moment):
    return [] if moment.is_own else [f"Somebody bids {moment.action}."]


def with_events(monkeypatch, happened):
    """Return Crater with events in these words."""
    module = ModuleType("broken_events")
    module.EVENTS = GameEvents(happened)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return replace(GAME, events_module=module.__name__)


@pytest.mark.parametrize(
    ("happened", "match"),
    [
        (lambda moment: [f"Player {moment.actor} bids {moment.after['bids'][moment.actor]}."], "what is hidden"),
        (lambda moment: [f"Player 2 has card {moment.after['cards'][2]}."], "what is hidden"),
        (lambda moment: [f"Decision {moment.after['decisions']}."], "what is hidden"),
        (tell_bid, "others decide differently"),
    ],
    ids=["bid", "card", "count", "action"],
)
def test_replays_that_tell_too_much(monkeypatch, happened, match):
    fails(testing.check_replays, with_events(monkeypatch, happened), f"{match}.* the (replay page|news) of player")


def test_secret_actions_that_are_told(monkeypatch):
    """Crater becomes a game of turns that shows bids when they are spent."""
    turns = {"simultaneous": (), "secret_actions": ("bid",)}
    testing.check_replays(replace(GAME, **turns), MODE)
    with pytest.raises(AssertionError, match="others decide differently: the replay page of player"):
        testing.check_replays(replace(with_events(monkeypatch, tell_bid), **turns), MODE)


def test_replays_that_draw_too_much(monkeypatch):
    def panels(game, state, seat):
        def draw_bids(picture):
            picture.label(10, 24, state["bids"][((seat or 0) + 1) % 3])

        return [Panel("bids", TABLE, 30, draw_bids)]

    module = ModuleType("broken_drawing")
    module.DRAWING = GameDrawing(panels)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    fails(testing.check_replays, replace(GAME, drawing_module=module.__name__), "the replay page of player")


@pytest.mark.slow
def test_replays_that_count_what_others_decide(monkeypatch):
    """A step for every decision of another player reveals their number, which a seat cannot know."""

    def every_decision(walk, seat):
        return [replace(step, is_silent=False) for step in story.story(walk, seat)]

    launch = moon_envs.game("launch")
    testing.check_replays(launch, MODE)
    monkeypatch.setattr(story, "_ends", lambda walk, seat: range(1, len(walk)))
    monkeypatch.setattr(page, "story", every_decision)
    with pytest.raises(AssertionError, match="others decide differently: the replay page of player"):
        testing.check_replays(launch, MODE)


def test_secret_actions_have_names():
    with pytest.raises(ConfigurationError, match="names 'bit', which is no range"):
        replace(GAME, secret_actions=("bit",))


def test_pay_for_what_cannot_be_seen(broken):
    """A player who has not bid yet is paid for the bid of another."""
    game = broken("pay", known_points=know_bids_of_others)
    fails(testing.check_paid_by_knowledge, game, "is paid for a move that the player cannot see")


@kernel
def resample_nothing(state, player):
    pass


@kernel
def resample_now_and_then(state, player):
    if random_below(state, 2) == 0:
        resample(state, player)


@kernel
def resample_in_order(state, player):
    """Redraw the other cards in a fixed order."""
    if state.over:
        return
    others = np.zeros(FACES - 1, dtype=np.int8)
    count = 0
    for place in range(FACES):
        if place != player:
            others[count] = state.cards[place]
            count += 1
    others.sort()
    count = 0
    for place in range(FACES):
        if place != player:
            state.cards[place] = others[count]
            count += 1


@kernel
def resample_own_card(state, player):
    if not state.over:
        shuffle(state, state.cards, 0, FACES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel_", "match"),
    [
        (resample_nothing, "resample changes nothing"),
        (resample_now_and_then, "resample favours the truth"),
        (resample_in_order, "resample avoids the truth"),
        (resample_own_card, "resample changes the observation of player"),
    ],
    ids=["nothing", "truth", "order", "own card"],
)
def test_resample(broken, kernel_, match):
    fails(testing.check_resample, broken("resample", resample=kernel_), match, positions=400)
