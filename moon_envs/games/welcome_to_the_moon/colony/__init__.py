"""Colony, Adventure 3 of Welcome to the Moon: numbered buildings in rows and columns, joined by tunnels."""
