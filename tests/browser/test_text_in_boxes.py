"""Words stay where they belong, in a real browser: no text leaves its box, runs into another one or lies on words.

Pictures of every game in many modes and moments are shown with the font they carry. The ink of each text is compared
with all boxes of the picture (panels, cards, cells, tokens, fields): it lies wholly inside or wholly outside.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

import moon_envs
from moon_envs.games.from_the_moon.words import OBJECTIVE_TEXTS
from moon_envs.games.mlem.components import ASTRONAUTS
from moon_envs.render import LastDecision, Picture, draw
from moon_envs.render.drawing import draw_sound
from moon_envs.render.fonts import BOLD, CHARACTERS, REGULAR, font_faces, text_width
from moon_envs.render.layout import LAYOUTS
from moon_envs.render.style import rules

MOMENTS = 5
ADVENTURES = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")

# The ink of a line reaches from the top of its capitals to the lower end of its letters. Words in a box of their own
# lie on what is below it, but not under what is drawn later. All is in units of the picture.
FIND_FAULTS = """() => [...document.querySelectorAll("svg.moon")].flatMap((svg, picture) => {
  const back = svg.getScreenCTM().inverse();
  const isShown = thing => thing.getClientRects().length;
  const drawn = [...svg.querySelectorAll("text, .box, .panel, .page")].filter(isShown).map(thing => {
    const matrix = back.multiply(thing.getScreenCTM()), box = thing.getBBox();
    if (thing.tagName === "text") {
      const size = parseFloat(thing.getAttribute("font-size")), base = parseFloat(thing.getAttribute("y"));
      const below = /[gjpqy,;()/]/.test(thing.textContent) ? 0.2 * size : 0;
      Object.assign(box, {y: base - 0.66 * size, height: 0.66 * size + below});
    }
    return {
      thing, matrix, words: thing.tagName === "text" ? thing.textContent.trim() : null,
      left: box.x * matrix.a + matrix.e, top: box.y * matrix.d + matrix.f,
      right: (box.x + box.width) * matrix.a + matrix.e, bottom: (box.y + box.height) * matrix.d + matrix.f,
    };
  });
  const near = 0.6;
  const meet = (one, other) => one.left < other.right - near && other.left < one.right - near
    && one.top < other.bottom - near && other.top < one.bottom - near;
  const contains = (box, text) => box.left <= text.left + near && text.right <= box.right + near
    && box.top <= text.top + near && text.bottom <= box.bottom + near;
  // How much of the words lies in a box: all, part or none of it.
  const share = (box, text) => {
    if (box.thing.tagName !== "polygon") return contains(box, text) ? "all" : "part";
    const back = box.matrix.inverse(), middle = (text.top + text.bottom) / 2;
    const inside = [text.left + near, (text.left + text.right) / 2, text.right - near].filter(
      x => box.thing.isPointInFill(new DOMPoint(x, middle).matrixTransform(back)));
    return ["none", "part", "part", "all"][inside.length];
  };
  const faults = [];
  drawn.forEach((text, place) => {
    if (!text.words) return;
    const own = text.thing.parentNode.querySelector(":scope > .box");
    const first = own ? drawn.findIndex(({thing}) => thing === own) : 0;
    drawn.forEach((other, order) => {
      if (other === text || order < first || !meet(text, other)) return;
      if (other.words) {
        if (order < place) faults.push([picture, text.words, "lies on", other.words]);
      } else {
        const part = share(other, text), isUnder = order > place && part !== "none";
        if (!isUnder && part !== "part") return;
        const sides = ({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round);
        const kind = other.thing.parentNode.getAttribute("class") + " " + other.thing.getAttribute("class");
        faults.push([picture, text.words, isUnder ? "is under" : "crosses", kind, sides(text), sides(other)]);
      }
    });
    if (own && !meet(text, drawn[first])) faults.push([picture, text.words, "is outside", "its box"]);
    if (own && !contains(drawn[0], text)) faults.push([picture, text.words, "crosses", "page"]);
  });
  return faults;
})"""

# The last column of a screenshot in which something is drawn.
LAST_INK = """async hex => {
  const bytes = Uint8Array.from(hex.match(/../g), byte => parseInt(byte, 16));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}), 0, 0, 400, 60);
  const canvas = new OffscreenCanvas(400, 60), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, 400, 60);
  let last = 0;
  for (let place = 0; place < data.length; place += 4) {
    if (data[place] < 100) last = Math.max(last, (place / 4) % 400);
  }
  return last;
}"""

WIDTHS = """([characters, size, weight]) => [...characters].map(character => {
  const text = document.querySelector("svg text:last-of-type");
  text.style.fontSize = `${size}px`;
  text.style.fontWeight = weight;
  text.style.whiteSpace = "pre";
  text.textContent = character;
  return text.getComputedTextLength();
})"""


def modes_of(game):
    """Alone in the first and the last way, two, and as many as possible with all variants."""
    variants = {option.name: True for option in game.options if option.default is False}
    alone = [mode for mode in game.modes if game.configuration(**mode).is_solo]
    return [*alone[:1], *alone[1:][-1:], {"players": 2}, {"players": max(game.player_counts), **variants}]


def pictures_of(game, mode, seed):
    """Moments of a random game, its end included: as the player who decides sees them and open, in both layouts."""
    batch = moon_envs.Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    moments, last = [], None
    while not batch.done[0]:
        moments.append((batch.record(), int(batch.actor[0]), last))
        last = LastDecision(int(batch.actor[0]), int(batch.sample()[0]))
        batch.step([last.action])
    chosen = moments[seed :: max(1, len(moments) // MOMENTS)] + [(batch.record(), 0, last)]
    for place, (state, actor, before) in enumerate(chosen):
        for seat in (actor, None):
            yield draw(game, state, seat, last=before, layout=LAYOUTS[place % 2])


def show(page, pictures, theme):
    """Show pictures as pages do that have the style sheet once."""
    drawn = "".join(picture.unstyled_svg() for picture in pictures)
    page.set_content(f"<style>{rules(theme)}{font_faces()}</style>{drawn}")
    page.evaluate("document.fonts.ready")
    assert page.locator("svg.moon").count() == len(pictures)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game_id", moon_envs.game_ids())
def test_no_text_leaves_its_box(browser_page, game_id, theme):
    game = moon_envs.game(game_id)
    seed = 1 + (theme == "dark")
    pictures = [picture for mode in modes_of(game) for picture in pictures_of(game, mode, seed)]
    show(browser_page, pictures, theme)
    faults = {str(fault[1:]): fault[0] for fault in browser_page.evaluate(FIND_FAULTS)}
    assert not faults, "\n".join([f"{len(faults)} faults", *faults])


def test_every_mission_and_objective_fits(browser_page):
    """Random games have only some of them."""
    everything = (1 << len(OBJECTIVE_TEXTS)) - 1
    some = [0b11111 << first & everything for first in range(0, len(OBJECTIVE_TEXTS), 5)]
    tried = [(game_id, "mission_card", (0, 1)) for game_id in ADVENTURES] + [("from_the_moon", "objectives", some)]
    pictures = []
    for game_id, field, values in tried:
        game = moon_envs.game(game_id)
        state = moon_envs.Batch(game, 1, 1, seed=1, autoreset="disabled", threads=1).record()
        for value in values:
            state[field] = value
            pictures.append(draw_sound(game, state, 0))
    show(browser_page, pictures, "light")
    assert browser_page.evaluate(FIND_FAULTS) == []


@pytest.mark.parametrize("weight", [REGULAR, BOLD])
def test_letters_are_as_wide_as_the_table_says(browser_page, weight):
    picture = Picture(300)
    picture.label(10, 30, "words", kind="bold" if weight == BOLD else "")
    show(browser_page, [picture], "light")
    shown = browser_page.evaluate(WIDTHS, [CHARACTERS, 100, weight])
    assert shown == pytest.approx([text_width(character, 100, weight) for character in CHARACTERS], abs=0.1)


@pytest.mark.parametrize("is_image", [False, True], ids=["inline", "image"])
def test_a_picture_on_its_own_has_its_font(browser_page, is_image):
    """In a file, a notebook or the window of `render_mode="human"`: words are as wide as our font makes them."""
    picture = Picture(400)
    picture.elements.append('<style>text{font-size:40px}</style><text x="0" y="40">WWWWWWWW</text>')
    picture.reach(60)
    shown = picture.svg("light")
    if is_image:
        shown = f'<img src="data:image/svg+xml,{quote(shown)}">'
    browser_page.set_content(f"<body style='margin:0'>{shown}")
    browser_page.evaluate("document.fonts.ready")
    browser_page.wait_for_timeout(200)
    pixels = browser_page.evaluate(LAST_INK, browser_page.screenshot().hex())
    assert pixels == pytest.approx(text_width("W" * 8, 40), abs=4)


def test_faults_are_found(browser_page):
    """The test above would notice what it is there for."""
    picture = Picture(160)
    picture.cell(30, 10, "", 60, 20)
    picture.label(35, 24, "far too many words")
    picture.label(40, 60, "out of the page on its right side")
    picture.label(10, 90, "these words")
    picture.label(30, 92, "lie on others")
    picture.cell(70, 110, "fits", 40, 20)
    picture.label(10, 150, "hidden")
    picture.cell(30, 130, "", 80, 40)
    picture.reach(200)
    show(browser_page, [picture], "light")
    found = [(words, what) for _, words, what, *_ in browser_page.evaluate(FIND_FAULTS)]
    assert found == [
        ("far too many words", "crosses"),
        ("out of the page on its right side", "crosses"),
        ("lie on others", "lies on"),
        ("hidden", "is under"),
    ]


@pytest.mark.parametrize("players", moon_envs.game("mlem").player_counts)
def test_every_astronaut_of_mlem_fits_in_the_rocket(browser_page, players):
    """On board and after leaving, with and without the command; random games have only some of these."""
    game = moon_envs.game("mlem")
    batch = moon_envs.Batch(game, 1, players, seed=1, autoreset="disabled", threads=1)
    while batch.states[0]["functions"][players - 1] < 0:
        batch.step(batch.sample())
    state, pictures = batch.record(), []
    for function in range(ASTRONAUTS):
        for on_board in (0, (1 << players) - 1):
            for commander in (0, players - 1):
                state["functions"][:players], state["on_board"], state["commander"] = function, on_board, commander
                pictures.append(draw_sound(game, state, None))
    show(browser_page, pictures, "light")
    assert browser_page.evaluate(FIND_FAULTS) == []
