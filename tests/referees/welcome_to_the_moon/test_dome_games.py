"""Whole games of the Dome referee by itself: what must hold in every position, and what good play reaches."""

import pytest

from .cards import EMPTY, X
from .dome import DomeReferee
from .dome_policies import PLAYERS
from .missions import MISSIONS
from .positions import kinds
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 40

# adventure_5 1.1 and 1.2, written out: cells from bottom to top, the two starting levels, both ends.
SKYSCRAPERS = ((range(0, 9), 5, 6), (range(9, 19), 12, 13), (range(19, 29), 21, 22), (range(29, 38), 33, 34))
CELLS_OF_ENDS = (8, 0, 18, 9, 28, 19, 37, 29)


def open_levels(cells):
    """Find the open levels from the interval that the filled levels of a skyscraper form."""
    found = []
    for levels, below, above in SKYSCRAPERS:
        filled = [cell for cell in levels if cells[cell] != EMPTY]
        if not filled:
            found += [below, above]
            continue
        assert filled == list(range(filled[0], filled[-1] + 1)) and {below, above} & set(filled)
        found += [cell for cell in (filled[0] - 1, filled[-1] + 1) if cell in levels]
    return found


def check(referee):
    """Check the marks of all sheets against each other."""
    check_decision(referee)
    for sheet, player in zip(referee.sheets, referee.snapshot()["players"], strict=True):
        cells = player["cells"]
        assert sheet.accessible_cells() == open_levels(cells)
        for state, cell in zip(player["ends"], CELLS_OF_ENDS, strict=True):
            assert (state in ("high", "low")) == (cells[cell] != EMPTY)
        assert max(player["plants"]) <= 2 and max(player["waters"]) <= 1 and max(player["energies"]) <= 4
        numbers = sum(held not in (EMPTY, X) for held in cells)
        used = player["astronauts"] + cells.count(X) + sum(player["plants"] + player["waters"] + player["energies"])
        used += 8 + len(player["cuts"]) - len(sheet.unbuilt_pieces())
        assert used <= numbers and player["astronauts"] <= 8  # one action with each number
        check_dome(sheet, player, referee)


def check_dome(sheet, player, referee):
    """Check that the dome grows from its feet, and that every X was paid for while that was possible."""
    cuts, built = set(player["cuts"]), set(player["built"])
    assert all(section in cuts or (2 * section in built) == (2 * section + 1 in built) for section in range(8))
    unbuilt = [half for half in range(16) if half not in built]
    assert not unbuilt or unbuilt == list(range(unbuilt[0], unbuilt[-1] + 1))
    pieces = sum(2 - (half // 2 not in cuts) for half in unbuilt) / 2
    assert pieces == len(sheet.unbuilt_pieces()) <= 16 and sheet.meets(92) == (not unbuilt)
    paid = player["cells"].count(X) - ("cut" in kinds(referee) and sheet is referee.sheets[referee.actor])
    assert len(cuts) == paid or len(cuts) < paid and not sheet.sections_to_cut()


def check_decision(referee):
    """Check what is asked: passes where an action may be declined, and targets that follow the rules."""
    asked, legal = kinds(referee), referee.legal()
    if not asked:
        return
    sheet = referee.sheets[referee.actor]
    assert ("pass" in asked) == bool(asked & {"x", "build"}) or asked == {"shift", "pass"} or asked == {"shift"}
    if asked & {"track", "cut", "end"}:  # a single one is taken without asking
        assert len(asked) == 1 and 2 <= len(legal) <= 8
    if "build" in asked:
        assert legal <= {("build", 0), ("build", 1), ("pass",)}
    if "x" in asked:
        assert legal == {("x", cell) for cell in open_levels(sheet.cells)} | {("pass",)} and len(legal) <= 9
    if "write" in asked:
        assert {cell for _, cell in legal} <= set(open_levels(sheet.cells))
    if asked == {"shift", "pass"}:
        assert ("shift", 0) in legal
    if asked == {"shift"}:
        assert ("shift", 0) not in legal


def marks(sheet):
    """Name what a sheet has reached."""
    reached = {
        "high": "high" in sheet.races,
        "low": "low" in sheet.races,
        "five ends": sum(state in ("high", "low") for state in sheet.races) >= 5,
        "dome": not sheet.unbuilt_pieces(),
        "half a section": any(len(sheet.built & {2 * section, 2 * section + 1}) == 1 for section in sheet.cuts),
        "both halves": any({2 * section, 2 * section + 1} <= sheet.built for section in sheet.cuts),
        "free X": sheet.cells.count(X) > len(sheet.cuts),
        "all astronauts": sheet.astronauts == 8,
        "no astronaut": sheet.astronauts == 0,
        "full level": 3 in sheet.symbols(),
        "full track": 4 in sheet.energies,
        "twelve energies": sum(sheet.energies) >= 12,
    }
    return [name for name, is_reached in reached.items() if is_reached]


def by_chance(referee, rng):
    """Choose any legal action."""
    return rng.choice(sorted(referee.legal()))


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    play_game(DomeReferee, players, opponent, 7, by_chance, check, TURNS)
    for seed in (3, 4, 5, 6) if players == 1 else (5, 6):
        play_game(DomeReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends of the game, the dome, full tracks."""
    found = good_play(DomeReferee, PLAYERS, 10, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "deck", "won against ASTRA", "high", "low", "five ends", "dome"}
    wanted |= {"half a section", "both halves", "free X", "all astronauts", "no astronaut", "full level", "full track"}
    wanted |= {"twelve energies"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 5}
    assert not {name for name in wanted if not found[name]}
