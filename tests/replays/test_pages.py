"""Pages of recorded games: exactly what is drawn, small, with nothing from outside that is not escaped."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import moon_envs
from moon_envs import ConfigurationError, Recording, SaveError
from moon_envs.render import draw
from moon_envs.replays.packing import Pieces, splices, unpacked_frames
from moon_envs.replays.story import story
from moon_envs.replays.views import frame_of, view_game
from moon_envs.testing.crater.game import GAME as CRATER
from tests.replays.games import GAMES, data_of, random_recording

MOST_BYTES = 1_500_000
HOSTILE = "</title></script><script>alert('x')</script>\"><img src=x onerror=alert(1)>&amp;%%data%%"


def check_pictures(recording: Recording, seats: list[int | None] | None = None) -> None:
    """The page unpacks to exactly what `draw` draws, for every view and position."""
    data, whole = data_of(recording.to_html(seats=seats)), recording.walk()
    seats = seats or [None, *range(whole.configuration.players)]
    assert len(data["views"]) == len(seats)
    for seat, view in zip(seats, data["views"], strict=True):
        assert view["points"] is not None and all(view["points"]["categories"])
        frames = unpacked_frames(view["frames"], data["pieces"])
        steps = view_game(whole, seat, story(whole, seat), Pieces()).steps
        assert len(frames) == len(steps) + 1 == len(view["words"]) + 1 == len(view["moments"])
        assert seat is not None or len(frames) == len(whole)
        shown = [(0, None), *((step.position, step.last) for step in steps)]
        for (position, last), frame in zip(shown, frames, strict=True):
            picture = draw(whole.game, whole.states[position], seat, last=last)
            assert frame == frame_of(picture), (seat, position)
            assert "".join(frame) + "</svg>" == picture.unstyled_svg()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_holds_the_pictures(game):
    check_pictures(random_recording(game, length=50, players=2))


def test_a_seat_sees_what_changes_without_it():
    """Towards the end of this game only player 2 decides: new cards come, and nothing is drawn twice without need."""
    recording = random_recording("launch", players=3)
    assert set(recording.walk().actors[-9:]) <= {-1, 1, 2}
    check_pictures(recording, [0])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_whole_game_holds_the_pictures(game):
    """In the first mode: solo, or two players."""
    check_pictures(random_recording(game, **moon_envs.game(game).modes[0]))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["battle", "from_the_moon"])
def test_whole_games_of_the_most_players_are_small(game):
    """Of those whose pages are the largest; `benchmarks/pictures.py --pages` tells all."""
    page = random_recording(game, players=max(moon_envs.game(game).player_counts)).to_html()
    assert len(page.encode()) < MOST_BYTES


def test_a_whole_game_is_small():
    page = random_recording("launch", players=2).to_html()
    assert len(page.encode()) < MOST_BYTES / 10


def test_nothing_from_outside_breaks_the_page():
    recording = random_recording("launch", length=4, players=2)
    recording.agents = [HOSTILE, "</script><!--"]
    page = recording.to_html(HOSTILE)
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page and "alert('x')" not in page.replace("&#x27;", "'").replace("alert('x')&lt;", "")
    assert page.count("&lt;/title&gt;&lt;/script&gt;") == 2
    assert page.index("<title>") < page.index("&lt;/title&gt;") < page.index("</title>")
    assert data_of(page)["about"].count("</script>") == 3


def test_the_page_asks_for_nothing():
    page = random_recording("launch", length=4, players=2).to_html()
    without_names = page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//[a-z]+\.|@import|url\((?!data:)", without_names)
    assert "default-src 'none'" in page


def test_views_are_chosen():
    recording = random_recording("launch", length=6, players=3)
    assert [view["name"] for view in data_of(recording.to_html())["views"]] == [
        "the open table",
        "player 0",
        "player 1",
        "player 2",
    ]
    assert [view["name"] for view in data_of(recording.to_html(seats=[2]))["views"]] == ["player 2"]
    two = data_of(recording.to_html(seats=(1, None)))["views"]
    assert [view["name"] for view in two] == ["player 1", "the open table"]


@pytest.mark.parametrize("seats", [[], [3], [-1], ["0"], "0", 0, [0, 0], [0.5]])
def test_other_seats_are_refused(seats):
    with pytest.raises(ConfigurationError):
        random_recording("launch", length=1, players=3).to_html(seats=seats)


def test_the_page_of_a_seat_does_not_hold_the_seed():
    """Who knows the seed knows every card."""
    recording = random_recording("launch", length=6, seed=987654321987, players=2)
    page = recording.to_html(seats=[0])
    assert "987654321987" not in page and "987654321987" not in str(data_of(page))


def test_views_meet_at_the_same_moments():
    """A page with the open table numbers all positions; one without it only those that one of its seats has seen."""
    recording = random_recording("luna_capital", length=40, players=3)
    whole = recording.walk()
    views = data_of(recording.to_html(seats=[None, 1]))["views"]
    steps = view_game(whole, 1, story(whole, 1), Pieces()).steps
    assert views[0]["moments"] == list(range(41))
    assert views[1]["moments"] == [0, *(step.position for step in steps)]
    (alone,) = data_of(recording.to_html(seats=[1]))["views"]
    assert alone["moments"] == list(range(len(steps) + 1))


def test_pages_of_games_that_a_seat_cannot_tell_apart():
    """Luna Capital: player 1 pays, names or exchanges another card, and player 0 sees the same table afterwards."""
    recording, pairs = random_recording("luna_capital", length=40, players=2), 0
    for place, actor in enumerate(recording.walk().actors[:-1]):
        alike: dict[tuple[bytes, str], list[Recording]] = {}
        before = replace(recording, actions=recording.actions[:place])
        for action in before.replay().legal_actions().tolist() if actor == 1 else ():
            other = replace(before, actions=[*before.actions, action])
            batch = other.replay()
            alike.setdefault((batch.observe(0).tobytes(), batch.game.render(batch.states[0], 0)), []).append(other)
        for games in alike.values():
            if len(games) > 1:
                pairs += 1
                one, two = (game.to_html(seats=[0]) for game in games[:2])
                assert one == two, f"player 1 chose {games[0].actions[-1]} or {games[1].actions[-1]}"
                assert list(games[0].to_lines(0)) == list(games[1].to_lines(0))
    assert pairs >= 6


def test_other_versions_are_refused():
    recording = random_recording("launch", length=3, players=2)
    recording.version = 99
    with pytest.raises(SaveError, match="version 99"):
        recording.to_html()


def test_games_without_a_drawing_and_unregistered_ones():
    recording = random_recording(CRATER, players=2)
    data = data_of(recording.to_html("Crater", game=CRATER))
    assert data["views"][0]["points"]["categories"] == [name.replace("_", " ") for name in CRATER.categories]
    assert data["views"][1]["points"] is None  # nothing says what of them a seat knows


def test_notebooks_show_the_page():
    recording = random_recording("launch", length=2, players=2)
    shown = recording._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html') and shown.count("<") == 2
    recording.actions.append(10**6)
    assert recording._repr_html_() is None


def test_progress_is_told():
    told = []
    recording = random_recording("launch", length=5, players=2)
    recording.to_html(seats=[None], on_frame=lambda done, total: told.append((done, total)))
    assert told == [(done, 6) for done in range(1, 7)]
    told.clear()
    recording.to_html(on_frame=lambda done, total: told.append((done, total)))
    assert told == [(done, told[-1][1]) for done in range(1, 1 + told[-1][1])]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], [1, 2]),
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2, 3, 4], [1, 5, 6, 4]),
        ([1, 2, 3], [1, 3]),
        ([1, 1], [1, 1, 1]),
        ([1], []),
    ],
)
def test_splices(before, after):
    changes = splices(before, after)
    pieces = Pieces()
    texts = [str(number) for number in range(7)]
    assert [pieces.number(text) for text in texts] == list(range(7))
    frames = unpacked_frames([splices([], before), changes], texts)
    assert frames == [[str(number) for number in before], [str(number) for number in after]]
    assert changes or before == after
