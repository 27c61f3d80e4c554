"""All limits of the server: sizes of requests, numbers of games and connections, and times."""

from __future__ import annotations

# What a request may bring.
MOST_BYTES_OF_HEADERS = 16 << 10
MOST_BYTES_OF_A_BODY = 64 << 10
MOST_BYTES_OF_A_SAVE = 1 << 20
MOST_CHARACTERS_OF_A_TEXT = 200

# What it may ask for.
LARGEST_SEED = 2**53 - 1  # the largest number that JavaScript holds exactly
MOST_SIMULATIONS = 20_000
MOST_TABLES = 100

# What is kept in the user's data folder.
MOST_FINISHED_GAMES_KEPT = 50
MOST_KEPT_GAMES_SHOWN = 200

# Connections. Those without the token have a limit of their own: above it the oldest of them is closed. The server
# accepts few at a time, so a flood cannot push out a connection before its first request is read. Windows and macOS
# allow a process 256 to 512 open files.
MOST_CONNECTIONS = 128
MOST_CONNECTIONS_WITHOUT_TOKEN = 64
MOST_NEW_CONNECTIONS_AT_ONCE = 16
MOST_CONNECTIONS_IN_THE_QUEUE = 128

# Seconds.
SECONDS_FOR_A_REQUEST = 10.0  # until headers and body are here
SECONDS_BETWEEN_REQUESTS = 5  # of one connection
SECONDS_TO_WAIT_FOR_A_TABLE = 20.0
SECONDS_FOR_QUICK_AGENTS = 0.3  # an answer waits this long for their decisions
SECONDS_TO_STOP = 1.0  # after Ctrl-C, whatever still runs
