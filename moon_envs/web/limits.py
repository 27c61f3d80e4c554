"""All limits of the server, in one place: what a request may bring and ask for, and how long anything may take."""

from __future__ import annotations

# What a request may bring.
MOST_BYTES_OF_HEADERS = 16 << 10
MOST_BYTES_OF_A_BODY = 64 << 10
MOST_BYTES_OF_A_SAVE = 1 << 20
MOST_CHARACTERS_OF_A_TEXT = 200

# What it may ask for.
LARGEST_SEED = 2**53 - 1  # what a page can hold exactly
MOST_SIMULATIONS = 20_000
MOST_TABLES = 100

# Connections. Those that have not shown the token have places of their own: if these are full, the oldest of them is
# closed for a new one. The server takes few new ones in a row, so that a flood of them cannot push out a connection
# before its first request was read. Windows and macOS let a process have 256 to 512 open files.
MOST_CONNECTIONS = 128
MOST_CONNECTIONS_WITHOUT_TOKEN = 64
MOST_NEW_CONNECTIONS_AT_ONCE = 16
MOST_CONNECTIONS_IN_THE_QUEUE = 128

# Seconds.
SECONDS_FOR_A_REQUEST = 10.0  # until headers and body are here
SECONDS_BETWEEN_REQUESTS = 5  # of one connection
SECONDS_TO_WAIT_FOR_A_TABLE = 20.0
SECONDS_FOR_QUICK_AGENTS = 0.3  # an answer waits so long for their decisions
SECONDS_TO_STOP = 1.0  # after Ctrl-C, whatever still runs
