"""Launch, Adventure 1 of Welcome to the Moon: fill the floors of the rocket and be the first to take off."""
