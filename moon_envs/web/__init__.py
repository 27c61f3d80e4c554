"""Playing in the browser: a server for this machine only, which `moon-envs web` starts.

It needs the extra `web` (`pip install "moon_envs[web]"`) and is imported only when it is used. It imports `play`,
`arena` and everything below them. Start with `server.py`, then `hosted_games.py`.
"""

import importlib

from moon_envs.base.errors import MissingExtraError

try:
    for _needed in ("markdown_it", "starlette", "uvicorn"):
        importlib.import_module(_needed)
except ImportError as error:
    raise MissingExtraError(f'The browser needs a server ({error}): pip install "moon_envs[web]"') from error
