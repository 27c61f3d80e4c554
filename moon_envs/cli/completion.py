"""`moon-envs completion`: print a script for shell completion of commands, options, games and agents."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from moon_envs.agents.names import PLAIN, WITH_BUDGET, agent_names
from moon_envs.cli.arguments import OneLineParser
from moon_envs.core.registry import game_ids
from moon_envs.networks import BASELINE

BASH = "bash"
SHELLS = (BASH, "zsh", "tcsh")
GAME, AGENT, FILES, FOLDER = "GAME", "AGENT", ("FILE", "FILE.md", "OUT"), "DIR"
BUDGETS = (50, 200, 1000)  # the offered numbers of simulations

EXAMPLES = """\
examples:
  moon-envs completion bash > ~/.moon-envs-completion      then put into ~/.bashrc:  source ~/.moon-envs-completion
  moon-envs completion zsh > ~/.zfunc/_moon-envs           then put into ~/.zshrc, before compinit:  fpath+=~/.zfunc
  moon-envs completion tcsh > ~/.moon-envs-completion      then put into ~/.tcshrc:  source ~/.moon-envs-completion

The script runs without Python. Write it again after an update of moon_envs, or after you install packages with games.
"""

# Bash treats the text after a colon as a new word, and replaces only that.
AGENTS_IN_BASH = """\
_moon_envs_agents() {
  local typed="${COMP_LINE:0:COMP_POINT}" before="" name
  typed="${typed##*[[:space:]]}"
  [[ "$typed" == *:* && "$COMP_WORDBREAKS" == *:* ]] && before="${typed%:*}:"
  for name in $(compgen -W "NAMES" -- "$typed"); do echo "${name#"$before"}"; done
  compgen -f -X '!*.npz' -- "$typed"
}"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "completion",
        help="print a script for shell completion of commands, options, games and agents",
        description="Print a script for shell completion of commands, options, games and agents.",
        epilog=EXAMPLES,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of: {', '.join(SHELLS)}")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from moon_envs.cli.main import build_parser

    parser = build_parser()
    for action in _actions(parser):
        if action.metavar == GAME:
            action.choices = game_ids()
        elif action.metavar == AGENT and arguments.shell == BASH:
            setattr(action, "complete", {BASH: "_moon_envs_agents"})  # noqa: B010, no type checker knows this name
        elif action.metavar == AGENT:
            action.choices = [*PLAIN, *WITH_BUDGET, BASELINE]
        elif action.metavar in FILES:
            setattr(action, "complete", shtab.FILE)  # noqa: B010
        elif action.metavar == FOLDER:
            setattr(action, "complete", shtab.DIRECTORY)  # noqa: B010
    agents = AGENTS_IN_BASH.replace("NAMES", " ".join(_offered_agents()))
    print(shtab.complete(parser, shell=arguments.shell, preamble=agents if arguments.shell == BASH else ""))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                assert isinstance(command, OneLineParser)
                yield from _actions(command)
        else:
            yield action


def _offered_agents() -> list[str]:
    """The agent names that a shell can complete; names with spaces or quotes are left out."""
    names = [
        name.replace("N", str(budget), 1) if ":N" in name else name for name in agent_names() for budget in BUDGETS
    ]
    return [name for name in dict.fromkeys(names) if name.isprintable() and not set(name) & set(" \"$`\\'")]
