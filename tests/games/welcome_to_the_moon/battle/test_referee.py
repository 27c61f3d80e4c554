"""The independent referee follows games of Battle in every mode."""

from collections import Counter

from tests.games.welcome_to_the_moon.battle.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    BOTH_EFFECTS,
    TURNS_OF_A_RESHUFFLE,
    RefereeFollows,
    SkilledGames,
    mission_events,
    missions_taken,
    result_of,
)
from tests.referees.welcome_to_the_moon.battle_policies import PLAYERS, Achiever, Navigator
from tests.referees.welcome_to_the_moon.battle_sheet import A


def endings(referee):
    """Why a game ended: one reason or more."""
    found = set()
    for sheet in referee.sheets:
        found |= {"two errors of a half"} if any(half.errors == 2 for half in sheet.halves) else set()
        found |= {"full sheet"} if sheet.full() else set()
    found |= {"three missions"} if any(referee.board.count(seat) == 3 for seat in referee.seats) else set()
    assert found, "the game ended without a reason"
    return found


def events_of_sheet(sheet):
    """What happened on a sheet."""
    flags = sheet.flags
    tracks = sheet.halves
    happened = {
        "flag of A": {A} in flags,
        "flag of B": {1 - A} in flags,
        "shared flag": {A, 1 - A} in flags,
        "asteroid in the middle": sheet.asteroids[6] is not None,
        "all asteroids": None not in sheet.asteroids,
        "a moon with both": any(len({*moon}) == 2 for moon in sheet.moons),
        "a moon with one twice": any(len(moon) == 2 and len({*moon}) == 1 for moon in sheet.moons),
        "all plants": any(half.plants == 11 for half in tracks),
        "all waters": any(half.waters == 9 for half in tracks),
        "full column": any(4 in half.columns for half in tracks),
        "all plannings": any(half.plannings == 7 for half in tracks),
        "all astronauts": any(half.astronauts_stored + half.astronauts_spent == 6 for half in tracks),
        "astronaut spent": any(half.astronauts_spent for half in tracks),
        "an error on each half": all(half.errors for half in tracks),
    }
    return [name for name, has_happened in happened.items() if has_happened]


class TestBattle(SkilledGames, RefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "battle"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 18}
    RANDOM_SOLO = ("full sheet", "loss", "turn 22", "bonus spent", "last cell of ASTRA", "turn 33")
    RANDOM_SEVERAL = ("two errors of a half", "full sheet", "win", "loss", "turn 21", "astronaut spent", "shared flag")
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 10, 2: 20, 3: 10, 4: 8, 5: 6, 6: 6}
    SEEKERS = (Achiever, Navigator)
    SEEKING_GAMES = {1: 3, 2: 8, 3: 3, 4: 2, 5: 2, 6: 2}
    MISSIONS = ((106, 108, 110), (107, 109, 111))
    SKILLED_SEVERAL = (
        ("two errors of a half", "three missions", "full sheet", "win", "loss", "turn 21", "turn 34")
        + ("an error on each half", "pass", "system_error", "flag of A", "flag of B", "shared flag")
        + ("asteroid in the middle", "all asteroids", "a moon with both", "a moon with one twice", "all plants")
        + ("all waters", "full column", "all plannings", "all astronauts", "astronaut spent")
        + missions_taken(range(106, 112), "first", "later")
    )
    SKILLED_SOLO = (
        ("two errors of a half", "three missions", "full sheet", "win", "loss", "turn 22", "turn 33")
        + ("bonus spent", "mission turned over by an effect card", "last cell of ASTRA", "flag of A", "flag of B")
        + ("asteroid in the middle", "a moon with both", "full column", "astronaut spent", "all plants", "pass")
        + ("system_error",)
        + BOTH_EFFECTS
        + missions_taken(range(106, 112), "first")
    )
    NEVER_SOLO = ("turn 34", "shared flag")
    SPOILED = (
        (lambda sheet: sheet.draw(6, 1), r"sheets\[1\].cells\[30\]: kernels None, referee 1"),
        (lambda sheet: sheet.moons[4].append(0), r"sheets\[1\].moons\[4\]\[0\]: kernels 0, referee 1"),
        (lambda sheet: sheet.take_asteroid(1), r"sheets\[1\].asteroids\[12\]: kernels None, referee 1"),
        (
            lambda sheet: sheet.halves[0].circle_astronaut(),
            r"sheets\[1\].halves\[0\].astronauts_stored: kernels 0, referee 1",
        ),
    )

    def events(self, referee):
        found = Counter([*endings(referee), *result_of(referee), *mission_events(referee)])
        found.update(f"turn {turn}" for turn in (*TURNS_OF_A_RESHUFFLE, 33, 34, 35) if referee.turn >= turn)
        for sheet in referee.sheets:
            found.update(events_of_sheet(sheet))
        if referee.astra is not None:
            full = [sheet for sheet in referee.sheets if sheet.full()]
            found["last cell of ASTRA"] = sum(sheet.halves[A].errors for sheet in full)
            found["bonus spent"] = referee.astra.bonuses_spent
        return found
