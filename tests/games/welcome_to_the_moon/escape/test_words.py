"""Escape in words: what a player reads before choosing."""

from tests.games.welcome_to_the_moon.escape.positions import GROUND_CELLS, USELESS, EscapePosition
from tests.referees.welcome_to_the_moon.cards import X

# The starships of the sheet below: their blocks, and what is circled.
STARSHIPS = (
    (6, "M1   .w  .r  - M2   .w  .   - G   .  ", "reactors 2/3 (module 4), plants 2/3 (greenhouse 4, no x2)"),
    (5, "M1   .   .w  .   - G   .   - M2   .w  .r ", "reactors 1/3 (module 2), plants 1/3 (greenhouse 2, x2 open)"),
    (4, "M1   .w  .r  - G   .   - M2   .   .w  .  ", "reactors 1/3 (module 2), plants 1/3 (greenhouse 2, x2 open)"),
    (3, "G   .   - M1   .   .w  .   - M2   .r  .   .w ", "reactors 0/3 (module 0), plants 1/3 (greenhouse 2, x2 open)"),
    (
        2,
        "M1   .   .w  .r  - M2 [14  15   . ] = G [ . ] - M3   .   .w  .r ",
        "reactors 2/3 (module 4), plants 0/3 (greenhouse 0, x2 open)",
    ),
    (
        1,
        "M1 [ 2   5   6~  . ] = G [ X ] - M2 [ .   .w  .r  . ]",
        "reactors 1/3 (module 2), plants 3/3 (greenhouse 7, x2 circled)",
    ),
)


def choices(position):
    """The legal actions in words."""
    return [position.batch.describe(int(action)) for action in position.batch.legal_actions()]


def test_a_sheet():
    """escape 1.1, 1.2, 1.3, 1.4, 1.5, 6.1: the whole of it."""
    position = EscapePosition().put(0, {0: 2, 1: 5, 2: 6, 4: X, 12: 14, 13: 15}).activate(0, 0, 3, 6).double(0, 0)
    position.circle_tanks(0, 0).close_races(5)
    position.set(0, plants=[3, 0, 1, 1, 1, 2], reactors=[1, 2, 0, 1, 1, 2], missions=[10, 0, 4])
    position.set(0, astronauts=3, wilds_earned=1, plannings=2, system_errors=1)
    own_sheet = position.words().partition("Player 0 (you): ")[2].partition("\n\n")[0]
    assert own_sheet.splitlines() == [
        "1 wild actions left, planning penalty 3, 3 astronauts, 2 plannings crossed off, missions: A for 10, C for 4, "
        "System Errors 1 of 3",
        *(f"  starship {ship}: {row:64}  {symbols}" for ship, row, symbols in STARSHIPS),
        "  (M1, M2, M3 modules, G greenhouse, in square brackets when accessible; = an activated airlock, "
        "- another one;",
        "  w water tank, ~ when circled, which doubles its module; r Robot bonus: "
        "filling the space activates an airlock;",
        "  in round brackets what a full module and the filled greenhouse of the starship are worth)",
        "  activated airlocks from starship to starship: module 1 of starship 1 and module 2 of starship 2",
    ]


def test_airlocks_say_why():
    """escape 2.3, 2.4, 3.1: a bonus, a compensation or the action; and whether the airlock opens anything."""
    between = "activate the airlock between module 2 of starship 1 and module 3 of starship 2"
    position = EscapePosition().pick(8, "robot").act("write", 7)
    assert f"Robot bonus: {between}" in choices(position) and len(choices(position)) == 5
    position.act("airlock", 0)
    assert choices(position)[0] == "do not use the action" and between in choices(position)
    position = EscapePosition().cross(0, *GROUND_CELLS).offer((8, "water"), (8, "water"), (8, "water"))
    assert choices(position)[0] == "activate no airlock after the System Error"
    assert f"after the System Error {between}" in choices(position)
    position = EscapePosition().activate_but(0, *USELESS).pick(8, "robot").act("write", 1)
    assert choices(position)[1:] == [
        "activate the airlock between module 1 of starship 2 and module 2 of starship 2, both accessible already",
        "activate the airlock between the greenhouse of starship 2 and module 3 of starship 2, both accessible already",
    ]


def test_an_effect_card():
    """escape 7.2: what can be lost."""
    position = EscapePosition(1).close_races(*range(4)).draw("C", (5, "robot"), (6, "water"), (7, "plant"))
    assert choices(position) == [f"cross off the x2 bonus of the greenhouse of starship {ship}" for ship in (5, 6)]
    assert "x2 bonuses still open in the greenhouses of starships: 5, 6\n" in position.words()
