"""Journey, Adventure 2 of Welcome to the Moon: a trajectory to the Moon that energy lines cut into zones."""
