"""Battle in words: what a player reads before choosing."""

from tests.games.edited_game import put_records
from tests.games.welcome_to_the_moon.battle.positions import BattlePosition
from tests.referees.welcome_to_the_moon.battle_sheet import A, B


def choices(position):
    """The legal actions in words."""
    put_records(position.batch, position._states)
    return [position.batch.describe(int(action)) for action in position.batch.legal_actions()]


def test_a_sheet():
    """battle 1.1, 1.2, 1.3, 1.4: the whole of it."""
    position = BattlePosition().occupy(0, {0: "ABA", 2: "AB", 6: "ABB"}, {0: "B", 3: "AB", 6: "A", 4: "B"})
    position.mark(0, A, plants=2, waters=1, energies=[1, 2, 4], plannings=3, astronauts=3, astronauts_spent=1)
    position.mark(0, B, errors=1).mark(0, A, asteroids=2).mark(0, B, asteroids=1).set(0, missions=[12, 0, 4])
    position.ring_sheet(0)["plant_symbols"][2] = 1
    own_sheet = position.words().partition("Player 0 (you): ")[2].partition("\n\n")[0]
    assert own_sheet.splitlines() == [
        "missions: A for 12, C for 4; draws on half A",
        "  planet 1 (green, 0 to 3)     A B A          moon B.  plants 1, waters 1, flags of both",
        "  planet 2 (grey, 3 to 5)      . . . . r      moon ..  plants 1, waters 1",
        "  planet 3 (blue, 5 to 7)      A B r . w      moon ..  plants 1, waters 1",
        "  planet 4 (grey, 7 to 9)      p . . . p . r  moon AB  plants 2, waters 1",
        "  planet 5 (green, 9 to 11)    . . . w p      moon B.  plants 2, waters 1",
        "  planet 6 (blue, 11 to 13)    . . . . w      moon ..  plants 2, waters 1",
        "  planet 7 (green, 13 to 17)   A B B          moon A.  plants 2, waters 0, flags of both",
        "  asteroids, A from the left, B from the right: A A w p we ee mm ee we p w p B",
        "  half A: 2 of 11 plant boxes, worth 4; 1 of 9 water boxes, worth 3; 3 of 7 planning boxes, costing 10",
        "    a planet is worth: green 3, blue 6, grey 12 (boxes 1, 2, 4 of 4); "
        "astronauts: 2 stored, 1 spent, 3 left; System Errors 0 of 2",
        "  half B: 0 of 11 plant boxes, worth 0; 0 of 9 water boxes, worth 0; 0 of 7 planning boxes, costing 0",
        "    a planet is worth: green 2, blue 2, grey 4 (boxes 0, 0, 0 of 4); "
        "astronauts: 0 stored, 0 spent, 6 left; System Errors 1 of 2",
    ]


def test_the_ring():
    """battle 2.2: who draws where, and where the own other sheet lies."""
    assert (
        "Everybody draws on half A: player 0 on the sheet shared with player 1, "
        "player 1 on the sheet shared with player 2, player 2 on the sheet shared with player 0\n"
        "Your other sheet, on which you have half B, lies with the player before you\n"
    ) in BattlePosition(3).words()
    assert (
        "Everybody draws on half B: player 0 on the sheet shared with player 2, "
        "player 1 on the sheet shared with player 0, player 2 on the sheet shared with player 1\n"
        "Your other sheet, on which you have half A, lies with the player after you\n"
    ) in BattlePosition(3, turn=2).words()


def test_planets_and_stored_astronauts():
    """battle 2.4: what drawing on a planet takes."""
    position = BattlePosition().mark(0, A, astronauts=2).pick(12, "plant")
    assert choices(position) == [
        "spend 2 stored astronauts and draw an insignia with 12 on planet 4 (grey, 7 to 9)",
        "spend 1 stored astronaut and draw an insignia with 12 on planet 5 (green, 9 to 11)",
        "draw an insignia with 12 on planet 6 (blue, 11 to 13)",
        "spend 1 stored astronaut and draw an insignia with 12 on planet 7 (green, 13 to 17)",
    ]
    position = BattlePosition().pick(12, "astronaut")
    assert choices(position)[0] == "draw an insignia with 12 on planet 5 (green, 9 to 11)"


def test_robots_columns_and_moons():
    """battle 3.3, 3.4, 3.5, 3.9: what is asked of a player."""
    position = BattlePosition().draw_on(6, "robot", 2)
    assert choices(position) == [
        "decline: draw no insignia",
        "draw an insignia on the next asteroid from your side, and use what it brings",
    ]
    position = BattlePosition().draw_on(6, "energy", 2)
    assert choices(position) == [
        f"cross off a box of the values of {kind} planets" for kind in ("green", "blue", "grey")
    ]
    position = BattlePosition().occupy(0, moons=dict.fromkeys(range(1, 7), "AB")).draw_on(6, "planning", 2)
    assert choices(position) == [
        "decline: draw no insignia",
        "draw an insignia on the moon of planet 1 (green, 0 to 3)",
    ]


def test_missions():
    """battle 5.1: their conditions."""
    for cards, words in (
        (
            (106, 108, 110),
            (
                "your flags on 4 planets of one sheet: 12, later 5",
                "your insignia on 7 asteroids of one sheet: 9, later 5",
                "6 plant boxes and 4 water boxes crossed off on one sheet: 10, later 4",
            ),
        ),
        (
            (107, 109, 111),
            (
                "your flags on a green, a blue and a grey planet of one sheet: 9, later 4",
                "2 boxes of each kind of planet values crossed off on one sheet: 11, later 6",
                "your insignia on the moons of 4 planets of one sheet: 10, later 6",
            ),
        ),
    ):
        position = BattlePosition(missions=cards)
        for letter, card, meaning in zip("ABC", cards, words, strict=True):
            assert f"Mission {letter} (card {card}): {meaning}\n" in position.words()


def test_solo():
    """battle 7.1, 7.2, 7.5: both sheets, and what the player chooses for ASTRA."""
    hand = (9, "energy"), (8, "plant"), (12, "plant")
    position = BattlePosition(1).draw(*hand)
    words = position.words()
    assert "ASTRA draws first, with 9/energy; you choose the planet\n" in words
    assert "The other sheet, sheet 2, which rests in this turn\n" in words
    assert "Player 0 (you): missions: none; draws on half A of sheet 1\n" in words and "half B:" not in words
    assert choices(position) == [
        "let ASTRA draw on planet 4 (grey, 7 to 9)",
        "let ASTRA draw on planet 5 (green, 9 to 11)",
    ]
    position = BattlePosition(1, turn=2).occupy(1, {4: "A", 5: "A"}).draw("A", *hand)
    words = position.words()
    assert "ASTRA draws on moons where you have the most insignia: 2 to be drawn\n" in words
    assert "The other sheet, sheet 1, which rests in this turn\n" in words and "half A of sheet 2\n" in words
    assert choices(position)[0] == "let ASTRA draw on the moon of planet 5 (green, 9 to 11)"
