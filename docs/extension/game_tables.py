"""Directives that write the tables of a game into its page: what the package says, so the page is always true.

    ```{game-facts} launch
    ```

There are `game-facts`, `game-names`, `game-options`, `game-actions`, `game-features` and `game-scores`, and
`games-table` for all games.
"""

from collections.abc import Callable
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import moon_envs
from moon_envs.arena.ladder import chosen_rungs, reference_scores
from moon_envs.base.text_tables import markdown_table as table
from moon_envs.core.game import Game
from moon_envs.core.names import gymnasium_id, pettingzoo_id, pettingzoo_module
from moon_envs.core.tables import ONE_HOT, Feature, span
from moon_envs.envs.pages import counts

PICTURES = "../pictures"


def facts(game: Game) -> str:
    """Who plays, how decisions follow each other, what counts."""
    solo = f"against {game.rival}" if game.rival else "yes"
    return table(
        ("", ""),
        [
            ("id", f"`{game.id}`, version {game.version}"),
            ("players", counts(game.player_counts)),
            ("alone", solo if game.has_solo_mode else "no"),
            ("decisions", "all players at once, in phases" if game.simultaneous else "one player after the other"),
            ("actions", f"{len(game.actions):,}"),
            ("observation", f"{game.features.size(min(game.player_counts)):,} numbers and more, see Observations"),
            ("points", ", ".join(name.replace("_", " ") for name in game.categories)),
            ("state", f"{game.state_dtype.itemsize:,} bytes"),
            ("reconstructed", game.reconstructed or "nothing: all tables are those of the printed game"),
            ("source", game.source),
        ],
    )


def names(game: Game) -> str:
    """How to make the game in each interface."""
    module = " import ".join(pettingzoo_module(game.id, game.version).rsplit(".", 1))
    id_ = gymnasium_id(game.id, game.version)
    return table(
        ("interface", "how to make it"),
        [
            ("Gymnasium", f'`gymnasium.make("{id_}")`'),
            ("Gymnasium, many at once", f'`gymnasium.make_vec("{id_}", num_envs=1024)`'),
            ("PettingZoo", f"`from {module}`"),
            ("PettingZoo 1.27", f'`pettingzoo.make("aec", "{pettingzoo_id(game.id, game.version)}")`'),
            ("arrays", f'`moon_envs.Batch("{game.id}", num_games=1024)`'),
        ],
    )


def options(game: Game) -> str:
    """Players and options with their defaults."""
    default = f"{game.default_players} (Gymnasium, sb3: 1)" if game.has_solo_mode else game.default_players
    rows = [("`players`", default, counts(game.player_counts), "number of players")]
    rows += [(f"`{one.name}`", f"`{one.default}`", one.allowed, one.meaning) for one in game.options]
    return table(("option", "default", "allowed", "meaning"), rows)


def actions(game: Game) -> str:
    """The ranges of the action table."""
    rows = []
    for one in game.actions.ranges:
        first, count = game.actions.first(one.name), len(one.meanings)
        ends = dict.fromkeys((one.meanings[0], one.meanings[-1]))
        rows.append((span(first, count), f"`{one.name}`", " ... ".join(ends)))
    return table((">actions", "range", "in words"), rows)


def features(game: Game) -> str:
    """The columns of an observation with the fewest players, and the sizes with more."""
    fewest = min(game.player_counts)
    sizes = [(n, game.features.size(n), game.features.size(n, ONE_HOT)) for n in game.player_counts]
    own = game.features.table_size(fewest) + game.features.player_size
    layout = [one for one in game.features.layout(fewest) if one[1] < own]
    rows = [feature_row(name, first, feature) for name, first, feature in layout]
    several = [feature_row(one.name, None, one) for one in game.features.table if one.only == "several"]
    words = "alone" if fewest == 1 else f"with {fewest} players"
    parts = [
        table((">players", ">columns", '>with `encoding="one_hot"`'), sizes),
        f"The columns {words}, first those of the table, then the observer's own:",
        table((">columns", "feature", "values", "kind", "meaning"), rows),
        f"Every further player has {game.features.player_size} more columns, the same as the observer's own, in "
        "seating order.",
    ]
    if fewest == 1 and several:
        parts += [
            "With several players the table has these features, too, and none that says *alone*:",
            table((">columns", "feature", "values", "kind", "meaning"), several),
        ]
    return "\n\n".join(parts)


def feature_row(name: str, first: int | None, feature: Feature) -> tuple[object, ...]:
    """What the table says about a feature; without a first column, how many it has."""
    columns = str(feature.size) if first is None else span(first, feature.size)
    values = f": {', '.join(feature.values)}" if feature.values else ""
    only = " (alone)" if feature.only == "solo" else ""
    return columns, f"`{name}`", f"{feature.low} to {feature.high}", feature.kind, f"{feature.meaning}{values}{only}"


def scores(game: Game) -> str:
    """The win share of the reference agents on every rung of the ladder, in percent."""
    rungs = chosen_rungs(game.id)
    won = {
        agent: {one.rung.id: 100 * one.win_share.mean for one in result.rungs}
        for agent, result in reference_scores(rungs).items()
    }
    rows = [(rung.id.partition("/")[2], *(f"{one[rung.id]:.1f}" for one in won.values())) for rung in rungs]
    return table(("rung", *(f">`{agent}`" for agent in won)), rows)


def games_table() -> str:
    """All games with their ids."""
    rows = []
    for id_ in moon_envs.game_ids():
        game = moon_envs.game(id_)
        solo = game.rival or ("yes" if game.has_solo_mode else "-")
        rows.append(
            (
                f"[![]({PICTURES}/{id_}.png)]({id_}.md)",
                f"[{game.title}]({id_}.md)",
                f"`{id_}`",
                counts(game.player_counts),
                solo,
                len(game.actions),
            )
        )
    return table(("", "game", "id", "players", "alone against", ">actions"), rows)


class TableDirective(SphinxDirective):
    """A directive that is replaced by Markdown."""

    required_arguments = 1
    markdown: ClassVar[Callable[..., str]]

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown in place."""
        self.env.note_dependency(__file__)
        return self.parse_text_to_nodes(type(self).markdown(*map(moon_envs.game, self.arguments)))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    for name, markdown in (
        ("game-facts", facts),
        ("game-names", names),
        ("game-options", options),
        ("game-actions", actions),
        ("game-features", features),
        ("game-scores", scores),
    ):
        app.add_directive(name, type(name, (TableDirective,), {"markdown": staticmethod(markdown)}))
    app.add_directive(
        "games-table",
        type("games-table", (TableDirective,), {"markdown": staticmethod(games_table), "required_arguments": 0}),
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
