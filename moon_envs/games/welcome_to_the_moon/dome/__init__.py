"""Dome, Adventure 5 of Welcome to the Moon: skyscrapers to number, a tower to research, a dome to build."""
