"""Whole games of the Battle referee by itself: what must hold in every position, and what good play reaches."""

import random
from collections import Counter

import pytest

from .battle import BattleReferee
from .battle_policies import PLAYERS
from .battle_sheet import ASTEROID_BONUSES, CELL_BONUSES, PLANETS, A, B
from .dealer import Dealer
from .missions import MISSIONS
from .positions import kinds
from .whole_games import SETTINGS, check_cards, check_outcome, mission_cards, mixed_play

# adventure_8 4: per sheet 33 cells and one error on each side before the last turn. In solo mode ASTRA draws on the
# active sheet in every turn, so a sheet is full or has two errors after 17 visits, the left one in turn 33.
TURNS, SOLO_TURNS = 35, 33

# adventure_8 7: the most answers of a player in a turn by group. A chain is combination, planet, the Robot of the cell
# and the Robot of the combination with two choices each.
GROUPS = {
    **dict.fromkeys(("combination", "system_error", "planet", "use", "pass", "column", "moon"), "chain"),
    **dict.fromkeys(("mission", "no_mission"), "missions"),
    **dict.fromkeys(("give", "remove"), "card"),
}
MOST_ANSWERS = {"chain": 8, "missions": 3, "card": 1, "planet of ASTRA": 1, "effect": 6}

# adventure_8 1.2 and 1.1, written out: what the asteroids and cells bring by themselves.
PLANT_CELLS, WATER_CELLS = (2, 13, 17, 24, 32), (12, 23, 29)
PLANT_ASTEROIDS, WATER_ASTEROIDS = (1, 3, 9, 11), (2, 4, 8, 10)


class WatchedReferee(BattleReferee):
    """Counts how often players are asked, and what ASTRA and the actions did that the sheets do not show."""

    def _prepare(self):
        self.answers = Counter()  # by seat, turn and group
        self.used = Counter()  # actions used by the index of the sheet and half

    def apply(self, action):
        """Count the answers of a turn."""
        group = GROUPS[action[0]]
        if self.astra is not None and not self.astra.hand_complete():
            group = "planet of ASTRA" if action[0] == "planet" else "effect"
        key = (self.actor, self.turn, group)
        self.answers[key] += 1
        assert self.answers[key] <= MOST_ANSWERS[group]
        super().apply(action)

    def _use(self, seat, action, planet):
        sheet, half = self.active(seat)
        before = sheet.snapshot()
        yield from super()._use(seat, action, planet)
        if before != sheet.snapshot():
            self.used[next(i for i, other in enumerate(self.sheets) if other is sheet), half, action] += 1


