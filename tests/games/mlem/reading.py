"""The record of MLEM in the terms of its referee."""

import json
from pathlib import Path

import moon_envs
import tests.referees.mlem as mlem_referees
from moon_envs.games.mlem import components as tables
from moon_envs.games.mlem import state as states
from tests.referees.follow import Translation
from tests.referees.mlem.referee import MlemReferee

# The referee plays with its own copy of the printed facts, so that a slip in the package's table is found, too.
COMPONENTS = json.loads((Path(mlem_referees.__file__).parent / "components.json").read_text())
VARIANTS = ("ufo", "explorations", "secret_missions")
PILES = {"expedition_tokens": "token_pile", "exploration_tokens": "exploration_pile", "mission_tokens": "missions"}
ACTIONS = 28
FUNCTIONS = 8
FACES = 5
HAND = 4


class KernelChance:
    """The random outcomes as the kernels had them: at most one roll happens between two decisions."""

    def __init__(self, record):
        self.record = record

    def roll(self, n):
        return self.record()["rolled"].tolist()

    def shuffle(self, what, tokens):
        return [token + 1 for token in self.record()[PILES[what]].tolist()]


def new_referee(record):
    """The referee of a new game."""
    state = record()
    variants = {name for name in VARIANTS if state[name]}
    players, starter = int(state["player_count"]), int(state["starter"])
    return MlemReferee(COMPONENTS, players, variants, starter, KernelChance(record))


def bits(number, count):
    number = int(number)
    return [bool(number >> index & 1) for index in range(count)]


def seat_of_slot(state, slot):
    return (int(state["starter"]) + int(slot)) % int(state["player_count"])


def read_state(state):
    """Everything comparable in the record."""
    count, players = int(state["player_count"]), state["players"]
    # Field by field for all players at once, which is what makes following many games bearable.
    available, on_planet, planet_row, double_planet, in_deep_space = (
        players[name][:count].tolist()
        for name in ("available", "on_planet", "planet_row", "double_planet", "in_deep_space")
    )
    over = bool(state["over"])
    travelling = not over and state["decision"] == states.DECIDE_MOVE
    return {
        "over": over,
        "expedition": int(state["expedition"]),
        "failures": int(state["failures"]),
        "starter": int(state["starter"]),
        "commander": None if over else seat_of_slot(state, state["commander"]),
        "space": int(state["space"]),
        "pool": int(state["pool"]) if state["expedition"] else None,
        "rolled": state["rolled"].tolist() if travelling else [0] * FACES,
        "groups": [f for f in range(FACES) if travelling and int(state["added_groups"]) >> f & 1],
        "boosters": [k for k in range(count) if travelling and int(state["added_boosters"]) >> k & 1],
        "keep_dice": travelling and bool(state["keeps_dice"]),
        "rerolled": travelling and bool(state["rerolled"]),
        "slots": [] if over else read_slots(state),
        "available": [bits(functions, FUNCTIONS) for functions in available],
        "moons": read_moons(state),
        "planets": [list(astronauts) for astronauts in zip(*on_planet, strict=True)],
        "arrivals": [read_arrivals(rows) for rows in zip(*planet_row, strict=True)],
        "doubled_planet": double_planet,
        "deep_space": in_deep_space,
        "goals": state["goal_owner"].tolist(),
        "ufo": read_ufo(state, over) if state["ufo"] else None,
        "explorations": read_explorations(state) if state["explorations"] else None,
        "missions": read_missions(state) if state["secret_missions"] else None,
    }


def read_slots(state):
    """The astronauts boarded so far."""
    if state["phase"] == states.PHASE_MISSIONS:
        return []
    players, starter, functions = int(state["player_count"]), int(state["starter"]), state["functions"].tolist()
    boarded = int(state["slot"]) if state["phase"] == states.PHASE_TAKE_OFF else players
    on_board, used = bits(state["on_board"], boarded), bits(state["boosters_used"], boarded)
    return [[(starter + slot) % players, functions[slot], on_board[slot], used[slot]] for slot in range(boarded)]


def read_moons(state):
    """The owners of the moons of every moon space, None for a free one."""
    owners = [None if owner < 0 else owner for owner in state["moon_owner"].tolist()]
    firsts, spaces = tables.FIRST_MOON.tolist(), tables.MOON_SPACES.tolist()
    return {space: owners[firsts[number] : firsts[number + 1]] for number, space in enumerate(spaces)}


def read_arrivals(rows):
    """The players on a planet, upper row first; `rows` has the row of each."""
    return [seat for row, seat in sorted((row, seat) for seat, row in enumerate(rows) if row > 0)]


def read_ufo(state, over):
    token = int(state["token"])
    return {
        "space": int(state["ufo_space"]),
        "token": None if over or token < 0 else token + 1,
        "spent": not over and token >= 0 and bool(state["token_used"]),
        "pile": [token + 1 for token in state["token_pile"][state["tokens_drawn"] :].tolist()],
        "tokens_left": tables.UFO_VALUES[state["ufo_tokens_taken"] :].tolist(),
    }


def read_explorations(state):
    places = state["exploration_place"].tolist()
    return {
        "on_mat": [token + 1 for token, place in enumerate(places) if place == states.ON_MAT],
        "pile": [token + 1 for token in state["exploration_pile"][state["explorations_drawn"] :].tolist()],
    }


def read_missions(state):
    missions, has_returned = state["missions"].tolist(), state["players"]["has_returned_mission"].tolist()
    hands = []
    for seat in range(state["player_count"]):
        kept = HAND - 1 if has_returned[seat] else HAND
        hands.append([token + 1 for token in missions[HAND * seat : HAND * seat + kept]])
    return hands


def read_referee(referee):
    """The referee's position in the same words."""
    told = referee.snapshot()
    over = told["over"]
    ufo, explorations = told["ufo"], told["explorations"]
    return {
        **{name: told[name] for name in ("over", "expedition", "failures", "starter", "space", "rolled")},
        "pool": told["pool"] if told["expedition"] else None,
        "commander": None if over else told["commander"],
        "groups": told["move"]["groups"],
        "boosters": told["move"]["boosters"],
        "keep_dice": told["move"]["keep_dice"],
        "rerolled": told["move"]["rerolled"],
        "slots": [[slot["player"], slot["function"], slot["on_board"], slot["booster_used"]] for slot in told["slots"]],
        "available": told["available"],
        "moons": told["moons"],
        "planets": list(told["planets"].values()),
        "arrivals": list(told["planet_arrivals"].values()),
        "doubled_planet": [-1 if planet is None else planet - 1 for planet in told["doubled_planet"]],
        "deep_space": told["deep_space"],
        "goals": [-1 if owner is None else owner for owner in told["goals"]],
        "ufo": ufo and {
            "space": ufo["space"],
            "token": ufo["token"],
            "spent": ufo["token"] is not None and ufo["spent"],
            "pile": ufo["pile"],
            "tokens_left": ufo["tokens_left"],
        },
        "explorations": explorations and {"on_mat": explorations["on_mat"], "pile": explorations["pile"]},
        "missions": told["missions"],
    }  # fmt: skip


class NumberedActions(Translation):
    """Referee and kernels number the actions alike."""

    def actions(self, game: moon_envs.Game) -> list[int]:
        assert len(game.actions) == ACTIONS
        return list(range(ACTIONS))


TRANSLATION = NumberedActions(new_referee, read_state, read_referee)
