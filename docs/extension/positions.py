"""The directive `position`: a picture of a real position, drawn when the site is built.

    ```{position} launch
    :players: 1
    :options: opponent=3
    :seed: 7
    :before: plant
    :seat: 0
    :panels: turn, sheet 0
    The caption, in Markdown.
    ```

The agent (`:agent:`, `baseline` by default; or several names, one for each seat) plays the game with this seed. The
picture shows

- with `:before: TEXT`, the position before the first decision whose words contain the text: what is legal is marked,
  and the action that the agent takes is shaded;
- with `:after: TEXT`, the position after it, with the decision marked;
- with `:decision: N` instead, the position before decision N.

`:skip: N` passes over the first N decisions that fit, and `:seat:` is who looks (`open` by default). `:panels:` names
the parts of the table that are shown, one below the other; without it the whole table is shown, wider than tall.
"""

import functools
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import moon_envs
from moon_envs.agents.names import find_agents
from moon_envs.agents.playing import play_games
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.tables import option_value
from moon_envs.render import LastDecision

FOLDER = "_positions"
END = "the game is over"


class Moment(NamedTuple):
    """A position, the decision that is taken in it, and its words; the last position of a game has none."""

    state: np.void
    actor: int
    action: int
    words: str


@functools.cache
def played(game: str, players: int, options: tuple[str, ...], seed: int, agent: str) -> list[Moment]:
    """Play a game to its end with one agent on all seats, or with one for each seat."""
    values = dict(one.split("=", 1) for one in options)
    values = {name: option_value(text) for name, text in values.items()}
    batch = moon_envs.Batch(game, 1, players, seed=seed, autoreset="disabled", threads=1, **values)
    moments: list[Moment] = []

    def note(rows: np.ndarray, actions: np.ndarray) -> None:
        state, action = batch.states.copy()[0], int(actions[0])  # the batch hands out views
        moments.append(Moment(state, int(batch.actor[0]), action, batch.game.describe(action, state)))

    names = agent.split()
    play_games(batch, find_agents("agent", names if len(names) > 1 else agent, players), on_actions=note)
    return [*moments, Moment(batch.states.copy()[0], -1, -1, END)]


class Position(SphinxDirective):
    """A figure with a position, in light and dark colours."""

    required_arguments = 1
    has_content = True
    option_spec = {
        "players": directives.positive_int,
        "options": str.split,
        "seed": directives.nonnegative_int,
        "agent": directives.unchanged,
        "before": directives.unchanged_required,
        "after": directives.unchanged_required,
        "decision": directives.nonnegative_int,
        "skip": directives.nonnegative_int,
        "seat": directives.unchanged,
        "panels": lambda text: [one.strip() for one in text.split(",")],
        "alt": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Draw the position, and put it above its caption."""
        self.env.note_dependency(__file__)
        game = moon_envs.game(self.arguments[0])
        picture = self._picture(game)
        sources = [self._file(picture.svg(theme), theme) for theme in ("light", "dark")]
        words = self.options.get("alt", f"A position of {game.title}")
        images = [
            nodes.image(uri=uri, alt=words, classes=[f"only-{theme}", "position"])
            for uri, theme in zip(sources, ("light", "dark"), strict=True)
        ]
        figure = nodes.figure("", *images, classes=["moon-position", *([] if "panels" in self.options else ["whole"])])
        if self.content:
            caption = nodes.caption()
            for one in self.parse_content_to_nodes():
                caption += one.children if isinstance(one, nodes.paragraph) else one
            figure += caption
        return [figure]

    def _picture(self, game: moon_envs.Game) -> moon_envs.render.Picture:
        options = self.options
        moments = played(
            game.id,
            options.get("players", game.default_players),
            tuple(options.get("options", ())),
            options.get("seed", 0),
            options.get("agent", "baseline"),
        )
        place = self._place(moments)
        moment = moments[place]
        seat = None if options.get("seat", "open") == "open" else int(options["seat"])
        if "after" in options or moment.action < 0:
            before = moments[place - 1]
            return self._drawn(game, moment.state, seat, last=LastDecision(before.actor, before.action))
        chosen = np.zeros(len(game.actions))
        chosen[moment.action] = 1
        return self._drawn(game, moment.state, seat, probabilities=chosen)

    def _drawn(self, game: moon_envs.Game, state: np.void, seat: int | None, **marks: Any) -> moon_envs.render.Picture:
        """The chosen panels, or the whole table."""
        panels = self.options.get("panels")
        try:
            return moon_envs.draw(
                game, state, seat, layout="landscape" if panels is None else "portrait", panels=panels, **marks
            )
        except ConfigurationError as error:
            raise self.error(str(error)) from error

    def _place(self, moments: list[Moment]) -> int:
        """The number of the position that is asked for."""
        asked = [name for name in ("before", "after", "decision") if name in self.options]
        if len(asked) != 1:
            raise self.error("position needs one of :before:, :after: and :decision:.")
        if asked == ["decision"]:
            fitting = [self.options["decision"]]
        else:
            text = self.options[asked[0]].lower()
            fitting = [number for number, one in enumerate(moments) if one.action >= 0 and text in one.words.lower()]
        places = [place + (asked == ["after"]) for place in fitting[self.options.get("skip", 0) :]]
        if not places or places[0] >= len(moments):
            all_words = "; ".join(dict.fromkeys(one.words for one in moments))
            raise self.error(f"No decision of this game fits. Its {len(moments) - 1} decisions: {all_words}")
        return places[0]

    def _file(self, svg: str, theme: str) -> str:
        name = f"{FOLDER}/{hashlib.sha256(svg.encode()).hexdigest()[:16]}_{theme}.svg"
        path = Path(self.env.srcdir) / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_text(svg, encoding="utf-8")
        return f"/{name}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("position", Position)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
