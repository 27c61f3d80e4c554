"""The games as PettingZoo modules: `env()`, `raw_env()` and `parallel_env()` in each."""
