"""Whole games of the Virus referee by itself: what must hold in every position, and what good play reaches."""

from collections import Counter

import pytest

from .cards import EMPTY, INFECTED, X
from .missions import MISSIONS
from .positions import kinds
from .virus import VirusReferee
from .virus_policies import PLAYERS
from .virus_sheet import (
    BLUE,
    GREEN,
    MISSION_VIRUSES,
    PLANT_TRACK,
    PLANTS,
    QUARTER_CELLS,
    TANK_CELLS,
    VIRUS_QUARTERS,
    WALKWAYS,
    WATER_TRACK,
)
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 56

# adventure_6 8: the most answers of a player in a turn by group; infections are counted over the whole game, since
# the last cell of a quarter is taken without asking.
GROUPS = {
    **dict.fromkeys(("combination", "system_error", "wild", "keep_action", "shift", "write"), "write"),
    **dict.fromkeys(("use", "pass", "walkway", "quarter", "x"), "write"),
    **dict.fromkeys(("mission", "no_mission"), "missions"),
    **dict.fromkeys(("virus", "propagation_symbol"), "effects"),
    **dict.fromkeys(("give", "remove"), "card"),
}
MOST_ANSWERS = {"write": 5, "missions": 6, "effects": 3, "card": 1}
MOST_INFECTIONS_ASKED = 44
MOST_PROPAGATIONS, MOST_SOLO_PROPAGATIONS = 6, 7


def infections_by_count(empty, closed, viruses, count):
    """Carry out propagations on the numbers of empty cells alone, loop by loop as the specification writes them.

    Args:
        empty: Number of empty cells of each quarter.
        closed: The closed walkways.
        viruses: Quarters with an active virus.
        count: Number of propagations.

    Returns:
        How often each quarter is infected.
    """
    left, most = list(empty), 0
    for _ in range(count):
        before = sum(left)
        for virus in sorted(viruses):
            if left[virus] > 0:
                left[virus] -= 1
                continue
            for walkway, (one, other) in enumerate(WALKWAYS):
                if walkway not in closed and virus in (one, other):
                    neighbour = other if virus == one else one
                    left[neighbour] = max(0, left[neighbour] - 1)
        most = max(most, before - sum(left))
    assert most <= 18
    return [old - new for old, new in zip(empty, left, strict=True)]


class WatchedReferee(VirusReferee):
    """Checks every propagation against another way to carry it out, and how often players are asked."""

    def _prepare(self):
        super()._prepare()
        self.answers = Counter()  # by seat, group and turn
        self.propagations = Counter()  # by seat and turn
        self.started_by_astra = 0

    def apply(self, action):
        """Count the answers of a turn."""
        group = GROUPS.get(action[0])
        key = (self.actor, group, self.turn if group else None)
        self.answers[key] += 1
        assert self.answers[key] <= (MOST_ANSWERS[group] if group else MOST_INFECTIONS_ASKED)
        super().apply(action)

    def _propagate(self, seat, count):
        sheet = self.sheets[seat]
        empty = [len(sheet.empty_spaces(quarter)) for quarter in range(11)]
        viruses = {sheet.grey} | {VIRUS_QUARTERS[colour] for colour in range(5) if self.active[colour]}
        expected = infections_by_count(empty, sheet.walkways, viruses, count)
        filled = [sheet.filled_spaces(quarter) for quarter in range(11)]
        yield from super()._propagate(seat, count)
        assert expected == [old - len(sheet.empty_spaces(quarter)) for quarter, old in enumerate(empty)]
        assert filled == [sheet.filled_spaces(quarter) for quarter in range(11)]
        self.propagations[seat, self.turn] += count
        most = MOST_PROPAGATIONS if self.astra is None else MOST_SOLO_PROPAGATIONS
        assert self.propagations[seat, self.turn] <= most

    def _carry_out_effect(self, letter):
        before = sum(self.active) + sum(self.symbols)
        yield from super()._carry_out_effect(letter)
        self.started_by_astra += sum(self.active) + sum(self.symbols) - before


def check(referee):
    """Check the marks of all sheets against each other, and the viruses against what activates them."""
    asked = kinds(referee)
    check_declining(referee, asked)
    for seat, player in enumerate(referee.snapshot()["players"]):
        check_sheet(player, settled="combination" in asked and referee.actor <= seat or asked == {"infect"})
    if "combination" in asked and referee.actor == 0:
        check_viruses(referee)
    if referee.astra is not None and referee.astra.effect is None:
        started = sum(referee.active) + sum(referee.symbols) - referee.started_by_astra
        started += len(referee.activated_now) + len(referee.triggered_now)
        assert referee.astra.bonuses_circled == started <= 9


