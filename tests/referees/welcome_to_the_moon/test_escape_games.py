"""Whole games of the Escape referee by itself: what must hold in every position, and what good play reaches."""

from collections import Counter

import pytest

from .cards import EMPTY, X
from .escape import EscapeReferee
from .escape_policies import PLAYERS
from .escape_sheet import AIRLOCKS, BLOCK_OF_CELL, BLOCKS, GREENHOUSE_CELLS, ROBOT_CELLS, STARSHIP_OF_CELL, TANK_CELLS
from .missions import MISSIONS
from .positions import kinds, targets
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 45

# adventure_7 7: the decisions of a turn, and the most answers of a player in one. The referee asks for a wild action
# after the combination and for a cell after the modifier; section 7 counts each pair as one choice.
GROUPS = {
    **dict.fromkeys(("combination", "system_error"), "combination"),
    **dict.fromkeys(("wild", "keep_action"), "wild"),
    **dict.fromkeys(("airlock", "x", "pass"), "action"),
    **dict.fromkeys(("mission", "no_mission"), "missions"),
    **dict.fromkeys(("give", "remove"), "card"),
    **{"shift": "shift", "write": "cell", "greenhouse": "effects"},
}
MOST_ANSWERS = {"combination": 1, "wild": 1, "shift": 1, "cell": 1, "action": 3, "missions": 3, "card": 1, "effects": 3}
MOST_CHOICES = 5  # before the missions, as section 7 counts them
MOST_ANSWERS_BEFORE_MISSIONS = 6
MOST_OPTIONS = {
    "combination": 7,
    "wild": 6,
    "shift": 5,
    "cell": 43,
    "action": 44,
    "missions": 4,
    "card": 6,
    "effects": 6,
}
HIGHEST_FIELD_SCORE = 266


class WatchedReferee(EscapeReferee):
    """Counts how often players are asked in a turn; nothing changes between decisions, so legal sets are kept."""

    def _prepare(self):
        super()._prepare()
        self.answers = Counter()  # by seat, turn and group
        self.kept = None

    def legal(self):
        """Return the legal actions, found once for each decision."""
        if self.kept is None:
            self.kept = super().legal()
        return self.kept

    def apply(self, action):
        """Count the answer and hold it against the bounds."""
        group = GROUPS[action[0]]
        assert len(self.legal()) <= MOST_OPTIONS[group]
        self.answers[self.actor, self.turn, group] += 1
        assert self.answers[self.actor, self.turn, group] <= MOST_ANSWERS[group]
        asked = {name: self.answers[self.actor, self.turn, name] for name in MOST_ANSWERS}
        choices = asked["combination"] + asked["cell"] + asked["action"]
        assert choices <= MOST_CHOICES and choices + asked["wild"] + asked["shift"] <= MOST_ANSWERS_BEFORE_MISSIONS
        if action == ("system_error",):
            assert choices == 1
        elif group == "action" and not asked["cell"]:  # a System Error has one choice besides
            assert asked["action"] == 1 and not asked["wild"] + asked["shift"]
        elif group == "action" and asked["shift"]:  # an Astronaut leaves only the bonus of the cell
            assert asked["action"] == 1 and action[0] == "airlock"
        super().apply(action)
        self.kept = None


def accessible_blocks(airlocks):
    """Find the accessible blocks by joining groups of blocks; group 0 stands on the ground."""
    group = [0 if block in (0, 2) else block + 1 for block in range(len(BLOCKS))]
    for airlock in airlocks:
        old, new = sorted((group[block] for block in AIRLOCKS[airlock]), reverse=True)
        group = [new if number == old else number for number in group]
    return {block for block, number in enumerate(group) if number == 0}


def check(referee):
    """Check the marks of all sheets against each other, and what is asked."""
    players, points = referee.snapshot()["players"], referee.points()[: len(referee.sheets)]
    for seat, (sheet, player, row) in enumerate(zip(referee.sheets, players, points, strict=True)):
        blocks = accessible_blocks(player["airlocks"])
        check_sheet(player, blocks)
        check_access(sheet, player, blocks)
        check_counts(player, waiting=referee.actor == seat and kinds(referee) == {"airlock"})
        check_points(player, row)
    if referee.actor is not None:
        check_decision(referee)


def check_sheet(player, blocks):
    """Check cells, plants, reactors, tanks, x2 bonuses and wild actions."""
    cells = player["cells"]
    assert all(BLOCK_OF_CELL[cell] in blocks for cell, held in enumerate(cells) if held != EMPTY)
    assert all(printed <= now <= 3 for printed, now in zip((0, 0, 1, 1, 1, 2), player["plants"], strict=True))
    assert all(printed <= now <= 3 for printed, now in zip((0, 0, 0, 1, 1, 2), player["reactors"], strict=True))
    assert all(cells[TANK_CELLS[tank]] not in (EMPTY, X) for tank in player["tanks"])
    for cell, state in zip(GREENHOUSE_CELLS, player["x2"], strict=True):
        assert state in ({"open", "lost"} if cells[cell] == EMPTY else {"circled", "lost"})
    assert 0 <= player["wilds_used"] <= player["wilds_earned"] == player["astronauts"] // 2 <= 3
    assert 0 <= player["plannings"] <= 9 and 0 <= player["errors"] <= 3


