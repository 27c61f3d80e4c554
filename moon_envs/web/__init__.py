"""Playing in the browser: a server for this machine only. `moon-envs web` starts it; it needs the extra `web`."""