def check_declining(referee, asked):
    """Check adventure_6 4 and ruling 14: every action but Energy has a pass; bonuses and infections have none."""
    if "pass" in asked or asked & {"x", "use"}:
        assert asked in ({"pass", "x"}, {"pass", "use"}, {"pass", "walkway"})
    if asked == {"walkway"}:
        assert sum(referee.sheets[referee.actor].plants) in PLANT_TRACK.line_ends
    if "quarter" in asked:
        assert asked == {"quarter"} and len(referee.sheets[referee.actor].tanks) in WATER_TRACK.line_ends
    if "infect" in asked:
        assert asked == {"infect"} and (2 <= len(referee.legal()) <= 5 or referee.turn == 0)


def check_sheet(player, settled):
    """Check a sheet; `settled` if nothing waits for phase 5."""
    cells = player["cells"]
    assert player["grey"] in (-1, 0, 3, 7, 10) and set(player["walkways"]) <= set(range(22))
    assert (INFECTED in cells) == (player["grey"] >= 0)
    assert all(0 <= plants <= most for plants, most in zip(player["plants"], PLANTS, strict=True))
    assert all(cells[TANK_CELLS[tank]] not in (EMPTY, X, INFECTED) for tank in player["tanks"])
    assert all(1 <= energies <= 3 for energies in player["energies"])
    assert 0 <= player["wilds_used"] <= player["wilds_earned"] <= 6
    for quarter, points in enumerate(player["evacuated"]):
        held = [cells[cell] for cell in QUARTER_CELLS[quarter]]
        if points is not None:
            assert EMPTY not in held
            assert points == sum(value != INFECTED for value in held) * player["energies"][quarter]
        elif settled:
            assert EMPTY in held


def check_viruses(referee):
    """Check at the start of a turn that what is active or crossed off is what players have reached, or ASTRA."""
    plants = max(sum(sheet.plants) for sheet in referee.sheets)
    tanks = max(len(sheet.tanks) for sheet in referee.sheets)
    for letter, virus in enumerate(MISSION_VIRUSES):
        claimed = any(taken[letter] is not None for taken in referee.board.taken)
        assert (
            referee.active[virus] == (claimed or referee.board.turned_over[letter]) == referee.board.turned_over[letter]
        )
    reached = {("virus", GREEN): plants >= 5, ("virus", BLUE): tanks >= 3}
    reached |= {("symbol", 0): plants >= 8, ("symbol", 1): plants >= 11}
    reached |= {("symbol", 2): tanks >= 5, ("symbol", 3): tanks >= 7}
    for (kind, index), is_reached in reached.items():
        started = (referee.active if kind == "virus" else referee.symbols)[index]
        assert started == is_reached or (started and referee.started_by_astra > 0)


def marks(sheet):
    """Name what a sheet has reached."""
    evacuated = [points for points in sheet.evacuated if points is not None]
    reached = {
        "eight quarters": len(evacuated) >= 8,
        "15 points": 15 in evacuated,
        "0 points": 0 in evacuated,
        "ten plants": sum(sheet.plants) >= 10,
        "eight tanks": len(sheet.tanks) >= 8,
        "15 walkways": len(sheet.walkways) >= 15,
        "all astronauts": sheet.astronauts == 6,
        "all plannings": sheet.plannings == 6,
        "four wilds used": sheet.wilds_used >= 4,
        "thirty infections": sheet.infected() >= 30,
        "five infections": sheet.infected() <= 5,
    }
    return [name for name, is_reached in reached.items() if is_reached]


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    for seed in range(3 if players == 1 else 1 + (players < 4)):
        seed += players + (opponent or 0)
        play_game(WatchedReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends, full rows, many infections and few."""
    found = good_play(WatchedReferee, PLAYERS, 6, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "deck", "won against ASTRA", "eight quarters", "15 points"}
    wanted |= {"0 points", "ten plants", "eight tanks", "15 walkways", "all astronauts", "all plannings"}
    wanted |= {"four wilds used", "thirty infections", "five infections"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 6}
    assert not {name for name in wanted if not found[name]}
