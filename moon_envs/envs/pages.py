"""The page of an environment, with the headings of Gymnasium and PettingZoo, made from the tables of its game.

`help(launch_v0.env)`, `env.unwrapped.page` and `moon-envs show` show it. Making it compiles nothing.
"""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap

from moon_envs.base.checks import check_choice
from moon_envs.base.text_tables import text_table
from moon_envs.core.game import Game
from moon_envs.core.names import gymnasium_id, pettingzoo_id, pettingzoo_module
from moon_envs.core.registry import game as find_game
from moon_envs.core.registry import is_packaged
from moon_envs.core.tables import ONE_HOT

GYMNASIUM, VECTOR, AEC, PARALLEL = INTERFACES = ("gymnasium", "vector", "aec", "parallel")
HEADINGS = (
    "Description",
    "Action Space",
    "Observation Space",
    "Legal Actions Mask",
    "Rewards",
    "Starting State",
    "Episode End",
    "Arguments",
    "Version History",
)
WIDTH = 100

_SHELLS = {
    GYMNASIUM: "moon_envs.envs.single_agent:MoonEnv",
    VECTOR: "moon_envs.envs.vector:MoonVectorEnv",
    AEC: "moon_envs.envs.aec:MoonAEC",
    PARALLEL: "moon_envs.envs.parallel:MoonParallel",
}


def environment_page(game: str | Game, interface: str = GYMNASIUM) -> str:
    """Return the description of an environment for users, as a text with headings.

    Args:
        game: a game id or a `Game`.
        interface: "gymnasium", "vector", "aec" or "parallel".

    Raises:
        ConfigurationError: there is no such game or interface.

    Example:
        >>> print(environment_page("mlem").splitlines()[0])
        MLEM: Space Agency
    """
    found = find_game(game)
    check_choice("interface", interface, INTERFACES)
    sections = (
        _description(found),
        _action_space(found, interface),
        _observation_space(found, interface),
        _legal_actions_mask(interface),
        _rewards(found, interface),
        _starting_state(found, interface),
        _episode_end(found, interface),
        _arguments(found, interface),
        _version_history(found),
    )
    parts = [found.title]
    parts += [f"## {heading}\n{section}" for heading, section in zip(HEADINGS, sections, strict=True)]
    return "\n\n".join(parts) + "\n"


def _wrapped(*sentences: str) -> str:
    return textwrap.fill(" ".join(sentence for sentence in sentences if sentence), WIDTH, break_on_hyphens=False)


def _indented(table: str) -> str:
    return textwrap.indent(table, "    ")


def counts(numbers: tuple[int, ...]) -> str:
    """Return player counts in words: "1 to 6", or "2, 4".

    Example:
        >>> counts((1, 2, 3)), counts((2, 4)), counts((2,))
        ('1 to 3', '2, 4', '2')
    """
    low, high = min(numbers), max(numbers)
    if len(numbers) > 2 and len(numbers) == high - low + 1:
        return f"{low} to {high}"
    return ", ".join(map(str, sorted(numbers)))


def names_table(game: Game) -> str:
    """Return a table that shows how to make a game in each interface."""
    module = f"moon_envs.pettingzoo.env({game.id!r})"
    if is_packaged(game.id):
        module = f"from {' import '.join(pettingzoo_module(game.id, game.version).rsplit('.', 1))}"
    rows = [
        ("Batch", f'moon_envs.Batch("{game.id}", num_games=1024)'),
        ("Gymnasium", f'gymnasium.make("{gymnasium_id(game.id, game.version)}")'),
        ("vector", f'gymnasium.make_vec("{gymnasium_id(game.id, game.version)}", num_envs=1024)'),
        ("PettingZoo", module),
        ("since 1.27", f'pettingzoo.make("aec", "{pettingzoo_id(game.id, game.version)}")'),
    ]
    return text_table(("interface", "how to get it"), rows)


def _description(game: Game) -> str:
    solo = f", alone against {game.rival}" if game.rival else ", alone"
    players = f"{counts(game.player_counts)} players" + (f" (1: the solo mode{solo})" if game.has_solo_mode else "")
    turns = "players decide one after the other"
    if game.simultaneous:
        turns = "all players decide at once, without seeing what the others choose in the same phase"
    words = _wrapped(
        game.summary,
        f"For {players}; {turns}.",
        game.reconstructed,
        f"`moon-envs show {game.id} rules` prints the rules. Source: {game.source}",
    )
    return f"{words}\n\n{_indented(names_table(game))}"


def _action_space(game: Game, interface: str) -> str:
    size = len(game.actions)
    if interface == PARALLEL:
        words = _wrapped(
            f"`Discrete({size + 1})`: the actions of the game, and the last action {size}, which is to wait: "
            "the only legal action of an agent who does not decide now."
        )
    elif interface == VECTOR:
        words = f"`Discrete({size})` for every game: the actions of the game."
    else:
        words = f"`Discrete({size})`: the actions of the game."
    more = _wrapped(
        f'`moon_envs.game("{game.id}").actions` lists every action; `describe(action)` says what an action does now.'
    )
    return f"{words}\n\n{_indented(game.actions.summary())}\n\n{more}"