def check(referee, sheets):
    """Check a position: cards, shared sheets, halves, obligation, what is asked."""
    check_cards(referee, TURNS if referee.astra is None else SOLO_TURNS)
    active = None if referee.actor is None else referee.active(referee.actor)
    for index, sheet in enumerate(sheets):
        check_planets(sheet, solo=referee.astra is not None)
        for half in (A, B):
            check_half(referee, index, sheet, half, asked=active == (referee.sheets[index], half))
        check_moves(referee, index, sheet)
    check_decision(referee)
    if referee.astra is not None:
        flags = sum(A in flag for sheet in referee.sheets for flag in sheet.flags)
        assert referee.astra.bonuses_circled == min(6, flags // 2)


def check_planets(sheet, solo):
    """Check that planets are filled in order and that flags stand on the complete ones, by majority."""
    for index, planet in enumerate(PLANETS):
        owners = [sheet["cells"][cell] for cell in planet.cells]
        filled = sum(owner is not None for owner in owners)
        assert all(owner is None for owner in owners[filled:])
        assert sum(sheet["moons"][index]) <= 2
        mine, other = (owners.count(half) + sheet["moons"][index][half] for half in (A, B))
        flag = [A] * (mine >= other) + [B] * (other > mine or other == mine and not solo)
        assert sheet["flags"][index] == (flag if filled == len(owners) else [])
        assert 0 <= sheet["plants"][index] <= planet.plants and 0 <= sheet["waters"][index] <= planet.waters
    owners = sheet["asteroids"]
    taken = [owners.count(half) for half in (A, B)]
    assert owners == [A] * taken[A] + [None] * (13 - sum(taken)) + [B] * taken[B]


def check_half(referee, index, sheet, half, asked):
    """Check what a half has crossed off against what it has drawn on and the actions it has used.

    If its player is `asked`, an action or a bonus may be under way.
    """
    tracks, used = sheet["halves"][half], referee.used
    if referee.astra is not None and half == B:
        assert not any(sum(value) if isinstance(value, list) else value for value in tracks.values())
        return
    drawn = [cell for cell, owner in enumerate(sheet["cells"]) if owner == half]
    mined = [asteroid for asteroid, owner in enumerate(sheet["asteroids"]) if owner == half]
    plants = used[index, half, "plant"] + len({*PLANT_CELLS} & {*drawn}) + len({*PLANT_ASTEROIDS} & {*mined})
    waters = used[index, half, "water"] + len({*WATER_CELLS} & {*drawn}) + len({*WATER_ASTEROIDS} & {*mined})
    assert tracks["plants"] == min(11, plants) and tracks["waters"] == min(9, waters)
    energies = used[index, half, "energy"] + sum(ASTEROID_BONUSES[asteroid].count("energy") for asteroid in mined)
    assert sum(tracks["columns"]) in ((energies, energies - 1, energies - 2) if asked else (min(12, energies),))
    assert all(0 <= crossed_off <= 4 for crossed_off in tracks["columns"])
    assert tracks["plannings"] == min(7, used[index, half, "planning"])
    moons = sum(moon[half] for moon in sheet["moons"])
    assert used[index, half, "planning"] <= moons <= used[index, half, "planning"] + 2 * (6 in mined)
    assert len(mined) <= used[index, half, "robot"] + sum(CELL_BONUSES.get(cell) == "robot" for cell in drawn) + asked
    assert tracks["astronauts_stored"] >= 0 and tracks["astronauts_stored"] + tracks["astronauts_spent"] <= 6
    assert tracks["errors"] < 2 or is_last_turn(referee)


def is_last_turn(referee):
    """Tell whether the game ends with the turn that is played."""
    return any(half.errors == 2 for sheet in referee.sheets for half in sheet.halves) and (
        referee.actor is None or referee._ends()
    )


def check_moves(referee, index, sheet):
    """Check that every sheet got one insignia or error in every turn, in solo mode two in the turns it was active."""
    moves = sum(owner is not None for owner in sheet["cells"]) + sum(half["errors"] for half in sheet["halves"])
    if referee.astra is None:
        assert referee.turn - 1 <= moves <= referee.turn
        visits = [(referee.turn + 1) // 2, referee.turn // 2]
    else:
        visits = [(referee.turn + 1 - index) // 2] * 2
    for half in (A, B):
        drawn = sheet["cells"].count(half) + sheet["halves"][half]["errors"]
        assert visits[half] - 1 <= drawn <= visits[half]


def check_decision(referee):
    """Check what is asked: no System Error as long as a number can be drawn plainly, passes where they belong."""
    asked, legal = kinds(referee), referee.legal()
    if "combination" in asked:
        sheet = referee.active(referee.actor).sheet
        open_planets = [p for p in PLANETS if None in [sheet.cells[cell] for cell in p.cells]]
        plain = any(p.lowest <= number <= p.highest for p in open_planets for number, _ in referee._offers())
        assert ("system_error" in asked) != plain and asked <= {"combination", "system_error"}
    if "pass" in asked:
        assert asked in ({"use", "pass"}, {"moon", "pass"})
    if asked in ({"moon"}, {"column"}):  # a single one is taken without asking
        assert len(legal) > 1
    if asked == {"planet"} and referee.astra is not None and len(referee.astra.drawn) == 1:
        assert len(legal) == 2 and referee.astra.effect is None


def without_errors(sheet):
    """Return a sheet without its System Errors."""
    return {**sheet, "halves": [{**half, "errors": 0} for half in sheet["halves"]]}


def check_step(before, after, seat, players):
    """Check that nothing is undone, and that a player changes only the active sheet, and the rival's flags of it."""
    for index, (old, new) in enumerate(zip(before["sheets"], after["sheets"], strict=True)):
        if players > 1 and after["turn"] == before["turn"]:
            is_left = after["turn"] % 2 == 1
            is_active = index == (seat if is_left else (seat - 1) % players)
            assert is_active or without_errors(old) == without_errors(new)  # others may take theirs without being asked
            rival = B if is_left else A
            assert old["halves"][rival] == new["halves"][rival]
        assert all(held in (None, now) for held, now in zip(old["cells"], new["cells"], strict=True))
        assert all(held in (None, now) for held, now in zip(old["asteroids"], new["asteroids"], strict=True))
        assert all(held in ([], now) for held, now in zip(old["flags"], new["flags"], strict=True))
        for symbols in ("plants", "waters"):
            assert all(held >= now for held, now in zip(old[symbols], new[symbols], strict=True))
        for held, now in zip(old["halves"], new["halves"], strict=True):
            assert all(held[key] <= now[key] for key in held if key not in ("columns", "astronauts_stored"))
            assert all(few <= many for few, many in zip(held["columns"], now["columns"], strict=True))
    for held, now in zip(before["players"], after["players"], strict=True):
        assert all(value in (None, new) for value, new in zip(held["missions"], now["missions"], strict=True))


def play_game(players, opponent, seed, choose):
    """Play a game and check every position; replay it with the ring turned by one seat, which must not matter.

    Returns:
        The referee at the end and the reasons why the game ended.
    """
    rng = random.Random(seed)
    missions = mission_cards(8, rng)
    referee = WatchedReferee(players, opponent, missions, Dealer(seed))
    answers = [[] for _ in range(players)]
    position = referee.snapshot()
    while referee.actor is not None:
        check(referee, position["sheets"])
        before, seat = position, referee.actor
        action = choose(referee, rng)
        answers[seat].append(action)
        referee.apply(action)
        position = referee.snapshot()
        check_step(before, position, seat, players)
    check(referee, position["sheets"])
    again = BattleReferee(players, opponent, missions, Dealer(seed))
    queues = [iter(answers[(seat + 1) % players]) for seat in range(players)]
    while again.actor is not None:
        again.apply(next(queues[again.actor]))
    for one, other in ((again.snapshot()[key], position[key]) for key in ("sheets", "players")):
        assert one == (other[1:] + other[:1] if players > 1 else other)
    assert again.outcome() == referee.outcome()[1:] + referee.outcome()[:1] and again.turn == referee.turn
    return referee, check_result(referee)


def check_result(referee):
    """Check the end: an end condition is met, and the outcome follows the points."""
    reasons = {
        "full": any(None not in sheet.cells for sheet in referee.sheets),
        "errors": any(half.errors == 2 for sheet in referee.sheets for half in sheet.halves),
        "three_missions": any(None not in taken for taken in referee.board.taken),
    }
    assert any(reasons.values())  # adventure_8 6.5: the deck is never exhausted for the second time
    check_outcome(referee)
    return reasons


def by_chance(referee, rng):
    """Choose any legal action."""
    return rng.choice(sorted(referee.legal()))


def marks(referee):
    """Name what the players of a game have reached."""
    sheets = referee.sheets
    tracks = [half for sheet in sheets for half in sheet.halves]
    return {
        "all plants": any(half.plants == 11 for half in tracks),
        "all waters": any(half.waters == 9 for half in tracks),
        "full column": any(4 in half.columns for half in tracks),
        "all columns": any(sum(half.columns) == 12 for half in tracks),
        "all plannings": any(half.plannings == 7 for half in tracks),
        "all astronauts": any(half.astronauts_stored + half.astronauts_spent == 6 for half in tracks),
        "five astronauts spent": any(half.astronauts_spent >= 5 for half in tracks),
        "all asteroids": any(None not in sheet.asteroids for sheet in sheets),
        "asteroid 6": any(sheet.asteroids[6] is not None for sheet in sheets),
        "shared flag": any(len(flag) == 2 for sheet in sheets for flag in sheet.flags),
        "full moons": any(sum(len(moon) == 2 for moon in sheet.moons) >= 5 for sheet in sheets),
        "incomplete planet awarded": not all(sheet.full() for sheet in sheets),
        "last cell of ASTRA": referee.astra is not None and any(s.full() and s.halves[A].errors for s in sheets),
        "four solo bonuses": referee.astra is not None and referee.astra.bonuses_circled >= 4,
        "won against ASTRA": referee.astra is not None and referee.outcome() == [1.0],
        "solo turn 33": referee.astra is not None and referee.turn == SOLO_TURNS,
        "turn 35": referee.turn == TURNS,
    }


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random and mixed."""
    play_game(players, opponent, 7, by_chance)
    seed = players + (opponent or 0)
    play_game(players, opponent, seed, mixed_play(PLAYERS, seed))


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends of the game, full tracks, all asteroids."""
    found = Counter()
    for policy in PLAYERS:
        for seed in range(7):
            player = policy(random.Random(seed), chance=0.02)
            players, opponent = (1, 1 + seed % 8) if seed % 2 else (2, None)
            referee, reasons = play_game(players, opponent, seed, lambda referee, rng, p=player: p.choose(referee))
            found.update(name for name, reached in {**reasons, **marks(referee)}.items() if reached)
            for taken in referee.board.taken:
                found.update((card, v) for card, v in zip(referee.board.cards, taken, strict=True) if v is not None)
    wanted = {"full", "errors", "three_missions", *marks(referee)}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 8}
    assert not {name for name in wanted if not found[name]}