def check_access(sheet, player, blocks):
    """Check the accessible cells and the airlocks within reach; none is left only if all are activated."""
    assert set(sheet.accessible_blocks()) == blocks
    empty = [cell for cell, held in enumerate(player["cells"]) if held == EMPTY]
    assert sheet.accessible_cells() == [cell for cell in empty if BLOCK_OF_CELL[cell] in blocks]
    within_reach = [airlock for airlock in range(24) if airlock not in player["airlocks"]]
    within_reach = [airlock for airlock in within_reach if blocks & set(AIRLOCKS[airlock])]
    assert sheet.airlocks_within_reach() == within_reach
    assert bool(within_reach) == (len(player["airlocks"]) < 24)


def check_counts(player, waiting):
    """Check that every mark has its reason: one action with each number, Robot bonuses, compensations.

    A Robot bonus may be `waiting` for its airlock.
    """
    cells = player["cells"]
    numbers = sum(held not in (EMPTY, X) for held in cells)
    bonuses = sum(cells[cell] != EMPTY for cell in ROBOT_CELLS)
    given = min(player["errors"], 2)
    used = player["astronauts"] + cells.count(X) + len(player["tanks"]) + sum(player["plants"] + player["reactors"]) - 9
    assert used <= numbers
    assert used + len(player["airlocks"]) <= numbers + bonuses + given
    assert len(player["airlocks"]) >= min(24, bonuses - waiting)


def check_points(player, row):
    """Check the points block by block."""
    greenhouses = modules = tank = 0
    for block in BLOCKS:
        held = [player["cells"][cell] for cell in block.cells]
        worth = {0: 0, 1: 2, 2: 4, 3: 7}
        if len(held) == 1:
            value = worth[player["plants"][block.starship]] * (1 + (player["x2"][block.starship] == "circled"))
            greenhouses += value if EMPTY not in held else 0
        else:
            value = worth[player["reactors"][block.starship]] * (1 + (tank in player["tanks"]))
            modules += value if EMPTY not in held else 0
            tank += 1
    assert (row["greenhouses"], row["modules"]) == (greenhouses, modules) and tank == 13
    assert 0 <= greenhouses + modules <= HIGHEST_FIELD_SCORE
    lost = {"planning": (0, 1, 3, 6, 9, 12, 16, 20, 24, 28)[player["plannings"]], "errors": 5 * player["errors"]}
    assert (row["planning"], row["system_errors"]) == (-lost["planning"], -lost["errors"])
    assert row["missions"] == sum(value or 0 for value in player["missions"])


def check_decision(referee):
    """Check what is asked: passes where an action may be declined, and targets that follow the rules."""
    asked, legal, sheet = kinds(referee), referee.legal(), referee.sheets[referee.actor]
    assert ("pass" in asked) == (asked in ({"airlock", "pass"}, {"x", "pass"}))
    if "airlock" in asked:
        assert targets(referee, "airlock") == sheet.airlocks_within_reach()
    if asked == {"airlock"}:  # a bonus: a single airlock is activated without asking
        assert len(legal) >= 2 and any(sheet.cells[cell] != EMPTY for cell in ROBOT_CELLS)
    if "x" in asked:
        assert legal == {("x", cell) for cell in sheet.accessible_cells()} | {("pass",)}
    if "write" in asked:
        assert asked == {"write"} and {cell for _, cell in legal} <= set(sheet.accessible_cells())
    if "greenhouse" in asked:
        assert referee.astra.effect and len(legal) >= 2
        assert legal == {("greenhouse", index) for index, state in enumerate(sheet.races) if state == "open"}
    if "wild" in asked:
        assert asked <= {"wild", "keep_action"} and sheet.wilds_used < sheet.astronauts // 2


def marks(sheet):
    """Name what a sheet has reached."""
    reached = {
        "circled": "circled" in sheet.races,
        "lost": "lost" in sheet.races,
        "filled without x2": any(
            state == "lost" and sheet.cells[cell] != EMPTY
            for cell, state in zip(GREENHOUSE_CELLS, sheet.races, strict=True)
        ),
        "four x2": sheet.races.count("circled") >= 4,
        "all airlocks": len(sheet.airlocks) == 24,
        "all astronauts": sheet.astronauts == 6,
        "all plannings": sheet.plannings == 9,
        "all wilds used": sheet.wilds_used == 3,
        "top greenhouse": sheet.cells[42] != EMPTY,
        "five tanks": len(sheet.tanks) >= 5,
        "ten modules": len(sheet.full_modules()) >= 10,
        "hundred points of modules": sheet.module_points() >= 100,
        "X with a Robot bonus": any(sheet.cells[cell] == X for cell in ROBOT_CELLS),
        "all starships": {STARSHIP_OF_CELL[cell] for cell in range(43) if sheet.cells[cell] != EMPTY} == set(range(6)),
    }
    return [name for name, is_reached in reached.items() if is_reached]


def by_chance(referee, rng):
    """Choose any legal action."""
    return rng.choice(sorted(referee.legal()))


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    for seed in range(2):
        play_game(WatchedReferee, players, opponent, seed, by_chance, check, TURNS)
    seed = players + (opponent or 0)
    play_game(WatchedReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends of the game, all airlocks, full rows."""
    found = good_play(WatchedReferee, PLAYERS, 2, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "deck", "won against ASTRA", "circled", "lost", "four x2"}
    wanted |= {"filled without x2", "all airlocks", "all astronauts", "all plannings", "all wilds used"}
    wanted |= {"top greenhouse", "five tanks", "ten modules", "hundred points of modules", "X with a Robot bonus"}
    wanted |= {"all starships"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 7}
    assert not {name for name in wanted if not found[name]}