def _observation_space(game: Game, interface: str) -> str:
    if interface in (GYMNASIUM, VECTOR):
        words = (
            '`Box(0.0, 1.0, (columns,), float32)`; with `obs_format="dict"` a dict of `observation` and `action_mask`.'
        )
    else:
        words = (
            "A dict of `observation`, `Box(0.0, 1.0, (columns,), float32)`, and `action_mask`; with "
            '`obs_format="box"` only the first.'
        )
    words = _wrapped(
        words,
        "Every number is scaled from its lowest and highest value to 0 and 1. The features of the table come first, "
        "then those of every player: the observer's own, then the others' in seating order. They contain nothing that "
        "the observer cannot know.",
    )
    sizes = [
        (players, game.features.size(players), game.features.size(players, ONE_HOT)) for players in game.player_counts
    ]
    columns = text_table((">players", ">columns", '>with encoding="one_hot"'), sizes)
    return f"{words}\n\n{_indented(columns)}\n\n{_indented(str(game.features))}"


def _legal_actions_mask(interface: str) -> str:
    if interface == GYMNASIUM:
        return _wrapped(
            '`info["action_mask"]`, int8, 1 for every legal action, after `reset` and every `step`; `action_masks()` '
            "returns it as bools. When the game is over it is all ones."
        )
    if interface == VECTOR:
        return _wrapped(
            '`info["action_mask"]`, int8 (num_envs, actions), after `reset` and every `step`; `action_masks()` returns '
            "it as bools. Games that wait for their reset have all ones."
        )
    waiting = "allows only to wait" if interface == PARALLEL else "is all zeros"
    return _wrapped(
        "`action_mask`, int8, 1 for every legal action, in the observation and in the info of each agent. The mask of "
        f"an agent who does not decide now {waiting}."
    )


def _rewards(game: Game, interface: str) -> str:
    whose = "the agent's" if interface in (AEC, PARALLEL) else "your"
    rows = [
        ("outcome", "at the end: 1 for a victory, -1 for a defeat, 2 x share - 1 for a shared victory (the default)"),
        ("points", f"at the end: {whose} points / {game.points_scale:g}"),
        ("points_delta", f"at every change of {whose} points that is known: the change / {game.points_scale:g}"),
    ]
    more = _wrapped(
        'A mixture is a dict of weights: `reward={"points_delta": 1.0, "outcome": 0.5}`.',
        f"Points are the sum of {', '.join(game.categories)}.",
    )
    return f"{_indented(text_table(('reward=', 'pays'), rows))}\n\n{more}"


def _starting_state(game: Game, interface: str) -> str:
    seed = "row i gets the seed s + i" if interface == VECTOR else "the game gets the seed s"
    return _wrapped(
        f"A new game, set up by the rules. With `reset(seed=s)` {seed}; without a seed, the one that follows the last "
        "game's. The same seed and actions give the same game, in every interface."
    )


def _episode_end(game: Game, interface: str) -> str:
    end = (
        "The episode ends when the game is over by the rules; it is never truncated. The infos then have the "
        "`outcome`, the `points` by category and in total, and the `opponent_points`."
    )
    if interface == AEC:
        illegal = (
            "In `env()` an illegal action ends the game with the reward -1; in `raw_env()` it raises "
            "`IllegalActionError` and changes nothing."
        )
    else:
        illegal = (
            "An illegal action ends the game with the lowest reward, and `illegal_action` in the info describes it; "
            'with `on_illegal="raise"` it raises `IllegalActionError` and changes nothing.'
        )
    restart = "Finished games restart as `autoreset_mode` says." if interface == VECTOR else ""
    return _wrapped(end, illegal, restart)


def _arguments(game: Game, interface: str) -> str:
    module, name = _SHELLS[interface].split(":")
    documented = inspect.getdoc(getattr(importlib.import_module(module), name)) or ""
    block = re.search(r"^Args:\n((?:    .*\n?)+)", documented, re.MULTILINE)
    written = dict(re.findall(r"^    (\w+): (.*(?:\n {5,}.*)*)", block[1] if block else "", re.MULTILINE))
    written.pop("game", None)
    # Without docstrings (python -OO) the page has only the arguments below.
    default = 1 if game.has_solo_mode and interface in (GYMNASIUM, VECTOR) else game.default_players
    written["players"] = f"the number of players, {counts(game.player_counts)}; default: {default}."
    for option in game.options:
        written[option.name] = f"{option.meaning}; allowed: {option.allowed}; default: {option.default}."
    lines = [
        textwrap.fill(
            f"{argument}: {' '.join(meaning.split())}", WIDTH, initial_indent="    ", subsequent_indent=" " * 8
        )
        for argument, meaning in written.items()
    ]
    return "\n".join(lines)


def _version_history(game: Game) -> str:
    known = dict(enumerate(game.history))
    known.setdefault(0, "the first version")
    known.setdefault(game.version, "the present version")
    return "\n".join(f"    v{version}: {known[version]}" for version in sorted(known))
